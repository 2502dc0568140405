package org.pgas.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.pgas.compare.programs.Line;

/**
 * The file of results: a line for each round, library, row, size and number of ranks, and before them in lines that
 * begin with # what has to be known of the run.
 */
final class ResultsText {
    private static final String TITLES = "round,library,row,bytes,ranks,median_ns,min_ns,max_ns";
    private static final String ABSENT = "not measured";
    private static final String FAILED = "failed";
    private static final int PARTS = 8;

    private ResultsText() {}

    /** What a file says. */
    record Content(Head head, Measurements measurements) {}

    static String write(Head head, Measurements measurements) {
        StringBuilder text = new StringBuilder();
        head.facts().forEach(fact -> note(text, fact.title(), fact.value()));
        head.absent().forEach(each -> note(text, ABSENT, each));
        head.failures().forEach(each -> note(text, FAILED, each));
        text.append(TITLES).append('\n');
        for (Measured each : measurements.all()) {
            Line line = each.line();
            text.append(String.format(Locale.ROOT, "%d,%s,%s,%d,%d,%.3f,%.3f,%.3f%n", each.round(), line.library(),
                    line.row(), line.bytes(), each.ranks(), line.median(), line.least(), line.most()));
        }
        return text.toString();
    }

    private static void note(StringBuilder text, String title, String value) {
        text.append("# ").append(title).append(": ").append(value.replaceAll("\\s*\\R\\s*", " / ")).append('\n');
    }

    /** @throws IllegalArgumentException if a line is none of this kind */
    static Content read(List<String> lines) {
        List<Head.Fact> facts = new ArrayList<>();
        List<String> absent = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        List<Measured> measured = new ArrayList<>();
        for (String line : lines) {
            if (line.startsWith("# ") && line.contains(": ")) {
                String title = line.substring(2, line.indexOf(": "));
                String value = line.substring(line.indexOf(": ") + 2);
                switch (title) {
                    case ABSENT -> absent.add(value);
                    case FAILED -> failures.add(value);
                    default -> facts.add(new Head.Fact(title, value));
                }
            } else if (!line.isBlank() && !line.equals(TITLES)) {
                measured.add(measured(line));
            }
        }
        return new Content(new Head(facts, absent, failures), new Measurements(measured));
    }

    private static Measured measured(String text) {
        String[] parts = text.split(",", -1);
        if (parts.length == PARTS) {
            Optional<Line> line = Line.parse(
                    String.join(",", parts[1], parts[2], parts[3], parts[5], parts[6], parts[7]));
            if (line.isPresent() && parts[0].matches("\\d{1,6}") && parts[4].matches("\\d{1,6}")) {
                return new Measured(Integer.parseInt(parts[0]), Integer.parseInt(parts[4]), line.get());
            }
        }
        throw new IllegalArgumentException("'" + text + "' is no line of results: " + TITLES);
    }
}
