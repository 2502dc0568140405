package org.pgas.examples.matrix;

import org.pgas.Job;
import org.pgas.examples.grid.RankGrid;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

final class DistributedMatrixTest {
    @RankTest(ranks = {1, 2, 4, 6})
    void shouldGetWhatEveryRankHasFilled(Job job) {
        DistributedMatrix matrix = new DistributedMatrix(job,
                RankGrid.of(job.size(), MatrixLaws.ROWS, MatrixLaws.COLUMNS), 128);
        Numbers numbers = new Numbers(3);
        matrix.fill(numbers);
        job.world().barrier();
        MatrixLaws.shouldGetWhatEveryRankHasFilled(matrix, numbers);
        job.world().barrier();
    }

    @RankTest(ranks = {1, 2, 4, 6})
    void shouldMovePatchesOverBlocksAsAnArrayWould(Job job) {
        DistributedMatrix matrix = new DistributedMatrix(job,
                RankGrid.of(job.size(), MatrixLaws.ROWS, MatrixLaws.COLUMNS), 64);
        if (job.rank() == job.size() - 1) {
            MatrixLaws.shouldMovePatchesOverBlocksAsAnArrayWould(matrix, Seed.of("patches"));
        }
        job.world().barrier();
    }
}
