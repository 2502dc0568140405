package org.pgas.examples.matrixmarket;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

import org.pgas.examples.matrixmarket.MatrixMarketHeader.Field;
import org.pgas.examples.matrixmarket.MatrixMarketHeader.Format;
import org.pgas.examples.matrixmarket.MatrixMarketHeader.Symmetry;

/**
 * Reads a Matrix Market file from its begin to its end, keeping nothing.
 *
 * <p>What is not in the format is an error, a {@link MatrixMarketException}: a line longer than 1,024 characters, a
 * missing or a further entry or word, an index outside the matrix, an entry above the diagonal of a symmetric matrix.
 * Empty lines and comments are skipped wherever they are. Numbers must be finite, and integers so small that a double
 * holds them exactly.
 */
public final class MatrixMarketReader {
    private static final long LARGEST_EXACT = 1L << 53;

    private final LineWords words;
    private Format format;
    private Field field;
    private Symmetry symmetry;

    private MatrixMarketReader(LineWords words) {
        this.words = words;
    }

    /** Takes the entries of a matrix, zero-based. */
    @FunctionalInterface
    public interface Entries {
        /**
         * The next one: of an array, in the order of the file; of a symmetric matrix also its mirror image. One place
         * may be named again: the values add up.
         */
        void entry(int row, int column, double value);
    }

    /** Reads no further than the size of the matrix. */
    public static MatrixMarketHeader header(Path file) throws IOException {
        try (LineWords words = new LineWords(file)) {
            return new MatrixMarketReader(words).header();
        }
    }

    /** Reads all. */
    public static MatrixMarketHeader read(Path file, Entries entries) throws IOException {
        try (LineWords words = new LineWords(file)) {
            MatrixMarketReader reader = new MatrixMarketReader(words);
            MatrixMarketHeader header = reader.header();
            if (header.format() == Format.ARRAY) {
                reader.array(header, entries);
            } else {
                reader.coordinates(header, entries);
            }
            if (words.nextLineOfWords()) {
                throw words.expected("the end of the file after " + header.entries() + " entries", words.word());
            }
            return header;
        }
    }

    private MatrixMarketHeader header() throws IOException {
        if (!words.nextLine()) {
            throw words.problem("expected \"%%MatrixMarket\", found an empty file");
        }
        kind();
        if (!words.nextLineOfWords()) {
            throw words.problem("expected the size of the matrix, found the end of the file");
        }
        int rows = (int) words.integer("the number of rows", 0, Integer.MAX_VALUE);
        int columns = (int) words.integer("the number of columns", 0, Integer.MAX_VALUE);
        if (symmetry != Symmetry.GENERAL && rows != columns) {
            throw words.problem("expected as many rows as columns of a " + symmetry + " matrix, found " + rows + " and "
                    + columns);
        }
        long entries = format == Format.ARRAY
                ? entriesOfArray(rows, columns)
                : words.integer("the number of entries", 0, Long.MAX_VALUE);
        words.end();
        return new MatrixMarketHeader(format, field, symmetry, rows, columns, entries);
    }

    private void kind() throws MatrixMarketException {
        String banner = words.word();
        if (!banner.equalsIgnoreCase("%%MatrixMarket")) {
            throw words.expected("\"%%MatrixMarket\"", banner);
        }
        String object = words.word();
        if (!object.equalsIgnoreCase("matrix")) {
            throw words.expected("\"matrix\"", object);
        }
        format = keyword(Format.values());
        field = keyword(Field.values());
        symmetry = keyword(Symmetry.values());
        words.end();
        if (field == Field.PATTERN && (format == Format.ARRAY || symmetry == Symmetry.SKEW_SYMMETRIC)) {
            throw words.problem("a pattern is expected to be coordinate and general or symmetric, found " + format + " "
                    + symmetry);
        }
    }

    private <E extends Enum<E>> E keyword(E[] values) throws MatrixMarketException {
        String word = words.word();
        StringBuilder known = new StringBuilder();
        for (E value : values) {
            if (value.toString().equals(word.toLowerCase(Locale.ROOT))) {
                return value;
            }
            known.append(known.isEmpty() ? "" : " or ").append(value);
        }
        throw words.expected(known.toString(), word);
    }

    private long entriesOfArray(long rows, long columns) {
        return switch (symmetry) {
            case GENERAL -> rows * columns;
            case SYMMETRIC -> rows * (rows + 1) / 2;
            case SKEW_SYMMETRIC -> rows * (rows - 1) / 2;
        };
    }

    private void array(MatrixMarketHeader header, Entries entries) throws IOException {
        long done = 0;
        for (int column = 0; column < header.columns(); column++) {
            int first = switch (symmetry) {
                case GENERAL -> 0;
                case SYMMETRIC -> column;
                case SKEW_SYMMETRIC -> column + 1;
            };
            for (int row = first; row < header.rows(); row++) {
                line(header, done++);
                deliver(entries, row, column, value());
            }
        }
    }

    private void coordinates(MatrixMarketHeader header, Entries entries) throws IOException {
        for (long done = 0; done < header.entries(); done++) {
            line(header, done);
            int row = (int) words.integer("a row", 1, header.rows()) - 1;
            int column = (int) words.integer("a column", 1, header.columns()) - 1;
            if (symmetry == Symmetry.SYMMETRIC && column > row) {
                throw words.problem("expected an entry of the lower triangle, as the matrix is symmetric, found row "
                        + (row + 1) + ", column " + (column + 1));
            }
            if (symmetry == Symmetry.SKEW_SYMMETRIC && column >= row) {
                throw words.problem("expected an entry below the diagonal, as the matrix is skew-symmetric, found row "
                        + (row + 1) + ", column " + (column + 1));
            }
            deliver(entries, row, column, field == Field.PATTERN ? 1 : value());
        }
    }

    private void line(MatrixMarketHeader header, long done) throws IOException {
        if (!words.nextLineOfWords()) {
            throw words.problem("expected " + header.entries() + " entries, found the end of the file after " + done);
        }
    }

    private double value() throws MatrixMarketException {
        return field == Field.INTEGER ? words.integer("a value", -LARGEST_EXACT, LARGEST_EXACT) : words.real();
    }

    private void deliver(Entries entries, int row, int column, double value) throws MatrixMarketException {
        words.end();
        entries.entry(row, column, value);
        if (symmetry != Symmetry.GENERAL && row != column) {
            entries.entry(column, row, symmetry == Symmetry.SYMMETRIC ? value : -value);
        }
    }
}
