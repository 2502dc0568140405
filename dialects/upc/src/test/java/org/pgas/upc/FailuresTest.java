package org.pgas.upc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.pgas.ErrorCode;
import org.pgas.PgasException;

/** The word by which a thread tells of a failure names its code, and no place beyond the codes. */
class FailuresTest {
    @Test
    void shouldTellEveryCode() {
        for (ErrorCode code : ErrorCode.values()) {
            assertEquals(code, Failures.code(Failures.word(new PgasException(code, "of a test"))));
        }
        assertEquals(ErrorCode.RESOURCE, Failures.code(Failures.word(new OutOfMemoryError())));
        assertEquals(0, Failures.word(null));
    }

    @Test
    void shouldTakeAWordThatIsNoneForALackOfResources() {
        for (long word : new long[]{-1, ErrorCode.values().length + 1, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 32,
            (1L << 32) + 1}) {
            assertEquals(ErrorCode.RESOURCE, Failures.code(word), "word " + word);
        }
    }
}
