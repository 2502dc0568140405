package org.pgas.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.pgas.PgasException;
import org.pgas.memory.SharedMemory;

/** The bins of a heap of a tebibyte, of which only the head and the header of its one block have memory. */
class FreeBinsTest {
    private static final long FIRST = HeapLayout.CACHES;
    private static final long END = 1L << 40;
    private static final long ALL = END - FIRST >>> 4;
    private static final int PAGE_BYTES = 4096;

    @Test
    void shouldEndEverySearchInTheLargestHeap() {
        try (Arena arena = Arena.ofConfined()) {
            Blocks blocks = new Blocks(arena.allocate(FIRST + 64, PAGE_BYTES).address(), FIRST, END, 12345);
            FreeBins bins = new FreeBins(blocks, new HeapFaults("rank 0: ", "the heap", 0));
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
            CentralHeap central = core.central();
            long small = central.allocate(4);
            central.allocate(4);
            core.blocks().tryFree(small, core.blocks().word(small));
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
}
