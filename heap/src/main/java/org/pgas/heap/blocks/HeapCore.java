package org.pgas.heap.blocks;

import org.pgas.memory.SharedMemory;

/**
 * The calls of a {@link org.pgas.heap.SharedHeap} on the addresses where it lies; knows no job, and waits as it is
 * told.
 *
 * <p>A small block comes from a cache of the calling rank and goes back to one. A cache that is empty gets a batch from
 * the bins, cut in one piece; one that is too full gives a batch back. If the lock of a cache is taken, a thread goes
 * on to the next cache of the rank, or to the bins. No thread holds the lock of a cache while it asks for another one,
 * so no deadlock is possible. The holder of the bins' lock may take a cache's, if it is free.
 *
 * <p>A wait for a lock may end with an exception. So nothing is on its way then: a block is freed, and a chain taken
 * out of a cache, by a thread that already has the lock that is needed to put it elsewhere.
 *
 * <p>When the bins have no room, all caches of all ranks are emptied into them. So an allocation fails only when the
 * free memory is in pieces that are too small, or in the hands of threads that are moving it at this moment.
 */
public final class HeapCore {
    // Fields and orders: HeapLayout.

    private static final int MAX_BATCH = 32;
    private static final int MIN_BATCH = 2;
    private static final long MAX_BATCH_BYTES = 8192;
    private static final long MIN_BATCH_BYTES = 256;

    /** A batch is about that part of the heap, so that caches do not hold most of a small one. */
    private static final int PART = 1024;

    public final HeapLayout layout;
    public final Blocks blocks;
    public final CentralHeap central;
    public final HeapFaults faults;
    private final HeapLock.Waiting waiting;
    private final int jobRank;
    private final long lock;

    /** The caches of this rank. */
    private final long caches;

    private final int stripeMask;

    /** By class: how many blocks a cache gets and gives back at once. It keeps less than twice as many. */
    private final int[] batches;

    public HeapCore(HeapLayout layout, long origin, int jobRank, HeapFaults faults, HeapLock.Waiting waiting) {
        this.layout = layout;
        this.blocks = layout.blocks();
        this.central = new CentralHeap(blocks, faults, origin);
        this.faults = faults;
        this.waiting = waiting;
        this.jobRank = jobRank;
        this.lock = layout.base() + HeapLayout.LOCK;
        this.caches = layout.cache(layout.firstCache(jobRank));
        this.stripeMask = layout.stripes() - 1;
        this.batches = batches(layout.bytes());
    }

    private static int[] batches(long heapBytes) {
        long bytes = Math.clamp(heapBytes / PART, MIN_BATCH_BYTES, MAX_BATCH_BYTES);
        int[] batches = new int[Bins.CLASSES];
        for (int sizeClass = Bins.MIN_GRANULES; sizeClass < batches.length; sizeClass++) {
            long each = Bins.least(sizeClass) * Bins.GRANULE_BYTES;
            batches[sizeClass] = Math.clamp(bytes / each, MIN_BATCH, MAX_BATCH);
        }
        return batches;
    }

    private long self() {
        return HeapLock.self(jobRank, Thread.currentThread().threadId());
    }

    public void lock(String call) {
        HeapLock.lock(waiting, call, lock, self(), "the bins");
    }

    public void unlock() {
        HeapLock.unlock(waiting, lock);
    }

    /** A block in use with room for that many bytes, which are not negative; or {@link Blocks#NONE}. */
    public long allocate(String call, long bytes) {
        if (bytes > layout.bytes()) {
            return Blocks.NONE;
        }
        long granules = Bins.granules(bytes);
        return granules <= Bins.MAX_SMALL ? allocateSmall(call, granules) : allocateLarge(call, granules, 1);
    }

    /** As {@link #allocate(String, long)}, with a payload at a multiple of a power of two. */
    public long allocate(String call, long bytes, long alignment) {
        if (alignment <= Bins.GRANULE_BYTES) {
            return allocate(call, bytes);
        }
        return bytes > layout.bytes() ? Blocks.NONE : allocateLarge(call, Bins.granules(bytes), alignment);
    }

    private long allocateSmall(String call, long granules) {
        int sizeClass = Bins.bin(granules);
        long thread = Thread.currentThread().threadId();
        long cache = caches + (thread & stripeMask) * BlockCache.BYTES;
        if (HeapLock.tryLock(cache, HeapLock.self(jobRank, thread))) {
            long block = BlockCache.pop(blocks, BlockCache.list(cache, sizeClass));
            HeapLock.unlock(waiting, cache);
            if (block > Blocks.NONE) {
                return block;
            }
        }
        return allocateSlowly(call, granules, sizeClass);
    }

