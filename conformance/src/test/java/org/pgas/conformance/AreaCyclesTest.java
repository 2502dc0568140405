package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;

import org.pgas.Capabilities;
import org.pgas.Endpoint;
import org.pgas.Job;
import org.pgas.Opcode;
import org.pgas.Segment;
import org.pgas.Team;
import org.pgas.bytes.TypeRegistry;
import org.pgas.coll.Collectives;
import org.pgas.memory.SharedArea;
import org.pgas.mpi.Window;
import org.pgas.rpc.RemoteFunction;
import org.pgas.rpc.Rpc;
import org.pgas.team.TeamCore;
import org.pgas.testkit.Mode;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/**
 * What is made and ended again and again leaves the library's shared memory as it was: nothing taken, and no more of it
 * reserved.
 */
@RankDefaults(ranks = 2, segment = "4k", modes = Mode.PROCESSES)
@AcrossNeighbourhoodsAsThreads
class AreaCyclesTest {
    private static final int WARM_UP = 100;
    private static final int MANY = 4_000;
    private static final int SOME = 500;
    private static final int FEW = 50;
    private static final TypeRegistry TYPES = TypeRegistry.builder().build();

    private static void repeat(Job job, int times, Runnable cycle) {
        int warmUp = Repetitions.of(job, WARM_UP, FEW);
        for (int i = 0; i < warmUp; i++) {
            cycle.run();
        }
        job.world().barrier();
        SharedArea area = TeamCore.of(job.world()).area();
        long taken = area.bytesTaken();
        long reserved = area.bytesReserved();
        int rounds = Repetitions.of(job, times, 2 * FEW);
        for (int i = 0; i < rounds; i++) {
            cycle.run();
        }
        job.world().barrier();
        assertEquals(taken, area.bytesTaken());
        assertEquals(reserved, area.bytesReserved());
    }

    @RankTest
    void shouldLeaveTheAreaAsItWasAfterManyTeams(Job job) {
        repeat(job, MANY, () -> job.world().dup().destroy());
    }

    /** Their words are taken again at once, while ranks may still return from the end of the one before. */
    @RankTest(ranks = 12)
    void shouldLeaveTheAreaAsItWasAfterManyTeamsOfManyRanks(Job job) {
        long[] sum = new long[1];
        repeat(job, SOME, () -> {
            Team team = job.world().dup();
            Collectives.of(team).reduceToAll(sum, new long[]{1}, Opcode.ADD);
            assertEquals(job.size(), sum[0]);
            team.destroy();
        });
    }

    @RankTest
    void shouldLeaveTheAreaAsItWasAfterManyCollectives(Job job) {
        long[] sum = new long[100];
        repeat(job, SOME, () -> {
            Team team = job.world().split(0, -job.rank());
            Collectives.of(team).reduceToAll(sum, new long[100], Opcode.ADD);
            team.destroy();
        });
    }

    @RankTest
    void shouldLeaveTheAreaAsItWasAfterManySegments(Job job) {
        repeat(job, MANY, () -> job.segments().create(4096).destroy());
    }

    @RankTest
    void shouldLeaveTheAreaAsItWasAfterManyEndpoints(Job job) {
        repeat(job, SOME, () -> {
            Endpoint endpoint = job.endpoints().create(Capabilities.RMA | Capabilities.AM);
            Segment segment = job.segments().create(4096);
            endpoint.bind(segment);
            job.world().publish(endpoint);
            job.world().unpublish(endpoint);
            endpoint.unbind();
            segment.destroy();
            endpoint.destroy();
            job.world().barrier();
        });
    }

    @RankTest
    void shouldLeaveTheAreaAsItWasAfterManyWindows(Job job) {
        long[] data = new long[8];
        int[] turn = {0};
        repeat(job, SOME, () -> {
            Window window = turn[0]++ % 2 == 0 ? Window.allocate(job.world(), 64, 8)
                    : Window.create(job.world(), MemorySegment.ofArray(data), 8);
            window.free();
        });
    }

    @RankTest
    void shouldLeaveTheAreaAsItWasAfterManyRpcs(Job job) {
        repeat(job, SOME, () -> {
            try (Rpc rpc = Rpc.of(job.world(), TYPES)) {
                RemoteFunction<Integer, Integer> same = rpc.register("same", number -> number);
                job.world().barrier();
                assertTrue(7 == same.call(1 - job.rank(), 7).join());
                job.world().barrier();
            }
            job.blockUntil(() -> job.endpoints().list().size() == 1);
            job.world().barrier();
        });
    }
}
