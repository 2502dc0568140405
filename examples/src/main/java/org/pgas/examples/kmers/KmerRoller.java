package org.pgas.examples.kmers;

import java.util.function.LongConsumer;

/**
 * Turns letters into canonical k-mers, one per letter once k good letters stand in a row.
 *
 * <p>A letter other than ACGT, in either case, is in no k-mer: the row starts anew behind it.
 */
final class KmerRoller {
    private static final byte[] CODES = KmerCodec.codes();

    private final int k;
    private final long mask;
    private final int topShift;
    private long forward;
    private long reverse;
    /** Letters of the k-mer that are still to come, the next one included; stays 1 in a row of good letters. */
    private int missing;

    KmerRoller(KmerCodec codec) {
        this.k = codec.k();
        this.mask = codec.codeCount() - 1;
        this.topShift = 2 * (k - 1);
        reset();
    }

    /** Forgets the letters so far: no k-mer spans this point. */
    void reset() {
        missing = k;
    }

    void roll(byte[] letters, int from, int to, LongConsumer kmers) {
        // Locals, for the consumer is opaque to the compiler and fields would be stored and loaded around each call.
        long f = forward;
        long r = reverse;
        int m = missing;
        for (int i = from; i < to; i++) {
            int code = CODES[letters[i] & 0xff];
            if (code > 3) {
                m = k;
                continue;
            }
            f = (f << 2 | code) & mask;
            r = r >>> 2 | (long) (3 - code) << topShift;
            if (m > 1) {
                m--;
            } else {
                kmers.accept(Math.min(f, r));
            }
        }
        forward = f;
        reverse = r;
        missing = m;
    }
}
