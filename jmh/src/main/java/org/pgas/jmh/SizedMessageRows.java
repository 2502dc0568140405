package org.pgas.jmh;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.pgas.ActiveMessages;
import org.pgas.HandlerEntry;
import org.pgas.HandlerTable;
import org.pgas.Job;
import org.pgas.Payload;
import org.pgas.PreparedMessage;
import org.pgas.Rma;
import org.pgas.Token;
import org.pgas.meter.Meter;

/**
 * Messages of sizes that are compared with other libraries, each in the form that suits it: short ones without
 * arguments for no bytes at all, medium ones as far as they go, long ones above. {@code msg-rtt}: a request, and a
 * reply that takes the payload back. {@code msg-rate}: requests one way; their handler reads the first word; timed
 * until the last has been handled; the time is that of one.
 *
 * <p>{@code msg-rtt-wait} is the same round trip as programs write it: both ranks wait in {@link Job#blockUntil}.
 *
 * <p>With more than 2 ranks: pairs of neighbours at the same time, small messages only, and the number is part of the
 * row's name. Ranks share cores then, and all wait in {@link Job#blockUntil}: how a wait treats the core is what such a
 * row measures, of each library.
 */
final class SizedMessageRows {
    static final String ONE_WAY = "msg-rate";
    private static final String WAITING = "msg-rtt-wait";

    private static final int[] SIZES = {0, 8, 64, 512, 4 << 10, 16 << 10, 64 << 10};
    private static final int[] SMALL_SIZES = {0, 8};
    private static final int[] WAITING_SIZES = {0, 8, 512, 4 << 10};
    private static final long WARM_UPS = 2_000_000;

    /** Of ranks on two hosts, for which a round trip takes so much longer. */
    private static final long FAR_WARM_UPS = 100_000;

    /** Up to here a reply by way of local memory is quicker than one that is prepared, by some percent. */
    private static final int SMALL_BYTES = 512;

    /**
     * So many long messages at most are under way: each has a place of its own in the receiver's segment, and is not to
     * be overwritten before it was read. Together they fit into a cache that a core has to itself.
     */
    private static final int PLACES = 8;

    private final Job job;
    private final Meter meter;
    private final ActiveMessages messages;
    private final Rma rma;
    private final int self;
    private final int peer;
    private final boolean asks;
    private final long largestMedium;
    private final MemorySegment small = Arena.ofAuto().allocate(SMALL_BYTES, Long.BYTES);

    private final int shortAsk;
    private final int shortAnswer;
    private final int shortCount;
    private final int mediumAsk;
    private final int mediumAnswer;
    private final int mediumCount;
    private final int longAsk;
    private final int longAnswer;
    private final int longCount;

    /** Requests that this rank has handled, and how many of them in earlier runs. */
    private long handled;
    private long handledBefore;

    /** Replies that this rank has handled. */
    private long answers;

    /** Long messages one way that this rank has sent, and handled. */
    private long longsSent;
    private long longsHandled;

    /** What handlers have read, so that the compiler cannot drop it. */
    private long seen;

    SizedMessageRows(Job job, Meter meter) {
        this.job = job;
        this.meter = meter;
        messages = job.world().am();
        rma = job.world().rma();
        self = job.rank();
        peer = self ^ 1;
        asks = self % 2 == 0;
        largestMedium = messages.leastMaxRequestMedium();
        HandlerTable handlers = job.endpoint().handlers();
        shortAnswer = handlers.register(HandlerEntry.ofShort(token -> answers++).reply().arguments(0));
        shortAsk = handlers.register(HandlerEntry.ofShort(this::answerShort).request().arguments(0));
        shortCount = handlers.register(HandlerEntry.ofShort(token -> handled++).request().arguments(0));
        mediumAnswer = handlers.register(HandlerEntry.ofMedium(this::takeAnswer).reply().arguments(0));
        mediumAsk = handlers.register(HandlerEntry.ofMedium(this::answerMedium).request().arguments(0));
        mediumCount = handlers.register(HandlerEntry.ofMedium(this::countMedium).request().arguments(0));
        longAnswer = handlers.register(HandlerEntry.ofLong(this::takeLongAnswer).reply().arguments(0));
        longAsk = handlers.register(HandlerEntry.ofLong(this::answerLong).request().arguments(0));
        longCount = handlers.register(HandlerEntry.ofLong(this::countLong).request().arguments(0));
        rma.putLong(self, Places.FLAG, 0);
        job.world().barrier();
    }

    static int[] sizes(Job job) {
        return job.size() == 2 ? SIZES.clone() : SMALL_SIZES.clone();
    }

    static String roundTrip(Job job) {
        return job.size() == 2 ? "msg-rtt" : "msg-rtt" + job.size();
    }

    private void answerShort(Token token) {
        handled++;
        token.replyShort(shortAnswer);
    }

    /** Sends the payload back: a larger one straight from where it arrived to where it will be read. */
    private void answerMedium(Token token, Payload payload) {
        handled++;
        seen += payload.getLong(0);
        int bytes = payload.bytes();
        if (bytes <= SMALL_BYTES) {
            payload.copyTo(0, small, 0, bytes);
            token.replyMedium(mediumAnswer, small, 0, bytes);
            return;
        }
        PreparedMessage reply = token.prepareReplyMedium(null, bytes, bytes, null, 0, 0);
        reply.payload().copyFrom(payload, 0, 0, bytes);
        reply.commit(mediumAnswer, bytes);
    }

    private void takeAnswer(Token token, Payload payload) {
        seen += payload.getLong(0);
        answers++;
    }

