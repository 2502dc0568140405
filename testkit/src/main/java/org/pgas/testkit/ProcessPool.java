package org.pgas.testkit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The rank JVMs of the test classes of a module. By any thread, so that tests may run at the same time. */
final class ProcessPool implements AutoCloseable {
    private static final long START_SECONDS = 600;

    private final Class<?> testClass;
    private final Deque<ProcessRank> idle = new ArrayDeque<>();

    /** @param testClass any of them */
    ProcessPool(Class<?> testClass) {
        this.testClass = testClass;
    }

    /** JVMs that are up and idle, the ones used last first, so that few stay warm. */
    List<ProcessRank> take(int count) throws InterruptedException {
        List<ProcessRank> taken = new ArrayList<>();
        synchronized (idle) {
            while (taken.size() < count && !idle.isEmpty()) {
                ProcessRank next = idle.removeFirst();
                if (next.isIdle()) {
                    taken.add(next);
                } else {
                    next.kill();
                }
            }
        }
        try {
            while (taken.size() < count) {
                taken.add(new ProcessRank(testClass));
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
    public void close() {
        synchronized (idle) {
            idle.forEach(ProcessRank::beginEnd);
            idle.forEach(ProcessRank::end);
            idle.clear();
        }
    }
}
