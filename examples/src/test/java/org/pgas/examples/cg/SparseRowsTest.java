package org.pgas.examples.cg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.pgas.examples.grid.Split;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

@Seeded
class SparseRowsTest {
    /** Integers, so that all sums are exact in any order. */
    @Test
    void shouldMultiplyLikeADenseMatrixHoweverEntriesComeAndRowsAreDivided() {
        SplittableRandom random = Seed.of("matrix");
        for (int round = 0; round < 200; round++) {
            int order = 1 + random.nextInt(1 + random.nextInt(40));
            Split split = new Split(order, 1 + random.nextInt(5));
            SparseRowsBuilder[] builders = new SparseRowsBuilder[split.parts()];
            for (int part = 0; part < builders.length; part++) {
                builders[part] = new SparseRowsBuilder(split, part);
            }
            double[][] dense = new double[order][order];
            for (int entries = random.nextInt(4 * order); entries > 0; entries--) {
                int row = random.nextInt(order);
                int column = random.nextInt(order);
                int value = random.nextInt(-9, 10);
                dense[row][column] += value;
                for (SparseRowsBuilder builder : builders) {
                    builder.add(row, column, value);
                }
            }
            double[] vector = random.ints(order, -9, 10).asDoubleStream().toArray();
            for (int part = 0; part < builders.length; part++) {
                check(dense, vector, split, part, builders[part].build());
            }
        }
    }

    private static void check(double[][] dense, double[] vector, Split split, int part, SparseRows rows) {
        assertEquals(split.first(part), rows.first());
        assertEquals(split.count(part), rows.count());
        double[] product = new double[rows.count()];
        double[] diagonal = new double[rows.count()];
        for (int i = 0; i < rows.count(); i++) {
            for (int column = 0; column < vector.length; column++) {
                product[i] += dense[rows.first() + i][column] * vector[column];
            }
            diagonal[i] = dense[rows.first() + i][rows.first() + i];
        }
        double[] found = new double[rows.count()];
        rows.multiply(vector, found);
        assertArrayEquals(product, found);
        assertArrayEquals(diagonal, rows.diagonal());
        int[] last = {-1, -1};
        rows.visit((row, column, value) -> {
            assertEquals(dense[row][column], value);
            assertEquals(true, row > last[0] || row == last[0] && column > last[1],
                    "an entry is not behind the one before");
            last[0] = row;
            last[1] = column;
        });
    }

    @Test
    void shouldKeepMoreEntriesThanItHasRoomForAtFirst() {
        SparseRowsBuilder builder = new SparseRowsBuilder(new Split(300, 1), 0);
        for (int i = 299; i >= 0; i--) {
            for (int j = 0; j < 300; j += 3) {
                builder.add(i, j, i * 300 + j);
            }
        }
        SparseRows rows = builder.build();
        assertEquals(30_000, rows.entries());
        rows.visit((row, column, value) -> assertEquals(row * 300 + column, value));
    }

    @Test
    void shouldHaveFourAndItsNeighboursInEachRowOfPoissonsEquation() {
        for (int side : new int[]{1, 2, 7}) {
            SparseRows rows = Poisson.rows(side, new Split(side * side, 1), 0);
            assertEquals(5 * side * side - 4 * side, rows.entries());
            rows.visit((row, column, value) -> {
                int distance = Math.abs(row % side - column % side) + Math.abs(row / side - column / side);
                assertEquals(distance == 0 ? 4 : -1, value);
                assertEquals(true, distance <= 1);
            });
        }
    }
}
