package org.pgas.examples.matmul;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

@Seeded
final class ProductCheckTest {
    private static final int ORDER = 7;
    private static final Numbers LEFT = new Numbers(5);
    private static final Numbers RIGHT = new Numbers(6);

    @Test
    void shouldFindNothingWrongInTheProduct() {
        assertEquals(0, wrongRows(product()));
    }

    @Test
    void shouldFindEverySingleWrongNumber() {
        SplittableRandom random = Seed.of("wrong");
        for (int row = 0; row < ORDER; row++) {
            for (int column = 0; column < ORDER; column++) {
                double[][] product = product();
                product[row][column] += 1 + random.nextInt(1000);
                assertEquals(1, wrongRows(product), row + ", " + column);
            }
        }
    }

    @Test
    void shouldCountEachWrongRowOnce() {
        double[][] product = product();
        product[0][0]++;
        product[3][1]++;
        product[3][ORDER - 1]++;
        product[ORDER - 1][2]--;
        assertEquals(3, wrongRows(product));
    }

    private static double[][] product() {
        double[][] product = new double[ORDER][ORDER];
        for (int row = 0; row < ORDER; row++) {
            for (int column = 0; column < ORDER; column++) {
                for (int inner = 0; inner < ORDER; inner++) {
                    product[row][column] += LEFT.at(row, inner) * RIGHT.at(inner, column);
                }
            }
        }
        return product;
    }

    /** In tiles of 3 x 3, whose edges hold what is not to be looked at. */
    private static int wrongRows(double[][] product) {
        ProductCheck check = new ProductCheck(LEFT, RIGHT, ORDER);
        int wrong = 0;
        for (int firstRow = 0; firstRow < ORDER; firstRow += 3) {
            double[] sums = new double[3];
            for (int firstColumn = 0; firstColumn < ORDER; firstColumn += 3) {
                check.weigh(tile(product, firstRow, firstColumn), 3, firstColumn, sums);
            }
            wrong += check.wrongRows(sums, firstRow);
        }
        return wrong;
    }

    private static double[] tile(double[][] product, int firstRow, int firstColumn) {
        double[] tile = new double[9];
        for (int i = 0; i < 9; i++) {
            int row = firstRow + i / 3;
            int column = firstColumn + i % 3;
            tile[i] = row < ORDER && column < ORDER ? product[row][column] : Double.NaN;
        }
        return tile;
    }
}
