package org.pgas.faults;

import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * How much a run tries, and from which seed.
 *
 * @param seed of every random choice; the same seed makes the same choices
 * @param tries jobs of each class that can have any number of them; classes with a fixed list of cases go through it
 * once
 * @param time if not zero, classes with any number of trials go on for so long instead
 * @param within how soon everything has to be over after a fault; what takes longer has not survived
 * @param parallel how many jobs run at once
 * @param replay the seed of the only trial to make, or -1 for all
 * @param chosen what the kinds of a fixed list have to contain to be tried; empty for all
 * @param scratch an empty directory for what trials need; the maker of the plan removes it
 */
public record Plan(long seed, int tries, Duration time, Duration within, int parallel, long replay,
        Path scratch, String chosen) {
    /** Of all kinds. */
    public Plan(long seed, int tries, Duration time, Duration within, int parallel, long replay, Path scratch) {
        this(seed, tries, time, within, parallel, replay, scratch, "");
    }

    /** Whether a case of a fixed list is to be tried; kinds of random trials are not asked for. */
    public boolean chooses(String kind) {
        return kind.contains(chosen);
    }

    /** So many times what everything has to be over in, for people. */
    public String within(int times) {
        long millis = within.multipliedBy(times).toMillis();
        return millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms";
    }

    /** The seed of one trial, by which it can be tried again alone. */
    public long seedOf(String faultClass, int trial) {
        long hash = seed;
        for (int i = 0; i < faultClass.length(); i++) {
            hash = 0x9E3779B97F4A7C15L * (hash ^ faultClass.charAt(i));
            hash ^= hash >>> 32;
        }
        return new SplittableRandom(hash + trial).nextLong() & Long.MAX_VALUE;
    }
}
