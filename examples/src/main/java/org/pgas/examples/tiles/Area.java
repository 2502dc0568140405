package org.pgas.examples.tiles;

/** A rectangle of a picture, in pixels; x counts columns from the left, y rows from the top. */
record Area(int x, int y, int width, int height) {
    /** This with {@code border} pixels more on each side, as far as a picture of that size has them. */
    Area withBorder(int border, int pictureWidth, int pictureHeight) {
        int left = Math.max(0, x - border);
        int top = Math.max(0, y - border);
        return new Area(left, top, Math.min(pictureWidth, x + width + border) - left,
                Math.min(pictureHeight, y + height + border) - top);
    }
}
