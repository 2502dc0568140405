package org.pgas.tcp;

import java.nio.channels.SocketChannel;
import java.security.GeneralSecurityException;

import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;

/** Makes lines that are encrypted by TLS 1.3, where both ends show a certificate. */
final class Tls {
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
    Tls(String name) {
        Identity identity = Identity.of(name);
        fingerprint = Identity.fingerprint(identity.certificate());
        try {
            context = SSLContext.getInstance(VERSION);
            context.init(new KeyManager[]{new OneIdentity(identity)}, new TrustManager[]{new OneCertificate()}, null);
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every JDK has " + VERSION, e);
        }
    }

    TlsLine line(SocketChannel socket, boolean isCaller) {
        // without the peer's name: no session is taken up again, so each line begins with both certificates
        SSLEngine engine = context.createSSLEngine();
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setProtocols(new String[]{VERSION});
        parameters.setCipherSuites(CIPHERS);
        parameters.setNamedGroups(GROUPS);
        parameters.setSignatureSchemes(SIGNATURES);
        engine.setUseClientMode(isCaller);
        if (!isCaller) {
            parameters.setNeedClientAuth(true);
        }
        engine.setSSLParameters(parameters);
        return new TlsLine(socket, engine, isCaller, fingerprint);
    }
}
