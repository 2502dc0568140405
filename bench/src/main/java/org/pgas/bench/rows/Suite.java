package org.pgas.bench.rows;

import java.util.Arrays;
import java.util.List;

/** Rows that are measured together, by one job. */
public enum Suite {
    LATENCY("latency", "Latency", "what one operation takes when nothing else is going on"),
    BANDWIDTH("bandwidth", "Bandwidth", "bytes in a second, one operation after the other through 16 MiB"),
    RATE("rate", "Rates", "operations in a second"),
    ATOMICS("atomics", "Atomic operations", "on words of 8 bytes, and accumulates"),
    COLLECTIVES("collectives", "Collectives", "what all ranks do together"),
    SHAPES("shapes", "Shapes", "transfers of 64 KiB that are not contiguous"),
    LOCKS("locks", "Locks", "the mutex");

    private final String word;
    private final String title;
    private final String text;

    Suite(String word, String title, String text) {
        this.word = word;
        this.title = title;
        this.text = text;
    }

    /** As it is named on the command line. */
    public String word() {
        return word;
    }

    public String title() {
        return title;
    }

    /** A line for people. */
    public String text() {
        return text;
    }

    /** Its rows, in their order. */
    public List<Kind> kinds() {
        return Arrays.stream(Kind.values()).filter(kind -> kind.suite() == this).toList();
    }

    /** The suite of this word, or null. */
    public static Suite ofWord(String word) {
        for (Suite suite : values()) {
            if (suite.word.equals(word)) {
                return suite;
            }
        }
        return null;
    }
}
