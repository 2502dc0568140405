package org.pgas.examples.ga;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

import org.junit.jupiter.api.function.Executable;
import org.pgas.Job;
import org.pgas.examples.grid.RankGrid;
import org.pgas.examples.matrix.Dense;
import org.pgas.examples.matrix.MatrixLaws;
import org.pgas.examples.matrix.Numbers;
import org.pgas.examples.matrix.Patch;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

final class GlobalArrayTest {
    private static final int ROWS = MatrixLaws.ROWS;
    private static final int COLUMNS = MatrixLaws.COLUMNS;

    /** Begins with global arrays, and ends when the test has. */
    private static void with(Job job, RankGrid grid, Use use) {
        GlobalArrays arrays = GlobalArrays.initialise(job, GlobalArrays.bytes(grid));
        GlobalArray array = arrays.create("numbers", grid);
        use.use(arrays, array);
        arrays.sync();
        array.destroy();
        arrays.terminate();
    }

    @FunctionalInterface
    private interface Use {
        void use(GlobalArrays arrays, GlobalArray array);
    }

    @RankTest(ranks = 4)
    void shouldGetWhatEveryRankHasFilled(Job job) {
        with(job, RankGrid.of(job.size(), ROWS, COLUMNS), (arrays, array) -> {
            Numbers numbers = new Numbers(3);
            array.fill(numbers);
            arrays.sync();
            MatrixLaws.shouldGetWhatEveryRankHasFilled(array, numbers);
        });
    }

    /** In checked mode also the use of handles is checked. */
    @RankTest(ranks = {1, 2, 4}, settings = "pgas.checks=on")
    void shouldMovePatchesOverBlocksAsAnArrayWould(Job job) {
        with(job, RankGrid.of(job.size(), ROWS, COLUMNS), (arrays, array) -> {
            if (job.rank() == job.size() - 1) {
                MatrixLaws.shouldMovePatchesOverBlocksAsAnArrayWould(array, Seed.of("patches"));
            }
        });
    }

    @RankTest(ranks = {2, 3})
    void shouldAddUpWhatAllRanksAccumulateAtATime(Job job) {
        int times = 50;
        with(job, RankGrid.of(job.size(), ROWS, COLUMNS), (arrays, array) -> {
            double[] ones = new double[ROWS * COLUMNS];
            Arrays.fill(ones, 1);
            Patch whole = new Patch(0, 0, ROWS, COLUMNS);
            Dense layout = Dense.rowMajor(ROWS, COLUMNS);
            for (int time = 0; time < times; time++) {
                array.accumulate(job.rank() + 0.5, whole, MemorySegment.ofArray(ones), layout);
            }
            arrays.sync();
            double[] found = new double[ROWS * COLUMNS];
            array.get(whole, MemorySegment.ofArray(found), layout);
            double[] expected = new double[ROWS * COLUMNS];
            Arrays.fill(expected, times * job.size() * job.size() / 2.0);
            assertArrayEquals(expected, found);
        });
    }

    @RankTest(ranks = {1, 4})
    void shouldHaveOfEachNumberTheOwnerWhoseBlockIsAccessed(Job job) {
        with(job, RankGrid.of(job.size(), ROWS, COLUMNS), (arrays, array) -> {
            Patch own = array.block(job.rank());
            assertEquals((long) Double.BYTES * own.rows() * own.columns(), array.access().byteSize());
            array.fill(job.rank());
            arrays.sync();
            double[] row = new double[COLUMNS];
            for (int i = 0; i < ROWS; i++) {
                array.getRow(i, row);
                for (int j = 0; j < COLUMNS; j++) {
                    assertEquals(array.owner(i, j), row[j]);
                }
            }
            arrays.sync();
            for (int i = 0; i < own.rows() * own.columns(); i++) {
                array.access().setAtIndex(ValueLayout.JAVA_DOUBLE, i, i);
            }
            double[] found = new double[own.rows() * own.columns()];
            array.get(own, MemorySegment.ofArray(found), Dense.rowMajor(own.rows(), own.columns()));
            assertEquals(found.length - 1, found[found.length - 1]);
        });
    }

