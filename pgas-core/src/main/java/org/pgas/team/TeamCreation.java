package org.pgas.team;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.pgas.Capabilities;
import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.TeamScratch;
import org.pgas.place.EndpointCore;
import org.pgas.place.EndpointTable;
import org.pgas.place.SegmentCore;
import org.pgas.rank.TeamMembers;
import org.pgas.rank.ThisRank;
import org.pgas.spi.Member;

/**
 * The making of teams, by the members of a parent team together: each tells all others what it wants, all compute the
 * same new teams, the process of each new team's first member takes the team's words from the area, and tells all
 * others where they are. What one member does wrong, all find out, and all throw.
 */
public final class TeamCreation {
    /** Instead of the place of words: there was no room for them. */
    private static final long NO_ROOM = -1;

    /** @param scratch what was offered for it, or null */
    public record Member(TeamCore core, TeamScratch scratch) {}

    private final TeamCore parent;
    private final TeamRooms rooms;
    private final EndpointTable endpoints;
    private final ThisRank self;

    public TeamCreation(TeamCore parent) {
        this.parent = parent;
        rooms = parent.rooms();
        endpoints = rooms.places().endpoints();
        self = parent.self();
    }

    public TeamCore split(int colour, int key, TeamScratch scratch) {
        String problem = colour < 0 ? "colour " + colour + " is negative: legal are 0 and more"
                : scratchProblem(scratch);
        List<TeamWish> wishes = exchange("Team.split", new TeamWish(problem, true, colour, key, 0, bytes(scratch),
                parent.endpoint().capabilities(), List.of()));
        List<Integer> members = new ArrayList<>();
        for (int rank = 0; rank < wishes.size(); rank++) {
            if (wishes.get(rank).takesPart() && wishes.get(rank).colour() == colour) {
                members.add(rank);
            }
        }
        agreeOnScratch("Team.split", wishes, members);
        members.sort(Comparator.comparingInt(rank -> wishes.get(rank).key())); // stable: ties stay in order
        return make("Team.split", wishes, members, 0);
    }

    public void splitNone() {
        exchange("Team.split", TeamWish.none());
        parent.exchange().values("Team.split", NO_ROOM);
    }

    public TeamCore dup(TeamScratch scratch) {
        List<TeamWish> wishes = exchange("Team.dup",
                new TeamWish(scratchProblem(scratch), true, 0, 0, 0, bytes(scratch),
                        parent.endpoint().capabilities(), List.of()));
        List<Integer> members = new ArrayList<>();
        for (int rank = 0; rank < wishes.size(); rank++) {
            members.add(rank);
        }
        agreeOnScratch("Team.dup", wishes, members);
        return make("Team.dup", wishes, members, parent.flags());
    }

    /** A team of members of the parent; this rank is one of them. */
    private TeamCore make(String call, List<TeamWish> wishes, List<Integer> members, int flags) {
        int[] jobRanks = members.stream().mapToInt(parent::memberJobRank).toArray();
        int[] endpoints = members.stream().mapToInt(parent.members()::endpoint).toArray();
        boolean collective = members.stream()
                .allMatch(rank -> (wishes.get(rank).capabilities() & Capabilities.COLL) != 0);
        TeamMembers all = new TeamMembers(jobRanks, endpoints);
        int own = members.indexOf(parent.memberRank());
        TeamWords words = words(call, members.get(0), all, own);
        return new TeamCore(rooms, parent.endpoint(), all, own, words, collective, flags);
    }

    public List<Member> create(List<EndpointId> members, int flags, List<TeamScratch> scratch) {
        String call = "Team.create";
        List<EndpointId> locations = new ArrayList<>();
        String problem = TeamLists.resolve(parent, members, flags, locations);
        if (problem.isEmpty()) {
            problem = TeamLists.scratchProblem(parent, flags, scratch, locations);
        }
        long scratchBytes = problem.isEmpty() && !scratch.isEmpty() ? scratch.get(0).bytes() : TeamWish.NO_SCRATCH;
        TeamLists lists = new TeamLists(parent, exchange(call,
                new TeamWish(problem, true, 0, 0, flags, scratchBytes, Capabilities.ALL, locations)));
        List<EndpointCore> held = new ArrayList<>();
        try {
            String broken = lists.problem();
            String missing = hold(call, broken.isEmpty() ? locations : List.of(), held);
            if (!broken.isEmpty() || !missing.isEmpty()) {
                throw refusal(call, broken.isEmpty() ? missing : broken);
            }
            return members(call, lists, locations, flags, scratch);
        } finally {
            // now the teams hold them, if there are any
            held.forEach(endpoints::left);
        }
    }

    public void createNone() {
        String call = "Team.create";
        TeamLists lists = new TeamLists(parent, exchange(call, TeamWish.none()));
        String broken = lists.problem();
        String missing = hold(call, List.of(), new ArrayList<>());
        if (!broken.isEmpty() || !missing.isEmpty()) {
            throw refusal(call, broken.isEmpty() ? missing : broken);
        }
        parent.exchange().values(call, NO_ROOM);
    }

