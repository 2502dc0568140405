package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.pgas.pshm.RankView;

class JobEndTest {
    private String killer = "";

    private JobEnd end(int code, RankView.State state, boolean exiting) {
        return JobEnd.ofProcess(2, 4711, code, new RankView(state, 4711, 0, "computing", exiting), 512 << 20,
                () -> killer);
    }

    @Test
    void aRankThatHasLeftOrNeverJoinedMayEndWithZero() {
        assertNull(end(0, RankView.State.LEFT, false));
        assertNull(end(0, RankView.State.FREE, false));
    }

    @Test
    void zeroBeforeLeavingIsAFailure() {
        for (RankView.State state : new RankView.State[]{RankView.State.JOINING, RankView.State.JOINED}) {
            assertEquals(new JobEnd(1,
                    "rank 2 (pid 4711) ended with exit code 0 without leaving its job first, as System.exit(0) does"),
                    end(0, state, true));
        }
    }

    @Test
    void aSignalIsNamed() {
        assertEquals(new JobEnd(137, "rank 2 (pid 4711) was killed by SIGKILL"),
                end(137, RankView.State.JOINED, false));
        assertEquals(new JobEnd(139, "rank 2 (pid 4711) was killed by SIGSEGV"), end(139, RankView.State.FREE, false));
    }

    @Test
    void theOutOfMemoryKillerIsNamedWithWhatHelps() {
        killer = " by the kernel's out-of-memory killer";
        assertEquals(new JobEnd(137,
                "rank 2 (pid 4711) was killed by SIGKILL by the kernel's out-of-memory killer; each rank's heap is "
                        + "512m: give less with --heap, have fewer ranks or smaller segments, or allow more memory"),
                end(137, RankView.State.JOINED, false));
        assertEquals(new JobEnd(143, "rank 2 (pid 4711) was killed by SIGTERM"),
                end(143, RankView.State.JOINED, false));
    }

    @Test
    void aJvmThatCannotStartIsToldFromARankThatFails() {
        JobEnd end = end(1, RankView.State.FREE, false);
        assertTrue(end.message().startsWith("rank 2 (pid 4711) ended with exit code 1 before it joined the job: "),
                end.message());
        assertTrue(end.message().contains("ulimit -v") && end.message().contains("--heap"), end.message());
    }

    @Test
    void aCrashOfTheJvmNamesItsReport() {
        assertEquals(new JobEnd(134,
                "rank 2 (pid 4711) crashed (SIGABRT); its JVM may have left hs_err_pid4711.log"),
                end(134, RankView.State.JOINED, false));
    }

    @Test
    void anOrderlyExitWithTheCodeOfASignalIsNoSignal() {
        assertEquals(new JobEnd(137, "rank 2 (pid 4711) ended with exit code 137"),
                end(137, RankView.State.JOINED, true));
    }

    @Test
    void exhaustedHeapIsToldFromAnOrderlyExitWithTheSameCode() {
        assertEquals(new JobEnd(3, "rank 2 (pid 4711) ran out of Java heap, which was 512m: give more with --heap "
                + "(or its program has called Runtime.halt(3))"),
                end(3, RankView.State.JOINED, false));
        assertEquals(new JobEnd(3, "rank 2 (pid 4711) ended with exit code 3"), end(3, RankView.State.JOINED, true));
    }

    @Test
    void aCodeAfterLeavingIsTheJobsToo() {
        assertEquals(new JobEnd(5, "rank 2 (pid 4711) ended with exit code 5"), end(5, RankView.State.LEFT, false));
    }

    /** On one host and on several. */
    @Test
    void aTimelineThatIsMissingFailsAJobThatDidNot() {
        List<String> lacks = List.of("a gap", "no file");
        assertEquals(new JobEnd.Told(new JobEnd(JobEnd.OUTPUT_LOST, "no file"), List.of("a gap")),
                new JobEnd(0, "").withTimeline(lacks, "no file"));
        JobEnd failed = new JobEnd(7, "exit");
        assertEquals(new JobEnd.Told(failed, lacks), failed.withTimeline(lacks, "no file"));
        assertEquals(new JobEnd.Told(new JobEnd(0, ""), lacks), new JobEnd(0, "").withTimeline(lacks, null));
    }
}
