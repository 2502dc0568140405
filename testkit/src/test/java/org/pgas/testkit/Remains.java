package org.pgas.testkit;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.pgas.Setting;
import org.pgas.Settings;
import org.pgas.pshm.HostedJob;

/** However a test goes, nothing of its ranks may be left. */
final class Remains implements AfterEachCallback {
    /** Where the tests' jobs are. */
    static final Path BASE = HostedJob.base(Settings.read(Map.of()).path(Setting.DIR));

    @Override
    public void afterEach(ExtensionContext context) {
        Samples.Hanging.release = true;
        await("threads", () -> Thread.getAllStackTraces().keySet().stream().map(Thread::getName)
                .noneMatch(name -> name.matches("rank .*|output of rank.*|closer of.*|pgas-.*")));
        await("processes", () -> ProcessHandle.current().children().noneMatch(ProcessHandle::isAlive));
        await("files", () -> jobFiles(ProcessHandle.current().pid()).isEmpty());
        Samples.Hanging.release = false;
    }

    static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + Duration.ofMinutes(5).toNanos();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline,
                    () -> what + " are left: " + Thread.getAllStackTraces().keySet() + ", "
                            + ProcessHandle.current().children().toList());
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** The job directories of tests that run, or ran, in that JVM. */
    static List<Path> jobFiles(long pid) {
        // of this user's jobs only: beside them may be what this user cannot read
        Path jobs = HostedJob.directory(BASE, "test").getParent();
        try (Stream<Path> all = Files.list(jobs)) {
            return all.filter(path -> path.getFileName().toString().startsWith("test-" + pid + "-")).toList();
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException | UncheckedIOException e) {
            // another process's files went away under the walk: whoever asks, asks again
            return List.of(Path.of(e.toString()));
        }
    }
}
