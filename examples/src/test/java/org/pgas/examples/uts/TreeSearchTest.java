package org.pgas.examples.uts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.pgas.Job;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

@RankDefaults(ranks = {1, 2, 5}, segment = "0")
final class TreeSearchTest {
    @RankTest
    void shouldFindWhatOneRankFinds(Job job) throws Exception {
        search(job, 5, 6, 3, 4);
    }

    @RankTest
    void shouldEndWhenThereIsLessWorkThanRanks(Job job) throws Exception {
        for (int seed = 0; seed < 20; seed++) {
            search(job, 0.5, 3, seed, 1);
        }
    }

    @RankTest
    void shouldMoveChunksAsLargeAsAMessage(Job job) throws Exception {
        search(job, 90, 2, 1, TreeSearch.largestChunk(job));
    }

    @RankTest(settings = "pgas.progress.thread=on")
    void shouldNotMindWhoRunsHandlers(Job job) throws Exception {
        search(job, 5, 6, 3, 1);
    }

    private static void search(Job job, double b0, int depth, int seed, int chunk) throws Exception {
        Tally tally = new TreeSearch(job, new GeometricTree(b0, depth, seed), chunk).run();
        if (job.rank() == 0) {
            assertEquals(SequentialTree.of(b0, depth, seed),
                    new SequentialTree(tally.nodes(), tally.leaves(), tally.depth()));
        }
    }
}
