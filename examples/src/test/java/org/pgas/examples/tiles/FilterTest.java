package org.pgas.examples.tiles;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

@Seeded
final class FilterTest {
    private static final int[] BINOMIAL = {1, 4, 6, 4, 1};
    private static final int[][] SOBEL = {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}};

    /** From the tables of weights, pixel by pixel. */
    @ParameterizedTest
    @EnumSource
    void shouldWeighAsItsTableSays(Filter filter) {
        SplittableRandom random = Seed.of("pictures");
        for (int i = 0; i < 50; i++) {
            int width = random.nextInt(1, 14);
            int height = random.nextInt(1, 14);
            byte[] pixels = pixels(random, width * height);
            byte[] expected = new byte[pixels.length];
            for (int at = 0; at < pixels.length; at++) {
                expected[at] = (byte) model(filter, pixels, width, height, at % width, at / width);
            }
            assertArrayEquals(expected, new Picture(width, height, pixels).filtered(filter).pixels(),
                    width + " x " + height);
        }
    }

    private static int model(Filter filter, byte[] pixels, int width, int height, int x, int y) {
        int blurred = 0;
        int across = 0;
        int down = 0;
        int border = filter.border();
        for (int dy = -border; dy <= border; dy++) {
            for (int dx = -border; dx <= border; dx++) {
                int column = Math.max(0, Math.min(width - 1, x + dx));
                int row = Math.max(0, Math.min(height - 1, y + dy));
                int grey = pixels[row * width + column] & 0xff;
                if (filter == Filter.GAUSS) {
                    blurred += BINOMIAL[dy + 2] * BINOMIAL[dx + 2] * grey;
                } else {
                    across += SOBEL[dy + 1][dx + 1] * grey;
                    down += SOBEL[dx + 1][dy + 1] * grey;
                }
            }
        }
        return filter == Filter.GAUSS ? Math.round(blurred / 256f)
                : Math.min(255, Math.abs(across) + Math.abs(down));
    }

    private static byte[] pixels(SplittableRandom random, int count) {
        byte[] pixels = new byte[count];
        random.nextBytes(pixels);
        return pixels;
    }

    @Test
    void shouldLeaveAPlaneToABlurAndNothingOfItToEdges() {
        for (int grey : new int[]{0, 1, 127, 128, 255}) {
            byte[] plane = new byte[35];
            Arrays.fill(plane, (byte) grey);
            Picture picture = new Picture(7, 5, plane);
            assertEquals(0, picture.filtered(Filter.GAUSS).differences(picture), "grey " + grey);
            assertArrayEquals(new byte[35], picture.filtered(Filter.SOBEL).pixels(), "grey " + grey);
        }
    }

    @Test
    void shouldFindTheTwoColumnsBesideAnEdge() {
        byte[] step = {0, 0, 0, 60, 60, 60, 0, 0, 0, 60, 60, 60};
        byte edge = (byte) 240;
        assertArrayEquals(new byte[]{0, 0, edge, edge, 0, 0, 0, 0, edge, edge, 0, 0},
                new Picture(6, 2, step).filtered(Filter.SOBEL).pixels());
    }
}
