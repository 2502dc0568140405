package org.pgas.examples.heat2d;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class ColourMapTest {
    @Test
    void shouldGetLighterWithEveryStep() {
        double before = -1;
        for (int i = 0; i < ColourMap.SIZE; i++) {
            double light = luminance(ColourMap.colour((double) i / (ColourMap.SIZE - 1)));
            assertTrue(light > before, "step " + i);
            before = light;
        }
    }

    @Test
    void shouldNeverJump() {
        for (int i = 1; i < ColourMap.SIZE; i++) {
            int one = ColourMap.colour((i - 1) / 255.0);
            int two = ColourMap.colour(i / 255.0);
            for (int shift = 0; shift <= 16; shift += 8) {
                assertTrue(Math.abs((one >> shift & 0xff) - (two >> shift & 0xff)) <= 6, "step " + i);
            }
        }
    }

    @Test
    void shouldGiveTheNearerEndToValuesOutside() {
        assertEquals(ColourMap.colour(0), ColourMap.colour(-0.1));
        assertEquals(ColourMap.colour(0), ColourMap.colour(Double.NEGATIVE_INFINITY));
        assertEquals(ColourMap.colour(1), ColourMap.colour(1.1));
        assertEquals(ColourMap.colour(1), ColourMap.colour(Double.POSITIVE_INFINITY));
    }

    @Test
    void shouldGiveNotANumberAColourOfItsOwn() {
        assertEquals(ColourMap.NOT_A_NUMBER, ColourMap.colour(Double.NaN));
        for (int i = 0; i < ColourMap.SIZE; i++) {
            assertNotEquals(ColourMap.NOT_A_NUMBER, ColourMap.colour(i / 255.0));
        }
    }

    private static double luminance(int colour) {
        return 0.2126 * linear(colour >> 16) + 0.7152 * linear(colour >> 8 & 0xff) + 0.0722 * linear(colour & 0xff);
    }

    private static double linear(int channel) {
        double value = channel / 255.0;
        return value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
    }
}
