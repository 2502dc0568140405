package org.pgas.team;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.pgas.Capabilities;
import org.pgas.GlobalPointer;
import org.pgas.TeamFlags;
import org.pgas.TeamScratch;
import org.pgas.place.EndpointCore;
import org.pgas.place.EndpointTable;
import org.pgas.rank.TeamMembers;

/** The lists of endpoints that the members of a parent team have given to make teams of, and the rules for them. */
final class TeamLists {
    private static final int SCRATCH_FLAGS = TeamFlags.SYMMETRIC_SCRATCH | TeamFlags.LOCAL_SCRATCH
            | TeamFlags.GLOBAL_SCRATCH | TeamFlags.NO_SCRATCH;

    private static final int FLAGS = SCRATCH_FLAGS | TeamFlags.RANK_IS_JOBRANK | TeamFlags.SCRATCH_SEG_OFFSET;

    private final List<TeamWish> wishes;

    /** By list: the lowest parent rank that gave it, by the job rank of its process. In the order of these ranks. */
    private final Map<List<EndpointId>, Map<Integer, Integer>> callers = new LinkedHashMap<>();

    TeamLists(TeamCore parent, List<TeamWish> wishes) {
        this.wishes = wishes;
        for (int rank = 0; rank < wishes.size(); rank++) {
            if (!wishes.get(rank).locations().isEmpty()) {
                callers.computeIfAbsent(wishes.get(rank).locations(), list -> new LinkedHashMap<>())
                        .putIfAbsent(parent.memberJobRank(rank), rank);
            }
        }
    }

    /** Adds the members to {@code locations} with job ranks; what is wrong with the call's own arguments, or "". */
    static String resolve(TeamCore parent, List<EndpointId> members, int flags, List<EndpointId> locations) {
        if ((flags & ~FLAGS) != 0) {
            return "flags 0x" + Integer.toHexString(flags) + " are not defined here";
        }
        if (members == null) {
            return "no list of members was given (null): take part without making a team by createNone";
        }
        if (members.isEmpty()) {
            return "a team has at least one member: take part without making a team by createNone";
        }
        boolean byJobRank = (flags & TeamFlags.RANK_IS_JOBRANK) != 0;
        int limit = byJobRank ? parent.self().size() : parent.memberCount();
        for (EndpointId each : members) {
            if (each == null) {
                return "member " + locations.size() + " of the list is null: name an endpoint by rank and index";
            }
            if (each.jobRank() < 0 || each.jobRank() >= limit) {
                return (byJobRank ? "job rank " : "rank ") + each.jobRank() + " is outside 0.." + (limit - 1)
                        + (byJobRank ? " of the job" : " of the parent team");
            }
            if (each.index() < 0 || each.index() >= GlobalPointer.MAX_ENDPOINTS) {
                return "endpoint index " + each.index() + " is outside 0.." + (GlobalPointer.MAX_ENDPOINTS - 1);
            }
            int jobRank = byJobRank ? each.jobRank() : parent.memberJobRank(each.jobRank());
            locations.add(new EndpointId(jobRank, each.index()));
        }
        return "";
    }

