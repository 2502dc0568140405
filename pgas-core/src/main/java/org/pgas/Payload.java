package org.pgas;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.pgas.memory.SharedMemory;

/**
 * The data of a medium message where it lies, in the ring it travels through: for its handler to read and overwrite, or for the
 * sender of a {@link PreparedMessage} to write.
 *
 * <p>Expires when the handler returns, or with commit or cancel: every later access throws (checked mode recognises a kept payload
 * always, otherwise it may show the data of another message that is handled or prepared at that moment). Starts at an address that suits every
 * type; offsets are bytes from 0, any alignment, native byte order. For the thread it was given to. Errors: a range outside the
 * payload, an expired payload.
 *
 * <p>No method allocates but {@link #segment} and {@link #toByteArray}. Source: GASNet-1 2.3.3.2; GASNet-EX gex_AM_SrcDesc_t.
 */
public final class Payload {
    private final int rank;
    private long address;

    /** Below 0: expired. So the bounds check is the check of expiry. */
    private long bytes = -1;

    /** How often it began: the same object serves one message after another. */
    private long messages;

    private Arena arena;
    private MemorySegment segment;

    /** Where the data is in its sender's process; null when it is here. Until it was taken from there, {@link #bytes} is below 0. */
    private LentData lent;

    Payload(int rank) {
        this.rank = rank;
    }

    void begin(long newAddress, long newBytes) {
        address = newAddress;
        bytes = newBytes;
        messages++;
    }

    /** Of data that is still in the memory of its sender. */
    void begin(LentData data) {
        lent = data;
        messages++;
    }

    void end() {
        bytes = -1;
        lent = null;
        if (arena != null) {
            segment = null;
            arena.close();
            arena = null;
        }
    }

    /** Bytes of data. */
    public int bytes() {
        if (isElsewhere()) {
            return (int) lent.bytes();
        }
        at(0, 0);
        return (int) bytes;
    }

    /** Where it lies, for loops of the library's own that stay inside. */
    long address() {
        return at(0, 0);
    }

    /**
     * Tells this message's payload from that of others which the same object has served or will serve. For the library's other modules;
     * not part of the API.
     *
     * @hidden
     */
    public long message() {
        at(0, 0);
        return messages;
    }

    /**
     * Where a range of the payload of {@code message} lies; an error if it is another one's by now. For the library's other modules; not
     * part of the API.
     *
     * @hidden
     */
    public long address(long message, long offset, long length) {
        if (message != messages) {
            throw expired();
        }
        return at(offset, length);
    }

    private long at(long offset, long length) {
        if (offset < 0 || length < 0 || offset > bytes - length) {
            take(offset, length);
        }
        return address + offset;
    }

    private boolean isElsewhere() {
        return bytes < 0 && lent != null;
    }

    /** Gets the data if it is elsewhere, and refuses a range that is outside of it. */
    private void take(long offset, long length) {
        if (isElsewhere()) {
            address = lent.take();
            bytes = lent.bytes();
        }
        if (offset < 0 || length < 0 || offset > bytes - length) {
            throw outside(offset, length);
        }
    }

    private PgasException outside(long offset, long length) {
        return bytes < 0 ? expired()
                : new PgasException(ErrorCode.BAD_ARGUMENT,
                        "rank " + rank + ": " + length + " bytes at offset " + offset
                                + " are outside the payload of " + bytes + " bytes");
    }

    private PgasException expired() {
        return new PgasException(ErrorCode.BAD_ARGUMENT, "rank " + rank
                + ": a payload was used after its handler returned or its message was committed: copy what is needed longer");
    }

    public byte getByte(long offset) {
        return SharedMemory.getByte(at(offset, 1));
    }

    public void putByte(long offset, byte value) {
        SharedMemory.putByte(at(offset, 1), value);
    }

    public short getShort(long offset) {
        return SharedMemory.getShort(at(offset, 2));
    }

    public void putShort(long offset, short value) {
        SharedMemory.putShort(at(offset, 2), value);
    }

    public int getInt(long offset) {
        return SharedMemory.getInt(at(offset, 4));
    }

    public void putInt(long offset, int value) {
        SharedMemory.putInt(at(offset, 4), value);
    }

    public long getLong(long offset) {
        return SharedMemory.getLong(at(offset, 8));
    }

    public void putLong(long offset, long value) {
        SharedMemory.putLong(at(offset, 8), value);
    }

    public float getFloat(long offset) {
        return SharedMemory.getFloat(at(offset, 4));
    }

    public void putFloat(long offset, float value) {
        SharedMemory.putFloat(at(offset, 4), value);
    }

    public double getDouble(long offset) {
        return SharedMemory.getDouble(at(offset, 8));
    }

    public void putDouble(long offset, double value) {
        SharedMemory.putDouble(at(offset, 8), value);
    }

    /** Copies {@code length} bytes from {@code offset} to {@code target}, from {@code targetOffset}. */
    public void copyTo(long offset, MemorySegment target, long targetOffset, long length) {
        if (isElsewhere() && offset >= 0 && length >= 0 && offset <= lent.bytes() - length) {
            lent.copyTo(offset, target, targetOffset, length);
            return;
        }
        SharedMemory.copyOut(at(offset, length), target, targetOffset, length);
    }

    /** Copies {@code length} bytes of {@code source}, from {@code sourceOffset}, to {@code offset}. */
    public void copyFrom(MemorySegment source, long sourceOffset, long offset, long length) {
        SharedMemory.copyIn(source, sourceOffset, at(offset, length), length);
    }

    /** Copies {@code length} bytes of another payload, such as the one a handler was given into the one it prepares. */
    public void copyFrom(Payload source, long sourceOffset, long offset, long length) {
        SharedMemory.copy(source.at(sourceOffset, length), at(offset, length), length);
    }

    /** A copy of all of it. */
    public byte[] toByteArray() {
        byte[] copy = new byte[bytes()];
        copyTo(0, MemorySegment.ofArray(copy), 0, copy.length);
        return copy;
    }

    /**
     * The same memory as a segment, for code that works on segments; it expires with the payload. Confined to the calling thread. The
     * first call of a message allocates the segment and its scope.
     */
    public MemorySegment segment() {
        long start = at(0, 0);
        if (segment == null) {
            arena = Arena.ofConfined();
            segment = SharedMemory.view(start, bytes, arena);
        }
        return segment;
    }
}
