package org.pgas.broken.trial;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory for one run, and the process that uses it. Both end with the run, or with this JVM. */
final class Scratch implements AutoCloseable {
    private static final int MOST_TRIES = 1000;

    private final Path directory;
    private final Thread atEnd = new Thread(this::end, "broken at end");

    private volatile Process inside; // the thread that runs | it, and the hook | volatile

    private Scratch(Path directory) {
        this.directory = directory;
    }

    static Scratch make() throws IOException {
        Scratch made = new Scratch(Files.createTempDirectory("broken"));
        Runtime.getRuntime().addShutdownHook(made.atEnd);
        return made;
    }

    Path directory() {
        return directory;
    }

    /** The process that uses it from now on. */
    void isOf(Process process) {
        inside = process;
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(atEnd);
        end();
    }

    /** Processes in namespaces of their own may end a moment later than the one that has made these. */
    private void end() {
        if (inside != null) {
            Cell.end(inside);
        }
        for (int tries = 1; Files.exists(directory); tries++) {
            try {
                remove();
            } catch (IOException | UncheckedIOException e) {
                if (tries == MOST_TRIES) {
                    System.err.println("broken.sh: left behind: " + directory + ": " + e.getMessage());
                    return;
                }
            }
        }
    }

    /** Symbolic links are removed, not followed. */
    private void remove() throws IOException {
        List<Path> all;
        try (Stream<Path> walk = Files.walk(directory)) {
            all = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            Files.deleteIfExists(each);
        }
    }
}
