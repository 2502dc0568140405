package org.pgas.secure;

import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;

import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;

/**
 * One end of connections that are encrypted by TLS 1.3, where both ends show a certificate: this one always the same,
 * which it has made for itself. Which process is at the other end TLS does not say: both have to prove that, over
 * the fingerprints of both certificates. Any thread.
 */
public final class Tls {
    private static final String VERSION = "TLSv1.3";
    private static final String[] CIPHERS = {"TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384"};
    private static final String[] GROUPS = {"x25519", "secp256r1"};
    private static final String[] SIGNATURES = {"ecdsa_secp256r1_sha256"};

    private final SSLContext context;
    private final byte[] fingerprint;

    /**
     * Makes an identity.
     *
     * @param name for readers of the JDK's log of TLS
     */
    public Tls(String name) {
        Identity identity = Identity.of(name);
        fingerprint = Identity.fingerprint(identity.certificate());
        try {
            context = SSLContext.getInstance(VERSION);
            context.init(new KeyManager[]{new OneIdentity(identity)}, new TrustManager[]{new OneCertificate()}, null);
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every JDK has " + VERSION, e);
        }
    }

    /**
     * Makes engines and sockets. Make them without the peer's name: then no session is taken up again, and each
     * connection begins with both certificates.
     */
    public SSLContext context() {
        return context;
    }

    /**
     * What an engine or socket has to be given before its handshake, besides which side it is.
     *
     * @param isCaller whether this end begins the handshake
     */
    public SSLParameters parameters(boolean isCaller) {
        SSLParameters parameters = new SSLParameters(CIPHERS, new String[]{VERSION});
        parameters.setNamedGroups(GROUPS);
        parameters.setSignatureSchemes(SIGNATURES);
        parameters.setNeedClientAuth(!isCaller);
        return parameters;
    }

    /** SHA-256 of this end's certificate; 32 bytes, the caller's own. */
    public byte[] fingerprint() {
        return fingerprint.clone();
    }

    /** SHA-256 of the certificate that the other end has shown. */
    public static byte[] fingerprint(X509Certificate certificate) {
        return Identity.fingerprint(certificate);
    }
}
