package org.pgas.compare.programs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.pgas.meter.Timing;

/**
 * What a program is to measure, and for how long.
 *
 * @param rows exact names, or none for all; {@code row:bytes} for one of a row's sizes alone
 * @param repetitions runs of a row that count
 * @param runMillis length of one run
 * @param warmMillis shortest warm-up of a row
 * @param isMixed whether every row is measured behind all other rows too, not only those that the table shows so
 */
public record Selection(List<String> rows, int repetitions, long runMillis, long warmMillis, boolean isMixed) {
    /** A name that no row has, for programs that only start and end. */
    private static final String NO_ROW = "none";

    private static final long LONGEST_WARM_UP_IN_C = 50;

    /** Keeps its own copy. */
    public Selection {
        rows = List.copyOf(rows);
    }

    /** With other rows. */
    public Selection of(List<String> otherRows) {
        return new Selection(otherRows, repetitions, runMillis, warmMillis, isMixed);
    }

    /** Nothing but to start and to end. */
    public Selection ofNothing() {
        return new Selection(List.of(NO_ROW), repetitions, runMillis, warmMillis, isMixed);
    }

    /** For programs in C. */
    public Map<String, String> environment() {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("ROWS", String.join(",", rows));
        // names are exact: what this process was told is not for programs
        environment.put("ONLY", "");
        environment.put("REPETITIONS", Integer.toString(repetitions));
        environment.put("RUN_MS", Long.toString(runMillis));
        // nothing has to be compiled there
        environment.put("WARM_MS", Long.toString(Math.min(warmMillis, LONGEST_WARM_UP_IN_C)));
        return environment;
    }

    /** For programs in Java. */
    public List<String> options() {
        List<String> options = new ArrayList<>(List.of("--repetitions", Integer.toString(repetitions), "--run-ms",
                Long.toString(runMillis), "--warm-ms", Long.toString(warmMillis)));
        if (!rows.isEmpty()) {
            options.addAll(List.of("--rows", String.join(",", rows)));
        }
        return options;
    }

    /** As its programs in Java measure them. */
    Timing timing() {
        return new Timing(repetitions, runMillis * 1_000_000, warmMillis * 1_000_000);
    }
}
