package org.pgas.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

import org.pgas.Setting;
import org.pgas.Settings;
import org.pgas.pshm.HostedJob;
import org.pgas.spi.WireFiles;

/** A job under test, as its launcher has it: its files, in a directory of each host. Used by one thread. */
final class JobHosts implements AutoCloseable {
    private final Division division;
    private final List<HostedJob> hosts = new ArrayList<>();
    private final List<Path> directories = new ArrayList<>();

    /** Null where there is one host. */
    private Courier courier;

    private JobHosts(Division division) {
        this.division = division;
    }

    static JobHosts create(Settings settings, Division division) {
        JobHosts made = new JobHosts(division);
        boolean isMade = false;
        try {
            made.create(settings);
            isMade = true;
            return made;
        } finally {
            if (!isMade) {
                made.remove();
                made.close();
            }
        }
    }

    private void create(Settings settings) {
        String name = "test-" + ProcessHandle.current().pid() + "-"
                + Long.toHexString(ThreadLocalRandom.current().nextLong());
        for (int host = 0; host < division.hosts(); host++) {
            HostedJob made = HostedJob.create(settings.path(Setting.DIR),
                    division.hosts() == 1 ? name : name + "." + host,
                    division.size(), settings.environment());
            hosts.add(made);
            directories.add(made.directory());
        }
        if (hosts.size() > 1) {
            byte[] secret = new byte[WireFiles.SECRET_BYTES];
            new SecureRandom().nextBytes(secret);
            hosts.forEach(each -> each.write(WireFiles.SECRET, secret));
            courier = new Courier(List.copyOf(hosts), division);
        }
    }

    /** The directory of the host of that rank. */
    Path directory(int rank) {
        return directories.get(division.hostOf(rank));
    }

    void end(int code, String message) {
        hosts.forEach(each -> each.end(code, message));
    }

    /** Whether the last rank that leaves removes the files: on several hosts nobody but the launcher knows it. */
    boolean isRemovedByRanks() {
        return hosts.size() == 1;
    }

    /** What is left of the files. */
    List<String> files() {
        return directories.stream().flatMap(each -> files(each).stream()).toList();
    }

    private static List<String> files(Path directory) {
        if (!Files.exists(directory)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(directory)) {
            return all.map(Path::toString).toList();
        } catch (IOException | UncheckedIOException e) {
            // it vanished while we looked, which is what we want, or cannot be read, which is not
            return Files.exists(directory) ? List.of(directory + ": " + e) : List.of();
        }
    }

    /** Removes the files, when no rank runs any more. */
    void remove() {
        if (courier != null) {
            courier.close();
        }
        hosts.forEach(HostedJob::remove);
    }

    @Override
    public void close() {
        hosts.forEach(HostedJob::close);
    }
}
