package org.pgas.launch.agents;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Tells the other side again and again that this one lives, and notices when nothing is heard of the other.
 *
 * <p>It counts beats of its own, no time: while this process is stopped, it has no beats, and what the other side has
 * said meanwhile is read when both go on.
 *
 * <pre>
 * field   writer                readers  order
 * silent  reader, the beats     beats    atomic
 * </pre>
 */
public final class Heart implements AutoCloseable {
    private final long beatNanos;
    private final int limit;
    private final Runnable beat;
    private final Runnable onLost;
    private final Thread thread;
    private final AtomicInteger silent = new AtomicInteger();
    private final CountDownLatch ended = new CountDownLatch(1);

    /**
     * Does not beat before {@link #start}.
     *
     * @param name of its thread
     * @param every how often this side says that it lives
     * @param timeout how long the other side may be silent; more than a beat
     * @param beat says it; must not wait
     * @param onLost told once when nothing was heard for too long; no beat comes after it
     */
    public Heart(String name, Duration every, Duration timeout, Runnable beat, Runnable onLost) {
        beatNanos = Math.max(1, every.toNanos());
        limit = beats(every, timeout);
        this.beat = beat;
        this.onLost = onLost;
        thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
    }

    /** How many beats the other side may be silent: whole ones, two at least. */
    static int beats(Duration every, Duration timeout) {
        long nanos = Math.max(1, every.toNanos());
        return Math.clamp(Math.ceilDiv(timeout.toNanos(), nanos), 2, Integer.MAX_VALUE - 1);
    }

    /** Begins to beat. */
    public void start() {
        thread.start();
    }

    private void run() {
        try {
            boolean goesOn = true;
            while (goesOn) {
                goesOn = beatOnce() && !ended.await(beatNanos, TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException e) {
            // nobody interrupts this thread to any purpose
        }
    }

    /** Says that this side lives; false when the other one is lost, which it has told then. */
    boolean beatOnce() {
        beat.run();
        if (silent.getAndIncrement() < limit) {
            return true;
        }
        onLost.run();
        return false;
    }

    /** Something came from the other side. */
    public void heard() {
        silent.set(0);
    }

    @Override
    public void close() {
        ended.countDown();
    }
}
