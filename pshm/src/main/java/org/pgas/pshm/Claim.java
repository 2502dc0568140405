package org.pgas.pshm;

import org.pgas.spi.MessageHead;

/** A prepared message, packed into a positive long: where it is, room for how many ints, and the bytes claimed. */
final class Claim {
    private static final int WORDS_SHIFT = 31;
    private static final int LENGTH_SHIFT = 35;

    private Claim() {}

    /**
     * @param place index in the ring, or staging slot + 1; above 0
     * @param length of the message with the payload claimed
     */
    static long of(int place, int words, int length) {
        return (long) length << LENGTH_SHIFT
                | (long) (MessageRecord.payload(words) - MessageRecord.payload(0) >>> 3) << WORDS_SHIFT | place;
    }

    static int place(long claim) {
        return (int) claim & Integer.MAX_VALUE;
    }

    /** Bytes of payload that were claimed. */
    static int payloadBytes(long claim) {
        return (int) (claim >>> LENGTH_SHIFT) - MessageRecord.payload(words(claim));
    }

    /** Ints that were claimed room for, or one more: of both, the payload lies at the same place. */
    static int words(long claim) {
        return (int) (claim >>> WORDS_SHIFT & 15) << 1;
    }

    static void check(long claim, long head, int bytes) {
        if (MessageHead.category(head) != MessageHead.MEDIUM
                || MessageRecord.payload(MessageHead.words(head)) != MessageRecord.payload(words(claim))
                || bytes < 0 || bytes > payloadBytes(claim)) {
            throw new IllegalArgumentException("a claim of " + payloadBytes(claim) + " bytes and "
                    + words(claim) + " ints is not for "
                    + MessageHead.categoryName(head) + " of " + bytes + " bytes and "
                    + MessageHead.words(head));
        }
    }
}
