package org.pgas.launch.agents;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Tells the other side again and again that this one lives, and notices when nothing is heard of the other.
 *
 * <p>Silence counts only while this side could have heard. So it counts beats of its own, no time: while this process
 * is stopped, it has no beats, and what the other side has said meanwhile is read when both go on. Nor does a beat
 * count that comes late by more than half of one: this process had to wait for a processor, and so may its reader. And
 * what has come, and the reader has not taken yet, is heard.
 *
 * <pre>
 * field     writer                readers  order
 * silent    reader, the beats     beats    atomic
 * lastNanos the beats             beats    of one thread
 * </pre>
 */
public final class Heart implements AutoCloseable {
    private final long beatNanos;
    private final int limit;
    private final Runnable beat;
    private final BooleanSupplier isUnread;
    private final Runnable onLost;
    private final LongSupplier clock;
    private final Thread thread;
    private final AtomicInteger silent = new AtomicInteger();
    private final CountDownLatch ended = new CountDownLatch(1);
    private long lastNanos;

    /**
     * Does not beat before {@link #start}.
     *
     * @param name of its thread
     * @param every how often this side says that it lives
     * @param timeout how long the other side may be silent; more than a beat
     * @param beat says it; must not wait
     * @param isUnread whether something has come from the other side that the reader has not taken; must not wait
     * @param onLost told once when nothing was heard for too long; no beat comes after it
     */
    public Heart(String name, Duration every, Duration timeout, Runnable beat, BooleanSupplier isUnread,
            Runnable onLost) {
        this(name, every, timeout, beat, isUnread, onLost, System::nanoTime);
    }

    /** @param clock as {@link System#nanoTime} */
    Heart(String name, Duration every, Duration timeout, Runnable beat, BooleanSupplier isUnread, Runnable onLost,
            LongSupplier clock) {
        beatNanos = Math.max(1, every.toNanos());
        limit = beats(every, timeout);
        this.beat = beat;
        this.isUnread = isUnread;
        this.onLost = onLost;
        this.clock = clock;
        lastNanos = clock.getAsLong();
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
        long now = clock.getAsLong();
        boolean isLate = now - lastNanos > beatNanos + beatNanos / 2;
        lastNanos = now;
        if (isLate || silent.getAndIncrement() < limit) {
            return true;
        }
        if (isUnread.getAsBoolean()) {
            heard();
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
