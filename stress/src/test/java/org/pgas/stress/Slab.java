package org.pgas.stress;

import java.lang.foreign.Arena;

import org.pgas.memory.SharedMemory;

/**
 * Memory for the states of the tests, which jcstress makes by the million: each thread hands out the lines of a slab of its own, round
 * and round.
 *
 * <p>A state is used until its round of {@link Harness#STATES} is over and dropped in the next one, so a slab that holds several rounds
 * never hands out what is in use.
 */
public final class Slab {
    /** The largest state. */
    public static final int MOST_BYTES = 1024;

    private static final int LINE_BYTES = 64;
    private static final long SLAB_BYTES = 4L * Harness.STATES * MOST_BYTES;
    private static final ThreadLocal<Slab> OWN = ThreadLocal.withInitial(Slab::new);

    private final long base = Arena.global().allocate(SLAB_BYTES, LINE_BYTES).address();
    private long taken;

    private Slab() {}

    /** The address of that many bytes, all zero, beginning with a cache line. */
    public static long take(int bytes) {
        return OWN.get().next(bytes);
    }

    private long next(int bytes) {
        if (bytes > MOST_BYTES) {
            throw new IllegalArgumentException("a state of " + bytes + " bytes: " + MOST_BYTES + " at most");
        }
        long whole = Math.ceilDiv(bytes, LINE_BYTES) * (long) LINE_BYTES;
        if (taken + whole > SLAB_BYTES) {
            taken = 0;
        }
        long address = base + taken;
        taken += whole;
        SharedMemory.fill(address, (byte) 0, whole);
        return address;
    }
}
