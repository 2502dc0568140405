package org.pgas.examples.kv;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A record as bytes, which tell by themselves whether they are one. Numbers in native byte order.
 *
 * <pre>
 * offset  bytes  field     writer                             order
 * 0       8      next      holder of the bucket's mutex       release: the offset of the bucket's next record, or 0
 * 8       8      mark      the rank that puts, or drops it    plain, see {@link #mark}
 * 16      8      magic     the rank that puts                 plain, before the record is linked, as all that follows
 * 24      8      hash      of the key
 * 32      4      key bytes
 * 36      4      value bytes
 * 40      8      version   no two records of a store have the same; a later put has a larger one
 * 48      8      epoch     in which it was put
 * 56      8      body sum  of key and value
 * 64      8      head sum  of the fields from hash to body sum, and of the record's offset
 * 72             key, value
 * </pre>
 *
 * <p>Nothing but next and mark ever changes. Next is made anew from the others after a loss of power.
 */
class RecordFormat {
    static final int NEXT = 0;
    static final int MARK = 8;
    static final int MAGIC = 16;
    static final int HEAD = 72;

    /** What the offset of a record is a multiple of. */
    static final int ALIGNMENT = 16;

    /** The epoch in which a record was dropped that was not. */
    static final long NEVER = 0;

    /** What {@link #dropped} answers of a mark that is none of the record. */
    static final long NO_MARK = -1;

    static final long MAGIC_WORD = 0x32_44_52_4F_43_45_52_9DL; // "RECORD2" behind a byte that is no letter

    private static final int HASH = 24;
    private static final int KEY_BYTES = 32;
    private static final int VALUE_BYTES = 36;
    private static final int VERSION = 40;
    private static final int EPOCH = 48;
    private static final int BODY_SUM = 56;
    private static final int HEAD_SUM = 64;
    private static final long LOW = 0xFFFF_FFFFL;

    /**
     * The head of a record.
     *
     * @param epoch in which it was put
     * @param dropped the epoch that has dropped it at its end, or {@link #NEVER}
     */
    record Head(long hash, int keyBytes, int valueBytes, long version, long epoch, long bodySum, long dropped) {
        long bytes() {
            return (long) HEAD + keyBytes + valueBytes;
        }

        /** Whether it was the record of its key at the end of {@code end}. */
        boolean isOf(long end) {
            return epoch <= end && (dropped == NEVER || dropped > end);
        }
    }

    /**
     * The mark of a record: the epoch in which it was dropped. It is bound to the version, since the sector that it is
     * in may be on the device when the rest of a record is not: the mark of an older record in the same place is no
     * mark of this one.
     */
    long mark(long version, long dropped) {
        return Records.mix(version * 31 + dropped) << 32 | dropped & LOW;
    }

    /** The epoch in {@code mark}; {@link #NO_MARK} if that is no mark of a record of this version. */
    long dropped(long version, long mark) {
        return mark == mark(version, mark & LOW) ? mark & LOW : NO_MARK;
    }

    /** The head of a record at {@code offset} that was not dropped, but for next. */
    byte[] head(long offset, Head head) {
        ByteBuffer bytes = ByteBuffer.allocate(HEAD).order(ByteOrder.nativeOrder());
        bytes.putLong(MARK, mark(head.version(), NEVER)).putLong(MAGIC, MAGIC_WORD).putLong(HASH, head.hash());
        bytes.putInt(KEY_BYTES, head.keyBytes()).putInt(VALUE_BYTES, head.valueBytes());
        bytes.putLong(VERSION, head.version()).putLong(EPOCH, head.epoch()).putLong(BODY_SUM, head.bodySum());
        return bytes.putLong(HEAD_SUM, headSum(offset, bytes)).array();
    }

    /** What {@code bytes} at {@code offset} say, in native byte order; null if they are no head. */
    Head read(long offset, ByteBuffer bytes) {
        if (bytes.getLong(MAGIC) != MAGIC_WORD || bytes.getLong(HEAD_SUM) != headSum(offset, bytes)
                || bytes.getInt(KEY_BYTES) < 0 || bytes.getInt(VALUE_BYTES) < 0) {
            return null;
        }
        long version = bytes.getLong(VERSION);
        long dropped = dropped(version, bytes.getLong(MARK));
        return dropped == NO_MARK ? null
                : new Head(bytes.getLong(HASH), bytes.getInt(KEY_BYTES), bytes.getInt(VALUE_BYTES), version,
                        bytes.getLong(EPOCH), bytes.getLong(BODY_SUM), dropped);
    }

    private static long headSum(long offset, ByteBuffer bytes) {
        long sum = offset;
        for (int at = HASH; at < HEAD_SUM; at += Long.BYTES) {
            sum = Records.mix(sum ^ bytes.getLong(at)) + at;
        }
        return sum;
    }
}
