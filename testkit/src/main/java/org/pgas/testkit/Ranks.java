package org.pgas.testkit;

import java.nio.file.Path;

/**
 * The run that a body of a {@link RankTest} is part of.
 *
 * @param rank this rank
 * @param size ranks of the job
 * @param mode what the ranks are
 * @param jobDirectory holds the job's files
 */
public record Ranks(int rank, int size, Mode mode, Path jobDirectory) {
    /** Such as {@code rank 2 of 4 (processes)}. */
    @Override
    public String toString() {
        return describe(rank, size, mode);
    }

    static String describe(int rank, int size, Mode mode) {
        return "rank " + rank + " of " + size + " (" + mode + ")";
    }
}
