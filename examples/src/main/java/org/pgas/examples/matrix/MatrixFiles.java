package org.pgas.examples.matrix;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

import org.pgas.examples.matrixmarket.MatrixMarketHeader;
import org.pgas.examples.matrixmarket.MatrixMarketHeader.Field;
import org.pgas.examples.matrixmarket.MatrixMarketHeader.Format;
import org.pgas.examples.matrixmarket.MatrixMarketHeader.Symmetry;
import org.pgas.examples.matrixmarket.MatrixMarketReader;
import org.pgas.examples.matrixmarket.MatrixMarketWriter;

/**
 * Reads and writes distributed matrices as Matrix Market files; called by one rank. Files go column by column and
 * blocks row by row, so panels of some columns are transposed on their way. A panel is all that is ever in the heap.
 */
public final class MatrixFiles {
    private static final long PANEL_BYTES = 1 << 20;
    private static final double LARGEST_EXACT = 1L << 53;

    private MatrixFiles() {}

    /** Reads a file into a matrix of its size that is all zeros. */
    public static void load(Path file, Matrix matrix) throws IOException {
        MatrixMarketHeader header = MatrixMarketReader.header(file);
        if (header.rows() != matrix.rows() || header.columns() != matrix.columns()) {
            throw new IOException(
                    file + " has changed: it was " + matrix.rows() + " x " + matrix.columns() + ", and is "
                            + header.rows() + " x " + header.columns());
        }
        if (header.format() == Format.ARRAY && header.symmetry() == Symmetry.GENERAL) {
            Panel panel = new Panel(matrix);
            MatrixMarketReader.read(file, panel::append);
        } else {
            MatrixMarketReader.read(file, matrix::add);
        }
    }

    /**
     * Writes a matrix: as an array, all of it; as coordinates, what is not zero. With {@code field}, or the next of
     * PATTERN, INTEGER and REAL that can say what the entries are: a pattern only ones, an integer what a double holds
     * exactly. Numbers that are not finite are refused, and then no file is begun.
     */
    public static void store(Path file, Matrix matrix, Format format, Field field) throws IOException {
        Census census = new Census();
        Panel panel = new Panel(matrix);
        panel.each(census);
        boolean sparse = format == Format.COORDINATE;
        Field written = census.field(field, sparse);
        MatrixMarketHeader header = sparse
                ? MatrixMarketHeader.coordinate(written, matrix.rows(), matrix.columns(), census.nonZeros)
                : MatrixMarketHeader.array(written, matrix.rows(), matrix.columns());
        try (MatrixMarketWriter writer = new MatrixMarketWriter(file, header)) {
            panel.each((row, column, value) -> {
                if (!sparse || value != 0) {
                    writer.entry(row, column, value);
                }
            });
        }
    }

    /** Takes entries column by column. */
    @FunctionalInterface
    private interface Visitor {
        void visit(int row, int column, double value) throws IOException;
    }

    private static final class Census implements Visitor {
        private long nonZeros;
        private boolean integers = true;
        private boolean ones = true;

        Field field(Field wanted, boolean sparse) {
            if (!integers) {
                return Field.REAL;
            }
            return wanted == Field.PATTERN && !(sparse && ones) ? Field.INTEGER : wanted;
        }

        @Override
        public void visit(int row, int column, double value) throws IOException {
            if (!Double.isFinite(value)) {
                throw new IOException("row " + (row + 1) + ", column " + (column + 1) + " is " + value
                        + ": a Matrix Market file has finite numbers only");
            }
            nonZeros += value == 0 ? 0 : 1;
            ones &= value == 0 || value == 1;
            integers &= value == Math.rint(value) && Math.abs(value) <= LARGEST_EXACT;
        }
    }

    /** Some columns of a matrix at a time, in the heap. */
    private static final class Panel {
        private final Matrix matrix;
        private final int rows;
        private final int width;
        private final double[] numbers;
        private final MemorySegment memory;
        private final Dense layout;

        Panel(Matrix matrix) {
            this.matrix = matrix;
            rows = matrix.rows();
            width = Math.clamp(PANEL_BYTES / Double.BYTES / rows, 1, matrix.columns());
            numbers = new double[Math.multiplyExact(rows, width)];
            memory = MemorySegment.ofArray(numbers);
            layout = Dense.columnMajor(rows, width);
        }

        /** Takes the next number of a file with all of them; a full panel goes to the matrix. */
        void append(int row, int column, double value) {
            int inPanel = column % width;
            numbers[inPanel * rows + row] = value;
            if (row == rows - 1 && (inPanel == width - 1 || column == matrix.columns() - 1)) {
                matrix.put(new Patch(0, column - inPanel, rows, inPanel + 1), memory, layout);
            }
        }

        void each(Visitor visitor) throws IOException {
            for (int first = 0; first < matrix.columns(); first += width) {
                int columns = Math.min(width, matrix.columns() - first);
                matrix.get(new Patch(0, first, rows, columns), memory, layout);
                for (int column = 0; column < columns; column++) {
                    for (int row = 0; row < rows; row++) {
                        visitor.visit(row, first + column, numbers[column * rows + row]);
                    }
                }
            }
        }
    }
}
