package org.pgas.stress;

import java.lang.foreign.Arena;
import java.util.concurrent.atomic.AtomicLong;

import org.pgas.memory.SharedMemory;

/**
 * Memory for the states of a test, which jcstress makes by the million: places of one size, handed out round and round.
 *
 * <p>A state lives in its round of {@link Harness#STATES} only, so a place is out of use when its turn comes again. A JVM runs one test,
 * whose states are of one size.
 */
public final class Slab {
    /** The largest state. */
    private static final long MOST_BYTES = 1024;

    /** Several rounds: the old states are replaced while some of them are still looked at. */
    static final long SLAB_BYTES = 4 * Harness.STATES * MOST_BYTES;

    private static final long LINE_BYTES = 64;
    private static final long FREE = 0;

    /** Behind the last place: who looks at what belongs to a state may look at what would follow it, too. */
    private static final long TAIL_BYTES = 16 << 10;

    private static final Slab NATIVE = new Slab(
            Arena.global().allocate(SLAB_BYTES + TAIL_BYTES, LINE_BYTES).address());

    private final long base;
    private final AtomicLong next = new AtomicLong();
    private final AtomicLong size = new AtomicLong(FREE);

    /** Over {@link #SLAB_BYTES} at an address that begins a cache line. */
    Slab(long base) {
        this.base = base;
    }

    /** The address of that many bytes of native memory, all zero, in cache lines of their own. */
    public static long take(long bytes) {
        return NATIVE.place(bytes);
    }

    long place(long bytes) {
        long whole = Math.ceilDiv(bytes, LINE_BYTES) * LINE_BYTES;
        if (size.get() != whole && (whole > MOST_BYTES || !size.compareAndSet(FREE, whole))) {
            throw new IllegalArgumentException("a state of " + bytes + " bytes, after one of " + size.get()
                    + ": one size in a test, of " + MOST_BYTES + " bytes at most");
        }
        long address = base + next.getAndIncrement() % (SLAB_BYTES / whole) * whole;
        SharedMemory.fill(address, (byte) 0, whole);
        return address;
    }
}
