package org.pgas.bytes;

import java.nio.ByteBuffer;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.VanillaBytes;

/** Positions and limits over a {@link BoundedStore}; of fixed size. Views of the same memory end with it. */
final class BoundedBytes extends VanillaBytes<Void> {
    BoundedBytes(BoundedStore store) {
        super(store, 0, store.size());
        singleThreadedCheckDisabled(true);
    }

    private BoundedStore store() {
        return (BoundedStore) bytesStore;
    }

    @Override
    public Bytes<Void> bytesForRead() {
        BoundedBytes bytes = new BoundedBytes(store().again());
        bytes.readLimit(readLimit()).readPosition(readPosition());
        return bytes;
    }

    @Override
    public Bytes<Void> bytesForWrite() {
        BoundedBytes bytes = new BoundedBytes(store().again());
        bytes.writePosition(writePosition());
        return bytes;
    }

    @Override
    public ByteBuffer toTemporaryDirectByteBuffer() {
        return store().toTemporaryDirectByteBuffer();
    }

    /** The inherited one takes the store for one of Chronicle's. */
    @Override
    public int byteCheckSum(int start, int end) {
        int sum = 0;
        for (int at = start; at < end; at++) {
            sum += readByte(at);
        }
        return sum & 0xFF;
    }

    /** Stays checked. */
    @Override
    public Bytes<Void> unchecked(boolean unchecked) {
        return this;
    }

    // addresses and objects that nothing would check

    @Override
    public Bytes<Void> unsafeRead(long address, int length) {
        throw BoundedStore.noAddress();
    }

    @Override
    public Bytes<Void> unsafeWrite(long address, int length) {
        throw BoundedStore.noAddress();
    }

    @Override
    public void unsafeReadObject(Object object, int offset, int length) {
        throw BoundedStore.noAddress();
    }

    @Override
    public Bytes<Void> unsafeWriteObject(Object object, int offset, int length) {
        throw BoundedStore.noAddress();
    }

    // content decides, as of all Bytes

    @Override
    public int hashCode() {
        return super.hashCode();
    }

    @Override
    public boolean equals(Object other) {
        return super.equals(other);
    }
}
