package org.pgas.testkit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.pgas.testkit.networks.Networks;

/** The rank JVMs of the test classes of a module. By any thread, so that tests may run at the same time. */
final class ProcessPool implements AutoCloseable {
    private static final long START_SECONDS = 600;

    /** Networks for hosts: no law needs more than three hosts; further hosts share these. */
    private static final int NETWORKS = 3;

    private final Class<?> testClass;
    private final Deque<ProcessRank> idle = new ArrayDeque<>();

    /** Null before they are asked for. Guarded by this. */
    private Networks networks;

    /** @param testClass any of them */
    ProcessPool(Class<?> testClass) {
        this.testClass = testClass;
    }

    /** Networks of ranks that are on several hosts. Made when first asked for, and ended with the JVMs in them. */
    synchronized Networks networks() throws InterruptedException {
        if (networks == null) {
            networks = Networks.make(NETWORKS);
            if (!networks.hindrance().isEmpty()) {
                System.out.println("pgas-testkit: the hosts of ranks are " + String.join(", ", networks.addresses())
                        + ", without networks of their own: " + networks.hindrance());
            }
        }
        return networks;
    }

    /** JVMs that are up and idle, the ones used last first, so that few stay warm. */
    List<ProcessRank> take(Division division) throws InterruptedException {
        List<ProcessRank> taken = new ArrayList<>();
        try {
            for (int rank = 0; rank < division.size(); rank++) {
                ProcessRank found = takeIdle(division.into(rank));
                taken.add(found == null ? new ProcessRank(testClass, division.into(rank)) : found);
            }
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
            for (ProcessRank each : taken) {
                each.awaitReady(deadline);
            }
            return taken;
        } catch (RuntimeException | InterruptedException e) {
            taken.forEach(ProcessRank::kill);
            throw e;
        }
    }

    /** Null if there is none. */
    private ProcessRank takeIdle(List<String> into) {
        synchronized (idle) {
            for (Iterator<ProcessRank> each = idle.iterator(); each.hasNext();) {
                ProcessRank next = each.next();
                if (!next.isIdle()) {
                    each.remove();
                    next.kill();
                } else if (next.isIn(into)) {
                    each.remove();
                    return next;
                }
            }
            return null;
        }
    }

    void giveBack(List<ProcessRank> ranks) {
        synchronized (idle) {
            for (ProcessRank each : ranks.reversed()) {
                if (each.isIdle()) {
                    idle.addFirst(each);
                } else {
                    each.kill();
                }
            }
        }
    }

    @Override
    public synchronized void close() {
        synchronized (idle) {
            idle.forEach(ProcessRank::beginEnd);
            idle.forEach(ProcessRank::end);
            idle.clear();
        }
        if (networks != null) {
            networks.close();
        }
    }
}
