package org.pgas.examples.kmers;

import java.util.Random;

/** Runs a test with many random inputs; a failure names the seed that brings it back as the first case. */
final class RandomCases {
    private static final long FIRST_SEED = Long.getLong("pgas.seed", 48_502);

    @FunctionalInterface
    interface Case {
        void run(Random random) throws Exception;
    }

    private RandomCases() {}

    static void run(int count, Case test) {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + count; seed++) {
            try {
                test.run(new Random(seed));
            } catch (AssertionError | Exception e) {
                throw new AssertionError("again with -Dpgas.seed=" + seed + ": " + e.getMessage(), e);
            }
        }
    }
}
