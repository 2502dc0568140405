package org.pgas.faults.corruption;

/**
 * What a blow has done.
 *
 * @param blow which
 * @param words with the place and the values, for people
 * @param from the first byte of the file that is another now
 * @param to behind the last one; {@code from} if no byte is another
 */
record Dealt(Blow blow, String words, long from, long to) {
    static Dealt bytes(Blow blow, String words, long from, long bytes) {
        return new Dealt(blow, words, from, from + bytes);
    }

    /** Something that is said of the file outside. */
    static Dealt outside(Blow blow, String words) {
        return new Dealt(blow, words, 0, 0);
    }

    boolean changesBytes() {
        return from < to;
    }
}
