package org.pgas.examples.uts;

import java.util.concurrent.atomic.AtomicInteger;

import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.Token;

/** What each rank has seen of a tree, told to rank 0 by a message of seven arguments. */
public final class Tally {
    private static final int ARGUMENTS = 7;

    private final Job job;
    private final int report;
    private final long[] nodes;
    private final long[] nanos;
    private long leaves;
    private int depth;

    /**
     * Reports received. Handlers write it after the fields above: release. The thread that waits for all reads it:
     * acquire.
     */
    private final AtomicInteger reports = new AtomicInteger();

    Tally(Job job) {
        this.job = job;
        nodes = new long[job.size()];
        nanos = new long[job.size()];
        report = job.endpoint().handlers()
                .register(HandlerEntry.ofShort(this::onReport).name("report").request().arguments(ARGUMENTS));
    }

    private void onReport(Token token) {
        nodes[token.sourceRank()] = token.argumentLong(0);
        leaves += token.argumentLong(2);
        nanos[token.sourceRank()] = token.argumentLong(4);
        depth = Math.max(depth, token.argument(6));
        reports.setRelease(reports.getPlain() + 1);
    }

    /** Sends what {@code walk} has seen. Collective: complete on rank 0 when it returns. */
    void gather(TreeWalk walk, long elapsedNanos) {
        int[] arguments = {low(walk.nodes()), high(walk.nodes()), low(walk.leaves()), high(walk.leaves()),
            low(elapsedNanos), high(elapsedNanos), walk.depth()};
        job.world().am().requestShort(0, report, arguments, ARGUMENTS);
        if (job.rank() == 0) {
            job.blockUntil(() -> reports.getAcquire() == job.size());
        }
        job.world().barrier();
    }

    private static int low(long value) {
        return (int) value;
    }

    private static int high(long value) {
        return (int) (value >>> Integer.SIZE);
    }

    /** Nodes of the tree. */
    public long nodes() {
        long sum = 0;
        for (long some : nodes) {
            sum += some;
        }
        return sum;
    }

    /** Those of them without children. */
    public long leaves() {
        return leaves;
    }

    /** Depth of the deepest. */
    public int depth() {
        return depth;
    }

    /** Nodes that {@code rank} visited. */
    public long nodes(int rank) {
        return nodes[rank];
    }

    /** Nodes that {@code rank} visited per second, its search for work included. */
    public double rate(int rank) {
        return nodes[rank] * 1e9 / Math.max(1, nanos[rank]);
    }
}
