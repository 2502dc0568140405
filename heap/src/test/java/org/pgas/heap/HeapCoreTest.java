package org.pgas.heap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.pgas.PgasException;
import org.pgas.heap.blocks.Bins;
import org.pgas.heap.blocks.Blocks;
import org.pgas.heap.blocks.CentralHeap;
import org.pgas.heap.blocks.HeapCore;
import org.pgas.heap.blocks.HeapInspection;
import org.pgas.heap.blocks.HeapLayout;
import org.pgas.heap.blocks.HeapLock;
import org.pgas.memory.SharedMemory;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

@Seeded
class HeapCoreTest {
    private static final String CALL = "SharedHeap.test";

    @Test
    void shouldOverlapNothingAndKeepContentsUnderRandomUse() {
        for (long bytes : new long[]{20_000, 100_000, 2 << 20}) {
            try (BareHeap heap = new BareHeap(bytes, 2)) {
                HeapUser one = new HeapUser(heap.core(0), Seed.of("one " + bytes), bytes / 10);
                HeapUser other = new HeapUser(heap.core(1), Seed.of("other " + bytes), bytes / 10);
                for (int round = 0; round < 60; round++) {
                    one.run(60);
                    other.run(60);
                    HeapInspection.check(heap.core(0));
                    assertEquals(one.count() + other.count(),
                            new HeapStatistics(HeapInspection.figures(heap.core(0))).blocks());
                }
                one.freeAll(heap.core(1));
                other.freeAll(heap.core(0));
                heap.checkEmpty();
            }
        }
    }

    @Test
    void shouldFillTheWholeHeapAndBecomeOneBlockAgain() {
        for (long bytes : new long[]{0, 100, 3000}) {
            try (BareHeap heap = new BareHeap(200_000, 2)) {
                HeapCore core = heap.core(0);
                List<Long> blocks = new ArrayList<>();
                for (long block = core.allocate(CALL, bytes); block
                        != Blocks.NONE; block = core.allocate(CALL, bytes)) {
                    blocks.add(block);
                }
                HeapStatistics full = new HeapStatistics(HeapInspection.figures(core));
                assertEquals(blocks.size(), full.blocks());
                assertEquals(0, full.cachedBytes(), "what is in caches is given out too");
                assertTrue(full.bytesFree() < Bins.granules(bytes) * 16, full::toString);
                Collections.shuffle(blocks, new Random(Seed.of("order").nextLong()));
                blocks.forEach(block -> heap.core(1).free(CALL, block));
                heap.checkEmpty();
            }
        }
    }

    @Test
    void shouldGiveOutTheLastGranuleToARequestForIt() {
        try (BareHeap heap = new BareHeap(50_000, 1)) {
            HeapCore core = heap.core(0);
            long largest = new HeapStatistics(HeapInspection.figures(core)).largestFree();
            assertEquals(Blocks.NONE, core.allocate(CALL, largest + 1));
            long block = core.allocate(CALL, largest);
            assertNotEquals(Blocks.NONE, block);
            assertEquals(0, new HeapStatistics(HeapInspection.figures(core)).bytesFree());
            core.free(CALL, block);
            heap.checkEmpty();
        }
    }

    @Test
    void shouldGetWhatOtherRanksHaveInTheirCaches() {
        try (BareHeap heap = new BareHeap(100_000, 4)) {
            for (int rank = 1; rank < 4; rank++) {
                HeapCore core = heap.core(rank);
                core.free(CALL, core.allocate(CALL, 40 * rank));
            }
            HeapStatistics before = new HeapStatistics(HeapInspection.figures(heap.core(0)));
            for (int rank = 1; rank < 4; rank++) {
                assertTrue(before.cachedBytes(rank) > 0, before::toString);
            }
            assertNotEquals(Blocks.NONE, heap.core(0).allocate(CALL, before.bytes() - 16));
        }
    }

    @Test
    void shouldAlignToEveryPowerOfTwo() {
        try (BareHeap heap = new BareHeap(200_000, 1)) {
            HeapCore core = heap.core(0);
            SplittableRandom random = Seed.of("sizes");
            List<Long> blocks = new ArrayList<>();
            for (int round = 0; round < 200; round++) {
                long alignment = 1L << random.nextInt(13);
                long block = core.allocate(CALL, random.nextInt(500), alignment);
                if (block != Blocks.NONE) {
                    assertEquals(0, (BareHeap.ORIGIN + block + 16) % alignment);
                    assertEquals(0, core.payload(block) % alignment);
                    blocks.add(block);
                }
            }
            HeapInspection.check(core);
            blocks.forEach(block -> core.free(CALL, block));
            heap.checkEmpty();
        }
    }

