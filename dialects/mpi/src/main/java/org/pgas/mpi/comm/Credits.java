package org.pgas.mpi.comm;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What keeps the memory of a receiver bounded that does not receive: a rank sends so many bytes eagerly to another one,
 * and no more until that one says that some of them are gone, into the memory of receives. What exceeds it is offered,
 * and waits at its sender.
 *
 * <pre>
 * field        writer                                    reader       order
 * outstanding  a sender, and the handler of a CREDIT     a sender     atomic; needs no other order
 * owed         under the lock of the engine              the same     the lock
 * </pre>
 */
final class Credits {
    /** What a message costs besides its data: its object here, about. */
    static final int MESSAGE_BYTES = 128;

    /** All eager messages that a rank has to keep take no more, for any number of ranks up to 1024. */
    private static final long MOST_BYTES = 64L << 20;

    private static final long MOST_OF_ONE_BYTES = 1 << 20;
    private static final long LEAST_OF_ONE_BYTES = 64 << 10;

    private final long limit;

    /** By job rank: sent there eagerly, and not known to be gone. */
    private final AtomicLongArray outstanding;

    /** By job rank: what came from there eagerly, is gone, and was not told. */
    private final long[] owed;

    Credits(int ranks) {
        limit = Math.clamp(MOST_BYTES / ranks, LEAST_OF_ONE_BYTES, MOST_OF_ONE_BYTES);
        outstanding = new AtomicLongArray(ranks);
        owed = new long[ranks];
    }

    /** Whether a message of so many bytes may be sent eagerly; it counts then. */
    boolean take(int peer, long bytes) {
        long cost = bytes + MESSAGE_BYTES;
        if (outstanding.getAndAdd(peer, cost) + cost <= limit) {
            return true;
        }
        outstanding.getAndAdd(peer, -cost);
        return false;
    }

    /** A message that came eagerly is gone; answers how many bytes are to be told now, mostly 0. */
    int owe(int peer, long bytes) {
        long now = owed[peer] + bytes + MESSAGE_BYTES;
        owed[peer] = now < limit / 4 ? now : 0;
        return now < limit / 4 ? 0 : (int) now;
    }

    /** The peer has told it. */
    void give(int peer, int bytes) {
        outstanding.getAndAdd(peer, -bytes);
    }
}
