package org.pgas.examples.kmers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

import org.pgas.Job;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

@RankDefaults(ranks = {1, 3}, segment = "0")
final class MessageTableTest {
    private static final int KMERS = 5_000;

    @RankTest
    void shouldCountWhatAllRanksCounted(Job job) {
        count(job);
    }

    @RankTest(settings = "pgas.progress.thread=on")
    void shouldNotMindWhoRunsHandlers(Job job) {
        count(job);
    }

    /** Every rank draws the same k-mers and counts each as often as its number says. */
    private static void count(Job job) {
        SplittableRandom random = Seed.of("k-mers");
        Map<Long, Long> expected = new HashMap<>();
        long perKmer = job.size() * (job.size() + 1L) / 2;
        try (MessageTable table = new MessageTable(job)) {
            for (int i = 0; i < KMERS; i++) {
                long kmer = random.nextLong(2 * KMERS);
                expected.merge(kmer, perKmer, Long::sum);
                for (int times = 0; times <= job.rank(); times++) {
                    table.accept(kmer);
                }
            }
            table.complete();
            job.world().barrier();
            for (long kmer = 0; kmer < 2 * KMERS; kmer += 7) {
                assertEquals(expected.getOrDefault(kmer, 0L), table.get(kmer));
            }
            int[] visited = new int[1];
            table.forEachLocal((kmer, count) -> {
                visited[0]++;
                assertEquals(expected.get(kmer), count);
            });
            assertTrue(visited[0] > KMERS / 2 / job.size(), () -> "a fair share of the k-mers, not " + visited[0]);
            job.world().barrier();
        }
    }

    @RankTest
    void shouldGetWhatAnyRankPut(Job job) {
        try (MessageTable table = new MessageTable(job)) {
            long kmer = 1_000L + job.rank();
            assertEquals(0, table.put(kmer, Long.MAX_VALUE - job.rank()));
            assertEquals(Long.MAX_VALUE - job.rank(), table.put(kmer, -1L - job.rank()));
            job.world().barrier();
            for (int rank = 0; rank < job.size(); rank++) {
                assertEquals(-1L - rank, table.get(1_000L + rank));
            }
            assertEquals(0, table.get(999));
            job.world().barrier();
        }
    }

    @RankTest
    void shouldFetchPairsOfAllRanksInPiecesOfAMessage(Job job) {
        MessageRuns runs = new MessageRuns(job);
        int mine = 10_000 + job.rank();
        long[] kmers = new long[mine];
        long[] counts = new long[mine];
        for (int i = 0; i < mine; i++) {
            kmers[i] = i * 3L;
            counts[i] = i * 5L + job.rank();
        }
        runs.publish(kmers, counts);
        job.world().barrier();
        for (int rank = 0; rank < job.size(); rank++) {
            assertEquals(10_000 + rank, runs.pairs(rank));
            long[] chunk = new long[2 * 9_000];
            runs.get(chunk, rank, 17, 9_000);
            for (int i = 0; i < 9_000; i++) {
                assertEquals((17 + i) * 3L, chunk[2 * i]);
                assertEquals((17 + i) * 5L + rank, chunk[2 * i + 1]);
            }
        }
        job.world().barrier();
    }
}
