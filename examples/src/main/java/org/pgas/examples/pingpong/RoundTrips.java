package org.pgas.examples.pingpong;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

import org.HdrHistogram.Histogram;
import org.pgas.ActiveMessages;
import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.Payload;
import org.pgas.PreparedMessage;
import org.pgas.Team;
import org.pgas.Token;

/**
 * Sends a request, waits for its reply, and again: one at a time, so that what is measured is latency. Requests and
 * replies are short ones that carry their number, or medium ones that carry it and a payload.
 */
public final class RoundTrips {
    private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(10);
    private static final int DIGITS = 3;

    private final ActiveMessages messages;
    private final Job job;
    private final int bytes;
    private final MemorySegment sent;
    private final MemorySegment received;
    private final int ping;
    private final int pong;

    /**
     * Number of the last reply. Written by its handler, after the payload: release; read by the thread that waits for
     * it: acquire.
     */
    private final AtomicInteger answered = new AtomicInteger();

    private int asked;
    private final BooleanSupplier isAnswered = () -> answered.getAcquire() == asked;

    /**
     * Makes this rank ready to measure and to answer. Collective.
     *
     * @param bytes of payload, 0 (short messages) to {@link #largestPayload}, the same on all ranks
     */
    public RoundTrips(Job job, int bytes) {
        this.job = job;
        this.bytes = bytes;
        messages = job.world().am();
        sent = Arena.ofAuto().allocate(bytes);
        received = Arena.ofAuto().allocate(bytes);
        for (int at = 0; at < bytes; at++) {
            sent.set(ValueLayout.JAVA_BYTE, at, (byte) (at * 31));
        }
        int[] handlers = bytes == 0
                ? job.endpoint().handlers().register(
                        HandlerEntry.ofShort(this::onPing).name("ping").request().arguments(1),
                        HandlerEntry.ofShort(this::onPong).name("pong").reply().arguments(1))
                : job.endpoint().handlers().register(
                        HandlerEntry.ofMedium(this::onPing).name("ping").request().arguments(1),
                        HandlerEntry.ofMedium(this::onPong).name("pong").reply().arguments(1));
        ping = handlers[0];
        pong = handlers[1];
        job.world().barrier();
    }

    /** The largest payload that fits into a request and into its reply. */
    public static int largestPayload(Job job) {
        ActiveMessages messages = job.world().am();
        return (int) Math.min(messages.maxRequestMedium(Team.INVALID_RANK, LocalCompletion.NOW, 0, 1),
                messages.maxReplyMedium(Team.INVALID_RANK, LocalCompletion.NOW, 0, 1));
    }

    private void onPing(Token token) {
        token.replyShort(pong, token.argument(0));
    }

    /** Copies the payload once, from the place where it arrived to the one where it will be read. */
    private void onPing(Token token, Payload payload) {
        PreparedMessage reply = token.prepareReplyMedium(null, bytes, bytes, null, 0, 1);
        reply.payload().copyFrom(payload, 0, 0, bytes);
        reply.commit(pong, bytes, token.argument(0));
    }

    private void onPong(Token token) {
        answered.setRelease(token.argument(0));
    }

    private void onPong(Token token, Payload payload) {
        payload.copyTo(0, received, 0, bytes);
        answered.setRelease(token.argument(0));
    }

    /** Nanoseconds of {@code iterations} round trips to {@code peer}, which polls or waits in the library meanwhile. */
    public Histogram measure(int peer, int warmup, int iterations) {
        for (int i = 0; i < warmup; i++) {
            roundTrip(peer);
        }
        Histogram nanos = new Histogram(LONGEST_NANOS, DIGITS);
        for (int i = 0; i < iterations; i++) {
            nanos.recordValue(Math.min(roundTrip(peer), LONGEST_NANOS));
        }
        return nanos;
    }

    private long roundTrip(int peer) {
        asked++;
        if (bytes > 0) {
            sent.set(ValueLayout.JAVA_BYTE, 0, (byte) asked);
        }
        long start = System.nanoTime();
        if (bytes == 0) {
            messages.requestShort(peer, ping, asked);
        } else {
            messages.requestMedium(peer, ping, sent, 0, bytes, asked);
        }
        job.blockUntil(isAnswered);
        long elapsed = System.nanoTime() - start;
        if (sent.mismatch(received) != -1) {
            throw new IllegalStateException("rank " + peer + " answered message " + asked + " with another payload");
        }
        return elapsed;
    }
}
