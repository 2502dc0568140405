package org.pgas.rpc;

import java.lang.foreign.MemorySegment;

import net.openhft.chronicle.bytes.Bytes;
import org.pgas.Payload;

/** Bytes that come in several messages, in their order. Touched by handlers only. */
final class Parts {
    private final byte[] bytes;

    /** What the first message said beside the bytes. */
    final int first;

    private int filled;

    Parts(int total, int first) {
        bytes = new byte[total];
        this.first = first;
    }

    /** Takes the next part; false if it is none. */
    boolean add(int offset, Payload payload) {
        int length = payload.bytes();
        if (offset != filled || length > bytes.length - filled) {
            return false;
        }
        payload.copyTo(0, MemorySegment.ofArray(bytes), offset, length);
        filled += length;
        return true;
    }

    boolean isComplete() {
        return filled == bytes.length;
    }

    Bytes<byte[]> reader() {
        Bytes<byte[]> reader = Bytes.wrapForRead(bytes);
        reader.singleThreadedCheckDisabled(true);
        return reader;
    }
}
