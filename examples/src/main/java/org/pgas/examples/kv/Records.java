package org.pgas.examples.kv;

import java.util.Arrays;

import org.pgas.Rma;

/**
 * Records in the file. But for its first word a record never changes: a put writes a new one, and links it in when it is complete.
 *
 * <pre>
 * offset  bytes  field     writer                             order
 * 0       8      next      who holds the bucket's mutex       release: the offset of the bucket's next record, or 0
 * 8       8      hash      who puts                           plain, before the record is linked, as all that follows
 * 16      4      key bytes
 * 20      4      value bytes
 * 24      8      checksum  of hash, sizes, key and value
 * 32             key, value
 * </pre>
 */
final class Records {
    private static final int RANK = StoreLayout.RANK;
    private static final int HASH = 8;
    private static final int KEY_BYTES = 16;
    private static final int VALUE_BYTES = 20;
    private static final int CHECKSUM = 24;
    private static final int HEAD = 32;

    private final Rma rma;

    Records(Rma rma) {
        this.rma = rma;
    }

    /** Bytes of a record. */
    static long bytes(byte[] key, byte[] value) {
        return (long) HEAD + key.length + value.length;
    }

    /** Writes all but the link, where nobody looks yet. */
    void write(long record, long hash, byte[] key, byte[] value) {
        rma.putLong(RANK, record + HASH, hash);
        rma.putInt(RANK, record + KEY_BYTES, key.length);
        rma.putInt(RANK, record + VALUE_BYTES, value.length);
        rma.putLong(RANK, record + CHECKSUM, checksum(hash, key, value));
        rma.put(RANK, record + HEAD, key, 0, key.length);
        rma.put(RANK, record + HEAD + key.length, value, 0, value.length);
    }

    long hash(long record) {
        return rma.getLong(RANK, record + HASH);
    }

    boolean hasKey(long record, long hash, byte[] key) {
        return hash(record) == hash && rma.getInt(RANK, record + KEY_BYTES) == key.length
                && Arrays.equals(key(record), key);
    }

    byte[] key(long record) {
        return bytes(record + HEAD, rma.getInt(RANK, record + KEY_BYTES));
    }

    byte[] value(long record) {
        return bytes(record + HEAD + rma.getInt(RANK, record + KEY_BYTES), rma.getInt(RANK, record + VALUE_BYTES));
    }

    private byte[] bytes(long offset, int count) {
        byte[] bytes = new byte[count];
        rma.get(bytes, 0, RANK, offset, count);
        return bytes;
    }

    /** Whether a record is as it was written, in a block of {@code usable} bytes. */
    boolean isWhole(long record, long usable) {
        long keyBytes = rma.getInt(RANK, record + KEY_BYTES);
        long valueBytes = rma.getInt(RANK, record + VALUE_BYTES);
        if (keyBytes < 0 || valueBytes < 0 || HEAD + keyBytes + valueBytes > usable) {
            return false;
        }
        byte[] key = key(record);
        long hash = hash(record);
        return hash == hashOf(key) && rma.getLong(RANK, record + CHECKSUM) == checksum(hash, key, value(record));
    }

    private static long checksum(long hash, byte[] key, byte[] value) {
        return mix(hash(mix(hash + key.length) + value.length, value));
    }

    /** The hash of a key. */
    static long hashOf(byte[] key) {
        return hash(key.length, key);
    }

    private static long hash(long seed, byte[] bytes) {
        long hash = seed ^ 0xCBF29CE484222325L;
        for (byte next : bytes) {
            hash = (hash ^ next & 0xFF) * 0x100000001B3L;
        }
        return mix(hash);
    }

    private static long mix(long bits) {
        long mixed = (bits ^ bits >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }
}
