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

    @Override
    public byte readByte(long offset) {
        return memory.get(ValueLayout.JAVA_BYTE, readable(offset, Byte.BYTES));
    }

    @Override
    public short readShort(long offset) {
        return memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, readable(offset, Short.BYTES));
    }

    @Override
    public int readInt(long offset) {
        return memory.get(ValueLayout.JAVA_INT_UNALIGNED, readable(offset, Integer.BYTES));
    }

    @Override
    public long readLong(long offset) {
        return memory.get(ValueLayout.JAVA_LONG_UNALIGNED, readable(offset, Long.BYTES));
    }

    @Override
    public int readVolatileInt(long offset) {
        int value = readInt(offset);
        SharedMemory.acquireFence();
        return value;
    }

    @Override
    public long readVolatileLong(long offset) {
        long value = readLong(offset);
        SharedMemory.acquireFence();
        return value;
    }

    @Override
    public BoundedStore writeByte(long offset, byte value) {
        memory.set(ValueLayout.JAVA_BYTE, writable(offset, Byte.BYTES), value);
        return this;
    }

    @Override
    public BoundedStore writeShort(long offset, short value) {
        memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, writable(offset, Short.BYTES), value);
        return this;
    }

    @Override
    public BoundedStore writeInt(long offset, int value) {
        memory.set(ValueLayout.JAVA_INT_UNALIGNED, writable(offset, Integer.BYTES), value);
        return this;
    }

    @Override
    public BoundedStore writeLong(long offset, long value) {
        memory.set(ValueLayout.JAVA_LONG_UNALIGNED, writable(offset, Long.BYTES), value);
        return this;
    }

    @Override
    public BoundedStore writeVolatileInt(long offset, int value) {
        writeOrderedInt(offset, value);
        SharedMemory.fullFence();
        return this;
    }

    @Override
    public BoundedStore writeVolatileLong(long offset, long value) {
        writeOrderedLong(offset, value);
        SharedMemory.fullFence();
        return this;
    }

    @Override
    public BoundedStore writeOrderedInt(long offset, int value) {
        SharedMemory.releaseFence();
        return writeInt(offset, value);
    }

    @Override
    public BoundedStore writeOrderedLong(long offset, long value) {
        SharedMemory.releaseFence();
        return writeLong(offset, value);
    }

    @Override
    public boolean compareAndSwapInt(long offset, int expected, int value) {
        throw notAtomic();
    }

    @Override
    public boolean compareAndSwapLong(long offset, long expected, long value) {
        throw notAtomic();
    }

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
