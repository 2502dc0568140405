package org.pgas.examples.matmul;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

import org.pgas.Job;
import org.pgas.examples.ga.GlobalArray;
import org.pgas.examples.ga.GlobalArrays;
import org.pgas.examples.ga.GlobalCounter;
import org.pgas.examples.grid.RankGrid;
import org.pgas.examples.matrix.Dense;
import org.pgas.examples.matrix.Matrix;
import org.pgas.examples.matrix.Patch;

/** Matrices as global arrays. What ranks report is a row of one more array for each of them. */
public final class GlobalArrayOperands implements Operands {
    private static final int ROOT = 0;

    /** Of the array of reports. */
    private static final int COLUMNS = Share.BYTES / Double.BYTES;

    private final Job job;
    private final GlobalArrays arrays;
    private final GlobalArray left;
    private final GlobalArray right;
    private final GlobalArray product;
    private final GlobalArray reports;
    private final GlobalCounter counter;

    /** Begins the use of global arrays; arguments as of {@link Operands.Maker}. Collective; throws what that throws. */
    public GlobalArrayOperands(Job job, int rows, int inner, int columns) {
        this.job = job;
        int ranks = job.size();
        RankGrid leftGrid = RankGrid.sparing(ranks, rows, inner);
        RankGrid rightGrid = RankGrid.sparing(ranks, inner, columns);
        RankGrid productGrid = RankGrid.sparing(ranks, rows, columns);
        RankGrid reportGrid = RankGrid.slabs(ranks, ranks, COLUMNS);
        arrays = GlobalArrays.initialise(job, GlobalArrays.bytes(leftGrid) + GlobalArrays.bytes(rightGrid)
                + GlobalArrays.bytes(productGrid) + GlobalArrays.bytes(reportGrid) + GlobalCounter.bytes());
        left = arrays.create("left", leftGrid);
        right = arrays.create("right", rightGrid);
        product = arrays.create("product", productGrid);
        reports = arrays.create("reports", reportGrid);
        counter = arrays.createCounter(ROOT);
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
        return counter.readInc();
    }

    @Override
    public void sync() {
        arrays.sync();
    }

    @Override
    public List<Share> gather(Share own) {
        // puts and gets move bytes, whatever these are
        MemorySegment message = MemorySegment.ofArray(new byte[Share.BYTES]);
        Dense layout = Dense.rowMajor(1, COLUMNS);
        own.writeTo(message);
        reports.put(new Patch(job.rank(), 0, 1, COLUMNS), message, layout);
        arrays.sync();
        List<Share> shares = new ArrayList<>();
        for (int rank = 0; job.rank() == ROOT && rank < job.size(); rank++) {
            reports.get(new Patch(rank, 0, 1, COLUMNS), message, layout);
            shares.add(Share.readFrom(message));
        }
        return shares;
    }

    @Override
    public void release() {
        arrays.sync();
        counter.destroy();
        reports.destroy();
        product.destroy();
        right.destroy();
        left.destroy();
        arrays.terminate();
    }
}
