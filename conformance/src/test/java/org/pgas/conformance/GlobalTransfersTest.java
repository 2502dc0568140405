package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;

import org.pgas.Event;
import org.pgas.EventCategory;
import org.pgas.GlobalPointer;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;
import org.pgas.vis.GlobalShape;
import org.pgas.vis.GlobalTransfers;
import org.pgas.vis.Shape;

/** Transfers whose regions lie on several ranks, against a model; and the examples of the proposal. */
@RankDefaults(segment = "16k")
@AcrossNeighbourhoodsAsThreads
class GlobalTransfersTest {
    private static final int ROUNDS = 120;

    @RankTest(ranks = {1, 2, 4}, memories = {Memory.MAPPED, Memory.ARRAY})
    void shouldMoveWhatListsSayWhoeverHasIt(Job job) {
        agree(job);
    }

    @RankTest(ranks = 3, settings = "pgas.checks=off")
    void shouldMoveWhatListsSayWithoutChecks(Job job) {
        agree(job);
    }

    /** Every other rank has client memory, so that a call does some of it at once and some of it by messages. */
    @RankTest(ranks = {3, 4}, segment = "0")
    void shouldMoveBetweenMemoryOfAllKinds(Job job) {
        if (job.rank() % 2 == 0) {
            job.attach(16 << 10);
        } else {
            job.attach(MemorySegment.ofArray(new byte[16 << 10]));
        }
        agree(job);
    }

    private static void agree(Job job) {
        SplittableRandom random = Seed.of("transfers of rank " + job.rank());
        try (Arena confined = Arena.ofConfined()) {
            GlobalRig rig = new GlobalRig(job, new TransferRig(job, random, confined));
            GlobalTransfers transfers = GlobalTransfers.of(job.world());
            assertSame(job.world(), transfers.team());
            int moved = 0;
            for (int round = 0; round < ROUNDS; round++) {
                moved += random.nextInt(3) == 0 ? rig.copy(transfers) : rig.transfer(transfers);
            }
            assertTrue(moved > ROUNDS / 8, "only " + moved + " of " + ROUNDS + " transfers moved something");
        }
        job.world().barrier();
    }

    /** {@code shared [100] double A[100 * THREADS]}, element i being i + 1. */
    private static GlobalShape array(Job job) {
        if (job.rank() == 0) {
            double[] block = new double[100];
            for (int rank = 0; rank < job.size(); rank++) {
                int first = 100 * rank + 1;
                Arrays.setAll(block, i -> first + i);
                job.world().rma().put(rank, 64, block, 0, 100);
            }
        }
        job.world().barrier();
        return GlobalShape.blockCyclic(800, 800L * job.size(), job.size(), 64);
    }

    private static long pointer(int element) {
        return GlobalPointer.of(element / 100, 64 + element % 100 * 8);
    }

    /** The example of section 5.2. */
    @RankTest(ranks = 3, memories = {Memory.MAPPED, Memory.ARRAY})
    void shouldGetAListOfRegionsOfAnyLength(Job job) {
        GlobalShape array = array(job);
        double[] expected = new double[152];
        expected[0] = 15;
        expected[1] = 21;
        Arrays.setAll(expected, i -> i < 2 ? expected[i] : i < 52 ? 101 + i - 2 : 201 + i - 52);
        long[] pointers = {pointer(14), pointer(20), pointer(100), pointer(200)};
        long[] lengths = {8, 8, 50 * 8, 100 * 8};
        GlobalShape list = GlobalShape.vector(pointers, lengths);
        assertArrayEquals(expected, gotten(job, list));
        GlobalShape same = array.select(0, Shape.vector(new long[]{14 * 8, 20 * 8, 800, 1600}, lengths));
        assertArrayEquals(expected, gotten(job, same));
        job.world().barrier();
    }

