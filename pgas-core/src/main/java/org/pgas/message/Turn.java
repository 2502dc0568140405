package org.pgas.message;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The turn to take in a rank's messages: one thread holds it at a time, or none.
 *
 * <pre>
 * field   writer                    reader               order
 * holder  taker and passer          threads of the rank  CAS from nobody / release; its thread by a plain read
 * rounds  the holder                threads of the rank  release / acquire
 * </pre>
 */
public final class Turn {
    private static final long NOBODY = 0;

    /** The number of the thread that holds the turn: a reference would cost the collector's barrier at each change. */
    private final AtomicLong holder = new AtomicLong(NOBODY);

    /** How often the turn was passed on, or its holder said that handlers have run. */
    private final AtomicLong rounds = new AtomicLong();

    private static long self() {
        return Thread.currentThread().threadId();
    }

    boolean isMine() {
        return holder.getPlain() == self();
    }

    /** Whether another thread has it; volatile. */
    public boolean isTaken() {
        long now = holder.get();
        return now != NOBODY && now != self();
    }

    /** False if somebody has it, the calling thread included. */
    public boolean take() {
        // SYNC: turn
        return holder.getPlain() == NOBODY && holder.compareAndSet(NOBODY, self());
    }

    /** Handlers have run; the holder says so. */
    void round() {
        // SYNC: handlers have run
        rounds.setRelease(rounds.getPlain() + 1);
    }

    public void pass() {
        round();
        // SYNC: turn; the next holder sees what this one has done
        holder.setRelease(NOBODY);
    }

    /** Makes what handlers have done, on whatever thread, visible to the calling one. */
    void acquireRounds() {
        // SYNC: handlers have run
        rounds.getAcquire();
    }
}
