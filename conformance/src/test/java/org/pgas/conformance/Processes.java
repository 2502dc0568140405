package org.pgas.conformance;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Processes of this host, found by a word of their command line; zombies do not count. */
final class Processes {
    private Processes() {}

    /** Pids of live processes with {@code word} as a part of their command line. */
    static List<Long> with(String word) throws IOException {
        List<Long> pids = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path entry : entries) {
                try {
                    String command = new String(Files.readAllBytes(entry.resolve("cmdline")), StandardCharsets.UTF_8);
                    if (command.contains(word)) {
                        pids.add(Long.parseLong(entry.getFileName().toString()));
                    }
                } catch (IOException e) {
                    // it has ended in between
                    continue;
                }
            }
        }
        return pids;
    }

    /** Sends a signal by name; false if there is no such process. */
    static boolean signal(String name, long pid) throws IOException, InterruptedException {
        return new ProcessBuilder("kill", "-" + name, Long.toString(pid)).redirectErrorStream(true).start().waitFor()
                == 0;
    }
}
