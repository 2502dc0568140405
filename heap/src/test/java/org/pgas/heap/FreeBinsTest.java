package org.pgas.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.pgas.PgasException;
import org.pgas.heap.blocks.Bins;
import org.pgas.heap.blocks.Blocks;
import org.pgas.heap.blocks.CentralHeap;
import org.pgas.heap.blocks.FreeBins;
import org.pgas.heap.blocks.HeapCore;
import org.pgas.heap.blocks.HeapFaults;
import org.pgas.heap.blocks.HeapLayout;
import org.pgas.memory.SharedMemory;
import org.pgas.refusal.Refusals;

/** The bins of a heap of a tebibyte, of which only the head and the header of its one block have memory. */
class FreeBinsTest {
    private static final long FIRST = HeapLayout.CACHES;
    private static final long END = 1L << 40;
    private static final long ALL = END - FIRST >>> 4;
    private static final int PAGE_BYTES = 4096;

    /** Of a block that goes to the bins when it is freed. */
    private static final long GRANULES = 200;

    @Test
    void shouldEndEverySearchInTheLargestHeap() {
        try (Arena arena = Arena.ofConfined()) {
            Blocks blocks = new Blocks(arena.allocate(FIRST + 64, PAGE_BYTES).address(), FIRST, END, 12345);
            FreeBins bins = new FreeBins(blocks, new HeapFaults(Refusals.of(0), "the heap", 0));
            bins.reset();
            for (long granules : new long[]{Bins.MIN_GRANULES, ALL / 2, ALL - 300, ALL - 1, ALL, ALL + 1, ALL + 300,
                (1L << 36) - 1, 1L << 36, (1L << 36) + 1}) {
                assertEquals(Blocks.NONE, bins.find(granules));
                assertEquals(Blocks.NONE, bins.find(granules, PAGE_BYTES, 0));
            }
            blocks.write(FIRST, ALL, Blocks.FREE, 0);
            bins.insert(FIRST, ALL);
            long front = FreeBins.front(FIRST, PAGE_BYTES, 0);
            for (long granules : new long[]{Bins.MIN_GRANULES, ALL / 2, ALL - 300, ALL - front, ALL - front + 1, ALL,
                ALL + 1, (1L << 36) - 1, 1L << 36, (1L << 36) + 1}) {
                assertEquals(granules <= ALL ? FIRST : Blocks.NONE, bins.find(granules), "granules " + granules);
                assertEquals(granules <= ALL - front ? FIRST : Blocks.NONE, bins.find(granules, PAGE_BYTES, 0),
                        "granules " + granules);
            }
        }
    }

    /** The header of the block is whole: it is the list that somebody has written over. */
    @Test
    void shouldNotCutABlockThatIsSmallerThanItsListPromises() {
        try (BareHeap heap = new BareHeap(1 << 20, 1)) {
            HeapCore core = heap.core(0);
            CentralHeap central = core.central;
            long small = central.allocate(4);
            central.allocate(4);
            core.blocks.tryFree(small, core.blocks.word(small));
            central.release(small);
            for (long wanted : new long[]{18, 130, 1000}) {
                int larger = Bins.bin(wanted) + 1;
                SharedMemory.putLong(heap.base + HeapLayout.HEADS + 8L * larger, small);
                long word = heap.base + HeapLayout.MAP + (larger >>> 6) * 8L;
                SharedMemory.putLong(word, SharedMemory.getLong(word) | 1L << larger);
                for (Executable call : List.<Executable>of(() -> central.allocate(wanted),
                        () -> central.carve(wanted / 2, 2))) {
                    PgasException e = assertThrows(PgasException.class, call);
                    assertTrue(e.getMessage().contains("is in a list of free blocks of more than"), e.getMessage());
                }
            }
        }
    }

    /** Three free blocks of one size, between others that are in use, in the order of their list. */
    private static long[] list(HeapCore core) {
        CentralHeap central = core.central;
        long[] blocks = new long[3];
        for (int i = blocks.length - 1; i >= 0; i--) {
            blocks[i] = central.allocate(GRANULES);
            central.allocate(GRANULES);
        }
        for (int i = blocks.length - 1; i >= 0; i--) {
            core.blocks.tryFree(blocks[i], core.blocks.word(blocks[i]));
            central.release(blocks[i]);
        }
        return blocks;
    }

