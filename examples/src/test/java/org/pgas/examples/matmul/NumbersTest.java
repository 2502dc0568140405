package org.pgas.examples.matmul;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class NumbersTest {
    @Test
    void shouldBeSmallIntegersAllAboutEquallyFrequentInEachMatrix() {
        for (long seed = 0; seed < 4; seed++) {
            Numbers numbers = new Numbers(seed);
            int[] count = new int[16];
            for (int row = 0; row < 256; row++) {
                for (int column = 0; column < 256; column++) {
                    count[numbers.at(row, column) + 8]++;
                }
            }
            for (int number = 0; number < 16; number++) {
                assertTrue(count[number] > 3_500 && count[number] < 4_700, number - 8 + ": " + count[number]);
            }
        }
    }

    @Test
    void shouldFillATileAndLeaveZerosBeyondTheMatrix() {
        Numbers numbers = new Numbers(1);
        double[] tile = {9, 9, 9, 9};
        numbers.fill(tile, new TileGrid(5, 2, 1), 2, 1);
        assertArrayEquals(new double[]{numbers.at(4, 2), numbers.at(4, 3), 0, 0}, tile);
        numbers.fill(tile, new TileGrid(5, 2, 1), 1, 2);
        assertArrayEquals(new double[]{numbers.at(2, 4), 0, numbers.at(3, 4), 0}, tile);
    }
}
