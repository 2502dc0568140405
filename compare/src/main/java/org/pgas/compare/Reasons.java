package org.pgas.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Why cells lose, written by hand: lines {@code row|reason} or {@code row,bytes|reason}, and with a kind of processor
 * in front, {@code amd:row|reason}, where it is a reason there only. What begins with # is for people.
 */
final class Reasons {
    static final String UNKNOWN = "no reason known";

    private final Map<String, String> reasons = new HashMap<>();

    private Reasons() {}

    /** Of a file, about rows that there are; none when it is not there. */
    static Reasons read(Path file, Scope scope) throws IOException {
        return (Files.exists(file) ? parse(Files.readAllLines(file)) : parse(List.of())).in(RowSet.read(scope));
    }

    static Reasons parse(List<String> lines) {
        Reasons all = new Reasons();
        for (String line : lines) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            int bar = line.indexOf('|');
            if (bar < 0) {
                throw new IllegalArgumentException("'" + line
                        + "' is no reason: write row|reason, row,bytes|reason or PROCESSOR:row,bytes|reason");
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
            String[] parts = cell.substring(cell.indexOf(':') + 1).split(",", 2);
            if (cell.contains(":") && !Processor.isWord(cell.substring(0, cell.indexOf(':')))
                    || rows.entries().stream().noneMatch(entry -> entry.row().equals(parts[0]))
                    || parts.length == 2 && !parts[1].matches("\\d{1,18}")) {
                throw new IllegalArgumentException(
                        "'" + cell + "' is no row: write row|reason, row,bytes|reason or PROCESSOR:row,bytes|reason "
                                + "with a row of " + rows.scope().rows());
            }
        }
        return this;
    }

    /** The first that there is: of the size there, of the row there, of the size, of the row. */
    String of(Processor processor, String row, long bytes) {
        String there = processor.word() + ":" + row;
        return Stream.of(there + "," + bytes, there, row + "," + bytes, row).map(reasons::get).filter(Objects::nonNull)
                .findFirst().orElse(UNKNOWN);
    }
}
