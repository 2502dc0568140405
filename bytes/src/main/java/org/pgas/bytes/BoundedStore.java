package org.pgas.bytes;

import java.nio.ByteBuffer;
import java.util.Objects;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.chronicle.bytes.RandomDataInput;
import net.openhft.chronicle.bytes.internal.AbstractBytesStore;
import net.openhft.chronicle.bytes.util.DecoratedBufferOverflowException;
import net.openhft.chronicle.bytes.util.DecoratedBufferUnderflowException;
import org.pgas.memory.SharedMemory;

/**
 * A range of memory as a store of Chronicle's, every access of which is checked here.
 *
 * <p>To Chronicle this is no direct memory and has no address. All of Chronicle's short cuts, which read and write at
 * bare addresses without a look at any limit, ask for these two, or for classes of Chronicle's own; so each comes
 * through the methods below.
 *
 * <p>Invariant: no method of a view reads or writes outside its memory ({@code
 * BoundsTest.shouldWriteNothingOutsideByAnyMethodAndAnyOffset}, {@code
 * BoundsTest.shouldReadTheSameWhateverLiesOutside}).
 */
abstract class BoundedStore extends AbstractBytesStore<BoundedStore, Void> {
    // Fields and orders: words of the program's, with the order that each call promises.

    BoundedStore() {
        super(false);
        // a payload is read by whatever thread of the rank takes in messages
        singleThreadedCheckDisabled(true);
    }

    /** Bytes. */
    abstract long size();

    /** Another store of the same memory, with a life that ends when this one's does. */
    abstract BoundedStore again();

    abstract void copyOut(long offset, byte[] target, int targetOffset, int length);

    abstract void copyIn(byte[] source, int sourceOffset, long offset, int length);

    /** Whether {@code [offset, offset + length)} lies inside. */
    final boolean fits(long offset, long length) {
        return offset >= 0 && length >= 0 && offset <= size() - length;
    }

    final void checkReadable(long offset, long length) {
        if (!fits(offset, length)) {
            throw new DecoratedBufferUnderflowException(outside(offset, length));
        }
    }

    final void checkWritable(long offset, long length) {
        if (!fits(offset, length)) {
            throw new DecoratedBufferOverflowException(outside(offset, length));
        }
    }

    private String outside(long offset, long length) {
        return length + " bytes at offset " + offset + " are outside the view of " + size() + " bytes";
    }

    static UnsupportedOperationException noAddress() {
        return new UnsupportedOperationException(
                "a view of the library's memory has no address: nothing would check an access to it");
    }

    @Override
    public final float readFloat(long offset) {
        return Float.intBitsToFloat(readInt(offset));
    }

    @Override
    public final double readDouble(long offset) {
        return Double.longBitsToDouble(readLong(offset));
    }

    @Override
    public final BoundedStore writeFloat(long offset, float value) {
        writeInt(offset, Float.floatToRawIntBits(value));
        return this;
    }

    @Override
    public final BoundedStore writeDouble(long offset, double value) {
        writeLong(offset, Double.doubleToRawLongBits(value));
        return this;
    }

    @Override
    public final boolean isDirectMemory() {
        return false;
    }

    @Override
    public final boolean canReadDirect(long length) {
        return false;
    }

    @Override
    public final boolean sharedMemory() {
        return false;
    }

    @Override
    public final long addressForRead(long offset) {
        throw noAddress();
    }

    @Override
    public final long addressForWrite(long offset) {
        throw noAddress();
    }

    @Override
    public final long addressForWritePosition() {
        throw noAddress();
    }

    @Override
    public final void nativeRead(long position, long address, long size) {
        throw noAddress();
    }

    @Override
    public final void nativeWrite(long address, long position, long size) {
        throw noAddress();
    }

    @Override
    public final ByteBuffer toTemporaryDirectByteBuffer() {
        throw noAddress();
    }

    @Override
    public final Void underlyingObject() {
        return null;
    }

    @Override
    public final long capacity() {
        return size();
    }

    @Override
    public final long realCapacity() {
        return size();
    }

    @Override
    public final long safeLimit() {
        return size();
    }

    /** What was written is not known to a store: all of it may be read. */
    @Override
    public final long readLimit() {
        return size();
    }

    @Override
    public final long writeLimit() {
        return size();
    }

    @Override
    public final Bytes<Void> bytesForRead() {
        BoundedBytes bytes = new BoundedBytes(again());
        bytes.readLimit(size());
        return bytes;
    }

