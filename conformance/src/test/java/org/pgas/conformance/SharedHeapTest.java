package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;
import static org.pgas.conformance.Refusals.assertRefused;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.pgas.ErrorCode;
import org.pgas.GlobalPointer;
import org.pgas.InVain;
import org.pgas.Job;
import org.pgas.PeerLostException;
import org.pgas.PgasException;
import org.pgas.Rma;
import org.pgas.Team;
import org.pgas.WaitMode;
import org.pgas.heap.HeapStatistics;
import org.pgas.heap.SharedHeap;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/** Blocks of a heap never overlap, keep what is in them, and all become free again, whoever allocates and frees. */
@RankDefaults(segment = "2m")
class SharedHeapTest {
    private static final long HEAP = 4096 + 128;
    private static final long BYTES = 512 << 10;

    /** In the layout of a heap: who holds the lock of its bins. */
    private static final long LOCK = HEAP + 128;

    /** Where the tests keep notes. */
    private static final long WORDS = 1 << 20;

    private static final String BINS = "SharedHeap.malloc: the bins of SharedHeap at offset " + HEAP
            + " of rank 0, held by ";

    /** All ranks at once, and every one goes on with the blocks of another after each round. */
    @AcrossNeighbourhoods
    @RankTest(ranks = {1, 2, 3})
    void shouldOverlapNothingAndLoseNothingUnderRandomUse(Job job) {
        Team team = job.world();
        SharedHeap heap = SharedHeap.create(team, job.size() - 1, HEAP, BYTES);
        HeapLedger ledger = new HeapLedger(heap, Seed.of("rank " + job.rank()), 20_000);
        for (int round = 0; round < Repetitions.of(job, 12, 4); round++) {
            ledger.run(120);
            heap.verify();
            ledger.note(WORDS);
            team.barrier();
            ledger.adopt((job.rank() + 1) % job.size(), WORDS);
            team.barrier();
        }
        ledger.freeAll();
        assertEmpty(heap);
        job.world().barrier();
    }

    @AcrossNeighbourhoods
    @RankTest
    void shouldOverlapNothingAndLoseNothingWhileItIsFull(Job job) {
        SharedHeap heap = SharedHeap.create(job.world(), 0, HEAP, 40 << 10);
        HeapLedger ledger = new HeapLedger(heap, Seed.of("rank " + job.rank()), 8_000);
        ledger.run(Repetitions.of(job, 1_500, 400));
        assertTrue(ledger.refused() > 0, "it was never full");
        heap.verify();
        ledger.freeAll();
        assertEmpty(heap);
        job.world().barrier();
    }

    @AcrossNeighbourhoods
    @RankTest(settings = "pgas.checks=off")
    void shouldOverlapNothingWhateverThreadsOfARankUseItAtOnce(Job job) throws Exception {
        SharedHeap heap = SharedHeap.create(job.world(), 0, HEAP, BYTES);
        HeapLedger[] ledgers = new HeapLedger[4];
        Runnable[] bodies = new Runnable[ledgers.length];
        for (int index = 0; index < ledgers.length; index++) {
            HeapLedger ledger = new HeapLedger(index % 2 == 0 ? heap : SharedHeap.open(job.world(), 0, HEAP),
                    Seed.of("thread " + index + " of rank " + job.rank()), 1_000 + 3_000 * index);
            ledgers[index] = ledger;
            bodies[index] = () -> ledger.run(Repetitions.of(job, 1_000, 100));
        }
        RankThreads.run(bodies);
        heap.verify();
        for (HeapLedger ledger : ledgers) {
            ledger.freeAll();
        }
        assertEmpty(heap);
        job.world().barrier();
    }

    @AcrossNeighbourhoods
    @RankTest
    void shouldTellAllBlocksInUseAndNoOther(Job job) {
        SharedHeap heap = SharedHeap.create(job.world(), 0, HEAP, BYTES);
        List<Long> kept = new ArrayList<>();
        for (int index = 0; index < 100; index++) {
            long block = heap.malloc(index % 10 == 0 ? 5_000 : index);
            if (index % 3 == 0) {
                heap.free(block);
            } else {
                kept.add(block);
            }
        }
        job.world().barrier();
        List<Long> all = Arrays.stream(heap.blocks()).boxed().toList();
        assertEquals(all.stream().sorted().toList(), all);
        assertTrue(all.containsAll(kept), () -> kept + " are in use, and found were " + all);
        assertEquals((long) job.size() * kept.size(), all.size());
        job.world().barrier();
        kept.forEach(heap::free);
        job.world().barrier();
        assertEquals(0, heap.blocks().length);
        assertEmpty(heap);
        job.world().barrier();
    }

