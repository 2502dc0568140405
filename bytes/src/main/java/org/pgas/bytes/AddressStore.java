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

    @Override
    public final byte readByte(long offset) {
        return SharedMemory.getByte(readable(offset, Byte.BYTES));
    }

    @Override
    public final short readShort(long offset) {
        return SharedMemory.getShort(readable(offset, Short.BYTES));
    }

    @Override
    public final int readInt(long offset) {
        return SharedMemory.getInt(readable(offset, Integer.BYTES));
    }

    @Override
    public final long readLong(long offset) {
        return SharedMemory.getLong(readable(offset, Long.BYTES));
    }

    @Override
    public final int readVolatileInt(long offset) {
        return SharedMemory.getIntVolatile(aligned(readable(offset, Integer.BYTES), Integer.BYTES));
    }

    @Override
    public final long readVolatileLong(long offset) {
        return SharedMemory.getLongVolatile(aligned(readable(offset, Long.BYTES), Long.BYTES));
    }

    private static long aligned(long address, int width) {
        if ((address & (width - 1)) != 0) {
            throw new IllegalArgumentException("a volatile, ordered or atomic access of " + width
                    + " bytes has to lie at a multiple of " + width + " of the segment");
        }
        return address;
    }

    @Override
    public final BoundedStore writeByte(long offset, byte value) {
        SharedMemory.putByte(writable(offset, Byte.BYTES), value);
        return this;
    }

    @Override
    public final BoundedStore writeShort(long offset, short value) {
        SharedMemory.putShort(writable(offset, Short.BYTES), value);
        return this;
    }

    @Override
    public final BoundedStore writeInt(long offset, int value) {
        SharedMemory.putInt(writable(offset, Integer.BYTES), value);
        return this;
    }

    @Override
    public final BoundedStore writeLong(long offset, long value) {
        SharedMemory.putLong(writable(offset, Long.BYTES), value);
        return this;
    }

    @Override
    public final BoundedStore writeVolatileInt(long offset, int value) {
        SharedMemory.putIntVolatile(aligned(writable(offset, Integer.BYTES), Integer.BYTES), value);
        return this;
    }

    @Override
    public final BoundedStore writeVolatileLong(long offset, long value) {
        SharedMemory.putLongVolatile(aligned(writable(offset, Long.BYTES), Long.BYTES), value);
        return this;
    }

    @Override
    public final BoundedStore writeOrderedInt(long offset, int value) {
        SharedMemory.putIntRelease(aligned(writable(offset, Integer.BYTES), Integer.BYTES), value);
        return this;
    }

    @Override
    public final BoundedStore writeOrderedLong(long offset, long value) {
        SharedMemory.putLongRelease(aligned(writable(offset, Long.BYTES), Long.BYTES), value);
        return this;
    }

    @Override
    public final boolean compareAndSwapInt(long offset, int expected, int value) {
        return SharedMemory.compareAndSetInt(aligned(writable(offset, Integer.BYTES), Integer.BYTES), expected, value);
    }

    @Override
    public final boolean compareAndSwapLong(long offset, long expected, long value) {
        return SharedMemory.compareAndSetLong(aligned(writable(offset, Long.BYTES), Long.BYTES), expected, value);
    }

    @Override
    final void copyOut(long offset, byte[] target, int targetOffset, int length) {
        SharedMemory.copyOut(readable(offset, length), MemorySegment.ofArray(target), targetOffset, length);
    }

    @Override
    final void copyIn(byte[] source, int sourceOffset, long offset, int length) {
        SharedMemory.copyIn(MemorySegment.ofArray(source), sourceOffset, writable(offset, length), length);
    }
}
