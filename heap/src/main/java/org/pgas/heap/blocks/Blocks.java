package org.pgas.heap.blocks;

import org.pgas.memory.SharedMemory;

/**
 * The headers of a heap's blocks. The blocks lie one behind the other without a gap, so a thread that goes from header
 * to header, from the first on, finds them all; everything else that the heap knows can be made anew from that.
 *
 * <p>A block is named by the distance of its header from the heap's base. Its payload follows the header:
 *
 * <pre>
 * offset  bytes  field     writer                                           reader    order
 * 0       8      word      the holder of the central lock; the thread that  all       see below
 *                          frees the block, or, in the lock of a cache,
 *                          takes it out of that cache
 * 8       8      tag       the holder of the central lock                   all       opaque / opaque
 * 16      8      next      the holder of the lock of the list it is in      the same  plain
 * 24      8      previous  the holder of the central lock, of a FREE one    the same  plain
 *
 * word    bits   what                          tag     bits   what
 *         28..63 granules of the block                 28..63 granules of the block before, 0 for the first
 *         2..27  check of place and granules           0..27  check of the place
 *         0..1   state
 * </pre>
 *
 * <p>States: ALLOCATED to FREED is a compare-and-swap by the thread that frees: of several that free one block, one
 * succeeds. It is a release of what was done in the block. FREED blocks are in a cache or on their way; the thread that
 * takes one out makes it ALLOCATED. FREED to FREE and back is for the holder of the central lock: FREE blocks are in a
 * bin, no two are neighbours.
 *
 * <p>Where blocks begin changes under the central lock only, and in one store of a word, the last of a split and the
 * first of a merge; headers that are none any more are cleared after it. So whenever all threads stop, the walk from
 * header to header is whole. Two things may be left behind: a wrong tag, on which only the holder of the lock relies,
 * and a header inside a block that says FREED or FREE.
 *
 * <p>The checks have 54 bits, and depend on a number that is drawn for each heap: a place inside a block is not taken
 * for a block.
 *
 * @param base the address of the heap
 * @param end behind the last block
 */
public record Blocks(long base, long first, long end, long seed) {
    public static final int ALLOCATED = 1;
    public static final int FREED = 2;
    public static final int FREE = 3;

    /** No block is there. */
    public static final long NONE = 0;

    /** An answer in place of a block: what was found there is none. */
    public static final long DAMAGED = -1;

    public static final int LINK = 16;
    public static final int BACK_LINK = 24;

    private static final int TAG = 8;
    private static final int GRANULE_SHIFT = 28;
    private static final long CHECK_MASK = (1L << GRANULE_SHIFT) - 4;
    private static final long TAG_MASK = (1L << GRANULE_SHIFT) - 1;
    private static final int STATE_MASK = 3;

    /** Whether a block could be there. */
    public boolean isInside(long block) {
        return block >= first && block < end && (block & Bins.GRANULE_BYTES - 1) == 0;
    }

    public long word(long block) {
        return SharedMemory.getLongAcquire(base + block);
    }

    public static long granules(long word) {
        return word >>> GRANULE_SHIFT;
    }

    public static int state(long word) {
        return (int) word & STATE_MASK;
    }

    public static long withState(long word, int state) {
        return word & ~STATE_MASK | state;
    }

    private long check(long block, long granules) {
        return (seed ^ block) * 0x9E3779B97F4A7C15L + granules * 0xC2B2AE3D27D4EB4FL >>> 36 & CHECK_MASK;
    }

    private long tagCheck(long block) {
        return (~seed ^ block) * 0xD6E8FEB86659FD93L >>> 36;
    }

    /** Whether the word, read from there, is that of a block; its end is inside then. */
    public boolean isHeader(long block, long word) {
        long granules = granules(word);
        return (word & CHECK_MASK) == check(block, granules)
                && granules >= Bins.MIN_GRANULES
                && granules <= end - block >>> 4
                && state(word) != 0;
    }

    /**
     * As {@link #isHeader}, of a word in that state, and with the check of the tag: for places that came from outside.
     */
    public boolean isAllocated(long block, long word) {
        return state(word) == ALLOCATED && isHeader(block, word) && hasTag(block);
    }

    public boolean hasTag(long block) {
        return (tag(block) & TAG_MASK) == tagCheck(block);
    }

    private long tag(long block) {
        return SharedMemory.getLongOpaque(base + block + TAG);
    }

    /** The granules of the block before, 0 for the first. */
    public long granulesBefore(long block) {
        return tag(block) >>> GRANULE_SHIFT;
    }

    /** Writes the tag of a block, unless it is the end. */
    public void setGranulesBefore(long block, long granules) {
        if (block != end) {
            SharedMemory.putLongOpaque(base + block + TAG, granules << GRANULE_SHIFT | tagCheck(block));
        }
    }

    /** The word of a block of that size and state. */
    public long word(long block, long granules, int state) {
        return granules << GRANULE_SHIFT | check(block, granules) | state;
    }

    /** A header where nobody looks for one yet. */
    public void write(long block, long granules, int state, long granulesBefore) {
        setGranulesBefore(block, granulesBefore);
        SharedMemory.putLongRelease(base + block, word(block, granules, state));
    }

    /** Changes a word that nobody else may change: behind all that was stored before. */
    public void commit(long block, long granules, int state) {
        SharedMemory.putLongRelease(base + block, word(block, granules, state));
    }

    /** As {@link #commit}, of a block that others might free by mistake at this moment: false if they did. */
    public boolean commit(long block, long expected, long granules) {
        return SharedMemory.compareAndSetLong(base + block, expected, word(block, granules, ALLOCATED));
    }

    public void setState(long block, long word, int state) {
        SharedMemory.putLongRelease(base + block, withState(word, state));
    }

    /** Called by a thread that frees the block; false if another has freed it first. */
    public boolean tryFree(long block, long word) {
        return SharedMemory.compareAndSetLong(base + block, word, withState(word, FREED));
    }

    /** A header that is none any more; after the store that took the place away from it. */
    public void clear(long block) {
        SharedMemory.putLongRelease(base + block, 0);
    }

    public static long after(long block, long granules) {
        return block + granules * Bins.GRANULE_BYTES;
    }

    public long link(long block) {
        return SharedMemory.getLong(base + block + LINK);
    }

    public void setLink(long block, long next) {
        SharedMemory.putLong(base + block + LINK, next);
    }

    public long backLink(long block) {
        return SharedMemory.getLong(base + block + BACK_LINK);
    }

    public void setBackLink(long block, long previous) {
        SharedMemory.putLong(base + block + BACK_LINK, previous);
    }

    /** The word of what should be a block in that state, or 0 when it is none. */
    public long wordIn(long block, int state) {
        if (!isInside(block)) {
            return 0;
        }
        long word = word(block);
        return state(word) == state && isHeader(block, word) ? word : 0;
    }
}