    private long allocateSlowly(String call, long granules, int sizeClass) {
        long self = self();
        for (int stripe = 0; stripe <= stripeMask; stripe++) {
            long cache = caches + stripe * BlockCache.BYTES;
            long list = BlockCache.list(cache, sizeClass);
            if (!BlockCache.isEmpty(list) && HeapLock.tryLock(cache, self)) {
                long block = BlockCache.pop(blocks, list);
                HeapLock.unlock(waiting, cache);
                if (block != Blocks.NONE) {
                    return intact(block, list);
                }
            }
        }
        long block = refill(call, granules, sizeClass);
        return block == Blocks.NONE ? allocateLarge(call, granules, 1) : block;
    }

    private long intact(long answer, long list) {
        if (answer == Blocks.DAMAGED) {
            throw faults.damaged(SharedMemory.getLongOpaque(list),
                    "a cache leads there, and no block that was freed is there");
        }
        return answer;
    }

    /** Cuts a batch: one is the answer, others go to a cache. {@link Blocks#NONE} without room even for two. */
    private long refill(String call, long granules, int sizeClass) {
        int count = batches[sizeClass];
        lock(call);
        try {
            long block = central.carve(granules, count);
            while (block == Blocks.NONE && count > MIN_BATCH) {
                count = Math.max(MIN_BATCH, count / 2);
                block = central.carve(granules, count);
            }
            if (block != Blocks.NONE) {
                keep(sizeClass, Blocks.after(block, granules), count - 1, granules);
            }
            return block;
        } finally {
            unlock();
        }
    }

    /** Puts blocks that lie one behind the other, and are a chain, in a cache. With the central lock. */
    private void keep(int sizeClass, long first, int count, long granules) {
        long last = Blocks.after(first, granules * (count - 1));
        long all = granules * (count - 1) + Blocks.granules(blocks.word(last));
        long cache = lockAny();
        if (cache == 0) {
            central.releaseChain(first);
        } else {
            BlockCache.pushChain(blocks, BlockCache.list(cache, sizeClass), first, last, count, all);
            HeapLock.unlock(waiting, cache);
        }
    }

    /** A cache of this rank, with its lock, first the one that the thread prefers; 0 if all are taken. */
    private long lockAny() {
        long thread = Thread.currentThread().threadId();
        long self = HeapLock.self(jobRank, thread);
        for (int attempt = 0; attempt <= stripeMask; attempt++) {
            long cache = caches + (thread + attempt & stripeMask) * BlockCache.BYTES;
            if (HeapLock.tryLock(cache, self)) {
                return cache;
            }
        }
        return 0;
    }

    private long allocateLarge(String call, long granules, long alignment) {
        long block = allocateFromBins(call, granules, alignment);
        if (block == Blocks.NONE && reclaim(call, 0, layout.cacheCount())) {
            block = allocateFromBins(call, granules, alignment);
        }
        return block;
    }

    private long allocateFromBins(String call, long granules, long alignment) {
        lock(call);
        try {
            return alignment == 1 ? central.allocate(granules) : central.allocate(granules, alignment);
        } finally {
            unlock();
        }
    }

    /** Frees the block with the payload that the caller has named; throws when there is none in use. */
    public void free(String call, long block) {
        long word = wordOf(call, block);
        long granules = Blocks.granules(word);
        if (granules > Bins.MAX_SMALL) {
            freeToBins(call, block, word);
            return;
        }
        long thread = Thread.currentThread().threadId();
        long cache = caches + (thread & stripeMask) * BlockCache.BYTES;
        if (!HeapLock.tryLock(cache, HeapLock.self(jobRank, thread))) {
            cache = lockAny();
            if (cache == 0) {
                freeToBins(call, block, word);
                return;
            }
        }
        if (!blocks.tryFree(block, word)) {
            HeapLock.unlock(waiting, cache);
            throw faults.freedMeanwhile(call, block);
        }
        int sizeClass = Bins.bin(granules);
        long list = BlockCache.list(cache, sizeClass);
        int count = BlockCache.push(blocks, list, block, granules);
        HeapLock.unlock(waiting, cache);
        if (count >= 2 * batches[sizeClass]) {
            drainIfFree(call, cache, list, batches[sizeClass]);
        }
    }

    /** After a block was freed, which has happened, whichever rank gives the cache's blocks back. */
    private void drainIfFree(String call, long cache, long list, int count) {
        try {
            drain(call, cache, list, count);
        } catch (HeapBusy e) {
            // this caller does not wait: the next one finds the cache as full
        }
    }

    private void freeToBins(String call, long block, long word) {
        lock(call);
        try {
            if (!blocks.tryFree(block, word)) {
                throw faults.freedMeanwhile(call, block);
            }
            central.release(block);
            central.countFree(Blocks.granules(word));
        } finally {
            unlock();
        }
    }

