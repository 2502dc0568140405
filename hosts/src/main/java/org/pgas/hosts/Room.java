package org.pgas.hosts;

/**
 * The sender's knowledge of a ring at its peer into which messages of one network go ({@link Arrivals}): it knows the
 * length of every record, and so where each lies there.
 *
 * <pre>
 * field    writer                       readers           order
 * written  senders, under Way's lock   threads that ask  volatile
 * taken    the thread that polls        senders           volatile: an old one only says that there is less room
 * </pre>
 */
final class Room {
    /** Bytes of a ring; a power of two. */
    static final int RING_BYTES = 256 << 10;

    /** Bytes of a record before its payload. */
    static final int HEAD_BYTES = 96;

    /**
     * The most bytes of a record: 64 KiB of payload. Twice that fits beside a quarter of the ring that is not yet given
     * back, so a record has room wherever the last one ended.
     */
    static final int MOST_BYTES = HEAD_BYTES + (64 << 10);

    private volatile long written;
    private volatile long taken;

    /** The most payload of a message. */
    static int maxPayload() {
        return MOST_BYTES - HEAD_BYTES;
    }

    static int length(int payload) {
        return HEAD_BYTES + (payload + 7 & -8);
    }

    /** How many bytes before the end of the ring stay empty so that a record at that position is in one piece. */
    static int skipped(long position, int length) {
        int place = (int) position & RING_BYTES - 1;
        return place + length > RING_BYTES ? RING_BYTES - place : 0;
    }

    /** Bytes that the peer has not taken, as far as it has said. */
    long held() {
        // first what was taken: it is never more than was written
        long given = taken;
        return written - given;
    }

    boolean has(int length) {
        long position = written;
        return position + skipped(position, length) + length - taken <= RING_BYTES;
    }

    /** A record is going to be sent; the peer may give back its room at once. Returns what was written before. */
    long use(int length) {
        long position = written;
        written = position + skipped(position, length) + length;
        return position;
    }

    /** The record was not sent. */
    void undo(long position) {
        written = position;
    }

    /** The peer says so. False when it cannot have. */
    boolean taken(long bytes) {
        if (bytes < taken || bytes > written) {
            return false;
        }
        taken = bytes;
        return true;
    }
}
