package org.pgas.launch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The programs that jars on the class path offer by a short name, each in its resource {@code META-INF/pgas/programs}:
 * lines of a name, a main class and a description; {@code #} starts a comment.
 */
final class ProgramCatalog {
    private static final String RESOURCE = "META-INF/pgas/programs";

    /** A program with a short name. */
    record Entry(String name, String mainClass, String description) {}

    private final Map<String, Entry> entries;

    private ProgramCatalog(Map<String, Entry> entries) {
        this.entries = entries;
    }

    static ProgramCatalog of(ClassLoader loader) {
        Map<String, Entry> entries = new TreeMap<>();
        try {
            for (URL resource : Collections.list(loader.getResources(RESOURCE))) {
                try (BufferedReader reader = new BufferedReader(
                        new InputStreamReader(resource.openStream(), StandardCharsets.UTF_8))) {
                    reader.lines().forEach(line -> add(line, entries));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(RESOURCE, e);
        }
        return new ProgramCatalog(entries);
    }

    private static void add(String line, Map<String, Entry> entries) {
        String[] words = line.strip().split("\\s+", 3);
        if (words.length >= 2 && !line.startsWith("#")) {
            entries.putIfAbsent(words[0], new Entry(words[0], words[1], words.length > 2 ? words[2] : ""));
        }
    }

    /** By name, in alphabetical order. */
    Map<String, Entry> entries() {
        return Collections.unmodifiableMap(entries);
    }

    /** One line a program, indented. */
    String table() {
        int width = entries.keySet().stream().mapToInt(String::length).max().orElse(0);
        StringBuilder table = new StringBuilder();
        for (Entry entry : entries.values()) {
            table.append("  ").append(entry.name()).append(" ".repeat(width - entry.name().length() + 2))
                    .append(entry.description()).append('\n');
        }
        return table.toString();
    }
}
