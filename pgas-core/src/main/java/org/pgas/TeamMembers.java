package org.pgas;

import java.util.Arrays;

/** Where the members of a team live, by team rank. Immutable: the arrays are never changed. */
final class TeamMembers {
    private final int[] jobRanks;
    private final int[] endpoints;

    TeamMembers(int[] jobRanks, int[] endpoints) {
        this.jobRanks = jobRanks;
        this.endpoints = endpoints;
    }

    /** The endpoints of one index of all ranks of a job. */
    static TeamMembers everybody(int jobSize, int endpoint) {
        int[] endpoints = new int[jobSize];
        Arrays.fill(endpoints, endpoint);
        return new TeamMembers(RankSet.identity(jobSize), endpoints);
    }

    int size() {
        return jobRanks.length;
    }

    int jobRank(int rank) {
        return jobRanks[rank];
    }

    int endpoint(int rank) {
        return endpoints[rank];
    }

    int[] jobRanks() {
        return jobRanks;
    }

    int[] endpoints() {
        return endpoints;
    }

    Endpoint.Location location(int rank) {
        return new Endpoint.Location(jobRanks[rank], endpoints[rank]);
    }

    /** The lowest rank that lives in the process of that job rank, or {@link Team#INVALID_RANK}. */
    int firstOf(int jobRank) {
        for (int rank = 0; rank < jobRanks.length; rank++) {
            if (jobRanks[rank] == jobRank) {
                return rank;
            }
        }
        return Team.INVALID_RANK;
    }
}
