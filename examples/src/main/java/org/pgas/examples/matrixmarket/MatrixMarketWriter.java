package org.pgas.examples.matrixmarket;

import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import org.pgas.examples.matrixmarket.MatrixMarketHeader.Field;
import org.pgas.examples.matrixmarket.MatrixMarketHeader.Format;
import org.pgas.examples.matrixmarket.MatrixMarketHeader.Symmetry;

/** Writes a Matrix Market file, entry by entry. Real numbers are written so that the same ones are read again. */
public final class MatrixMarketWriter implements Closeable {
    private final MatrixMarketHeader header;
    private final BufferedWriter out;
    private long written;

    /** Begins a file, or replaces one. Only general matrices are written. */
    public MatrixMarketWriter(Path file, MatrixMarketHeader header) throws IOException {
        if (header.symmetry() != Symmetry.GENERAL) {
            throw new IllegalArgumentException("only general matrices are written, not " + header.symmetry() + " ones");
        }
        this.header = header;
        out = Files.newBufferedWriter(file, StandardCharsets.US_ASCII);
        out.write("%%MatrixMarket matrix " + header.format() + " " + header.field() + " " + header.symmetry() + "\n");
        out.write(header.rows() + " " + header.columns()
                + (header.format() == Format.ARRAY ? "" : " " + header.entries()) + "\n");
    }

    /**
     * Writes the next entry, zero-based: of an array, in the order of its columns; of an integer matrix, an integer
     * that a long holds.
     */
    public void entry(int row, int column, double value) throws IOException {
        if (header.format() == Format.COORDINATE) {
            out.write(Integer.toString(row + 1));
            out.write(' ');
            out.write(Integer.toString(column + 1));
            if (header.field() != Field.PATTERN) {
                out.write(' ');
            }
        } else if (written != (long) column * header.rows() + row) {
            throw new IllegalStateException(
                    "row " + row + ", column " + column + " is not entry " + written + " of an array");
        }
        switch (header.field()) {
            case REAL -> out.write(real(value));
            case INTEGER -> out.write(Long.toString((long) value));
            case PATTERN -> {
                // its place is all there is to say
            }
        }
        out.write('\n');
        written++;
    }

    private static String real(double value) throws IOException {
        if (!Double.isFinite(value)) {
            throw new IOException("a Matrix Market file has finite numbers only, not " + value);
        }
        return Double.toString(value);
    }

    /** Ends the file. Error: there are not as many entries as the header says. */
    @Override
    public void close() throws IOException {
        out.close();
        if (written != header.entries()) {
            throw new IOException("the file has " + written + " entries instead of " + header.entries());
        }
    }
}
