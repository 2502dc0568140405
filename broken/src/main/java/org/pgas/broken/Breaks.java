package org.pgas.broken;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.pgas.broken.change.Operator;
import org.pgas.broken.trial.TestClass;

/**
 * The list, {@code breaks.txt}. A break is a paragraph:
 *
 * <pre>
 * name-with-hyphens
 *     module org.pgas.Class#method
 *     | the line of the source
 *     operator
 *     seen by module:Test module:Test
 *     survives: the reason
 * </pre>
 *
 * <p>Behind the operator {@code , nth N} counts the instructions that it fits. The last line is for a break that no
 * test can see, or none sees. Lines of tests and reasons may go on with more of them. A line that begins with # is a
 * comment.
 */
final class Breaks {
    private static final Pattern NAME = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)+");
    private static final Pattern PLACE = Pattern.compile("(\\S+) (org\\.pgas\\.[\\w.$]+)#(\\w+|<init>|<clinit>)");
    private static final Pattern NTH = Pattern.compile("(.+), nth (\\d+)");
    private static final String LINE = "| ";
    private static final String TESTS = "seen by ";
    private static final String REASON = "survives: ";

    private Breaks() {}

    /** Those of the library of today. */
    static List<Break> all() {
        try (InputStream file = Breaks.class.getResourceAsStream("breaks.txt")) {
            return read(new String(file.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads a list.
     *
     * @throws IllegalArgumentException if it is none, with the break and what is legal
     */
    static List<Break> read(String text) {
        List<Break> found = new ArrayList<>();
        Map<String, String> names = new HashMap<>();
        Map<String, String> places = new HashMap<>();
        for (String paragraph : text.lines().filter(line -> !line.startsWith("#")).reduce("", (a, b) -> a + b + "\n")
                .split("\n\\s*\n")) {
            List<String> lines = paragraph.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
            if (lines.isEmpty()) {
                continue;
            }
            Break next = of(lines);
            if (names.put(next.name(), "") != null) {
                throw refusal(next.name(), "there are two of this name; give one another");
            }
            String twin = places.put(next.text(), next.name());
            if (twin != null) {
                throw refusal(next.name(), "it is the same as " + twin + "; leave one out");
            }
            found.add(next);
        }
        return found;
    }

    private static Break of(List<String> lines) {
        String name = lines.getFirst();
        if (!NAME.matcher(name).matches()) {
            throw refusal(name, "a name is small letters and digits, in two words or more with hyphens between them");
        }
        if (lines.size() < 5) {
            throw refusal(name, "it has " + lines.size() + " lines, and needs a name, a place, a line of the source, "
                    + "an operator and tests");
        }
        Matcher place = PLACE.matcher(lines.get(1));
        if (!place.matches()) {
            throw refusal(name, "\"" + lines.get(1) + "\" is no place: it is MODULE CLASS#METHOD");
        }
        if (!lines.get(2).startsWith(LINE)) {
            throw refusal(name, "\"" + lines.get(2) + "\" is no line of the source: it begins with \"" + LINE + "\"");
        }
        Matcher counted = NTH.matcher(lines.get(3));
        String operator = counted.matches() ? counted.group(1) : lines.get(3);
        try {
            Operator.of(operator);
            return withTests(new Break(name, new Break.Spot(place.group(1), place.group(2), place.group(3),
                    lines.get(2).substring(LINE.length())), operator,
                    counted.matches() ? Integer.parseInt(counted.group(2)) : 1, counted.matches(), List.of(), ""),
                    String.join(" ", lines.subList(4, lines.size())));
        } catch (IllegalArgumentException e) {
            throw refusal(name, e.getMessage());
        }
    }

    private static Break withTests(Break made, String text) {
        int reason = text.indexOf(REASON);
        String tests = (reason < 0 ? text : text.substring(0, reason)).strip();
        if (!tests.startsWith(TESTS)) {
            throw new IllegalArgumentException("behind the operator stands \"" + TESTS + "MODULE:TEST ...\", and then, "
                    + "if need be, \"" + REASON + "...\"");
        }
        List<TestClass> classes = List.of(tests.substring(TESTS.length()).split(" +")).stream().map(TestClass::of)
                .toList();
        return new Break(made.name(), made.spot(), made.operator(), made.nth(), made.isCounted(), classes,
                reason < 0 ? "" : text.substring(reason + REASON.length()).strip());
    }

    private static IllegalArgumentException refusal(String name, String what) {
        return new IllegalArgumentException("break " + name + ": " + what);
    }
}
