package org.pgas.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

import org.pgas.examples.matrixmarket.MatrixMarketHeader;
import org.pgas.examples.matrixmarket.MatrixMarketHeader.Field;
import org.pgas.examples.matrixmarket.MatrixMarketReader;
import org.pgas.examples.matrixmarket.MatrixMarketWriter;

/** Small matrices as Matrix Market files: what goes into a run of a program, and what has come out of it. */
final class MatrixText {
    private MatrixText() {}

    /** About half of it zeros. */
    static double[][] random(SplittableRandom random, int rows, int columns, Field field) {
        double[][] matrix = new double[rows][columns];
        for (double[] row : matrix) {
            for (int column = 0; column < columns; column++) {
                double number = field == Field.REAL ? random.nextDouble(-1, 1) : random.nextInt(1, 100);
                row[column] = random.nextBoolean() ? 0 : field == Field.PATTERN ? 1 : number;
            }
        }
        return matrix;
    }

    static Path writeArray(Path file, Field field, double[][] matrix) throws IOException {
        MatrixMarketHeader header = MatrixMarketHeader.array(field, matrix.length, matrix[0].length);
        try (MatrixMarketWriter writer = new MatrixMarketWriter(file, header)) {
            for (int column = 0; column < header.columns(); column++) {
                for (int row = 0; row < header.rows(); row++) {
                    writer.entry(row, column, matrix[row][column]);
                }
            }
        }
        return file;
    }

    static Path writeCoordinates(Path file, Field field, double[][] matrix) throws IOException {
        try (MatrixMarketWriter writer = new MatrixMarketWriter(file,
                MatrixMarketHeader.coordinate(field, matrix.length, matrix[0].length, nonZeros(matrix)))) {
            for (int row = matrix.length - 1; row >= 0; row--) {
                for (int column = 0; column < matrix[0].length; column++) {
                    if (matrix[row][column] != 0) {
                        writer.entry(row, column, matrix[row][column]);
                    }
                }
            }
        }
        return file;
    }

    static long nonZeros(double[][] matrix) {
        long nonZeros = 0;
        for (double[] row : matrix) {
            for (double number : row) {
                nonZeros += number == 0 ? 0 : 1;
            }
        }
        return nonZeros;
    }

    static double[][] read(Path file) throws IOException {
        MatrixMarketHeader header = MatrixMarketReader.header(file);
        double[][] matrix = new double[header.rows()][header.columns()];
        MatrixMarketReader.read(file, (row, column, value) -> matrix[row][column] += value);
        return matrix;
    }

    static double[][] transpose(double[][] matrix) {
        double[][] transpose = new double[matrix[0].length][matrix.length];
        for (int row = 0; row < matrix.length; row++) {
            for (int column = 0; column < transpose.length; column++) {
                transpose[column][row] = matrix[row][column];
            }
        }
        return transpose;
    }

    static double[][] product(double[][] left, double[][] right) {
        double[][] product = new double[left.length][right[0].length];
        for (int row = 0; row < left.length; row++) {
            for (int column = 0; column < right[0].length; column++) {
                for (int inner = 0; inner < right.length; inner++) {
                    product[row][column] += left[row][inner] * right[inner][column];
                }
            }
        }
        return product;
    }

    static Path file(Path directory, String name, String... lines) throws IOException {
        return Files.writeString(directory.resolve(name), String.join("\n", lines) + "\n");
    }
}
