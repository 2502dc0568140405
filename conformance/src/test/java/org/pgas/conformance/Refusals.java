package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.function.Executable;
import org.pgas.ErrorCode;
import org.pgas.PgasException;

/** Asserts that a call is refused with the right code and a message that names what it must. */
public final class Refusals {
    private Refusals() {}

    /**
     * The call must throw a {@link PgasException} of this code; its message must contain every one of {@code parts}.
     */
    public static void assertRefused(ErrorCode code, String call, Executable executable, Object... parts) {
        PgasException thrown = assertThrowsExactly(PgasException.class, executable, call);
        assertEquals(code, thrown.code(), () -> call + ": " + thrown.getMessage());
        for (Object part : parts) {
            assertTrue(thrown.getMessage().contains(part.toString()),
                    () -> call + ": the message does not name '" + part + "': " + thrown.getMessage());
        }
    }

    public static void assertIllegal(String call, Executable executable, Object... parts) {
        assertRefused(ErrorCode.BAD_ARGUMENT, call, executable, parts);
    }
}
