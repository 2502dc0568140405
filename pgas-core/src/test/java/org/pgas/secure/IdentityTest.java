package org.pgas.secure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.security.GeneralSecurityException;
import java.security.interfaces.ECPublicKey;
import java.util.Arrays;
import javax.net.ssl.SSLParameters;

import org.junit.jupiter.api.Test;

/** What each end of a connection shows, and insists on. */
class IdentityTest {
    @Test
    void eachProcessHasAKeyOfItsOwnAndHasSignedItsCertificate() throws GeneralSecurityException {
        Identity one = Identity.of("rank 1");
        Identity other = Identity.of("a name of more than 127 bytes: " + "x".repeat(200));
        for (Identity each : new Identity[]{one, other}) {
            each.certificate().verify(each.certificate().getPublicKey());
            each.certificate().checkValidity();
            assertEquals(3, each.certificate().getVersion());
            ECPublicKey key = (ECPublicKey) each.certificate().getPublicKey();
            assertEquals(256, key.getParams().getOrder().bitLength());
        }
        assertEquals("CN=rank 1", one.certificate().getSubjectX500Principal().getName());
        assertNotEquals(one.certificate().getSerialNumber(), other.certificate().getSerialNumber());
        assertFalse(Arrays.equals(Identity.fingerprint(one.certificate()),
                Identity.fingerprint(other.certificate())));
    }

    @Test
    void bothEndsTalkTls13AndTheOneThatIsCalledAsksForACertificate() {
        Tls tls = new Tls("rank 1");
        for (boolean isCaller : new boolean[]{true, false}) {
            SSLParameters parameters = tls.parameters(isCaller);
            assertArrayEquals(new String[]{"TLSv1.3"}, parameters.getProtocols());
            assertEquals(!isCaller, parameters.getNeedClientAuth());
        }
        assertEquals(32, tls.fingerprint().length);
        assertFalse(Arrays.equals(tls.fingerprint(), new Tls("rank 1").fingerprint()));
    }
}
