package org.pgas.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

/**
 * What is written twice has to be changed twice. Six lines of code that stand in two places of the library's and its
 * programs' sources, one behind the other, are a repetition; what is longer is a longer one. There are few, and not to
 * be more.
 */
class RepeatedLinesTest {
    private static final int SHORTEST = 6;

    /** Lines of all main sources and templates that are part of a repetition. When there are fewer, this is lowered. */
    private static final int MOST_REPEATED = 404;

    /** Of one file. */
    private static final int MOST_OF_A_FILE = 26;

    /** Lines that say nothing alone: brackets, imports, the package, an annotation that every override has. */
    private static final Pattern NO_CODE = Pattern.compile("\\W*|(import|package) .*|@Override");

    private record Line(int number, String text) {}

    private record Place(String file, int index) {}

    @Test
    void fewLinesAreRepeated() {
        Map<String, List<Line>> sources = new TreeMap<>();
        for (Path file : written()) {
            sources.put(Library.name(file), lines(Library.read(file)));
        }
        Map<String, TreeSet<Integer>> repeated = repeated(sources);
        int lines = sources.values().stream().mapToInt(List::size).sum();
        int found = repeated.values().stream().mapToInt(Collection::size).sum();
        int most = repeated.values().stream().mapToInt(Collection::size).max().orElse(0);
        System.out.printf("%d of %d lines of code are part of repetitions of %d lines or more, %d of one file%n",
                found, lines, SHORTEST, most);
        assertTrue(lines > 80_000, () -> "only " + lines + " lines are seen");
        assertTrue(found <= MOST_REPEATED, () -> found + " lines:\n" + shown(repeated));
        assertTrue(most <= MOST_OF_A_FILE, () -> most + " lines of one file:\n" + shown(repeated));
    }

    @Test
    void aRepetitionIsFound() {
        String body = "a(); /* why */\nb();\n}\n\n// what\nc();\nd();\ne();\nf();\n";
        assertEquals(Map.of("A", lines(1, 2, 6, 7, 8, 9), "B", lines(2, 3, 7, 8, 9, 10)),
                repeated(Map.of("A", lines(body), "B", lines("x();\n" + body.replace("why", "because") + "y();\n"))));
    }

    @Test
    void fiveLinesAreNone() {
        String body = "a();\nb();\nc();\nd();\ne();\n";
        assertEquals(Map.of(), repeated(Map.of("A", lines(body + "f();"), "B", lines(body + "g();"))));
    }

    private static TreeSet<Integer> lines(Integer... numbers) {
        return new TreeSet<>(Arrays.asList(numbers));
    }

    /** All that people write: of a class that is made from a template, the template. */
    private static List<Path> written() {
        List<Path> files = new ArrayList<>(Library.templates());
        Library.mainSources().stream().filter(file -> !Library.name(file).contains(Library.MADE)).forEach(files::add);
        return files;
    }

    private static List<Line> lines(String source) {
        List<String> lines = CodeLines.withoutComments(source).lines().map(String::strip).toList();
        return IntStream.range(0, lines.size()).mapToObj(index -> new Line(index + 1, lines.get(index)))
                .filter(line -> !NO_CODE.matcher(line.text()).matches()).toList();
    }

    /** The numbers of the lines that are part of a repetition, by file. */
    private static Map<String, TreeSet<Integer>> repeated(Map<String, List<Line>> sources) {
        Map<String, List<Place>> places = new HashMap<>();
        sources.forEach((file, lines) -> {
            for (int index = 0; index + SHORTEST <= lines.size(); index++) {
                String run = lines.subList(index, index + SHORTEST).stream().map(Line::text)
                        .collect(Collectors.joining("\n"));
                places.computeIfAbsent(run, _ -> new ArrayList<>()).add(new Place(file, index));
            }
        });
        Map<String, TreeSet<Integer>> found = new TreeMap<>();
        places.values().stream().filter(same -> same.size() > 1).flatMap(List::stream)
                .forEach(place -> sources.get(place.file()).subList(place.index(), place.index() + SHORTEST)
                        .forEach(line -> found.computeIfAbsent(place.file(), _ -> new TreeSet<>()).add(line.number())));
        return found;
    }

    private static String shown(Map<String, TreeSet<Integer>> repeated) {
        return repeated.entrySet().stream().map(entry -> entry.getKey() + ": " + entry.getValue())
                .collect(Collectors.joining("\n"));
    }
}
