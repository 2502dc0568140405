package org.pgas.heap.blocks;

import org.pgas.memory.SharedMemory;

/**
 * The free small blocks at hand for the threads of one rank: a list for each class, last in first out, under one lock.
 *
 * <p>The lock is held for a few loads and stores and never while waiting, so a thread that finds it taken goes
 * elsewhere. Any rank may take it, to fetch what is in the cache when the heap has no other room.
 *
 * <pre>
 * offset        bytes  field        writer                  reader               order
 * 0             16     lock         see {@link HeapLock}
 * 64 + 32 c            class c:
 *    +0         8      head         the holder of the lock  the same; any thread plain / opaque
 *    +8         4      blocks       the holder of the lock  the same; statistics plain / opaque, with the next one long
 *    +12        4      granules     the holder of the lock  the same; statistics
 *    +16        8      allocations  the holder of the lock  the same; statistics plain / opaque
 *    +24        8      frees        the holder of the lock  the same; statistics plain / opaque
 * 1376                 end, up to 1408
 * </pre>
 */
public final class BlockCache {
    /** Two lines of 64 bytes are fetched together; so no two caches share a pair. */
    public static final long BYTES = 1408;

    private static final int LISTS = 64;
    private static final int LIST_BYTES = 32;
    private static final int SIZES = 8;
    private static final int ALLOCATIONS = 16;
    private static final int FREES = 24;
    private static final int GRANULES_SHIFT = 32;

    private BlockCache() {}

    public static long list(long cache, int sizeClass) {
        return cache + LISTS + (long) sizeClass * LIST_BYTES;
    }

    public static boolean isEmpty(long list) {
        return SharedMemory.getLongOpaque(list) == Blocks.NONE;
    }

    public static int count(long list) {
        return (int) SharedMemory.getLongOpaque(list + SIZES);
    }

    public static long granules(long list) {
        return SharedMemory.getLongOpaque(list + SIZES) >>> GRANULES_SHIFT;
    }

    public static long allocations(long list) {
        return SharedMemory.getLongOpaque(list + ALLOCATIONS);
    }

    public static long frees(long list) {
        return SharedMemory.getLongOpaque(list + FREES);
    }

    /**
     * Takes the last block in and makes it allocated; or {@link Blocks#NONE}, {@link Blocks#DAMAGED}. With the lock.
     */
    public static long pop(Blocks blocks, long list) {
        long block = SharedMemory.getLong(list);
        if (block == Blocks.NONE) {
            return Blocks.NONE;
        }
        long word = blocks.wordIn(block, Blocks.FREED);
        if (word == 0) {
            return Blocks.DAMAGED;
        }
        SharedMemory.putLong(list, blocks.link(block));
        resize(list, -one(Blocks.granules(word)));
        SharedMemory.putLong(list + ALLOCATIONS, SharedMemory.getLong(list + ALLOCATIONS) + 1);
        blocks.setState(block, word, Blocks.ALLOCATED);
        return block;
    }

    /** Puts a block in that the caller has freed. Answers how many there are now. With the lock. */
    public static int push(Blocks blocks, long list, long block, long granules) {
        blocks.setLink(block, SharedMemory.getLong(list));
        SharedMemory.putLong(list, block);
        SharedMemory.putLong(list + FREES, SharedMemory.getLong(list + FREES) + 1);
        return resize(list, one(granules));
    }

    /** Puts a chain of freed blocks in that were not in use before. With the lock. */
    public static void pushChain(Blocks blocks, long list, long first, long last, int count, long granules) {
        blocks.setLink(last, SharedMemory.getLong(list));
        SharedMemory.putLong(list, first);
        resize(list, granules << GRANULES_SHIFT | count);
    }

    /** Takes up to {@code most} blocks, as a chain; or {@link Blocks#NONE}, {@link Blocks#DAMAGED}. With the lock. */
    public static long cut(Blocks blocks, long list, int most) {
        long first = SharedMemory.getLong(list);
        long sizes = 0;
        long last = Blocks.NONE;
        long block = first;
        long looks = Math.min(most, blocks.end() >>> 5); // no list is longer, unless it goes round in a circle
        for (long count = 0; count < looks && block != Blocks.NONE; count++) {
            long word = blocks.wordIn(block, Blocks.FREED);
            if (word == 0) {
                return Blocks.DAMAGED;
            }
            sizes += one(Blocks.granules(word));
            last = block;
            block = blocks.link(block);
        }
        if (last != Blocks.NONE) {
            blocks.setLink(last, Blocks.NONE);
            SharedMemory.putLong(list, block);
            resize(list, -sizes);
        }
        return first;
    }

    private static long one(long granules) {
        return granules << GRANULES_SHIFT | 1;
    }

    private static int resize(long list, long sizes) {
        long now = SharedMemory.getLong(list + SIZES) + sizes;
        SharedMemory.putLong(list + SIZES, now);
        return (int) now;
    }

    /** Empty and free, with counts of none. */
    public static void reset(long cache) {
        SharedMemory.fill(cache, (byte) 0, BYTES);
    }
}