    /** What is wrong with the scratch spaces that a call offers for the members at {@code locations}, or "". */
    static String scratchProblem(TeamCore parent, int flags, List<TeamScratch> scratch, List<EndpointId> locations) {
        int kind = flags & SCRATCH_FLAGS;
        if (scratch == null) {
            return "no list of scratch spaces was given (null): an empty one offers none";
        }
        if (Integer.bitCount(kind) > 1) {
            return "flags 0x" + Integer.toHexString(flags) + " say more than one thing of the scratch space";
        }
        int expected = switch (kind) {
            case TeamFlags.SYMMETRIC_SCRATCH -> 1;
            case TeamFlags.LOCAL_SCRATCH ->
                (int) locations.stream().filter(each -> each.jobRank() == parent.self().rank()).count();
            case TeamFlags.GLOBAL_SCRATCH -> locations.size();
            default -> 0;
        };
        if (scratch.size() != expected) {
            return scratch.size() + " scratch spaces were given, and by the flags there should be " + expected;
        }
        for (int i = 0; i < expected; i++) {
            TeamScratch each = scratch.get(i);
            if (each == null) {
                return "scratch space " + i + " of the list is null";
            }
            if (each.bytes() <= 0 || each.offset() < 0) {
                return text(each) + ": legal are more than 0 bytes, at offset 0 or more";
            }
            if (each.bytes() != scratch.get(0).bytes()) {
                return "scratch spaces of " + scratch.get(0).bytes() + " and of " + each.bytes()
                        + " bytes: all of one team are of the same size";
            }
        }
        int local = 0;
        for (int rank = 0; expected > 0 && rank < locations.size(); rank++) {
            if (locations.get(rank).jobRank() == parent.self().rank()) {
                EndpointCore endpoint = parent.rooms().places().endpoints().find(locations.get(rank).index());
                TeamScratch own = of(flags, scratch, rank, local++);
                long size = endpoint == null || endpoint.segment() == null ? 0 : endpoint.segment().size();
                // that an endpoint is missing is told later
                if (endpoint != null && own.offset() > size - own.bytes()) {
                    return text(own) + " is not inside the bound segment of " + endpoint + ", of " + size + " bytes";
                }
            }
        }
        return "";
    }

    /** What is offered for a member, by its rank in the new team and its place among the local ones; or null. */
    static TeamScratch of(int flags, List<TeamScratch> scratch, int rank, int local) {
        return scratch.isEmpty() ? null
                : scratch.get((flags & TeamFlags.GLOBAL_SCRATCH) != 0 ? rank
                        : (flags & TeamFlags.LOCAL_SCRATCH) != 0 ? local : 0);
    }

    private static String text(TeamScratch scratch) {
        return "scratch space of " + scratch.bytes() + " bytes at offset " + scratch.offset();
    }

    /** The first rule that is broken, the same on all members; "" when none is. */
    String problem() {
        Set<EndpointId> inOthers = new HashSet<>();
        for (List<EndpointId> list : callers.keySet()) {
            Set<EndpointId> seen = new HashSet<>();
            for (EndpointId each : list) {
                if (!seen.add(each)) {
                    return start(list, each) + " twice";
                }
                if (inOthers.contains(each)) {
                    return start(list, each)
                            + ", which is in another rank's different list: two lists are equal or have no endpoint in "
                            + "common";
                }
            }
            inOthers.addAll(seen);
        }
        for (var list : callers.entrySet()) {
            for (EndpointId each : list.getKey()) {
                if (!list.getValue().containsKey(each.jobRank())) {
                    return start(list.getKey(), each) + ", and no member of that process gave the same list";
                }
            }
        }
        for (int rank = 0; rank < wishes.size(); rank++) {
            List<EndpointId> list = wishes.get(rank).locations();
            int first = list.isEmpty() ? rank : firstCaller(list, list.get(0).jobRank());
            if (wishes.get(first).flags() != wishes.get(rank).flags()
                    || wishes.get(first).scratchBytes() != wishes.get(rank).scratchBytes()) {
                return "ranks " + first + " and " + rank
                        + " of the parent team name the same team with different flags or scratch sizes";
            }
        }
        return "";
    }

    private String start(List<EndpointId> list, EndpointId endpoint) {
        return "rank " + callers.get(list).values().iterator().next() + " of the parent team names endpoint "
                + text(endpoint);
    }

    private static String text(EndpointId location) {
        return location.index() + " of job rank " + location.jobRank();
    }

    /** The lowest rank of the parent that lives in that process and gave that list, which is not empty. */
    int firstCaller(List<EndpointId> list, int jobRank) {
        return callers.getOrDefault(list, Map.of()).getOrDefault(jobRank, TeamMembers.NOT_A_RANK);
    }

    /** Whether all endpoints, which exist, can take part in collectives. */
    boolean allCollective(List<EndpointId> list, EndpointTable endpoints) {
        return list.stream()
                .allMatch(
                        each -> (endpoints.capabilities(each.jobRank(), each.index()) & Capabilities.COLL)
                                != 0);
    }
}
