package org.pgas.testkit;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * A message between the JVM that runs the tests and a rank's JVM: one line, of a mark that nobody prints, the kind, and
 * the payload in base 64. So it can share the rank's standard output with everything that the body, or the JVM itself,
 * prints.
 */
record Frame(Kind kind, byte[] payload) {
    enum Kind {
        /** To the rank: an {@link Assignment}. */
        RUN,
        /** To the rank: asks for stack traces. Back: the traces. */
        DUMP,
        /** From the rank: ready for the first assignment. */
        READY,
        /** From the rank: the {@link Outcome} of the assignment. */
        DONE
    }

    private static final String MARK = "\u0001pgas ";

    Frame(Kind kind, String payload) {
        this(kind, payload.getBytes(StandardCharsets.UTF_8));
    }

    String text() {
        return new String(payload, StandardCharsets.UTF_8);
    }

    /** The frame on this line, or null if it is an ordinary one. */
    static Frame parse(String line) {
        if (!line.startsWith(MARK)) {
            return null;
        }
        String[] parts = line.substring(MARK.length()).split(" ", -1);
        if (parts.length != 2) {
            return null;
        }
        try {
            return new Frame(Kind.valueOf(parts[0]), Base64.getDecoder().decode(parts[1]));
        } catch (IllegalArgumentException e) {
            // torn by something that the JVM itself printed: for people to read
            return null;
        }
    }

    /** Writes it in one call, so that it is not mixed with what other threads print, and on a line of its own. */
    void write(OutputStream out) throws IOException {
        String line = "\n" + MARK + kind + " " + Base64.getEncoder().encodeToString(payload) + "\n";
        out.write(line.getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }
}
