package org.pgas.examples.membrane;

/**
 * A membrane that is held at its edges, under a load for which its shape is known: Poisson's equation on a rectangle of
 * points that are one apart.
 *
 * <p>The shape is a product of two parabolas. Second differences of a parabola are exact, so the shape solves the
 * equation of the points, too, but for rounding. Rows and columns of points count from 0; the edges are outside.
 *
 * @param rows of points that are free, at least 1
 * @param columns of points that are free, at least 1
 */
public record Membrane(int rows, int columns) {
    /** Where a point is in the end: above 0 everywhere, 1 in the middle. */
    public double shape(int row, int column) {
        return parabola(row, rows) * parabola(column, columns);
    }

    /** What pulls at a point: the sum of its four neighbours and of this is four times the point, in the end. */
    double load(int row, int column) {
        return bend(rows) * parabola(column, columns) + bend(columns) * parabola(row, rows);
    }

    /** 0 at both edges, 1 in the middle between them. */
    private static double parabola(int index, int count) {
        return 4.0 * (index + 1) * (count - index) / ((count + 1.0) * (count + 1.0));
    }

    /** The second difference of the parabola, without its sign. */
    private static double bend(int count) {
        return 8 / ((count + 1.0) * (count + 1.0));
    }
}
