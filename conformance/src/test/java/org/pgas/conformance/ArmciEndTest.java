package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.pgas.Job;
import org.pgas.JobEndedException;
import org.pgas.armci.Armci;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** How a program starts ARMCI without a job of its own, and how it ends the job. */
@RankDefaults(ranks = 2, segment = "0")
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

    @RankTest
    void shouldEndTheJobWithACodeThatAProcessCanReturn(Job job) {
        Armci armci = Armci.init(job, 1 << 16);
        armci.barrier();
        if (armci.me() == 1) {
            assertEquals(1, assertThrows(JobEndedException.class, () -> armci.error("range", -5)).exitCode());
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
        assertThrows(org.pgas.PgasException.class, () -> armci.job().world().barrier());
    }
}
