package org.pgas.hosts.wire;

/** What a wire counts; each count only grows. */
public enum WireCounter {
    /** Frames that {@code send} took. */
    FRAMES_SENT,
    /** Bytes of data in them. */
    BYTES_SENT,
    /** Calls of {@code send} that said false. */
    WITHOUT_ROOM,
    /** Frames that a receiver has taken. */
    FRAMES_RECEIVED,
    /** Bytes of data in them. */
    BYTES_RECEIVED,
    /** Times that a receiver has refused a frame. */
    REFUSALS,
    /** Connections that were turned away because they did not greet as a rank of this job. */
    STRANGERS
}
