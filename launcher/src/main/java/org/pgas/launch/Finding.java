package org.pgas.launch;

/**
 * One line of what {@code pgas info} found.
 *
 * @param name what was looked at
 * @param value what is there, for people
 * @param verdict whether jobs can run well with it
 * @param remedy what to do about it; empty when all is well
 */
record Finding(String name, String value, Verdict verdict, String remedy) {
    enum Verdict {
        /** Nothing to do. */
        FINE,
        /** Jobs run, and may meet its limit. */
        SHORT,
        /** No job can run. */
        MISSING
    }

    static Finding fine(String name, String value) {
        return new Finding(name, value, Verdict.FINE, "");
    }

    static Finding scarce(String name, String value, String remedy) {
        return new Finding(name, value, Verdict.SHORT, remedy);
    }

    static Finding missing(String name, String value, String remedy) {
        return new Finding(name, value, Verdict.MISSING, remedy);
    }
}
