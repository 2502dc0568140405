package org.pgas.hosts;

/**
 * What ranks that are no neighbours send each other, all on one channel of the wire: the first long of a head has the
 * kind in its low byte.
 *
 * <pre>
 * kind     head behind it                                      data
 * WORDS    number of the change, pieces, place                 counts, then the words
 * ZEROS    number of the change, pieces, place, bytes          counts
 * PAGES    number of the change, pieces, owner, offset, bytes  counts
 * PIECE    number of the piece, place                          the words
 * COUNTS                                                       counts
 * MESSAGE  head of the message, target offset, bytes there, arguments, two in a long   payload; its network
 * TAKEN    bytes that were taken in all, of each network
 * LEAVING
 * HEARD
 * </pre>
 *
 * <p>Counts are a long for each rank of the job: how many of its changes the sender's rank had seen ({@link Board}).
 * Pieces are numbered for each neighbourhood, and go to one of its ranks; a change says how many go before it.
 */
final class Frame {
    static final int WORDS = 1;
    static final int ZEROS = 2;
    static final int PAGES = 3;
    static final int COUNTS = 4;
    static final int MESSAGE = 5;
    static final int TAKEN = 6;
    static final int LEAVING = 7;
    static final int HEARD = 8;
    static final int PIECE = 9;

    /** Networks of messages: those of the core, and requests that also the wire's thread serves. */
    static final int REQUESTS = 0;
    static final int REPLIES = 1;
    static final int SERVED = 2;

    static final int NETWORKS = 3;

    /** Where the arguments of a message begin, in bytes from the begin of its head. */
    static final int ARGUMENTS = 4 * Long.BYTES;

    private static final int KIND_MASK = 0xFF;
    private static final int NETWORK_SHIFT = 8;

    private Frame() {}

    static int kind(long first) {
        return (int) first & KIND_MASK;
    }

    /** The first long of the head of a message. */
    static long message(int network) {
        return MESSAGE | (long) network << NETWORK_SHIFT;
    }

    /** The network of a message, or what is none. */
    static int network(long first) {
        return (int) (first >>> NETWORK_SHIFT) & KIND_MASK;
    }
}
