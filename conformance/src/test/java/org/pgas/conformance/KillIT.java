package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.conformance.PhaseProgram.Phase;
import org.pgas.pshm.HostedJob;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

/**
 * Kills a rank or the launcher at random moments of real jobs, and checks that everything ends, with the right code and message,
 * and that nothing stays: no process and no file.
 */
@Seeded
class KillIT {
    private static final int KILLS = 50;
    private static final int RANKS = 3;

    /** Far above the two seconds that are promised: the test proves the ending, and prints how long it took. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

    @TempDir
    private Path base;

    @Test
    @Timeout(300)
    void shouldLeaveNothingBehindWhenARankOrTheLauncherIsKilled() throws Exception {
        SplittableRandom random = Seed.of("kills");
        List<Long> millis = new ArrayList<>();
        for (int round = 0; round < KILLS; round++) {
            Phase phase = Phase.values()[round % Phase.values().length];
            int victim = random.nextInt(-1, RANKS);
            int delay = random.nextInt(phase == Phase.STARTING ? 400 : 60);
            millis.add(kill("round " + round + ": " + phase + ", " + (victim < 0 ? "launcher" : "rank " + victim)
                    + " after " + delay
                    + " ms", phase, victim, delay));
        }
        millis.sort(null);
        System.out.println(KILLS + " kills: all processes gone after " + millis.get(KILLS / 2) + " ms (median), "
                + millis.getLast()
                + " ms (most)");
    }

    private long kill(String what, Phase phase, int victim, int delay) throws Exception {
        String token = "token-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
        Path output = base.resolve("output.txt");
        Process launcher = start(phase, token, output);
        try {
            awaitReady(launcher, output, phase == Phase.STARTING ? 0 : RANKS);
            TimeUnit.MILLISECONDS.sleep(delay); // the random moment
            long pid = victim < 0 ? launcher.pid() : rankPid(token, launcher.pid(), victim);
            boolean hit = pid > 0 && Processes.signal("KILL", pid);
            long start = System.nanoTime();
            while (!Processes.with(token).isEmpty()) {
                if (System.nanoTime() - start > PATIENCE_NANOS) {
                    fail(what + ": still there: " + Processes.with(token) + "\n" + Files.readString(output));
                }
                if (!hit) {
                    // the victim had not begun or had ended before; whatever is left may go on, so end it
                    launcher.destroy();
                }
                Thread.onSpinWait();
            }
            long millis = (System.nanoTime() - start) / 1_000_000;
            check(what, victim, hit, pid, launcher.waitFor(), Files.readString(output), phase);
            return millis;
        } finally {
            launcher.destroyForcibly();
        }
    }

    private void check(String what, int victim, boolean hit, long pid, int code, String output, Phase phase)
            throws IOException {
        String report = what + ", code " + code + "\n" + output;
        if (phase == Phase.EXITING) {
            // the kill may have come when all was over
            assertTrue(code == 137 || code == 0 || !hit, report);
        } else if (!hit) {
            assertNotEquals(0, code, report);
        } else {
            assertEquals(137, code, report);
            assertTrue(victim < 0 || output.contains("(pid " + pid + ")") && output.contains("SIGKILL"), report);
        }
        if (hit && victim < 0 && phase == Phase.STARTING) {
            // killed before any rank came to be, nobody was left to remove the files; the next job or pgas clean does
            HostedJob.sweep(base);
        }
        try (Stream<Path> left = Files.list(base)) {
            assertEquals(List.of(base.resolve("output.txt")), left.toList(), report);
        }
    }

    private Process start(Phase phase, String token, Path output) throws IOException {
        List<String> command = List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED", "-cp",
                System.getProperty("java.class.path"),
                "org.pgas.launch.Pgas", "run", "-n", Integer.toString(RANKS), "--heap", "64m", "--dir", base.toString(),
                PhaseProgram.class.getName(), phase.name(), token);
        return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile()).start();
    }

    private static void awaitReady(Process launcher, Path output, int lines) throws IOException {
        long start = System.nanoTime();
        while (launcher.isAlive() && readyLines(output) < lines) {
            if (System.nanoTime() - start > PATIENCE_NANOS) {
                fail("the ranks did not become ready:\n" + Files.readString(output));
            }
            Thread.onSpinWait();
        }
    }

    private static int readyLines(Path output) throws IOException {
        int count = 0;
        try (BufferedReader reader = Files.newBufferedReader(output, StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                count += line.endsWith(PhaseProgram.READY) ? 1 : 0;
            }
        }
        return count;
    }

    /** The n-th rank process that exists, or 0; the launcher's own command line has the token too. */
    private static long rankPid(String token, long launcher, int rank) throws IOException {
        List<Long> pids = new ArrayList<>(Processes.with(token));
        pids.remove(launcher);
        pids.sort(null);
        return rank < pids.size() ? pids.get(rank) : 0;
    }
}
