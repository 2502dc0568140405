package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

import org.pgas.Capabilities;
import org.pgas.Endpoint;
import org.pgas.Job;
import org.pgas.Team;
import org.pgas.TeamFlags;
import org.pgas.TeamScratch;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/** Teams of endpoints that are named one by one. */
@AcrossNeighbourhoods
@RankDefaults(ranks = {1, 4}, segment = "4k")
class TeamCreateTest {
    private static List<Endpoint.Location> primordial(int... ranks) {
        List<Endpoint.Location> locations = new ArrayList<>();
        for (int rank : ranks) {
            locations.add(new Endpoint.Location(rank, 0));
        }
        return locations;
    }

    @AcrossThreeNeighbourhoods
    @RankTest(ranks = {1, 5, 8})
    void shouldMakeDisjointTeamsInTheOrderNamed(Job job) {
        var random = Seed.of("teams");
        Team parent = job.world().split(0, -job.rank()); // ranks here are not job ranks
        for (int round = 0; round < 20; round++) {
            boolean byJobRank = random.nextBoolean();
            List<Integer> order = new ArrayList<>();
            for (int rank = 0; rank < parent.size(); rank++) {
                order.add(rank);
            }
            Collections.shuffle(order, new Random(random.nextLong()));
            int cut = random.nextInt(parent.size() + 1);
            int end = cut + random.nextInt(parent.size() - cut + 1);
            List<Integer> own = order.subList(0, cut);
            if (!own.contains(parent.rank())) {
                own = order.subList(cut, end);
            }
            if (!own.contains(parent.rank())) {
                parent.createNone();
                continue;
            }
            List<Endpoint.Location> list = new ArrayList<>();
            for (int rank : own) {
                list.add(new Endpoint.Location(byJobRank ? parent.toJobRank(rank) : rank, 0));
            }
            List<Team> teams = parent.create(list, byJobRank ? TeamFlags.RANK_IS_JOBRANK : 0);
            assertEquals(1, teams.size());
            Team team = teams.get(0);
            assertEquals(own.size(), team.size());
            assertEquals(byJobRank ? TeamFlags.RANK_IS_JOBRANK : 0, team.flags());
            for (int rank = 0; rank < team.size(); rank++) {
                assertEquals(parent.toJobRank(own.get(rank)), team.toJobRank(rank));
            }
            team.rma().putLong((team.rank() + 1) % team.size(), 0, 1000L * round + team.rank());
            team.barrier();
            assertEquals(1000L * round + (team.rank() + team.size() - 1) % team.size(),
                    team.rma().getLong(team.rank(), 0));
            team.barrier();
            team.destroy();
        }
        parent.destroy();
    }

    @AcrossThreeNeighbourhoods
    @RankTest(ranks = {4})
    void shouldAnswerInvalidForJobRanksThatAreNoMembers(Job job) {
        if (job.rank() == 1) {
            job.world().createNone();
            return;
        }
        Team team = job.world().create(primordial(3, 0, 2), 0).get(0);
        assertEquals(Team.INVALID_RANK, team.fromJobRank(1));
        assertEquals(0, team.fromJobRank(3));
        assertEquals(new Endpoint.Location(2, 0), team.location(2));
    }

    @RankTest(ranks = {2})
    void shouldKeepTheScratchSpaceOfEachMember(Job job) {
        int own = job.rank();
        List<TeamScratch> each = List.of(new TeamScratch(0, 64), new TeamScratch(128, 64));
        assertEquals(each.get(own),
                job.world().create(primordial(0, 1), TeamFlags.GLOBAL_SCRATCH, each).get(0).destroy());
        assertEquals(each.get(0), job.world()
                .create(primordial(0, 1), TeamFlags.SYMMETRIC_SCRATCH, each.subList(0, 1)).get(0).destroy());
        assertEquals(each.get(own), job.world()
                .create(primordial(0, 1), TeamFlags.LOCAL_SCRATCH, List.of(each.get(own))).get(0).destroy());
    }

