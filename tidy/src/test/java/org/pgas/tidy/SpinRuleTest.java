package org.pgas.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

/** The program in C beside which messages are measured waits by the same rule as the library: with the same numbers. */
class SpinRuleTest {
    private static final Pattern LIBRARY = Pattern.compile("static final int (\\w+) = (\\d+);");
    private static final Pattern PROGRAM = Pattern.compile("enum \\{ (ROUNDS = .*) \\};");
    private static final Pattern NUMBER = Pattern.compile("(\\w+) = (\\d+)");

    private static String read(String file) {
        return Library.read(Library.ROOT.resolve(file));
    }

    private static Map<String, String> numbers(Matcher found) {
        Map<String, String> numbers = new TreeMap<>();
        while (found.find()) {
            numbers.put(found.group(1), found.group(2));
        }
        return numbers;
    }

    @Test
    void theSameNumbersInJavaAndInC() {
        Matcher program = PROGRAM.matcher(read("compare/src/main/c/messages.c"));
        assertTrue(program.find(), "messages.c has no such numbers");
        Map<String, String> library = numbers(LIBRARY.matcher(
                read("pgas-core/src/main/java/org/pgas/wait/Spinning.java")));

        assertEquals(5, library.size(), library::toString);
        assertEquals(library, numbers(NUMBER.matcher(program.group(1))));
    }
}
