package org.pgas.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** The marks at the lines that publish and at those that see it: a search for a mark's name shows both ends. */
class SyncMarksTest {
    /** A mark, which has its name before a semicolon, and is a comment of a line of its own. */
    private static final Pattern MARK = Pattern.compile("^ *// SYNC: ([^;\n]+)", Pattern.MULTILINE);

    /** Marks whose other end is no line of ours, with where it is. */
    private static final Map<String, String> ALONE = Map.of(
            "a thread's death", "the JDK's: what a thread did happens before another one finds that it is not alive",
            "atomic operation", "other calls of the program that get to the same line",
            "word of another neighbourhood", "threads that read that word, as where its rank has stored it",
            "word of the program", "a put, or an ordered store, of the program",
            "record of the store", "none while the job runs; a later process reads the file");

    @Test
    void everyMarkHasItsOtherEndOrIsListed() {
        Map<String, Integer> marks = new TreeMap<>();
        for (Path file : Stream.of(Library.mainSources(), Library.templates()).flatMap(files -> files.stream())
                .filter(file -> !Library.name(file).contains(Library.MADE)).toList()) {
            for (Matcher mark = MARK.matcher(Library.read(file)); mark.find();) {
                marks.merge(mark.group(1).strip(), 1, Integer::sum);
            }
        }
        assertTrue(marks.size() > 40, () -> "only these are seen: " + marks);
        TreeSet<String> alone = new TreeSet<>();
        marks.forEach((name, count) -> {
            if (count == 1) {
                alone.add(name);
            }
        });
        assertEquals(new TreeSet<>(ALONE.keySet()), alone,
                "mark the line at the other end with the same name; where it is no line of ours, list the mark");
    }
}
