package org.pgas.compare.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MappedCohortTest {
    private static final int RANKS = 2;
    private static final int ROUNDS = 10_000;

    @TempDir
    private Path directory;

    /** One for each rank; what each returns. */
    private List<Long> together(List<LongSupplier> ranks) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(ranks.size())) {
            List<Future<Long>> results = new ArrayList<>();
            ranks.forEach(rank -> results.add(threads.submit(rank::getAsLong)));
            List<Long> values = new ArrayList<>();
            for (Future<Long> result : results) {
                values.add(result.get(5, TimeUnit.MINUTES));
            }
            return values;
        }
    }

    @Test
    void shouldLetNobodyOutOfABarrierBeforeAllAreIn() throws Exception {
        AtomicLong entered = new AtomicLong();
        List<LongSupplier> ranks = new ArrayList<>();
        for (int rank = 0; rank < RANKS; rank++) {
            MappedCohort cohort = new MappedCohort(directory, rank, RANKS);
            ranks.add(() -> {
                long early = 0;
                for (int round = 1; round <= ROUNDS; round++) {
                    entered.incrementAndGet();
                    cohort.barrier();
                    early += entered.get() < (long) RANKS * round ? 1 : 0;
                }
                return early;
            });
        }

        assertEquals(List.of(0L, 0L), together(ranks));
    }

    @Test
    void shouldTellAllWhatOneSays() throws Exception {
        List<LongSupplier> ranks = new ArrayList<>();
        for (int rank = 0; rank < RANKS; rank++) {
            MappedCohort cohort = new MappedCohort(directory, rank, RANKS);
            ranks.add(() -> {
                long wrong = 0;
                for (long round = 0; round < ROUNDS; round++) {
                    int teller = (int) (round % RANKS);
                    wrong += cohort.told(teller, cohort.rank() * 1_000_000L + round) != teller * 1_000_000L + round
                            ? 1
                            : 0;
                }
                return wrong;
            });
        }

        assertEquals(List.of(0L, 0L), together(ranks));
    }
}
