package org.pgas.examples.matmul;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;

import org.pgas.Job;
import org.pgas.examples.grid.RankGrid;
import org.pgas.examples.matrix.Dense;
import org.pgas.examples.matrix.DistributedMatrix;
import org.pgas.examples.matrix.Patch;
import org.pgas.testkit.RankTest;

final class PlainMultiplyTest {
    private static final int ROWS = PlainMultiply.STRIP + 3;
    private static final int INNER = 5;
    private static final int COLUMNS = 4;

    @RankTest(ranks = 2)
    void shouldCountEveryWrongNumber(Job job) {
        DistributedMatrix left = matrix(job, 0, ROWS, INNER);
        DistributedMatrix right = matrix(job, 4096, INNER, COLUMNS);
        DistributedMatrix product = matrix(job, 8192, ROWS, COLUMNS);
        if (job.rank() == 0) {
            double[] a = new double[ROWS * INNER];
            double[] b = new double[INNER * COLUMNS];
            fill(a, 1);
            fill(b, 1);
            double[] c = product(a, b);
            put(left, a);
            put(right, b);
            put(product, c);
            assertEquals(0, wrong(left, right, product));
            // integers are compared exactly, however small the difference is
            c[1] += 1e-9;
            c[COLUMNS * PlainMultiply.STRIP] = Double.NaN;
            c[c.length - 1] = 0.5;
            put(product, c);
            assertEquals(3, wrong(left, right, product));
        }
        job.world().barrier();
    }

    @RankTest(ranks = 1)
    void shouldAllowForTheRoundingOfRealNumbersAndForNoMore(Job job) {
        DistributedMatrix left = matrix(job, 0, ROWS, INNER);
        DistributedMatrix right = matrix(job, 4096, INNER, COLUMNS);
        DistributedMatrix product = matrix(job, 8192, ROWS, COLUMNS);
        double[] a = new double[ROWS * INNER];
        double[] b = new double[INNER * COLUMNS];
        fill(a, 0.1);
        fill(b, 0.3);
        double[] c = product(a, b);
        put(left, a);
        put(right, b);
        c[3] = Math.nextUp(c[3]);
        put(product, c);
        assertEquals(0, wrong(left, right, product));
        c[3] += 1e-9;
        put(product, c);
        assertEquals(1, wrong(left, right, product));
    }

    private static DistributedMatrix matrix(Job job, long base, int rows, int columns) {
        return new DistributedMatrix(job, RankGrid.of(job.size(), rows, columns), base);
    }

    private static void fill(double[] numbers, double factor) {
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = factor * (i % 7 - 2);
        }
    }

    private static double[] product(double[] a, double[] b) {
        double[] c = new double[ROWS * COLUMNS];
        for (int i = 0; i < c.length; i++) {
            for (int inner = INNER - 1; inner >= 0; inner--) {
                c[i] += a[i / COLUMNS * INNER + inner] * b[inner * COLUMNS + i % COLUMNS];
            }
        }
        return c;
    }

    private static void put(DistributedMatrix matrix, double[] numbers) {
        matrix.put(new Patch(0, 0, matrix.rows(), matrix.columns()), MemorySegment.ofArray(numbers),
                Dense.rowMajor(matrix.rows(), matrix.columns()));
    }

    private static long wrong(DistributedMatrix left, DistributedMatrix right, DistributedMatrix product) {
        PlainMultiply check = new PlainMultiply(left, right, product);
        return check.wrongNumbers(0) + check.wrongNumbers(PlainMultiply.STRIP);
    }
}
