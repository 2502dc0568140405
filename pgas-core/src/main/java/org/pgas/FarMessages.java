package org.pgas;

import org.pgas.spi.MessageHead;

/**
 * The messages by which a rank reaches memory of a peer that is not mapped here. Arguments 0 and 1 of all are the operation's handle,
 * which the peer sends back.
 *
 * <pre>
 * request    category  arguments 2, 3  further              answered by
 * PUT        medium    place           the bytes            DONE, if last
 * PUT_VALUE  short     place, width    4, 5: the value      DONE
 * FILL       short     place, value    4: bytes             DONE, if last
 * GET        short     place           4: bytes, 5: piece   DATA: argument 2 is the piece
 * GET_VALUE  short     place, width                         VALUE: arguments 2, 3
 * </pre>
 *
 * <p>Only the last of an operation's puts is acknowledged: messages of one thread to one rank arrive in order, and a rank runs its
 * handlers one after another, so the others are done by then.
 */
final class FarMessages {
    static final int PUT_INDEX = 8;
    static final int PUT_VALUE_INDEX = 9;
    static final int FILL_INDEX = 10;
    static final int GET_INDEX = 11;
    static final int GET_VALUE_INDEX = 12;
    static final int DONE_INDEX = 13;
    static final int DATA_INDEX = 14;
    static final int VALUE_INDEX = 15;

    static final int PUT = MessageHead.of(MessageHead.MEDIUM, PUT_INDEX, 4);
    static final int PUT_VALUE = MessageHead.of(MessageHead.SHORT, PUT_VALUE_INDEX, 6);
    static final int FILL = MessageHead.of(MessageHead.SHORT, FILL_INDEX, 5);
    static final int GET = MessageHead.of(MessageHead.SHORT, GET_INDEX, 6);
    static final int GET_VALUE = MessageHead.of(MessageHead.SHORT, GET_VALUE_INDEX, 4);
    static final int DONE = MessageHead.of(MessageHead.SHORT, DONE_INDEX, 2);
    static final int DATA = MessageHead.of(MessageHead.MEDIUM, DATA_INDEX, 3);
    static final int VALUE = MessageHead.of(MessageHead.SHORT, VALUE_INDEX, 4);

    /** Of a fill: a handler is to be quick, and this takes some ten microseconds. */
    static final long MOST_FILL_BYTES = 256 << 10;

    /** Room for offsets up to {@link GlobalPointer#MAX_SEGMENT_BYTES}. */
    private static final long OFFSET_MASK = (1L << 41) - 1;

    private static final int SMALL_SHIFT = 48;
    private static final long LAST = 1L << 62;

    private FarMessages() {}

    /** Where, in the owner's memory; the width or byte that goes with it; whether it is an operation's last message. */
    static long place(long offset, int small, boolean last) {
        return offset | (small & 0xFFL) << SMALL_SHIFT | (last ? LAST : 0);
    }

    static long offset(long place) {
        return place & OFFSET_MASK;
    }

    static int small(long place) {
        return (int) (place >>> SMALL_SHIFT) & 0xFF;
    }

    static boolean isLast(long place) {
        return (place & LAST) != 0;
    }

    /** Bytes of one message's payload: whole cache lines, so that an aligned word is never in two. */
    static int pieceBytes(int most) {
        return most >= 64 ? most & -64 : most & -8;
    }
}
