package org.pgas.mppa;

/**
 * Flags of a segment, given when it is created: bits of an int.
 *
 * <p>Source: mppa_async_segment_flag_t.
 */
public final class SegmentFlags {
    /** A segment for transfers. */
    public static final int NONE = 0;

    /** A queue on interface 0. */
    public static final int QUEUE0 = 1;

    /** A queue on interface 1. */
    public static final int QUEUE1 = 2;

    /** A queue on interface 2. */
    public static final int QUEUE2 = 4;

    /** A queue on interface 3. */
    public static final int QUEUE3 = 8;

    private SegmentFlags() {}
}
