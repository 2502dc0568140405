package org.pgas.refusal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;

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

    @Test
    void shouldNameTheRanksThatHaveFailed() {
        assertEquals("", Failures.ranks(new long[]{0, 7, 0, 7}, 2));
        assertEquals("0, 2", Failures.ranks(new long[]{1, 0, 0, 7, -1, 0}, 2));
    }

    @Test
    void shouldAnswerWhatAStepThrowsAndKeepTheFirstFailure() {
        IllegalStateException first = new IllegalStateException("first");
        assertEquals(first, Failures.of(() -> {
            throw first;
        }));
        assertNull(Failures.of(() -> {}));
        PgasException second = new PgasException(ErrorCode.RESOURCE, "of a test");
        Failures.giveBack(first, () -> {
            throw second;
        });
        assertEquals(List.of(second), List.of(first.getSuppressed()));
    }
}
