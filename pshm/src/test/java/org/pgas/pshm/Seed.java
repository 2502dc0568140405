package org.pgas.pshm;

import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

/** The seed of a randomised test: {@code -Dpgas.seed=...} replays a run; every assertion's message names it. */
final class Seed {
    private final long value = Long.getLong("pgas.seed", ThreadLocalRandom.current().nextLong(Long.MAX_VALUE));

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
