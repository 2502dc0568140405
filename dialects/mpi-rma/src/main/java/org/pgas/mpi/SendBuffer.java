package org.pgas.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Arguments and data of the messages of one call while they are being sent, or data between two layouts. For one thread
 * at a time.
 */
final class SendBuffer {
    private static final long ALIGNMENT = 64;

    final int[] arguments = new int[Protocol.TYPED_ARGUMENTS];

    private MemorySegment staging;

    /** Native memory of at least so many bytes; its content stays while no call asks for more. */
    MemorySegment staging(int bytes) {
        if (staging == null || staging.byteSize() < bytes) {
            staging = Arena.ofAuto().allocate(bytes, ALIGNMENT);
        }
        return staging;
    }

    void header(int head, long place, int code, long handle, long position, int bytes) {
        arguments[Protocol.HEAD] = head;
        putLong(Protocol.PLACE, place);
        arguments[Protocol.CODE] = code;
        putLong(Protocol.HANDLE, handle);
        putLong(Protocol.POSITION, position);
        arguments[Protocol.BYTES] = bytes;
    }

    void type(long id, long count, int described) {
        putLong(Protocol.TYPE_ID, id);
        putLong(Protocol.COUNT, count);
        arguments[Protocol.DESCRIBED] = described;
    }

    /** Arguments of a message with a piece of a description. */
    void piece(int origin, long id, int at, int total) {
        arguments[Protocol.HEAD] = origin;
        putLong(1, id);
        arguments[3] = at;
        arguments[4] = total;
    }

    private void putLong(int index, long value) {
        arguments[index] = (int) value;
        arguments[index + 1] = (int) (value >>> 32);
    }
}
