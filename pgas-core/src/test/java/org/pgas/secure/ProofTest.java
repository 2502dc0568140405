package org.pgas.secure;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.HexFormat;

import org.junit.jupiter.api.Test;

class ProofTest {
    private static final byte[] SECRET = "Jefe".getBytes(US_ASCII);
    private static final byte[] NONE = {};

    private static ByteBuffer text(String text) {
        return ByteBuffer.wrap(text.getBytes(US_ASCII));
    }

    /** RFC 4231, test case 2, however its text is taken apart. */
    @Test
    void aProofIsHmacSha256OverStepTextsAndBinding() {
        String known = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
        assertEquals(known, hex(Proof.of(SECRET, "what do ya want for nothing?", NONE)));
        assertEquals(known, hex(Proof.of(SECRET, "what do ", "nothing?".getBytes(US_ASCII), text("ya "),
                text("want for "))));
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    @Test
    void textsStayAsTheyAre() {
        ByteBuffer text = text("0123456789").position(2).limit(7);
        Proof.of(SECRET, "step", NONE, text);
        assertEquals(2, text.position());
        assertEquals(7, text.limit());
    }

    @Test
    void everyBitOfAProofCounts() {
        byte[] proof = Proof.of(SECRET, "step", NONE);
        ByteBuffer said = ByteBuffer.allocate(3 + Proof.BYTES).put(3, proof);
        assertTrue(Proof.is(proof, said, 3));
        for (int bit = 0; bit < 8 * Proof.BYTES; bit++) {
            int at = 3 + bit / 8;
            said.put(at, (byte) (said.get(at) ^ 1 << bit % 8));
            assertFalse(Proof.is(proof, said, 3), "bit " + bit);
            said.put(at, (byte) (said.get(at) ^ 1 << bit % 8));
        }
    }
}