    @Override
    public final Bytes<Void> bytesForWrite() {
        return new BoundedBytes(again());
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"}) // a copy is a store of another kind
    public final BytesStore<BoundedStore, Void> copy() {
        return (BytesStore) BytesStore.wrap(bytes(0, size()));
    }

    private byte[] bytes(long offset, long length) {
        checkReadable(offset, length);
        byte[] bytes = new byte[Math.toIntExact(length)];
        copyOut(offset, bytes, 0, bytes.length);
        return bytes;
    }

    @Override
    public final int readUnsignedByte(long offset) {
        return readByte(offset) & 0xFF;
    }

    @Override
    public final int peekUnsignedByte(long offset) {
        return fits(offset, 1) ? readByte(offset) & 0xFF : -1;
    }

    @Override
    public final byte readVolatileByte(long offset) {
        byte value = readByte(offset);
        SharedMemory.acquireFence();
        return value;
    }

    @Override
    public final short readVolatileShort(long offset) {
        short value = readShort(offset);
        SharedMemory.acquireFence();
        return value;
    }

    @Override
    public final BoundedStore writeVolatileByte(long offset, byte value) {
        SharedMemory.releaseFence();
        writeByte(offset, value);
        SharedMemory.fullFence();
        return this;
    }

    @Override
    public final BoundedStore writeVolatileShort(long offset, short value) {
        SharedMemory.releaseFence();
        writeShort(offset, value);
        SharedMemory.fullFence();
        return this;
    }

    @Override
    public abstract BoundedStore writeByte(long offset, byte value);

    @Override
    public abstract BoundedStore writeShort(long offset, short value);

    @Override
    public abstract BoundedStore writeInt(long offset, int value);

    @Override
    public abstract BoundedStore writeLong(long offset, long value);

    @Override
    public final void testAndSetInt(long offset, int expected, int value) {
        if (!compareAndSwapInt(offset, expected, value)) {
            throw new IllegalStateException("the int at offset " + offset + " was not " + expected);
        }
    }

    @Override
    public final long read(long offset, byte[] target, int targetOffset, int length) {
        Objects.checkFromIndexSize(targetOffset, length, target.length);
        if (offset < 0 || offset > size()) {
            throw new DecoratedBufferUnderflowException(outside(offset, length));
        }
        int some = (int) Math.min(length, size() - offset);
        copyOut(offset, target, targetOffset, some);
        return some;
    }

    @Override
    public final BoundedStore write(long offset, byte[] source, int sourceOffset, int length) {
        Objects.checkFromIndexSize(sourceOffset, length, source.length);
        checkWritable(offset, length);
        copyIn(source, sourceOffset, offset, length);
        return this;
    }

    @Override
    public final void write(long offset, ByteBuffer source, int sourceOffset, int length) {
        Objects.checkFromIndexSize(sourceOffset, length, source.limit());
        checkWritable(offset, length);
        for (int at = 0; at < length; at++) {
            writeByte(offset + at, source.get(sourceOffset + at));
        }
    }

    @Override
    public final BoundedStore write(long offset, RandomDataInput source, long sourceOffset, long length) {
        checkWritable(offset, length);
        if (sourceOffset < 0 || sourceOffset > source.realCapacity() - length) {
            throw new DecoratedBufferUnderflowException(length + " bytes at offset " + sourceOffset
                    + " are outside the source of " + source.realCapacity() + " bytes");
        }
        if (source == this) {
            // the ranges may overlap
            move(sourceOffset, offset, length);
            return this;
        }
        long at = 0;
        for (; at <= length - Long.BYTES; at += Long.BYTES) {
            writeLong(offset + at, source.readLong(sourceOffset + at));
        }
        for (; at < length; at++) {
            writeByte(offset + at, source.readByte(sourceOffset + at));
        }
        return this;
    }

    @Override
    public final void move(long from, long to, long length) {
        checkWritable(to, length);
        byte[] moved = bytes(from, length);
        copyIn(moved, 0, to, moved.length);
    }

    @Override
    public final BoundedStore zeroOut(long start, long end) {
        if (start < end) {
            checkWritable(start, end - start);
        }
        for (long at = start; at < end; at++) {
            writeByte(at, (byte) 0);
        }
        return this;
    }

    @Override
    public final long write8bit(long position, BytesStore<?, ?> text) {
        long length = text.readRemaining();
        long at = writeLength(position, length);
        write(at, text, text.readPosition(), length);
        return at + length;
    }

    @Override
    public final long write8bit(long position, String text, int start, int length) {
        Objects.checkFromIndexSize(start, length, text.length());
        long at = writeLength(position, length);
        checkWritable(at, length);
        for (int i = 0; i < length; i++) {
            char character = text.charAt(start + i);
            writeByte(at + i, (byte) (character > 0xFF ? '?' : character));
        }
        return at + length;
    }

    /** Stop-bit encoded; returns what comes after it. */
    private long writeLength(long position, long length) {
        long at = position;
        long rest = length;
        for (; rest > 0x7F; rest >>>= 7) {
            writeByte(at++, (byte) (rest | 0x80));
        }
        writeByte(at++, (byte) rest);
        return at;
    }

    /** The digits of a decimal number, {@code exponent} of them after the point; the caller's text ends here. */
    @Override
    public final long appendAndReturnLength(long position, boolean negative, long mantissa, int exponent,
            boolean append0) {
        StringBuilder digits = new StringBuilder();
        digits.append(Long.toUnsignedString(mantissa));
        if (exponent > 0) {
            while (digits.length() <= exponent) {
                digits.insert(0, '0');
            }
            digits.insert(digits.length() - exponent, '.');
        } else {
            digits.repeat('0', -exponent);
            if (append0) {
                digits.append(".0");
            }
        }
        if (negative) {
            digits.insert(0, '-');
        }
        checkWritable(position, digits.length());
        for (int at = 0; at < digits.length(); at++) {
            writeByte(position + at, (byte) digits.charAt(at));
        }
        return digits.length();
    }

    @Override
    protected final void performRelease() {
        // the memory is the library's
    }

    // content decides, as of all stores

    @Override
    public final int hashCode() {
        return super.hashCode();
    }

    @Override
    public final boolean equals(Object other) {
        return super.equals(other);
    }

    @Override
    public final String toString() {
        return to8bitString();
    }
}
