package org.pgas.upc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.List;

import org.pgas.Endpoint;
import org.pgas.ErrorCode;
import org.pgas.GlobalPointer;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.TeamFlags;
import org.pgas.coll.Collectives;
import org.pgas.team.TeamCore;
import org.pgas.testkit.RankTest;

/** What thread 0 tells is checked by thread 1; thread 0 tells what somebody else might have written over its words. */
class DamagedAllocationTest {
    private static final long SYMMETRIC = 64 << 10;
    private static final long BYTES = 1_000;
    private static final String DAMAGED = "another process has written into the files of the job";

    @RankTest(ranks = 2)
    void shouldGiveOutNoBlockOutsideTheSymmetricPart(Job job) {
        Upc upc = Upc.init(job, SYMMETRIC, SYMMETRIC);
        long last = upc.heaps.symmetricBytes - BYTES;
        for (long block : new long[]{-2, Long.MIN_VALUE, last + 1, last + BYTES, Long.MAX_VALUE}) {
            if (upc.thread() == 0) {
                tell(upc, block);
            } else {
                PgasException refused = assertThrows(PgasException.class, () -> allocate(upc), "block " + block);
                assertEquals(ErrorCode.RESOURCE, refused.code());
                assertTrue(refused.getMessage().startsWith("rank 1: Upc.test: thread 0 tells of a block at address "
                        + block + ": legal are 0.." + last) && refused.getMessage().endsWith(DAMAGED),
                        refused.getMessage());
            }
        }
        for (long block : new long[]{0, last}) {
            if (upc.thread() == 0) {
                tell(upc, block);
            } else {
                assertEquals(GlobalPointer.of(0, block), allocate(upc));
            }
        }
        upc.finish();
    }

    private static void tell(Upc upc, long block) {
        MemorySegment told = MemorySegment.ofArray(new long[]{block, 0});
        Collectives.of(upc.core.team).broadcast(0, told, told);
    }

    private static long allocate(Upc upc) {
        return new Allocation(upc.core, upc.heaps).forAll("Upc.test", BYTES);
    }

    private static void tell(Team team, long... words) {
        Collectives.of(team).allGather(MemorySegment.ofArray(new long[words.length * team.size()]),
                MemorySegment.ofArray(words));
    }

    @RankTest(ranks = 2)
    void shouldMakeNothingWithAnEndpointThatCannotBe(Job job) {
        Team team = job.world();
        long taken = TeamCore.of(team).area().bytesTaken();
        for (long endpoint : new long[]{-1, GlobalPointer.MAX_ENDPOINTS, (1L << 32) + 1, Long.MAX_VALUE,
            Long.MIN_VALUE}) {
            if (job.rank() == 0) {
                tell(team, 0, SYMMETRIC, 0);
                tell(team, 0, endpoint, 0);
                assertThrows(PgasException.class,
                        () -> team.create(List.of(new Endpoint.Location(0, 1), new Endpoint.Location(1, 1)),
                                TeamFlags.RANK_IS_JOBRANK));
            } else {
                PgasException refused = assertThrows(PgasException.class, () -> Upc.init(job, SYMMETRIC, 0),
                        "endpoint " + endpoint);
                assertTrue(refused.getMessage().contains("rank 1 of the parent team: endpoint index "),
                        refused.getMessage());
            }
        }
        assertEquals(taken, TeamCore.of(team).area().bytesTaken());
        Upc.init(job, SYMMETRIC, 0).finish();
    }

    @RankTest(ranks = 2)
    void shouldMakeNothingOfBytesThatAreNotTheOwn(Job job) {
        for (long bytes : new long[]{SYMMETRIC + 1, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
            for (int word = 1; word <= 2; word++) {
                if (job.rank() == 0) {
                    tell(job.world(), 0, word == 1 ? bytes : SYMMETRIC, word == 2 ? bytes : 0);
                } else {
                    PgasException refused = assertThrows(PgasException.class, () -> Upc.init(job, SYMMETRIC, 0));
                    assertTrue(refused.getMessage().contains("rank 0 gives ")
                            && refused.getMessage().contains(" " + bytes + " "), refused.getMessage());
                }
            }
        }
        Upc.init(job, SYMMETRIC, 0).finish();
    }
}
