package org.pgas.broken;

import java.util.List;

/**
 * What came of a break.
 *
 * @param name of the break
 * @param text of the break when it was tried
 * @param isSeen whether a test noticed
 * @param what which test, and what it said; for one that survived the tests that passed
 * @param seconds of the tests with the break
 * @param date when it was tried, such as 2026-11-29
 */
record Result(String name, String text, boolean isSeen, String what, long seconds, String date) {
    private static final String SEEN = "seen";
    private static final String SURVIVED = "survived";
    private static final int COLUMNS = 6;

    /** The titles of the file's columns. */
    static final String TITLES = String.join("\t", "break", "outcome", "seconds", "date", "text", "what");

    String row() {
        return String.join("\t", List.of(name, isSeen ? SEEN : SURVIVED, Long.toString(seconds), date,
                text.replace('\t', ' '), what.replace('\t', ' ')));
    }

    /** @throws IllegalArgumentException if it is no row of this kind */
    static Result of(String row) {
        String[] cells = row.split("\t", -1);
        if (cells.length != COLUMNS || !List.of(SEEN, SURVIVED).contains(cells[1])) {
            throw new IllegalArgumentException("\"" + row + "\" is no row of results: it has " + cells.length
                    + " columns of " + COLUMNS + ", and the second is \"seen\" or \"survived\"");
        }
        return new Result(cells[0], cells[4], cells[1].equals(SEEN), cells[5], Long.parseLong(cells[2]), cells[3]);
    }
}