    /** Gives blocks of a cache back to the bins, up to so many. */
    private void drain(String call, long cache, long list, int count) {
        long self = self();
        while (true) {
            lock(call);
            try {
                if (HeapLock.tryLock(cache, self)) {
                    long chain = BlockCache.cut(blocks, list, count);
                    HeapLock.unlock(waiting, cache);
                    central.releaseChain(intact(chain, list));
                    return;
                }
            } finally {
                unlock();
            }
            // not with the bins in hand, if its holder has left
            HeapLock.lock(waiting, call, cache, self, "a cache");
            HeapLock.unlock(waiting, cache);
        }
    }

    /** The word of a block in use that the caller has named. */
    private long wordOf(String call, long block) {
        if (blocks.isInside(block)) {
            long word = blocks.word(block);
            if (blocks.isAllocated(block, word)) {
                return word;
            }
        }
        throw faults.notAllocated(call, blocks, block);
    }

    /** What the block has room for. */
    public long usableBytes(String call, long block) {
        return Bins.usable(Blocks.granules(wordOf(call, block)));
    }

    /** Where the block, cut if need be, is then; {@link Blocks#NONE}, and nothing done, without room. */
    public long reallocate(String call, long block, long bytes) {
        long word = wordOf(call, block);
        if (bytes > layout.bytes()) {
            return Blocks.NONE;
        }
        long own = Blocks.granules(word);
        long wanted = Bins.granules(bytes);
        if (wanted <= own) {
            return reduce(call, block, word, wanted, bytes);
        }
        if (wanted > Bins.MAX_SMALL && extend(call, block, word, wanted)) {
            return block;
        }
        long moved = move(call, block, own, bytes);
        return moved == Blocks.NONE && wanted <= Bins.MAX_SMALL && extend(call, block, word, wanted) ? block : moved;
    }

    /**
     * As {@link #reallocate}, as far as the block stays where it is; {@link HeapStep#MOVE}, and nothing done, where it
     * would be moved.
     */
    long resize(String call, long block, long bytes) {
        long word = wordOf(call, block);
        if (bytes > layout.bytes()) {
            return Blocks.NONE;
        }
        long own = Blocks.granules(word);
        long wanted = Bins.granules(bytes);
        if (wanted <= own) {
            boolean isToMove = own <= Bins.MAX_SMALL && wanted <= own / 2;
            return isToMove ? HeapStep.MOVE : reduce(call, block, word, wanted, bytes);
        }
        return wanted > Bins.MAX_SMALL && extend(call, block, word, wanted) ? block : HeapStep.MOVE;
    }

    /** Whether the block has that many bytes now, without being moved. */
    boolean extend(String call, long block, long bytes) {
        long word = wordOf(call, block);
        long wanted = Bins.granules(bytes);
        return wanted <= Blocks.granules(word) || wanted <= Bins.MAX_SMALL && extend(call, block, word, wanted);
    }

    private long reduce(String call, long block, long word, long wanted, long bytes) {
        long own = Blocks.granules(word);
        if (own > Bins.MAX_SMALL) {
            if (own - wanted >= Bins.MIN_GRANULES) {
                lock(call);
                try {
                    central.shrink(call, block, word, wanted);
                } finally {
                    unlock();
                }
            }
            return block;
        }
        long moved = wanted <= own / 2 ? move(call, block, own, bytes) : Blocks.NONE;
        return moved == Blocks.NONE ? block : moved;
    }

    private boolean extend(String call, long block, long word, long wanted) {
        lock(call);
        try {
            return central.extend(call, block, word, wanted);
        } finally {
            unlock();
        }
    }

    private long move(String call, long block, long granules, long bytes) {
        long moved = allocate(call, bytes);
        if (moved != Blocks.NONE) {
            SharedMemory.copy(payload(block), payload(moved), Math.min(bytes, Bins.usable(granules)));
            free(call, block);
        }
        return moved;
    }

    /** The address of the payload: the bytes that belong to the program that has the block. */
    public long payload(long block) {
        return blocks.base() + block + Bins.HEADER_BYTES;
    }

    /** Empties caches, of this rank only. */
    public void reclaimOwn(String call) {
        int first = layout.firstCache(jobRank);
        reclaim(call, first, first + layout.stripes());
    }

    /** Empties the caches of all ranks, waiting for their locks; says whether something was in them. */
    public boolean reclaimAll(String call) {
        return reclaim(call, 0, layout.cacheCount());
    }

    private boolean reclaim(String call, int from, int to) {
        boolean any = false;
        for (int index = from; index < to; index++) {
            long cache = layout.cache(index);
            for (int sizeClass = Bins.MIN_GRANULES; sizeClass < Bins.CLASSES; sizeClass++) {
                long list = BlockCache.list(cache, sizeClass);
                if (!BlockCache.isEmpty(list)) {
                    drain(call, cache, list, Integer.MAX_VALUE);
                    any = true;
                }
            }
        }
        return any;
    }
}
