package org.pgas.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** Trials of which there can be any number: several threads make one after the other, each by a seed of its own. */
public final class SeededTrials {
    private SeededTrials() {}

    /** Makes one trial. Several threads do so at once. */
    public interface Attempt {
        /** @param scratch an empty directory, which is removed behind it */
        void make(long seed, Path scratch) throws IOException, InterruptedException;
    }

    /** Makes as many as the plan says, at once and altogether; returns when all are made. */
    public static void run(Plan plan, String faultClass, Path base, Attempt attempt) throws Exception {
        AtomicLong next = new AtomicLong();
        long begin = System.nanoTime();
        Callable<Void> strand = () -> {
            for (long trial = next.getAndIncrement(); goesOn(plan, trial, begin); trial = next.getAndIncrement()) {
                Path scratch = Files.createDirectory(base.resolve("trial-" + trial));
                attempt.make(plan.replay() >= 0 ? plan.replay() : plan.seedOf(faultClass, (int) trial), scratch);
                Scratch.remove(scratch);
            }
            return null;
        };
        try (ExecutorService pool = Executors.newFixedThreadPool(plan.parallel())) {
            for (Future<Void> each : pool.invokeAll(Collections.nCopies(plan.parallel(), strand))) {
                each.get();
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    private static boolean goesOn(Plan plan, long trial, long beginNanos) {
        if (plan.replay() >= 0) {
            return trial == 0;
        }
        return plan.time().isZero() ? trial < plan.tries() : System.nanoTime() - beginNanos < plan.time().toNanos();
    }
}
