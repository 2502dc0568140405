package org.pgas.atomics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.pgas.Job;
import org.pgas.Team;
import org.pgas.WaitTimeoutException;
import org.pgas.atomics.locks.AccumulateLocks;
import org.pgas.memory.MappedRange;
import org.pgas.memory.SegmentTrailer;
import org.pgas.memory.SharedMemory;
import org.pgas.team.TeamCore;
import org.pgas.testkit.RankTest;

/** Who has the lock of a block is a number that anybody may have written: a wait asks about ranks of the job only. */
class DamagedBlockLockTest {
    private static final long WORD = 8;
    private static final long WAITERS = 8;

    @RankTest(ranks = 1, segment = "64k", settings = "pgas.wait.timeout=100ms")
    void shouldWaitForNobodyWhenTheHolderIsOutsideTheJob(Job job) {
        Team team = job.world();
        MappedRange mapped = TeamCore.of(team).mapped(0, WORD, 8);
        long lock = SegmentTrailer.lock(mapped.trailer(), 0);
        AccumulateLocks locks = AccumulateLocks.of(team);
        for (long holder : new long[]{2, 3, 4096, 1L << 32, (1L << 32) + 2, Long.MAX_VALUE, -1, -2, Long.MIN_VALUE}) {
            SharedMemory.putLong(lock, holder);
            WaitTimeoutException late = assertThrows(WaitTimeoutException.class, () -> locks.acquire(mapped, 0, WORD),
                    "holder " + holder);
            assertTrue(late.getMessage().contains("accumulate at offset 8 of rank 0, where job rank " + (holder - 1)
                    + " adds") && !late.getMessage().contains("waiting for"), late.getMessage());
            assertEquals(0, SharedMemory.getLong(lock + WAITERS), "nobody waits any more");
        }
        SharedMemory.putLong(lock, 0);
        locks.release(locks.acquire(mapped, 0, WORD));
    }
}
