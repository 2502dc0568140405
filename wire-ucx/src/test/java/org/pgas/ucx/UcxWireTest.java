package org.pgas.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.hosts.stream.Carriers;
import org.pgas.hosts.stream.StreamLaws;
import org.pgas.hosts.wire.WireProvider;
import org.pgas.hosts.wire.WireSettings;

/** The laws of wires over streams. */
class UcxWireTest extends StreamLaws {
    @BeforeAll
    static void thereIsUcx() {
        assumeTrue(Ucp.refusal() == null, Ucp::refusal);
    }

    @Override
    protected WireProvider provider() {
        return WireProvider.named("ucx");
    }

    @Override
    protected boolean isPlain() {
        return true;
    }

    @Test
    void itHasToBeAllowedNotToEncrypt() {
        WireSettings plain = settings(0, 2, true);
        WireSettings settings = new WireSettings(plain.directory(), plain.job(), 0, 2, true, plain.host(), false);
        PgasException refused = assertThrows(PgasException.class, () -> provider().open(settings));
        assertEquals(ErrorCode.BAD_ARGUMENT, refused.code());
        assertTrue(refused.getMessage().contains("set pgas.wire.plain=on"), refused::getMessage);
    }

    @Override
    protected Carriers carriers(WireSettings as) throws IOException {
        UcxCarriers carriers = new UcxCarriers(as.size());
        carriers.listen(1);
        return carriers;
    }
}
