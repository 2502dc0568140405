package org.pgas.heap.blocks;

import org.pgas.memory.SharedMemory;

/**
 * Makes a heap whole again, from the words of the blocks alone. All ranks that used it are gone, wherever they stopped.
 */
public final class HeapRecovery {
    private final HeapCore heap;
    private final Blocks blocks;

    public HeapRecovery(HeapCore heap) {
        this.heap = heap;
        this.blocks = heap.blocks;
    }

    /** Throws, and has changed nothing, when going from block to block does not lead to the end. */
    public void check() {
        for (long block = blocks.first(); block < blocks.end();) {
            block = Blocks.after(block, Blocks.granules(header(block)));
        }
    }

    /**
     * The word of the block that begins there. Throws if none does: its length would lead out of the heap, or nowhere.
     */
    private long header(long block) {
        long word = blocks.word(block);
        if (!blocks.isHeader(block, word)) {
            throw heap.faults.damaged(block, "no block begins there (found 0x" + Long.toHexString(word) + ")");
        }
        return word;
    }

    /** Keeps what is allocated; all else becomes free, neighbours joined. May be stopped, and done again. */
    public void rebuild() {
        HeapLayout layout = heap.layout;
        long base = layout.base();
        SharedMemory.fill(base + HeapLayout.COUNTS, (byte) 0, HeapLayout.CACHES - HeapLayout.COUNTS);
        SharedMemory.putLong(base + HeapLayout.HANDLES, 0);
        HeapLock.reset(base + HeapLayout.LOCK);
        for (int index = 0; index < layout.cacheCount(); index++) {
            BlockCache.reset(layout.cache(index));
        }
        heap.central.bins.reset();
        long before = 0;
        for (long block = blocks.first(); block < blocks.end();) {
            long word = header(block);
            long granules = Blocks.granules(word);
            if (Blocks.state(word) == Blocks.ALLOCATED) {
                heap.central.countFound(granules);
            } else {
                granules = join(block, granules);
            }
            blocks.setGranulesBefore(block, before);
            before = granules;
            block = Blocks.after(block, granules);
        }
    }

    /** Makes one FREE block of those that are free from there on; answers its size. */
    private long join(long block, long granules) {
        long all = granules;
        long next = Blocks.after(block, all);
        while (next < blocks.end()) {
            long word = header(next);
            if (Blocks.state(word) == Blocks.ALLOCATED) {
                break;
            }
            all += Blocks.granules(word);
            next = Blocks.after(block, all);
        }
        long end = next;
        blocks.commit(block, all, Blocks.FREE);
        for (next = Blocks.after(block, granules); next < end;) {
            long word = header(next);
            blocks.clear(next);
            next = Blocks.after(next, Blocks.granules(word));
        }
        heap.central.bins.insert(block, all);
        return all;
    }
}
