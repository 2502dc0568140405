package org.pgas.mpi;

import java.lang.foreign.MemorySegment;

import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.memory.SharedMemory;

/**
 * What is attached to a dynamic window. Each rank has a table in shared memory, behind its {@link ControlWords}, by which origins
 * check their ranges before anything moves; the memory itself only its rank knows.
 *
 * <pre>
 * offset  field    writer          reader     order
 * 16 i    base     the table's rank  all ranks  release, after the length; 0 while there is nothing / acquire
 * 16 i+8  length   the table's rank  all ranks  plain / plain, between two looks at the base
 * </pre>
 *
 * <p>A displacement is a base and an offset. A base is never 0 and, for 127 attachments in the same place, never the same.
 */
final class DynamicMemory {
    /** How many regions a rank may have attached at a time. */
    static final int SLOTS = 64;

    static final int BYTES = SLOTS * 16;

    private static final int SLOT_SHIFT = 48;
    private static final int GENERATION_SHIFT = 54;
    private static final int GENERATIONS = 127;
    private static final long OFFSET_MASK = (1L << SLOT_SHIFT) - 1;

    /** The addresses of all ranks' tables, by window rank. */
    private final long[] tables;

    private final int rank;
    private final String who;

    /** Written under {@code this}; read by the thread that runs handlers too. */
    private final MemorySegment[] memory = new MemorySegment[SLOTS];

    private final int[] generations = new int[SLOTS];

    DynamicMemory(long[] tables, int rank, String who) {
        this.tables = tables;
        this.rank = rank;
        this.who = who;
    }

    /** Makes {@code region} accessible; answers its base. */
    synchronized long attach(MemorySegment region) {
        int free = -1;
        for (int slot = SLOTS - 1; slot >= 0; slot--) {
            if (memory[slot] == null) {
                free = slot;
            } else if (memory[slot].asOverlappingSlice(region).isPresent()) {
                throw bad("Window.attach", ErrorCode.BAD_ARGUMENT,
                        "the memory overlaps what is attached at displacement "
                                + base(slot) + ": detach that first, or attach what both cover at once");
            }
        }
        if (free < 0) {
            throw bad("Window.attach", ErrorCode.RESOURCE, SLOTS + " regions are attached already: detach one first");
        }
        memory[free] = region;
        generations[free] = generations[free] % GENERATIONS + 1;
        long word = tables[rank] + 16L * free;
        SharedMemory.putLong(word + 8, region.byteSize());
        // SYNC: dynamic memory; who finds the base finds its length
        SharedMemory.putLongRelease(word, base(free));
        return base(free);
    }

    private long base(int slot) {
        return (long) generations[slot] << GENERATION_SHIFT | (long) slot << SLOT_SHIFT;
    }

    /** Ends what begins at {@code displacement}. */
    synchronized void detach(long displacement) {
        int slot = slot(displacement);
        if (memory[slot] == null || base(slot) != displacement) {
            throw bad("Window.detach", ErrorCode.BAD_ARGUMENT, "nothing is attached at displacement " + displacement
                    + ": give what Window.attach has answered");
        }
        memory[slot] = null;
        SharedMemory.putLongVolatile(tables[rank] + 16L * slot, 0);
    }

    private static int slot(long displacement) {
        return (int) (displacement >>> SLOT_SHIFT) & SLOTS - 1;
    }

    /** Whether {@code target} has all of {@code [displacement + low, displacement + high)} attached, in one region. */
    boolean contains(int target, long displacement, long low, long high) {
        long word = tables[target] + 16L * slot(displacement);
        // SYNC: dynamic memory
        long base = SharedMemory.getLongAcquire(word);
        long length = SharedMemory.getLong(word + 8);
        SharedMemory.acquireFence();
        return base != 0 && base == (displacement & ~OFFSET_MASK) && SharedMemory.getLongOpaque(word) == base
                && isInside(displacement & OFFSET_MASK, low, high, length);
    }

    /** Whatever the words say that were read from the table: no region is longer than offsets reach. */
    private static boolean isInside(long offset, long low, long high, long length) {
        return length >= 0 && length <= OFFSET_MASK + 1 && low <= high && low >= -offset && high <= length - offset;
    }

    /** What is attached here at {@code displacement}, for handlers. */
    synchronized MemorySegment at(long displacement) {
        int slot = slot(displacement);
        if (memory[slot] == null || base(slot) != (displacement & ~OFFSET_MASK)) {
            throw bad("Window.detach", ErrorCode.BAD_ARGUMENT, "a transfer to displacement " + displacement
                    + " came after that was detached: synchronise before you detach");
        }
        return memory[slot];
    }

    /** Offset in that memory. */
    static long offset(long displacement) {
        return displacement & OFFSET_MASK;
    }

    private PgasException bad(String call, ErrorCode code, String what) {
        return new PgasException(code, who + ": " + call + ": " + what);
    }
}
