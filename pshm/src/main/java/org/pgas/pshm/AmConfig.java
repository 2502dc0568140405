package org.pgas.pshm;

import java.time.Duration;

import org.pgas.JoinException;
import org.pgas.Setting;
import org.pgas.spi.ConduitSettings;
import org.pgas.spi.MessageRings;

/**
 * How the ranks of a job exchange messages; the same on all of them, but for the deadline.
 *
 * @param size ranks of the job
 * @param pair whether each ordered pair of ranks has rings of its own; otherwise each receiver has
 * @param ringBytes capacity of a ring
 * @param deadline how long a claim may stay without being completed
 * @param checked whether records have a checksum of medium payloads too
 */
record AmConfig(int size, boolean pair, int ringBytes, Duration deadline, boolean checked) {
    /** Up to here, pairs cost little memory. */
    private static final int MOST_RANKS_OF_PAIRS = 4;
    private static final int PAIR_BYTES = 512 << 10;
    private static final int SHARED_BYTES = 1 << 20;

    /** So that 512 bytes fit beside 16 arguments. */
    private static final int LEAST_BYTES = 8 << 10;

    /** Positions within a ring, its trailer included, are ints. */
    private static final int MOST_BYTES = 1 << 30;

    static AmConfig of(int rank, int size, ConduitSettings settings) {
        boolean pair = settings.messageRings() == MessageRings.PAIR
                || settings.messageRings() == MessageRings.AUTO && size <= MOST_RANKS_OF_PAIRS;
        long bytes = settings.messageRingBytes();
        if (bytes == 0) {
            bytes = pair ? PAIR_BYTES : SHARED_BYTES;
        }
        if (!isLegalRing(bytes)) {
            throw new JoinException("rank " + rank + ": " + Setting.AM_RING.key() + "=" + bytes
                    + " is no legal size of a ring: give a power of two from " + LEAST_BYTES + " to " + MOST_BYTES
                    + ", such as 512k");
        }
        return new AmConfig(size, pair, (int) bytes, settings.messageDeadline(), settings.checked());
    }

    static boolean isLegalRing(long bytes) {
        return bytes >= LEAST_BYTES && bytes <= MOST_BYTES && Long.bitCount(bytes) == 1;
    }

    /** "pair" or "shared", as in the setting. */
    String rings() {
        return pair ? "pair" : "shared";
    }
}