    /**
     * Every process looks for those endpoints of its own that it has named, keeps them from being destroyed meanwhile,
     * adds them to {@code held}, and tells; the first that is missing, or "".
     */
    private String hold(String call, List<EndpointId> locations, List<EndpointCore> held) {
        long missing = -1;
        synchronized (endpoints) {
            for (EndpointId each : locations) {
                EndpointCore endpoint = each.jobRank() == self.rank() ? endpoints.find(each.index()) : null;
                if (endpoint != null) {
                    endpoints.joined(endpoint);
                    held.add(endpoint);
                } else if (each.jobRank() == self.rank()) {
                    missing = each.index();
                }
            }
        }
        long[] all = parent.exchange().values(call, missing);
        for (int rank = 0; rank < all.length; rank++) {
            if (all[rank] >= 0) {
                return "rank " + rank + " of the parent team has no endpoint of index " + all[rank];
            }
        }
        return "";
    }

    private List<Member> members(String call, TeamLists lists, List<EndpointId> locations, int flags,
            List<TeamScratch> scratch) {
        TeamMembers all = new TeamMembers(locations.stream().mapToInt(EndpointId::jobRank).toArray(),
                locations.stream().mapToInt(EndpointId::index).toArray());
        int first = lists.firstCaller(locations, all.jobRank(0));
        long place = place(call, first, all.size());
        if (lists.firstCaller(locations, self.rank()) != parent.memberRank()) {
            return List.of(); // another member of this process has them
        }
        boolean collective = lists.allCollective(locations, endpoints);
        List<Member> teams = new ArrayList<>();
        for (int rank = 0; rank < all.size(); rank++) {
            if (all.jobRank(rank) == self.rank()) {
                TeamScratch own = TeamLists.of(flags, scratch, rank, teams.size());
                teams.add(new Member(new TeamCore(rooms, endpoints.find(all.endpoint(rank)), all, rank,
                        TeamWords.at(place, self.conduit(), rooms.shared().area(), all, rank), collective, flags),
                        own));
            }
        }
        return List.copyOf(teams);
    }

    private List<TeamWish> exchange(String call, TeamWish own) {
        self.checkOpen();
        self.checkUnrestricted(call);
        parent.checkTeam(call);
        parent.refuseInNamedBarrier(call);
        List<TeamWish> wishes = new ArrayList<>();
        for (byte[] each : parent.exchange().bytes(call, own.encode())) {
            wishes.add(TeamWish.decode(each));
        }
        for (int rank = 0; rank < wishes.size(); rank++) {
            if (!wishes.get(rank).problem().isEmpty()) {
                throw refusal(call, "rank " + rank + " of the parent team: " + wishes.get(rank).problem());
            }
        }
        return wishes;
    }

    private PgasException refusal(String call, String why) {
        return self.refusals().bad(call, why
                + ": no team was made on any rank");
    }

    private TeamWords words(String call, int first, TeamMembers members, int own) {
        return TeamWords.at(place(call, first, members.size()), self.conduit(), rooms.shared().area(), members, own);
    }

    /** Where the words of a new team are; {@code first} is the parent's rank that takes the memory for them. */
    private long place(String call, int first, int size) {
        PgasException failure = null;
        long own = NO_ROOM;
        if (first == parent.memberRank()) {
            try {
                own = rooms.shared().area().allocate(TeamWords.bytes(size));
            } catch (PgasException e) {
                failure = e;
            }
        }
        long place = parent.exchange().values(call, own)[first];
        if (failure != null) {
            throw failure;
        }
        if (place == NO_ROOM) {
            throw self.refusals().error(ErrorCode.RESOURCE, call, "rank " + first
                    + " of the parent team found no shared memory for the words of a team of " + size
                    + ": destroy teams that are no longer needed");
        }
        return place;
    }

    private static long bytes(TeamScratch scratch) {
        return scratch == null ? TeamWish.NO_SCRATCH : scratch.bytes();
    }

    private String scratchProblem(TeamScratch scratch) {
        if (scratch == null) {
            return "";
        }
        SegmentCore segment = parent.endpoint().segment();
        long size = segment == null ? 0 : segment.size();
        return scratch.bytes() > 0 && scratch.offset() >= 0 && scratch.offset() <= size - scratch.bytes() ? ""
                : "scratch space of " + scratch.bytes() + " bytes at offset " + scratch.offset()
                        + " is not inside the bound segment of " + size + " bytes";
    }

    private void agreeOnScratch(String call, List<TeamWish> wishes, List<Integer> members) {
        Set<Long> sizes = new HashSet<>();
        members.forEach(rank -> sizes.add(wishes.get(rank).scratchBytes()));
        if (sizes.size() > 1) {
            // the members of this team alone can know; they still take part in what follows
            parent.exchange().values(call, NO_ROOM);
            throw self.refusals().bad(call, "members of one new team offer scratch spaces of different sizes: " + sizes
                    + " (" + TeamWish.NO_SCRATCH + " is none)");
        }
    }
}
