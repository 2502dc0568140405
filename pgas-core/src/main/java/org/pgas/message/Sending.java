package org.pgas.message;

import java.lang.foreign.MemorySegment;

/** What sends messages, as seen by what has one to send: {@link Messenger}, where the parameters are explained. */
interface Sending {
    MessageChecks checks();

    PreparedMessages prepared();

    boolean requestMedium(int peer, long head, long first, long second, int[] arguments, MemorySegment source,
            long sourceOffset, int bytes, boolean immediate);

    boolean requestLong(int peer, long head, long first, long second, int[] arguments, MemorySegment source,
            long sourceOffset, long bytes, long targetOffset, long address, boolean immediate);

    void replyShort(int peer, long head, long first, long second);

    boolean replyShort(int peer, long head, int[] arguments, boolean immediate);

    boolean replyMedium(int peer, long head, long first, long second, int[] arguments, MemorySegment source,
            long sourceOffset, int bytes, boolean immediate);

    boolean replyLong(int peer, long head, long first, long second, int[] arguments, MemorySegment source,
            long sourceOffset, long bytes, long targetOffset, long address, boolean immediate);
}
