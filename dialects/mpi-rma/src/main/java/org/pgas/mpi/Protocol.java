package org.pgas.mpi;

import org.pgas.ActiveMessages;
import org.pgas.HandlerEntry;
import org.pgas.Team;

/**
 * The messages that carry operations on parts which are not mapped: Active Messages between the endpoints of a window.
 * Handlers have the same indices on all ranks.
 *
 * <p>An operation is cut into fragments, each with what its handler needs to carry it out alone; the handler of its
 * last one counts it. Data is packed: bytes of the typemap, or, of accumulates, whole elements of {@link Basic#span}
 * bytes. Gets that are atomic are cut between elements, too. A position is one in the packed form; a place is an offset
 * in the target's part, or a displacement of a dynamic window.
 *
 * <pre>
 * requests, by int arguments; two make a long, low half first
 * PUT                    head, place                        data: what goes there
 * ACCUMULATE             head, place, code                  data: operands
 * GET                    header                             -
 * GET_ACCUMULATE         header                             data: operands
 * COMPARE_AND_SWAP       header                             data: the new value, then the expected one
 * TYPED_PUT, _ACCUMULATE, _GET, _GET_ACCUMULATE
 *                        header, type, count, described     data: the description of the type, padded to 8
 *                                                           bytes, if {@code described} is not 0; then as above
 * TYPE                   head, type, at, total              data: bytes of a description from {@code at} on
 * header                 head, place, code, handle, position, bytes
 *
 * replies
 * DONE                   target, type                       after the last fragment of what fetches nothing
 * DATA                   handle, position                   data: what the fragment of a fetch has found
 * </pre>
 *
 * <p>{@code head}: the origin's rank in the window, and whether it is the operation's last fragment. {@code type}: the
 * origin's number of a datatype ({@link TypeTable}), 0 for none. Without a type the target is dense, or elements of a
 * predefined type, and the place is that of the fragment; with one, it is where the {@code count} elements begin.
 *
 * <p>Source: MPI-2 RMA on the NEC SX-5, sections 3 and 4, "Process local memory".
 */
final class Protocol {
    static final int PUT = HandlerEntry.INDEX_BASE;
    static final int ACCUMULATE = PUT + 1;
    static final int GET = PUT + 2;
    static final int GET_ACCUMULATE = PUT + 3;
    static final int COMPARE_AND_SWAP = PUT + 4;
    static final int TYPED_PUT = PUT + 5;
    static final int TYPED_ACCUMULATE = PUT + 6;
    static final int TYPED_GET = PUT + 7;
    static final int TYPED_GET_ACCUMULATE = PUT + 8;
    static final int TYPE = PUT + 9;
    static final int DONE = PUT + 10;
    static final int DATA = PUT + 11;

    static final int PUT_ARGUMENTS = 3;
    static final int ACCUMULATE_ARGUMENTS = 4;
    static final int HEADER_ARGUMENTS = 9;
    static final int TYPED_ARGUMENTS = 14;
    static final int TYPE_ARGUMENTS = 5;
    static final int DONE_ARGUMENTS = 3;
    static final int DATA_ARGUMENTS = 4;

    // Places of arguments; those of a header are the same in every message that has them.
    static final int HEAD = 0;
    static final int PLACE = 1;
    static final int CODE = 3;
    static final int HANDLE = 4;
    static final int POSITION = 6;
    static final int BYTES = 8;
    static final int TYPE_ID = 9;
    static final int COUNT = 11;
    static final int DESCRIBED = 13;

    /** The code of what computes nothing. */
    static final int NO_CODE = 0;

    /** A handler carries out one fragment while its rank's other messages wait, and holds up its program. */
    private static final int MOST_FRAGMENT_BYTES = 32 << 10;

    /** A longer description travels in messages of its own, since it would leave too little room for data. */
    private static final int MOST_INLINE_BYTES = 4 << 10;

    private static final int LAST = 1 << 30;

    private static final int IS_CODE = 1 << 24;
    private static final int STRIDED = 1 << 16;
    private static final int BASIC_SHIFT = 8;
    private static final int MASK = 0xFF;
    private static final Op[] OPS = Op.values();
    private static final Basic[] BASICS = Basic.values();

    private Protocol() {}

    /** Most data of one message, in either direction: whole cache lines. */
    static int fragmentBytes(ActiveMessages messages) {
        long request = messages.maxRequestMedium(Team.INVALID_RANK, null, 0, TYPED_ARGUMENTS);
        long reply = messages.maxReplyMedium(Team.INVALID_RANK, null, 0, DATA_ARGUMENTS);
        return (int) Math.min(MOST_FRAGMENT_BYTES, Math.min(request, reply)) & -64;
    }

    /** Longest description that goes along with data in fragments of {@code fragment} bytes. */
    static int inlineBytes(int fragment) {
        return Math.min(MOST_INLINE_BYTES, fragment / 4);
    }

    static int padded(int bytes) {
        return bytes + 7 & -8;
    }

    /** Data of a fragment with room for {@code room} bytes of what is left: whole elements of {@code span} bytes. */
    static int step(int room, int span, long left) {
        return (int) Math.min(room / span * span, left);
    }

    static int head(int origin, boolean last) {
        return origin | (last ? LAST : 0);
    }

    static int origin(int head) {
        return head & ~LAST;
    }

    static boolean isLast(int head) {
        return (head & LAST) != 0;
    }

    /**
     * {@code strided}: elements without a type are {@link Basic#extent} bytes apart in the target, else one behind the
     * other.
     */
    static int code(Op op, Basic basic, boolean strided) {
        return IS_CODE | op.ordinal() | basic.ordinal() << BASIC_SHIFT | (strided ? STRIDED : 0);
    }

    static boolean isCode(int code) {
        return (code & IS_CODE) != 0 && (code & MASK) < OPS.length && (code >>> BASIC_SHIFT & MASK) < BASICS.length;
    }

    static Op op(int code) {
        return OPS[code & MASK];
    }

    static Basic basic(int code) {
        return BASICS[code >>> BASIC_SHIFT & MASK];
    }

    /** Bytes of what must not be cut. */
    static int span(int code) {
        return code == NO_CODE ? 1 : basic(code).span;
    }

    /** From one element to the next in a target without a type. */
    static int stride(int code) {
        return (code & STRIDED) != 0 ? basic(code).extent : span(code);
    }

    /** How far behind the first element a target without a type has the one at {@code position}. */
    static long distance(int code, long position) {
        return (code & STRIDED) != 0 ? position / span(code) * stride(code) : position;
    }
}
