package org.pgas.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Why cells lose, written by hand: lines {@code row|reason} or {@code row,bytes|reason}; what begins with # is for people. */
final class Reasons {
    static final String UNKNOWN = "no reason known";

    private final Map<String, String> reasons = new HashMap<>();

    private Reasons() {}

    /** Of a file, about rows that there are; none when it is not there. */
    static Reasons read(Path file) throws IOException {
        return (Files.exists(file) ? parse(Files.readAllLines(file)) : parse(List.of())).in(RowSet.read());
    }

    static Reasons parse(List<String> lines) {
        Reasons all = new Reasons();
        for (String line : lines) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            int bar = line.indexOf('|');
            if (bar < 0) {
                throw new IllegalArgumentException("'" + line + "' is no reason: write row|reason or row,bytes|reason");
            }
            String cell = line.substring(0, bar).strip();
            if (all.reasons.put(cell, line.substring(bar + 1).strip()) != null) {
                throw new IllegalArgumentException("there are two reasons for '" + cell + "': keep one");
            }
        }
        return all;
    }

    /** @throws IllegalArgumentException if one is about a row that is none of these, or a size that is no number */
    Reasons in(RowSet rows) {
        for (String cell : reasons.keySet()) {
            String[] parts = cell.split(",", 2);
            if (rows.entries().stream().noneMatch(entry -> entry.row().equals(parts[0]))
                    || parts.length == 2 && !parts[1].matches("\\d{1,18}")) {
                throw new IllegalArgumentException(
                        "'" + cell + "' is no row: write row|reason or row,bytes|reason with a row of rows.csv");
            }
        }
        return this;
    }

    /** That of the size, otherwise that of the row. */
    String of(String row, long bytes) {
        return reasons.getOrDefault(row + "," + bytes, reasons.getOrDefault(row, UNKNOWN));
    }
}
