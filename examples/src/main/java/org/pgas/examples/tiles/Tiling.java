package org.pgas.examples.tiles;

/**
 * A picture cut into tiles, row by row; those at its right and lower edges may be smaller.
 *
 * @param size of a tile that is not at those edges, in both directions
 */
public record Tiling(int width, int height, int size) {
    /** How many tiles there are. */
    public int count() {
        return columns() * Math.ceilDiv(height, size);
    }

    private int columns() {
        return Math.ceilDiv(width, size);
    }

    /** Of the widest tile. */
    public int tileWidth() {
        return Math.min(size, width);
    }

    /** Of the highest tile. */
    public int tileHeight() {
        return Math.min(size, height);
    }

    Area tile(int index) {
        int x = index % columns() * size;
        int y = index / columns() * size;
        return new Area(x, y, Math.min(size, width - x), Math.min(size, height - y));
    }
}
