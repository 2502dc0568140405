package org.pgas.examples.kmers;

import java.util.Arrays;

/**
 * Writes words of k letters over A, C, G, T as longs, two bits a letter, the first letter highest.
 *
 * <p>Codes keep the order of the words and are never negative, so signed and unsigned order agree; no code is
 * {@code -1}, which tables may use for an empty slot. Immutable.
 */
public final class KmerCodec {
    /** The shortest word. */
    public static final int MIN_K = 1;
    /** The longest word: one more letter would need the sign bit. */
    public static final int MAX_K = 31;

    private static final String LETTERS = "ACGT";
    private static final byte[] CODES = codes();

    private final int k;

    /** A codec for words of {@code k} letters, {@value #MIN_K} to {@value #MAX_K}. */
    public KmerCodec(int k) {
        if (k < MIN_K || k > MAX_K) {
            throw new IllegalArgumentException("k is " + k + ", legal are " + MIN_K + " to " + MAX_K);
        }
        this.k = k;
    }

    /** Code by letter: 0 to 3, or 4 for a letter that is in no word. The complement of {@code c} is {@code 3 - c}. */
    static byte[] codes() {
        byte[] codes = new byte[256];
        Arrays.fill(codes, (byte) 4);
        for (int code = 0; code < 4; code++) {
            codes[LETTERS.charAt(code)] = (byte) code;
            codes[Character.toLowerCase(LETTERS.charAt(code))] = (byte) code;
        }
        return codes;
    }

    /** Letters in a word. */
    public int k() {
        return k;
    }

    /** Codes are below this number, 4 to the k. */
    public long codeCount() {
        return 1L << 2 * k;
    }

    /** The code of a word of exactly k letters out of ACGT in either case. */
    public long encode(CharSequence word) {
        if (word.length() != k) {
            throw new IllegalArgumentException("\"" + word + "\" has " + word.length() + " letters, not k=" + k);
        }
        long code = 0;
        for (int i = 0; i < k; i++) {
            code = code << 2 | encode(word, word.charAt(i));
        }
        return code;
    }

    private static int encode(CharSequence word, char letter) {
        if (letter >= CODES.length || CODES[letter] > 3) {
            throw new IllegalArgumentException("\"" + word + "\" has the letter '" + letter + "', legal are ACGT");
        }
        return CODES[letter];
    }

    /** The word of a code, in capitals. */
    public String decode(long code) {
        char[] word = new char[k];
        for (int i = 0; i < k; i++) {
            word[i] = LETTERS.charAt((int) (code >>> 2 * (k - 1 - i)) & 3);
        }
        return new String(word);
    }

    /** The code of the same place read on the other strand. */
    public long reverseComplement(long code) {
        long reverse = 0;
        for (int i = 0; i < k; i++) {
            reverse = reverse << 2 | 3 - (code >>> 2 * i & 3);
        }
        return reverse;
    }

    /** The smaller of the code and its reverse complement: one name for both strands. */
    public long canonical(long code) {
        return Math.min(code, reverseComplement(code));
    }
}
