package org.pgas.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;

/** What is said of a host's UCX. */
class UcxVersionTest {
    private static void assertSays(String what, String refusal) {
        assertTrue(refusal.startsWith(what), refusal);
        assertTrue(refusal.contains("install the package libucx0 (Debian, Ubuntu) or ucx"), refusal);
        assertTrue(refusal.endsWith("of version 1.10 or newer"), refusal);
        assertEquals(1, refusal.lines().count());
    }

    @Test
    void whatIsMissingIsSaidWithThePackage() {
        assertSays("UCX is not on this host, whose loader finds no libucp.so.0: ", UcxVersion.refusal(null, null));
        assertSays("UCX 1.9.3 of this host is too old: ", UcxVersion.refusal(new UcxVersion(1, 9, 3), "ucp_init"));
        assertSays("UCX 0.20.0 of this host is too old: ", UcxVersion.refusal(new UcxVersion(0, 20, 0), null));
        assertSays("UCX 1.10.0 of this host has no ucp_init: ",
                UcxVersion.refusal(new UcxVersion(1, 10, 0), "ucp_init"));
    }

    @Test
    void whatIsNewEnoughIsTaken() {
        for (UcxVersion each : new UcxVersion[]{new UcxVersion(1, 10, 0), new UcxVersion(1, 13, 1),
            new UcxVersion(2, 0, 0)}) {
            assertNull(UcxVersion.refusal(each, null));
        }
    }

    @Test
    void whatTheLibrarySaysOfAStatusIsText() {
        assumeTrue(Ucp.refusal() == null, Ucp::refusal);
        assertTrue(Ucp.text(Ucp.UCS_OK).matches("\\S.*\\S \\(0\\)"), Ucp.text(Ucp.UCS_OK));
        assertTrue(Ucp.text(Ucp.UCS_ERR_BUSY).endsWith(" (-15)"), Ucp.text(Ucp.UCS_ERR_BUSY));
    }

    @Test
    void aRequestIsToldFromAStatus() {
        assertTrue(Ucp.isRequest(0x7f00_0000_1000L));
        assertTrue(!Ucp.isRequest(Ucp.UCS_OK));
        assertTrue(!Ucp.isRequest(-1));
        assertTrue(!Ucp.isRequest(-100));
    }
}
