//$ One class, made by config/Templates.java. Lines behind "//$ Byte Short" stand once for each of these columns.
//$ Word   | Byte      | Short                | Int                | Long
//$ word   | byte      | short                | int                | long
//$ Boxed  | Byte      | Short                | Integer            | Long
//$ LAYOUT | JAVA_BYTE | JAVA_SHORT_UNALIGNED | JAVA_INT_UNALIGNED | JAVA_LONG_UNALIGNED
package org.pgas.bytes;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.memory.SharedMemory;

/** A range of client memory: of an array, or of an arena that may be closed, as the virtual machine checks. */
final class MemoryStore extends BoundedStore {
    // Fields and orders: words of the program's, with the order that each call promises.

    private final MemorySegment memory;

    MemoryStore(MemorySegment memory) {
        this.memory = memory;
    }

    @Override
    long size() {
        return memory.byteSize();
    }

    @Override
    BoundedStore again() {
        return this;
    }

    private long readable(long offset, long length) {
        checkReadable(offset, length);
        return offset;
    }

    private long writable(long offset, long length) {
        checkWritable(offset, length);
        return offset;
    }

//$ Byte Short Int Long
    @Override
    public $word$ read$Word$(long offset) {
        return memory.get(ValueLayout.$LAYOUT$, readable(offset, $Boxed$.BYTES));
    }

    @Override
    public BoundedStore write$Word$(long offset, $word$ value) {
        memory.set(ValueLayout.$LAYOUT$, writable(offset, $Boxed$.BYTES), value);
        return this;
    }

//$ Int Long
    @Override
    public $word$ readVolatile$Word$(long offset) {
        $word$ value = read$Word$(offset);
        SharedMemory.acquireFence();
        return value;
    }

    @Override
    public BoundedStore writeVolatile$Word$(long offset, $word$ value) {
        writeOrdered$Word$(offset, value);
        SharedMemory.fullFence();
        return this;
    }

    @Override
    public BoundedStore writeOrdered$Word$(long offset, $word$ value) {
        SharedMemory.releaseFence();
        return write$Word$(offset, value);
    }

    @Override
    public boolean compareAndSwap$Word$(long offset, $word$ expected, $word$ value) {
        throw notAtomic();
    }

//$
    /** Peers' updates of client memory hold a lock that Chronicle does not know. */
    private static UnsupportedOperationException notAtomic() {
        return new UnsupportedOperationException(
                "client memory is updated by the library's atomic operations only (org.pgas.atomics)");
    }

    @Override
    void copyOut(long offset, byte[] target, int targetOffset, int length) {
        MemorySegment.copy(memory, readable(offset, length), MemorySegment.ofArray(target), targetOffset, length);
    }

    @Override
    void copyIn(byte[] source, int sourceOffset, long offset, int length) {
        MemorySegment.copy(MemorySegment.ofArray(source), sourceOffset, memory, writable(offset, length), length);
    }
}