    @AcrossThreeNeighbourhoods
    @RankTest(ranks = {3})
    void shouldRefuseOnAllRanksWhatBreaksTheRules(Job job) {
        int own = job.rank();
        Team world = job.world();
        assertIllegal("no members", () -> world.create(List.of(), 0), "rank 0 of the parent", "at least one");
        assertIllegal("a rank outside", () -> world.create(primordial(own == 2 ? 3 : 0, 1, 2), 0),
                "rank 2 of the parent",
                "rank 3", "0..2");
        assertIllegal("an endpoint that does not exist",
                () -> world.create(List.of(new Endpoint.Location(0, 0), new Endpoint.Location(1, 17),
                        new Endpoint.Location(2, 0)), 0),
                "rank 1", "index 17");
        assertIllegal("an index outside", () -> world.create(List.of(new Endpoint.Location(0, 4096)), 0), "4096",
                "0..4095");
        assertIllegal("named twice", () -> world.create(primordial(0, 1, 2, 1), 0), "twice", "job rank 1");
        assertIllegal("lists that overlap", () -> world.create(own == 0 ? primordial(0, 1, 2) : primordial(1, 2), 0),
                "different list");
        assertIllegal("a process that gave no list", () -> {
            if (own == 1) {
                world.createNone();
            } else {
                world.create(primordial(0, 1, 2), 0);
            }
        }, "job rank 1", "no member of that process");
        assertIllegal("flags that differ", () -> world.create(primordial(0, 1, 2), own == 0 ? 0 : TeamFlags.NO_SCRATCH),
                "different flags");
        assertIllegal("undefined flags", () -> world.create(primordial(0, 1, 2), 1 << 30), "0x40000000");
        assertIllegal("two kinds of scratch",
                () -> world.create(primordial(0, 1, 2), TeamFlags.LOCAL_SCRATCH | TeamFlags.NO_SCRATCH),
                "more than one");
        assertIllegal("scratch without flag",
                () -> world.create(primordial(0, 1, 2), 0, List.of(new TeamScratch(0, 8))),
                "should be 0");
        Team team = world.create(primordial(2, 1, 0), 0).get(0);
        team.barrier();
        assertEquals(2 - own, team.rank());
        team.destroy();
    }

    @AcrossThreeNeighbourhoods
    @RankTest(ranks = {3})
    void shouldRefuseOnAllRanksWhatOneGivesAsNull(Job job) {
        boolean wrong = job.rank() == 1;
        Team world = job.world();
        List<Endpoint.Location> all = primordial(0, 1, 2);
        List<TeamScratch> none = new ArrayList<>();
        none.add(null);
        List<Endpoint.Location> holed = new ArrayList<>(all);
        holed.set(2, null);
        assertIllegal("no list", () -> world.create(wrong ? null : all, 0), "rank 1 of the parent", "null");
        assertIllegal("no member", () -> world.create(wrong ? holed : all, 0), "rank 1 of the parent",
                "member 2 of the list is null");
        assertIllegal("no scratch list", () -> world.create(all, 0, wrong ? null : List.of()), "rank 1 of the parent",
                "null");
        assertIllegal("no scratch",
                () -> world.create(all, TeamFlags.SYMMETRIC_SCRATCH, wrong ? none : List.of(new TeamScratch(0, 8))),
                "rank 1 of the parent", "scratch space 0 of the list is null");
        world.create(all, 0).get(0).destroy();
    }