    private void countMedium(Token token, Payload payload) {
        seen += payload.getLong(0);
        handled++;
    }

    private void answerLong(Token token, long destination, long bytes) {
        handled++;
        seen += rma.getLong(self, destination);
        token.replyLong(longAnswer, job.endpoint().segment().local(), destination, bytes, destination);
    }

    private void takeLongAnswer(Token token, long destination, long bytes) {
        seen += rma.getLong(self, destination);
        answers++;
    }

    /** The place is free again: the sender looks at a word of its own segment. */
    private void countLong(Token token, long destination, long bytes) {
        seen += rma.getLong(self, destination);
        handled++;
        longsHandled++;
        rma.putLongRelease(peer, Places.FLAG, longsHandled);
    }

    void run() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(SIZES[SIZES.length - 1], 4096).fill((byte) 1);
            if (meter.wants(roundTrip(job)) || meter.wants(ONE_WAY) || meter.wants(WAITING)) {
                warmUp(memory);
            }
            for (int bytes : sizes(job)) {
                meter.together(roundTrip(job), bytes, times -> roundTrips(times, memory, bytes));
                if (job.size() == 2) {
                    meter.together(ONE_WAY, bytes, times -> oneWay(times, memory, bytes));
                }
            }
            if (job.size() == 2) {
                for (int bytes : WAITING_SIZES) {
                    meter.together(WAITING, bytes, times -> waits(times, memory, bytes));
                }
            }
        }
    }

    /** The compiler shares a core with each rank, and is not done with the first row when that agrees with itself. */
    private void warmUp(MemorySegment memory) {
        long most = Places.areNeighbours(job) ? WARM_UPS : FAR_WARM_UPS;
        long times = job.size() == 2 ? most : most / 10;
        roundTrips(times, memory, 0);
        roundTrips(times / 4, memory, Long.BYTES);
        job.world().barrier();
    }

    private void roundTrips(long times, MemorySegment memory, int bytes) {
        if (!asks) {
            handle(times);
        } else if (bytes == 0) {
            shorts(times);
        } else if (bytes <= largestMedium) {
            mediums(times, memory, bytes);
        } else {
            longs(times, memory, bytes);
        }
    }

    private void shorts(long times) {
        for (long i = 0; i < times; i++) {
            long goal = answers + 1;
            messages.requestShort(peer, shortAsk);
            awaitAnswer(goal);
        }
    }

    private void mediums(long times, MemorySegment memory, int bytes) {
        for (long i = 0; i < times; i++) {
            long goal = answers + 1;
            messages.requestMedium(peer, mediumAsk, memory, 0, bytes);
            awaitAnswer(goal);
        }
    }

    private void longs(long times, MemorySegment memory, int bytes) {
        for (long i = 0; i < times; i++) {
            long goal = answers + 1;
            messages.requestLong(peer, longAsk, memory, 0, bytes, Places.DATA);
            awaitAnswer(goal);
        }
    }

    private void waits(long times, MemorySegment memory, int bytes) {
        if (!asks) {
            long goal = handledBefore + times;
            job.blockUntil(() -> handled >= goal);
            handledBefore = goal;
        } else if (bytes == 0) {
            shortsWaiting(times);
        } else {
            mediumsWaiting(times, memory, bytes);
        }
    }

    private void shortsWaiting(long times) {
        for (long i = 0; i < times; i++) {
            long goal = answers + 1;
            messages.requestShort(peer, shortAsk);
            job.blockUntil(() -> answers >= goal);
        }
    }

    private void mediumsWaiting(long times, MemorySegment memory, int bytes) {
        for (long i = 0; i < times; i++) {
            long goal = answers + 1;
            messages.requestMedium(peer, mediumAsk, memory, 0, bytes);
            job.blockUntil(() -> answers >= goal);
        }
    }

    /** Only the last is answered: requests of one thread to one rank are handled in their order here. */
    private void oneWay(long times, MemorySegment memory, int bytes) {
        if (!asks) {
            handle(times + 1);
            return;
        }
        long goal = answers + 1;
        if (bytes == 0) {
            for (long i = 0; i < times; i++) {
                messages.requestShort(peer, shortCount);
            }
        } else if (bytes <= largestMedium) {
            for (long i = 0; i < times; i++) {
                messages.requestMedium(peer, mediumCount, memory, 0, bytes);
            }
        } else {
            longsOneWay(times, memory, bytes);
        }
        messages.requestShort(peer, shortAsk);
        awaitAnswer(goal);
    }

    private void longsOneWay(long times, MemorySegment memory, int bytes) {
        for (long i = 0; i < times; i++) {
            while (longsSent - rma.getLongAcquire(self, Places.FLAG) >= PLACES) {
                Thread.onSpinWait();
            }
            long place = longsSent % PLACES * bytes;
            messages.requestLong(peer, longCount, memory, 0, bytes, Places.DATA + place);
            longsSent++;
        }
    }

    private void awaitAnswer(long goal) {
        if (job.size() > 2) {
            job.blockUntil(() -> answers >= goal);
            return;
        }
        while (answers < goal) {
            idle(job.poll());
        }
    }

    private void handle(long times) {
        long goal = handledBefore + times;
        if (job.size() > 2) {
            job.blockUntil(() -> handled >= goal);
        } else {
            while (handled < goal) {
                idle(job.poll());
            }
        }
        handledBefore = goal;
    }

    private static void idle(int work) {
        if (work == 0) {
            Thread.onSpinWait();
        }
    }
}
