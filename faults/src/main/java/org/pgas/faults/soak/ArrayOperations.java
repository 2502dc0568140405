package org.pgas.faults.soak;

import java.util.Arrays;
import java.util.SplittableRandom;

import org.pgas.arrays.Distribution;
import org.pgas.arrays.DoubleMatrix;
import org.pgas.arrays.GridDistribution;
import org.pgas.arrays.LongArray;

/** Arrays and matrices, made, written in ranges and sections by all ranks, redistributed, summed and closed. */
final class ArrayOperations extends Operations {
    ArrayOperations(Stage stage) {
        super(stage, "arrays");
    }

    @Override
    boolean isOneSided() {
        return false;
    }

    @Override
    boolean isCollective() {
        return true;
    }

    @Override
    void together(SplittableRandom shared, Strand main) {
        if (shared.nextBoolean()) {
            array(shared, main);
        } else {
            matrix(shared, main);
        }
    }

    private static Distribution distribution(SplittableRandom shared, int length) {
        return switch (shared.nextInt(3)) {
            case 0 -> Distribution.block(length);
            case 1 -> Distribution.cyclic(length);
            default -> Distribution.blockCyclic(length, 1 + shared.nextInt(20));
        };
    }

    private void array(SplittableRandom shared, Strand main) {
        main.does(this);
        int length = stage().ranks() + shared.nextInt(5000);
        LongArray array = LongArray.create(world(), distribution(shared, length));
        long[] model = new long[length];
        for (int turn = 0; turn < 6; turn++) {
            main.does(this);
            int from = shared.nextInt(length);
            int to = from + shared.nextInt(length - from + 1);
            long[] data = new SplittableRandom(shared.nextLong()).longs(to - from).toArray();
            if (turn % stage().ranks() == stage().rank()) {
                array.putRange(from, data);
            }
            System.arraycopy(data, 0, model, from, to - from);
            int at = shared.nextInt(length);
            world().barrier();
            array.add(at, stage().rank() + 1);
            model[at] += stage().ranks() * (stage().ranks() + 1L) / 2;
            world().barrier();
        }
        main.same("the sum of an array", stage().rank(), 0, Arrays.stream(model).sum(), array.sum());
        LongArray other = array.redistribute(distribution(shared, length));
        array.close();
        long[] found = new long[length];
        other.getRange(0, found);
        int at = Arrays.mismatch(model, found);
        if (at >= 0) {
            throw main.mismatch("an element of an array", stage().rank(), at, model[at], found[at]);
        }
        world().barrier();
        other.close();
    }

    private void matrix(SplittableRandom shared, Strand main) {
        main.does(this);
        int rows = stage().ranks() + shared.nextInt(60);
        int columns = stage().ranks() + shared.nextInt(60);
        DoubleMatrix matrix = DoubleMatrix.create(world(), shared.nextBoolean() ? GridDistribution.block(rows, columns)
                : GridDistribution.blockCyclic(rows, columns, 1 + shared.nextInt(8), 1 + shared.nextInt(8)));
        double[] model = new double[rows * columns];
        for (int turn = 0; turn < 4; turn++) {
            main.does(this);
            int row = shared.nextInt(rows);
            int column = shared.nextInt(columns);
            int height = 1 + shared.nextInt(rows - row);
            int width = 1 + shared.nextInt(columns - column);
            double[] data = new SplittableRandom(shared.nextLong()).ints((long) height * width, -1000, 1000)
                    .asDoubleStream().toArray();
            if (turn % stage().ranks() == stage().rank()) {
                matrix.putSection(row, column, height, width, data, width);
            }
            for (int i = 0; i < data.length; i++) {
                model[(row + i / width) * columns + column + i % width] = data[i];
            }
            world().barrier();
        }
        main.same("the sum of a matrix", stage().rank(), 0, (long) Arrays.stream(model).sum(), (long) matrix.sum());
        double[] found = new double[rows * columns];
        matrix.getSection(0, 0, rows, columns, found, columns);
        int at = Arrays.mismatch(model, found);
        if (at >= 0) {
            throw main.mismatch("an element of a matrix", stage().rank(), at, model[at], found[at]);
        }
        world().barrier();
        matrix.close();
    }
}
