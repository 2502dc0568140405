package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;

import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.Payload;
import org.pgas.Token;
import org.pgas.testkit.Stamp;
import org.pgas.testkit.Stamp.Space;

/**
 * Every kind of message, one at a time: both sides know what message {@code number} between two ranks is, so the
 * handlers of request and reply check all there is to check.
 *
 * <p>Message {@code number} of a rank to a peer enumerates argument counts fastest, then the category of the request,
 * then that of the reply, and sizes by the way.
 */
final class MessageRig {
    private static final int COUNTS = 17;
    private static final int CATEGORIES = 3;
    private static final int SIZES = 5;

    /** Numbers below this are one of each: 17 counts, 3 categories of requests, 3 of replies and none. */
    static final int ALL = COUNTS * CATEGORIES * (CATEGORIES + 1);

    private static final int REQUEST = 200;
    private static final int REPLY = 210;
    private static final int SHORT = 0;
    private static final int MEDIUM = 1;
    private static final int LONG = 2;

    /** Where long messages land: by source, requests and replies apart; between them bytes that nobody may touch. */
    private static final long LANDING = 4096;
    private static final long REGION = 8192;
    private static final long GUARD = 64;
    private static final long LARGEST_LONG = 5000;

    private final Job job;
    private final LocalCompletion completion;

    /** By source: what this rank has handled. Touched by handlers. */
    private final int[] requests;
    private final int[] replies;

    /**
     * Number of the message that this rank has sent to a peer, for the reply's handler in the same thread or under its
     * poll.
     */
    private final int[] current;

    MessageRig(Job job, LocalCompletion completion) {
        this.job = job;
        this.completion = completion;
        requests = new int[job.size()];
        replies = new int[job.size()];
        current = new int[job.size()];
        job.endpoint().handlers().register(
                HandlerEntry.ofShort(token -> shortRequest(token)).index(REQUEST + SHORT).request(),
                HandlerEntry.ofMedium(this::mediumRequest).index(REQUEST + MEDIUM).request(),
                HandlerEntry.ofLong(this::longRequest).index(REQUEST + LONG).request(),
                HandlerEntry.ofShort(token -> shortReply(token)).index(REPLY + SHORT).reply(),
                HandlerEntry.ofMedium(this::mediumReply).index(REPLY + MEDIUM).reply(),
                HandlerEntry.ofLong(this::longReply).index(REPLY + LONG).reply());
        job.world().barrier();
    }

    private static int count(int number) {
        return number % COUNTS;
    }

    private static int requestCategory(int number) {
        return number / COUNTS % CATEGORIES;
    }

    /** 3: none. */
    private static int replyCategory(int number) {
        return number / (COUNTS * CATEGORIES) % (CATEGORIES + 1);
    }

    private static int replyCount(int number) {
        return COUNTS - 1 - count(number);
    }

    private static long size(int number, long largest) {
        return switch ((number * 7 + number / COUNTS) % SIZES) {
            case 0 -> 0;
            case 1 -> 1;
            case 2 -> 511;
            case 3 -> 512;
            default -> largest;
        };
    }

    private static long requestDestination(int source, int number) {
        return LANDING + (2L * source) * REGION + number % 64;
    }

    private static long replyDestination(int source, int number) {
        return LANDING + (2L * source + 1) * REGION + number % 64;
    }

    /** Sends message {@code number} to the peer and returns when it was handled and, if it is to be, answered. */
    void exchange(int peer, int number) {
        current[peer] = number;
        int category = requestCategory(number);
        int count = count(number);
        int[] arguments = Mail.arguments(job.rank(), number, count);
        var am = job.world().am();
        int repliesBefore = replies[peer];
        switch (category) {
            case SHORT -> am.requestShort(peer, REQUEST, arguments, count);
            case MEDIUM -> {
                long bytes = size(number, am.maxRequestMedium(peer, completion, 0, count));
                MemorySegment data = source(bytes, number);
                am.requestMedium(peer, REQUEST + MEDIUM, data, 3, bytes, completion, arguments, count);
            }
            default -> {
                long bytes = size(number, LARGEST_LONG);
                MemorySegment data = source(bytes, number);
                am.requestLong(peer, REQUEST + LONG, data, 3, bytes, requestDestination(job.rank(), number), completion,
                        arguments, count);
            }
        }
        // a message to this rank itself has been handled by now
        if (peer == job.rank()) {
            assertEquals(number + 1, requests[peer], "requests to itself that were handled on return");
        }
        Mail.pollUntil(job, peer, 8L * job.rank(), number + 1);
        if (replyCategory(number) < CATEGORIES) {
            Mail.poll(job, "a reply to message " + number, () -> replies[peer] > repliesBefore);
        }
        assertEquals(repliesBefore + (replyCategory(number) < CATEGORIES ? 1 : 0), replies[peer], "replies");
    }

    /** The payload from offset 3 on, with other bytes around it. */
    private MemorySegment source(long bytes, int number) {
        MemorySegment data = MemorySegment.ofArray(new byte[(int) bytes + 5]);
        data.fill((byte) 0x55);
        Stamp.fill(data.asSlice(3, bytes), job.rank(), Space.PAYLOAD, number);
        return data;
    }

