package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.GlobalPointer;
import org.pgas.Job;
import org.pgas.testkit.Mode;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.vis.BlockTransfers;
import org.pgas.vis.Gasnet1Vis;
import org.pgas.vis.Memvec;
import org.pgas.vis.MppaShapes.Point2d;
import org.pgas.vis.MppaTransfers;
import org.pgas.vis.Shape;
import org.pgas.vis.ShapeCache;
import org.pgas.vis.Vis;

/** Calls that take lists, strides and counts each time, repeated with equal ones. */
@RankDefaults(ownProcesses = true, ranks = 1, modes = Mode.PROCESSES, segment = "128k", settings = "pgas.checks=off")
@Optimised
class ShapeCacheTest {
    private static final int CALLS = 20_000;

    private static void assertAllocatesNothing(String what, Runnable call) {
        StructureAllocationTest.assertAllocatesNothing(what, CALLS, call);
    }

    @RankTest
    void shouldAllocateNothingToFindAShape(Job job) {
        ShapeCache cache = ShapeCache.of(job.world());
        int[] count = {8, 4, 2, 3};
        int[] strides = {16, 128, 512};
        long[] offsets = {0, 64, 32, 96};
        long[] lengths = {8, 16, 8, 16};
        assertAllocatesNothing("strided", () -> {
            for (int levels = 0; levels <= 3; levels++) {
                cache.strided("Test.call", count, strides, levels);
            }
        });
        assertAllocatesNothing("chunked", () -> cache.chunked("Test.call", 8, 4, 16));
        assertAllocatesNothing("lists", () -> {
            Shape shape = cache.vector("Test.call", offsets, lengths, 4);
            cache.indexed("Test.call", 8, offsets, 4);
            cache.global("Test.call", GlobalPointer.of(0, 64), shape);
        });
    }

    @RankTest
    void shouldAllocateNothingForRepeatedCallsOfGasnet1(Job job) {
        Gasnet1Vis calls = Gasnet1Vis.of(job.world());
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment local = arena.allocate(4096, 64);
            Memvec[] regions = {new Memvec(0, 8), new Memvec(64, 16), new Memvec(32, 4)};
            Memvec[] others = {new Memvec(8, 20), new Memvec(128, 8)};
            long[] mine = {0, 256, 64};
            long[] theirs = {32, 0, 96};
            long[] count = {8, 4, 2};
            long[] myStrides = {32, 256};
            long[] theirStrides = {16, 64};
            assertAllocatesNothing("putv and getv", () -> {
                calls.putv(0, regions, local, others);
                calls.getv(local, regions, 0, others);
            });
            assertAllocatesNothing("puti and geti", () -> {
                calls.puti(0, theirs, 16, local, mine, 16);
                calls.geti(local, mine, 16, 0, theirs, 16);
            });
            assertAllocatesNothing("puts and gets", () -> {
                calls.puts(0, 8, theirStrides, local, 0, myStrides, count);
                calls.gets(local, 0, myStrides, 0, 8, theirStrides, count);
            });
        }
    }

    @RankTest
    void shouldAllocateNothingForRepeatedCallsOfMppa(Job job) {
        MppaTransfers calls = MppaTransfers.of(job.world());
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment local = arena.allocate(4096, 64);
            int[] indices = {5, 0, 9};
            long[] offsets = {0, 128, 64};
            long[] sizes = {8, 16, 8};
            Point2d mine = new Point2d(1, 2, 8, 8);
            Point2d theirs = new Point2d(0, 3, 16, 8);
            assertAllocatesNothing("spaced and strided", () -> {
                calls.putSpaced(0, 0, local, 0, 8, 5, 24);
                calls.getStrided(local, 0, 0, 8, 8, 5, 3);
            });
            assertAllocatesNothing("streamed", () -> calls.putStreamed(0, 0, local, 0, 8, 7, 2, 3, 1));
            assertAllocatesNothing("indexed", () -> calls.putIndexed(0, 0, local, 0, 8, 3, indices));
            assertAllocatesNothing("vectored", () -> calls.getVectored(local, 0, 0, 3, offsets, sizes));
            assertAllocatesNothing("blocks", () -> {
                calls.sputBlock2d(0, 0, local, 0, 8, 3, 4, mine, theirs);
                calls.sgetBlock2d(local, 0, 0, 0, 8, 3, 4, mine, theirs);
            });
        }
    }

    @RankTest
    void shouldAllocateNothingForRepeatedBlocks(Job job) {
        BlockTransfers calls = BlockTransfers.of(job.world());
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment local = arena.allocate(8192, 64);
            assertAllocatesNothing("rows", () -> {
                calls.put2d(0, 0, 64, local, 0, 128, 32, 5);
                calls.get2d(local, 0, 128, 0, 0, 64, 32, 5);
            });
            assertAllocatesNothing("slices", () -> calls.put3d(0, 0, 64, 512, local, 0, 128, 1024, 32, 5, 3));
            assertAllocatesNothing("transposed", () -> calls.putTransposed(0, 0, 64, local, 0, 128, 8, 5, 3));
            assertAllocatesNothing("reflected", () -> calls.getReflected(local, 0, 64, 0, 0, 128, 8, 5, 3,
                    BlockTransfers.Reflection.BOTH));
        }
    }

    /** A few shapes that are all used with each other: each pair finds how, or it would allocate. */
    @RankTest
    void shouldNotSearchAgainWhenPairsTakeTurns(Job job) {
        ShapeCache cache = ShapeCache.of(job.world());
        Vis vis = Vis.of(job.world());
        int[] count = {8, 4};
        int[] narrow = {16};
        int[] wide = {64};
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment local = arena.allocate(4096, 64);
            local.set(ValueLayout.JAVA_LONG, 192, 5);
            assertAllocatesNothing("in turns", () -> {
                Shape one = cache.strided("Test.call", count, narrow, 1);
                Shape other = cache.strided("Test.call", count, wide, 1);
                Shape packed = cache.contiguous("Test.call", 32);
                vis.put(0, 0, one, local, 0, other);
                vis.put(0, 0, one, local, 0, packed);
                vis.get(local, 1024, one, 0, 0, other);
                vis.get(local, 2048, packed, 0, 0, one);
                vis.put(0, 0, packed, local, 0, other);
                vis.put(0, 0, one, local, 0, other);
                vis.get(local, 1024, other, 0, 0, one);
            });
            assertEquals(5, local.get(ValueLayout.JAVA_LONG, 1024 + 192));
        }
    }
}
