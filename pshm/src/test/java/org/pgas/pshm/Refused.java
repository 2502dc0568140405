package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.function.Executable;
import org.pgas.PgasException;

/** Asserts that a call is refused and that the message says what a person needs. */
final class Refused {
    private Refused() {}

    static <T extends PgasException> T with(Class<T> type, Executable call, String... words) {
        T e = assertThrows(type, call);
        for (String word : words) {
            assertTrue(e.getMessage().contains(word), () -> "'" + word + "' is not in: " + e.getMessage());
        }
        return e;
    }
}
