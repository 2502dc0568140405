package org.pgas.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** No line is longer than people can read beside another file: 120 columns, as characters. */
class LineLengthTest {
    private static final int COLUMNS = 120;

    /** Programs write these; their readers see them rendered. */
    private static final Set<String> WRITTEN_BY_PROGRAMS = Set.of("broken/README.md", "docs/RELIABILITY.md",
            "jmh/comparison/README.md", "jmh/comparison/amd/README.md", "jmh/comparison/amd/hosts.md",
            "jmh/comparison/intel/README.md");

    /** Directories of builds and of the version control. */
    private static final Set<String> NO_SOURCES = Set.of("target", ".git", ".mvn", ".idea");

    private static final Set<String> ENDINGS = Set.of("java", "c", "h", "sh", "md");

    @Test
    void linesAreOf120ColumnsAtMost() {
        List<String> longer = new ArrayList<>();
        List<Path> files = files(Library.ROOT);
        for (Path file : files) {
            String name = Library.ROOT.relativize(file).toString();
            if (!WRITTEN_BY_PROGRAMS.contains(name)) {
                longer(name, Library.read(file)).forEach(line -> longer.add(name + ":" + line));
            }
        }
        assertTrue(files.size() > 1500, () -> "only " + files.size() + " files are seen");
        assertEquals(List.of(), longer);
    }

    @Test
    void whatIsTooLongIsFound() {
        String fits = "x".repeat(COLUMNS);
        assertEquals(List.of(2), longer("A.java", fits + "\n" + fits + "y\n" + "\uD83C\uDFB2".repeat(COLUMNS) + "\n"));
        assertEquals(List.of(1, 7), longer("a.md", fits + "y\n\n| " + fits + " |\n```\n" + fits + "y\n```\n" + fits
                + "y\n    " + fits + "\n<!-- " + fits + " -->\n"));
    }

    /** The numbers of the lines that are too long. In a document those of tables, code and its own comments may be. */
    private static List<Integer> longer(String name, String text) {
        List<Integer> found = new ArrayList<>();
        boolean document = name.endsWith(".md");
        boolean code = false;
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            code ^= document && line.startsWith("```");
            boolean mayBe = document && (code || line.startsWith("|") || line.startsWith("    ")
                    || line.startsWith("<!--"));
            if (!mayBe && line.codePointCount(0, line.length()) > COLUMNS) {
                found.add(number);
            }
        }
        return found;
    }

    private static List<Path> files(Path directory) {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> entries = Files.list(directory)) {
            for (Path entry : entries.sorted().toList()) {
                String name = entry.getFileName().toString();
                if (Files.isDirectory(entry) && !NO_SOURCES.contains(name)) {
                    found.addAll(files(entry));
                } else if (ENDINGS.contains(name.substring(name.lastIndexOf('.') + 1)) && Files.isRegularFile(entry)) {
                    found.add(entry);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }
}
