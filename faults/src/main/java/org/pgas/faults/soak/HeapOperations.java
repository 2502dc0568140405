package org.pgas.faults.soak;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

import org.pgas.heap.SharedHeap;

/**
 * Blocks of a heap in the memory of rank 0, allocated by all and freed by their holders: none is given out twice,
 * and each keeps what was written into it.
 */
final class HeapOperations extends Operations {
    private static final long BYTES = 2 << 20;

    /** Blocks that a strand keeps at most. */
    private static final int MOST = 40;

    private record Block(long offset, int bytes, byte value) {}

    private final SharedHeap heap;
    private final List<List<Block>> blocks = new ArrayList<>();

    HeapOperations(Stage stage) {
        super(stage, "allocations");
        heap = SharedHeap.create(stage.world(), 0, stage.place(BYTES), BYTES);
        for (int index = 0; index < stage.strands(); index++) {
            blocks.add(new ArrayList<>());
        }
    }

    @Override
    void burst(Strand strand) {
        List<Block> mine = blocks.get(strand.index());
        for (int i = 0; i < 16; i++) {
            strand.does(this);
            if (mine.size() < MOST && strand.below(2) == 0) {
                allocate(strand, mine);
            } else if (!mine.isEmpty()) {
                Block block = mine.remove(strand.below(mine.size()));
                check(strand, block);
                if (strand.below(4) == 0) {
                    grow(strand, mine, block);
                } else {
                    heap.free(block.offset);
                }
            }
        }
    }

    private void allocate(Strand strand, List<Block> mine) {
        int bytes = 1 + strand.length(8000);
        long offset = switch (strand.below(3)) {
            case 0 -> heap.tryCalloc(bytes, 1);
            case 1 -> heap.tryMemalign(64L << strand.below(4), bytes);
            default -> heap.tryMalloc(bytes);
        };
        if (offset != SharedHeap.NONE) {
            mine.add(filled(strand, offset, bytes));
        }
    }

    private Block filled(Strand strand, long offset, int bytes) {
        Block block = new Block(offset, bytes, (byte) strand.below(256));
        rma().memset(0, offset, block.value, bytes);
        return block;
    }

    private void grow(Strand strand, List<Block> mine, Block block) {
        int bytes = 1 + strand.length(8000);
        long offset = heap.tryRealloc(block.offset, bytes);
        if (offset == SharedHeap.NONE) {
            mine.add(block);
            return;
        }
        check(strand, new Block(offset, Math.min(bytes, block.bytes), block.value));
        mine.add(filled(strand, offset, bytes));
    }

    private void check(Strand strand, Block block) {
        byte[] found = new byte[block.bytes];
        rma().get(found, 0, 0, block.offset, block.bytes);
        for (int i = 0; i < found.length; i++) {
            if (found[i] != block.value) {
                throw strand.mismatch("a block of " + block.bytes + " bytes at " + block.offset, 0, block.offset + i,
                        block.value, found[i]);
            }
        }
    }

    @Override
    void verify(Strand main) {
        blocks.forEach(each -> each.forEach(block -> check(main, block)));
        if (stage().rank() == 0) {
            heap.verify();
        }
        world().barrier();
    }

    @Override
    void close() {
        blocks.forEach(each -> each.forEach(block -> heap.free(block.offset)));
        heap.close();
    }
}
