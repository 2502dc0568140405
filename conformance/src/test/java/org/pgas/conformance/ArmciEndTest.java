package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

import org.pgas.Job;
import org.pgas.JobEndedException;
import org.pgas.PgasException;
import org.pgas.armci.Armci;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** How a program starts ARMCI without a job of its own, and how it ends the job. */
@RankDefaults(ranks = 2, segment = "0")
@AcrossNeighbourhoods
class ArmciEndTest {
    @RankTest
    void shouldEndTheJobForAll(Job job) {
        Armci armci = Armci.init(job, 1 << 16);
        armci.barrier();
        if (armci.me() == 0) {
            assertEquals(1, assertThrows(JobEndedException.class, () -> armci.error("no convergence", 1)).exitCode());
        } else {
            Endings.assertEnds(job, armci::barrier, "rank 0");
        }
    }

    /** An operation that went wrong is an error of its process alone, and keeps none of the others waiting. */
    @RankTest(settings = {"pgas.async=always", "pgas.async.bytes=4k"})
    void shouldFinishForAllWhateverWentWrong(Job job) {
        int endpoints = job.endpoints().list().size();
        for (int round = 0; round < 3; round++) {
            Armci armci = Armci.init(job, 32 << 20);
            long[] pointers = armci.malloc(32 << 20);
            if (armci.me() == 0) {
                try (Arena arena = Arena.ofShared()) {
                    MemorySegment source = arena.allocate(4 << 20);
                    for (long at = 0; at < 32 << 20; at += source.byteSize()) {
                        armci.nbPut(source, 0, pointers[1] + at, source.byteSize(), 1, null);
                    }
                }
                try {
                    armci.finish(); // all was there before the arena was closed
                } catch (PgasException e) {
                    assertTrue(e.getMessage().contains("not carried out"), e.getMessage());
                }
            } else {
                armci.finish();
            }
            assertFalse(armci.isInitialized());
            assertEquals(endpoints, job.endpoints().list().size());
        }
        assertEquals(List.of(), job.segments().list());
    }

    @RankTest
    void shouldEndTheJobWithACodeThatAProcessCanReturn(Job job) {
        Armci armci = Armci.init(job, 1 << 16);
        armci.barrier();
        if (armci.me() == 1) {
            assertEquals(1,
                    assertThrows(JobEndedException.class, () -> armci.error("range", job.rank() - 1)).exitCode());
        } else {
            Endings.assertEnds(job, armci::barrier, "rank 1");
        }
    }

    /** Nobody has launched this thread: its job has one process. */
    @RankTest(ranks = 1, modes = org.pgas.testkit.Mode.THREADS)
    void shouldJoinAndLeaveTheJobByItself() {
        Armci armci = Armci.initArgs(new String[]{"--size", "10"});
        assertEquals(1, armci.nproc());
        assertTrue(armci.isInitialized());
        long[] own = armci.malloc(8);
        armci.putValueLong(5, own[0], 0);
        assertEquals(5, armci.getValueLong(own[0], 0));
        armci.finish();
        assertFalse(armci.isInitialized());
        assertThrows(PgasException.class, () -> armci.job().world().barrier());
    }
}