    private void shortRequest(Token token) {
        int source = token.sourceRank();
        int number = requests[source];
        checkRequest(token, number, SHORT);
        reply(token, number, null);
        handled(source);
    }

    private void mediumRequest(Token token, Payload payload) {
        int source = token.sourceRank();
        int number = requests[source];
        checkRequest(token, number, MEDIUM);
        long most = job.world().am().maxRequestMedium(source, completion, 0, count(number));
        Mail.checkPayload("medium request " + number, payload, source, number, size(number, most));
        reply(token, number, payload);
        // the handler may do as it likes with it, also after it has answered with it
        payload.segment().fill((byte) 0xEE);
        handled(source);
    }

    private void longRequest(Token token, long destination, long bytes) {
        int source = token.sourceRank();
        int number = requests[source];
        checkRequest(token, number, LONG);
        assertEquals(requestDestination(source, number), destination, "destination of long request " + number);
        assertEquals(size(number, LARGEST_LONG), bytes, "bytes of long request " + number);
        checkLanding("long request " + number, destination, bytes, source, number);
        reply(token, number, null);
        handled(source);
    }

    private void checkRequest(Token token, int number, int category) {
        String name = "request " + number + " from rank " + token.sourceRank();
        assertTrue(token.isRequest(), name);
        assertEquals(requestCategory(number), category, name + ": category");
        checkKind(name, token, category, REQUEST + category);
        Mail.checkArguments(name, token, token.sourceRank(), number, count(number));
    }

    private void checkKind(String name, Token token, int category, int handler) {
        assertEquals(category == LONG, token.isLong(), name);
        assertSame(job.endpoint(), token.endpoint(), name);
        assertEquals(handler, token.entry().index(), name);
    }

    /** The data is there, nothing around it is; then clears it for the next. */
    private void checkLanding(String name, long destination, long bytes, int source, int number) {
        MemorySegment own = job.endpoint().segment().local();
        Stamp.check(name, own.asSlice(destination, bytes), source, Space.PAYLOAD, number);
        own.asSlice(destination, bytes).fill((byte) 0);
        Stamp.checkUntouched(name + ": before it", own.asSlice(destination - GUARD, GUARD));
        Stamp.checkUntouched(name + ": after it", own.asSlice(destination + bytes, GUARD));
    }

    private void handled(int source) {
        requests[source]++;
        Mail.raiseOwn(job, 8L * source);
    }

    /** A medium message is answered with a copy of its own payload if it fits the size. */
    private void reply(Token token, int number, Payload request) {
        int count = replyCount(number);
        int[] arguments = Mail.arguments(job.rank(), number, count);
        LocalCompletion own = completion == LocalCompletion.GROUP ? LocalCompletion.NOW : completion;
        switch (replyCategory(number)) {
            case SHORT -> token.replyShort(REPLY, arguments, count);
            case MEDIUM -> {
                long bytes = size(number + 1, token.maxReplyMedium(own, 0, count));
                token.replyMedium(REPLY + MEDIUM, answer(request, bytes, number), 0, bytes, own, arguments, count);
            }
            case LONG -> {
                long bytes = size(number + 1, LARGEST_LONG);
                token.replyLong(REPLY + LONG, answer(request, bytes, number), 0, bytes,
                        replyDestination(job.rank(), number), own, arguments, count);
            }
            default -> {
                return;
            }
        }
    }

    /** Written into the request's payload where there is room, as a handler that saves a copy would. */
    private MemorySegment answer(Payload request, long bytes, int number) {
        MemorySegment data = request != null && request.bytes() >= bytes ? request.segment()
                : MemorySegment.ofArray(new byte[(int) bytes]);
        Stamp.fill(data.asSlice(0, bytes), job.rank(), Space.PAYLOAD, number);
        return data;
    }

    private void shortReply(Token token) {
        checkReply(token, SHORT);
        replies[token.sourceRank()]++;
    }

    private void mediumReply(Token token, Payload payload) {
        int number = checkReply(token, MEDIUM);
        long most = job.world().am().maxReplyMedium(token.sourceRank(), null, 0, replyCount(number));
        Mail.checkPayload("medium reply " + number, payload, token.sourceRank(), number, size(number + 1, most));
        payload.segment().fill((byte) 0xEE);
        replies[token.sourceRank()]++;
    }

    private void longReply(Token token, long destination, long bytes) {
        int number = checkReply(token, LONG);
        assertEquals(replyDestination(token.sourceRank(), number), destination, "destination of long reply " + number);
        assertEquals(size(number + 1, LARGEST_LONG), bytes, "bytes of long reply " + number);
        checkLanding("long reply " + number, destination, bytes, token.sourceRank(), number);
        replies[token.sourceRank()]++;
    }

    private int checkReply(Token token, int category) {
        int number = current[token.sourceRank()];
        String name = "reply " + number + " from rank " + token.sourceRank();
        assertFalse(token.isRequest(), name);
        assertEquals(replyCategory(number), category, name + ": category");
        checkKind(name, token, category, REPLY + category);
        Mail.checkArguments(name, token, token.sourceRank(), number, replyCount(number));
        return number;
    }
}
