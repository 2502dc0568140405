package org.pgas.examples.matmul;

/**
 * Says whether rows of a matrix C are those of A * B, in far less time than it takes to multiply: C * x must be A * (B * x), which is
 * exact here. The numbers in the vector x are odd, so a single wrong number in a row always shows.
 */
final class ProductCheck {
    private final Numbers left;
    private final double[] vector;

    /** B * x. */
    private final double[] rightTimesVector;

    ProductCheck(Numbers left, Numbers right, int order) {
        this.left = left;
        vector = new double[order];
        rightTimesVector = new double[order];
        Numbers random = new Numbers(~(left.seed() + right.seed()));
        for (int column = 0; column < order; column++) {
            vector[column] = 2 * random.at(0, column) + 1;
        }
        for (int row = 0; row < order; row++) {
            rightTimesVector[row] = times(right, row, vector);
        }
    }

    private static double times(Numbers matrix, int row, double[] vector) {
        double sum = 0;
        for (int column = 0; column < vector.length; column++) {
            sum += matrix.at(row, column) * vector[column];
        }
        return sum;
    }

    /** Adds to the sum of each row of a tile its numbers, each times what the vector has for its column. */
    void weigh(double[] tile, int side, int firstColumn, double[] sums) {
        int columns = Math.min(side, vector.length - firstColumn);
        for (int row = 0; row < side; row++) {
            for (int column = 0; column < columns; column++) {
                sums[row] += tile[row * side + column] * vector[firstColumn + column];
            }
        }
    }

    /** How many of the rows from {@code firstRow} on have another sum than they must have. */
    int wrongRows(double[] sums, int firstRow) {
        int rows = Math.min(sums.length, vector.length - firstRow);
        int wrong = 0;
        for (int row = 0; row < rows; row++) {
            if (sums[row] != times(left, firstRow + row, rightTimesVector)) {
                wrong++;
            }
        }
        return wrong;
    }
}