    @RankTest(ranks = 4)
    void shouldSpareRanksWithoutABlock(Job job) {
        with(job, RankGrid.slabs(4, 2, 3), (arrays, array) -> {
            assertEquals(job.rank() % 2 == 0, array.access().byteSize() == 0);
            array.fill(job.rank());
            arrays.sync();
            double[] row = new double[3];
            array.getRow(1, row);
            assertArrayEquals(new double[]{3, 3, 3}, row);
        });
    }

    @RankTest(ranks = 2)
    void shouldRefusePatchesBeyondTheArray(Job job) {
        with(job, RankGrid.of(2, ROWS, COLUMNS), (arrays, array) -> {
            MemorySegment memory = MemorySegment.ofArray(new double[ROWS * COLUMNS]);
            Dense layout = Dense.rowMajor(ROWS, COLUMNS);
            assertOutside(() -> array.get(new Patch(9, 0, 3, 7), memory, layout),
                    "rank " + job.rank() + ": global array numbers (11 x 7): a patch of 3 x 7 from row 9 and column 0 "
                            + "is not in it");
            assertOutside(() -> array.put(new Patch(0, 1, 1, 7), memory, layout), "from row 0 and column 1");
            assertOutside(() -> array.accumulate(new Patch(-1, 0, 2, 2), memory, layout), "from row -1");
            assertOutside(() -> array.put(new Patch(5, 5, -1, 2), memory, layout), "-1 x 2");
            assertOutside(() -> array.put(new Patch(5, Integer.MAX_VALUE, 1, 1), memory, layout), "column 2147483647");
            assertOutside(() -> array.owner(11, 0), "from row 11");
        });
    }

    /** What one owner would find out only when others have moved their parts. */
    @RankTest(ranks = 2)
    void shouldRefuseMemoryThatIsTooSmallBeforeAnythingMoves(Job job) {
        with(job, RankGrid.slabs(2, ROWS, COLUMNS), (arrays, array) -> {
            array.fill(1);
            arrays.sync();
            Patch whole = new Patch(0, 0, ROWS, COLUMNS);
            double[] numbers = new double[ROWS * COLUMNS - 1];
            MemorySegment memory = MemorySegment.ofArray(numbers);
            String message = "takes " + 8 * ROWS * COLUMNS + " bytes in that layout, and the memory has "
                    + (8 * ROWS * COLUMNS - 8);
            for (Dense layout : new Dense[]{Dense.rowMajor(ROWS, COLUMNS), Dense.columnMajor(ROWS, COLUMNS)}) {
                assertOutside(() -> array.get(whole, memory, layout), message);
                assertOutside(() -> array.put(whole, memory, layout), message);
                assertOutside(() -> array.accumulate(whole, memory, layout), message);
            }
            assertArrayEquals(new double[numbers.length], numbers);
            arrays.sync();
            double[] row = new double[COLUMNS];
            array.getRow(0, row);
            assertEquals(1, row[0]);
            array.get(new Patch(0, 0, 0, COLUMNS), MemorySegment.ofArray(new double[0]), Dense.rowMajor(0, COLUMNS));
        });
    }

    private static void assertOutside(Executable call, String message) {
        String found = assertThrows(IndexOutOfBoundsException.class, call).getMessage();
        assertTrue(found.contains(message), found);
    }

    @RankTest(ranks = 2)
    void shouldGiveTheMemoryOfADestroyedArrayBack(Job job) {
        RankGrid grid = RankGrid.of(2, 100, 100);
        GlobalArrays arrays = GlobalArrays.initialise(job, GlobalArrays.bytes(grid));
        for (int time = 0; time < 20; time++) {
            GlobalArray array = arrays.create("number " + time, grid);
            double[] row = new double[100];
            array.getRow(99, row);
            assertArrayEquals(new double[100], row);
            arrays.sync();
            array.fill(time + 1);
            arrays.sync();
            array.destroy();
        }
        arrays.terminate();
    }
}
