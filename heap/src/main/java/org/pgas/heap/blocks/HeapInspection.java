package org.pgas.heap.blocks;

import java.util.stream.LongStream;

import org.pgas.memory.SharedMemory;

/** Looks at a whole heap. */
public final class HeapInspection {
    // Fields and orders: HeapLayout.

    private HeapInspection() {}

    /** Called by the holder of the central lock, or by a thread that is alone with the heap. */
    public static HeapFigures figures(HeapCore heap) {
        HeapLayout layout = heap.layout;
        long[] cached = new long[layout.ranks()];
        long[] allocations = new long[Bins.COUNT];
        long[] frees = new long[Bins.COUNT];
        for (int bin = 0; bin < Bins.COUNT; bin++) {
            allocations[bin] = CentralHeap.allocations(layout.base(), bin);
            frees[bin] = CentralHeap.frees(layout.base(), bin);
        }
        for (int index = 0; index < layout.cacheCount(); index++) {
            for (int sizeClass = Bins.MIN_GRANULES; sizeClass < Bins.CLASSES; sizeClass++) {
                long list = BlockCache.list(layout.cache(index), sizeClass);
                cached[index / layout.stripes()] += BlockCache.granules(list) * Bins.GRANULE_BYTES;
                allocations[sizeClass] += BlockCache.allocations(list);
                frees[sizeClass] += BlockCache.frees(list);
            }
        }
        Blocks blocks = heap.blocks;
        FreeBins bins = heap.central.bins;
        return new HeapFigures(blocks.end() - blocks.first(), bins.freeGranules() * Bins.GRANULE_BYTES,
                largestFree(bins), SharedMemory.getLongOpaque(layout.base() + HeapLayout.HANDLES), cached, allocations,
                frees);
    }

    /** The blocks in use, in their order. Called by the holder of the central lock. */
    public static long[] blocks(HeapCore heap) {
        Blocks blocks = heap.blocks;
        LongStream.Builder found = LongStream.builder();
        for (long block = blocks.first(); block < blocks.end();) {
            long word = blocks.word(block);
            if (!blocks.isHeader(block, word)) {
                throw heap.faults.damaged(block, "no block begins there");
            }
            if (Blocks.state(word) == Blocks.ALLOCATED) {
                found.add(block);
            }
            block = Blocks.after(block, Blocks.granules(word));
        }
        return found.build().toArray();
    }

    /** As the other form, from a block on, as many as there is room for; the first is where to go on, or 0. */
    static int blocks(HeapCore heap, long from, long[] found) {
        Blocks blocks = heap.blocks;
        int count = 0;
        long block = from;
        while (block < blocks.end() && count < found.length - 1) {
            long word = blocks.isInside(block) ? blocks.word(block) : 0;
            if (!blocks.isHeader(block, word)) {
                throw heap.faults.damaged(block, "no block begins there");
            }
            if (Blocks.state(word) == Blocks.ALLOCATED) {
                found[++count] = block;
            }
            block = Blocks.after(block, Blocks.granules(word));
        }
        found[0] = block < blocks.end() ? block : 0;
        return count;
    }

    private static long largestFree(FreeBins bins) {
        long granules = bins.largest();
        return granules == 0 ? 0 : Bins.usable(granules);
    }

    /**
     * Throws when headers, tags, lists and counts do not agree. With the central lock: then no block begins or ends.
     */
    public static Void check(HeapCore heap) {
        Blocks blocks = heap.blocks;
        long before = 0;
        long free = 0;
        long freeBlocks = 0;
        boolean wasFree = false;
        for (long block = blocks.first(); block < blocks.end();) {
            long word = blocks.word(block);
            if (!blocks.isHeader(block, word)) {
                throw heap.faults.damaged(block, "no block begins there");
            }
            long granules = Blocks.granules(word);
            if (!blocks.hasTag(block) || blocks.granulesBefore(block) != before) {
                throw heap.faults.damaged(block, "it does not fit to the block before");
            }
            boolean isFree = Blocks.state(word) == Blocks.FREE;
            if (isFree && wasFree) {
                throw heap.faults.damaged(block, "it is free, and so is the block before");
            }
            if (isFree) {
                free += granules;
                freeBlocks++;
            }
            wasFree = isFree;
            before = granules;
            block = Blocks.after(block, granules);
        }
        checkBins(heap, free, freeBlocks);
        return null;
    }

    private static void checkBins(HeapCore heap, long free, long freeBlocks) {
        Blocks blocks = heap.blocks;
        FreeBins bins = heap.central.bins;
        long found = 0;
        long left = freeBlocks;
        for (int bin = bins.next(0); bin < Bins.COUNT; bin = bins.next(bin + 1)) {
            long back = Blocks.NONE;
            for (long block = bins.head(bin); block != Blocks.NONE; block = blocks.link(block)) {
                long granules = Blocks.granules(bins.wordOf(block));
                if (left-- == 0 || Bins.bin(granules) != bin || blocks.backLink(block) != back) {
                    throw heap.faults.damaged(block, "the list of its bin is wrong");
                }
                found += granules;
                back = block;
            }
        }
        if (left != 0 || found != free || free != bins.freeGranules()) {
            throw heap.faults.damaged(blocks.first(), "of " + free + " granules free, " + found
                    + " are in the bins, which count " + bins.freeGranules());
        }
    }
}
