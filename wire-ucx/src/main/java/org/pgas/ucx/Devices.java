package org.pgas.ucx;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Whether this host has devices that reach memory of others by themselves: InfiniBand, RoCE, or what looks so. */
final class Devices {
    /** Where Linux lists them, each by an entry. */
    private static final Path LISTED = Path.of("/sys/class/infiniband");

    private Devices() {}

    static boolean areThere() {
        return areListed(LISTED);
    }

    static boolean areListed(Path directory) {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.findAny().isPresent();
        } catch (IOException e) {
            return false; // no such directory, or none that may be read: no device for this process
        }
    }
}
