package org.pgas.ga;

import java.lang.foreign.MemorySegment;

/**
 * Multiplies tiles: a product that grows by that of two panels at a time. Tiles and panels are stored row after row,
 * without gaps. For one thread.
 */
interface TileProduct {
    /** Rows and columns of a tile at most. */
    int SIDE = 512;

    /** Columns of a left panel, and rows of a right one, at most. */
    int DEPTH = 256;

    /** Where a left panel is put; one of two ({@code which} 0 or 1), so that the next may come meanwhile. */
    MemorySegment left(int which);

    /** Where a right panel is put. */
    MemorySegment right(int which);

    /** Begins another product, of zeros. */
    void clear(int rows, int columns);

    /** Adds the product of the panels {@code which}, the left of {@code depth} columns. */
    void add(int which, int depth);

    /** The product, until the next begins. */
    MemorySegment product();

    /** For elements of that type, which are no integers, and up to so many rows and columns, and columns of a panel. */
    static TileProduct of(GaType type, int side, int depth) {
        return switch (type) {
            case C_FLT -> new FloatProduct(side, depth);
            case C_DBL -> new DoubleProduct(side, depth);
            case C_SCPL -> new ComplexFloatProduct(side, depth);
            case C_DCPL -> new ComplexDoubleProduct(side, depth);
            case C_INT, C_LONG -> throw new AssertionError(type);
        };
    }
}
