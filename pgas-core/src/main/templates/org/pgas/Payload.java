//$ One class, made by config/Templates.java. Lines behind "//$ Int Long" stand once for each of these columns.
//$ Value | Byte | Short | Int | Long | Float | Double
//$ value | byte | short | int | long | float | double
//$ bytes | 1    | 2     | 4   | 8    | 4     | 8
package org.pgas;

import java.lang.foreign.MemorySegment;

import org.pgas.memory.SharedMemory;
import org.pgas.message.PayloadCore;
import org.pgas.rank.Face;

/**
 * The data of a medium message where it lies, in the ring that it travels through or in the slab beside it: for its
 * handler to read and overwrite, or for the sender of a {@link PreparedMessage} to write.
 *
 * <p>Expires when the handler returns, or with commit or cancel: every later access throws (checked mode recognises a
 * kept payload always, otherwise it may show the data of another message that is handled or prepared at that moment).
 * Starts at an address that suits every type; offsets are bytes from 0, any alignment, native byte order. For the
 * thread it was given to. Errors: a range outside the payload, an expired payload.
 *
 * <p>No method allocates but {@link #segment} and {@link #toByteArray}. Source: GASNet-1 2.3.3.2; GASNet-EX
 * gex_AM_SrcDesc_t.
 */
@SuppressWarnings("exports") // what does its work is not for programs
public final class Payload extends Face<PayloadCore> {
    private final PayloadCore core;

    private Payload(PayloadCore core) {
        super(core);
        this.core = core;
        core.face(this);
    }

    /** The type of the API that stands for {@code core}. */
    static Payload of(PayloadCore core) {
        Payload known = (Payload) core.face();
        return known == null ? new Payload(core) : known;
    }

    /** Bytes of data. */
    public int bytes() {
        return core.bytes();
    }

//$ Byte Short Int Long Float Double
    public $value$ get$Value$(long offset) {
        return SharedMemory.get$Value$(core.at(offset, $bytes$));
    }

    public void put$Value$(long offset, $value$ value) {
        SharedMemory.put$Value$(core.at(offset, $bytes$), value);
    }

//$
    /** Copies {@code length} bytes from {@code offset} to {@code target}, from {@code targetOffset}. */
    public void copyTo(long offset, MemorySegment target, long targetOffset, long length) {
        core.copyTo(offset, target, targetOffset, length);
    }

    /** Copies {@code length} bytes of {@code source}, from {@code sourceOffset}, to {@code offset}. */
    public void copyFrom(MemorySegment source, long sourceOffset, long offset, long length) {
        core.copyFrom(source, sourceOffset, offset, length);
    }

    /** Copies {@code length} bytes of another payload, such as the one a handler was given into the one it prepares. */
    public void copyFrom(Payload source, long sourceOffset, long offset, long length) {
        core.copyFrom(source.core, sourceOffset, offset, length);
    }

    /** A copy of all of it. */
    public byte[] toByteArray() {
        return core.toByteArray();
    }

    /**
     * The same memory as a segment, for code that works on segments; it expires with the payload. Confined to the
     * calling thread. The first call of a message allocates the segment and its scope.
     */
    public MemorySegment segment() {
        return core.segment();
    }
}
