package org.pgas.examples.samplesort;

import java.util.Arrays;
import java.util.SplittableRandom;

import org.pgas.examples.grid.Split;

/**
 * Makes lines: of text and of any bytes, short ones, a few long ones, empty ones, and some that are there again and
 * again.
 */
public final class RandomLines {
    /** The most lines there may be. */
    public static final int MOST = 1 << 26;

    private static final int FEW = 1 << 16;

    private RandomLines() {}

    /** Part {@code part} of the lines, which are the same whatever the parts. */
    public static LineBuffer make(long seed, Split split, int part) {
        byte[] bytes = new byte[FEW];
        int length = 0;
        for (int line = split.first(part); line < split.first(part + 1); line++) {
            SplittableRandom random = new SplittableRandom(seed + 0x9E3779B97F4A7C15L * line);
            if (random.nextInt(16) == 0) {
                random = new SplittableRandom(seed + random.nextInt(100));
            }
            int count = count(random);
            if (length + count + 1 + Long.BYTES > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.clamp(2L * bytes.length + count, 0, LineBuffer.MOST_BYTES));
            }
            fill(random, bytes, length, count);
            length += count;
            bytes[length++] = '\n';
        }
        return new LineBuffer(Arrays.copyOf(bytes, length + Long.BYTES), length);
    }

    private static int count(SplittableRandom random) {
        return switch (random.nextInt(1 << 12)) {
            case 0 -> random.nextInt(5_000);
            case 1, 2, 3, 4, 5, 6, 7, 8 -> 0;
            default -> random.nextInt(48);
        };
    }

    private static void fill(SplittableRandom random, byte[] bytes, int from, int count) {
        boolean text = random.nextInt(8) != 0;
        for (int i = from; i < from + count; i++) {
            int letter = text ? 'a' + random.nextInt(26) : random.nextInt(256);
            bytes[i] = (byte) (letter == '\n' ? 0 : letter);
        }
    }
}
