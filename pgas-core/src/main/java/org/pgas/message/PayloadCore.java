package org.pgas.message;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.pgas.PgasException;
import org.pgas.memory.SharedMemory;
import org.pgas.rank.Cores;
import org.pgas.rank.Face;
import org.pgas.rank.PublicCall;
import org.pgas.refusal.Refusals;

/**
 * The data of a medium message where it lies: what {@code Payload} of the API, its face, reads and writes.
 *
 * <p>Below 0 bytes it is expired: so the check of bounds is the check of expiry. For the thread it was given to,
 * plainly.
 */
public final class PayloadCore {
    private final int rank;
    private long address;

    /** Below 0: expired. So the bounds check is the check of expiry. */
    private long bytes = -1;

    /** How often it began: the same object serves one message after another. */
    private long messages;

    private Arena arena;
    private MemorySegment segment;

    /**
     * Where the data is in its sender's process; null when it is here. Until it was taken from there, {@link #bytes} is
     * below 0.
     */
    private Lent lent;

    private Object face;

    public PayloadCore(int rank) {
        this.rank = rank;
    }

    /** The core of {@code payload}. */
    public static PayloadCore of(Face<PayloadCore> payload) {
        return Cores.of(payload);
    }

    /** The type of the API that stands for it. */
    public Object face() {
        return face;
    }

    public void face(Object newFace) {
        face = newFace;
    }

    public void begin(long newAddress, long newBytes) {
        address = newAddress;
        bytes = newBytes;
        messages++;
    }

    /** Begins with data that is still in the memory of its sender. */
    public void begin(Lent data) {
        lent = data;
        messages++;
    }

    public void end() {
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
    public long address() {
        return at(0, 0);
    }

    /**
     * Tells this message's payload from that of others which the same object has served or will serve.
     */
    public long message() {
        at(0, 0);
        return messages;
    }

    /**
     * Where a range of the payload of {@code message} lies; an error if it is another one's by now.
     */
    public long address(long message, long offset, long length) {
        if (message != messages) {
            throw expired();
        }
        return at(offset, length);
    }

    public long getLong(long offset) {
        return SharedMemory.getLong(at(offset, Long.BYTES));
    }

    /** Where a range of it lies. */
    public long at(long offset, long length) {
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
                : bad(length + " bytes at offset " + offset
                        + " are outside the payload of " + bytes + " bytes");
    }

    private PgasException bad(String what) {
        return Refusals.of(rank).bad(PublicCall.current(), what);
    }

    private PgasException expired() {
        return bad("a payload was used after its handler returned or its message was committed: copy what is "
                + "needed longer");
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
    public void copyFrom(PayloadCore source, long sourceOffset, long offset, long length) {
        SharedMemory.copy(source.at(sourceOffset, length), at(offset, length), length);
    }

    /** A copy of all of it. */
    public byte[] toByteArray() {
        byte[] copy = new byte[bytes()];
        copyTo(0, MemorySegment.ofArray(copy), 0, copy.length);
        return copy;
    }

    /**
     * The same memory as a segment, for code that works on segments; it expires with the payload. Confined to the
     * calling thread. The first call of a message allocates the segment and its scope.
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
