package org.pgas.conformance;

import static org.pgas.conformance.StructureAllocationTest.assertAllocatesNothing;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.atomics.Scale;
import org.pgas.testkit.Mode;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.vis.Section;
import org.pgas.vis.Shape;
import org.pgas.vis.Vis;

/** Shapes that are used again allocate nothing, on mapped memory, once the calls are compiled. */
@RankDefaults(ownProcesses = true, ranks = 1, modes = Mode.PROCESSES, segment = "64k", settings = "pgas.checks=off")
@Optimised
class VisAllocationTest {
    /** In an attempt: so few that a busy machine makes those for all pairs too. */
    private static final int CALLS = 2_000;

    private static final Section MATRIX = Section.rowMajor(8, 16, 16);

    /** All of 512 bytes, below 2 KiB. */
    private static final Shape[] SHAPES = {Shape.contiguous(512), MATRIX.range(0, 0, 8).range(1, 3, 8).shape(),
        MATRIX.range(0, 4, 8).range(1, 8, 8).transposed().shape(), Shape.chunked(64, 8, 128),
        Shape.indexed(128, new long[]{600, 0, 1300, 256}),
        Shape.vector(new long[]{900, 0, 300}, new long[]{200, 12, 300})};

    /** All of 512 bytes, in whole and aligned doubles. */
    private static final Shape[] DOUBLES = {SHAPES[0], SHAPES[1], SHAPES[2], SHAPES[3],
        Shape.indexed(128, new long[]{600, 0, 1304, 256}),
        Shape.vector(new long[]{904, 0, 304}, new long[]{200, 16, 296})};

    private static void assertAllocatesNothingWhenAdding(Job job, MemorySegment local) {
        Vis vis = Vis.of(job.world());
        Scale scale = Scale.ofDouble(2);
        for (Shape target : DOUBLES) {
            for (Shape source : DOUBLES) {
                assertAllocatesNothing(target + " plus " + source, CALLS, () -> {
                    vis.accumulate(0, 64, target, scale, local, 8, source);
                    vis.accumulateNb(0, 64, target, scale, local, 8, source, LocalCompletion.NOW);
                });
            }
        }
    }

    private static void assertAllocatesNothingBetweenAny(Job job, MemorySegment local) {
        Vis vis = Vis.of(job.world());
        for (Shape target : SHAPES) {
            for (Shape source : SHAPES) {
                assertAllocatesNothing(target + " from " + source, CALLS, () -> {
                    vis.put(0, 64, target, local, 8, source);
                    vis.putNb(0, 64, target, local, 8, source, LocalCompletion.NOW);
                    vis.get(local, 16, target, 0, 32, source);
                });
            }
        }
    }

    @RankTest
    void shouldAllocateNothingWithNativeMemory(Job job) {
        assertAllocatesNothingBetweenAny(job, Arena.ofAuto().allocate(4096, 8));
    }

    @RankTest
    void shouldAllocateNothingWithAnArray(Job job) {
        assertAllocatesNothingBetweenAny(job, MemorySegment.ofArray(new long[512]));
    }

    @RankTest
    void shouldAllocateNothingWhenItAddsNativeMemory(Job job) {
        assertAllocatesNothingWhenAdding(job, Arena.ofAuto().allocate(4096, 8));
    }

    @RankTest
    void shouldAllocateNothingWhenItAddsAnArray(Job job) {
        assertAllocatesNothingWhenAdding(job, MemorySegment.ofArray(new double[512]));
    }
}
