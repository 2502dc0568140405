package org.pgas.examples.kv;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What a store says of itself: 16 words in native byte order, of which there are two copies, in the first and in the
 * last page. Each is within a sector, which a device writes as a whole.
 *
 * <pre>
 * word  field     meaning
 * 0     magic
 * 1     bytes     of the segment
 * 2     buckets
 * 3     sequence  of two copies the one with the larger is the later
 * 4     use       1: closed, and all on the device before this was; 2: opened since
 * 5     boot      by which it was opened last, see {@link Boot}
 * 6     epoch     puts and deletes of this one and of all before are on the device
 * 7     entries   that there were at the end of that epoch
 * 8     sum       of {@link Records#digest} of their records
 * 9     version   the last that was given out, if the store is closed
 * 15    checksum  of the others
 * </pre>
 *
 * <p>A copy is written while the other one is on the device: {@link HeaderCopies}.
 */
record StoreHeader(Size size, long sequence, boolean isClosed, long boot, End end, long version) {
    static final int WORDS = 16;
    static final int BYTES = WORDS * Long.BYTES;

    /** No epoch has ended; all counts are 0. */
    static final long NO_EPOCH = 0;

    private static final long MAGIC = 0x32_56_4B_53_41_47_50L; // "PGASKV2" where the lowest byte is the first
    private static final long CLOSED = 1;
    private static final long OPENED = 2;
    private static final int CHECKSUM = 15;

    /** Words 1 and 2. */
    record Size(long bytes, long buckets) {}

    /** Words 6 to 8: what there was at the end of an epoch. */
    record End(long epoch, long entries, long sum) {}

    /**
     * A copy as it was found.
     *
     * @param isMissing whether nobody has written it yet: all is zero
     * @param header what it says; null if it is missing or damaged
     */
    record Copy(boolean isMissing, StoreHeader header) {
        boolean isDamaged() {
            return !isMissing && header == null;
        }
    }

    static Copy read(byte[] bytes) {
        long[] words = new long[WORDS];
        ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).asLongBuffer().get(words);
        return read(words);
    }

    static Copy read(long[] words) {
        long all = 0;
        for (long word : words) {
            all |= word;
        }
        boolean isWhole = words[0] == MAGIC && words[CHECKSUM] == checksum(words)
                && (words[4] == CLOSED || words[4] == OPENED);
        return new Copy(all == 0, !isWhole ? null
                : new StoreHeader(new Size(words[1], words[2]), words[3], words[4] == CLOSED, words[5],
                        new End(words[6], words[7], words[8]), words[9]));
    }

    long[] words() {
        long[] words = new long[WORDS];
        long[] fields = {MAGIC, bytes(), buckets(), sequence, isClosed ? CLOSED : OPENED, boot, epoch(), end.entries(),
            end.sum(), version};
        System.arraycopy(fields, 0, words, 0, fields.length);
        words[CHECKSUM] = checksum(words);
        return words;
    }

    private static long checksum(long[] words) {
        long sum = 0;
        for (int index = 0; index < CHECKSUM; index++) {
            sum = Records.mix(sum ^ words[index]) + index;
        }
        return sum;
    }

    /** The header after this one, of a store that is opened by {@code boot}. */
    StoreHeader opened(long by) {
        return new StoreHeader(size, sequence + 1, false, by, end, version);
    }

    /** The header after this one, of a store that is closed. */
    StoreHeader closed(long lastVersion) {
        return new StoreHeader(size, sequence + 1, true, boot, end, lastVersion);
    }

    /** The header after this one, when an epoch has come to the device. */
    StoreHeader synced(End ended) {
        return new StoreHeader(size, sequence + 1, isClosed, boot, ended, version);
    }

    long bytes() {
        return size.bytes();
    }

    long buckets() {
        return size.buckets();
    }

    long epoch() {
        return end.epoch();
    }
}
