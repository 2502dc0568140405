package org.pgas.examples.kmers;

import java.io.IOException;

/**
 * Reads FASTA from any place in it: the place between two bytes is all there is to know, so that a reader of a byte
 * range can start in the middle of a line and go on where its range ended.
 */
final class FastaParser {
    /** What the next byte is part of. */
    enum Place { LINE_START, HEADER_OR_COMMENT, LETTERS, AFTER_LETTERS }

    private final LineFeed feed;
    private final SequenceSink sink;
    private final boolean classic;
    private Place place;
    private long lettersLeft;

    FastaParser(LineFeed feed, SequenceSink sink, boolean classic, Place start) {
        this.feed = feed;
        this.sink = sink;
        this.classic = classic;
        this.place = start;
    }

    /** Reads all that the feed allows. */
    void parse() throws IOException {
        lettersLeft = Long.MAX_VALUE;
        while (feed.more()) {
            step();
        }
    }

    /** Reads at most {@code letters} further letters of the present record. */
    void parseRest(long letters) throws IOException {
        lettersLeft = letters;
        while (lettersLeft > 0 && feed.more() && !(place == Place.LINE_START && feed.peek() == '>')) {
            step();
        }
    }

    private void step() throws IOException {
        switch (place) {
            case LINE_START -> startLine();
            case HEADER_OR_COMMENT -> {
                if (feed.skipLine()) {
                    place = Place.LINE_START;
                }
            }
            case LETTERS -> letters();
            case AFTER_LETTERS -> endLine();
        }
    }

    private void startLine() throws IOException {
        int first = feed.peek();
        if (first == '>') {
            sink.startRecord();
            place = Place.HEADER_OR_COMMENT;
        } else if (first == ';') {
            comment();
        } else {
            place = Place.LETTERS;
        }
    }

    private void comment() throws SequenceFormatException {
        if (!classic) {
            throw feed.error("a line that starts with ';' is a comment of classic FASTA only; "
                    + "ask for classic comments to have such lines skipped");
        }
        place = Place.HEADER_OR_COMMENT;
    }

    private void letters() {
        int from = feed.position();
        int count = feed.letters(lettersLeft);
        if (count > 0) {
            sink.letters(feed.buffer(), from, from + count);
            lettersLeft -= count;
        } else {
            place = Place.AFTER_LETTERS;
        }
    }

    private void endLine() throws IOException {
        feed.blanks();
        if (feed.lineEnd()) {
            place = Place.LINE_START;
        } else if (feed.more()) {
            throw feed.error("expected a sequence letter or the end of the line but found "
                    + Bytes.describe(feed.peek()));
        }
    }
}
