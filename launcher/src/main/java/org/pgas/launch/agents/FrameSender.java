package org.pgas.launch.agents;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Sends frames to the other side, by a thread of its own, so that nobody waits for a side that does not read. How much
 * is on its way is bounded by the senders: output by a {@link Credit}, input by answers, news of ranks by how often
 * these change; of the rest there is little.
 *
 * <pre>
 * field   writer                 readers  order
 * failed  its own, any           any      volatile
 * </pre>
 */
public final class FrameSender {
    /** Bytes of the greeting, by which a side is told from whatever else may answer. */
    static final int MAGIC_BYTES = 8;

    /** The version of the protocol. It rises with every change. */
    static final int VERSION = 4;

    private static final String MAGIC = "PGASAGNT";

    private static final Frame LAST = new Frame(Kind.BEAT, new byte[0]);

    private final OutputStream out;
    private final Consumer<IOException> onFailure;
    private final BlockingQueue<Frame> frames = new LinkedBlockingQueue<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean failed;

    /**
     * Greets, and sends from now on.
     *
     * @param name of the thread
     * @param out is closed with this
     * @param onFailure told once, by the thread, when the stream fails; what is sent later is dropped
     */
    public FrameSender(String name, OutputStream out, Consumer<IOException> onFailure) {
        this.out = new BufferedOutputStream(out);
        this.onFailure = onFailure;
        Thread.ofPlatform().daemon().name(name).start(this::run);
    }

    /** The first bytes in each direction: eight letters, and the version. */
    static byte[] greeting() {
        return ByteBuffer.allocate(MAGIC_BYTES + 1).put(MAGIC.getBytes(StandardCharsets.US_ASCII)).put((byte) VERSION)
                .array();
    }

    /** Any thread; never waits. Frames of one thread keep their order. */
    public void send(Kind kind, byte[] body) {
        if (body.length > Frame.MOST_BYTES) {
            throw new IllegalArgumentException("a frame " + kind + " of " + body.length + " bytes: the most are "
                    + Frame.MOST_BYTES);
        }
        if (!failed) {
            frames.add(new Frame(kind, body));
        }
    }

    private void run() {
        try {
            write();
        } catch (IOException e) {
            failed = true;
            frames.clear();
            onFailure.accept(e);
        } catch (InterruptedException e) {
            // nobody interrupts this thread to any purpose
        } finally {
            ended.countDown();
        }
    }

    private void write() throws IOException, InterruptedException {
        try (out) {
            out.write(greeting());
            out.flush();
            for (Frame frame = frames.take(); frame != LAST; frame = frames.take()) {
                out.write(frame.kind().ordinal());
                out.write(ByteBuffer.allocate(Integer.BYTES).putInt(frame.body().length).array());
                out.write(frame.body());
                if (frames.isEmpty()) {
                    out.flush();
                }
            }
        }
    }

    /** Sends what there is, if the other side takes it within this time, and closes the stream. Idempotent. */
    public void close(Duration limit) throws InterruptedException {
        frames.add(LAST);
        ended.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** The other side is gone: nothing more is sent, and a thread in {@link #close} waits no more. */
    public void abandon() {
        failed = true;
        frames.clear();
        frames.add(LAST);
        ended.countDown();
    }
}
