package org.pgas.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.faults.jobs.Processes;

/** A harness that a signal ends, at a moment at which it has stopped processes of a job. */
class EndedHarnessIT {
    private static final String VARIABLE = "ENDED_HARNESS";
    private static final long PATIENCE_SECONDS = 600;

    @TempDir
    private Path directory;

    private final String token = UUID.randomUUID().toString();

    @Test
    void leavesNoProcessAndNoFile() throws Exception {
        Path jobs = Files.createDirectory(directory.resolve("jobs"));
        Path temporary = Files.createDirectory(directory.resolve("temporary"));
        Path said = directory.resolve("said");
        ProcessBuilder builder = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED", "-Djava.io.tmpdir=" + temporary, "-cp",
                System.getProperty("java.class.path"), Faults.class.getName(), "--only", "stopped", "--seed", "1")
                .redirectErrorStream(true).redirectOutput(said.toFile());
        builder.environment().put("PGAS_DIR", jobs.toString());
        builder.environment().put(VARIABLE, token);
        Process harness = builder.start();
        try {
            awaitStopped(harness, said);
            harness.destroy();
            assertTrue(harness.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), "the harness does not end");
            assertEquals(List.of(), ofJobs(), () -> text(said));
            awaitNone();
            assertEquals(List.of(), files(jobs), () -> text(said));
            assertEquals(List.of(), files(temporary), () -> text(said));
        } finally {
            for (long pid : Processes.with(VARIABLE, token)) {
                ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
            }
        }
    }

    private void awaitStopped(Process harness, Path said) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        while (Processes.with(VARIABLE, token).stream().noneMatch(Processes::isStopped)) {
            assertTrue(harness.isAlive() && System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS),
                    () -> "nothing is stopped: " + text(said));
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    /** Processes of jobs. A program that just sends a signal ends by itself; it is the harness's own until it runs. */
    private List<String> ofJobs() throws IOException {
        List<String> ofJobs = new ArrayList<>();
        for (long pid : Processes.with(VARIABLE, token)) {
            List<String> command = Processes.command(pid);
            if (!command.isEmpty() && command.getFirst().endsWith("/java")
                    && !command.contains(Faults.class.getName())) {
                ofJobs.add(pid + ": " + command);
            }
        }
        return ofJobs;
    }

    private void awaitNone() throws IOException, InterruptedException {
        long begin = System.nanoTime();
        for (List<Long> left = Processes.with(VARIABLE, token); !left.isEmpty(); left = Processes.with(VARIABLE,
                token)) {
            assertTrue(System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS), left::toString);
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    private static String text(Path said) {
        try {
            return Files.readString(said);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.toList();
        }
    }
}
