package org.pgas.compare.scaling;

import java.util.Arrays;

/**
 * The files of a job beside those of its segments, and the memory that they take from the beginning, with the default
 * settings. {@code FootprintTest} in conformance holds these numbers against a job.
 */
enum SharedFile {
    CONTROL("control: states, barriers, doorbells") {
        @Override
        long bytes(int ranks) {
            return whole(1280 + 1024L * ranks);
        }
    },
    MESSAGES("am, slabs: rings of messages and their slabs") {
        @Override
        long bytes(int ranks) {
            boolean arePairs = ranks <= MOST_RANKS_OF_PAIRS;
            long rings = 2L * (arePairs ? ranks * (ranks - 1) : ranks);
            long slab = arePairs ? 512 << 10 : 1 << 20;
            return whole(128 + 1024L * ranks + rings * (slab / 4 + 896 + slab));
        }
    },
    AREA("area: words of teams and of collectives, at the beginning") {
        @Override
        long bytes(int ranks) {
            return (64L + 12) * 1024 * ranks;
        }
    },
    COUNTERS("counters: what tools read") {
        @Override
        long bytes(int ranks) {
            return 4096 + 12_288L * ranks;
        }
    },
    FEW_WORDS("job, environment: what the directory is, variables") {
        @Override
        long bytes(int ranks) {
            return 2 * PAGE;
        }
    },
    TRAILERS("behind the segments: locks, signals, card") {
        @Override
        long bytes(int ranks) {
            return 36L * 1024 * ranks;
        }
    };

    private static final int MOST_RANKS_OF_PAIRS = 4;
    private static final int PAGE = 4096;

    private final String text;

    SharedFile(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }

    /** In a job of so many ranks, in whole pages. */
    abstract long bytes(int ranks);

    static long all(int ranks) {
        return Arrays.stream(values()).mapToLong(file -> file.bytes(ranks)).sum();
    }

    private static long whole(long bytes) {
        return (bytes + PAGE - 1) / PAGE * PAGE;
    }
}
