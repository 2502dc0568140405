package org.pgas.compare.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where programs come from and run.
 *
 * @param root of the source tree
 * @param benchmarks class path of the ranks that are measured
 * @param java the java command, of a JDK 25
 * @param cores the two to use: rank r runs on that at r mod 2
 */
public record Host(Path root, String benchmarks, Path java, List<Integer> cores) {
    /** For every JVM that is measured; a bound one sees one core and is told of both, as the launcher does. */
    static final List<String> JVM = List.of("-Xms256m", "-Xmx256m", "-XX:ActiveProcessorCount=2");

    /** Keeps its own copy. */
    public Host {
        cores = List.copyOf(cores);
    }

    /** The core of a rank. */
    public int core(int rank) {
        return cores.get(rank % cores.size());
    }

    /** A source file in C. */
    Path source(String name) {
        return root.resolve("compare/src/main/c").resolve(name);
    }

    /**
     * The sources of a program: its own, its parts with names that begin so, and the watch that all programs look at.
     */
    List<String> sources(String program) throws IOException {
        try (Stream<Path> files = Files.list(root.resolve("compare/src/main/c"))) {
            return files.map(Path::toString).filter(file -> {
                String name = file.substring(file.lastIndexOf('/') + 1);
                return name.equals(program + ".c") || name.startsWith(program + "_") && name.endsWith(".c")
                        || name.equals("watch.c");
            }).sorted().toList();
        }
    }

    /** Words that bind a command to the core of a rank. */
    List<String> bound(int rank, List<String> command) {
        List<String> words = new ArrayList<>(List.of("taskset", "-c", Integer.toString(core(rank))));
        words.addAll(command);
        return words;
    }

    /** A process that may use both cores, and no other. */
    public Start onBoth(Start start) {
        List<String> words = new ArrayList<>(List.of("taskset", "-c", core(0) + "," + core(1)));
        words.addAll(start.command());
        return new Start(words, start.environment());
    }

    /** A command found in the directories of PATH. */
    static Optional<Path> find(String command) {
        if (command.contains("/")) {
            Path file = Path.of(command);
            return Files.isExecutable(file) ? Optional.of(file) : Optional.empty();
        }
        String path = System.getenv("PATH");
        for (String directory : (path == null ? "/usr/bin:/bin" : path).split(":")) {
            Path file = Path.of(directory.isEmpty() ? "." : directory, command);
            if (Files.isRegularFile(file) && Files.isExecutable(file)) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }

    /** The value of a variable that is set and not empty, otherwise something else. */
    static String variable(String name, String otherwise) {
        String value = System.getenv(name);
        return value == null || value.isEmpty() ? otherwise : value;
    }
}
