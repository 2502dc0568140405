package org.pgas.secure;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;

/**
 * A key on the curve P-256, and a certificate that is signed with it (X.509, RFC 5280). Neither is ever in a file. The
 * certificate says nothing that anybody relies on: its name is for readers of the JDK's log of TLS, and its time never
 * ends, since clocks of hosts differ and the key goes with the process.
 */
record Identity(PrivateKey key, X509Certificate certificate) {
    private static final int SERIAL_BITS = 127;
    private static final BigInteger VERSION_3 = BigInteger.TWO;
    private static final String BEGIN = "000101000000Z";

    /** That of RFC 5280 for what has no end. */
    private static final String END = "99991231235959Z";

    /** @param name for people */
    static Identity of(String name) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            KeyPair pair = generator.generateKeyPair();
            byte[] algorithm = Der.sequence(Der.identifier(1, 2, 840, 10045, 4, 3, 2)); // ecdsa-with-SHA256
            byte[] called = Der.sequence(Der.set(Der.sequence(Der.identifier(2, 5, 4, 3), Der.text(name))));
            byte[] body = Der.sequence(Der.explicit(0, Der.integer(VERSION_3)),
                    Der.integer(new BigInteger(SERIAL_BITS, new SecureRandom()).add(BigInteger.ONE)), algorithm, called,
                    Der.sequence(Der.utcTime(BEGIN), Der.time(END)), called, pair.getPublic().getEncoded());
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(pair.getPrivate());
            signature.update(body);
            byte[] all = Der.sequence(body, algorithm, Der.bits(signature.sign()));
            return new Identity(pair.getPrivate(), (X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(all)));
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every JDK makes keys on P-256, signs with them and reads certificates", e);
        }
    }

    /** SHA-256 of a certificate. */
    static byte[] fingerprint(X509Certificate certificate) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every JDK has SHA-256, and the certificate was decoded", e);
        }
    }

    @Override
    public String toString() {
        return "identity " + certificate.getSubjectX500Principal();
    }
}
