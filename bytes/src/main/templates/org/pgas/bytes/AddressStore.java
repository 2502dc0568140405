//$ One class, made by config/Templates.java. Lines behind "//$ Byte Short" stand once for each of these columns.
//$ Word  | Byte | Short | Int     | Long
//$ word  | byte | short | int     | long
//$ Boxed | Byte | Short | Integer | Long
package org.pgas.bytes;

import java.lang.foreign.MemorySegment;

import org.pgas.memory.SharedMemory;

/** A store over memory that is never taken away while this process lives: mapped segments and payloads. */
abstract class AddressStore extends BoundedStore {
    // Fields and orders: words of the program's, with the order that each call promises.

    /** The address of a range that lies inside. Error: there is no such memory any more. */
    abstract long address(long offset, long length);

    private long readable(long offset, long length) {
        checkReadable(offset, length);
        return address(offset, length);
    }

    private long writable(long offset, long length) {
        checkWritable(offset, length);
        return address(offset, length);
    }

    private static long aligned(long address, int width) {
        if ((address & (width - 1)) != 0) {
            throw new IllegalArgumentException("a volatile, ordered or atomic access of " + width
                    + " bytes has to lie at a multiple of " + width + " of the segment");
        }
        return address;
    }

//$ Byte Short Int Long
    @Override
    public final $word$ read$Word$(long offset) {
        return SharedMemory.get$Word$(readable(offset, $Boxed$.BYTES));
    }

    @Override
    public final BoundedStore write$Word$(long offset, $word$ value) {
        SharedMemory.put$Word$(writable(offset, $Boxed$.BYTES), value);
        return this;
    }

//$ Int Long
    @Override
    public final $word$ readVolatile$Word$(long offset) {
        return SharedMemory.get$Word$Volatile(aligned(readable(offset, $Boxed$.BYTES), $Boxed$.BYTES));
    }

    @Override
    public final BoundedStore writeVolatile$Word$(long offset, $word$ value) {
        SharedMemory.put$Word$Volatile(aligned(writable(offset, $Boxed$.BYTES), $Boxed$.BYTES), value);
        return this;
    }

    @Override
    public final BoundedStore writeOrdered$Word$(long offset, $word$ value) {
        SharedMemory.put$Word$Release(aligned(writable(offset, $Boxed$.BYTES), $Boxed$.BYTES), value);
        return this;
    }

    @Override
    public final boolean compareAndSwap$Word$(long offset, $word$ expected, $word$ value) {
        return SharedMemory.compareAndSet$Word$(aligned(writable(offset, $Boxed$.BYTES), $Boxed$.BYTES), expected,
                value);
    }

//$
    @Override
    final void copyOut(long offset, byte[] target, int targetOffset, int length) {
        SharedMemory.copyOut(readable(offset, length), MemorySegment.ofArray(target), targetOffset, length);
    }

    @Override
    final void copyIn(byte[] source, int sourceOffset, long offset, int length) {
        SharedMemory.copyIn(MemorySegment.ofArray(source), sourceOffset, writable(offset, length), length);
    }
}
