package org.pgas.examples.matrix;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;

import org.pgas.Job;
import org.pgas.ga.Ga;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

final class GaMatrixTest {
    private static final int ROWS = MatrixLaws.ROWS;
    private static final int COLUMNS = MatrixLaws.COLUMNS;

    /** Begins with global arrays, and ends when the test has. */
    private static void with(Job job, int rows, int columns, Use use) {
        Ga ga = Ga.initializeLtd(job, GaMatrix.bytes(job.size(), rows, columns));
        use.use(ga, new GaMatrix(ga, "numbers", rows, columns));
        ga.terminate();
    }

    @FunctionalInterface
    private interface Use {
        void use(Ga ga, GaMatrix matrix);
    }

    @RankTest(ranks = {1, 2, 4, 6})
    void shouldGetWhatEveryRankHasFilled(Job job) {
        with(job, ROWS, COLUMNS, (ga, matrix) -> {
            Numbers numbers = new Numbers(3);
            matrix.fill(numbers);
            ga.sync();
            MatrixLaws.shouldGetWhatEveryRankHasFilled(matrix, numbers);
        });
    }

    @RankTest(ranks = {1, 2, 4, 6})
    void shouldMovePatchesOverBlocksAsAnArrayWould(Job job) {
        with(job, ROWS, COLUMNS, (_, matrix) -> {
            if (job.rank() == job.size() - 1) {
                MatrixLaws.shouldMovePatchesOverBlocksAsAnArrayWould(matrix, Seed.of("patches"));
            }
        });
    }

    /** Of one row or one column, both layouts of memory are the same, and each is named by either. */
    @RankTest(ranks = {1, 3})
    void shouldMoveSingleRowsAndColumnsInEitherLayout(Job job) {
        for (int[] extents : new int[][]{{1, 1}, {1, COLUMNS}, {ROWS, 1}}) {
            int numbers = extents[0] * extents[1];
            Patch whole = new Patch(0, 0, extents[0], extents[1]);
            for (Dense layout : new Dense[]{Dense.rowMajor(extents[0], extents[1]),
                Dense.columnMajor(extents[0], extents[1])}) {
                with(job, extents[0], extents[1], (ga, matrix) -> {
                    double[] given = new double[numbers];
                    Arrays.setAll(given, at -> at + 1);
                    if (job.rank() == 0) {
                        matrix.put(whole, MemorySegment.ofArray(given), layout);
                    }
                    ga.sync();
                    double[] found = new double[numbers];
                    matrix.get(whole, MemorySegment.ofArray(found), layout);
                    assertArrayEquals(given, found);
                });
            }
        }
    }

    @RankTest(ranks = {2, 3})
    void shouldAddUpWhatAllRanksAccumulateAtATime(Job job) {
        int times = 50;
        with(job, ROWS, COLUMNS, (ga, matrix) -> {
            double[] own = new double[ROWS * COLUMNS];
            Arrays.fill(own, job.rank() + 0.5);
            Patch whole = new Patch(0, 0, ROWS, COLUMNS);
            Dense layout = Dense.rowMajor(ROWS, COLUMNS);
            for (int time = 0; time < times; time++) {
                matrix.accumulate(whole, MemorySegment.ofArray(own), layout);
            }
            ga.sync();
            double[] found = new double[ROWS * COLUMNS];
            matrix.get(whole, MemorySegment.ofArray(found), layout);
            double[] expected = new double[ROWS * COLUMNS];
            Arrays.fill(expected, times * job.size() * job.size() / 2.0);
            assertArrayEquals(expected, found);
        });
    }

    /** The segment has whole pages, so that one matrix alone would find room with a little less. */
    @RankTest(ranks = {1, 2, 4})
    void shouldTakeNoMoreRoomThanItSays(Job job) {
        SplittableRandom random = Seed.of("extents");
        int[][] extents = new int[60][];
        long bytes = 0;
        for (int i = 0; i < extents.length; i++) {
            extents[i] = new int[]{random.nextInt(1, 70), random.nextInt(1, 70)};
            bytes += GaMatrix.bytes(job.size(), extents[i][0], extents[i][1]);
        }
        Ga ga = Ga.initializeLtd(job, bytes);
        for (int[] each : extents) {
            assertEquals(each[0], new GaMatrix(ga, "numbers", each[0], each[1]).rows());
        }
        ga.terminate();
    }
}
