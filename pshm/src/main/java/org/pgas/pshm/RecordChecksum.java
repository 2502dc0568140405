package org.pgas.pshm;

/**
 * The checksum of a message in a ring: over everything but a medium payload, which may be long and may be garbage without harm.
 *
 * <p>Computed word by word in registers. Each step is a bijection of the state and of the word, so two records that differ in one
 * word end in different states; of those, one in four milliards has the same 32 bits.
 */
final class RecordChecksum {
    private static final long SEED = 0x9E3779B97F4A7C15L;
    private static final long FACTOR = 0xD6E8FEB86659FD93L;

    private RecordChecksum() {}

    /**
     * @param head see {@link org.pgas.spi.MessageHead}
     * @param length of the message, without the ring's own header
     * @param position of the record in the ring since it was made: the same bytes elsewhere, or a round later, are no record
     */
    static long begin(int head, int length, int source, long position) {
        long state = add(SEED, (long) head << 32 | length);
        return add(state, (long) source << 48 ^ position);
    }

    static long add(long state, long word) {
        long product = (state ^ word) * FACTOR;
        return product ^ product >>> 32;
    }

    static int end(long state) {
        return (int) state;
    }
}
