package org.pgas.faults;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;

/** What tests of the build want of a ledger. */
public final class Outcome {
    private Outcome() {}

    /**
     * All jobs have survived, and the harness has done all that it was to do. There were jobs, unless none can be tried
     * here.
     */
    public static void assertSurvived(Ledger ledger) {
        assertAll(() -> assertEquals(List.of(), ledger.harnessFaults(), "the harness failed, and not the library"),
                () -> assertEquals(List.of(), ledger.failures()),
                () -> assertFalse(ledger.trials().isEmpty() && ledger.notTried().isEmpty(), "nothing was tried"));
    }
}