    @AcrossNeighbourhoods
    @RankTest
    void shouldOverlapNothingAsleep(Job job) {
        job.waitMode(WaitMode.BLOCK);
        SharedHeap heap = SharedHeap.create(job.world(), 0, HEAP, BYTES);
        HeapLedger ledger = new HeapLedger(heap, Seed.of("rank " + job.rank()), 50_000);
        ledger.run(Repetitions.of(job, 400, 100));
        ledger.freeAll();
        assertEmpty(heap);
        job.world().barrier();
    }

    /** Collective: when all ranks have freed what they had, it is one block. */
    private static void assertEmpty(SharedHeap heap) {
        Team team = heap.team();
        team.barrier();
        heap.trim();
        team.barrier();
        heap.verify();
        HeapStatistics now = heap.statistics();
        assertEquals(now.bytes(), now.bytesFree(), now::toString);
        assertEquals(now.bytes() - 16, now.largestFree(), now::toString);
        assertEquals(0, now.blocks(), now::toString);
        assertEquals(now.allocations(), now.frees());
        team.barrier();
    }

    /** Both free the same block at the same moment. */
    @AcrossNeighbourhoods
    @RankTest(settings = "pgas.checks=off")
    void shouldLetOneOfTwoWhoFreeABlockSucceed(Job job) {
        SharedHeap heap = SharedHeap.create(job.world(), 0, HEAP, BYTES);
        Rma rma = job.world().rma();
        for (int round = 0; round < Repetitions.of(job, 400, 60); round++) {
            if (job.rank() == 0) {
                rma.putLong(0, WORDS, heap.malloc(round % 2 == 0 ? 40 : 4_000));
            }
            job.world().barrier();
            long block = rma.getLong(0, WORDS);
            job.world().barrier();
            long freed = 0;
            try {
                heap.free(block);
                freed = 1;
            } catch (PgasException e) {
                assertEquals(ErrorCode.BAD_ARGUMENT, e.code());
                assertTrue(e.getMessage().contains("offset " + block), e.getMessage());
            }
            rma.putLong(job.rank(), WORDS + 64, freed);
            job.world().barrier();
            assertEquals(1, rma.getLong(0, WORDS + 64) + rma.getLong(1, WORDS + 64), "round " + round);
            job.world().barrier();
        }
        assertEmpty(heap);
        job.world().barrier();
    }

    @AcrossNeighbourhoods
    @RankTest
    void shouldShowWhatWasDoneToABlockToWhoGetsItNext(Job job) {
        SharedHeap heap = SharedHeap.create(job.world(), 0, HEAP, BYTES);
        Rma rma = job.world().rma();
        for (int round = 0; round < Repetitions.of(job, 3_000, 60); round++) {
            long block = heap.calloc(1 + round % 40, 8);
            for (long at = 0; at < 8L * (1 + round % 40); at += 8) {
                assertEquals(0, rma.getLong(0, block + at));
                rma.putLong(0, block + at, job.rank() + 1);
            }
            heap.free(block);
        }
        assertEmpty(heap);
        job.world().barrier();
    }

