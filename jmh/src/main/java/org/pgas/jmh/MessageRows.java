package org.pgas.jmh;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.pgas.ActiveMessages;
import org.pgas.HandlerEntry;
import org.pgas.HandlerTable;
import org.pgas.Job;
import org.pgas.Payload;
import org.pgas.PreparedMessage;
import org.pgas.Token;
import org.pgas.meter.Meter;

/**
 * Active Messages between rank 0 and rank 1; with more ranks, between pairs of neighbours at the same time, and the
 * number is part of the row's name. A round trip is a request and the reply of its handler. Two ranks wait in loops
 * over {@link Job#poll}, more, which share cores, in {@link Job#blockUntil}.
 */
final class MessageRows {
    static final int[] MEDIUM_BYTES = {512, 4 << 10, 65_416};
    static final int LONG_BYTES = 64 << 10;

    private final Job job;
    private final Meter meter;
    private final ActiveMessages messages;
    private final int self;
    private final int peer;
    private final boolean asks;

    private final int ping;
    private final int pong;
    private final int mediumPing;
    private final int mediumPong;
    private final int longPing;
    private final int longPong;
    private final int count;

    private long pings;
    private long pongs;

    /** Pings of earlier runs. */
    private long answered;

    MessageRows(Job job, Meter meter) {
        this.job = job;
        this.meter = meter;
        messages = job.world().am();
        self = job.rank();
        peer = self ^ 1;
        asks = self % 2 == 0;
        HandlerTable handlers = job.endpoint().handlers();
        pong = handlers.register(HandlerEntry.ofShort(token -> pongs++).reply().arguments(1));
        ping = handlers.register(HandlerEntry.ofShort(this::answerShort).request().arguments(1));
        mediumPong = handlers.register(HandlerEntry.ofMedium((token, payload) -> pongs++).reply().arguments(0));
        mediumPing = handlers.register(HandlerEntry.ofMedium(this::answerMedium).request().arguments(0));
        longPong = handlers.register(HandlerEntry.ofLong((token, destination, bytes) -> pongs++).reply().arguments(0));
        longPing = handlers.register(HandlerEntry.ofLong(this::answerLong).request().arguments(0));
        count = handlers.register(HandlerEntry.ofShort(token -> pings++).request().arguments(1));
        job.world().barrier();
    }

    private void answerShort(Token token) {
        pings++;
        token.replyShort(pong, token.argument(0));
    }

    /** Sends the payload back from where it arrived to where it will be read. */
    private void answerMedium(Token token, Payload payload) {
        pings++;
        int bytes = payload.bytes();
        PreparedMessage reply = token.prepareReplyMedium(null, bytes, bytes, null, 0, 0);
        reply.payload().copyFrom(payload, 0, 0, bytes);
        reply.commit(mediumPong, bytes);
    }

    private void answerLong(Token token, long destination, long bytes) {
        pings++;
        token.replyLong(longPong, job.endpoint().segment().local(), destination, bytes, destination);
    }

    void run() {
        if (job.size() > 2) {
            meter.together("am-short" + job.size(), 4, this::shorts);
            return;
        }
        meter.together("am-short", 4, this::shorts);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(LONG_BYTES, 4096).fill((byte) 1);
            for (int bytes : MEDIUM_BYTES) {
                meter.together("am-medium", bytes, times -> mediums(times, memory, bytes));
            }
            meter.together("am-long", LONG_BYTES, times -> longs(times, memory));
        }
        meter.together("am-flood", 4, this::flood);
        meter.alone("am-poll", 0, 1, this::idlePolls);
        meter.alone("am-loopback", 4, 1, this::loopback);
    }

    private void shorts(long times) {
        if (!asks) {
            answerPings(times);
            return;
        }
        for (long i = 0; i < times; i++) {
            long goal = pongs + 1;
            messages.requestShort(peer, ping, (int) i);
            awaitPong(goal);
        }
    }

    private void awaitPong(long goal) {
        if (job.size() > 2) {
            job.blockUntil(() -> pongs >= goal);
            return;
        }
        while (pongs < goal) {
            idle(job.poll());
        }
    }

    private void answerPings(long times) {
        long goal = answered + times;
        if (job.size() > 2) {
            job.blockUntil(() -> pings >= goal);
        } else {
            while (pings < goal) {
                idle(job.poll());
            }
        }
        answered = goal;
    }

    private static void idle(int work) {
        if (work == 0) {
            Thread.onSpinWait();
        }
    }

    private void mediums(long times, MemorySegment memory, int bytes) {
        if (!asks) {
            answerPings(times);
            return;
        }
        for (long i = 0; i < times; i++) {
            long goal = pongs + 1;
            messages.requestMedium(peer, mediumPing, memory, 0, bytes);
            awaitPong(goal);
        }
    }

    private void longs(long times, MemorySegment memory) {
        if (!asks) {
            answerPings(times);
            return;
        }
        for (long i = 0; i < times; i++) {
            long goal = pongs + 1;
            messages.requestLong(peer, longPing, memory, 0, LONG_BYTES, Places.DATA);
            awaitPong(goal);
        }
    }

    /**
     * A time is one request. Only the last is answered: requests of one thread to one rank are handled in their order
     * here, and the peer counts it with the others, so it does not leave before.
     */
    private void flood(long times) {
        if (!asks) {
            answerPings(times);
            return;
        }
        long goal = pongs + 1;
        for (long i = 1; i < times; i++) {
            messages.requestShort(peer, count, (int) i);
        }
        messages.requestShort(peer, ping, 0);
        awaitPong(goal);
    }

    private void idlePolls(long times) {
        for (long i = 0; i < times; i++) {
            job.poll();
        }
    }

    private void loopback(long times) {
        for (long i = 0; i < times; i++) {
            messages.requestShort(self, count, (int) i);
        }
    }
}
