package org.pgas.secure;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/** Shows one identity to everybody, as client and as server. */
final class OneIdentity extends X509ExtendedKeyManager {
    private static final String ALIAS = "own";
    private static final String KIND = "EC";

    private final Identity identity;

    OneIdentity(Identity identity) {
        this.identity = identity;
    }

    private static String alias(String... kinds) {
        for (String kind : kinds) {
            if (kind.equals(KIND)) {
                return ALIAS;
            }
        }
        return null;
    }

    private static String[] aliases(String kind) {
        return kind.equals(KIND) ? new String[]{ALIAS} : null;
    }

    @Override
    public String[] getClientAliases(String kind, Principal[] issuers) {
        return aliases(kind);
    }

    @Override
    public String[] getServerAliases(String kind, Principal[] issuers) {
        return aliases(kind);
    }

    @Override
    public String chooseClientAlias(String[] kinds, Principal[] issuers, Socket socket) {
        return alias(kinds);
    }

    @Override
    public String chooseServerAlias(String kind, Principal[] issuers, Socket socket) {
        return alias(kind);
    }

    @Override
    public String chooseEngineClientAlias(String[] kinds, Principal[] issuers, SSLEngine engine) {
        return alias(kinds);
    }

    @Override
    public String chooseEngineServerAlias(String kind, Principal[] issuers, SSLEngine engine) {
        return alias(kind);
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return new X509Certificate[]{identity.certificate()};
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return identity.key();
    }
}
