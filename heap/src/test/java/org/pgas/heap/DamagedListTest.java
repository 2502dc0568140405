package org.pgas.heap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.pgas.PgasException;
import org.pgas.heap.blocks.Bins;
import org.pgas.heap.blocks.BlockCache;
import org.pgas.heap.blocks.Blocks;
import org.pgas.heap.blocks.CentralHeap;
import org.pgas.heap.blocks.HeapCore;
import org.pgas.heap.blocks.HeapLayout;
import org.pgas.memory.SharedMemory;

/** What leads from block to block in caches, chains and between neighbours is looked at before it is followed. */
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DamagedListTest {
    private static final String CALL = "SharedHeap.test";
    private static final long BYTES = 200_000;

    /** Of blocks that go to the bins. */
    private static final long GRANULES = 200;

    private static void assertDamaged(String what, Executable call) {
        PgasException e = assertThrows(PgasException.class, call);
        assertTrue(e.getMessage().contains("is damaged") && e.getMessage().contains(what), e.getMessage());
    }

    /** Refuses, and leaves every byte as it was. */
    private static void assertRefused(BareHeap heap, String what, Executable call) {
        byte[] before = heap.bytes();
        assertDamaged(what, call);
        assertArrayEquals(before, heap.bytes());
    }

    /** Where the thread's cache has the list of such blocks. */
    private static long list(HeapCore core, long block) {
        HeapLayout layout = core.layout;
        int sizeClass = Bins.bin(Blocks.granules(core.blocks.word(block)));
        for (int index = 0; index < layout.cacheCount(); index++) {
            long list = BlockCache.list(layout.cache(index), sizeClass);
            if (SharedMemory.getLong(list) == block) {
                return list;
            }
        }
        throw new AssertionError("no cache has the block first");
    }

    @Test
    void shouldGiveOutNoBlockOfACacheThatIsInUse() {
        try (BareHeap heap = new BareHeap(BYTES, 1)) {
            HeapCore core = heap.core(0);
            long used = core.allocate(CALL, 100);
            long freed = core.allocate(CALL, 100);
            core.free(CALL, freed);
            long list = list(core, freed);
            for (long wrong : new long[]{used, 16, heap.memory.byteSize(), freed + 1, freed + 16, Long.MIN_VALUE,
                Long.MAX_VALUE}) {
                SharedMemory.putLong(list, wrong);
                assertDamaged("a cache leads there", () -> core.allocate(CALL, 100));
                assertEquals(Blocks.DAMAGED, BlockCache.pop(core.blocks, list));
                assertEquals(Blocks.DAMAGED, BlockCache.cut(core.blocks, list, 3));
                assertEquals(wrong, SharedMemory.getLong(list));
            }
        }
    }

    @Test
    void shouldEndWhenTheListOfACacheGoesRoundInACircle() {
        try (BareHeap heap = new BareHeap(BYTES, 1)) {
            HeapCore core = heap.core(0);
            long block = core.allocate(CALL, 100);
            core.free(CALL, block);
            SharedMemory.putLong(heap.base + block + Blocks.LINK, block);
            long list = list(core, block);
            assertEquals(block, BlockCache.cut(core.blocks, list, Integer.MAX_VALUE));
            long taken = 1L - BlockCache.count(list);
            assertTrue(taken <= core.blocks.end() / (Bins.MIN_GRANULES * Bins.GRANULE_BYTES), taken + " blocks");
        }
    }

    /** Three blocks in use, of which the one in the middle has been freed and not yet taken back. */
    private static long[] freed(HeapCore core) {
        CentralHeap central = core.central;
        long[] blocks = {central.allocate(GRANULES), central.allocate(GRANULES), central.allocate(GRANULES)};
        assertTrue(core.blocks.tryFree(blocks[1], core.blocks.word(blocks[1])));
        return blocks;
    }

    @Test
    void shouldNotJoinWithANeighbourThatIsNone() {
        try (BareHeap heap = new BareHeap(BYTES, 1)) {
            HeapCore core = heap.core(0);
            Blocks blocks = core.blocks;
            long[] three = freed(core);
            long behind = blocks.word(three[2]);
            for (long word : new long[]{0, -1, behind ^ 1L << 30, behind ^ 4}) {
                SharedMemory.putLong(heap.base + three[2], word);
                assertRefused(heap, "no block begins there", () -> core.central.release(three[1]));
            }
            SharedMemory.putLong(heap.base + three[2], behind);
            for (long granules : new long[]{1, GRANULES - 1, GRANULES + 1, 1L << 20, (1L << 36) - 1}) {
                blocks.setGranulesBefore(three[1], granules);
                assertRefused(heap, "no block begins there", () -> core.central.release(three[1]));
            }
            // a header is there, of a block that ends elsewhere
            blocks.setGranulesBefore(three[1], GRANULES / 2);
            long inside = three[1] - GRANULES / 2 * Bins.GRANULE_BYTES;
            blocks.write(inside, GRANULES / 4, Blocks.FREE, GRANULES / 2);
            assertRefused(heap, "it does not fit to the block before", () -> core.central.release(three[1]));
            blocks.setGranulesBefore(three[1], Blocks.granules(blocks.word(three[0])));
            core.central.release(three[1]);
        }
    }

    @Test
    void shouldTakeBackOnlyWhatWasFreed() {
        try (BareHeap heap = new BareHeap(BYTES, 1)) {
            HeapCore core = heap.core(0);
            long[] three = freed(core);
            String what = "a block that was freed should be there";
            for (long wrong : new long[]{three[0], three[1] + 16, 16, -16, heap.memory.byteSize(), Long.MIN_VALUE}) {
                assertRefused(heap, what, () -> core.central.release(wrong));
                assertRefused(heap, what, () -> core.central.releaseChain(wrong));
            }
            // what was before it in the chain has been taken back by then
            SharedMemory.putLong(heap.base + three[1] + Blocks.LINK, three[2]);
            assertDamaged(what, () -> core.central.releaseChain(three[1]));
            assertEquals(Blocks.ALLOCATED, Blocks.state(core.blocks.word(three[2])));
            assertEquals(Blocks.FREE, Blocks.state(core.blocks.word(three[1])));
        }
    }
}