    @AcrossNeighbourhoods
    @RankTest
    void shouldSayThatThereIsNoRoomAndGoOnWhenThereIs(Job job) {
        SharedHeap heap = SharedHeap.create(job.world(), 1, HEAP, 64 << 10);
        if (job.rank() == 0) {
            List<Long> blocks = new ArrayList<>();
            for (long block = heap.tryMalloc(100); block != SharedHeap.NONE; block = heap.tryMalloc(100)) {
                blocks.add(block);
            }
            assertRefused(ErrorCode.RESOURCE, "malloc", () -> heap.malloc(100), "rank 0: SharedHeap.malloc: no room",
                    "100 bytes", "SharedHeap at offset " + HEAP + " of rank 1", "its largest free block takes");
            assertRefused(ErrorCode.RESOURCE, "calloc", () -> heap.calloc(1L << 40, 1L << 40), "SharedHeap.calloc");
            assertRefused(ErrorCode.RESOURCE, "memalign", () -> heap.memalign(4096, 1), "SharedHeap.memalign");
            assertRefused(ErrorCode.RESOURCE, "realloc", () -> heap.realloc(blocks.getFirst(), 5_000),
                    "SharedHeap.realloc", "5000 bytes");
            assertRefused(ErrorCode.RESOURCE, "malloc", () -> heap.malloc(Long.MAX_VALUE), "no room");
            assertEquals(SharedHeap.NONE, heap.tryCalloc(Long.MAX_VALUE, 2));
            assertEquals(SharedHeap.NONE, heap.tryRealloc(blocks.getFirst(), Long.MAX_VALUE));
            assertEquals(SharedHeap.NONE, heap.tryMemalign(64, Long.MAX_VALUE));
            heap.free(blocks.removeLast());
            blocks.add(heap.malloc(100));
            blocks.forEach(heap::free);
            heap.free(heap.malloc(heap.statistics().bytes() - 16));
        }
        assertEmpty(heap);
        job.world().barrier();
    }

    @AcrossNeighbourhoods
    @RankTest(settings = "pgas.checks=off")
    void shouldRefuseWhatIsWrongAndChangeNothing(Job job) {
        SharedHeap heap = SharedHeap.create(job.world(), 0, HEAP, BYTES);
        if (job.rank() == 1) {
            long block = heap.malloc(100);
            String who = "rank 1: SharedHeap.";
            String what = "SharedHeap at offset " + HEAP + " of rank 0";
            assertIllegal("inside", () -> heap.free(block + 16), who + "free: offset " + (block + 16), what,
                    "no block begins there");
            assertIllegal("misaligned", () -> heap.free(block + 1), who + "free", "not a multiple of 16");
            assertIllegal("outside", () -> heap.free(0), who + "free: offset 0 ", "outside the blocks");
            assertIllegal("outside", () -> heap.usableBytes(HEAP + BYTES + 16), who + "usableBytes", "outside");
            assertIllegal("inside", () -> heap.realloc(block + 32, 1), who + "realloc", "offset " + (block + 32));
            assertIllegal("negative", () -> heap.malloc(-1), who + "malloc", "-1 bytes");
            assertIllegal("negative", () -> heap.calloc(-1, 5), who + "calloc", "-1 elements");
            assertIllegal("negative", () -> heap.realloc(block, -5), who + "realloc", "-5 bytes");
            assertIllegal("negative", () -> heap.tryMemalign(8, -5), who + "tryMemalign", "-5 bytes");
            for (long alignment : new long[]{0, -8, 3, 8192, Long.MIN_VALUE}) {
                assertIllegal("alignment", () -> heap.memalign(alignment, 5), who + "memalign",
                        "alignment " + alignment,
                        "1..4096");
            }
            heap.free(block);
            assertIllegal("twice", () -> heap.free(block), who + "free: offset " + block, "freed already");
            assertIllegal("freed", () -> heap.realloc(block, 5), who + "realloc", "freed already");
            assertIllegal("freed", () -> heap.usableBytes(block), who + "usableBytes", "freed already");
            heap.free(SharedHeap.NONE);
        }
        assertEmpty(heap);
        job.world().barrier();
    }

    @AcrossNeighbourhoods
    @RankTest
    void shouldTakeAndAnswerGlobalPointers(Job job) {
        SharedHeap heap = SharedHeap.create(job.world(), 1, HEAP, BYTES);
        if (job.rank() == 0) {
            // alone: a block that is freed belongs to whoever allocates next
            takeAndAnswerGlobalPointers(heap);
        }
        job.world().barrier();
    }

