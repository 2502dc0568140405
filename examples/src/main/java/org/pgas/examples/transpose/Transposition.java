package org.pgas.examples.transpose;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.pgas.Job;
import org.pgas.Rma;
import org.pgas.examples.grid.RankGrid;
import org.pgas.examples.matrix.DistributedMatrix;
import org.pgas.examples.matrix.MatrixFiles;
import org.pgas.examples.matrix.Numbers;
import org.pgas.examples.matrixmarket.MatrixMarketHeader.Field;
import org.pgas.examples.matrixmarket.MatrixMarketHeader.Format;
import org.pgas.vis.Shape;
import org.pgas.vis.Vis;

/**
 * One rank's part in transposing a matrix. Of both the matrix and its transpose a rank has some whole rows; where its
 * rows of the one cross the rows that a peer has of the other lies a block, and this rank puts it there: it takes it
 * column by column out of its own memory, and the peer's rows take it in row by row.
 *
 * <pre>
 *   matrix            transpose
 *   +---+---+---+     +---+---+
 * 0 | a | b | c |     | a'| d'| 0
 *   +---+---+---+     +---+---+
 * 1 | d | e | f |     | b'| e'| 1
 *   +---+---+---+     +---+---+
 *                     | c'| f'| 2
 *                     +---+---+
 * </pre>
 *
 * <p>A segment holds a word for each rank, used in rank 0's, and the rank's rows of the two matrices.
 */
public final class Transposition {
    /** The most rows or columns of a matrix. */
    public static final int LARGEST_ORDER = 1 << 20;

    private static final int ROOT = 0;

    private final Job job;
    private final Rma rma;
    private final Vis vis;
    private final DistributedMatrix matrix;
    private final DistributedMatrix transpose;
    private final MemorySegment own;
    private final List<Shape> taken = new ArrayList<>();
    private final List<Shape> given = new ArrayList<>();

    /**
     * Attaches the job's segment; the matrices are zero. Collective, arguments single-valued, 1 to
     * {@link #LARGEST_ORDER}; throws what attach throws.
     */
    public Transposition(Job job, int rows, int columns) {
        this.job = job;
        rma = job.world().rma();
        vis = Vis.of(job.world());
        RankGrid matrixGrid = RankGrid.slabs(job.size(), rows, columns);
        RankGrid transposeGrid = RankGrid.slabs(job.size(), columns, rows);
        long matrixAt = Math.ceilDiv((long) Long.BYTES * job.size(), 64) * 64;
        long transposeAt = matrixAt + DistributedMatrix.bytes(matrixGrid);
        long bytes = transposeAt + DistributedMatrix.bytes(transposeGrid);
        own = job.attach(Math.ceilDiv(bytes, job.pageBytes()) * job.pageBytes()).local();
        matrix = new DistributedMatrix(job, matrixGrid, matrixAt);
        transpose = new DistributedMatrix(job, transposeGrid, transposeAt);
        int rank = job.rank();
        for (int peer = 0; peer < job.size(); peer++) {
            taken.add(matrix.section(rank).range(1, transposeGrid.first(peer, 0), transposeGrid.count(peer, 0))
                    .permuted(1, 0).shape());
            given.add(transpose.section(peer).range(1, matrixGrid.first(rank, 0), matrixGrid.count(rank, 0)).shape());
        }
    }

    /** Fills this rank's rows of the matrix with numbers of its own. */
    public void fill(long seed) {
        matrix.fill(new Numbers(seed));
    }

    /** Reads the matrix from a Matrix Market file. By rank 0. */
    public void load(Path file) throws IOException {
        MatrixFiles.load(file, matrix);
    }

    /** Writes the transpose to a Matrix Market file. By rank 0, after {@link #run} and another barrier. */
    public void store(Path file, Format format, Field field) throws IOException {
        MatrixFiles.store(file, transpose, format, field);
    }

    /**
     * Transposes, and returns how many nanoseconds it took all ranks. Collective, when the matrix is there; may be
     * repeated.
     */
    public long run() {
        job.world().barrier();
        long start = System.nanoTime();
        // each rank begins with itself, so that not all are in one rank's memory at a time
        for (int turn = 0; turn < job.size(); turn++) {
            int peer = (job.rank() + turn) % job.size();
            vis.put(peer, transpose.base(), given.get(peer), own, matrix.base(), taken.get(peer));
        }
        job.world().barrier();
        return System.nanoTime() - start;
    }

    /** How many numbers of the transpose are wrong. Collective, after {@link #run}. */
    public long errors() {
        rma.putLong(ROOT, (long) Long.BYTES * job.rank(), ownErrors());
        job.world().barrier();
        long errors = 0;
        for (int rank = 0; rank < job.size(); rank++) {
            errors += rma.getLong(ROOT, (long) Long.BYTES * rank);
        }
        return errors;
    }

    /** Compares this rank's rows with the columns of the matrix, of which it gets row after row, contiguously. */
    private long ownErrors() {
        int first = transpose.block(job.rank()).row();
        int count = transpose.block(job.rank()).rows();
        double[] row = new double[matrix.columns()];
        MemorySegment rows = own.asSlice(transpose.base(), (long) Double.BYTES * count * matrix.rows());
        long errors = 0;
        for (int i = 0; i < matrix.rows(); i++) {
            matrix.getRow(i, row);
            for (int j = 0; j < count; j++) {
                double found = rows.getAtIndex(ValueLayout.JAVA_DOUBLE, (long) j * matrix.rows() + i);
                errors += found == row[first + j] ? 0 : 1;
            }
        }
        return errors;
    }
}
