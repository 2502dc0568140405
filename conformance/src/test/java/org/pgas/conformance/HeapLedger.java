package org.pgas.conformance;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import org.pgas.Rma;
import org.pgas.heap.SharedHeap;

/** One thread's random use of a heap, with a pattern in each block it has, which nobody else may write. */
final class HeapLedger {
    /** A block: where, how many bytes were asked for, and what its pattern depends on. */
    record Block(long offset, long bytes, long key) {}

    private final SharedHeap heap;
    private final Rma rma;
    private final SplittableRandom random;
    private final long maxBytes;
    private final List<Block> blocks = new ArrayList<>();
    private int refused;

    HeapLedger(SharedHeap heap, SplittableRandom random, long maxBytes) {
        this.heap = heap;
        this.rma = heap.team().rma();
        this.random = random;
        this.maxBytes = maxBytes;
    }

    void run(int steps) {
        for (int step = 0; step < steps; step++) {
            int choice = random.nextInt(100);
            if (blocks.isEmpty() || choice < 42) {
                allocate(choice % 6);
            } else if (choice < 82) {
                free();
            } else {
                reallocate();
            }
        }
    }

    private long size() {
        return random.nextLong(1 + random.nextLong(1 + random.nextLong(maxBytes)));
    }

    private void allocate(int form) {
        long bytes = size();
        long alignment = form == 0 ? 1L << random.nextInt(13) : 16;
        long offset = switch (form) {
            case 0 -> heap.tryMemalign(alignment, bytes);
            case 1 -> heap.tryCalloc(bytes, 1);
            default -> heap.tryMalloc(bytes);
        };
        if (offset == SharedHeap.NONE) {
            refused++;
            free();
            return;
        }
        require(offset % alignment == 0 && offset % 16 == 0, offset, "is not aligned to " + alignment);
        require(heap.usableBytes(offset) >= bytes, offset, "is smaller than " + bytes);
        if (form == 1) {
            byte[] found = new byte[(int) bytes];
            rma.get(MemorySegment.ofArray(found), 0, heap.rank(), offset, bytes);
            for (byte each : found) {
                require(each == 0, offset, "was not cleared");
            }
        }
        add(offset, bytes);
    }

    private void add(long offset, long bytes) {
        Block block = new Block(offset, bytes, random.nextLong());
        rma.put(heap.rank(), offset, pattern(block, bytes), 0, bytes);
        blocks.add(block);
    }

    private Block take() {
        int index = random.nextInt(blocks.size());
        Block block = blocks.get(index);
        blocks.set(index, blocks.getLast());
        blocks.removeLast();
        check(block, block.offset, block.bytes);
        return block;
    }

    private void free() {
        if (!blocks.isEmpty()) {
            heap.free(take().offset);
        }
    }

    private void reallocate() {
        Block block = take();
        long bytes = size();
        long offset = heap.tryRealloc(block.offset, bytes);
        if (offset == SharedHeap.NONE) {
            refused++;
            check(block, block.offset, block.bytes);
            blocks.add(block);
        } else {
            check(block, offset, Math.min(bytes, block.bytes));
            add(offset, bytes);
        }
    }

    private void check(Block block, long offset, long bytes) {
        MemorySegment found = MemorySegment.ofArray(new byte[(int) bytes]);
        rma.get(found, 0, heap.rank(), offset, bytes);
        long wrong = found.mismatch(pattern(block, bytes));
        require(wrong < 0, offset, "has a byte at " + wrong + " of " + bytes + " that somebody else has written");
    }

    private static MemorySegment pattern(Block block, long bytes) {
        MemorySegment pattern = MemorySegment.ofArray(new byte[(int) bytes]);
        for (long at = 0; at < bytes; at++) {
            pattern.set(ValueLayout.JAVA_BYTE, at, (byte) ((block.key + at) * 0x9E3779B97F4A7C15L >>> 56));
        }
        return pattern;
    }

    private void require(boolean holds, long offset, String what) {
        if (!holds) {
            throw new AssertionError(
                    "rank " + heap.team().rank() + ": the block at " + offset + " of " + heap + " " + what);
        }
    }

    /** Writes down, in the caller's segment, what it has; another rank may then {@link #adopt} it. */
    void note(long words) {
        int self = heap.team().rank();
        rma.putLong(self, words, blocks.size());
        for (int index = 0; index < blocks.size(); index++) {
            Block block = blocks.get(index);
            long at = words + 8 + 24L * index;
            rma.putLong(self, at, block.offset);
            rma.putLong(self, at + 8, block.bytes);
            rma.putLong(self, at + 16, block.key);
        }
    }

    /** Has from now on what {@code rank} has noted, and not what it had. */
    void adopt(int rank, long words) {
        blocks.clear();
        long count = rma.getLong(rank, words);
        for (int index = 0; index < count; index++) {
            long at = words + 8 + 24L * index;
            blocks.add(new Block(rma.getLong(rank, at), rma.getLong(rank, at + 8), rma.getLong(rank, at + 16)));
        }
    }

    void freeAll() {
        while (!blocks.isEmpty()) {
            free();
        }
    }

    int count() {
        return blocks.size();
    }

    /** How often there was no room. */
    int refused() {
        return refused;
    }
}
