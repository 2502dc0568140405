package org.pgas.pshm;

/**
 * The checksum of a message in a ring: over everything but a medium payload, which may be long and may be garbage without harm.
 *
 * <p>A sum of the words, each times an odd factor of its own place, mixed at the end. The products do not wait for each other, and
 * that of the position, which is known last, is added last. Records that differ in one word have different sums; of those, one in four
 * milliards has the same 32 bits.
 */
final class RecordChecksum {
    private static final long FACTOR = 0xD6E8FEB86659FD93L;

    /** Even, so that the factors stay odd. */
    private static final long STEP = 0x9E3779B97F4A7C16L;

    private RecordChecksum() {}

    /**
     * @param head see {@link org.pgas.spi.MessageHead}
     * @param length of the message, without the ring's own header
     */
    static long begin(int head, int length) {
        return ((long) head << 32 | length) * FACTOR;
    }

    /** @param place of the word in the record, from 1 on */
    static long add(long sum, int place, long word) {
        return sum + word * (FACTOR + place * STEP);
    }

    /** @param position of the record in the ring since it was made: the same bytes elsewhere, or a round later, are no record */
    static int end(long sum, int source, long position) {
        long all = sum + ((long) source << 48 ^ position) * (FACTOR - STEP);
        long mixed = (all ^ all >>> 32) * FACTOR;
        return (int) (mixed >>> 32);
    }
}