    /** The example of section 5.3. */
    @RankTest(memories = {Memory.MAPPED, Memory.ARRAY})
    void shouldGetAListOfElements(Job job) {
        array(job);
        GlobalShape list = GlobalShape.indexed(8,
                new long[]{pointer(14), pointer(15), pointer(16), pointer(100), pointer(110)});
        assertArrayEquals(new double[]{15, 16, 17, 101, 111}, gotten(job, list));
        job.world().barrier();
    }

    private static double[] gotten(Job job, GlobalShape shape) {
        double[] target = new double[(int) shape.bytes() / 8];
        GlobalTransfers.of(job.world()).get(MemorySegment.ofArray(target), 0, Shape.contiguous(shape.bytes()), shape);
        return target;
    }

    /** Figure 1 of section 6.1: ten chunks of two become five of four, within an array of 12 times 8. */
    @RankTest(ranks = {1, 3}, memories = {Memory.MAPPED, Memory.ARRAY})
    void shouldCopyChunksOfAnotherSizeInOtherRanksMemory(Job job) {
        if (job.rank() == job.size() - 1) {
            double[] array = new double[12 * 8];
            Arrays.setAll(array, i -> i);
            job.world().rma().put(0, 0, array, 0, array.length);
            GlobalTransfers.of(job.world()).copy(
                    GlobalShape.of(GlobalPointer.of(0, 8 * (2 * 8 + 4)), Shape.chunked(32, 5, 64)),
                    GlobalShape.of(GlobalPointer.of(0, 8 * (8 + 1)), Shape.chunked(16, 10, 64)));
            double[] expected = array.clone();
            for (int i = 0; i < 20; i++) {
                expected[(2 + i / 4) * 8 + 4 + i % 4] = (1 + i / 2) * 8 + 1 + i % 2;
            }
            job.world().rma().get(array, 0, 0, 0, array.length);
            assertArrayEquals(expected, array);
        }
        job.world().barrier();
    }

    /**
     * Section 6.2's example, whose call in the document has source and destination the wrong way round, between two
     * ranks' memory.
     */
    @RankTest(ranks = 3, segment = "64k", memories = {Memory.MAPPED, Memory.ARRAY})
    void shouldCopyABlockBetweenTwoOtherRanks(Job job) {
        if (job.rank() == 0) {
            double[] source = new double[11 * 12 * 13];
            Arrays.setAll(source, i -> i + 1);
            job.world().rma().put(1, 0, source, 0, source.length);
            Shape block = Shape.strided(32, new long[]{3, 2}, new long[]{13 * 8, 12 * 13 * 8});
            Shape there = Shape.strided(32, new long[]{3, 2}, new long[]{16 * 8, 15 * 16 * 8});
            GlobalTransfers.of(job.world()).copyNb(
                    GlobalShape.of(GlobalPointer.of(2, 8 * (10 + 16 * (9 + 15 * 8))), there),
                    GlobalShape.of(GlobalPointer.of(1, 8 * (7 + 13 * (6 + 12 * 5))), block)).await();
            double[] target = new double[14 * 15 * 16];
            job.world().rma().get(target, 0, 2, 0, target.length);
            double[] expected = new double[target.length];
            for (int i = 0; i < 24; i++) {
                int x = i % 4;
                int y = i / 4 % 3;
                int z = i / 12;
                expected[((8 + z) * 15 + 9 + y) * 16 + 10 + x] = source[((5 + z) * 12 + 6 + y) * 13 + 7 + x];
            }
            assertArrayEquals(expected, target);
        }
        job.world().barrier();
    }

