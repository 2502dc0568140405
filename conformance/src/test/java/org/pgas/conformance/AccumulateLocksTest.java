package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;

import org.pgas.InVain;
import org.pgas.Job;
import org.pgas.PeerLostException;
import org.pgas.WaitMode;
import org.pgas.WaitTimeoutException;
import org.pgas.atomics.Accumulator;
import org.pgas.atomics.locks.AccumulateLocks;
import org.pgas.team.TeamCore;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Ranks;

/**
 * What becomes of an accumulate whose block somebody else is at, and of one that does not get to its end. In one
 * neighbourhood: one from elsewhere waits in the owner's handler, without a limit of its own (docs/guide/hosts.md).
 */
@RankDefaults(segment = "256k", neighbourhoods = 1)
@Optimised
class AccumulateLocksTest {
    private static final long WORD = 8;

    /** What says, at rank 1, how far the test is. */
    private static final long STATE = 48 << 10;

    private static long lock(Job job, AccumulateLocks locks, int rank, long offset) {
        return locks.acquire(TeamCore.of(job.world()).mapped(rank, offset, 8), rank, offset);
    }

    @RankTest
    void shouldWaitForWhoIsAtTheBlockSpinning(Job job) {
        waitForWhoIsAtTheBlock(job, WaitMode.SPIN);
    }

    @RankTest
    void shouldWaitForWhoIsAtTheBlockSleeping(Job job) {
        waitForWhoIsAtTheBlock(job, WaitMode.BLOCK);
    }

    private static void waitForWhoIsAtTheBlock(Job job, WaitMode mode) {
        job.waitMode(mode);
        Accumulator accumulator = Accumulator.of(job.world());
        AccumulateLocks locks = AccumulateLocks.of(job.world());
        for (int round = 1; round <= 20; round++) {
            if (job.rank() == 0) {
                long held = lock(job, locks, 1, WORD);
                job.world().barrier();
                // another block is free all the while
                accumulator.accumulateLongs(1, 128 << 10, new long[]{1}, 0, 1, 1);
                assertEquals(2 * round - 2, job.world().rma().getLongAcquire(1, WORD));
                job.world().rma().putLong(1, WORD, 2 * round - 1);
                locks.release(held);
            } else {
                job.world().barrier();
                accumulator.accumulateLongs(1, WORD, new long[]{1}, 0, 1, 1);
                assertEquals(2 * round, job.world().rma().getLongAcquire(1, WORD), "it did not wait");
            }
            job.world().barrier();
        }
        assertEquals(20, job.world().rma().getLong(1, 128 << 10));
        job.world().barrier();
    }

    @RankTest
    void shouldSayWhenWhoIsAtTheBlockHasLeftTheJob(Job job) {
        if (job.rank() == 1) {
            lock(job, AccumulateLocks.of(job.world()), 0, WORD);
            job.world().barrier();
            job.close();
            return;
        }
        job.world().barrier();
        PeerLostException lost = assertThrows(PeerLostException.class,
                () -> Accumulator.of(job.world()).accumulateLongs(0, WORD, new long[]{1}, 0, 1, 1));
        assertEquals(1, lost.jobRank());
        assertTrue(lost.getMessage().contains("accumulate at offset 8 of rank 0, where job rank 1 adds"),
                lost::getMessage);
        assertEquals(0, job.world().rma().getLong(0, WORD));
    }

    @RankTest
    void shouldSayWhomItHasWaitedForTooLong(Job job) {
        AccumulateLocks locks = AccumulateLocks.of(job.world());
        if (job.rank() == 1) {
            long held = lock(job, locks, 0, WORD);
            job.world().rma().putLongRelease(1, STATE, 1);
            while (job.world().rma().getLongAcquire(1, STATE) != 2) {
                Thread.onSpinWait();
            }
            locks.release(held);
            return;
        }
        while (job.world().rma().getLongAcquire(1, STATE) != 1) {
            Thread.onSpinWait();
        }
        Accumulator accumulator = Accumulator.of(job.world());
        WaitTimeoutException late = InVain.waits(job,
                () -> accumulator.accumulateLongs(0, WORD, new long[]{1}, 0, 1, 1));
        assertTrue(late.getMessage().contains("where job rank 1 adds"), late::getMessage);
        job.world().rma().putLongRelease(1, STATE, 2);
        accumulator.accumulateLongs(0, WORD, new long[]{1}, 0, 1, 1);
        assertEquals(1, job.world().rma().getLong(0, WORD));
    }

    /**
     * The kernel fails while it has the lock, at its source; the lock is given back. Long enough for the kernels to be
     * compiled.
     */
    @RankTest(ranks = 1)
    void shouldSurviveATruncatedSourceAndGiveTheBlockBack(Job job) throws IOException {
        Accumulator accumulator = Accumulator.of(job.world());
        int bytes = 16 << 10;
        try (Arena arena = Arena.ofConfined();
                FileChannel file = FileChannel.open(Files.createTempFile("source", null), StandardOpenOption.READ,
                        StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE)) {
            file.write(ByteBuffer.allocate(bytes));
            // numbers of the first are added where they are, of the second by way of an array
            MemorySegment[] sources = {file.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena),
                file.map(FileChannel.MapMode.READ_WRITE, 0, bytes, Arena.ofAuto())};
            for (int round = 0; round < 1200; round++) {
                MemorySegment source = sources[round / 200 % 2];
                boolean cut = round % 20 == 19;
                if (cut) {
                    file.truncate(4096);
                    int form = round / 20 % 4;
                    assertThrows(InternalError.class, () -> add(accumulator, source, bytes, form));
                    file.write(ByteBuffer.allocate(bytes - 4096), 4096);
                }
                for (int form = 0; form < 4; form++) {
                    add(accumulator, source, bytes, form);
                }
            }
        }
    }

    private static void add(Accumulator accumulator, MemorySegment source, int bytes, int form) {
        switch (form) {
            case 0 -> accumulator.accumulateInts(0, 0, source, 0, bytes / 4, 2);
            case 1 -> accumulator.accumulateLongs(0, 0, source, 0, bytes / 8, 2);
            case 2 -> accumulator.accumulateFloats(0, 0, source, 0, bytes / 4, 2);
            default -> accumulator.accumulateDoubles(0, 0, source, 0, bytes / 8, 2);
        }
    }

    /** The locks are gone with the file; other ranks' memory is as good as before. */
    @RankTest(settings = "pgas.names=on")
    void shouldSurviveATruncatedTarget(Job job, Ranks ranks) throws IOException {
        Accumulator accumulator = Accumulator.of(job.world());
        long[] source = {1, 2, 3};
        job.world().barrier();
        Endings.assertEnds(job, () -> {
            if (job.rank() != 0) {
                return;
            }
            try (FileChannel file = FileChannel.open(ranks.jobDirectory().resolve("seg-1-0"),
                    StandardOpenOption.WRITE)) {
                file.truncate(0);
            }
            for (int i = 0; i < 100; i++) {
                Endings.assertFault("accumulate", () -> accumulator.accumulateLongs(1, 0, source, 0, 3, 1));
                accumulator.accumulateLongs(0, 0, source, 0, 3, 1);
            }
            assertEquals(300, job.world().rma().getLong(0, 16));
        }, "seg-1-0", "was truncated");
    }
}
