package org.pgas.testkit;

import java.util.SplittableRandom;

import org.pgas.Setting;
import org.pgas.Settings;

/**
 * Random numbers for tests that a failure tells how to replay.
 *
 * <p>Every {@link RankTest}, and every test that is {@link Seeded}, has a seed: that of setting {@code pgas.seed}, else
 * one that follows from the name of the test, so that every run of the tests is the same. If a test that asked for
 * random numbers fails, the failure says {@code replay with -Dpgas.seed=...}.
 */
public final class Seed {
    private static final long LARGEST = 1_000_000_000_000L;

    /** The scope of the test that this thread runs; threads that a test starts have it too. */
    private static final ThreadLocal<Scope> CURRENT = new InheritableThreadLocal<>();

    private Seed() {}

    /**
     * Random numbers that depend on the test's seed and on {@code name} only: the same on all ranks, and each time it
     * is asked for. A rank that needs others than its peers adds its rank to the name.
     *
     * <p>By a thread that runs a test, or was started by one that does; others get an {@link IllegalStateException}.
     */
    public static SplittableRandom of(String name) {
        Scope scope = CURRENT.get();
        if (scope == null) {
            throw new IllegalStateException("Seed.of(\"" + name
                    + "\"): this thread runs no test that has a seed: use @RankTest, or @Seeded on the test or its "
                    + "class");
        }
        scope.use();
        return new SplittableRandom(hash(scope.seed, name));
    }

    private static long hash(long start, String name) {
        long hash = start;
        for (int i = 0; i < name.length(); i++) {
            hash = 0x9E3779B97F4A7C15L * (hash ^ name.charAt(i));
            hash ^= hash >>> 32;
        }
        return hash;
    }

    /** A test's seed. */
    static final class Scope {
        private final long seed;
        private volatile boolean used;
        private volatile boolean mentioned;

        Scope(long seed) {
            this.seed = seed;
        }

        /** @param test tells it from all others, and is the same in every run */
        static Scope of(String test) {
            return new Scope(Settings.read(java.util.Map.of())
                    .count(Setting.SEED, Math.floorMod(hash(LARGEST, test), LARGEST)));
        }

        long seed() {
            return seed;
        }

        boolean used() {
            return used;
        }

        /** Notes that a rank, perhaps in another JVM, has asked. */
        void use() {
            used = true;
        }

        /** Whether the failure says it already. */
        boolean isMentioned() {
            return mentioned;
        }

        void mentioned() {
            mentioned = true;
        }

        String replay() {
            return "replay with -D" + Setting.SEED.key() + "=" + seed;
        }
    }

    static Scope current() {
        return CURRENT.get();
    }

    static void enter(Scope scope) {
        CURRENT.set(scope);
    }

    static void leave() {
        CURRENT.remove();
    }
}
