package org.pgas.conformance;

import static org.pgas.conformance.StructureAllocationTest.assertAllocatesNothing;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.pgas.Job;
import org.pgas.arrays.Distribution;
import org.pgas.arrays.DoubleArray;
import org.pgas.arrays.DoubleMatrix;
import org.pgas.arrays.GridDistribution;
import org.pgas.testkit.Mode;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Elements, and ranges within one block, allocate nothing, on mapped memory, once the calls are compiled. */
@RankDefaults(ranks = 1, modes = Mode.PROCESSES, segment = "64k", settings = "pgas.checks=off")
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
}
