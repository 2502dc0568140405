package org.pgas.faults;

import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * A trial that the harness could not make: a fault of its own, which says nothing of the library. It is neither
 * survived nor failed.
 *
 * @param faultClass the {@link FaultClass#name()}
 * @param kind as a {@link Trial} of it would have
 * @param seed as a {@link Trial} of it would have
 * @param what happened
 */
public record HarnessFault(String faultClass, String kind, long seed, String what) {
    private static final int PARTS = 3;

    /** A fault by what was thrown: the message of a {@link HarnessException}, the whole trace of all else. */
    public static HarnessFault of(String faultClass, String kind, long seed, Exception thrown) {
        if (thrown instanceof HarnessException) {
            return new HarnessFault(faultClass, kind, seed, thrown.getMessage());
        }
        StringWriter trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace, true));
        return new HarnessFault(faultClass, kind, seed, trace.toString());
    }

    /** A line of the file of results: what happened is told by its first line. */
    String line() {
        return faultClass + "," + kind.replace(',', ';') + "," + what.lines().findFirst().orElse("");
    }

    /** @throws IllegalArgumentException if it is no such line */
    static HarnessFault read(String line) {
        String[] parts = line.split(",", PARTS);
        if (parts.length != PARTS) {
            throw new IllegalArgumentException("no line of a fault of the harness: \"" + line
                    + "\": it has no class, kind and text");
        }
        return new HarnessFault(parts[0], parts[1], 0, parts[2]);
    }
}
