package org.pgas.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.Setting;
import org.pgas.launch.Pgas;
import org.pgas.launch.RankOutput;
import org.pgas.launch.RunningJob;

/** A job that runs, and the {@code pgas} of another container that sees the same directory and the same file. */
class OtherContainerIT {
    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final long NOBODY_WAITS = 1_000_000_000;

    @TempDir
    private Path directory;

    private List<String> elsewhere;
    private Path file;
    private RunningJob job;

    /** What one of the other container said. */
    private record Said(int code, String text) {}

    @BeforeEach
    void start() throws Exception {
        elsewhere = elsewhere();
        file = directory.resolve("store");
        CountDownLatch putting = new CountDownLatch(1);
        job = ClassCache.launcher().ranks(1).mainClass(E13Kv.class.getName()).timeout(LONGEST)
                .setting(Setting.DIR, directory.toString())
                .arguments("--file", file.toString(), "--size", "4", "fill", Long.toString(NOBODY_WAITS),
                        "--progress", "--keys", "10")
                .output(RankOutput.lines((rank, error, line) -> putting.countDown())).build().start();
        assertTrue(putting.await(LONGEST.toSeconds(), TimeUnit.SECONDS), "it does not put");
    }

    @AfterEach
    void end() {
        if (job != null) {
            job.close();
        }
    }

    private static List<String> elsewhere() throws IOException {
        List<String> options = List.of("--pid", "--fork", "--kill-child", "--mount-proc");
        StringBuilder why = new StringBuilder();
        for (List<String> user : List.of(List.<String>of(), List.of("--user", "--map-current-user"))) {
            List<String> prefix = new ArrayList<>(List.of("unshare"));
            prefix.addAll(user);
            prefix.addAll(options);
            Said said = run(prefix, "true");
            if (said.code() == 0) {
                return prefix;
            }
            why.append(said.text().strip()).append(' ');
        }
        assumeTrue(false, "this user may not make namespaces here: " + why);
        return List.of();
    }

    private static Said run(List<String> prefix, String... words) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(words));
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            return new Said(-1, e.getMessage());
        }
        try {
            String text = new String(process.getInputStream().readAllBytes());
            return new Said(process.onExit().orTimeout(LONGEST.toSeconds(), TimeUnit.SECONDS).join().exitValue(), text);
        } finally {
            process.destroyForcibly();
        }
    }

    private Said pgas(String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "--enable-native-access=ALL-UNNAMED", "-cp",
                System.getProperty("java.class.path"), Pgas.class.getName()));
        command.addAll(List.of(words));
        return run(elsewhere, command.toArray(String[]::new));
    }

    /** The job puts on, and all its files are there. */
    private void assertGoesOn() {
        assertFalse(job.isOver(), () -> job.message());
        assertTrue(Files.exists(job.directory().resolve("control")));
    }

    @Test
    void shouldBeLeftAloneByToolsAndByTheSweepOfAnotherJob() throws Exception {
        Said clean = pgas("clean", "--dir", directory.toString());
        assertTrue(clean.text().contains("left " + job.name() + ": its launcher runs (pid "
                + ProcessHandle.current().pid() + " of another container)"), clean::toString);
        assertTrue(clean.text().contains("removed the files of 0 jobs"), clean::toString);
        assertGoesOn();
        Said ps = pgas("ps", "--dir", directory.toString());
        assertTrue(ps.text().contains(job.name() + ": the process numbers of its launcher and 1 rank are those of "
                + "another container"), ps::toString);
        Said stack = pgas("stack", job.name(), "--dir", directory.toString());
        assertTrue(stack.text().contains("no stacks: its process is of another container"), stack::toString);
        Said run = pgas("run", "-n", "2", "--heap", "64m", "--dir", directory.toString(), "-cp",
                System.getProperty("java.class.path"), E01Hello.class.getName());
        assertEquals(0, run.code(), run::toString);
        assertGoesOn();
    }

    @Test
    void shouldKeepItsStoreThoughTheOtherOpensByForce() throws Exception {
        Path other = Files.createDirectory(directory.resolve("other"));
        for (int attempt = 0; attempt < 2; attempt++) {
            Said said = pgas("run", "-n", "2", "--heap", "64m", "--dir", other.toString(), "-cp",
                    System.getProperty("java.class.path"), E13Kv.class.getName(), "--file", file.toString(), "fill",
                    "1000");
            assertEquals(2, said.code(), said::toString);
            assertTrue(said.text().contains("is in use by process ")
                    && said.text().contains(" of another container, which lives"), said::toString);
            assertFalse(said.text().contains("\tat "), said::toString);
        }
        assertGoesOn();
        job.end(1);
        assertTrue(job.await(LONGEST));
        Said check = pgas("run", "-n", "1", "--heap", "64m", "--dir", other.toString(), "-cp",
                System.getProperty("java.class.path"), E13Kv.class.getName(), "--file", file.toString(), "check");
        assertTrue(check.code() == 0 && check.text().contains("entries=10 ") && check.text().contains("errors=0"),
                check::toString);
    }
}
