package org.pgas.examples.tiles;

/**
 * What makes a pixel of a grey picture out of those around it. Whole numbers throughout: the result is the same
 * wherever it is computed.
 */
public enum Filter {
    /**
     * A blur of 5 x 5 pixels: the weights 1, 4, 6, 4, 1 in both directions, which are close to a Gaussian of variance
     * 1.
     */
    GAUSS(2) {
        @Override
        int pixel(byte[] pixels, int at, int stride) {
            int sum = blurred(pixels, at - 2 * stride) + 4 * blurred(pixels, at - stride) + 6 * blurred(pixels, at)
                    + 4 * blurred(pixels, at + stride) + blurred(pixels, at + 2 * stride);
            // to the nearest: the weights' sum is 256
            return sum + 128 >> 8;
        }
    },

    /** Edges, by 3 x 3 pixels: how steep the grey is from left to right, plus how steep from top to bottom. */
    SOBEL(1) {
        @Override
        int pixel(byte[] pixels, int at, int stride) {
            int above = at - stride;
            int below = at + stride;
            int rightwards = difference(pixels, above - 1, above + 1) + 2 * difference(pixels, at - 1, at + 1)
                    + difference(pixels, below - 1, below + 1);
            int downwards = difference(pixels, above - 1, below - 1) + 2 * difference(pixels, above, below)
                    + difference(pixels, above + 1, below + 1);
            return Math.min(Math.abs(rightwards) + Math.abs(downwards), WHITE);
        }
    };

    private static final int WHITE = 255;

    private final int border;

    Filter(int border) {
        this.border = border;
    }

    /** How far it looks, in pixels to each side. */
    public int border() {
        return border;
    }

    /**
     * The new pixel, 0 to 255, at index {@code at} of rows that begin {@code stride} apart. All pixels that are
     * {@link #border} away and nearer, in both directions, must be there.
     */
    abstract int pixel(byte[] pixels, int at, int stride);

    private static int blurred(byte[] pixels, int at) {
        return grey(pixels, at - 2) + 4 * grey(pixels, at - 1) + 6 * grey(pixels, at) + 4 * grey(pixels, at + 1)
                + grey(pixels, at + 2);
    }

    private static int difference(byte[] pixels, int from, int to) {
        return grey(pixels, to) - grey(pixels, from);
    }

    private static int grey(byte[] pixels, int at) {
        return Byte.toUnsignedInt(pixels[at]);
    }
}
