package org.pgas.examples.tiles;

import java.util.Arrays;
import java.util.SplittableRandom;

/** A grey picture in the memory of one rank: a byte for each pixel, 0 black to 255 white, row by row from the top. */
public final class Picture {
    /** Columns and rows that a picture may have: so many of both are less than an array may have. */
    public static final int LARGEST = 1 << 14;

    private static final int DISCS = 40;

    /** What grey is added to a pixel, at most, to either side. */
    private static final int NOISE = 12;

    private final int width;
    private final int height;
    private final byte[] pixels;

    /** Takes the array over. */
    Picture(int width, int height, byte[] pixels) {
        this.width = width;
        this.height = height;
        this.pixels = pixels;
    }

    public int width() {
        return width;
    }

    public int height() {
        return height;
    }

    byte[] pixels() {
        return pixels;
    }

    /** Discs, one upon the other, in noise: the same for the same seed. */
    public static Picture random(int width, int height, long seed) {
        Picture picture = new Picture(width, height, new byte[width * height]);
        SplittableRandom random = new SplittableRandom(seed);
        for (int disc = 0; disc < DISCS; disc++) {
            picture.paintDisc(random.nextInt(width), random.nextInt(height),
                    1 + random.nextInt(Math.ceilDiv(Math.min(width, height), 4)), random.nextInt(NOISE, 256 - NOISE));
        }
        for (int i = 0; i < picture.pixels.length; i++) {
            int grey = Byte.toUnsignedInt(picture.pixels[i]);
            picture.pixels[i] = (byte) Math.max(0, grey + random.nextInt(-NOISE, NOISE + 1));
        }
        return picture;
    }

    private void paintDisc(int centreX, int centreY, int radius, int grey) {
        for (int y = Math.max(0, centreY - radius); y < Math.min(height, centreY + radius + 1); y++) {
            int dy = y - centreY;
            int half = (int) Math.sqrt(radius * radius - dy * dy);
            int first = Math.max(0, centreX - half);
            int behind = Math.min(width, centreX + half + 1);
            Arrays.fill(pixels, y * width + first, y * width + behind, (byte) grey);
        }
    }

    /**
     * What a filter makes of it, one pixel after the other, without tiles. What is outside is as the pixel of the edge
     * that is nearest to it.
     */
    public Picture filtered(Filter filter) {
        byte[] made = new byte[pixels.length];
        int border = filter.border();
        int side = 2 * border + 1;
        byte[] around = new byte[side * side];
        for (int y = 0; y < height; y++) {
            boolean inner = y >= border && y < height - border;
            for (int x = 0; x < width; x++) {
                int at = y * width + x;
                if (inner && x >= border && x < width - border) {
                    made[at] = (byte) filter.pixel(pixels, at, width);
                } else {
                    for (int i = 0; i < around.length; i++) {
                        around[i] = nearest(x - border + i % side, y - border + i / side);
                    }
                    made[at] = (byte) filter.pixel(around, around.length / 2, side);
                }
            }
        }
        return new Picture(width, height, made);
    }

    private byte nearest(int x, int y) {
        return pixels[Math.clamp(y, 0, height - 1) * width + Math.clamp(x, 0, width - 1)];
    }

    /** How many pixels are not as in another picture of the same size. */
    public long differences(Picture other) {
        long differences = 0;
        for (int i = 0; i < pixels.length; i++) {
            differences += pixels[i] == other.pixels[i] ? 0 : 1;
        }
        return differences;
    }
}
