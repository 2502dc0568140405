package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import org.pgas.Setting;

/** A job under test: its output by rank, and checks that nothing of it is left. */
final class Trial implements AutoCloseable {
    /** Nothing here takes longer, however loaded the host is. */
    static final Duration LIMIT = Duration.ofMinutes(5);

    /** For JVMs that end soon. */
    private static final List<String> QUICK = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private final Path base;
    private final List<String> lines = new ArrayList<>();
    private RunningJob job;

    /** @param base where the job's files go; empty before and after */
    Trial(Path base) {
        this.base = base;
    }

    /** A launcher of the test program with what all trials share. */
    Launcher.Builder launcher(int ranks, Class<?> program, String... arguments) {
        return Launcher.builder().ranks(ranks).mainClass(program.getName()).arguments(arguments)
                .heapBytes(64 << 20).jvmArguments(QUICK)
                .setting(Setting.DIR, base.toString())
                .output(RankOutput.lines((rank, error, line) -> {
                    synchronized (lines) {
                        lines.add(rank + (error ? " err " : " out ") + line);
                        lines.notifyAll();
                    }
                }));
    }

    Trial start(Launcher.Builder builder) {
        job = builder.build().start();
        return this;
    }

    Trial start(int ranks, Class<?> program, String... arguments) {
        return start(launcher(ranks, program, arguments));
    }

    RunningJob job() {
        return job;
    }

    /** Every line so far, as "RANK out|err TEXT". */
    List<String> lines() {
        synchronized (lines) {
            return List.copyOf(lines);
        }
    }

    /** Waits until this many lines contain the text. */
    void awaitLines(int count, String text) {
        until(() -> lines().stream().filter(line -> line.contains(text)).count() >= count,
                count + " lines with '" + text + "'; lines: " + lines());
    }

    /** Waits for the end and checks the code, and that nothing is left. */
    void endsWith(int code) throws InterruptedException {
        List<Long> pids = job.pids();
        assertTrue(job.await(LIMIT), () -> "the job does not end; lines: " + lines());
        assertEquals(code, job.exitCode(), () -> "message: " + job.message() + "; lines: " + lines());
        for (int rank = 0; rank < pids.size(); rank++) {
            assertTrue(isGone(pids.get(rank)), "rank " + rank + " (pid " + pids.get(rank) + ") is still there");
        }
        assertNothingLeft(base);
    }

    static void assertNothingLeft(Path base) {
        try (var files = Files.walk(base)) {
            assertEquals(List.of(), files.filter(file -> !file.equals(base)).toList(), "files left behind");
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    static boolean isGone(long pid) {
        return ProcessHandle.of(pid).map(process -> !process.isAlive()).orElse(true);
    }

    /** Looks until it is so; fails after the limit. */
    static void until(BooleanSupplier condition, String what) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() - start < LIMIT.toNanos(), () -> "waited in vain for " + what);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
        }
    }

    static void signal(String name, long pid) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).inheritIO().start();
        assertEquals(0, kill.waitFor(), "kill -" + name + " " + pid);
    }

    @Override
    public void close() {
        if (job != null) {
            job.close();
        }
    }
}
