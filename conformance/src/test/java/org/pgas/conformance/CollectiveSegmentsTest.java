package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

import org.pgas.Capabilities;
import org.pgas.DataType;
import org.pgas.Endpoint;
import org.pgas.Job;
import org.pgas.Opcode;
import org.pgas.Segment;
import org.pgas.Team;
import org.pgas.coll.Collectives;
import org.pgas.coll.Reduction;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Collectives over endpoints whose segments come and go, and over several endpoints of one process. */
@RankDefaults(ranks = {1, 3}, segment = "4k")
@AcrossNeighbourhoodsAsThreads
class CollectiveSegmentsTest {
    private static final long BYTES = 1 << 20;
    private static final int COUNT = 40_000;
    private static final Reduction SUM = Reduction.of(DataType.I64, Opcode.ADD);

    private static Team everybody(Job job, int... indices) {
        List<Endpoint.Location> members = new ArrayList<>();
        for (int index : indices) {
            for (int rank = 0; rank < job.size(); rank++) {
                members.add(new Endpoint.Location(rank, index));
            }
        }
        return job.world().create(members, 0).get(0);
    }

    private static void fill(MemorySegment memory, long first) {
        for (int i = 0; i < COUNT; i++) {
            memory.setAtIndex(ValueLayout.JAVA_LONG, i, first + i);
        }
    }

    private static void check(MemorySegment memory, long first, long step) {
        for (int i = 0; i < COUNT; i++) {
            assertEquals(first + step * i, memory.getAtIndex(ValueLayout.JAVA_LONG, i), "element " + i);
        }
    }

    /** Peers know nothing of the segment, or the one that was bound before it. */
    @RankTest
    void shouldFindDataInSegmentsThatPeersDoNotKnow(Job job) {
        Endpoint endpoint = job.endpoints().create(Capabilities.ALL);
        Team team = everybody(job, endpoint.index());
        for (int round = 0; round < 4; round++) {
            Segment segment = job.segments().create(BYTES);
            endpoint.bind(segment);
            if (round == 1) {
                job.world().publish(endpoint);
                team.rma().putLong((job.rank() + 1) % job.size(), BYTES - 8, 1);
                job.world().barrier();
            }
            Collectives on = Collectives.of(team);
            MemorySegment source = segment.local().asSlice(0, 8L * COUNT);
            MemorySegment target = segment.local().asSlice(8L * COUNT, 8L * COUNT);
            int root = round % job.size();
            fill(source, 1000L * round + team.rank());
            on.broadcast(root, target, source);
            check(target, 1000L * round + root, 1);
            on.reduceToAll(target, source, SUM);
            long ranks = job.size();
            check(target, 1000L * round * ranks + ranks * (ranks - 1) / 2, ranks);
            job.world().barrier();
            endpoint.unbind();
            segment.destroy();
        }
        team.destroy();
        endpoint.destroy();
    }

    @RankTest(ranks = {2})
    void shouldReduceOverSeveralMembersOfEachProcess(Job job) throws Exception {
        Endpoint extra = job.endpoints().create(Capabilities.ALL);
        List<Endpoint.Location> members = List.of(new Endpoint.Location(1, extra.index()), new Endpoint.Location(0, 0),
                new Endpoint.Location(0, extra.index()), new Endpoint.Location(1, 0));
        List<Team> mine = job.world().create(members, 0);
        assertEquals(2, mine.size());
        long[][] results = new long[2][];
        Throwable[] failures = new Throwable[2];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            int member = i;
            Thread thread = new Thread(() -> {
                try {
                    Team team = mine.get(member);
                    Collectives on = Collectives.of(team);
                    long[] source = new long[COUNT];
                    java.util.Arrays.fill(source, 1L << team.rank() * 4);
                    results[member] = new long[COUNT];
                    for (int round = 0; round < 20; round++) {
                        on.reduceToAll(results[member], source, Opcode.ADD);
                        assertEquals(0x1111, on.reduceToAll(1L << team.rank() * 4, SUM));
                        team.barrier();
                    }
                    team.destroy();
                } catch (Throwable e) {
                    failures[member] = e;
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        for (int i = 0; i < 2; i++) {
            if (failures[i] != null) {
                throw new AssertionError("member " + i, failures[i]);
            }
            for (long value : results[i]) {
                assertEquals(0x1111, value);
            }
        }
        extra.destroy();
    }
}
