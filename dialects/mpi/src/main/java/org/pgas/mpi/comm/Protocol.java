package org.pgas.mpi.comm;

import org.pgas.ActiveMessages;
import org.pgas.HandlerEntry;
import org.pgas.LocalCompletion;
import org.pgas.Team;

/**
 * The messages between the ranks of an {@link Mpi}: Active Messages between endpoints made for it. Handlers have the
 * same indices on all ranks. By int arguments; two make a long, low half first. "Either": a request, or the reply to
 * one.
 *
 * <pre>
 * EAGER   request  leader, number, source, tag                           data: all of the message, packed
 * OFFER   request  leader, number, source, tag, send, bytes, place       there is a message, its data stays where it is
 * WISH    either   send, receive, place                                  a receive has met it: send its data
 * PIECE   request  receive, position                                     data: from that position on, packed
 * LANDED  request  receive                                               all data was put to the place of the wish
 * TAKEN   either   send                                                  nothing of it is needed any more
 * CREDIT  either   bytes                                                 so much of what came eagerly is gone
 * </pre>
 *
 * <p>{@code leader} and {@code number} tell the context, {@code source} is the sender's rank in the communicator.
 * {@code send} and {@code receive} are numbers of an {@link OperationTable}, at the rank that has made them. A
 * {@code place} is an offset in the segment that the rank which tells it has attached, or one of the two constants.
 * {@code bytes} and {@code place} are longs, and so are the numbers of operations.
 *
 * <p>An OFFER is answered by one WISH or one TAKEN. A WISH is answered by PIECEs of all data, each byte once, or by one
 * LANDED.
 */
final class Protocol {
    static final int EAGER = HandlerEntry.INDEX_BASE;
    static final int OFFER = EAGER + 1;
    static final int WISH = EAGER + 2;
    static final int PIECE = EAGER + 3;
    static final int LANDED = EAGER + 4;
    static final int TAKEN = EAGER + 5;
    static final int CREDIT = EAGER + 6;

    /** No message: what has met needs no answer now. Is no index of a handler. */
    static final int NOTHING = -1;

    static final int EAGER_ARGUMENTS = 4;
    static final int OFFER_ARGUMENTS = 10;
    static final int WISH_ARGUMENTS = 6;
    static final int PIECE_ARGUMENTS = 4;
    static final int LANDED_ARGUMENTS = 2;
    static final int TAKEN_ARGUMENTS = 2;
    static final int CREDIT_ARGUMENTS = 1;

    /** The data is one run of memory that peers do not reach. */
    static final long PRIVATE = -1;

    /** The data is in several runs, wherever these are. */
    static final long SCATTERED = -2;

    /** Longer messages are offered: the second copy of an eager one costs more then than an answer. */
    private static final long MOST_EAGER_BYTES = 8 << 10;

    /** A handler copies one piece while its rank's other messages wait. */
    private static final long MOST_PIECE_BYTES = 32 << 10;

    private static final long LINE = 64;

    private Protocol() {}

    static int eagerBytes(ActiveMessages messages) {
        return (int) Math.min(MOST_EAGER_BYTES,
                messages.maxRequestMedium(Team.INVALID_RANK, LocalCompletion.NOW, 0, EAGER_ARGUMENTS));
    }

    /** Whole cache lines. */
    static int pieceBytes(ActiveMessages messages) {
        return (int) (Math.min(MOST_PIECE_BYTES,
                messages.maxRequestMedium(Team.INVALID_RANK, LocalCompletion.NOW, 0, PIECE_ARGUMENTS)) & -LINE);
    }

    /** How many arguments a WISH or a TAKEN has. */
    static int arguments(int answer) {
        return answer == WISH ? WISH_ARGUMENTS : TAKEN_ARGUMENTS;
    }

    static void put(int[] arguments, int index, long value) {
        arguments[index] = (int) value;
        arguments[index + 1] = (int) (value >>> 32);
    }
}
