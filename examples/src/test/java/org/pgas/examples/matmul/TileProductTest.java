package org.pgas.examples.matmul;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

@Seeded
final class TileProductTest {
    @Test
    void shouldBeTheProductWhateverTheSideAndWhateverWasThereBefore() {
        SplittableRandom random = Seed.of("tiles");
        for (int side = 1; side <= 40; side++) {
            TileProduct tileProduct = new TileProduct(side);
            for (int repetition = 0; repetition < 3; repetition++) {
                double[] left = random.ints((long) side * side, -8, 8).asDoubleStream().toArray();
                double[] right = random.ints((long) side * side, -8, 8).asDoubleStream().toArray();
                double[] product = new double[side * side];
                Arrays.fill(product, Double.NaN);
                tileProduct.multiply(left, right, product);
                assertArrayEquals(byDefinition(left, right, side), product, "side " + side);
            }
        }
    }

    private static double[] byDefinition(double[] left, double[] right, int side) {
        double[] product = new double[side * side];
        for (int row = 0; row < side; row++) {
            for (int column = 0; column < side; column++) {
                for (int inner = 0; inner < side; inner++) {
                    product[row * side + column] += left[row * side + inner] * right[inner * side + column];
                }
            }
        }
        return product;
    }
}