    /** Takes one of the list out after a link was overwritten. */
    private static void assertRefused(int victim, String what, int at, int link, int leadsTo) {
        try (BareHeap heap = new BareHeap(1 << 20, 1)) {
            HeapCore core = heap.core(0);
            long[] blocks = list(core);
            SharedMemory.putLong(heap.base + blocks[at] + link, blocks[leadsTo]);
            PgasException e = assertThrows(PgasException.class,
                    () -> core.central.bins.remove(blocks[victim], GRANULES));
            assertTrue(e.getMessage().contains(what), e.getMessage());
        }
    }

    /** Each block that a link leads to is a free one: only that it does not lead back tells. */
    @Test
    void shouldTakeNoBlockOutOfAListThatDoesNotLeadBackToIt() {
        assertRefused(1, "its list does not lead back to it", 1, Blocks.LINK, 0);
        assertRefused(1, "its list does not lead back to it", 2, Blocks.BACK_LINK, 0);
        assertRefused(0, "its list does not lead back to it", 0, Blocks.LINK, 2);
        assertRefused(2, "its list does not lead to it", 2, Blocks.BACK_LINK, 0);
        assertRefused(1, "its list does not lead to it", 0, Blocks.LINK, 2);
        try (BareHeap heap = new BareHeap(1 << 20, 1)) {
            HeapCore core = heap.core(0);
            long[] blocks = list(core);
            SharedMemory.putLong(heap.base + blocks[1] + Blocks.BACK_LINK, Blocks.NONE);
            PgasException e = assertThrows(PgasException.class,
                    () -> core.central.bins.remove(blocks[1], GRANULES));
            assertTrue(e.getMessage().contains("its list does not lead to it"), e.getMessage());
        }
    }

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldEndEverySearchInAListThatGoesRoundInACircle() {
        try (BareHeap heap = new BareHeap(1 << 20, 1)) {
            HeapCore core = heap.core(0);
            FreeBins bins = core.central.bins;
            while (core.central.allocate(1_000) != Blocks.NONE) {
                continue;
            }
            long most = bins.largest();
            long block = core.central.allocate(most);
            core.blocks.tryFree(block, core.blocks.word(block));
            core.central.release(block);
            SharedMemory.putLong(heap.base + block + Blocks.LINK, block);
            assertEquals(most, bins.largest());
            assertEquals(Blocks.NONE, bins.find(most + 1));
            assertEquals(Blocks.NONE, bins.find(most, PAGE_BYTES, 0));
        }
    }

    /** Words and tags that have every bit of their checks right. */
    @Test
    void shouldTakeNoWordForAHeaderThatIsTooLargeTooSmallOrOfNoState() {
        try (BareHeap heap = new BareHeap(1 << 20, 1)) {
            Blocks blocks = heap.core(0).blocks;
            long block = heap.core(0).central.allocate(GRANULES);
            long most = blocks.end() - block >>> 4;
            for (long granules : new long[]{Bins.MIN_GRANULES, GRANULES, most}) {
                assertTrue(blocks.isHeader(block, blocks.word(block, granules, Blocks.ALLOCATED)));
                assertFalse(blocks.isHeader(block, blocks.word(block, granules, 0)), "no state");
            }
            for (long granules : new long[]{0, Bins.MIN_GRANULES - 1, most + 1, 2 * most, (1L << 36) - 1}) {
                assertFalse(blocks.isHeader(block, blocks.word(block, granules, Blocks.ALLOCATED)), granules + "");
            }
            long word = blocks.word(block);
            assertTrue(blocks.isAllocated(block, word));
            for (int bit = 0; bit < 28; bit++) {
                long tag = heap.base + block + Long.BYTES;
                SharedMemory.putLong(tag, SharedMemory.getLong(tag) ^ 1L << bit);
                assertFalse(blocks.isAllocated(block, word), "bit " + bit);
                SharedMemory.putLong(tag, SharedMemory.getLong(tag) ^ 1L << bit);
            }
        }
    }
}
