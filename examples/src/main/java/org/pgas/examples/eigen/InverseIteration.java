package org.pgas.examples.eigen;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

import org.pgas.examples.cg.SparseRows;
import org.pgas.examples.grid.RankGrid;
import org.pgas.examples.grid.Split;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.Op;
import org.pgas.mpi.comm.Buffer;
import org.pgas.mpi.comm.Buffers;
import org.pgas.mpi.comm.Comm;
import org.pgas.mpi.comm.CommCollectives;

/**
 * Inverse iteration for the smallest eigenvalue of a graph's matrix: {@link #solve} solves {@code A z = x} by conjugate
 * gradients, {@link #improve} estimates the eigenvalue and makes {@code z} the next {@code x}.
 *
 * <p><b>Matrix.</b> Ranks are a grid of {@code p} rows and {@code q} columns. The rank in row {@code r} and column
 * {@code c} has the entries in part {@code r} of the rows, of {@code p} parts, and part {@code c} of the columns, of
 * {@code q} parts. Each row and each column of ranks is a communicator.
 *
 * <p><b>Vectors</b> are cut into {@code p q} pieces, of which a rank has one: number {@code c p + r}. So a column of
 * ranks has what its blocks are multiplied with. The sums of a row of ranks come in pieces in the order of that row:
 * number {@code r q + c} to this rank. It sends that to the rank whose piece of vectors has the number, and receives
 * its own from another one.
 *
 * <p>All methods are collective over the communicator.
 */
public final class InverseIteration {
    /** Of the residual's square at the beginning, where an iteration has nothing left to do. */
    private static final double NOTHING = 1e-30;

    private static final int TRANSPOSE = 1;

    private final Comm comm;
    private final Comm row;
    private final Comm column;
    private final RankGrid grid;
    private final Split pieces;
    private final SparseRows matrix;

    /** By rank of this row and of this column: elements of each piece. */
    private final int[] countsOfRow;

    private final int[] countsOfColumn;

    /** The ranks that this one exchanges pieces with. */
    private final int dest;

    private final int source;

    /** What the block is multiplied with, and its product. */
    private final double[] operand;

    private final double[] product;

    /** This rank's piece of its row's sums. */
    private final double[] sums;

    private final double[] x;
    private final double[] z;
    private final double[] r;
    private final double[] p;
    private final double[] q;

    /** The matrix has a row for each rank at least. */
    public InverseIteration(Comm comm, RandomGraph graph) {
        this.comm = comm;
        int rank = comm.rank();
        int order = graph.order();
        grid = RankGrid.of(comm.size(), order, order);
        int myRow = grid.coordinate(rank, 0);
        int myColumn = grid.coordinate(rank, 1);
        row = comm.split(myRow, myColumn);
        column = comm.split(myColumn, myRow);
        // parts of rows and of columns begin where pieces do
        pieces = new Split(order, comm.size());
        matrix = graph.block(grid.split(0), myRow, grid.split(1), myColumn);

        int inRow = myRow * row.size() + myColumn;
        countsOfRow = new int[row.size()];
        Arrays.setAll(countsOfRow, each -> pieces.count(myRow * row.size() + each));
        countsOfColumn = new int[column.size()];
        Arrays.setAll(countsOfColumn, each -> pieces.count(myColumn * column.size() + each));
        int own = piece(rank);
        dest = grid.rank(inRow % column.size(), inRow / column.size());
        source = grid.rank(own / row.size(), own % row.size());

        operand = new double[grid.count(rank, 1)];
        product = new double[grid.count(rank, 0)];
        sums = new double[pieces.count(inRow)];
        int count = pieces.count(own);
        x = new double[count];
        z = new double[count];
        r = new double[count];
        p = new double[count];
        q = new double[count];
        for (int i = 0; i < count; i++) {
            z[i] = graph.start(pieces.first(own) + i);
        }
        normalise();
    }

    /** The number of a rank's piece of vectors. */
    private int piece(int rank) {
        return grid.coordinate(rank, 1) * grid.split(0).parts() + grid.coordinate(rank, 0);
    }

    /** Rows and columns of ranks. */
    public RankGrid grid() {
        return grid;
    }

