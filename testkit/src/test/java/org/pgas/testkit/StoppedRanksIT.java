package org.pgas.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.pgas.pshm.HostedJob;

/** Ranks that have to be stopped, or stop without being told. */
@ExtendWith(Remains.class)
class StoppedRanksIT {
    @Test
    void aSpinningPeerOfAFailedRankIsStopped() {
        SampleRun run = SampleRun.of(Samples.SpinningPeer.class);
        String threads = run.message("spinningPeer() 2 ranks, threads");
        assertTrue(threads.startsWith("rank 1 of 2 (threads) failed: java.lang.IllegalStateException: peer failed"));
        assertTrue(threads.contains("rank 0 of 2 (threads) did not finish after the job was ended"), threads);
        assertTrue(threads.contains("it ended when it was interrupted and its membership closed"), threads);
        String processes = run.message("spinningPeer() 2 ranks, processes");
        assertTrue(
                processes.startsWith("rank 1 of 2 (processes) failed: java.lang.IllegalStateException: peer failed"));
        assertTrue(processes.contains("was killed"), processes);
    }

    @Test
    void aRankThatHangsIsShownAndStopped() {
        SampleRun run = SampleRun.of(Samples.Hanging.class);
        for (Mode mode : Mode.values()) {
            String message = run.message("aBarrierThatOneRankForgets() 2 ranks, " + mode);
            assertTrue(message.startsWith("rank 0 of 2 (" + mode + ") did not finish within 3 s"), message);
            assertTrue(message.contains("rank 1 of 2 (" + mode + ") did not finish within 3 s"), message);
            assertTrue(message.contains("threads of rank 1 of 2 (" + mode + "):"), message);
            assertTrue(message.contains("Samples$Hanging.spinUntilReleased("), message);
            assertTrue(message.contains("org.pgas.Team.barrier("), message);
        }
        assertTrue(run.message("aBarrierThatOneRankForgets() 2 ranks, threads")
                .contains("rank 1 of 2 (threads): its thread could not be stopped and was abandoned"));
        assertTrue(run.message("aBarrierThatOneRankForgets() 2 ranks, processes").contains("was killed"));
        for (Mode mode : Mode.values()) {
            assertEquals(Status.SUCCESSFUL, run.result("bNextTest() 2 ranks, " + mode).getStatus());
        }
        assertTrue(run.message("cEndsWhenItsMembershipDoes() 2 ranks, threads")
                .contains("rank 1 of 2 (threads): it ended when it was interrupted and its membership closed"));
        for (Mode mode : Mode.values()) {
            assertTrue(run.message("dTimeoutOfJUnit() 2 ranks, " + mode).contains("timed out after 1 second"));
            assertTrue(run.failure("dTimeoutOfJUnit() 2 ranks, " + mode).getSuppressed()[0].getMessage()
                    .startsWith("rank 0 of 2 (" + mode + ") did not finish when the test was interrupted"));
        }
    }

    @Test
    void aProcessThatDiesIsNamedWithItsStatusAndReplaced() {
        SampleRun run = SampleRun.of(Samples.Dying.class);
        String halt = run.message("aHalt() 2 ranks, processes");
        assertTrue(halt.matches("(?s)rank 1 of 2 \\(processes\\) failed: its process \\d+ ended before the body did: "
                + "exit status 3\n.*"), halt);
        assertTrue(halt.contains("output of rank 1 of 2 (processes):\n    last words"), halt);
        String kill = run.message("bKill() 2 ranks, processes");
        assertTrue(kill.matches("(?s)rank 0 of 2 \\(processes\\) failed: its process \\d+ ended before the body did: "
                + "exit status 137 \\(SIGKILL\\).*"), kill);
        assertEquals(Status.SUCCESSFUL, run.result("cNextTest() 2 ranks, processes").getStatus());
    }

    /** Runs a test whose ranks never end by themselves, on hosts if there is an argument. */
    static final class Mortal {
        private Mortal() {}

        public static void main(String[] arguments) {
            SampleRun.of(arguments.length == 0 ? Map.of() : RanksOnHostsTest.ON, Samples.Endless.class);
        }
    }

    @Test
    void ranksDieWithTheJvmOfTheTests() throws IOException {
        dieWithTheJvmOfTheTests();
    }

    @Test
    void hostsEndWithTheJvmOfTheTests() throws IOException {
        dieWithTheJvmOfTheTests("on-hosts");
    }

    private static void dieWithTheJvmOfTheTests(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(JavaCommand.of(Mortal.class, Mortal.class));
        command.addAll(List.of(arguments));
        Process tests = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            Remains.await("bodies that do not run", () -> running(tests.pid()) == 2);
            // of hosts, also the processes that keep their networks
            List<ProcessHandle> ranks = tests.descendants().toList();
            assertTrue(arguments.length == 0 ? ranks.size() == 2 : ranks.size() >= 2, ranks::toString);
            tests.destroyForcibly();
            Remains.await("ranks", () -> ranks.stream().noneMatch(ProcessHandle::isAlive));
        } finally {
            tests.descendants().forEach(ProcessHandle::destroyForcibly);
            tests.destroyForcibly();
        }
        Remains.await("files of the dead JVM",
                () -> HostedJob.sweep(Remains.BASE) >= 0 && Remains.jobFiles(tests.pid()).isEmpty());
    }

    private static long running(long pid) {
        return Remains.jobFiles(pid).stream()
                .flatMap(job -> Stream.of(0, 1).map(rank -> job.resolve("running-" + rank)))
                .filter(Files::exists).count();
    }
}
