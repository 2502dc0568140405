package org.pgas.far;

import org.pgas.AccumulateType;
import org.pgas.DataType;
import org.pgas.Opcode;
import org.pgas.spi.MessageHead;
import org.pgas.spi.MessageTransport;

/**
 * The messages by which a rank reaches memory of a peer that is not mapped here. Arguments 0 and 1 of all but NOTIFY
 * are the operation's handle, which the peer sends back. The code of an atomic operation is its type and opcode, that
 * of an accumulate its type.
 *
 * <pre>
 * request    category  arguments 2, 3  further              answered by
 * PUT        medium    place           the bytes            DONE, if last
 * PUT_VALUE  short     place, width    4, 5: the value      DONE
 * FILL       short     place, value    4: bytes             DONE, if last
 * GET        short     place           4: bytes, 5: piece   DATA: argument 2 is the piece
 * GET_VALUE  short     place, width                         VALUE: arguments 2, 3
 * ATOMIC     short     place, code     4 to 7: operands     VALUE: the value before
 * ACCUMULATE medium    place, code     4 to 7: the scale,   DONE, if last
 *                                      and the elements
 * </pre>
 *
 * <p>A place tells the endpoint to which the memory is bound, and the offset in it.
 *
 * <p>Those for regions carry a fragment each; its description says where: see {@link org.pgas.regions.RegionCodec}. The
 * offset of their place is 0, and what is called position here is one with the endpoint, too.
 *
 * <pre>
 * request            category  arguments 2, 3  further                  answered by
 * REGIONS_PUT        medium    place           fragment with data       DONE, if last
 * REGIONS_GET        medium    position        fragment, no data        REGIONS_DATA: 2, 3 are the position
 * REGIONS_ACCUMULATE medium    place, code     4 to 7: the scale,       DONE, if last
 *                                              fragment with elements
 * </pre>
 *
 * <p>NOTIFY, a medium request with no handle but the {@linkplain HandlerEntry#code code} of a handler of the program's
 * and its endpoint as its argument, has that run at the peer, as for a reply with the same payload. It is not answered.
 *
 * <p>LEND, a medium request with the arguments of one of the program's, stands for that: its payload, five longs, is a
 * handle, address and bytes of the data in the sender's process, the head of the program's message, and a checksum over
 * these. Answered by DONE when that one's handler has run. ASK, a short request with the address of a note and what it
 * says, is answered by REACH, a short reply: 1 if its target can read the note. See {@link Loans}.
 *
 * <p>PLACE, a medium request or reply with a place as its arguments, puts a piece of the data of a long message, which
 * comes behind it on the same network. It is not answered.
 *
 * <p>STEP, a medium request, has the owner carry out a step of a structure at the place (2, 3); the step's code goes
 * with the place. Where a module has its words in the area, the place is one there. Arguments 4, 5 say what the
 * structure is, 6, 7 which thread asks; the payload is two longs, and data. Answered by STEPPED, a medium reply with a
 * number (2, 3), and data. See {@link OwnerSteps}.
 *
 * <p>KEY, a short request with a place as its arguments, asks for the key by which devices reach what is bound to that
 * endpoint. Answered by TOLD_KEY, a medium reply with the place (0, 1), the number of the binding (2), and the key, or
 * nothing. See {@code FarKeys}. The end of a transfer that devices have carried out comes as DONE and DATA do.
 *
 * <p>Only the last of an operation's puts, or accumulates, is acknowledged, but where others of it go past messages:
 * messages of one thread to one rank arrive in order, and a rank runs its handlers one after another, so the others are
 * done by then.
 */
public final class FarMessages {
    public static final int PUT_INDEX = 8;
    static final int PUT_VALUE_INDEX = 9;
    static final int FILL_INDEX = 10;
    static final int GET_INDEX = 11;
    static final int GET_VALUE_INDEX = 12;
    static final int DONE_INDEX = 13;
    static final int DATA_INDEX = 14;
    static final int VALUE_INDEX = 15;
    static final int ATOMIC_INDEX = 16;
    static final int ACCUMULATE_INDEX = 17;

    static final int REGIONS_PUT_INDEX = 18;
    static final int REGIONS_GET_INDEX = 19;
    static final int REGIONS_ACCUMULATE_INDEX = 20;
    static final int REGIONS_DATA_INDEX = 21;
    static final int NOTIFY_INDEX = 22;

    public static final int LEND_INDEX = 23;
    public static final int ASK_INDEX = 24;
    public static final int REACH_INDEX = 25;

    static final int PLACE_INDEX = 26;

    static final int STEP_INDEX = 27;
    static final int STEPPED_INDEX = 28;

    static final int KEY_INDEX = 29;
    static final int TOLD_KEY_INDEX = 30;

    /** Requests with handlers that reach memory and answer, and do nothing else. */
    static final long SERVED = 1L << PUT_INDEX | 1L << PUT_VALUE_INDEX | 1L << FILL_INDEX | 1L << GET_INDEX
            | 1L << GET_VALUE_INDEX | 1L << ATOMIC_INDEX | 1L << ACCUMULATE_INDEX | 1L << REGIONS_PUT_INDEX
            | 1L << REGIONS_GET_INDEX | 1L << REGIONS_ACCUMULATE_INDEX | 1L << STEP_INDEX
            | 1L << KEY_INDEX;

