package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.pgas.PgasException;

class CoresTest {
    @Test
    void theKernelsListIsUnderstood() {
        assertEquals(List.of(5), Cores.parse("5"));
        assertEquals(List.of(0, 1, 2, 3, 8, 10, 11), Cores.parse("0-3,8,10-11"));
    }

    @Test
    void eachRankGetsACoreOfThoseAllowed() {
        assertEquals(List.of(2, 5), Cores.oneEach(2, List.of(2, 5, 7)));
    }

    @Test
    void moreRanksThanCoresAreRefusedWithTheCores() {
        var e = assertThrows(PgasException.class, () -> Cores.oneEach(3, List.of(4, 6)));
        assertEquals("--bind: 3 ranks need a core each, but this process may use only 2: [4, 6]", e.getMessage());
    }

    @Test
    void thisProcessMayUseSomeCore() {
        assertFalse(Cores.ofThisProcess().isEmpty());
    }
}
