package org.pgas.examples.kmers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Locale;
import java.util.Random;

import org.junit.jupiter.api.Test;

final class KmerCodecTest {
    @Test
    void shouldRefuseKOutsideOf1To31() {
        for (int k : new int[]{Integer.MIN_VALUE, -1, 0, 32, Integer.MAX_VALUE}) {
            Exception e = assertThrows(IllegalArgumentException.class, () -> new KmerCodec(k));
            assertEquals("k is " + k + ", legal are 1 to 31", e.getMessage());
        }
    }

    @Test
    void shouldDecodeWhatItEncodes() {
        RandomCases.run(500, random -> {
            KmerCodec codec = codec(random);
            String word = word(codec.k(), random);
            assertEquals(word, codec.decode(codec.encode(word)));
            assertEquals(codec.encode(word), codec.encode(word.toLowerCase(Locale.ROOT)));
            assertTrue(codec.encode(word) >= 0 && codec.encode(word) < codec.codeCount());
        });
    }

    @Test
    void shouldKeepTheOrderOfWords() {
        RandomCases.run(500, random -> {
            KmerCodec codec = codec(random);
            String one = word(codec.k(), random);
            String two = word(codec.k(), random);
            assertEquals(Integer.signum(one.compareTo(two)),
                    Long.compareUnsigned(codec.encode(one), codec.encode(two)));
        });
    }

    @Test
    void shouldGiveBothStrandsOneCanonicalCode() {
        RandomCases.run(500, random -> {
            KmerCodec codec = codec(random);
            String word = word(codec.k(), random);
            long code = codec.encode(word);
            long other = codec.reverseComplement(code);
            assertEquals(Records.reverseComplement(word), codec.decode(other));
            assertEquals(code, codec.reverseComplement(other));
            assertEquals(Records.canonical(word), codec.decode(codec.canonical(code)));
            assertEquals(codec.canonical(code), codec.canonical(other));
        });
    }

    @Test
    void shouldRefuseWordsOfAnotherLengthOrAlphabet() {
        KmerCodec codec = new KmerCodec(3);
        assertFails(codec, "ACGT", "\"ACGT\" has 4 letters, not k=3");
        assertFails(codec, "ACN", "\"ACN\" has the letter 'N', legal are ACGT");
        assertFails(codec, "AC\u0141", "\"AC\u0141\" has the letter '\u0141', legal are ACGT");
    }

    private static void assertFails(KmerCodec codec, String word, String message) {
        assertEquals(message, assertThrows(IllegalArgumentException.class, () -> codec.encode(word)).getMessage());
    }

    private static KmerCodec codec(Random random) {
        return new KmerCodec(KmerCodec.MIN_K + random.nextInt(KmerCodec.MAX_K));
    }

    private static String word(int k, Random random) {
        StringBuilder word = new StringBuilder();
        for (int i = 0; i < k; i++) {
            word.append("ACGT".charAt(random.nextInt(4)));
        }
        return word.toString();
    }
}
