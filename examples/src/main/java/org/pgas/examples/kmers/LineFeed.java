package org.pgas.examples.kmers;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * A window on a stream of text lines, in constant memory however long a line is.
 *
 * <p>Each method consumes one kind of thing; what a line means is the parser's business.
 */
final class LineFeed {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final boolean[] LETTER = new boolean[256];

    static {
        for (int c = 'A'; c <= 'Z'; c++) {
            LETTER[c] = true;
            LETTER[c + 'a' - 'A'] = true;
        }
        // Gap, stop and unknown are legal in sequences; no k-mer has them.
        LETTER['-'] = true;
        LETTER['*'] = true;
        LETTER['.'] = true;
    }

    private final byte[] buffer = new byte[BUFFER_BYTES];
    private final InputStream in;
    private final String name;
    private final Runnable afterFill;
    private long allowance = Long.MAX_VALUE;
    private int position;
    private int limit;
    private long line = 1;

    LineFeed(InputStream in, String name, Runnable afterFill) {
        this.in = in;
        this.name = name;
        this.afterFill = afterFill;
    }

    /** Lets the input seem to end after {@code bytes} bytes from here; callable again when it did. */
    void allow(long bytes) {
        allowance = bytes;
    }

    /** Whether there is another byte; only then {@link #peek()} and {@link #position()} say something. */
    boolean more() throws IOException {
        return position < limit || fill();
    }

    private boolean fill() throws IOException {
        int wanted = (int) Math.min(buffer.length, allowance);
        int count = wanted == 0 ? -1 : in.read(buffer, 0, wanted);
        position = 0;
        limit = Math.max(count, 0);
        allowance -= limit;
        afterFill.run();
        return limit > 0;
    }

    byte[] buffer() {
        return buffer;
    }

    int position() {
        return position;
    }

    long line() {
        return line;
    }

    int peek() {
        return buffer[position] & 0xff;
    }

    /** Takes up to {@code count} of the bytes that are next, to show them in an error: no way back. */
    byte[] last(int count) throws IOException {
        byte[] bytes = Arrays.copyOfRange(buffer, position, position + count);
        int buffered = Math.min(limit - position, count);
        return Arrays.copyOf(bytes, buffered + in.readNBytes(bytes, buffered, count - buffered));
    }

    /** Steps over the sequence letters in the buffer, at most {@code atMost}, and returns how many there were. */
    int letters(long atMost) {
        int from = position;
        int end = from + (int) Math.min(limit - from, atMost);
        int at = from;
        while (at < end && LETTER[buffer[at] & 0xff]) {
            at++;
        }
        position = at;
        return at - from;
    }

    /** Steps over quality characters, refilling, and returns how many there were. */
    long qualities() throws IOException {
        long count = 0;
        do {
            int from = position;
            while (position < limit && buffer[position] >= '!' && buffer[position] <= '~') {
                position++;
            }
            count += position - from;
        } while (position == limit && more());
        return count;
    }

    /** Steps over blanks and the carriage return of a line end. */
    void blanks() throws IOException {
        while (more() && isBlank(peek())) {
            position++;
        }
    }

    /** Steps over a line feed if that is next. */
    boolean lineEnd() throws IOException {
        if (!more() || peek() != '\n') {
            return false;
        }
        position++;
        line++;
        return true;
    }

    /** Goes to the start of the next line; false if the input ended before. */
    boolean skipLine() throws IOException {
        while (more()) {
            int at = position;
            while (at < limit && buffer[at] != '\n') {
                at++;
            }
            position = at;
            if (lineEnd()) {
                return true;
            }
        }
        return false;
    }

    /** Goes to the first byte that is neither blank nor a line end; false if there is none. */
    boolean skipBlankLines() throws IOException {
        do {
            blanks();
        } while (lineEnd());
        return more();
    }

    /** Ends a line of sequence or quality; {@code expected} names what else could have come. */
    void endLine(String expected) throws IOException {
        blanks();
        if (!lineEnd() && more()) {
            throw error("expected " + expected + " but found " + Bytes.describe(peek()));
        }
    }

    SequenceFormatException error(String problem) {
        return error(line, problem);
    }

    SequenceFormatException error(long atLine, String problem) {
        return new SequenceFormatException(name, atLine, problem);
    }

    private static boolean isBlank(int c) {
        return c == ' ' || c == '\t' || c == '\r';
    }
}
