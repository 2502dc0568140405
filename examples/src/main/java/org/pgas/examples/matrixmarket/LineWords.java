package org.pgas.examples.matrixmarket;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A text file, taken line by line and word by word. Lines are limited, so that a file of anything else does no harm.
 */
final class LineWords implements Closeable {
    /** The longest line, by the format. */
    static final int LONGEST = 1024;

    private static final int BUFFER = 1 << 16;

    private final Path file;
    private final BufferedInputStream in;
    private final byte[] line = new byte[LONGEST + 1]; // with the first half of a CR LF
    private int length;
    private int next;
    private long number;

    LineWords(Path file) throws IOException {
        this.file = file;
        in = new BufferedInputStream(Files.newInputStream(file), BUFFER);
    }

    /** Goes to the next line; false at the end of the file. */
    boolean nextLine() throws IOException {
        length = 0;
        next = 0;
        int letter = in.read();
        if (letter < 0) {
            return false;
        }
        number++;
        for (; letter >= 0 && letter != '\n'; letter = in.read()) {
            if (length > LONGEST) {
                throw tooLong();
            }
            line[length++] = (byte) letter;
        }
        if (length > LONGEST && line[LONGEST] != '\r') {
            throw tooLong();
        }
        return true;
    }

    private MatrixMarketException tooLong() {
        return problem("the line is longer than " + LONGEST + " characters");
    }

    /** Goes to the next line that is neither empty nor a comment; false at the end of the file. */
    boolean nextLineOfWords() throws IOException {
        while (nextLine()) {
            skipSpace();
            if (next < length && line[next] != '%') {
                return true;
            }
        }
        return false;
    }

    /** The next word of the line; empty when there is none. */
    String word() {
        skipSpace();
        int begin = next;
        while (next < length && !isSpace(line[next])) {
            next++;
        }
        return new String(line, begin, next - begin, StandardCharsets.ISO_8859_1);
    }

    private void skipSpace() {
        while (next < length && isSpace(line[next])) {
            next++;
        }
    }

    private static boolean isSpace(byte letter) {
        return letter == ' ' || letter == '\t' || letter == '\r';
    }

    /** An integer in a range; {@code name} says in an error what it is. */
    long integer(String name, long least, long most) throws MatrixMarketException {
        String word = word();
        long value;
        try {
            value = Long.parseLong(word);
        } catch (NumberFormatException e) {
            throw expected(name + ", an integer in " + least + ".." + most, word, e);
        }
        if (value < least || value > most) {
            throw expected(name + ", an integer in " + least + ".." + most, word, null);
        }
        return value;
    }

    /** A finite number in decimal notation. */
    double real() throws MatrixMarketException {
        String word = word();
        double value;
        try {
            value = isDecimal(word) ? Double.parseDouble(word) : Double.NaN;
        } catch (NumberFormatException e) {
            throw expected("a number", word, e);
        }
        if (!Double.isFinite(value)) {
            throw expected("a finite decimal number that a double can hold", word, null);
        }
        return value;
    }

    /** Without what Java takes for a number besides: hexadecimal ones, names, and letters at the end. */
    private static boolean isDecimal(String word) {
        for (int i = 0; i < word.length(); i++) {
            if ("0123456789.eE+-".indexOf(word.charAt(i)) < 0) {
                return false;
            }
        }
        return !word.isEmpty();
    }

    /** Error: the line has another word. */
    void end() throws MatrixMarketException {
        String word = word();
        if (!word.isEmpty()) {
            throw expected("the end of the line", word, null);
        }
    }

    MatrixMarketException expected(String expected, String found) {
        return expected(expected, found, null);
    }

    private MatrixMarketException expected(String expected, String found, Exception cause) {
        MatrixMarketException problem = problem("expected " + expected + ", found "
                + (found.isEmpty() ? "the end of the line" : "\"" + found + "\""));
        problem.initCause(cause);
        return problem;
    }

    /** About the line that was taken last. */
    MatrixMarketException problem(String problem) {
        return new MatrixMarketException(file, number, problem);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
