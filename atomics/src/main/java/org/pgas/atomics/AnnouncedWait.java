package org.pgas.atomics;

import org.pgas.Event;
import org.pgas.atomics.locks.Holder;
import org.pgas.memory.SharedMemory;
import org.pgas.team.TeamCore;
import org.pgas.wait.SharedCondition;

/**
 * A wait that repeats an attempt until it succeeds. A word of the structure counts the waiters, so that a thread rings
 * only when there is one. For one thread, once.
 *
 * <pre>
 * field    writer              reader                          order
 * waiting  every waiting rank  threads that may end a wait     add, volatile / opaque
 * </pre>
 *
 * <p>A thread that changes something looks at the word without a fence. It may miss a waiter that has just come; such a
 * sleeper looks around by itself, within a millisecond.
 */
abstract class AnnouncedWait implements SharedCondition {
    /** No limit of time. */
    static final long FOREVER = Long.MAX_VALUE;

    private static final int[] NOBODY = {};

    /** Looks before the announcement, which costs a line that all share; about a microsecond. */
    private static final int LOOKS = 64;

    private final SharedStructure structure;
    private final String call;
    private final long waiting;

    /** The word that counts this thread now; 0 is none. */
    private long announced;

    private boolean succeeded;

    /** {@code waiting}: the address of the word. */
    AnnouncedWait(SharedStructure structure, String call, long waiting) {
        this.structure = structure;
        this.call = call;
        this.waiting = waiting;
    }

    /** The word in which to announce what the last attempt lacked. */
    long waitingWord() {
        return waiting;
    }

    /** Whether it succeeded; not called again then. Runs in the middle of waits, and so none of the program's code. */
    abstract boolean attempt();

    /** What is missing, for messages. */
    abstract String missing();

    static boolean isAnnounced(long waiting) {
        return SharedMemory.getLongOpaque(waiting) != 0;
    }

    /** Whether it succeeded, within {@code nanos} unless {@link #FOREVER}; throws when the structure is gone. */
    final boolean await(long nanos) {
        for (int look = 0; look < LOOKS && nanos > 0; look++) {
            if (isMet()) {
                return ended();
            }
            Thread.onSpinWait();
        }
        announce(waitingWord());
        try {
            if (nanos == FOREVER) {
                TeamCore.of(structure.team()).await(this);
            } else {
                TeamCore.of(structure.team()).await(this, nanos);
            }
        } finally {
            if (structure.exists()) {
                SharedMemory.getAndAddLong(announced, -1);
            }
        }
        return ended();
    }

    private void announce(long word) {
        SharedMemory.getAndAddLong(word, 1);
        announced = word;
    }

    /**
     * Moves the announcement to the word that the last attempt chose. It adds to the new word first: a thread that
     * looks in between finds the waiter in both words.
     */
    private void announceAnew() {
        long before = announced;
        long now = waitingWord();
        if (now != before) {
            announce(now);
            SharedMemory.getAndAddLong(before, -1);
        }
    }

    /** An event that is not announced: a sleeper looks by itself. It need not be awaited: it may never complete. */
    final Event event() {
        return TeamCore.of(structure.team()).event(new SharedCondition() {
            @Override
            public boolean isMet() {
                boolean over = AnnouncedWait.this.isMet();
                ended();
                return over;
            }

            @Override
            public void synchronised() {
                AnnouncedWait.this.synchronised();
            }

            @Override
            public int[] needed() {
                return AnnouncedWait.this.needed();
            }

            @Override
            public String describe() {
                return AnnouncedWait.this.describe();
            }
        }, false);
    }

    private boolean ended() {
        if (!succeeded && !structure.exists()) {
            throw structure.gone(call);
        }
        return succeeded;
    }

    @Override
    public final boolean isMet() {
        if (!structure.exists()) {
            return true; // ended() tells
        }
        succeeded = attempt();
        if (!succeeded && announced != 0) {
            announceAnew();
        }
        return succeeded;
    }

    /** The job rank that a failed attempt needs to succeed; any number that is none if there is none. */
    int neededRank() {
        return Holder.jobRank(Holder.NOBODY);
    }

    @Override
    public final int[] needed() {
        int rank = neededRank();
        return rank < 0 || rank >= structure.team().job().size() || rank == structure.jobRank() ? NOBODY
                : new int[]{rank};
    }

    @Override
    public final String describe() {
        return call + ": " + structure + missing();
    }
}
