package org.pgas.examples.matmul;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import org.pgas.Job;
import org.pgas.atomics.MessageQueue;
import org.pgas.atomics.WorkCounter;
import org.pgas.examples.grid.RankGrid;
import org.pgas.examples.matrix.DistributedMatrix;
import org.pgas.examples.matrix.Matrix;

/**
 * Matrices in the segments that ranks attach. A segment holds the counter of tasks and the queue of what ranks report,
 * which are used in rank 0's, and the rank's blocks of the three matrices.
 */
public final class SegmentOperands implements Operands {
    private static final int ROOT = 0;

    private final Job job;
    private final DistributedMatrix left;
    private final DistributedMatrix right;
    private final DistributedMatrix product;
    private final WorkCounter counter;
    private final MessageQueue reports;

    /** Attaches the job's segment; arguments as of {@link Operands.Maker}. Collective; throws what attach throws. */
    public SegmentOperands(Job job, int rows, int inner, int columns) {
        this.job = job;
        RankGrid leftGrid = RankGrid.sparing(job.size(), rows, inner);
        RankGrid rightGrid = RankGrid.sparing(job.size(), inner, columns);
        RankGrid productGrid = RankGrid.sparing(job.size(), rows, columns);
        // all reports find room in the queue, also that of rank 0, which takes them out only then
        int capacity = job.size();
        long queueAt = WorkCounter.bytes();
        long leftAt = queueAt + MessageQueue.bytes(capacity, Share.BYTES);
        long rightAt = leftAt + DistributedMatrix.bytes(leftGrid);
        long productAt = rightAt + DistributedMatrix.bytes(rightGrid);
        long bytes = productAt + DistributedMatrix.bytes(productGrid);
        job.attach(Math.ceilDiv(bytes, job.pageBytes()) * job.pageBytes());
        left = new DistributedMatrix(job, leftGrid, leftAt);
        right = new DistributedMatrix(job, rightGrid, rightAt);
        product = new DistributedMatrix(job, productGrid, productAt);
        counter = WorkCounter.create(job.world(), ROOT, 0);
        reports = MessageQueue.create(job.world(), ROOT, queueAt, capacity, Share.BYTES);
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
        return counter.next();
    }

    @Override
    public void sync() {
        job.world().barrier();
    }

    @Override
    public List<Share> gather(Share own) {
        MemorySegment message = MemorySegment.ofArray(new byte[Share.BYTES]);
        own.writeTo(message);
        reports.put(message, 0, Share.BYTES);
        List<Share> shares = new ArrayList<>();
        while (job.rank() == ROOT && shares.size() < job.size()) {
            reports.take(message, 0);
            shares.add(Share.readFrom(message));
        }
        shares.sort(Comparator.comparingInt(Share::rank));
        return shares;
    }

    @Override
    public void release() {
        job.world().barrier();
    }
}
