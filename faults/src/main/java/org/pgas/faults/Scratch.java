package org.pgas.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import org.pgas.Setting;
import org.pgas.Settings;
import org.pgas.pshm.HostedJob;

/** Directories for trials, and their end. */
public final class Scratch {
    private static final int MOST_TRIES = 100;

    /** Of directories that are removed at the end. */
    private static final Map<Path, AtEnd> REMOVALS = new ConcurrentHashMap<>();

    private Scratch() {}

    /**
     * A new directory where jobs' files are by default: in memory, unless {@code pgas.dir} names another place. It is
     * removed at the end of this JVM, if not before.
     */
    public static Path ofJobs(String prefix) throws IOException {
        Path base = HostedJob.base(Settings.read(Map.of()).path(Setting.DIR));
        try (AtEnd.Beginning _ = AtEnd.begin()) {
            return atEnd(Files.createTempDirectory(base, prefix));
        }
    }

    /** A new directory on disk, likewise. */
    public static Path onDisk(String prefix) throws IOException {
        try (AtEnd.Beginning _ = AtEnd.begin()) {
            return atEnd(Files.createTempDirectory(prefix));
        }
    }

    /** A directory for a part of a trial, with those above it; not when this JVM ends. */
    public static void make(Path directory) throws IOException {
        try (AtEnd.Beginning _ = AtEnd.begin()) {
            Files.createDirectories(directory);
        }
    }

    private static Path atEnd(Path directory) {
        REMOVALS.put(directory, AtEnd.of(() -> removeSurely(directory)));
        return directory;
    }

    /** Also while threads that do not know of the end yet make files there. */
    private static void removeSurely(Path directory) throws IOException {
        for (int tries = 1; Files.exists(directory); tries++) {
            try {
                removeAll(directory);
            } catch (IOException | UncheckedIOException e) {
                if (tries == MOST_TRIES) {
                    throw e;
                }
            }
        }
    }

    /** Removes a directory with all that is in it; symbolic links are removed, not followed. */
    public static void remove(Path directory) throws IOException {
        removeAll(directory);
        AtEnd removal = REMOVALS.remove(directory);
        if (removal != null) {
            removal.close();
        }
    }

    private static void removeAll(Path directory) throws IOException {
        List<Path> all;
        try (Stream<Path> walk = Files.walk(directory)) {
            all = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            Files.deleteIfExists(each);
        }
    }
}
