package org.pgas;

import java.util.Random;

/**
 * The seed of a randomised test, the same in every run: {@code -Dpgas.seed=...} tries another; every assertion's
 * message names it.
 */
public final class Seed {
    private final long value = Long.getLong("pgas.seed", 20_261_123);

    public Random random() {
        return new Random(value);
    }

    /** A stream of its own for each {@code lane}, such as a thread's number. */
    public Random random(int lane) {
        return new Random(value * 31 + lane);
    }

    @Override
    public String toString() {
        return "-Dpgas.seed=" + value;
    }
}
