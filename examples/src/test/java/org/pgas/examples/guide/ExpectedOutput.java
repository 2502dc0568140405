package org.pgas.examples.guide;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Lines that a document shows as output. Ranks print in no order; {@code ...} in a line stands for anything. */
final class ExpectedOutput {
    private ExpectedOutput() {}

    /** What is wrong, or null: each expected line is printed, and, unless more is allowed, no other. */
    static String difference(List<String> expected, String printed, boolean more) {
        List<String> left = printed.lines().map(String::stripTrailing).filter(line -> !line.isEmpty())
                .collect(Collectors.toCollection(ArrayList::new));
        List<String> missing = new ArrayList<>();
        // those without a gap first, so that one with a gap does not take their lines
        Stream<String> ordered = Stream.concat(expected.stream().filter(line -> !line.contains("...")),
                expected.stream().filter(line -> line.contains("...")));
        for (String line : ordered.map(String::stripTrailing).filter(each -> !each.isEmpty()).toList()) {
            Pattern pattern = pattern(line, more);
            int found = -1;
            for (int i = 0; i < left.size() && found < 0; i++) {
                found = pattern.matcher(left.get(i)).matches() ? i : -1;
            }
            if (found < 0) {
                missing.add(line);
            } else {
                left.remove(found);
            }
        }
        if (missing.isEmpty() && (more || left.isEmpty())) {
            return null;
        }
        return "the document shows, and was not printed:\n" + String.join("\n", missing).indent(4)
                + "printed, and not shown:\n" + String.join("\n", left).indent(4);
    }

    private static Pattern pattern(String line, boolean more) {
        String quoted = Stream.of(line.split("\\.\\.\\.", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
        return Pattern.compile(more ? ".*" + quoted + ".*" : quoted);
    }
}
