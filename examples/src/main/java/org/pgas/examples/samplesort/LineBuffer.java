package org.pgas.examples.samplesort;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Lines in an array, one behind the other, each with a newline at its end; behind the last one are a few bytes more, so
 * that eight can be taken anywhere.
 *
 * <p>The order of lines is that of their bytes without sign and without the newline; a line that begins another is less
 * than that one.
 */
public final class LineBuffer {
    /** The most bytes of lines that find room in an array. */
    public static final int MOST_BYTES = Integer.MAX_VALUE - 64;

    private static final int BEHIND = Long.BYTES;
    private static final long NEWLINES = 0x0A0A_0A0A_0A0A_0A0AL;
    private static final long LOW_BITS = 0x7F7F_7F7F_7F7F_7F7FL;

    /** How many bytes of a line are in a {@link #key}. */
    static final int KEY_BYTES = 7;

    /** What is in a key for the length of what is left of a line that is longer than a key. */
    private static final int LONGER = KEY_BYTES + 1;

    private final byte[] bytes;
    private final ByteBuffer words;
    private final int length;

    /** Room for {@code length} bytes of lines, up to {@link #MOST_BYTES}. */
    LineBuffer(int length) {
        this(new byte[length + BEHIND], length);
    }

    /** Takes an array over, which has eight bytes more than lines. */
    LineBuffer(byte[] bytes, int length) {
        this.bytes = bytes;
        this.words = ByteBuffer.wrap(bytes);
        this.length = length;
    }

    byte[] bytes() {
        return bytes;
    }

    /** How many bytes the lines have, newlines included. */
    public int length() {
        return length;
    }

    /** Where lines begin. */
    int[] starts() {
        int count = 0;
        for (int at = 0; at < length; at = end(at) + 1) {
            count++;
        }
        int[] starts = new int[count];
        int next = 0;
        for (int at = 0; at < length; at = end(at) + 1) {
            starts[next++] = at;
        }
        return starts;
    }

    /** Where the newline is of the line that has {@code at}. */
    int end(int at) {
        int word = at;
        long found = newlines(words.getLong(word));
        while (found == 0) {
            word += Long.BYTES;
            found = newlines(words.getLong(word));
        }
        return word + (Long.numberOfLeadingZeros(found) >>> 3);
    }

    /** The highest bit of each byte that is a newline. */
    private static long newlines(long word) {
        long other = word ^ NEWLINES;
        return ~((other & LOW_BITS) + LOW_BITS | other | LOW_BITS);
    }

    /**
     * The next {@link #KEY_BYTES} bytes of a line and how many of them there are, so that of two keys the lesser one,
     * with sign, is of the lesser line; of equal ones {@link #isWhole} says whether the lines are equal, too.
     */
    long key(int at) {
        long word = words.getLong(at);
        int left = Long.numberOfLeadingZeros(newlines(word)) >>> 3;
        if (left >= KEY_BYTES) {
            return (word & -1L << Byte.SIZE | LONGER) ^ Long.MIN_VALUE;
        }
        // in two steps, because a shift by 64 is none
        long mask = ~(-1L >>> left * Byte.SIZE);
        return (word & mask | left) ^ Long.MIN_VALUE;
    }

    /** Whether a line ends in the bytes of its key. */
    static boolean isWhole(long key) {
        return (key & 0xFF) != LONGER;
    }

    /** Compares what is left of two lines. */
    int compare(int at, int other) {
        return compare(at, this, other);
    }

    /** Compares what is left of a line with what is left of another buffer's. */
    int compare(int at, LineBuffer that, int other) {
        return Arrays.compareUnsigned(bytes, at, end(at), that.bytes, other, that.end(other));
    }

    /** A number of what is in a line, all of it. */
    long hash(int at) {
        int end = end(at);
        long hash = end - at;
        int word = at;
        for (; end - word >= Long.BYTES; word += Long.BYTES) {
            hash = mix(hash ^ words.getLong(word));
        }
        return mix(hash ^ words.getLong(word) & ~(-1L >>> (end - word) * Byte.SIZE));
    }

    private static long mix(long bits) {
        long mixed = (bits ^ bits >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return (mixed ^ mixed >>> 31) + 0x9E3779B97F4A7C15L;
    }
}
