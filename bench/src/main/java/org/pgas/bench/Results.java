package org.pgas.bench;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.pgas.bench.page.Machine;

/**
 * A run of {@code pgas bench}.
 *
 * @param date when it began, as ISO 8601 has it
 * @param command the words after {@code pgas}
 * @param isBound whether each rank had a core of its own
 * @param isQuick whether samples were few and short
 * @param settings in force, with defaults, by key
 */
record Results(Machine machine, String date, List<String> command, int ranks, int rounds, boolean isBound,
        boolean isQuick, Map<String, String> settings, List<Row> rows) {
    Results {
        command = List.copyOf(command);
        settings = new TreeMap<>(settings);
        rows = List.copyOf(rows);
    }
}
