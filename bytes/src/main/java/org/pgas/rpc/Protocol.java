package org.pgas.rpc;

/**
 * The messages of remote calls: requests between the endpoints that each rank has for them, but the result of a
 * {@linkplain Execution#SHORT short} function, which is a reply.
 *
 * <pre>
 * handler  from    arguments                                  payload
 * CALL     caller  slot, values and flags; function, 2; bytes the values' first bytes
 * MORE     caller  slot; offset                               further bytes of the values
 * RESULT   target  slot and status; bytes                     the first bytes of a value, a failure, or a text
 * REST     target  slot; offset                               further bytes
 * ENDED    member                                             none: it is closed, and none of its calls is under way
 * </pre>
 *
 * <p>A slot belongs to a call from its first message until its result is there: a target has no more calls of a rank
 * than that has slots.
 */
final class Protocol {
    static final int CALL = 128;
    static final int MORE = 129;
    static final int RESULT = 130;
    static final int REST = 131;
    static final int ENDED = 132;

    static final int CALL_ARGUMENTS = 4;
    static final int RESULT_ARGUMENTS = 2;

    /** A slot number has so many bits. */
    static final int SLOT_BITS = 6;

    /** Most calls under way from one rank to another. */
    static final int SLOTS = 1 << SLOT_BITS;

    static final int CAST = 1;

    /** Of a result: a value, a failure of the function, a refusal of the library's with its text, the end of a cast. */
    static final int VALUE = 0;

    static final int THROWN = 1;
    static final int REFUSED = 2;
    static final int DONE = 3;

    private static final int FLAGS_SHIFT = 8;
    private static final int COUNT_SHIFT = 16;
    private static final int FLAGS_MASK = 0xFF;

    private Protocol() {}

    static int first(int slot, int flags, int count) {
        return slot | flags << FLAGS_SHIFT | count << COUNT_SHIFT;
    }

    static int high(long number) {
        return (int) (number >>> Integer.SIZE);
    }

    static int low(long number) {
        return (int) number;
    }

    static long number(int high, int low) {
        return (long) high << Integer.SIZE | Integer.toUnsignedLong(low);
    }

    static int slot(int first) {
        return first & SLOTS - 1;
    }

    static int flags(int first) {
        return first >> FLAGS_SHIFT & FLAGS_MASK;
    }

    static int count(int first) {
        return first >>> COUNT_SHIFT;
    }
}