    private static void takeAndAnswerGlobalPointers(SharedHeap heap) {
        long pointer = heap.mallocPointer(10);
        assertEquals(1, GlobalPointer.jobRank(pointer));
        assertEquals(pointer, heap.pointer(heap.offsetOf(pointer)));
        assertTrue(heap.usableBytes(heap.offsetOf(pointer)) >= 10);
        pointer = heap.reallocPointer(pointer, 10_000);
        assertTrue(heap.usableBytes(heap.offsetOf(pointer)) >= 10_000);
        heap.freePointer(pointer);
        long again = pointer;
        assertIllegal("twice", () -> heap.freePointer(again), "SharedHeap.freePointer", "freed already");
        assertEquals(0, GlobalPointer.offset(heap.memalignPointer(1024, 3)) % 1024);
        heap.callocPointer(3, 5);
        assertEquals(SharedHeap.NONE, heap.offsetOf(GlobalPointer.NULL));
        assertEquals(GlobalPointer.NULL, heap.pointer(SharedHeap.NONE));
        heap.freePointer(GlobalPointer.NULL);
        assertNotEquals(GlobalPointer.NULL, heap.reallocPointer(GlobalPointer.NULL, 5));
        assertIllegal("other rank", () -> heap.freePointer(GlobalPointer.of(0, HEAP + 64)), "SharedHeap.freePointer",
                "rank 0", "not in the segment");
        assertIllegal("other endpoint", () -> heap.offsetOf(GlobalPointer.of(1, 1, HEAP)), "endpoint 1");
    }

    @AcrossNeighbourhoods
    @RankTest
    void shouldCountWhatIsInUse(Job job) {
        SharedHeap heap = SharedHeap.create(job.world(), 0, HEAP, BYTES);
        job.world().barrier();
        if (job.rank() == 1) {
            HeapStatistics before = heap.statistics();
            assertEquals(job.size(), before.handles());
            long[] blocks = {heap.malloc(40), heap.malloc(48), heap.malloc(10_000)};
            HeapStatistics now = heap.statistics();
            assertEquals(3, now.blocks());
            assertEquals(3, now.allocations() - before.allocations());
            long bytes = 0;
            long counted = 0;
            for (int index = 0; index < now.classes(); index++) {
                counted += now.blocks(index);
                assertTrue(index == 0 || now.classBytes(index) > now.classBytes(index - 1));
            }
            for (long block : blocks) {
                bytes += heap.usableBytes(block) + 16;
            }
            assertEquals(3, counted);
            assertEquals(bytes, now.bytesInUse());
            assertEquals(0, now.cachedBytes(0));
            assertEquals(now.cachedBytes(), now.cachedBytes(1));
            assertEquals(now.bytes(), now.bytesInUse() + now.bytesFree() + now.cachedBytes());
            for (long block : blocks) {
                heap.free(block);
            }
            assertEquals(0, heap.statistics().bytesInUse());
            assertThrows(IndexOutOfBoundsException.class, () -> now.blocks(now.classes()));
        }
        assertEmpty(heap);
        job.world().barrier();
    }

    @AcrossNeighbourhoods
    @RankTest
    void shouldGiveCachesBackWhenAHandleIsClosed(Job job) {
        SharedHeap heap = SharedHeap.create(job.world(), 0, HEAP, BYTES);
        job.world().barrier();
        if (job.rank() == 1) {
            heap.free(heap.malloc(40));
            assertTrue(heap.statistics().cachedBytes(1) > 0);
            heap.close();
            heap.close();
            assertIllegal("closed", () -> heap.malloc(5), "rank 1: SharedHeap.malloc: this handle", "was closed");
            SharedHeap again = SharedHeap.open(job.world(), 0, HEAP);
            HeapStatistics now = again.statistics();
            assertEquals(2, now.handles());
            assertEquals(now.bytes(), now.bytesFree());
        }
        job.world().barrier();
    }

    @AcrossNeighbourhoods
    @RankTest
    void shouldRefusePlacesWhereThereCanBeNone(Job job) {
        Team team = job.world();
        long size = job.endpoint().segment().size();
        assertIllegal("none", () -> SharedHeap.open(team, 0, HEAP), "SharedHeap.open", "offset " + HEAP + " of rank 0",
                "none");
        assertIllegal("none", () -> SharedHeap.recover(team, 0, HEAP), "SharedHeap.recover", "none");
        assertIllegal("misaligned", () -> SharedHeap.open(team, 0, 64), "offset 64", "128");
        assertIllegal("small", () -> SharedHeap.initialise(team, 0, HEAP, SharedHeap.leastBytes(team) - 1),
                "SharedHeap.initialise", "too few", Long.toString(SharedHeap.leastBytes(team)));
        assertIllegal("small", () -> SharedHeap.initialise(team, 0, HEAP, -1), "too few");
        assertIllegal("outside", () -> SharedHeap.initialise(team, 0, HEAP, size), "outside the segment of rank 0");
        assertIllegal("single-valued", () -> SharedHeap.create(team, 0, HEAP, BYTES + job.rank()), "SharedHeap.create");
        if (job.rank() == 1) {
            SharedHeap alone = SharedHeap.initialise(team, 1, HEAP, SharedHeap.leastBytes(team));
            long block = alone.malloc(16);
            assertEquals(SharedHeap.NONE, alone.tryMalloc(0));
            SharedHeap.open(team, 1, HEAP).free(block);
            alone.verify();
        }
        team.barrier();
        job.world().barrier();
    }

