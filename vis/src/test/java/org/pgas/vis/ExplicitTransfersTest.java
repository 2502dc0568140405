package org.pgas.vis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.pgas.Event;
import org.pgas.PgasException;

/** Parts that fail: waiting for {@link Event#NOT_SENT} is an error. */
class ExplicitTransfersTest {
    private final ExplicitTransfers parts = new ExplicitTransfers(null);

    @Test
    void shouldAwaitAllPartsWhenSomeFail() {
        add(3);
        PgasException first = assertThrows(PgasException.class, parts::await);
        assertEquals(2, first.getSuppressed().length);
    }

    @Test
    void shouldAwaitThePartsThatWereStartedWhenOneCannotBe() {
        IllegalStateException refused = new IllegalStateException("not started");
        add(2);
        parts.abandon(refused);
        assertEquals(2, refused.getSuppressed().length);
    }

    private void add(int count) {
        for (int i = 0; i < count; i++) {
            parts.add(Event.NOT_SENT);
        }
    }
}
