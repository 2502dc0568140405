package org.pgas.spi;

/**
 * What a rank shows of its way to a rank of another neighbourhood, each a long in a block of {@link WayLayout}. New
 * ones come at the end.
 */
public enum WayNumber {
    /** Frames that were sent, of every kind. */
    FRAMES_SENT,
    /** Bytes of data in them, and of what was put past frames. */
    BYTES_SENT,
    /** Frames that came and were taken in. */
    FRAMES_RECEIVED,
    /** Bytes of data in them, and of what was got past frames. */
    BYTES_RECEIVED,
    /** Times that a frame found no room, in the peer's rings or on the wire. */
    WITHOUT_ROOM,
    /** Times that a frame which had come was left on the wire, because what has to be there before it had not come. */
    REFUSED,
    /** Bytes of a ring of messages at either end; each network has one. */
    RING_BYTES,
    /** Bytes of requests that the peer's handlers have not taken, as far as this rank knows. */
    REQUESTS_HELD,
    /** The same of replies. */
    REPLIES_HELD,
    /** The same of requests that only reach memory. */
    SERVED_HELD,
    /** Bytes of requests that have come from the peer and that no handler has taken here. */
    REQUESTS_WAITING,
    /** The same of replies. */
    REPLIES_WAITING,
    /** The same of requests that only reach memory. */
    SERVED_WAITING,
    /** Bytes of frames that there is room for on the wire. */
    WIRE_ROOM,
    /** How long a frame of the library's own has waited for room, in nanoseconds; 0 when none waits. */
    WAITED_NANOS,
    /**
     * 0 when the next frame from the peer waits for no changes of a rank; else 1 plus that rank. It is the peer itself
     * when the changes are data of its own that went to a neighbour of this rank.
     */
    LACKS_RANK,
    /** 1 when the peer leaves the job, or has left it. */
    LEFT,
    /** 1 when nothing comes or goes any more. */
    LOST
}
