package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.pgas.Capabilities;
import org.pgas.Endpoint;
import org.pgas.Event;
import org.pgas.Job;
import org.pgas.Team;
import org.pgas.TeamFlags;
import org.pgas.TeamScratch;
import org.pgas.atomics.LongAtomicDomain;
import org.pgas.team.TeamCore;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/** Teams by split and dup, and their end. */
@AcrossNeighbourhoods
@RankDefaults(ranks = {1, 3, 8}, segment = "4k")
class SplitTest {
    @AcrossThreeNeighbourhoods
    @RankTest
    void shouldMakeTeamsOfEqualColoursInTheOrderOfKeys(Job job) {
        var random = Seed.of("colours"); // the same on all ranks, so that each knows what all ask for
        Team parent = job.world();
        for (int round = 0; round < 20; round++) {
            int size = parent.size();
            int[] colours = random.ints(size, 0, 3).toArray();
            int[] keys = random.ints(size, -2, 3).toArray();
            boolean[] out = new boolean[size];
            for (int rank = 0; rank < size; rank++) {
                out[rank] = random.nextInt(4) == 0;
            }
            if (out[parent.rank()]) {
                parent.splitNone();
                parent.barrier();
                continue;
            }
            Team team = parent.split(colours[parent.rank()], keys[parent.rank()]);
            List<Integer> expected = new ArrayList<>();
            for (int rank = 0; rank < size; rank++) {
                if (!out[rank] && colours[rank] == colours[parent.rank()]) {
                    expected.add(rank);
                }
            }
            expected.sort((a, b) -> keys[a] != keys[b] ? Integer.compare(keys[a], keys[b]) : Integer.compare(a, b));
            assertEquals(expected.size(), team.size());
            for (int rank = 0; rank < team.size(); rank++) {
                assertEquals(expected.get(rank), team.toJobRank(rank));
                assertEquals(rank, team.fromJobRank(expected.get(rank)));
            }
            assertEquals(job.rank(), team.toJobRank(team.rank()));
            assertSame(job.endpoint(), team.endpoint());
            assertNull(team.destroy());
            parent.barrier();
        }
    }

    @AcrossThreeNeighbourhoods
    @RankTest(ranks = {8})
    void shouldSynchroniseEachTeamByItself(Job job) {
        Team half = job.world().split(job.rank() % 2, 0);
        Team quarter = half.split(half.rank() % 2, -half.rank());
        // teams cross: none waits for a member that is not its own, so each may be at another round
        for (int round = 1; round <= 300 + 100 * (job.rank() % 2); round++) {
            for (Team team : List.of(half, quarter)) {
                team.rma().putLong(team.rank(), team == half ? 0 : 8, round);
                team.barrier();
                for (int rank = 0; rank < team.size(); rank++) {
                    long seen = team.rma().getLong(rank, team == half ? 0 : 8);
                    assertTrue(seen == round || seen == round + 1, "round " + round + ", rank " + rank + " at " + seen);
                }
            }
        }
        job.world().barrier();
        quarter.destroy(TeamFlags.GLOBALLY_QUIESCED);
        half.destroy(TeamFlags.GLOBALLY_QUIESCED);
    }

