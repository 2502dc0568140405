package org.pgas.compare.programs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * A directory for compiled programs and their output, the processes that were started, and what else is to be undone;
 * closing it, or the end of this process, leaves nothing of it behind.
 */
public final class Workshop implements AutoCloseable {
    private static final Duration COMPILE = Duration.ofSeconds(180);
    private static final long SAYS_SECONDS = 20;

    private static final String PREFIX = "pgas-compare";

    private final Host host;
    private final Path directory;
    private final Execution execution;
    private final Thread atEnd;
    private volatile Path memory;
    private final Queue<Runnable> undone = new ConcurrentLinkedQueue<>();

    /** On a host, in a new directory. */
    public Workshop(Host host) throws IOException {
        this.host = host;
        directory = Files.createTempDirectory(PREFIX);
        execution = new Execution(directory);
        atEnd = new Thread(this::cleanUp, "compare-end");
        Runtime.getRuntime().addShutdownHook(atEnd);
    }

    /** Where everything is. */
    public Host host() {
        return host;
    }

    /** A file of this name, which need not be there. */
    public Path file(String name) {
        return directory.resolve(name);
    }

    /**
     * A new directory where jobs' files are by default: in shared memory, where files are on no disk, unless
     * {@code PGAS_DIR} names another place. The programs of one job have it in common.
     */
    Path shared(String name) {
        try {
            if (memory == null) {
                String named = System.getenv("PGAS_DIR");
                Path mount = Path.of(named == null || named.isEmpty() ? "/dev/shm" : named);
                memory = Files.isWritable(mount) ? Files.createTempDirectory(mount, PREFIX) : directory;
            }
            return Files.createDirectory(memory.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Starts processes side by side that print lines while they run, and waits until all have ended.
     *
     * @param bound of the time that this may take
     */
    public Outcome run(List<Start> starts, Duration bound) throws IOException, InterruptedException {
        return execution.run(starts, Execution.SILENCE, bound);
    }

    /** The same with processes that may print nothing before they end. */
    public Outcome runSilent(List<Start> starts, Duration bound) throws IOException, InterruptedException {
        return execution.run(starts, bound, bound);
    }

    /** Runs a compiler. @return what it found wrong first, if it failed, otherwise "" */
    String compile(List<String> command) throws IOException, InterruptedException {
        Outcome outcome = runSilent(List.of(new Start(command, Map.of())), COMPILE);
        return outcome.problem().lines().filter(line -> line.contains("error: ") || line.contains("undefined "))
                .map(String::strip).findFirst().orElse(outcome.problem());
    }

    /** What a command says of itself, on both outputs; "" when it cannot be started, or takes long. */
    String says(String... command) throws InterruptedException {
        try {
            Path output = file("says");
            Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile())
                    .redirectInput(Path.of("/dev/null").toFile()).start();
            if (!process.waitFor(SAYS_SECONDS, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                return "";
            }
            return new String(Files.readAllBytes(output), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            return "";
        }
    }

    /** To be run once at the end, when no process that was started is left; from whatever thread. */
    void atEnd(Runnable undo) {
        undone.add(undo);
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(atEnd);
        cleanUp();
    }

    private void cleanUp() {
        execution.end();
        for (Runnable undo = undone.poll(); undo != null; undo = undone.poll()) {
            undo.run();
        }
        remove(directory);
        if (memory != null && !memory.equals(directory)) {
            remove(memory);
        }
    }

    private static void remove(Path tree) {
        try {
            Files.walkFileTree(tree, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.deleteIfExists(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) {
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path each, IOException e) throws IOException {
                    Files.deleteIfExists(each);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            System.err.println("compare: " + tree + " cannot be removed: " + e);
        }
    }
}
