package org.pgas.message;

import java.lang.foreign.MemorySegment;

/** What sends messages, as seen by what has one to send: {@link Messenger}, where the parameters are explained. */
interface Sending {
    MessageChecks checks();

    PreparedMessages prepared();

    boolean requestMedium(int peer, long head, long first, long second, int[] arguments, MemorySegment source,
            long sourceOffset, int bytes, boolean immediate);

    boolean placeRequest(int peer, long head, MemorySegment source, long sourceOffset, long bytes, long address,
            boolean immediate);

    void requestLong(int peer, long head, long first, long second, int[] arguments, long targetOffset, long bytes);

    void replyShort(int peer, long head, long first, long second);

    boolean replyShort(int peer, long head, int[] arguments, boolean immediate);

    boolean replyMedium(int peer, long head, long first, long second, int[] arguments, MemorySegment source,
            long sourceOffset, int bytes, boolean immediate);

    boolean placeReply(int peer, long head, MemorySegment source, long sourceOffset, long bytes, long address,
            boolean immediate);

    void replyLong(int peer, long head, long first, long second, int[] arguments, long targetOffset, long bytes);
}
