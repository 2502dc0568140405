package org.pgas.faults.jobs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Processes of this host, found by a variable of their environment, which children inherit; zombies have none. */
public final class Processes {
    private static final String RANK = "-Dpgas.rank=";

    private Processes() {}

    /** Pids of the live processes that were started with {@code variable=value}. */
    public static List<Long> with(String variable, String value) throws IOException {
        String wanted = variable + "=" + value;
        List<Long> pids = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path entry : entries) {
                if (strings(entry.resolve("environ")).contains(wanted)) {
                    pids.add(Long.parseLong(entry.getFileName().toString()));
                }
            }
        }
        return pids;
    }

    /** Whether that process runs and was started with {@code variable=value}. */
    public static boolean has(long pid, String variable, String value) {
        return strings(Path.of("/proc", Long.toString(pid), "environ")).contains(variable + "=" + value);
    }

    /** The words that a process was started with; none if it has ended. */
    public static List<String> command(long pid) {
        return strings(Path.of("/proc", Long.toString(pid), "cmdline"));
    }

    /** The rank that a process was started as by the launcher, or -1. */
    public static int rankOf(long pid) {
        for (String word : command(pid)) {
            if (word.startsWith(RANK)) {
                return Integer.parseInt(word.substring(RANK.length()));
            }
        }
        return -1;
    }

    /** Whether that process is stopped. */
    public static boolean isStopped(long pid) {
        return state(pid) == 'T';
    }

    /**
     * Whether that process has no memory any more and is not dead yet either: its files and locks may still be its own.
     * The state is that of its first thread, and its last one closes them.
     */
    static boolean isEnding(long pid) {
        char state = state(pid);
        boolean hasEnded = state == 0 || state == 'X' || state == 'Z' && threads(pid) <= 1;
        return !hasEnded
                && strings(Path.of("/proc", Long.toString(pid), "environ")).stream().allMatch(String::isEmpty);
    }

    /** How many threads of that process the kernel still has, a dead one that nobody has waited for included. */
    private static int threads(long pid) {
        String[] names = Path.of("/proc", Long.toString(pid), "task").toFile().list();
        return names == null ? 0 : names.length;
    }

    /** The kernel's letter for what a process does, or 0 if there is none. */
    private static char state(long pid) {
        try {
            String stat = new String(Files.readAllBytes(Path.of("/proc", Long.toString(pid), "stat")),
                    StandardCharsets.ISO_8859_1);
            // the state follows the name, which is in parentheses and may have some of its own
            return stat.charAt(stat.lastIndexOf(')') + 2);
        } catch (IOException e) {
            return 0;
        }
    }

    /** Sends a signal by name, such as {@code KILL}; false if there is no such process. */
    public static boolean signal(String name, long pid) throws IOException, InterruptedException {
        return signal(name, List.of(pid));
    }

    /** Sends a signal to several processes, one right after the other; false if one of them does not exist. */
    public static boolean signal(String name, List<Long> pids) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("kill", "-" + name));
        pids.forEach(pid -> command.add(Long.toString(pid)));
        return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
    }

    /**
     * The strings of a file that ends each with a zero byte; none if the process has ended in between, or is not ours.
     */
    private static List<String> strings(Path file) {
        try {
            return List.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8).split("\0"));
        } catch (IOException e) {
            return List.of();
        }
    }
}
