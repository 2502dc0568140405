package org.pgas.mppa;

/**
 * Flags of a segment, given when it is created: bits of an int.
 *
 * <p>Source: mppa_async_segment_flag_t.
 */
public final class SegmentFlags {
    /** A segment for transfers. */
    public static final int NONE = 0;

    /** A queue on interface 0. There are no interfaces here: each of the four makes a queue, of one kind. */
    public static final int QUEUE0 = 1;

    /** A queue on interface 1. */
    public static final int QUEUE1 = 2;

    /** A queue on interface 2. */
    public static final int QUEUE2 = 4;

    /** A queue on interface 3. */
    public static final int QUEUE3 = 8;

    private static final int ALL = QUEUE0 | QUEUE1 | QUEUE2 | QUEUE3;

    private SegmentFlags() {}

    static boolean isDefined(int flags) {
        return (flags & ~ALL) == 0;
    }

    static boolean isQueue(int flags) {
        return flags != NONE;
    }
}
