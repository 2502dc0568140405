package org.pgas.examples.matmul;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

import org.pgas.Job;
import org.pgas.examples.matrix.GaMatrix;
import org.pgas.examples.matrix.Matrix;
import org.pgas.ga.Ga;
import org.pgas.ga.GaArray;
import org.pgas.ga.GaType;

/** Matrices as global arrays. What ranks report is a row of one more array for each of them. */
public final class GlobalArrayOperands implements Operands {
    private static final int ROOT = 0;

    /** Of the array of reports. */
    private static final int COLUMNS = Share.BYTES / Long.BYTES;

    /** For a row of reports and the counter, with what the library takes beside them. */
    private static final long SMALL_BYTES = 512;

    private final Ga ga;
    private final GaMatrix left;
    private final GaMatrix right;
    private final GaMatrix product;
    private final GaArray reports;

    /** One element: the number of the next task. */
    private final GaArray counter;

    private final long[] element = {0};

    /** Begins the use of global arrays; arguments as of {@link Operands.Maker}. Collective; throws what that throws. */
    public GlobalArrayOperands(Job job, int rows, int inner, int columns) {
        int ranks = job.size();
        ga = Ga.initializeLtd(job, GaMatrix.bytes(ranks, rows, inner) + GaMatrix.bytes(ranks, inner, columns)
                + GaMatrix.bytes(ranks, rows, columns) + SMALL_BYTES);
        left = new GaMatrix(ga, "left", rows, inner);
        right = new GaMatrix(ga, "right", inner, columns);
        product = new GaMatrix(ga, "product", rows, columns);
        reports = ga.create(GaType.C_LONG, new long[]{ranks, COLUMNS}, "reports", new long[]{1, COLUMNS});
        counter = ga.create(GaType.C_LONG, new long[]{1}, "counter", null);
        counter.zero();
    }

    @Override
    public Matrix left() {
        return left;
    }

    @Override
    public Matrix right() {
        return right;
    }

    @Override
    public Matrix product() {
        return product;
    }

    @Override
    public long nextTask() {
        return counter.readInc(element, 1);
    }

    @Override
    public void sync() {
        ga.sync();
    }

    @Override
    public List<Share> gather(Share own) {
        MemorySegment message = MemorySegment.ofArray(new long[COLUMNS]);
        own.writeTo(message);
        reports.put(new long[]{ga.nodeid(), 0}, new long[]{ga.nodeid(), COLUMNS - 1}, message);
        ga.sync();
        List<Share> shares = new ArrayList<>();
        for (int rank = 0; ga.nodeid() == ROOT && rank < ga.nnodes(); rank++) {
            reports.get(new long[]{rank, 0}, new long[]{rank, COLUMNS - 1}, message);
            shares.add(Share.readFrom(message));
        }
        return shares;
    }

    @Override
    public void release() {
        ga.terminate();
    }
}
