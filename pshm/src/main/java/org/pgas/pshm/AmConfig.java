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
 * @param slabBytes of a ring's slab, the memory for large payloads beside it; the ring has {@link #ringBytes}
 * @param deadline how long a claim may stay without being completed
 * @param checked whether records have a checksum of medium payloads too
 */
record AmConfig(int size, boolean pair, int slabBytes, Duration deadline, boolean checked) {
    /** Up to here, pairs cost little memory. */
    private static final int MOST_RANKS_OF_PAIRS = 4;
    private static final int PAIR_BYTES = 512 << 10;
    private static final int SHARED_BYTES = 1 << 20;

    /** So that a payload may have 1,024 bytes. */
    private static final int LEAST_BYTES = 8 << 10;

    /** Positions within a slab are ints. */
    private static final int MOST_BYTES = 1 << 30;

    /** Larger payloads lie in the slab: what the receiver then need not clear is worth a line more. */
    private static final int MOST_IN_RING = 512;

    static AmConfig of(int rank, int size, ConduitSettings settings) {
        boolean pair = settings.messageRings() == MessageRings.PAIR
                || settings.messageRings() == MessageRings.AUTO && size <= MOST_RANKS_OF_PAIRS;
        long bytes = settings.messageRingBytes();
        if (bytes == 0) {
            bytes = pair ? PAIR_BYTES : SHARED_BYTES;
        }
        if (!isLegalSlab(bytes)) {
            throw new JoinException("rank " + rank + ": " + Setting.AM_RING.key() + "=" + bytes
                    + " is no legal size of a ring's room for payloads: give a power of two from " + LEAST_BYTES
                    + " to " + MOST_BYTES
                    + ", such as 512k");
        }
        return new AmConfig(size, pair, (int) bytes, settings.messageDeadline(), settings.checked());
    }

    static boolean isLegalSlab(long bytes) {
        return bytes >= LEAST_BYTES && bytes <= MOST_BYTES && Long.bitCount(bytes) == 1;
    }

    /** Capacity of a ring. */
    int ringBytes() {
        return slabBytes / Lane.SLAB_FACTOR;
    }

    /** Largest record of a ring: Agrona's rule allows so much for a message without its header. */
    int mostRecordBytes() {
        return ringBytes() >> 3;
    }

    /** Largest payload that lies in the ring, behind the arguments; what is larger lies in the slab. */
    int mostInRing() {
        return Math.min(MOST_IN_RING, mostRecordBytes() / 2);
    }

    /** Largest payload of a medium message. */
    int maxPayload() {
        return mostRecordBytes() * Lane.SLAB_FACTOR;
    }

    /** "pair" or "shared", as in the setting. */
    String rings() {
        return pair ? "pair" : "shared";
    }
}
