package org.pgas.stress;

import java.lang.foreign.Arena;
import java.util.concurrent.atomic.AtomicLong;

import org.pgas.memory.SharedMemory;

/**
 * Memory for the states of tests, which jcstress makes by the million: places handed out round and round.
 *
 * <p>A state lives in its round of {@link Harness#STATES} only, so a place is out of use when its turn comes again.
 */
public final class Slab {
    /** The largest state. */
    private static final long MOST_BYTES = 1024;

    /** Several rounds: the old states are replaced while some of them are still looked at. */
    static final long SLAB_BYTES = bytes(MOST_BYTES);

    private static final long LINE_BYTES = 64;

    /** Behind the last place: who looks at what belongs to a state may look at what would follow it, too. */
    private static final long TAIL_BYTES = 16 << 10;

    private static final Slab NATIVE = ofNative(MOST_BYTES);

    private final long base;
    private final long most;

    /** Bytes handed out, and those left over at the end of each way round. */
    private final AtomicLong used = new AtomicLong();

    /** At an address that begins a cache line, with room for several rounds of states of {@code most} bytes. */
    private Slab(long base, long most) {
        this.base = base;
        this.most = most;
    }

    /** Over {@link #SLAB_BYTES} at an address that begins a cache line. */
    Slab(long base) {
        this(base, MOST_BYTES);
    }

    /** Of native memory, for states of {@code most} bytes. */
    public static Slab ofNative(long most) {
        return new Slab(Arena.global().allocate(bytes(most) + TAIL_BYTES, LINE_BYTES).address(), most);
    }

    private static long bytes(long most) {
        return 4L * Harness.STATES * most;
    }

    /** The address of that many bytes of native memory, all zero, in cache lines of their own. */
    public static long take(long bytes) {
        return NATIVE.place(bytes);
    }

    /** As {@link #take}, from this slab. */
    public long place(long bytes) {
        long whole = Math.ceilDiv(bytes, LINE_BYTES) * LINE_BYTES;
        if (whole > most) {
            throw new IllegalArgumentException("a state of " + bytes + " bytes: " + most + " are the most");
        }
        long slab = bytes(most);
        long end = used.updateAndGet(now -> whole <= slab - now % slab ? now + whole : (now / slab + 1) * slab + whole);
        long address = base + (end - whole) % slab;
        SharedMemory.fill(address, (byte) 0, whole);
        return address;
    }
}