    @AcrossNeighbourhoods
    @RankTest
    void shouldRefuseCallsWhenItIsDestroyed(Job job) {
        SharedHeap heap = SharedHeap.create(job.world(), 0, HEAP, BYTES);
        job.world().barrier();
        if (job.rank() == 1) {
            heap.destroy();
        }
        job.world().barrier();
        assertIllegal("malloc", () -> heap.malloc(5), "SharedHeap.malloc", "destroyed");
        assertIllegal("free", () -> heap.free(HEAP + 20_000), "SharedHeap.free", "destroyed");
        assertIllegal("statistics", heap::statistics, "SharedHeap.statistics", "destroyed");
        job.world().barrier();
        assertIllegal("open", () -> SharedHeap.open(job.world(), 0, HEAP), "SharedHeap.open");
        assertIllegal("recover", () -> SharedHeap.recover(job.world(), 0, HEAP), "SharedHeap.recover");
        SharedHeap.create(job.world(), 0, HEAP, BYTES);
        assertIllegal("made anew", () -> heap.malloc(5), "SharedHeap.malloc", "destroyed");
        heap.close();
        job.world().barrier();
    }

    /** As if rank 1 had been killed with the lock, and rank 0 with blocks in its caches. */
    @AcrossNeighbourhoods
    @RankTest
    void shouldKeepAllocatedBlocksWhenItIsRecovered(Job job) {
        Team team = job.world();
        SharedHeap heap = SharedHeap.create(team, 0, HEAP, BYTES);
        HeapLedger ledger = new HeapLedger(heap, Seed.of("rank " + job.rank()), 10_000);
        ledger.run(300);
        team.rma().putLong(job.rank(), WORDS, ledger.count());
        team.barrier();
        long blocks = team.rma().getLong(0, WORDS) + team.rma().getLong(1, WORDS);
        ledger.note(WORDS);
        if (job.rank() == 1) {
            team.rma().putLong(0, LOCK, 2L << 44 | 1);
            SharedHeap.recover(team, 0, HEAP).close();
        }
        team.barrier();
        assertIllegal("old handle", () -> heap.malloc(5), "SharedHeap.malloc", "recovered");
        SharedHeap again = SharedHeap.open(team, 0, HEAP);
        HeapStatistics now = again.statistics();
        assertEquals(blocks, now.blocks());
        assertEquals(0, now.cachedBytes());
        team.barrier();
        HeapLedger heir = new HeapLedger(again, Seed.of("heir " + job.rank()), 10_000);
        heir.adopt(1 - job.rank(), WORDS);
        heir.run(300);
        heir.freeAll();
        assertEmpty(again);
        job.world().barrier();
    }

    @AcrossNeighbourhoods
    @RankTest
    void shouldReportWhatStoresBeyondABlockHaveDamaged(Job job) {
        Team team = job.world();
        SharedHeap heap = SharedHeap.create(team, 0, HEAP, BYTES);
        if (job.rank() == 1) {
            long block = heap.malloc(4_000);
            long behind = block + heap.usableBytes(block) + 16;
            team.rma().putLong(0, behind - 16, -1);
            assertIllegal("verify", heap::verify, "rank 1", "damaged at the block of offset " + behind);
            assertIllegal("free", () -> heap.free(block), "damaged", "offset " + behind);
            assertIllegal("recover", () -> SharedHeap.recover(team, 0, HEAP), "damaged", "offset " + behind);
        }
        team.barrier();
        job.world().barrier();
    }

