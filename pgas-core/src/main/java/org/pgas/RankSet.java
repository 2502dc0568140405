package org.pgas;

import java.util.Arrays;

import org.pgas.refusal.Refusals;

/**
 * An ordered set of job ranks that contains this rank: its neighbourhood or its host.
 *
 * <p>Source: GASNet-EX "Neighborhood and Host". Immutable.
 */
public final class RankSet {
    private final int[] jobRanks;
    private final int ownIndex;

    RankSet(int[] jobRanks, int ownIndex) {
        this.jobRanks = jobRanks;
        this.ownIndex = ownIndex;
    }

    /** How many ranks, this one included. */
    public int size() {
        return jobRanks.length;
    }

    /** The job rank at {@code index}, 0-based; ascending with the index. */
    public int jobRank(int index) {
        if (index < 0 || index >= jobRanks.length) {
            throw Refusals.OF_NO_RANK.outside("RankSet.jobRank", "index", index, jobRanks.length);
        }
        return jobRanks[index];
    }

    /** The index of this rank: {@code jobRank(ownIndex())} is the rank of the job. */
    public int ownIndex() {
        return ownIndex;
    }

    /** A copy of the job ranks, ascending. */
    public int[] toArray() {
        return jobRanks.clone();
    }

    @Override
    public String toString() {
        return Arrays.toString(jobRanks);
    }
}
