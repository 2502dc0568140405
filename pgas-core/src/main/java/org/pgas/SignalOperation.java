package org.pgas;

import org.pgas.memory.SharedMemory;

/**
 * How a signal changes the signal word, a long. Both are atomic towards each other, towards every operation of an atomic domain on
 * 64-bit integers, and towards ordered puts; a release; and a full fence, so that the question whether somebody sleeps may follow.
 *
 * <p>Source: OpenSHMEM 1.5, 9.8 (SHMEM_SIGNAL_SET, SHMEM_SIGNAL_ADD).
 */
public enum SignalOperation {
    // Fields and orders: words of the program's, with the order that each call promises.

    /** Replaces the word by the value. */
    SET {
        @Override
        void update(long address, long value) {
            // an exchange, not a store: a store may stay behind the look at the sleepers that follows
            SharedMemory.getAndSetLong(address, value);
        }
    },
    /** Adds the value, wrapping around. */
    ADD {
        @Override
        void update(long address, long value) {
            SharedMemory.getAndAddLong(address, value);
        }
    };

    abstract void update(long address, long value);
}
