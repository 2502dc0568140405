package org.pgas;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The lists of endpoints that the members of a parent team have given to make teams of, and the rules for them. */
final class TeamLists {
    private static final int SCRATCH_FLAGS = TeamFlags.SYMMETRIC_SCRATCH | TeamFlags.LOCAL_SCRATCH
            | TeamFlags.GLOBAL_SCRATCH | TeamFlags.NO_SCRATCH;

    private static final int FLAGS = SCRATCH_FLAGS | TeamFlags.RANK_IS_JOBRANK | TeamFlags.SCRATCH_SEG_OFFSET;

    private final Team parent;
    private final List<TeamWish> wishes;

    TeamLists(Team parent, List<TeamWish> wishes) {
        this.parent = parent;
        this.wishes = wishes;
    }

    /** Adds the members to {@code locations} with job ranks; what is wrong with the call's own arguments, or "". */
    static String resolve(Team parent, List<Endpoint.Location> members, int flags, List<Endpoint.Location> locations) {
        if ((flags & ~FLAGS) != 0) {
            return "flags 0x" + Integer.toHexString(flags) + " are not defined here";
        }
        if (members.isEmpty()) {
            return "a team has at least one member: take part without making a team by createNone";
        }
        boolean byJobRank = (flags & TeamFlags.RANK_IS_JOBRANK) != 0;
        int limit = byJobRank ? parent.job().size() : parent.memberCount();
        for (Endpoint.Location each : members) {
            if (each.jobRank() < 0 || each.jobRank() >= limit) {
                return (byJobRank ? "job rank " : "rank ") + each.jobRank() + " is outside 0.." + (limit - 1)
                        + (byJobRank ? " of the job" : " of the parent team");
            }
            if (each.endpointIndex() < 0 || each.endpointIndex() >= GlobalPointer.MAX_ENDPOINTS) {
                return "endpoint index " + each.endpointIndex() + " is outside 0.." + (GlobalPointer.MAX_ENDPOINTS - 1);
            }
            int jobRank = byJobRank ? each.jobRank() : parent.memberJobRank(each.jobRank());
            locations.add(new Endpoint.Location(jobRank, each.endpointIndex()));
        }
        return "";
    }

    static String scratchProblem(int flags, List<TeamScratch> scratch, int local, int members) {
        int kind = flags & SCRATCH_FLAGS;
        if (Integer.bitCount(kind) > 1) {
            return "flags 0x" + Integer.toHexString(flags) + " say more than one thing of the scratch space";
        }
        int expected = switch (kind) {
            case TeamFlags.SYMMETRIC_SCRATCH -> 1;
            case TeamFlags.LOCAL_SCRATCH -> local;
            case TeamFlags.GLOBAL_SCRATCH -> members;
            default -> 0;
        };
        return scratch.size() == expected ? ""
                : scratch.size() + " scratch spaces were given, and by the flags there should be " + expected;
    }

    /** The first rule that is broken, the same on all members; "" when none is. */
    String problem() {
        Map<Endpoint.Location, List<Endpoint.Location>> listOf = new HashMap<>();
        for (int rank = 0; rank < wishes.size(); rank++) {
            List<Endpoint.Location> list = wishes.get(rank).locations();
            Set<Endpoint.Location> seen = new HashSet<>();
            for (Endpoint.Location each : list) {
                if (!seen.add(each)) {
                    return "rank " + rank + " of the parent team names endpoint " + text(each) + " twice";
                }
                List<Endpoint.Location> other = listOf.putIfAbsent(each, list);
                if (other != null && !other.equals(list)) {
                    return "rank " + rank + " of the parent team names endpoint " + text(each)
                            + ", which is in another rank's different list: two lists are equal or have no endpoint in common";
                }
            }
        }
        for (int rank = 0; rank < wishes.size(); rank++) {
            List<Endpoint.Location> list = wishes.get(rank).locations();
            for (Endpoint.Location each : list) {
                if (firstCaller(list, each.jobRank()) == Team.INVALID_RANK) {
                    return "rank " + rank + " of the parent team names endpoint " + text(each)
                            + ", and no member of that process gave the same list";
                }
            }
            int first = list.isEmpty() ? rank : firstCaller(list, list.get(0).jobRank());
            if (wishes.get(first).flags() != wishes.get(rank).flags()
                    || wishes.get(first).scratchBytes() != wishes.get(rank).scratchBytes()) {
                return "ranks " + first + " and " + rank
                        + " of the parent team name the same team with different flags or scratch sizes";
            }
        }
        return "";
    }

    private static String text(Endpoint.Location location) {
        return location.endpointIndex() + " of job rank " + location.jobRank();
    }

    /** The lowest rank of the parent that lives in that process and gave that list. */
    int firstCaller(List<Endpoint.Location> list, int jobRank) {
        for (int rank = 0; rank < wishes.size(); rank++) {
            if (parent.memberJobRank(rank) == jobRank && wishes.get(rank).locations().equals(list)) {
                return rank;
            }
        }
        return Team.INVALID_RANK;
    }

    /** Whether all endpoints, which exist, can take part in collectives. */
    boolean allCollective(List<Endpoint.Location> list, Job job) {
        return list.stream()
                .allMatch(
                        each -> (job.endpoints().capabilities(each.jobRank(), each.endpointIndex()) & Capabilities.COLL)
                                != 0);
    }
}