    @RankTest(ranks = {2})
    void shouldLookAtEveryScratchSpace(Job job) {
        int own = job.rank();
        Team world = job.world();
        List<Endpoint.Location> both = primordial(0, 1);
        TeamScratch good = new TeamScratch(0, 64);
        record Wrong(TeamScratch second, String part) {}
        for (Wrong wrong : List.of(new Wrong(new TeamScratch(0, 0), "scratch space of 0 bytes"),
                new Wrong(new TeamScratch(-8, 64), "offset -8"),
                new Wrong(new TeamScratch(0, 32), "64 and of 32 bytes"),
                new Wrong(new TeamScratch(4096 - 63, 64), "not inside the bound segment of endpoint 0 of rank 1"))) {
            assertIllegal("global", () -> world.create(both, TeamFlags.GLOBAL_SCRATCH, List.of(good, wrong.second())),
                    "rank " + own + ":", wrong.part());
        }
        assertIllegal("outside", () -> world.create(both, TeamFlags.LOCAL_SCRATCH,
                List.of(own == 0 ? new TeamScratch(Long.MAX_VALUE, 64) : good)), "rank 0 of the parent",
                "not inside the bound segment");
        assertIllegal("sizes of two ranks", () -> world.create(both, TeamFlags.LOCAL_SCRATCH,
                List.of(new TeamScratch(0, 64 + own))), "different flags or scratch sizes");
        world.create(both, TeamFlags.GLOBAL_SCRATCH, List.of(good, new TeamScratch(4096 - 64, 64))).get(0).destroy();
    }

    @RankTest(ranks = {2})
    void shouldHoldNoEndpointWhenNoTeamIsMade(Job job) {
        Endpoint endpoint = job.endpoints().create(Capabilities.ALL);
        job.world().barrier();
        assertIllegal("an endpoint that does not exist",
                () -> job.world().create(List.of(new Endpoint.Location(0, endpoint.index()),
                        new Endpoint.Location(1, endpoint.index()), new Endpoint.Location(1, 17)), 0),
                "rank 1", "index 17");
        endpoint.destroy();
    }

    @RankTest(ranks = {2})
    void shouldPairEndpointsWithoutATeam(Job job) {
        Team pair = job.endpoint().pair(0);
        assertTrue(pair == job.endpoint().pair(0) && !pair.equals(job.world()));
        pair.rma().putLong(1 - job.rank(), 8, 77 + job.rank());
        job.world().barrier();
        assertEquals(77 + 1 - job.rank(), pair.rma().getLong(job.rank(), 8));
        assertEquals(4096, job.endpoint().boundSegment(pair, 1 - job.rank()).size());
        assertEquals(job.world().am().maxRequestMedium(0, null, 0, 0), pair.am().maxRequestMedium(0, null, 0, 0));
    }

    @RankTest(ranks = {2})
    void shouldRefusePairsWhereATeamIsNeeded(Job job) {
        Team pair = job.endpoint().pair(0);
        Object[] parts = {"rank " + job.rank() + ":", "TM-pair", "make a team"};
        assertIllegal("rank", pair::rank, parts);
        assertIllegal("size", pair::size, parts);
        assertIllegal("flags", pair::flags, parts);
        assertIllegal("toJobRank", () -> pair.toJobRank(0), parts);
        assertIllegal("fromJobRank", () -> pair.fromJobRank(0), parts);
        assertIllegal("location", () -> pair.location(0), parts);
        assertIllegal("clientData", pair::clientData, parts);
        assertIllegal("clientData", () -> pair.clientData("x"), parts);
        assertIllegal("barrier", pair::barrier, parts);
        assertIllegal("barrierNb", pair::barrierNb, parts);
        assertIllegal("split", () -> pair.split(0, 0), parts);
        assertIllegal("splitNone", pair::splitNone, parts);
        assertIllegal("create", () -> pair.create(primordial(0, 1), 0), parts);
        assertIllegal("createNone", pair::createNone, parts);
        assertIllegal("dup", () -> pair.dup(), parts);
        assertIllegal("destroy", () -> pair.destroy(), parts);
        assertIllegal("an index outside", () -> job.endpoint().pair(-1), "0..4095");
        assertIllegal("an index outside", () -> job.endpoint().pair(4096), "0..4095");
    }
}
