package org.pgas.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class FailuresTest {
    private static final class Odd extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Odd(Throwable cause) {
            super(cause);
        }

        @Override
        public String getMessage() {
            throw new IllegalStateException("never says");
        }
    }

    @Test
    void shouldBringClassMessageTraceAndCauses() {
        RemoteCause picture = RemoteCause.of(new IllegalStateException("größer", new ArithmeticException()));
        assertEquals("java.lang.IllegalStateException: größer", picture.toString());
        assertEquals(FailuresTest.class.getName(), picture.getStackTrace()[0].getClassName());
        assertEquals("java.lang.ArithmeticException", picture.getCause().toString());
        assertNull(picture.getCause().getMessage());
        assertNull(picture.getCause().getCause());
    }

    /** Deep recursion, endless causes, huge messages, and a message that cannot be had. */
    @Test
    void shouldStayWithinItsRoomWhateverIsThrown() {
        Throwable chain = new IllegalStateException("\u4e2d".repeat(100_000));
        for (int i = 0; i < 100; i++) {
            StackTraceElement[] trace = new StackTraceElement[1000];
            java.util.Arrays.fill(trace, new StackTraceElement("\u4e2d".repeat(1000), "\u4e2d".repeat(1000),
                    "\u4e2d".repeat(1000), i));
            chain = new IllegalStateException("\u4e2d".repeat(100_000), chain);
            chain.setStackTrace(trace);
        }
        RemoteCause picture = RemoteCause.of(new Odd(chain));
        assertTrue(picture.getMessage().contains("getMessage threw java.lang.IllegalStateException"),
                picture.getMessage());
        int causes = 0;
        for (RemoteCause each = picture.getCause(); each != null; each = each.getCause()) {
            assertNotNull(each.getMessage());
            causes++;
        }
        assertTrue(causes >= 5, () -> "only causes of a short chain came");
    }
}
