package org.pgas.testkit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.MultipleFailuresError;
import org.opentest4j.TestAbortedException;
import org.pgas.JobEndedException;
import org.pgas.PeerLostException;

class OutcomeTest {
    private static Outcome sent(Throwable failure) {
        return Outcome.decode(new Outcome(failure, true).encode(), OutcomeTest.class.getClassLoader());
    }

    @Test
    void successAndUseOfTheSeedSurviveTheTrip() {
        assertFalse(sent(null).isFailure());
        assertTrue(sent(null).seedUsed());
    }

    @Test
    void whatIsSerialisableSurvivesTheTripAsItIs() {
        var failure = new MultipleFailuresError("two",
                List.of(new AssertionFailedError("a", 1, 2), new IllegalStateException("b", new IOException("c"))));
        var copy = assertInstanceOf(MultipleFailuresError.class, sent(failure).failure());
        assertEquals(failure.getMessage(), copy.getMessage());
        assertArrayEquals(failure.getStackTrace(), copy.getStackTrace());
        assertEquals(2, ((AssertionFailedError) copy.getFailures().getFirst()).getActual().getValue());
        assertTrue(sent(new TestAbortedException("no")).isAborted());
        assertTrue(sent(new JobEndedException(3, "ended")).isConsequence());
        assertEquals(4, ((PeerLostException) sent(new PeerLostException(4, "lost")).failure()).jobRank());
    }

    @Test
    void whatIsNotKeepsItsTextAndWhatJUnitMustKnow() {
        var cause = new Samples.Unsendable("below");
        Throwable failure = sent(new IllegalStateException("above", cause)).failure();
        assertEquals("java.lang.IllegalStateException: above", failure.toString());
        assertEquals("org.pgas.testkit.Samples$Unsendable: below", failure.getCause().toString());
        assertArrayEquals(cause.getStackTrace(), failure.getCause().getStackTrace());
        assertInstanceOf(AssertionFailedError.class, sent(new AssertionError("a", cause)).failure());
        assertTrue(sent(new TestAbortedException("no", cause)).isAborted());
    }

    @Test
    void anExceptionThatCannotEvenBePrintedIsReported() {
        var failure = new RuntimeException() {
            private static final long serialVersionUID = 1L;
            @SuppressWarnings("serial") // on purpose
            final Object unsendable = new Object();

            @Override
            public String getMessage() {
                throw new IllegalStateException(String.valueOf(unsendable != null));
            }
        };
        assertTrue(sent(failure).failure().toString().contains("its message cannot be had"));
    }

    @Test
    void aTornFrameIsAnOrdinaryLine() {
        assertEquals(null, Frame.parse("\u0001pgas DONE"));
        assertEquals(null, Frame.parse("\u0001pgas DO"));
        assertEquals(null, Frame.parse("\u0001pgas DONE AA!warning AA="));
        assertEquals(null, Frame.parse("DONE"));
    }
}
