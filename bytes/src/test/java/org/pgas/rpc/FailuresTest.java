package org.pgas.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;

import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

@Seeded
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

    /**
     * As when its bytes were damaged on their way: a picture of whatever kind, or an exception; no array for a length
     * that is none.
     */
    @Test
    void shouldReadBytesThatAreNoFailureWithoutTakingMemoryForThem() {
        SplittableRandom random = Seed.of("no failures");
        byte[] written = bytesOf(new IllegalStateException("a", new ArithmeticException("b")));
        int refused = 0;
        for (int round = 0; round < 10_000; round++) {
            byte[] bytes = written.clone();
            for (int i = random.nextInt(4); i >= 0; i--) {
                bytes[random.nextInt(round % 2 == 0 ? 60 : bytes.length)] = (byte) random.nextInt();
            }
            try {
                Failures.read(Bytes.wrapForRead(bytes));
            } catch (RuntimeException e) {
                refused++;
            }
        }
        assertTrue(refused > 1_000, refused + " were refused");
        for (long length : new long[]{1 << 30, Integer.MAX_VALUE, 1L << 40, Long.MAX_VALUE, -2, Long.MIN_VALUE}) {
            Bytes<byte[]> forged = Bytes.allocateElasticOnHeap(64);
            forged.writeInt(1).writeStopBit(length).writeInt(7);
            assertThrows(RuntimeException.class, () -> Failures.read(forged), "a text of " + length + " bytes");
        }
    }

    private static Bytes<byte[]> forged(int causes, int frames) {
        Bytes<byte[]> bytes = Bytes.allocateElasticOnHeap(64);
        bytes.writeInt(causes);
        for (int i = 0; i < 20; i++) {
            bytes.writeUtf8("class").writeUtf8("message").writeInt(frames);
        }
        return bytes;
    }

    @Test
    void shouldReadNoMoreCausesAndFramesThanAreEverWritten() {
        for (int causes : new int[]{9, 20, Integer.MAX_VALUE}) {
            int read = 0;
            for (RemoteCause each = Failures.read(forged(causes, 0)); each != null; each = each.getCause()) {
                read++;
            }
            assertEquals(8, read);
        }
        for (int none : new int[]{0, -1, Integer.MIN_VALUE}) {
            assertNull(Failures.read(forged(none, 0)));
            assertEquals(0, Failures.read(forged(1, none)).getStackTrace().length);
        }
        for (int frames : new int[]{1 << 30, Integer.MAX_VALUE}) {
            assertThrows(RuntimeException.class, () -> Failures.read(forged(1, frames)), frames + " frames");
        }
    }

    private static byte[] bytesOf(Throwable failure) {
        Bytes<byte[]> bytes = Bytes.allocateElasticOnHeap(64);
        Failures.write(failure, bytes);
        return bytes.toByteArray();
    }
}