    /** More than fits into a buffer between two owners of client memory, in more pieces than are matched at once. */
    @RankTest(ranks = 3, segment = "1m", memories = {Memory.MAPPED, Memory.ARRAY})
    void shouldChangeTheBlocksOfALargeArray(Job job) {
        int total = 700_001;
        GlobalTransfers transfers = GlobalTransfers.of(job.world());
        GlobalShape small = GlobalShape.blockCyclic(3, total, job.size(), 64);
        GlobalShape large = GlobalShape.blockCyclic(50_000, total, new int[]{2, 0, 1}, 300_000);
        if (job.rank() == 1) {
            byte[] content = new byte[total];
            Seed.of("content").nextBytes(content);
            byte[] back = new byte[total];
            Shape dense = Shape.contiguous(total);
            transfers.put(small, MemorySegment.ofArray(content), 0, dense);
            Event event = transfers.copyNb(large, small);
            event.await();
            transfers.get(MemorySegment.ofArray(back), 0, dense, large);
            assertArrayEquals(content, back);
            byte[] block = new byte[50_000];
            job.world().rma().get(block, 0, 0, 300_000, block.length);
            assertArrayEquals(Arrays.copyOfRange(content, 50_000, 100_000), block);
            transfers.copyNbi(small.range(0, 600_000), large.range(100_001, 600_000));
            job.nbi().await(EventCategory.PUT, EventCategory.GET);
            transfers.get(MemorySegment.ofArray(back), 0, dense, small);
            assertArrayEquals(Arrays.copyOfRange(content, 100_001, 700_001), Arrays.copyOf(back, 600_000));
            assertArrayEquals(Arrays.copyOfRange(content, 600_000, total), Arrays.copyOfRange(back, 600_000, total));
        }
        job.world().barrier();
    }

    @RankTest
    void shouldKnowTheOrderOfAnArrayWhateverIsTakenOfIt(Job job) {
        GlobalTransfers transfers = GlobalTransfers.of(job.world());
        if (job.rank() == 0) {
            GlobalShape array = GlobalShape.blockCyclic(4, 64, 2, 0);
            byte[] bytes = new byte[64];
            for (int i = 0; i < 64; i++) {
                bytes[i] = (byte) i;
            }
            transfers.put(array, MemorySegment.ofArray(bytes), 0, Shape.contiguous(64));
            byte[] second = new byte[32];
            job.world().rma().get(second, 0, 1, 0, 32);
            assertEquals("[4, 5, 6, 7, 12, 13]", Arrays.toString(Arrays.copyOf(second, 6)));
            GlobalShape column = array.select(3, Shape.chunked(2, 4, 16));
            byte[] got = new byte[8];
            transfers.get(MemorySegment.ofArray(got), 0, Shape.contiguous(8), column);
            assertEquals("[3, 4, 19, 20, 35, 36, 51, 52]", Arrays.toString(got));
            transfers.get(MemorySegment.ofArray(got), 7, Shape.chunked(1, 8, -1), column);
            assertEquals("[52, 51, 36, 35, 20, 19, 4, 3]", Arrays.toString(got));
            transfers.get(MemorySegment.ofArray(got), 0, Shape.contiguous(3), column.range(3, 3));
            assertEquals("[20, 35, 36]", Arrays.toString(Arrays.copyOf(got, 3)));
            assertEquals(0, array.range(64, 0).bytes());
        }
        job.world().barrier();
    }

