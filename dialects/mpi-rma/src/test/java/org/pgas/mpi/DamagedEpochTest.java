package org.pgas.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.List;

import org.junit.jupiter.api.function.Executable;
import org.pgas.Endpoint;
import org.pgas.ErrorCode;
import org.pgas.GlobalPointer;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.TeamFlags;
import org.pgas.coll.Collectives;
import org.pgas.memory.SharedArea;
import org.pgas.team.TeamCore;
import org.pgas.testkit.RankTest;

/**
 * What a peer tells of itself, in its epochs and when a window is made, is checked: here it tells what somebody else
 * might have written there.
 */
class DamagedEpochTest {
    private static final String DAMAGED = "another process has written into the files of the job";
    private static final int PART = 64;
    private static final int WISHES = 4;
    private static final int KIND = 3;

    private static void assertRefused(String what, Executable call) {
        PgasException refused = assertThrows(PgasException.class, call, what);
        assertEquals(ErrorCode.RESOURCE, refused.code());
        assertTrue(refused.getMessage().startsWith("rank 1: " + what) && refused.getMessage().endsWith(DAMAGED),
                refused.getMessage());
    }

    /** A target posts again only when the origin has completed. */
    @RankTest(ranks = 2)
    void shouldNotGoOnWhenATargetSaysThatItHasPostedMoreOftenThanItCan(Job job) {
        Window window = Window.allocate(job.world(), PART, 1);
        MemorySegment one = MemorySegment.ofArray(new byte[]{1});
        for (long epoch = 1; epoch <= 3; epoch++) {
            if (job.rank() == 0) {
                job.world().barrier();
                window.post(Group.of(1), 0);
                window.await();
            } else {
                window.start(Group.of(0), 0);
                for (long posts : new long[]{epoch + 1, epoch + 2, Long.MAX_VALUE, -1, Long.MIN_VALUE}) {
                    ControlWords.post(null, window.core.controls[1], 0, posts, 0);
                    assertRefused("Window.put: rank 0 of the window has posted " + posts + " times: legal are 0.."
                            + epoch, () -> window.put(one, 1, Datatype.BYTE, 0, 0, 1, Datatype.BYTE));
                }
                ControlWords.post(null, window.core.controls[1], 0, epoch - 1, 0);
                job.world().barrier();
                window.put(one, 1, Datatype.BYTE, 0, 0, 1, Datatype.BYTE);
                window.complete();
            }
        }
        window.free();
    }

    private static long[] tell(Team team, long... words) {
        long[] all = new long[words.length * team.size()];
        Collectives.of(team).allGather(MemorySegment.ofArray(all), MemorySegment.ofArray(words));
        return all;
    }

    @RankTest(ranks = 2)
    void shouldMakeNoWindowOfAPartOfImpossibleBytesOrUnit(Job job) {
        Team team = job.world();
        long[][] wrong = {{-1, 1}, {Long.MIN_VALUE, 1}, {PART, 0}, {PART, -1}, {PART, 1L + Integer.MAX_VALUE},
            {PART, Long.MAX_VALUE}, {PART, Long.MIN_VALUE}};
        for (long[] each : wrong) {
            if (job.rank() == 0) {
                tell(team, 0, each[0], each[1], 0);
            } else {
                assertRefused("Window.allocate: rank 0 of the team tells of " + each[0] + " bytes and a displacement "
                        + "unit of " + each[1], () -> Window.allocate(team, PART, 1));
            }
        }
        Window.allocate(team, PART, 1).free();
    }

    /** What the other rank says of its kind, for one that is to be like it. */
    private static long kind(Team team, Executable make) {
        if (team.rank() == 0) {
            return tell(team, 0, -1, 1, 0)[WISHES + KIND];
        }
        assertThrows(PgasException.class, make);
        return 0;
    }

    @RankTest(ranks = 2)
    void shouldMakeNoWindowOfPartsThatTogetherHaveMoreBytesThanThereAre(Job job) {
        Team team = job.world();
        Executable make = () -> Window.allocateShared(team, PART, 1);
        long kind = kind(team, make);
        for (long bytes : new long[]{Long.MAX_VALUE, Long.MAX_VALUE - PART + 1}) {
            if (job.rank() == 0) {
                tell(team, 0, bytes, 1, kind);
            } else {
                PgasException refused = assertThrows(PgasException.class, make);
                assertTrue(refused.getMessage().contains("have more than 2^63 bytes"), refused.getMessage());
            }
        }
        Window.allocateShared(team, PART, 1).free();
    }

    @RankTest(ranks = 2)
    void shouldMakeNoWindowWithWordsOrAnEndpointThatCannotBe(Job job) {
        Team team = job.world();
        long kind = kind(team, () -> Window.allocate(team, PART, 1));
        long bytes = ControlWords.bytes(2, 2);
        long place = TeamCore.of(team).area().allocate(bytes);
        for (long wrong : new long[]{0, -1, SharedArea.DIRECTORY_BYTES + 8, 1L << 50, Long.MIN_VALUE}) {
            if (job.rank() == 0) {
                tell(team, 0, PART, 1, kind);
                tell(team, 0, 1, 0, wrong, 1, 0);
            } else {
                assertRefused("Window.allocate: rank 0 of the team tells of " + bytes + " bytes at place " + wrong,
                        () -> Window.allocate(team, PART, 1));
            }
        }
        for (long wrong : new long[]{-1, GlobalPointer.MAX_ENDPOINTS, (1L << 32) + 1, Long.MAX_VALUE, Long.MIN_VALUE}) {
            if (job.rank() == 0) {
                tell(team, 0, PART, 1, kind);
                tell(team, 0, wrong, 0, place, 1, 0);
                assertThrows(PgasException.class,
                        () -> team.create(List.of(new Endpoint.Location(0, 1), new Endpoint.Location(1, 1)),
                                TeamFlags.RANK_IS_JOBRANK));
            } else {
                PgasException refused = assertThrows(PgasException.class, () -> Window.allocate(team, PART, 1),
                        "endpoint " + wrong);
                assertTrue(refused.getMessage().contains("rank 1 of the parent team: endpoint index "),
                        refused.getMessage());
            }
        }
        TeamCore.of(team).area().free(place);
        Window.allocate(team, PART, 1).free();
    }
}