    @AcrossThreeNeighbourhoods
    @RankTest(ranks = {4})
    void shouldCompleteBarriersOfSeveralTeamsInAnyOrder(Job job) {
        var random = Seed.of("order of rank " + job.rank());
        List<Team> teams = List.of(job.world(), job.world().split(job.rank() / 2, 0), job.world().split(0, -job.rank()),
                job.world().dup());
        for (int round = 0; round < 10; round++) {
            List<Event> events = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                for (Team team : teams) {
                    events.add(team.barrierNb());
                }
            }
            Collections.shuffle(events, new java.util.Random(random.nextLong()));
            for (Event event : events) {
                event.await();
            }
        }
    }

    @RankTest(ranks = {2})
    void shouldHoldTenThousandBarriersOfATeamAtOnce(Job job) {
        Team team = job.world().dup();
        Event[] events = new Event[10_000];
        for (int i = 0; i < events.length; i++) {
            events[i] = team.barrierNb();
        }
        for (int i = events.length - 1; i >= 0; i--) {
            events[i].await();
        }
        team.destroy();
    }

    @AcrossThreeNeighbourhoods
    @RankTest(ranks = {2, 4})
    void shouldLeakNothingInThousandsOfCycles(Job job) {
        long before = TeamCore.of(job.world()).area().bytesTaken();
        Endpoint endpoint = job.endpoints().create(Capabilities.ALL);
        job.world().barrier();
        List<Endpoint.Location> all = new ArrayList<>();
        for (int rank = 0; rank < job.size(); rank++) {
            all.add(new Endpoint.Location(rank, endpoint.index()));
        }
        Team parent = job.world().create(all, 0).get(0);
        int cycles = Repetitions.of(job, 4_096, 512);
        for (int cycle = 0; cycle < cycles; cycle++) {
            Team team = cycle % 3 == 0 ? parent.split(job.rank() % 2, cycle)
                    : cycle % 3 == 1 ? parent.dup() : job.world().create(all, 0).get(0);
            team.barrier();
            team.destroy();
        }
        assertIllegal("still a member", endpoint::destroy, "member of 1 team");
        parent.destroy();
        endpoint.destroy(); // no team of it is left, nor counted
        job.world().barrier();
        assertEquals(before, TeamCore.of(job.world()).area().bytesTaken());
    }

    @AcrossThreeNeighbourhoods
    @RankTest
    void shouldDuplicateWithAnOrderOfItsOwn(Job job) {
        Team reversed = job.world().split(0, -job.rank());
        Team twin = reversed.dup();
        assertNotSame(reversed, twin);
        assertEquals(reversed.rank(), twin.rank());
        for (int rank = 0; rank < twin.size(); rank++) {
            assertEquals(reversed.location(rank), twin.location(rank));
        }
        Event here = reversed.barrierNb();
        twin.barrier();
        here.await();
        twin.destroy();
        reversed.barrier();
        reversed.destroy();
    }

    @AcrossThreeNeighbourhoods
    @RankTest
    void shouldNeedNoScratchSpaceAndHandBackWhatIsOffered(Job job) {
        assertEquals(0, job.world().splitScratchSize(1, 2));
        assertEquals(0, job.world().dupScratchSize());
        assertEquals(0, job.world().createScratchSize());
        job.endpoint().segment().local().fill((byte) 7);
        TeamScratch scratch = new TeamScratch(1024, 512);
        Team team = job.world().split(0, 0, scratch);
        team.barrier();
        team.barrier();
        assertEquals(scratch, team.destroy());
        assertTrue(job.endpoint().segment().local().elements(java.lang.foreign.ValueLayout.JAVA_BYTE)
                .allMatch(each -> each.get(java.lang.foreign.ValueLayout.JAVA_BYTE, 0) == 7));
    }

    @AcrossThreeNeighbourhoods
    @RankTest(ranks = {3})
    void shouldRefuseOnAllRanksWhatOneRankDoesWrong(Job job) {
        assertIllegal("colour", () -> job.world().split(job.rank() == 1 ? -4 : 0, 0), "rank " + job.rank() + ":",
                "rank 1 of the parent team", "colour -4", "no team was made");
        assertIllegal("scratch outside", () -> job.world().split(0, 0,
                job.rank() == 2 ? new TeamScratch(4000, 200) : new TeamScratch(0, 200)), "rank 2", "200 bytes", "4000");
        assertIllegal("scratch sizes", () -> job.world().dup(new TeamScratch(0, 100 + job.rank())), "100", "101",
                "102");
        assertIllegal("another call", () -> {
            if (job.rank() == 0) {
                job.world().splitNone();
            } else {
                job.world().dup();
            }
        }, job.rank() == 0 ? "rank 1 called Team.dup, rank 2 called Team.dup" : "rank 0 called Team.split");
        assertIllegal("a call that tells something else", () -> {
            if (job.rank() == 0) {
                job.world().publish(job.endpoint());
            } else {
                job.world().split(0, 0);
            }
        }, "rank " + job.rank() + ":", job.rank() == 0 ? "rank 1 called Team.split" : "rank 0 called Team.publish");
        Team team = job.world().dup();
        team.barrier();
        team.destroy();
    }

    @RankTest(ranks = {2})
    void shouldRefuseToDestroyWhatIsInUse(Job job) {
        assertIllegal("the world", () -> job.world().destroy(), "Team.destroy", "world");
        Team team = job.world().dup();
        Event event = team.barrierNb();
        assertIllegal("a barrier under way", () -> team.destroy(), "barrier", "await");
        event.await();
        LongAtomicDomain domain = LongAtomicDomain.create(team);
        assertIllegal("a domain that lives", () -> team.destroy(), "1 atomic domain");
        domain.destroy();
        assertIllegal("undefined flags", () -> team.destroy(1 << 20), "0x100000");
        team.destroy();
        assertIllegal("twice", () -> team.destroy(), "destroyed");
        assertIllegal("barrier", team::barrier, "destroyed");
        assertIllegal("put", () -> team.rma().putLong(0, 0, 1), "destroyed");
        assertIllegal("request", () -> team.am().requestShort(0, 200), "destroyed");
        assertIllegal("split", () -> team.split(0, 0), "destroyed");
    }

    @AcrossThreeNeighbourhoods
    @RankTest(ranks = {3})
    void shouldDestroyOnAllMembersOrOnNone(Job job) {
        Team team = job.world().dup();
        int own = job.rank();
        assertIllegal("flags differ", () -> team.destroy(own == 1 ? TeamFlags.GLOBALLY_QUIESCED : 0),
                "rank " + own + ":", own == 1 ? "rank 0 called Team.destroy(flags 0x0)"
                        : "rank 1 called Team.destroy(flags 0x2)");
        Event event = own == 2 ? team.barrierNb() : null;
        assertIllegal("one refuses", () -> team.destroy(), "a barrier of the team is not synchronised",
                own == 2 ? "destroyed on no rank" : "rank 2 called Team.destroy(flags 0x0), refused there");
        if (event == null) {
            team.barrier();
        } else {
            event.await();
        }
        assertIllegal("undefined flags", () -> team.destroy(own == 0 ? 1 << 20 : 0), "0x100000");
        team.barrier();
        team.destroy(TeamFlags.GLOBALLY_QUIESCED);
        // what it was it still answers
        assertEquals(own, team.rank());
        assertEquals(job.size(), team.size());
        assertEquals(0, team.flags());
        assertEquals(own, team.fromJobRank(team.toJobRank(own)));
        assertEquals(new Endpoint.Location(own, 0), team.location(own));
        assertNull(team.clientData());
    }

    @RankTest(ranks = {2}, settings = "pgas.checks=on")
    void shouldRefuseAQueryOnAllRanksWhenOneAsksWrongly(Job job) {
        assertIllegal("one colour", () -> job.world().splitScratchSize(job.rank() == 1 ? -4 : 0, 0),
                "colour -4 is negative");
        assertIllegal("all colours", () -> job.world().splitScratchSize(-4, 0), "colour -4 is negative");
        assertEquals(0, job.world().splitScratchSize(job.rank(), 0));
    }

    @RankTest(ranks = {2}, settings = "pgas.checks=on")
    void shouldNameTheRanksWhoseArgumentsDiffer(Job job) {
        Team team = job.world().dup();
        assertIllegal("flags differ",
                () -> team.destroy(job.rank() == 0 ? TeamFlags.GLOBALLY_QUIESCED : 0),
                "rank " + (1 - job.rank()) + " called",
                "Team.destroy(flags 0x" + (job.rank() == 0 ? 0 : 2) + ")");
        assertIllegal("a query against a destruction", () -> {
            if (job.rank() == 0) {
                team.splitScratchSize(0, 0);
            } else {
                team.destroy();
            }
        }, "rank " + (1 - job.rank()) + " called");
        assertIllegal("a creation against a query", () -> {
            if (job.rank() == 0) {
                team.splitScratchSize(0, 0);
            } else {
                team.dup();
            }
        }, "rank " + (1 - job.rank()) + " called");
        team.barrier();
        team.destroy();
    }
}
