package org.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.function.Executable;

/** Asserts that a call is refused and that the message says what a person needs. */
final class Refusal {
    private Refusal() {}

    /** The call throws a PgasException of this code whose message contains every one of the words. */
    static PgasException of(ErrorCode code, Executable call, String... words) {
        PgasException e = assertThrows(PgasException.class, call);
        assertEquals(code, e.code(), e.getMessage());
        for (String word : words) {
            assertTrue(e.getMessage().contains(word), () -> "'" + word + "' is not in: " + e.getMessage());
        }
        return e;
    }

    static PgasException badArgument(Executable call, String... words) {
        return of(ErrorCode.BAD_ARGUMENT, call, words);
    }
}
