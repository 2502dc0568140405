package org.pgas.examples.kmers;

/**
 * Receives the letters of a sequence file in their order, without headers, qualities and line ends.
 *
 * <p>The pieces of a record may be of any length; a piece never holds letters of two records.
 */
public interface SequenceSink {
    /** The letters that follow belong to another record than those before. */
    void startRecord();

    /** Letters {@code from} (inclusive) to {@code to} (exclusive); {@code buffer} is reused after the return. */
    void letters(byte[] buffer, int from, int to);
}
