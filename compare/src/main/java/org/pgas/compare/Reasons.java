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

    /** Of a file; none when it is not there. */
    static Reasons read(Path file) throws IOException {
        return Files.exists(file) ? parse(Files.readAllLines(file)) : parse(List.of());
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
            all.reasons.put(line.substring(0, bar).strip(), line.substring(bar + 1).strip());
        }
        return all;
    }

    /** That of the size, otherwise that of the row. */
    String of(String row, long bytes) {
        return reasons.getOrDefault(row + "," + bytes, reasons.getOrDefault(row, UNKNOWN));
    }
}