    static final int PUT = MessageHead.of(MessageHead.MEDIUM, PUT_INDEX, 4);
    static final int PUT_VALUE = MessageHead.of(MessageHead.SHORT, PUT_VALUE_INDEX, 6);
    static final int FILL = MessageHead.of(MessageHead.SHORT, FILL_INDEX, 5);
    static final int GET = MessageHead.of(MessageHead.SHORT, GET_INDEX, 6);
    static final int GET_VALUE = MessageHead.of(MessageHead.SHORT, GET_VALUE_INDEX, 4);
    public static final int DONE = MessageHead.of(MessageHead.SHORT, DONE_INDEX, 2);
    static final int DATA = MessageHead.of(MessageHead.MEDIUM, DATA_INDEX, 3);
    static final int VALUE = MessageHead.of(MessageHead.SHORT, VALUE_INDEX, 4);
    static final int ATOMIC = MessageHead.of(MessageHead.SHORT, ATOMIC_INDEX, 8);
    static final int ACCUMULATE = MessageHead.of(MessageHead.MEDIUM, ACCUMULATE_INDEX, 8);

    static final int REGIONS_PUT = MessageHead.of(MessageHead.MEDIUM, REGIONS_PUT_INDEX, 4);
    static final int REGIONS_GET = MessageHead.of(MessageHead.MEDIUM, REGIONS_GET_INDEX, 4);
    static final int REGIONS_ACCUMULATE = MessageHead.of(MessageHead.MEDIUM, REGIONS_ACCUMULATE_INDEX, 8);
    static final int REGIONS_DATA = MessageHead.of(MessageHead.MEDIUM, REGIONS_DATA_INDEX, 4);
    static final int NOTIFY = MessageHead.of(MessageHead.MEDIUM, NOTIFY_INDEX, 1);
    static final int PLACE = MessageHead.of(MessageHead.MEDIUM, PLACE_INDEX, 2);
    static final int STEP = MessageHead.of(MessageHead.MEDIUM, STEP_INDEX, 8);
    static final int STEPPED = MessageHead.of(MessageHead.MEDIUM, STEPPED_INDEX, 4);
    static final int KEY = MessageHead.of(MessageHead.SHORT, KEY_INDEX, 2);
    static final int TOLD_KEY = MessageHead.of(MessageHead.MEDIUM, TOLD_KEY_INDEX, 4);
    public static final int ASK = MessageHead.of(MessageHead.SHORT, ASK_INDEX, 4);

    /** Most bytes of a fill: a handler is to be quick, and this takes some ten microseconds. */
    static final long MOST_FILL_BYTES = 256 << 10;

    /** Most bytes of one message of an accumulate, for the same reason. */
    static final int MOST_ACCUMULATE_BYTES = 64 << 10;

    /** Most bytes of one fragment with its description, for the same reason. */
    static final int MOST_FRAGMENT_BYTES = 64 << 10;

    private static final DataType[] TYPES = DataType.values();
    private static final Opcode[] OPCODES = Opcode.values();
    private static final AccumulateType[] ACCUMULATE_TYPES = AccumulateType.values();
    private static final int TYPE_SHIFT = 5;

    /** Room for offsets up to {@link GlobalPointer#MAX_SEGMENT_BYTES}. */
    private static final long OFFSET_MASK = (1L << 41) - 1;

    private static final int SMALL_SHIFT = 48;
    private static final long LAST = 1L << 62;

    /**
     * The index of an endpoint lies in two parts where the rest leaves room: 7 bits from bit 41 on, 5 from bit 56 on.
     */
    private static final int LOW_ENDPOINT_SHIFT = 41;

    private static final int LOW_ENDPOINT_BITS = 7;
    private static final int HIGH_ENDPOINT_SHIFT = 56;
    private static final int HIGH_ENDPOINT_MASK = 0x1F;

    private FarMessages() {}

    /**
     * An offset in the memory bound to an endpoint: a place without anything that goes with it, to which bytes may be
     * added.
     */
    public static long at(int endpoint, long offset) {
        return offset | (long) (endpoint & (1 << LOW_ENDPOINT_BITS) - 1) << LOW_ENDPOINT_SHIFT
                | (long) (endpoint >>> LOW_ENDPOINT_BITS) << HIGH_ENDPOINT_SHIFT;
    }

    public static int endpoint(long place) {
        return (int) (place >>> LOW_ENDPOINT_SHIFT) & (1 << LOW_ENDPOINT_BITS) - 1
                | ((int) (place >>> HIGH_ENDPOINT_SHIFT) & HIGH_ENDPOINT_MASK) << LOW_ENDPOINT_BITS;
    }

    /**
     * {@link #at}, in the owner's memory; the width, byte or code that goes with it; whether it is an operation's last
     * message.
     */
    public static long place(long at, int small, boolean last) {
        return at | (small & 0xFFL) << SMALL_SHIFT | (last ? LAST : 0);
    }

    public static long offset(long place) {
        return place & OFFSET_MASK;
    }

    public static int small(long place) {
        return (int) (place >>> SMALL_SHIFT) & 0xFF;
    }

    public static boolean isLast(long place) {
        return (place & LAST) != 0;
    }

    static int code(DataType type, Opcode opcode) {
        return type.ordinal() << TYPE_SHIFT | opcode.ordinal();
    }

    static DataType type(int code) {
        return TYPES[code >>> TYPE_SHIFT];
    }

    static Opcode opcode(int code) {
        return OPCODES[code & (1 << TYPE_SHIFT) - 1];
    }

    static int code(AccumulateType type) {
        return type.ordinal();
    }

    static AccumulateType accumulateType(int code) {
        return ACCUMULATE_TYPES[code];
    }

    /** The head of a message that stands for one with that many arguments. */
    public static int lend(int argumentCount) {
        return MessageHead.of(MessageHead.MEDIUM, LEND_INDEX, argumentCount);
    }

    /** Bytes of a fragment of regions with its description, in any of their messages. */
    static int fragmentBytes(MessageTransport transport) {
        return Math.min(MOST_FRAGMENT_BYTES, transport.maxPayload(MessageHead.argumentCount(REGIONS_ACCUMULATE)));
    }
}
