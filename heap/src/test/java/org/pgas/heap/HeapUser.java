package org.pgas.heap;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import org.pgas.heap.blocks.Bins;
import org.pgas.heap.blocks.Blocks;
import org.pgas.heap.blocks.HeapCore;

/** One thread's random use of a heap, with a pattern in each of its blocks. */
final class HeapUser {
    private record Block(long place, long bytes, long key) {}

    private final HeapCore core;
    private final SplittableRandom random;
    private final long maxBytes;
    private final List<Block> blocks = new ArrayList<>();

    HeapUser(HeapCore core, SplittableRandom random, long maxBytes) {
        this.core = core;
        this.random = random;
        this.maxBytes = maxBytes;
    }

    /** Small ones more often than large ones. */
    private long size() {
        return random.nextLong(1 + random.nextLong(1 + random.nextLong(maxBytes)));
    }

    void run(int steps) {
        for (int step = 0; step < steps; step++) {
            int choice = random.nextInt(100);
            if (blocks.isEmpty() || choice < 40) {
                allocate(choice < 5 ? 1L << random.nextInt(13) : 1);
            } else if (choice < 80) {
                free();
            } else {
                reallocate();
            }
        }
    }

    private void allocate(long alignment) {
        long bytes = size();
        long place = core.allocate("test", bytes, alignment);
        if (place == Blocks.NONE) {
            free();
            return;
        }
        if ((BareHeap.ORIGIN + place + Bins.HEADER_BYTES) % Math.max(16, alignment) != 0) {
            throw new AssertionError("block at " + place + " is not aligned to " + alignment);
        }
        if (core.usableBytes("test", place) < bytes) {
            throw new AssertionError("block at " + place + " is smaller than " + bytes);
        }
        add(place, bytes);
    }

    private void add(long place, long bytes) {
        Block block = new Block(place, bytes, random.nextLong());
        BareHeap.stamp(core, place, bytes, block.key);
        blocks.add(block);
    }

    private Block take() {
        int index = random.nextInt(blocks.size());
        Block block = blocks.get(index);
        blocks.set(index, blocks.getLast());
        blocks.removeLast();
        BareHeap.checkStamp(core, block.place, block.bytes, block.key);
        return block;
    }

    private void free() {
        if (!blocks.isEmpty()) {
            core.free("test", take().place);
        }
    }

    private void reallocate() {
        Block block = take();
        long bytes = size();
        long place = core.reallocate("test", block.place, bytes);
        if (place == Blocks.NONE) {
            BareHeap.checkStamp(core, block.place, block.bytes, block.key);
            blocks.add(block);
        } else {
            BareHeap.checkStamp(core, place, Math.min(bytes, block.bytes), block.key);
            add(place, bytes);
        }
    }

    /** All patterns are what they were, through this core. */
    void check(HeapCore other) {
        for (Block block : blocks) {
            BareHeap.checkStamp(other, block.place, block.bytes, block.key);
        }
    }

    void freeAll(HeapCore other) {
        check(other);
        for (Block block : blocks) {
            other.free("test", block.place);
        }
        blocks.clear();
    }

    int count() {
        return blocks.size();
    }
}