    /** Entries of the matrix, at rank 0; 0 elsewhere. */
    public long entries() {
        long[] own = {matrix.entries()};
        long[] all = new long[1];
        comm.collectives().reduce(Buffer.of(MemorySegment.ofArray(own), 1, Datatype.LONG),
                Buffer.of(MemorySegment.ofArray(all), 1, Datatype.LONG), Op.SUM, 0);
        return all[0];
    }

    /** So many iterations on {@code A z = x}, or fewer where nothing is left. Answers the length of {@code x - A z}. */
    public double solve(int iterations) {
        Arrays.fill(z, 0);
        System.arraycopy(x, 0, r, 0, x.length);
        System.arraycopy(x, 0, p, 0, x.length);
        double rho = dot(r, r);
        double least = NOTHING * rho;
        // all ranks have the same bits of each sum, and end together
        for (int iteration = 0; iteration < iterations && rho > least; iteration++) {
            multiply(p, q);
            double alpha = rho / dot(p, q);
            double before = rho;
            for (int i = 0; i < z.length; i++) {
                z[i] += alpha * p[i];
                r[i] -= alpha * q[i];
            }
            rho = dot(r, r);
            double beta = rho / before;
            for (int i = 0; i < p.length; i++) {
                p[i] = r[i] + beta * p[i];
            }
        }
        multiply(z, q);
        for (int i = 0; i < r.length; i++) {
            r[i] = x[i] - q[i];
        }
        return Math.sqrt(dot(r, r));
    }

    /** The estimate of the eigenvalue by the last solution, which is {@code x} from now on, of length 1. */
    public double improve() {
        double estimate = 1 / dot(x, z);
        normalise();
        return estimate;
    }

    private void normalise() {
        double scale = 1 / Math.sqrt(dot(z, z));
        for (int i = 0; i < x.length; i++) {
            x[i] = scale * z[i];
        }
    }

    /** {@code result = A vector}: this rank's pieces of both. */
    private void multiply(double[] vector, double[] result) {
        column.collectives().allgatherv(Buffer.of(MemorySegment.ofArray(vector), vector.length, Datatype.DOUBLE),
                Buffers.packed(MemorySegment.ofArray(operand), countsOfColumn, Datatype.DOUBLE));
        matrix.multiply(operand, product);
        row.collectives().reduceScatter(
                Buffer.of(MemorySegment.ofArray(product), product.length, Datatype.DOUBLE),
                Buffer.of(MemorySegment.ofArray(sums), sums.length, Datatype.DOUBLE), countsOfRow, Op.SUM);
        comm.sendRecv(MemorySegment.ofArray(sums), 0, sums.length, Datatype.DOUBLE, dest, TRANSPOSE,
                MemorySegment.ofArray(result), 0, result.length, Datatype.DOUBLE, source, TRANSPOSE, null);
    }

    private double dot(double[] one, double[] other) {
        double[] sum = new double[1];
        for (int i = 0; i < one.length; i++) {
            sum[0] += one[i] * other[i];
        }
        comm.collectives().allreduce(Buffer.IN_PLACE,
                Buffer.of(MemorySegment.ofArray(sum), 1, Datatype.DOUBLE), Op.SUM);
        return sum[0];
    }

    /** The vector of the last estimate, at rank 0; null elsewhere. */
    public double[] gather() {
        CommCollectives all = comm.collectives();
        Buffer own = Buffer.of(MemorySegment.ofArray(x), x.length, Datatype.DOUBLE);
        if (comm.rank() != 0) {
            all.gatherv(own, null, 0);
            return null;
        }
        double[] vector = new double[pieces.extent()];
        int[] counts = new int[comm.size()];
        int[] displacements = new int[comm.size()];
        for (int rank = 0; rank < counts.length; rank++) {
            counts[rank] = pieces.count(piece(rank));
            displacements[rank] = pieces.first(piece(rank));
        }
        all.gatherv(own, Buffers.of(MemorySegment.ofArray(vector), counts, displacements, Datatype.DOUBLE), 0);
        return vector;
    }

    /** Frees the communicators of rows and columns. */
    public void free() {
        row.free();
        column.free();
    }
}
