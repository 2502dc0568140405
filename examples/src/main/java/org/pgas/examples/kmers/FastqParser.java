package org.pgas.examples.kmers;

import java.io.IOException;

/**
 * Reads FASTQ records of four or of more lines.
 *
 * <p>Only counting finds the end of a quality, for a quality line may start with {@code @} or {@code +}.
 */
final class FastqParser {
    private final LineFeed feed;
    private final SequenceSink sink;
    private long recordLine;
    private long letters;
    private long sequenceLines;

    FastqParser(LineFeed feed, SequenceSink sink) {
        this.feed = feed;
        this.sink = sink;
    }

    void parse() throws IOException {
        while (feed.skipBlankLines()) {
            header();
            sequence();
            quality();
        }
    }

    private void header() throws IOException {
        if (feed.peek() != '@') {
            throw feed.error("expected '@' at the start of a record but found " + Bytes.describe(feed.peek()));
        }
        recordLine = feed.line();
        feed.skipLine();
        sink.startRecord();
    }

    private void sequence() throws IOException {
        letters = 0;
        sequenceLines = 0;
        while (feed.more() && feed.peek() != '+') {
            if (feed.peek() == '@') {
                throw feed.error("expected the '+' line of the record of line " + recordLine + " but found '@'");
            }
            sequenceLine();
        }
        requireMore();
        feed.skipLine();
    }

    private void sequenceLine() throws IOException {
        do {
            int from = feed.position();
            int count = feed.letters(Integer.MAX_VALUE);
            if (count == 0) {
                break;
            }
            sink.letters(feed.buffer(), from, from + count);
            letters += count;
        } while (feed.more());
        feed.endLine("a sequence letter or the end of the line");
        sequenceLines++;
    }

    private void quality() throws IOException {
        long count = 0;
        while (count < letters) {
            requireMore();
            long line = feed.line();
            count += feed.qualities();
            feed.endLine("a quality character ('!' to '~') or the end of the line");
            // A sequence in one line has its quality in one line: so the error is found where it is.
            if (count > letters || sequenceLines == 1 && count < letters) {
                throw feed.error(line, "the quality has " + count + " characters but the sequence has " + letters
                        + " (record of line " + recordLine + ")");
            }
        }
    }

    private void requireMore() throws IOException {
        if (!feed.more()) {
            throw feed.error("the file ends inside the record of line " + recordLine);
        }
    }
}
