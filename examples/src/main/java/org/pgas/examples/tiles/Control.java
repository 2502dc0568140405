package org.pgas.examples.tiles;

/** What the two sides agree on: identifiers of segments, and the words of the one by which ranks are controlled. */
final class Control {
    /** A byte for each pixel. */
    static final long PICTURE = 1;

    /** As large as the picture. */
    static final long RESULT = 2;

    /** Words of 64 bits, at the offsets below. It is there when the others are, and filled. */
    static final long CONTROL = 3;

    static final long WIDTH = 0;
    static final long HEIGHT = 8;

    /** The number of the next tile that nobody has. */
    static final long NEXT_TILE = 16;

    /** How many tiles are in the result. */
    static final long DONE = 24;

    private static final long TILES_OF_RANKS = 32;

    private Control() {}

    /** How many tiles of the result a rank has made. */
    static long tilesOf(int rank) {
        return TILES_OF_RANKS + Long.BYTES * (long) rank;
    }

    static long bytes(int ranks) {
        return tilesOf(ranks);
    }
}
