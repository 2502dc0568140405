package org.pgas.conformance;

import static org.pgas.conformance.StructureAllocationTest.assertAllocatesNothing;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.Job;
import org.pgas.arrays.Distribution;
import org.pgas.arrays.DoubleArray;
import org.pgas.arrays.DoubleMatrix;
import org.pgas.arrays.GridDistribution;
import org.pgas.testkit.Mode;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Elements, ranges, and sections allocate nothing between mapped and native memory, once the calls are compiled. */
@RankDefaults(ownProcesses = true, ranks = 1, modes = Mode.PROCESSES, segment = "64k", settings = "pgas.checks=off")
@Optimised
class ArrayAllocationTest {
    /** In an attempt. */
    private static final int CALLS = 2_000;

    @RankTest
    void shouldAllocateNothingForElementsAndRangesWithinABlock(Job job) {
        DoubleArray array = DoubleArray.create(job.world(), Distribution.blockCyclic(100, 10));
        MemorySegment local = Arena.ofAuto().allocate(80, 8);
        assertAllocatesNothing("elements", CALLS, () -> {
            array.put(17, array.get(99) + 1);
            array.add(17, 1);
            array.putRelease(18, array.getAcquire(17));
            array.putLocal(5, array.getLocal(6));
        });
        assertAllocatesNothing("ranges", CALLS, () -> {
            array.getRange(12, 8, local, 0);
            array.putRange(20, 10, local, 0);
        });
        double[] sum = new double[1];
        DoubleArray.Visitor add = (_, each) -> sum[0] += each;
        DoubleArray.Update twice = (_, each) -> 2 * each;
        assertAllocatesNothing("own elements", CALLS, () -> {
            array.forEachLocal(add);
            array.updateLocal(twice);
            sum[0] += array.local().get(ValueLayout.JAVA_DOUBLE, 8);
        });
        array.close();
    }

    @RankTest
    void shouldAllocateNothingForElementsAndRowsOfMatrices(Job job) {
        DoubleMatrix matrix = DoubleMatrix.create(job.world(), GridDistribution.blockCyclic(10, 20, 3, 5));
        MemorySegment local = Arena.ofAuto().allocate(80, 8);
        assertAllocatesNothing("elements", CALLS, () -> {
            matrix.put(7, 3, matrix.get(9, 19) + 1);
            matrix.putLocal(5, 6, matrix.getLocal(6, 5));
        });
        assertAllocatesNothing("rows", CALLS, () -> {
            matrix.getSection(4, 5, 1, 5, local, 0, 5);
            matrix.putSection(5, 6, 1, 3, local, 0, 3);
        });
        matrix.close();
    }

    /**
     * Such shapes are made once for sections that are cut alike. Promised of mapped memory, which is that of
     * neighbours: what crosses neighbourhoods makes objects.
     */
    @RankTest(ranks = 2, neighbourhoods = 1)
    void shouldAllocateNothingForRangesAndSectionsOfSeveralRanks(Job job) {
        DoubleArray blocks = DoubleArray.create(job.world(), Distribution.block(200));
        DoubleArray cyclic = DoubleArray.create(job.world(), Distribution.cyclic(200));
        DoubleMatrix matrix = DoubleMatrix.create(job.world(), GridDistribution.blockCyclic(30, 20, 3, 5));
        MemorySegment local = Arena.ofAuto().allocate(8 * 600, 8);
        if (job.rank() == 0) {
            assertAllocatesNothing("ranges", CALLS, () -> {
                blocks.getRange(30, 150, local, 0);
                blocks.putRange(50, 100, local, 8);
                cyclic.getRange(30, 150, local, 16);
                cyclic.putRange(31, 100, local, 24);
            });
            assertAllocatesNothing("sections", CALLS, () -> {
                matrix.getSection(1, 2, 27, 17, local, 0, 20);
                matrix.putSection(2, 3, 25, 11, local, 0, 11);
                matrix.getSection(0, 7, 30, 1, local, 0, 1);
            });
        }
        matrix.close();
        cyclic.close();
        blocks.close();
    }
}
