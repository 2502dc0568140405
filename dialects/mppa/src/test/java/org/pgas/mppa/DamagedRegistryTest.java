package org.pgas.mppa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import org.pgas.ErrorCode;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.atomics.locks.AreaReadWriteLock;
import org.pgas.memory.SharedArea;
import org.pgas.memory.SharedMemory;
import org.pgas.team.TeamCore;
import org.pgas.testkit.RankTest;

/**
 * A search for a segment follows no place and believes no length that lies outside the area, and no list without an
 * end.
 */
class DamagedRegistryTest {
    private static final long IDENTIFIER = 4711;
    private static final int IDENTIFIER_AT = 8;
    private static final int INTRODUCTION_AT = 48;
    private static final int BYTES_AT = 56;

    private static void assertDamaged(SegmentRegistry registry, String found) {
        PgasException refused = assertThrows(PgasException.class,
                () -> registry.locked("test", true, () -> registry.tryFind(IDENTIFIER)), found);
        assertEquals(ErrorCode.RESOURCE, refused.code());
        assertTrue(refused.getMessage().startsWith("rank 0: the registry of MPPA segments is damaged")
                && refused.getMessage().contains(found), refused.getMessage());
        // the lock was given back, though what was done under it threw
        registry.locked("test", true, () -> null);
    }

    @RankTest(ranks = 1)
    void shouldFollowNoPlaceAndNoLengthOutsideTheArea(Job job) {
        Team team = job.world().dup();
        SegmentRegistry registry = SegmentRegistry.open(team);
        long root = TeamCore.of(team).collectiveBlock(0);
        long place = TeamCore.of(team).area().allocate(SegmentWords.CHUNK_BYTES);
        long chunk = TeamCore.of(team).area().address(place);
        long entry = SegmentWords.entry(chunk, 3);
        long introduction = TeamCore.of(team).area().allocate(100);
        assertEquals(List.of(), registry.tryFind(IDENTIFIER));
        long[] wrong = {-1, 1, SharedArea.DIRECTORY_BYTES - SharedArea.ALIGNMENT, place + 8, Long.MIN_VALUE,
            Long.MAX_VALUE & -SharedArea.ALIGNMENT, 1L << 50};
        for (long each : wrong) {
            SegmentWords.first(root, each);
            assertDamaged(registry, SegmentWords.CHUNK_BYTES + " bytes at place " + each);
            SegmentWords.first(root, place);
            SegmentWords.next(chunk, each);
            assertDamaged(registry, SegmentWords.CHUNK_BYTES + " bytes at place " + each);
            SegmentWords.next(chunk, 0);
        }
        SegmentWords.next(chunk, place);
        assertDamaged(registry, "chunks of rank 0");
        SegmentWords.next(chunk, 0);

        SegmentWords.generation(entry, 5);
        SharedMemory.putLong(entry + IDENTIFIER_AT, IDENTIFIER);
        SharedMemory.putLong(entry + INTRODUCTION_AT, introduction);
        for (int bytes : new int[]{-1, Integer.MIN_VALUE, (1 << 17) + 1, Integer.MAX_VALUE}) {
            SharedMemory.putInt(entry + BYTES_AT, bytes);
            assertDamaged(registry, "an introduction of " + bytes + " bytes");
        }
        SharedMemory.putInt(entry + BYTES_AT, 100);
        assertEquals(1, registry.tryFind(IDENTIFIER).size());
        for (long each : wrong) {
            SharedMemory.putLong(entry + INTRODUCTION_AT, each);
            assertDamaged(registry, "100 bytes at place " + each);
        }

        SegmentWords.generation(entry, 0);
        SegmentWords.first(root, 0);
        TeamCore.of(team).area().free(introduction);
        TeamCore.of(team).area().free(place);
        registry.close();
        team.destroy();
    }

    /** The largest place that the area has: what takes more than a line does not fit there. */
    private static long lastPlace(SharedArea area) {
        long last = SharedArea.DIRECTORY_BYTES;
        for (long step = 1L << 40; step >= SharedArea.ALIGNMENT; step >>= 1) {
            last += area.isPlace(last + step) ? step : 0;
        }
        return last;
    }

    @RankTest(ranks = 2)
    void shouldNotTakeALockOutsideTheArea(Job job) {
        Team team = job.world().dup();
        long[] wrong = {-1, 1, SharedArea.DIRECTORY_BYTES - SharedArea.ALIGNMENT, SharedArea.DIRECTORY_BYTES + 8,
            lastPlace(TeamCore.of(team).area()), lastPlace(TeamCore.of(team).area()) + SharedArea.ALIGNMENT,
            Long.MIN_VALUE,
            Long.MAX_VALUE & -SharedArea.ALIGNMENT, 1L << 50};
        for (long each : wrong) {
            if (job.rank() == 0) {
                // as SegmentRegistry.open of rank 0 does, whose word was written over since
                SegmentWords.lock(TeamCore.of(team).collectiveBlock(0), each);
                team.barrier();
            } else {
                PgasException refused = assertThrows(PgasException.class, () -> SegmentRegistry.open(team),
                        "place " + each);
                assertEquals(ErrorCode.RESOURCE, refused.code());
                assertTrue(refused.getMessage().startsWith("rank 1: the registry of MPPA segments is damaged")
                        && refused.getMessage().contains(AreaReadWriteLock.bytes(2) + " bytes at place " + each + " "),
                        refused.getMessage());
            }
            team.barrier();
        }
        SegmentRegistry registry = SegmentRegistry.open(team);
        registry.locked("test", true, () -> null);
        team.barrier();
        registry.close();
        team.destroy();
    }
}
