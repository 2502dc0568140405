package org.pgas.pshm;

import org.pgas.spi.MessageHead;

/** A prepared message, packed into a positive long: where it is, room for how many ints, and the bytes claimed. */
final class Claim {
    private static final int WORDS_SHIFT = 32;
    private static final int LENGTH_SHIFT = 36;

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
        return (int) claim;
    }

    static int length(long claim) {
        return (int) (claim >>> LENGTH_SHIFT);
    }

    /** Bytes before the payload. */
    static int fixedBytes(long claim) {
        return MessageRecord.payload(0) + ((int) (claim >>> WORDS_SHIFT & 15) << 3);
    }

    static void check(long claim, long head, int bytes) {
        int fixed = fixedBytes(claim);
        if (MessageHead.category(head) != MessageHead.MEDIUM
                || MessageRecord.payload(MessageHead.words(head)) != fixed
                || bytes < 0 || bytes > length(claim) - fixed) {
            throw new IllegalArgumentException("a claim of " + (length(claim) - fixed) + " bytes and "
                    + (fixed - MessageRecord.payload(0)) / 4 + " ints is not for "
                    + MessageHead.categoryName(head) + " of " + bytes + " bytes and "
                    + MessageHead.words(head));
        }
    }
}
