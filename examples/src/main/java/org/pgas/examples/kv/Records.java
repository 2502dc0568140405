package org.pgas.examples.kv;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

import org.pgas.Rma;

/**
 * Records in the file, see {@link RecordFormat}. But for two words a record never changes: a put writes a new one, and
 * links it in when it is complete.
 */
final class Records {
    private static final int RANK = StoreLayout.RANK;

    private final Rma rma;
    private final RecordFormat format;

    Records(Rma rma, RecordFormat format) {
        this.rma = rma;
        this.format = format;
    }

    /** Bytes of a record. */
    static long bytes(byte[] key, byte[] value) {
        return (long) RecordFormat.HEAD + key.length + value.length;
    }

    /** Writes key and value, where nobody looks yet; answers their sum. */
    long writeBody(long record, byte[] key, byte[] value) {
        rma.put(RANK, record + RecordFormat.HEAD, key, 0, key.length);
        rma.put(RANK, record + RecordFormat.HEAD + key.length, value, 0, value.length);
        return bodySum(key, value);
    }

    /** Writes all but the link and the body, where nobody looks yet. */
    void writeHead(long record, RecordFormat.Head head) {
        byte[] bytes = format.head(record, head);
        rma.put(RANK, record + RecordFormat.MARK, bytes, RecordFormat.MARK, bytes.length - RecordFormat.MARK);
    }

    /** The head of a record; null of what is none. */
    RecordFormat.Head head(long record) {
        byte[] bytes = new byte[RecordFormat.HEAD];
        rma.get(bytes, 0, RANK, record, bytes.length);
        return format.read(record, ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()));
    }

    /** Drops a record: it is none of the store any more from the end of {@code epoch} on. */
    void drop(long record, long version, long epoch) {
        rma.putLong(RANK, record + RecordFormat.MARK, format.mark(version, epoch));
    }

    boolean hasKey(long record, long hash, byte[] key) {
        RecordFormat.Head head = knownHead(record);
        return head.hash() == hash && head.keyBytes() == key.length && Arrays.equals(key(record, head), key);
    }

    /** As {@link #head}, of a record that a chain leads to. */
    RecordFormat.Head knownHead(long record) {
        RecordFormat.Head head = head(record);
        if (head == null) {
            throw new StoreDamagedException(
                    "at offset " + record + " is no record, and a chain of records leads there");
        }
        return head;
    }

    byte[] key(long record, RecordFormat.Head head) {
        return bytes(record + RecordFormat.HEAD, head.keyBytes());
    }

    byte[] value(long record, RecordFormat.Head head) {
        return bytes(record + RecordFormat.HEAD + head.keyBytes(), head.valueBytes());
    }

    private byte[] bytes(long offset, int count) {
        byte[] bytes = new byte[count];
        rma.get(bytes, 0, RANK, offset, count);
        return bytes;
    }

    /**
     * The head of a record that is as it was written, in a block of {@code usable} bytes, and not dropped; else null.
     */
    RecordFormat.Head whole(long record, long usable) {
        if (usable < RecordFormat.HEAD) {
            return null;
        }
        RecordFormat.Head head = head(record);
        boolean isWhole = head != null && head.bytes() <= usable && head.dropped() == RecordFormat.NEVER
                && isWhole(head, key(record, head), value(record, head));
        return isWhole ? head : null;
    }

    static boolean isWhole(RecordFormat.Head head, byte[] key, byte[] value) {
        return head.hash() == hashOf(key) && head.bodySum() == bodySum(key, value);
    }

    static long bodySum(byte[] key, byte[] value) {
        return mix(hash(mix(hashOf(key) + key.length) + value.length, value));
    }

    /** The hash of a key. */
    static long hashOf(byte[] key) {
        return hash(key.length, key);
    }

    /** A record in a sum of those that are in the store. */
    static long digest(long hash, long version) {
        return mix(hash + mix(version));
    }

    private static long hash(long seed, byte[] bytes) {
        long hash = seed ^ 0xCBF29CE484222325L;
        for (byte next : bytes) {
            hash = (hash ^ next & 0xFF) * 0x100000001B3L;
        }
        return mix(hash);
    }

    static long mix(long bits) {
        long mixed = (bits ^ bits >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }
}
