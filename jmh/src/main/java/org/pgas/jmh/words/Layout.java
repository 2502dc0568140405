package org.pgas.jmh.words;

/** Where the words of two workers lie. */
public enum Layout {
    /** Both work on one word. */
    ONE_WORD("one word", 0),
    /** Each has a word, side by side. */
    ONE_LINE("one line", Long.BYTES),
    /** Each has a word, two lines apart, as processors fetch lines in pairs. */
    OWN_LINES("own lines", 128);

    private final String title;
    private final int distance;

    Layout(String title, int distance) {
        this.title = title;
        this.distance = distance;
    }

    String title() {
        return title;
    }

    int offset(int worker) {
        return worker * distance;
    }
}
