package org.pgas.hosts.stream;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A connection of bytes in both directions, over a {@link Carrier}. It never waits. One thread at a time makes it
 * secure and reads; one at a time writes, under a lock of its caller's; a read and a write may be at one time. Neither
 * has a memory order of its own.
 *
 * <p>After an {@link IOException} of {@link #secure}, {@link #read} or {@link #write} no thread does that again.
 * Closing the carrier ends the line; nothing else is left.
 */
public interface Line {
    /**
     * Goes on with what comes before the first byte of the caller's, as far as what has come allows; no reads and
     * writes before it has said true.
     *
     * @return whether that is over
     */
    boolean secure() throws IOException;

    /**
     * What both ends of this line know and the ends of no other line do, when it is secure: the same bytes at both
     * ends. Empty where nothing binds the line to its ends, and somebody on the way may change what goes over it.
     */
    byte[] binding();

    /** Reads what there is and has room; how many bytes, 0 for none at this moment, -1 at the end. */
    int read(ByteBuffer to) throws IOException;

    /** Takes what it can take at this moment, also of nothing; how many bytes. */
    int write(ByteBuffer from) throws IOException;

    /** Whether {@link #write(ByteBuffer, ByteBuffer)} is there. */
    default boolean gathers() {
        return false;
    }

    /**
     * As {@link #write(ByteBuffer)}, of the bytes of one buffer and then of those of another, by one call of the
     * system. Memory of the second that this thread may not use, or that is closed, is an exception of the JDK's, and
     * nothing was written.
     */
    default int write(ByteBuffer from, ByteBuffer behind) throws IOException {
        throw new UnsupportedOperationException("it does not gather");
    }

    /**
     * Whether it may hold what carriers show no more as ready to read: bytes, or its end, or a failure, which the
     * next read tells. For the thread that reads.
     */
    boolean holdsUnread();

    /** Whether it holds bytes of its own for the carrier, which the next writes give to it. Any thread. */
    boolean holdsUnsent();
}