    @Test
    void shouldGrowAndShrinkInPlaceWhereThereIsRoom() {
        try (BareHeap heap = new BareHeap(400_000, 1)) {
            HeapCore core = heap.core(0);
            long block = core.allocate(CALL, 10_000);
            BareHeap.stamp(core, block, 10_000, 5);
            assertEquals(block, core.reallocate(CALL, block, 50_000));
            assertEquals(block, core.reallocate(CALL, block, 5_000));
            BareHeap.checkStamp(core, block, 5_000, 5);
            long behind = core.allocate(CALL, 5_000);
            long moved = core.reallocate(CALL, block, 100_000);
            assertNotEquals(block, moved);
            BareHeap.checkStamp(core, moved, 5_000, 5);
            assertEquals(Blocks.NONE, core.reallocate(CALL, moved, 390_000));
            BareHeap.checkStamp(core, moved, 5_000, 5);
            core.free(CALL, behind);
            core.free(CALL, moved);
            heap.checkEmpty();
        }
    }

    @Test
    void shouldRefuseEveryPlaceThatIsNoBlockInUseAndChangeNothing() {
        try (BareHeap heap = new BareHeap(60_000, 1)) {
            HeapCore core = heap.core(0);
            long freed = core.allocate(CALL, 100);
            long inside = core.allocate(CALL, 200);
            long large = core.allocate(CALL, 5_000);
            long freedLarge = core.allocate(CALL, 5_000);
            long behind = core.allocate(CALL, 5_000);
            core.free(CALL, freed);
            core.free(CALL, freedLarge);
            for (long at = 0; at < 5_000; at += 16) { // what looks like headers: copies of one that is true
                SharedMemory.copy(heap.base + inside, core.payload(large) + at, Math.min(16, 5_000 - at));
            }
            byte[] before = heap.bytes();
            for (long place = -100; place < heap.memory.byteSize() + 100; place++) {
                if (place != inside && place != large && place != behind) {
                    long each = place;
                    PgasException e = assertThrows(PgasException.class, () -> core.free(CALL, each), "place " + place);
                    assertTrue(e.getMessage().startsWith("rank 0: SharedHeap.test: offset "
                            + (BareHeap.ORIGIN + 16 + place) + " is not that of a block in use"), e.getMessage());
                    assertThrows(PgasException.class, () -> core.usableBytes(CALL, each));
                    assertThrows(PgasException.class, () -> core.reallocate(CALL, each, 10));
                }
            }
            assertMessage("has been freed already", core, freed);
            assertMessage("has been freed already", core, freedLarge);
            assertMessage("no block begins there", core, large + 16);
            assertMessage("not a multiple of 16", core, large + 1);
            assertMessage("outside the blocks", core, Long.MIN_VALUE);
            assertMessage("outside the blocks", core, Long.MAX_VALUE);
            assertArrayEquals(before, heap.bytes());
            core.free(CALL, inside);
            core.free(CALL, large);
            core.free(CALL, behind);
            heap.checkEmpty();
        }
    }

    private static void assertMessage(String part, HeapCore core, long place) {
        PgasException e = assertThrows(PgasException.class, () -> core.free(CALL, place));
        assertTrue(e.getMessage().contains(part), e.getMessage());
    }

    @Test
    void shouldNotTouchABlockThatWasFreedAndGivenOutSinceItWasLookedAt() {
        try (BareHeap heap = new BareHeap(60_000, 1)) {
            HeapCore core = heap.core(0);
            CentralHeap central = core.central;
            long front = core.allocate(CALL, 5_000);
            long block = core.allocate(CALL, 5_000);
            long word = core.blocks.word(block);
            core.free(CALL, block);
            core.free(CALL, front);
            long whole = core.allocate(CALL, 12_000);
            assertEquals(front, whole);
            BareHeap.stamp(core, whole, 12_000, 3);
            byte[] before = heap.bytes();
            for (long wanted : new long[]{130, 200, 310}) {
                assertFreedMeanwhile(() -> central.shrink(CALL, block, word, wanted));
            }
            assertFreedMeanwhile(() -> central.extend(CALL, block, word, 320));
            assertArrayEquals(before, heap.bytes());
            BareHeap.checkStamp(core, whole, 12_000, 3);
            core.free(CALL, whole);
            heap.checkEmpty();
        }
    }

