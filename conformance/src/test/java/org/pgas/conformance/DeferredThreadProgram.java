package org.pgas.conformance;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.opentest4j.AssertionFailedError;
import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.JobConfig;
import org.pgas.ProgressThread;
import org.pgas.Setting;

/**
 * A program of two ranks that starts the progress thread itself: a platform thread on rank 0, and a virtual one on rank
 * 1.
 */
public final class DeferredThreadProgram {
    private static final int HANDLER = 200;
    private static final int ROUNDS = 20;

    private DeferredThreadProgram() {}

    public static void main(String[] arguments) throws InterruptedException {
        JobConfig config = JobConfig.builder().set(Setting.PROGRESS_THREAD, "on").deferThreads().build();
        // closed before the thread is seen to return; a failure ends the process and so the job
        Job job = Job.join(config);
        job.attach(job.pageBytes());
        ProgressThread progress = job.progressThreads().getFirst();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread.Builder builder = job.rank() == 0 ? Thread.ofPlatform().daemon() : Thread.ofVirtual();
        Thread thread = builder.start(() -> {
            try {
                progress.body().run();
            } catch (Throwable e) {
                failure.set(e);
            }
        });
        exchange(job, thread);
        job.close();
        thread.join();
        if (failure.get() != null) {
            throw new IllegalStateException("the body failed", failure.get());
        }
        System.out.println("rank " + job.rank() + " was served by " + (thread.isVirtual() ? "a virtual thread"
                : "a platform thread"));
    }

    /**
     * Two ranks send each other messages while their callers compute; {@code thread} runs the body, and so each
     * handler.
     */
    static void exchange(Job job, Thread thread) {
        AtomicInteger handled = new AtomicInteger();
        Thread[] handledBy = new Thread[1];
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> {
            handledBy[0] = Thread.currentThread();
            handled.incrementAndGet();
        }).index(HANDLER));
        job.world().barrier();
        // in the barrier, this thread would handle the first message itself
        Words.meet(job, 8);
        for (int round = 1; round <= ROUNDS; round++) {
            int now = round;
            job.world().am().requestShort(1 - job.rank(), HANDLER);
            Computing.until("message " + round + " is handled", () -> handled.get() >= now);
            // the other rank sends its next one when both have seen this
            Signals.raise(job, 1 - job.rank(), 0, round);
            if (handledBy[0] != thread) {
                throw new AssertionFailedError("message " + round + " was handled by " + handledBy[0]);
            }
            Words.compute(job, 0, round);
        }
        job.world().barrier();
    }
}