    /** As if a thread of the same rank had stopped with the lock. */
    @AcrossNeighbourhoods
    @RankTest
    void shouldSayWhoHoldsTheLockWhenTheWaitPassesTheDeadline(Job job) {
        SharedHeap heap = SharedHeap.create(job.world(), 0, HEAP, BYTES);
        job.world().barrier();
        if (job.rank() == 1) {
            Rma rma = job.world().rma();
            rma.putLong(0, LOCK, 2L << 44 | 7);
            PgasException e = InVain.waitsForMoreThanAnAnswer(job, () -> heap.malloc(10_000));
            assertTrue(e.getMessage().contains(BINS + "rank 1 (thread 7)"), e.getMessage());
            rma.putLong(0, LOCK, 0);
            heap.free(heap.malloc(10_000));
        }
        job.world().barrier();
    }

    /** As if it had stopped with the lock. A rank elsewhere that has left answers no more. */
    @RankTest(neighbourhoods = 1)
    void shouldSayThatWhoHoldsTheLockHasLeft(Job job) {
        SharedHeap heap = SharedHeap.create(job.world(), 0, HEAP, BYTES);
        job.world().barrier();
        if (job.rank() == 0) {
            job.close();
            return;
        }
        Rma rma = job.world().rma();
        rma.putLong(0, LOCK, 1L << 44 | 9);
        PgasException e = assertThrows(PeerLostException.class, () -> heap.malloc(10_000));
        assertTrue(e.getMessage().contains(BINS + "rank 0 (thread 9)"), e.getMessage());
        rma.putLong(0, LOCK, 0);
        heap.free(heap.malloc(10_000));
    }

    @AcrossNeighbourhoods
    @RankTest(memories = {Memory.ARRAY, Memory.NATIVE})
    void shouldSayThatItNeedsAMappedSegment(Job job) {
        assertIllegal("client memory", () -> SharedHeap.initialise(job.world(), 0, HEAP, BYTES), "client memory",
                "Job.attach(long)");
        assertIllegal("client memory", () -> SharedHeap.open(job.world(), 1, HEAP), "client memory");
        job.world().barrier();
    }

    /** The bytes of a heap go from one job to another, at another offset, as those of a file do. */
    @Test
    void shouldSurviveTheJob() throws Exception {
        byte[][] bytes = new byte[1][];
        long[] blocks = new long[200];
        HostedJobs.alone((job, _) -> {
            job.attach(64 << 10);
            SharedHeap heap = SharedHeap.create(job.world(), 0, 0, 64 << 10);
            for (int index = 0; index < blocks.length; index++) {
                blocks[index] = heap.malloc(100 + index);
                job.world().rma().putLong(0, blocks[index], ~index);
                if (index % 3 == 0) {
                    heap.free(blocks[index]);
                }
            }
            heap.close();
            bytes[0] = job.endpoint().segment().local().toArray(ValueLayout.JAVA_BYTE);
        });
        HostedJobs.alone((job, _) -> {
            job.attach(80 << 10);
            MemorySegment.copy(bytes[0], 0, job.endpoint().segment().local(), ValueLayout.JAVA_BYTE, 4096, 64 << 10);
            SharedHeap heap = SharedHeap.open(job.world(), 0, 4096);
            heap.verify();
            assertEquals(1, heap.statistics().handles());
            assertEquals(blocks.length - blocks.length / 3 - 1, heap.statistics().blocks());
            for (int index = 0; index < blocks.length; index++) {
                long block = blocks[index] + 4096;
                if (index % 3 != 0) {
                    assertEquals(~index, job.world().rma().getLong(0, block));
                    heap.free(block);
                }
            }
            assertEmpty(heap);
        });
    }

    @Test
    void shouldRefuseCallsAfterTheCloseOfTheJob() throws Exception {
        HostedJobs.alone((job, _) -> {
            job.attach(64 << 10);
            SharedHeap heap = SharedHeap.create(job.world(), 0, 0, 64 << 10);
            long block = heap.malloc(5);
            job.close();
            assertThrows(PgasException.class, () -> heap.malloc(5));
            assertThrows(PgasException.class, () -> heap.free(block));
            assertThrows(PgasException.class, heap::statistics);
            heap.close();
        });
    }
}
