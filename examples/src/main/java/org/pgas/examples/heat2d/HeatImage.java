package org.pgas.examples.heat2d;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a field of temperatures as a PNG picture, a pixel for a cell: dark is cold, light is hot. */
public final class HeatImage {
    /** Supplies a field row by row, from the top, so that nobody need hold all of it. */
    @FunctionalInterface
    public interface Rows {
        /** Fills {@code into} with the temperatures of {@code row}. */
        void read(int row, double[] into) throws IOException;
    }

    private final double low;
    private final double high;

    /** Pictures in which {@code low} and what is below is darkest, {@code high} and what is above is lightest. */
    public HeatImage(double low, double high) {
        if (!(low < high)) {
            throw new IllegalArgumentException("low is " + low + ", legal is below high=" + high);
        }
        this.low = low;
        this.high = high;
    }

    /** Writes a field of rows of equal length to a file, replacing it. */
    public void write(Path file, double[][] field) throws IOException {
        write(file, field.length, field[0].length,
                (row, into) -> System.arraycopy(field[row], 0, into, 0, into.length));
    }

    /** Writes {@code rows} rows to a file, replacing it. */
    public void write(Path file, int rows, int cols, Rows field) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            write(out, rows, cols, field);
        }
    }

    /** Writes {@code rows} rows to a stream and leaves it open. */
    public void write(OutputStream out, int rows, int cols, Rows field) throws IOException {
        try (PngWriter png = new PngWriter(out, cols, rows)) {
            double[] values = new double[cols];
            byte[] rgb = new byte[3 * cols];
            for (int row = 0; row < rows; row++) {
                field.read(row, values);
                paint(values, rgb);
                png.row(rgb);
            }
        }
    }

    private void paint(double[] values, byte[] rgb) {
        for (int col = 0; col < values.length; col++) {
            int colour = ColourMap.colour((values[col] - low) / (high - low));
            rgb[3 * col] = (byte) (colour >> 16);
            rgb[3 * col + 1] = (byte) (colour >> 8);
            rgb[3 * col + 2] = (byte) colour;
        }
    }
}
