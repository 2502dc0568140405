package org.pgas.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.pgas.Setting;
import org.pgas.Settings;
import org.pgas.pshm.HostedJob;

/** Directories for trials, and their end. */
public final class Scratch {
    private Scratch() {}

    /** A new directory where jobs' files are by default: in memory, unless {@code pgas.dir} names another place. */
    public static Path ofJobs(String prefix) throws IOException {
        return Files.createTempDirectory(HostedJob.base(Settings.read(Map.of()).path(Setting.DIR)), prefix);
    }

    /** Removes a directory with all that is in it; symbolic links are removed, not followed. */
    public static void remove(Path directory) throws IOException {
        List<Path> all;
        try (Stream<Path> walk = Files.walk(directory)) {
            all = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            Files.deleteIfExists(each);
        }
    }
}
