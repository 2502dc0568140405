package org.pgas.examples.matrix;

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
}
