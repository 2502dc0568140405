package org.pgas.examples.eigen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.pgas.examples.cg.SparseRows;
import org.pgas.examples.grid.Split;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

@Seeded
class RandomGraphTest {
    /** Blocks of any cut, multiplied and added up, are what edges do one by one. */
    @Test
    void shouldBeTheSameMatrixHoweverItIsCut() {
        SplittableRandom random = Seed.of("graphs");
        for (int round = 0; round < 200; round++) {
            int order = 2 + random.nextInt(40);
            RandomGraph graph = new RandomGraph(order, 1 + random.nextInt(4), 0.5, round);
            double[] vector = random.doubles(order, -1, 1).toArray();
            double[] expected = graph.times(vector);
            Split rows = new Split(order, 1 + random.nextInt(5));
            Split columns = new Split(order, 1 + random.nextInt(5));
            for (int row = 0; row < rows.parts(); row++) {
                double[] sums = new double[rows.count(row)];
                for (int column = 0; column < columns.parts(); column++) {
                    SparseRows block = graph.block(rows, row, columns, column);
                    double[] operand = Arrays.copyOfRange(vector, columns.first(column), columns.first(column + 1));
                    double[] product = new double[sums.length];
                    block.multiply(operand, product);
                    for (int i = 0; i < sums.length; i++) {
                        sums[i] += product[i];
                    }
                }
                for (int i = 0; i < sums.length; i++) {
                    assertEquals(expected[rows.first(row) + i], sums[i], 1e-12, graph.toString());
                }
            }
        }
    }

    @Test
    void shouldHaveTheShiftAsItsSmallestEigenvalue() {
        SplittableRandom random = Seed.of("vectors");
        for (int round = 0; round < 100; round++) {
            int order = 2 + random.nextInt(60);
            RandomGraph graph = new RandomGraph(order, 1 + random.nextInt(6), 0.25, round);
            double[] equal = new double[order];
            Arrays.fill(equal, 3);
            assertEquals(0, graph.distance(equal, 0.25), 1e-13);
            double[] vector = random.doubles(order, -1, 1).toArray();
            double[] product = graph.times(vector);
            double energy = 0;
            double square = 0;
            for (int node = 0; node < order; node++) {
                energy += vector[node] * product[node];
                square += vector[node] * vector[node];
            }
            assertTrue(energy >= 0.25 * square - 1e-12, graph + ": " + energy + " of " + square);
        }
    }

    @Test
    void shouldBeSymmetricWithoutLoops() {
        int order = 23;
        RandomGraph graph = new RandomGraph(order, 3, 1, 7);
        double[][] columns = new double[order][];
        for (int node = 0; node < order; node++) {
            double[] unit = new double[order];
            unit[node] = 1;
            columns[node] = graph.times(unit);
        }
        for (int one = 0; one < order; one++) {
            double degree = 0;
            for (int other = 0; other < order; other++) {
                assertEquals(columns[one][other], columns[other][one], 1e-15);
                degree -= one == other ? 0 : columns[one][other];
            }
            assertEquals(1 + degree, columns[one][one], 1e-13);
            assertTrue(degree >= 3 * 0.5, "node " + one + " has weights of " + degree);
        }
    }
}
