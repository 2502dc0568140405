package org.pgas.ucx;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The key of memory that peers may reach: with a checksum in front, as UCX itself would believe what was damaged.
 *
 * @param number of the memory at its owner
 * @param base its address there
 * @param address of the worker there that is called
 * @param remote what UCX says of the memory
 */
record UcxKey(long number, long base, long bytes, byte[] address, byte[] remote) {
    private static final int CHECK_BYTES = Integer.BYTES;
    private static final int HEAD_BYTES = CHECK_BYTES + 3 * Long.BYTES + 2 * Integer.BYTES;

    byte[] toBytes() {
        ByteBuffer key = ByteBuffer.allocate(HEAD_BYTES + address.length + remote.length);
        key.putInt(0).putLong(number).putLong(base).putLong(bytes);
        key.putInt(address.length).put(address).putInt(remote.length).put(remote);
        return key.putInt(0, check(key.array())).array();
    }

    /** Null where it is none, or damaged. */
    static UcxKey of(byte[] key) {
        if (key.length < HEAD_BYTES || ByteBuffer.wrap(key).getInt(0) != check(key)) {
            return null;
        }
        ByteBuffer text = ByteBuffer.wrap(key).position(CHECK_BYTES);
        try {
            return new UcxKey(text.getLong(), text.getLong(), text.getLong(), next(text), next(text));
        } catch (BufferUnderflowException e) {
            return null;
        }
    }

    private static byte[] next(ByteBuffer text) {
        int bytes = text.getInt();
        if (bytes < 0 || bytes > text.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] next = new byte[bytes];
        text.get(next);
        return next;
    }

    private static int check(byte[] key) {
        CRC32C sum = new CRC32C();
        sum.update(key, CHECK_BYTES, key.length - CHECK_BYTES);
        return (int) sum.getValue();
    }
}
