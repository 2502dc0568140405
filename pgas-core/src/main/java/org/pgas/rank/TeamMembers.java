package org.pgas.rank;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Where the members of a team live, by team rank. Immutable: the arrays are never changed. */
public record TeamMembers(int[] jobRanks, int[] endpoints) {
    /** The answer for job ranks that are not members. */
    public static final int NOT_A_RANK = Integer.MAX_VALUE;

    /** The endpoints of one index of all ranks of a job. */
    public static TeamMembers everybody(int jobSize, int endpoint) {
        int[] endpoints = new int[jobSize];
        Arrays.fill(endpoints, endpoint);
        return new TeamMembers(IntStream.range(0, jobSize).toArray(), endpoints);
    }

    public int size() {
        return jobRanks.length;
    }

    public int jobRank(int rank) {
        return jobRanks[rank];
    }

    public int endpoint(int rank) {
        return endpoints[rank];
    }

    /** The lowest rank that lives in the process of that job rank, or {@link Team#INVALID_RANK}. */
    public int firstOf(int jobRank) {
        for (int rank = 0; rank < jobRanks.length; rank++) {
            if (jobRanks[rank] == jobRank) {
                return rank;
            }
        }
        return NOT_A_RANK;
    }

    public boolean has(int rank) {
        return rank >= 0 && rank < jobRanks.length;
    }

    /** Refuses what is no rank of the team. */
    public void check(ThisRank self, String call, int rank) {
        if (!has(rank)) {
            throw self.refusals().bad(call,
                    "rank " + rank + " is outside 0.." + (jobRanks.length - 1) + " of the team");
        }
    }
}
