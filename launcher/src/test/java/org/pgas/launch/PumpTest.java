package org.pgas.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

class PumpTest {
    /** Gives its text, then blocks until released, as a pipe whose other end somebody else holds open. */
    private static final class HeldPipe extends InputStream {
        private final byte[] text;
        private final CountDownLatch release = new CountDownLatch(1);
        private boolean given;

        HeldPipe(String text) {
            this.text = text.getBytes(UTF_8);
        }

        @Override
        public int read() {
            throw new UnsupportedOperationException();
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            if (!given) {
                given = true;
                System.arraycopy(text, 0, buffer, offset, text.length);
                return text.length;
            }
            try {
                release.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            return -1;
        }
    }

    private static ByteTarget collect(List<String> lines) {
        return new LineSplitter(LineTarget.texts(line -> {
            synchronized (lines) {
                lines.add(line);
            }
        }));
    }

    @Test
    void aPipeThatSomebodyElseHoldsOpenIsNotWaitedFor() throws Exception {
        List<String> lines = new ArrayList<>();
        HeldPipe pipe = new HeldPipe("whole\nunfinished");
        Pump pump = new Pump("test", pipe, collect(lines), e -> {
        });
        pump.start();
        pump.awaitDrained();
        assertEquals(List.of("whole", "unfinished"), lines);
        pipe.release.countDown();
    }

    @Test
    void aPipeThatSomebodyElseFloodsIsNotWaitedFor() throws Exception {
        InputStream endless = new InputStream() {
            @Override
            public int read() {
                return 'x';
            }

            @Override
            public int read(byte[] buffer, int offset, int length) {
                java.util.Arrays.fill(buffer, offset, offset + length, (byte) 'x');
                return length;
            }
        };
        AtomicInteger calls = new AtomicInteger();
        Pump pump = new Pump("test", endless, new ByteTarget() {
            @Override
            public void accept(byte[] bytes, int offset, int length) {
                calls.incrementAndGet();
            }

            @Override
            public void finish() {
                // nothing is held back
            }
        }, e -> {
        });
        pump.start();
        pump.awaitDrained();
        assertTrue(calls.get() > 0);
    }

    /** Else its writer would wait for ever, with a full pipe. */
    @Test
    void anErrorOfATargetIsToldAndTheRestIsReadAndDropped() throws Exception {
        List<String> failures = new ArrayList<>();
        InputStream in = new java.io.ByteArrayInputStream("line\n".repeat(100_000).getBytes(UTF_8));
        Pump pump = new Pump("test", in, new LineSplitter(LineTarget.texts(line -> {
            throw new OutOfMemoryError("of this test");
        })), e -> failures.add(e.getMessage()));
        pump.start();
        pump.awaitDrained();
        assertEquals(List.of("the launcher has failed: java.lang.OutOfMemoryError: of this test"), failures);
        assertEquals(-1, in.read());
    }

    @Test
    void aTargetThatFailsIsToldOnceAndTheRestIsDropped() throws Exception {
        AtomicInteger failures = new AtomicInteger();
        AtomicInteger calls = new AtomicInteger();
        InputStream in = new java.io.ByteArrayInputStream("line\n".repeat(100_000).getBytes(UTF_8));
        Pump pump = new Pump("test", in, new ByteTarget() {
            @Override
            public void accept(byte[] bytes, int offset, int length) throws IOException {
                calls.incrementAndGet();
                throw new IOException("Broken pipe");
            }

            @Override
            public void finish() {
                // nothing is held back
            }
        }, e -> failures.incrementAndGet());
        pump.start();
        pump.awaitDrained();
        assertEquals(1, failures.get());
        assertEquals(1, calls.get());
        assertTrue(in.available() == 0, "the stream was read to its end");
    }
}