    private static void assertFreedMeanwhile(Executable call) {
        PgasException e = assertThrows(PgasException.class, call);
        assertTrue(e.getMessage().contains("freed"), e.getMessage());
    }

    @Test
    void shouldLoseNothingWhenAWaitForALockFails() {
        for (long bytes : new long[]{0, 100, 1_900, 5_000}) {
            try (BareHeap heap = new BareHeap(400_000, 1)) {
                HeapCore core = heap.core(0, (call, lock, self, part) -> {
                    throw new IllegalStateException(part);
                });
                List<Long> blocks = new ArrayList<>();
                for (int count = 0; count < 70; count++) {
                    blocks.add(core.allocate(CALL, bytes));
                }
                long held = heap.base + HeapLayout.LOCK;
                assertTrue(HeapLock.tryLock(held, 1));
                int failed = 0;
                for (long block : blocks) {
                    try {
                        core.free(CALL, block);
                    } catch (IllegalStateException e) {
                        failed++;
                    }
                }
                assertTrue(failed > 0);
                assertThrows(IllegalStateException.class, () -> core.allocate(CALL, 6_000));
                HeapLock.giveBack(held);
                for (long block : blocks) {
                    if (bytes > Bins.usable(Bins.MAX_SMALL)) {
                        core.free(CALL, block);
                    } else {
                        long each = block;
                        assertThrows(PgasException.class, () -> core.free(CALL, each), "it is free");
                    }
                }
                heap.checkEmpty();
            }
        }
    }

    @Test
    void shouldGoToTheBinsOrFailWithoutLossWhenAllCachesAreTaken() {
        try (BareHeap heap = new BareHeap(400_000, 1)) {
            HeapCore core = heap.core(0, (call, lock, self, part) -> {
                throw new IllegalStateException(part);
            });
            HeapLayout layout = core.layout;
            long first = core.allocate(CALL, 100);
            for (int index = 0; index < layout.cacheCount(); index++) {
                assertTrue(HeapLock.tryLock(layout.cache(index), 1));
            }
            long other = core.allocate(CALL, 200);
            core.free(CALL, first);
            IllegalStateException e = assertThrows(IllegalStateException.class, () -> core.reclaimAll(CALL));
            assertEquals("a cache", e.getMessage());
            core.lock(CALL); // nobody holds it any more
            core.unlock();
            assertTrue(HeapLock.tryLock(heap.base + HeapLayout.LOCK, 1));
            assertThrows(IllegalStateException.class, () -> core.free(CALL, other));
            HeapLock.giveBack(heap.base + HeapLayout.LOCK);
            core.free(CALL, other);
            for (int index = 0; index < layout.cacheCount(); index++) {
                HeapLock.giveBack(layout.cache(index));
            }
            heap.checkEmpty();
        }
    }

    @Test
    void shouldReportStoresBeyondABlockAndFollowNothing() {
        SplittableRandom random = Seed.of("damage");
        int reported = 0;
        for (int round = 0; round < 300; round++) {
            try (BareHeap heap = new BareHeap(60_000, 1)) {
                HeapUser user = new HeapUser(heap.core(0), Seed.of("user " + round), 3_000);
                user.run(200);
                HeapLayout layout = heap.core(0).layout;
                long from = layout.blocks().first();
                long at = heap.base + (random.nextInt(4) == 0
                        ? random.nextLong(HeapLayout.MAP, HeapLayout.COUNTS - 7)
                        : random.nextLong(from, 60_000 - 7));
                SharedMemory.putLong(at, random.nextInt(3) == 0 ? random.nextInt(60_000) : random.nextLong());
                try {
                    user.run(300);
                    HeapInspection.check(heap.core(0));
                } catch (PgasException e) {
                    reported++;
                } catch (AssertionError e) {
                    // the store hit a pattern, or had two blocks given out for one
                    assertTrue(e.getMessage().startsWith("byte "), e.getMessage());
                }
            }
        }
        assertTrue(reported > 0, "only " + reported + " were reported");
    }
}
