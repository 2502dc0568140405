package org.pgas.launch;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;

/**
 * Moves one stream of a rank to its target on a thread of its own.
 *
 * <pre>
 * field                   writer                    reader                                order
 * movedBytes, delivering  the pump                  threads that look if it stands still  volatile
 * limit                   thread that ends the job  the pump                              volatile
 * </pre>
 */
final class Pump {
    private static final int BUFFER_BYTES = 1 << 13;

    /** What a pipe can hold when its writer has ended; Linux lets no ordinary user have larger ones. */
    private static final int PIPE_BYTES = 1 << 20;

    /**
     * When the dead rank's last bytes have not reached the reader after this long, another process that still has the
     * pipe open keeps the reader waiting.
     */
    private static final long IDLE_MILLIS = 1_000;

    private final InputStream in;
    private final ByteTarget target;
    private final Consumer<Exception> onFailure;
    private final Thread thread;

    private volatile long movedBytes;
    private volatile boolean delivering;

    /** Where to stop reading. */
    private volatile long limit = Long.MAX_VALUE;

    /** Guarded by this: set when the target must not be used any more. */
    private boolean finished;

    /** @param onFailure told once when the target fails; the rest of the stream is then read and dropped */
    Pump(String name, InputStream in, ByteTarget target, Consumer<Exception> onFailure) {
        this.in = in;
        this.onFailure = onFailure;
        this.target = target;
        thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    private void run() {
        byte[] buffer = new byte[BUFFER_BYTES];
        try (in) {
            for (int count = in.read(buffer); count >= 0 && movedBytes < limit; count = in.read(buffer)) {
                deliver(buffer, count);
            }
        } catch (IOException e) {
            // the stream was closed under us: the end as well
        }
        deliverRest();
    }

    private synchronized void deliver(byte[] buffer, int count) {
        delivering = true;
        if (!finished) {
            try {
                target.accept(buffer, 0, count);
            } catch (IOException | RuntimeException | Error e) {
                finished = true;
                tellFailure(e);
            }
        }
        movedBytes += count;
        delivering = false;
    }

    private synchronized void deliverRest() {
        if (!finished) {
            finished = true;
            try {
                target.finish();
            } catch (IOException | RuntimeException | Error e) {
                tellFailure(e);
            }
        }
    }

    /** Also of an error, as where there is no memory: a pump that ended by it would leave a full pipe to its writer. */
    private void tellFailure(Throwable why) {
        onFailure.accept(why instanceof Exception e ? e : new IOException("the launcher has failed: " + why, why));
    }

    /**
     * After the rank's process has ended: returns when all it wrote is delivered. Does not wait for processes the rank
     * has left behind, which may hold the pipe open or flood it; does wait for a slow target.
     */
    void awaitDrained() throws InterruptedException {
        limit = movedBytes + PIPE_BYTES;
        long moved = -1;
        while (thread.isAlive() && (delivering || moved != movedBytes)) {
            moved = movedBytes;
            thread.join(IDLE_MILLIS);
        }
        limit = 0;
        deliverRest();
    }
}