    @RankTest(ranks = 3, memories = {Memory.MAPPED, Memory.ARRAY})
    void shouldRefuseWhatIsWrongBeforeAnyRankIsWrittenTo(Job job) {
        GlobalTransfers transfers = GlobalTransfers.of(job.world());
        byte[] ones = new byte[64];
        Arrays.fill(ones, (byte) 1);
        MemorySegment local = MemorySegment.ofArray(ones);
        Shape dense = Shape.contiguous(16);
        long first = GlobalPointer.of(0, 0);
        String who = "rank " + job.rank() + ": GlobalTransfers.";
        assertIllegal("rank", () -> transfers.put(list(8, first, GlobalPointer.of(3, 0)), local, 0, dense), "rank 3",
                "entry 1 (8 bytes at rank 3, endpoint 0, offset 0)", "target");
        assertIllegal("range", () -> transfers.put(list(8, first, GlobalPointer.of(1, 16380)), local, 0, dense),
                "16384", "entry 1", "rank 1");
        assertIllegal("source range", () -> transfers.copy(list(8, first, first + 8),
                list(8, GlobalPointer.of(1, 0), GlobalPointer.of(2, 16377))), "entry 1", "of the source");
        assertIllegal("shape's range", () -> transfers.putNbi(
                GlobalShape.of(GlobalPointer.of(2, 0),
                        Shape.strided(8, new long[]{1 << 20, 4}, new long[]{8, 1 << 23})),
                local, 0, Shape.strided(8, new long[]{1 << 22}, new long[]{0}), LocalCompletion.NOW), "putNbi",
                "level 0 of the target, 1048576 rounds 8 bytes apart", "outside the segment of rank 2 (16384 bytes)");
        assertIllegal("shape's rank", () -> transfers.copy(GlobalShape.of(GlobalPointer.of(3, 0), dense),
                list(8, first, first + 8)), who + "copy: rank 3 is outside 0..2", "(the target)");
        assertIllegal("overlap", () -> transfers.putNb(list(8, first, GlobalPointer.of(1, 3), GlobalPointer.of(2, 0),
                GlobalPointer.of(1, 10)), local, 0, Shape.contiguous(32), LocalCompletion.NOW),
                who + "putNb: regions of the target overlap: entry 3 (8 bytes at rank 1, endpoint 0, offset 10) "
                        + "overlaps entry 1");
        assertIllegal("overlap", () -> transfers.copyNbi(
                GlobalShape.of(first, Shape.chunked(8, 2, 4)), list(8, GlobalPointer.of(1, 0), GlobalPointer.of(2, 0))),
                "overlap");
        assertIllegal("local overlap", () -> transfers.get(local, 0, Shape.chunked(8, 2, 4), list(8, first, first + 8)),
                "overlap");
        assertIllegal("volume", () -> transfers.putNbi(list(8, first), local, 0, dense, LocalCompletion.NOW),
                who + "putNbi: the target has 8 bytes and the source 16");
        assertIllegal("local", () -> transfers.put(list(8, first, first + 8), local, 49, dense),
                who + "put: the source, 16 bytes at offset 49, is outside the local memory of 64 bytes");
        assertIllegal("local entry", () -> transfers.get(local, 8, Shape.indexed(8, new long[]{0, 50}),
                list(8, first, first + 8)), who + "get: entry 1 of the target, 8 bytes at offset 8 + 50, is outside");
        assertIllegal("local", () -> transfers.getNb(local, -1, dense, list(8, first, first + 8)), "-1");
        assertIllegal("local", () -> transfers.get(local, Long.MAX_VALUE, Shape.chunked(8, 2, 8).at(8),
                list(8, first, first + 8)), "64 bytes");
        assertIllegal("read-only", () -> transfers.getNbi(local.asReadOnly(), 0, dense, list(8, first, first + 8)),
                "read-only");
        assertIllegal("group", () -> transfers.putNb(list(8, first, first + 8), local, 0, dense, LocalCompletion.GROUP),
                "GROUP");
        Arena closed = Arena.ofConfined();
        MemorySegment gone = closed.allocate(16);
        closed.close();
        assertIllegal("closed", () -> transfers.put(list(8, first, first + 8), gone, 0, dense), "closed");
        job.world().barrier();
        byte[] own = new byte[64];
        job.world().rma().get(own, 0, job.rank(), 0, 64);
        assertArrayEquals(new byte[64], own);
        for (byte one : ones) {
            assertEquals(1, one);
        }
        transfers.put(GlobalShape.vector(new long[0], new long[0]), local, 99, Shape.contiguous(0));
        transfers.copy(GlobalShape.vector(new long[]{0}, new long[]{0}), list(0, GlobalPointer.of(7, 0)));
        job.world().barrier();
    }

    private static GlobalShape list(long bytes, long... pointers) {
        return GlobalShape.indexed(bytes, pointers);
    }
}
