package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.function.BooleanSupplier;

import org.opentest4j.AssertionFailedError;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.Payload;
import org.pgas.Token;
import org.pgas.testkit.Stamp;
import org.pgas.testkit.Stamp.Space;

/**
 * What test messages carry: arguments and payloads that follow from the rank that sent them and from a number that both
 * sides know, so that a handler can tell whether it got what was sent. And the waits of their tests, all of them
 * bounded.
 */
final class Mail {
    static final int[] NONE = {};

    /** Every local completion that a request may have; events are new. */
    static LocalCompletion[] requestCompletions() {
        return new LocalCompletion[]{LocalCompletion.NOW, LocalCompletion.GROUP, LocalCompletion.event()};
    }

    private static final VarHandle LONGS = ValueLayout.JAVA_LONG.varHandle();

    private Mail() {}

    /** Argument {@code index} of message {@code number} of a rank; negative ones and those of many bits among them. */
    static int argument(int source, int number, int index) {
        return (int) ((source * 31L + number) * 0x9E3779B97F4A7C15L >>> 17) * (2 * index + 1) + index;
    }

    static int[] arguments(int source, int number, int count) {
        int[] arguments = new int[count];
        for (int i = 0; i < count; i++) {
            arguments[i] = argument(source, number, i);
        }
        return arguments;
    }

    static void checkArguments(String name, Token token, int source, int number, int count) {
        assertEquals(count, token.argumentCount(), name + ": arguments");
        for (int i = 0; i < count; i++) {
            assertEquals(argument(source, number, i), token.argument(i), name + ": argument " + i);
        }
    }

    /** A heap segment with the payload of message {@code number} of a rank. */
    static MemorySegment payload(int source, int number, long bytes) {
        MemorySegment payload = MemorySegment.ofArray(new byte[(int) bytes]);
        Stamp.fill(payload, source, Space.PAYLOAD, number);
        return payload;
    }

    static void checkPayload(String name, Payload payload, int source, int number, long bytes) {
        assertEquals(bytes, payload.bytes(), name + ": bytes");
        Stamp.check(name, payload.segment(), source, Space.PAYLOAD, number);
    }

    /** Handles messages until the condition is true; fails if it does not become so, or with the job. */
    static void poll(Job job, String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + Patience.NANOS;
        while (!condition.getAsBoolean()) {
            if (job.poll() == 0) {
                Thread.yield();
            }
            if (System.nanoTime() > deadline) {
                throw new AssertionFailedError("rank " + job.rank() + ": this did not come about: " + what);
            }
        }
    }

    /** Handles messages until the word at {@code offset} of {@code rank} is at least {@code value}; an acquire. */
    static void pollUntil(Job job, int rank, long offset, long value) {
        poll(job, "the word at " + offset + " of rank " + rank + " is " + value,
                () -> job.world().rma().getLongAcquire(rank, offset) >= value);
    }

    /**
     * As a rank that computes: without a call of the library, until the word at {@code offset} of this rank is
     * {@code value}.
     */
    static void compute(Job job, long offset, long value) {
        MemorySegment own = job.endpoint().segment().local();
        long deadline = System.nanoTime() + Patience.NANOS;
        while ((long) LONGS.getAcquire(own, offset) < value) {
            Thread.yield();
            if (System.nanoTime() > deadline || Thread.currentThread().isInterrupted()) {
                throw new AssertionFailedError("rank " + job.rank() + ": the word at " + offset + " of its segment is "
                        + (long) LONGS.getAcquire(own, offset) + " and does not become " + value);
            }
        }
    }

    /** Raises a word of this rank's own segment by 1, a release; legal in handlers, of which one runs at a time. */
    static void raiseOwn(Job job, long offset) {
        MemorySegment own = job.endpoint().segment().local();
        LONGS.setRelease(own, offset, (long) LONGS.get(own, offset) + 1);
    }
}
