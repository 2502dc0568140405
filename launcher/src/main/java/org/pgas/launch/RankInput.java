package org.pgas.launch;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Writes to the standard input of a rank what comes from elsewhere, on a thread of its own: the rank may not read. */
final class RankInput {
    private static final byte[] END = {};

    private final Runnable onTaken;
    private final BlockingQueue<byte[]> parts = new LinkedBlockingQueue<>();

    /** @param onTaken told after each part, when the next one may come */
    RankInput(Runnable onTaken) {
        this.onTaken = onTaken;
    }

    /** The next part; an empty one is the end. */
    void add(byte[] part) {
        parts.add(part.length == 0 ? END : part);
    }

    /** No more comes. Idempotent. */
    void close() {
        parts.add(END);
    }

    /** Begins to write, to a stream that is closed at the end. Once. */
    void into(OutputStream out) {
        Thread.ofPlatform().daemon().name("rank input").start(() -> write(out));
    }

    private void write(OutputStream out) {
        try (out) {
            for (byte[] part = parts.take(); part != END; part = parts.take()) {
                out.write(part);
                out.flush();
                onTaken.run();
            }
        } catch (IOException e) {
            // the rank has closed its input, or has ended: it wants no more
            parts.clear();
        } catch (InterruptedException e) {
            // nobody interrupts this thread to any purpose
        }
    }
}
