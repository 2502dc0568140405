package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;

import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.Payload;
import org.pgas.PreparedMessage;
import org.pgas.Token;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Stamp;
import org.pgas.testkit.Stamp.Space;

/**
 * All ranks send to all ranks as fast as they can, messages of every category, by several threads; receivers are slow
 * at times and answer most requests.
 *
 * <p>Every message carries the thread that sent it and its number among those of that thread to that rank. The receiver
 * insists on the next number of each sending thread, so nothing is lost, duplicated or overtaken; a thread ends with a
 * message that says how many there were. Replies carry the numbers of their requests, which the sender ticks off.
 */
final class Flood {
    private static final int REQUEST = 200;
    private static final int LAST = 202;
    private static final int REPLY = 210;

    /**
     * Long payloads land in a slot of the sending rank and thread; nobody checks them, since the next may be on its
     * way.
     */
    private static final long SLOT = 1024;
    private static final int LARGEST_LONG = 1000;

    private final Job job;
    private final int threads;
    private final int messages;

    /** Touched by handlers: the number expected next, by source and thread. */
    private final int[][] next;

    /** Touched by handlers: how many threads have ended. */
    private int ended;

    /** Touched by handlers: by own thread and target, the requests that were answered. */
    private final BitSet[][] answered;
    private int answers;

    /** By own thread and target: how many requests were sent. Written by that thread, read when all have ended. */
    private final int[][] sent;
    private final int[] expectedAnswers;

    Flood(Job job, int threads, int messages) {
        this.job = job;
        this.threads = threads;
        this.messages = messages;
        next = new int[job.size()][threads];
        answered = new BitSet[threads][job.size()];
        sent = new int[threads][job.size()];
        expectedAnswers = new int[threads];
        for (BitSet[] each : answered) {
            java.util.Arrays.setAll(each, target -> new BitSet());
        }
        job.endpoint().handlers().register(
                HandlerEntry.ofShort(token -> request(token, null)).index(REQUEST).request(),
                HandlerEntry.ofMediumOrLong(this::request, (token, destination, bytes) -> request(token, null))
                        .index(REQUEST + 1).request(),
                HandlerEntry.ofShort(this::last).index(LAST).request().arguments(2),
                HandlerEntry.ofShort(token -> reply(token, null)).index(REPLY).reply(),
                HandlerEntry.ofMediumOrLong(this::reply, (token, destination, bytes) -> reply(token, null))
                        .index(REPLY + 1).reply());
    }

