package org.pgas.examples.heat2d;

/**
 * Colours from near black over violet, red and orange to pale yellow, in which equal steps of the value look equal.
 *
 * <p>Between few control points of hue and chroma, lightness rises evenly in the OKLab colour space of Björn
 * Ottosson; so the picture also reads right in grey.
 */
final class ColourMap {
    static final int SIZE = 256;
    /** Outside of the map's colours, for what is no number. */
    static final int NOT_A_NUMBER = 0x00a0a0;

    private static final double DARKEST = 0.12;
    private static final double LIGHTEST = 0.97;
    /** Evenly spaced: hue in degrees (beyond 360 to pass red the short way) and chroma. */
    private static final double[][] CONTROL = {
        {275, 0.04}, {290, 0.13}, {325, 0.16}, {375, 0.18}, {405, 0.18}, {440, 0.15}, {465, 0.06},
    };
    private static final int[] COLOURS = colours();

    private ColourMap() {}

    /** The colour 0xRRGGBB of a value where 0 is darkest and 1 lightest; what is outside gets the nearer end. */
    static int colour(double value) {
        if (Double.isNaN(value)) {
            return NOT_A_NUMBER;
        }
        return COLOURS[(int) Math.round(Math.clamp(value, 0.0, 1.0) * (SIZE - 1))];
    }

    private static int[] colours() {
        int[] colours = new int[SIZE];
        for (int i = 0; i < SIZE; i++) {
            double value = (double) i / (SIZE - 1);
            double place = value * (CONTROL.length - 1);
            int left = Math.min((int) place, CONTROL.length - 2);
            double hue = Math.toRadians(between(left, 0, place - left));
            double chroma = between(left, 1, place - left);
            double lightness = DARKEST + (LIGHTEST - DARKEST) * value;
            colours[i] = fromOklab(lightness, chroma * Math.cos(hue), chroma * Math.sin(hue));
        }
        return colours;
    }

    private static double between(int left, int what, double share) {
        return CONTROL[left][what] * (1 - share) + CONTROL[left + 1][what] * share;
    }

    private static int fromOklab(double lightness, double a, double b) {
        double l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b);
        double m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b);
        double s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b);
        int red = encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
        int green = encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
        int blue = encode(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s);
        return red << 16 | green << 8 | blue;
    }

    private static double cube(double value) {
        return value * value * value;
    }

    /** From linear light to the sRGB byte. */
    private static int encode(double linear) {
        double light = Math.clamp(linear, 0.0, 1.0);
        double value = light <= 0.0031308 ? 12.92 * light : 1.055 * Math.pow(light, 1 / 2.4) - 0.055;
        return (int) Math.round(255 * value);
    }
}
