package org.pgas.examples.cg;

import org.pgas.DataType;
import org.pgas.Job;
import org.pgas.Opcode;
import org.pgas.coll.Collectives;
import org.pgas.coll.Reduction;
import org.pgas.examples.grid.Split;

/**
 * Solves a system of linear equations with a symmetric positive definite matrix and a right-hand side of ones, by
 * conjugate gradients that are preconditioned with the diagonal.
 *
 * <p>A rank has some whole rows, and the same part of each vector. Of these only the direction is shared: it is what
 * all multiply with. Sums are formed by {@code reduceToAll}, always in the order of ranks: so with the same number of
 * ranks the solution has the same bits in every run. With another number sums are rounded elsewhere, and the last
 * digits differ.
 */
public final class ConjugateGradient {
    /**
     * How much larger than the tolerance the residual may be that is computed anew: rounding errors of all iterations
     * are in it.
     */
    private static final double MARGIN = 10;

    private static final Reduction SUM = Reduction.of(DataType.DBL, Opcode.ADD);
    private static final Reduction LEAST = Reduction.of(DataType.I64, Opcode.MIN);
    private static final Reduction COUNT = Reduction.of(DataType.I64, Opcode.ADD);

    private final Collectives collectives;
    private final SparseRows matrix;
    private final int order;
    private final SharedVector shared;
    private final double[] solution;

    /**
     * Attaches the job's segment. Collective; {@code matrix} are the rows of this rank's part. Throws what attach
     * throws.
     */
    public ConjugateGradient(Job job, Split split, SparseRows matrix) {
        this.collectives = Collectives.of(job.world());
        this.matrix = matrix;
        this.order = split.extent();
        this.shared = new SharedVector(job, split, matrix);
        this.solution = new double[matrix.count()];
    }

    /** Entries of the whole matrix. Collective. */
    public long entries() {
        return collectives.reduceToAll((long) matrix.entries(), COUNT);
    }

    /** Iterates until the residual is {@code tolerance} times the right-hand side, or so often. Once. Collective. */
    public Solution solve(double tolerance, int mostIterations) throws IndefiniteException {
        double[] diagonal = checkedDiagonal();
        int count = matrix.count();
        int first = matrix.first();
        double[] direction = shared.numbers();
        double[] product = new double[count];
        double[] residual = new double[count];
        for (int i = 0; i < count; i++) {
            residual[i] = 1;
            direction[first + i] = 1 / diagonal[i];
        }
        double limit = tolerance * Math.sqrt(order);
        double[] sums = new double[2];
        dots(residual, diagonal, sums);
        int iteration = 0;
        long start = System.nanoTime();
        while (Math.sqrt(sums[1]) > limit && iteration < mostIterations) {
            iteration++;
            shared.exchange();
            matrix.multiply(direction, product);
            // all have got the direction when they are in here, so they may change it afterwards
            double curvature = collectives.reduceToAll(dot(direction, first, product), SUM);
            if (!(curvature > 0)) {
                throw new IndefiniteException("the matrix is not positive definite: in iteration " + iteration
                        + " a direction p was found with p'Ap = " + curvature + ", which must be above 0");
            }
            double before = sums[0];
            step(before / curvature, direction, first, product, solution, residual);
            dots(residual, diagonal, sums);
            turn(sums[0] / before, direction, first, residual, diagonal);
        }
        long nanos = System.nanoTime() - start;
        return check(tolerance, Math.sqrt(sums[1]) <= limit, iteration, nanos);
    }

    /** Of a positive definite matrix all entries of the diagonal are above 0. */
    private double[] checkedDiagonal() throws IndefiniteException {
        double[] diagonal = matrix.diagonal();
        long bad = Long.MAX_VALUE;
        for (int i = diagonal.length - 1; i >= 0; i--) {
            bad = diagonal[i] > 0 ? bad : matrix.first() + i;
        }
        long row = collectives.reduceToAll(bad, LEAST);
        if (row != Long.MAX_VALUE) {
            throw new IndefiniteException("the matrix is not positive definite: the entry of row " + (row + 1)
                    + " on the diagonal is missing or not above 0");
        }
        return diagonal;
    }

    /** Sums over all ranks: the residual with itself scaled by the diagonal, and with itself. */
    private void dots(double[] residual, double[] diagonal, double[] sums) {
        double scaled = 0;
        double square = 0;
        for (int i = 0; i < residual.length; i++) {
            scaled += residual[i] * (residual[i] / diagonal[i]);
            square += residual[i] * residual[i];
        }
        sums[0] = scaled;
        sums[1] = square;
        collectives.reduceToAll(sums, sums, Opcode.ADD);
    }

    private static double dot(double[] direction, int first, double[] product) {
        double sum = 0;
        for (int i = 0; i < product.length; i++) {
            sum += direction[first + i] * product[i];
        }
        return sum;
    }

    private static void step(double length, double[] direction, int first, double[] product, double[] solution,
            double[] residual) {
        for (int i = 0; i < product.length; i++) {
            solution[i] += length * direction[first + i];
            residual[i] -= length * product[i];
        }
    }

    private static void turn(double share, double[] direction, int first, double[] residual, double[] diagonal) {
        for (int i = 0; i < residual.length; i++) {
            direction[first + i] = residual[i] / diagonal[i] + share * direction[first + i];
        }
    }

    /** Shares the solution, and computes from it alone what the iterations have only kept up to date. */
    private Solution check(double tolerance, boolean converged, int iterations, long nanos) {
        System.arraycopy(solution, 0, shared.numbers(), matrix.first(), solution.length);
        shared.exchange();
        double[] product = new double[solution.length];
        matrix.multiply(shared.numbers(), product);
        double length = Math.sqrt(order);
        double square = 0;
        long errors = 0;
        for (double number : product) {
            double left = 1 - number;
            square += left * left;
            errors += Math.abs(left) <= MARGIN * tolerance * length ? 0 : 1;
        }
        double residual = Math.sqrt(collectives.reduceToAll(square, SUM)) / length;
        return new Solution(iterations, residual, converged, collectives.reduceToAll(errors, COUNT), nanos);
    }

    /** The whole solution. Any rank, after {@link #solve}, until the job is closed by some rank. */
    public double[] solution() {
        return shared.all();
    }
}
