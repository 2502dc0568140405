package org.pgas.heap.blocks;

/**
 * Steps of a heap, which its owner carries out for ranks elsewhere. Each is whole: it has happened, or nothing has, but
 * that some caches may be empty when {@link #RECLAIM}, or an {@link #ALLOCATE} that finds no room, meets a lock that is
 * taken. The codes are part of the messages.
 *
 * <p>All but OPEN and LAY carry the team rank of the segment's owner, a long, and the name of the call, for errors.
 * Numbers come back as the answer, or as data.
 */
public enum HeapStep {
    /** Answers the kind, or 0; its bytes, and whether one was laid there, go back. */
    OPEN,

    /** Lays a heap of the first number of bytes; the second is {@link #caches}. */
    LAY,

    /** A block of the first number of bytes, at a multiple of the second; or {@link Blocks#NONE}. */
    ALLOCATE,

    /** Of the block of the first number. */
    FREE,
    USABLE,

    /** The block, of the second number of bytes now; {@link Blocks#NONE}; or {@link #MOVE}, and its bytes go back. */
    RESIZE,

    /** As {@link #RESIZE}, of one that found no other place: the block, or {@link Blocks#NONE}. */
    EXTEND,

    /** Copies what is in the block of the first number to that of the second, as far as both go. */
    COPY,

    /** Empties caches: all, or, if the first number is 0, those of the asking rank. */
    RECLAIM,

    /** Takes the lock, or gives it back. */
    LOCK,
    UNLOCK,

    /**
     * By the lock's holder. Figures: how many numbers they are, and as many as there is room for from the first number
     * on: four, how many cached ones follow, these, and the two arrays by bin. Blocks in use: how many from the first
     * number on there is room for, and in front of them where to go on, 0 at the end. Whether all is whole.
     */
    FIGURES,
    BLOCKS,
    CHECK,

    /** Adds the first number to the count of handles. */
    HANDLE,
    RECOVER,
    DESTROY;

    /** What {@link org.pgas.far.OwnerSteps} has of this module. */
    public static final int MODULE = 1;

    /** Answers beside those of each step: an error, with its code and text as data; and that a lock is taken. */
    public static final long FAILED = Long.MIN_VALUE + 2;
    public static final long BUSY = Long.MIN_VALUE + 3;

    /** Of {@link #RESIZE}: the block stays as it is, and is to be moved. */
    public static final long MOVE = -2;

    /** Bytes of an error's text at most. */
    public static final int MOST_TEXT = 2000;

    /** Numbers in front of the arrays of {@link #FIGURES}; the last is the length of the first array. */
    public static final int FIGURES_HEAD = 5;

    private static final HeapStep[] ALL = values();
    private static final int MODULE_CODES = 64;

    /** The second number of {@link #LAY}: the ranks of the job, and how many caches each gets. */
    public static long caches(int ranks, int stripes) {
        return ranks | (long) stripes << Integer.SIZE;
    }

    static HeapStep of(int code) {
        return ALL[code];
    }

    public int code() {
        return MODULE * MODULE_CODES + ordinal();
    }
}
