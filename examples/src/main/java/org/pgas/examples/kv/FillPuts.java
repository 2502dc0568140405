package org.pgas.examples.kv;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * The puts of a fill: put {@code i} is of key {@code i mod keys}. The value begins with the seed and {@code i}, so
 * that it tells which put it is of, and goes on with
 * letters of any number, a few times thousands.
 *
 * @param seed of the values
 * @param keys how many keys there are
 */
public record FillPuts(long seed, long keys) {
    /** The key of a put. */
    public byte[] key(long put) {
        return ("key-" + put % keys).getBytes(StandardCharsets.US_ASCII);
    }

    /** The value of a put. */
    public byte[] value(long put) {
        SplittableRandom random = new SplittableRandom(seed * 31 + put);
        StringBuilder value = new StringBuilder().append(seed).append(':').append(put).append(':');
        for (int left = random.nextInt(random.nextInt(64) == 0 ? 5_000 : 200); left > 0; left--) {
            value.append((char) ('a' + random.nextInt(26)));
        }
        return value.toString().getBytes(StandardCharsets.US_ASCII);
    }
}
