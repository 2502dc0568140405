package org.pgas.secure;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * By which a process shows that it knows a secret, without saying it: HMAC-SHA256 with the secret as its key, over the
 * name of the step and all that the step depends on. What has no proof over a nonce of the other side may be said
 * again by a process that has overheard it. Any thread.
 */
public final class Proof {
    /** Bytes of a proof. */
    public static final int BYTES = 32;

    private static final String HMAC = "HmacSHA256";

    private Proof() {}

    /**
     * Makes one.
     *
     * @param step which no other step of any protocol has as the beginning of its name and texts
     * @param binding comes last
     * @param texts from position to limit, which stay as they are; each of a length that the step tells
     */
    public static byte[] of(byte[] secret, String step, byte[] binding, ByteBuffer... texts) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(secret, HMAC));
            mac.update(step.getBytes(StandardCharsets.US_ASCII));
            for (ByteBuffer text : texts) {
                mac.update(text.duplicate());
            }
            return mac.doFinal(binding);
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every JDK has " + HMAC, e);
        }
    }

    /** Whether the {@link #BYTES} bytes of a text from {@code at} on are that; takes as long whatever differs. */
    public static boolean is(byte[] proof, ByteBuffer text, int at) {
        byte[] theirs = new byte[BYTES];
        text.get(at, theirs);
        return MessageDigest.isEqual(theirs, proof);
    }
}