    /** Returns when everything that was sent to this rank and by it was handled. */
    void run() {
        job.world().barrier();
        List<Thread> all = new ArrayList<>();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        for (int thread = 1; thread < threads; thread++) {
            int index = thread;
            all.add(Thread.ofPlatform().daemon().name("sender " + job.rank() + "." + thread).start(() -> {
                try {
                    send(index);
                } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                }
            }));
        }
        send(0);
        int everyone = job.size() * threads;
        for (Thread thread : all) {
            Mail.poll(job, thread + " ends", () -> !thread.isAlive());
        }
        if (failure.get() != null) {
            throw new AssertionError("a sender failed", failure.get());
        }
        int expected = java.util.Arrays.stream(expectedAnswers).sum();
        job.blockUntil(() -> ended == everyone && answers == expected);
        job.world().barrier();
        assertEquals(0, job.poll(), "messages after the last");
        assertEquals(expected, answers);
        checkAnswers();
        job.world().barrier();
    }

    private void checkAnswers() {
        for (int thread = 0; thread < threads; thread++) {
            for (int target = 0; target < job.size(); target++) {
                for (int number = 0; number < sent[thread][target]; number++) {
                    assertEquals(replyCategory(job.rank(), thread, target, number) > 0,
                            answered[thread][target].get(number), "reply to " + number);
                }
            }
        }
    }

    private static long hash(int source, int thread, int target, int number) {
        long mixed = ((source * 64L + thread) * 64L + target) * 1_000_003L + number;
        mixed = (mixed ^ mixed >>> 29) * 0xBF58476D1CE4E5B9L;
        return (mixed ^ mixed >>> 32) & Long.MAX_VALUE;
    }

    /** 0 none, 1 short, 2 medium, 3 long: both sides know. */
    private static int replyCategory(int source, int thread, int target, int number) {
        return (int) (hash(source, thread, target, number) % 5 % 4);
    }

    private void send(int thread) {
        SplittableRandom random = Seed.of("thread " + thread + " of rank " + job.rank());
        MemorySegment data = MemorySegment.ofArray(new byte[4096]);
        Stamp.fill(data, job.rank(), Space.PAYLOAD, thread);
        for (int i = 0; i < messages; i++) {
            int target = random.nextInt(job.size());
            int number = sent[thread][target]++;
            send(random, thread, target, number, data);
            expectedAnswers[thread] += replyCategory(job.rank(), thread, target, number) > 0 ? 1 : 0;
            if (random.nextInt(64) == 0) {
                job.poll();
            }
        }
        for (int target = 0; target < job.size(); target++) {
            job.world().am().requestShort(target, LAST, thread, sent[thread][target]);
        }
    }

    private void send(SplittableRandom random, int thread, int target, int number, MemorySegment data) {
        var am = job.world().am();
        int count = 2 + random.nextInt(15);
        int[] arguments = new int[count];
        arguments[0] = thread;
        arguments[1] = number;
        switch (random.nextInt(5)) {
            case 0 -> am.requestShort(target, REQUEST, thread, number);
            case 1 -> am.requestShort(target, REQUEST, arguments, count);
            case 2 ->
                am.requestMedium(target, REQUEST + 1, data, 0, size(random, count), LocalCompletion.NOW, arguments,
                        count);
            case 3 -> {
                long bytes = size(random, count);
                PreparedMessage message = am.prepareRequestMedium(target, null, bytes, bytes, null, 0, count);
                message.payload().copyFrom(data, 0, 0, bytes);
                message.commit(REQUEST + 1, bytes, arguments, count);
            }
            default -> am.requestLong(target, REQUEST + 1, data, 0, random.nextInt(LARGEST_LONG),
                    (job.rank() * (long) threads + thread) * SLOT, LocalCompletion.NOW, arguments, count);
        }
    }

    /** Small ones mostly, at times the largest. */
    private long size(SplittableRandom random, int count) {
        long largest = Math.min(4096, job.world().am().maxRequestMedium(0, LocalCompletion.NOW, 0, count));
        return random.nextInt(10) == 0 ? largest : random.nextInt(64);
    }

    private void request(Token token, Payload payload) {
        int source = token.sourceRank();
        int thread = token.argument(0);
        int number = token.argument(1);
        assertEquals(next[source][thread]++, number, "number from thread " + thread + " of rank " + source);
        if (payload != null) {
            Stamp.check("medium request", payload.segment(), source, Space.PAYLOAD, thread);
        }
        long hash = hash(source, thread, job.rank(), number);
        if (hash % 97 == 0) {
            // slow at times, so that rings fill up
            Thread.yield();
        }
        reply(token, thread, number, replyCategory(source, thread, job.rank(), number), (int) (hash % 512));
    }

    private void reply(Token token, int thread, int number, int category, int bytes) {
        switch (category) {
            case 1 -> token.replyShort(REPLY, thread, number, job.rank());
            case 2 -> {
                PreparedMessage message = token.prepareReplyMedium(null, bytes, bytes, null, 0, 2);
                for (int i = 0; i < bytes; i++) {
                    message.payload().putByte(i, Stamp.of(job.rank(), Space.PAYLOAD, number + i));
                }
                message.commit(REPLY + 1, bytes, thread, number);
            }
            case 3 -> {
                int[] arguments = {thread, number};
                token.replyLong(REPLY + 1, MemorySegment.ofArray(new byte[8]), 0, 8,
                        (job.size() * (long) threads + job.rank()) * SLOT, LocalCompletion.NOW, arguments, 2);
            }
            default -> {
                return;
            }
        }
    }

    private void last(Token token) {
        assertEquals(next[token.sourceRank()][token.argument(0)], token.argument(1),
                "messages of thread " + token.argument(0) + " of rank " + token.sourceRank());
        ended++;
    }

    private void reply(Token token, Payload payload) {
        BitSet done = answered[token.argument(0)][token.sourceRank()];
        int number = token.argument(1);
        assertFalse(done.get(number), "a second reply to request " + number);
        done.set(number);
        answers++;
        if (payload != null) {
            Stamp.check("medium reply", payload.segment(), token.sourceRank(), Space.PAYLOAD, number);
        }
    }
}
