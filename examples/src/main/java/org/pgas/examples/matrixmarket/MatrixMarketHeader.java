package org.pgas.examples.matrixmarket;

import java.util.Locale;

/**
 * What a Matrix Market file says before its entries.
 *
 * @param format whether it has all entries, or some of them with their places
 * @param field what an entry is
 * @param symmetry which entries are left out because others tell them
 * @param rows of the matrix
 * @param columns of the matrix
 * @param entries lines of entries in the file
 */
public record MatrixMarketHeader(Format format, Field field, Symmetry symmetry, int rows, int columns, long entries) {
    /** Dense, column after column; or sparse, with row and column of each entry. */
    public enum Format {
        ARRAY, COORDINATE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What an entry is. One of a pattern has no value, and stands for 1. */
    public enum Field {
        REAL, INTEGER, PATTERN;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Of a symmetric matrix, the file has the lower triangle; of a skew-symmetric one, what is below the diagonal. */
    public enum Symmetry {
        GENERAL, SYMMETRIC, SKEW_SYMMETRIC;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Of a file with all entries. */
    public static MatrixMarketHeader array(Field field, int rows, int columns) {
        return new MatrixMarketHeader(Format.ARRAY, field, Symmetry.GENERAL, rows, columns, (long) rows * columns);
    }

    /** Of a file with {@code entries} entries and their places. */
    public static MatrixMarketHeader coordinate(Field field, int rows, int columns, long entries) {
        return new MatrixMarketHeader(Format.COORDINATE, field, Symmetry.GENERAL, rows, columns, entries);
    }
}
