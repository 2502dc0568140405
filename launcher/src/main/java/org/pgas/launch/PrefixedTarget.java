package org.pgas.launch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes a rank's lines to a stream that others write to as well, each after the rank's number; whole lines only. */
final class PrefixedTarget implements LineTarget {
    /** A burst of lines is written at once up to about this size. */
    private static final int BATCH_BYTES = 1 << 15;

    private final byte[] prefix;
    private final OutputStream out;
    private final Object lock;
    private final ByteArrayOutputStream batch = new ByteArrayOutputStream();

    /** @param lock shared by all targets with lines that may meet on one terminal */
    PrefixedTarget(int rank, int size, OutputStream out, Object lock) {
        prefix = prefix(rank, size).getBytes(StandardCharsets.US_ASCII);
        this.out = out;
        this.lock = lock;
    }

    /** "[ 3] " when ranks have up to two digits. */
    static String prefix(int rank, int size) {
        String widest = Integer.toString(size - 1);
        String number = Integer.toString(rank);
        return "[" + " ".repeat(widest.length() - number.length()) + number + "] ";
    }

    @Override
    public void line(byte[] bytes, int offset, int length) throws IOException {
        batch.write(prefix);
        batch.write(bytes, offset, length);
        batch.write('\n');
        if (batch.size() >= BATCH_BYTES) {
            pause();
        }
    }

    @Override
    public void pause() throws IOException {
        if (batch.size() > 0) {
            synchronized (lock) {
                out.write(batch.toByteArray());
                out.flush();
            }
            batch.reset();
        }
    }
}
