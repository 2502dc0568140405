package org.pgas.bench.rows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;

import org.pgas.ActiveMessages;
import org.pgas.HandlerEntry;
import org.pgas.HandlerTable;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.Payload;
import org.pgas.Team;

/**
 * Messages from rank 0 to rank 1, which answers each, or only the last of a flood, with a short reply. Other ranks take
 * no part.
 *
 * <p>Used by one thread of each rank; handlers run on it, in its waits.
 */
final class Exchange {
    private static final int PEER = 1;

    private final Job job;
    private final ActiveMessages messages;
    private final MemorySegment source;
    private final Sink sink;

    private final int pong;
    private final int ping;
    private final int count;
    private final int mediumPing;
    private final int mediumCount;
    private final int longPing;
    private final int longCount;

    private long pings;
    private long pongs;
    private long goal;
    private final BooleanSupplier isAnswered = () -> pongs >= goal;
    private final BooleanSupplier isAsked = () -> pings >= goal;

    /** Collective. */
    Exchange(Job job, Sink sink) {
        this.job = job;
        this.sink = sink;
        messages = job.world().am();
        source = Arena.ofAuto().allocate(Math.max(largestMedium(), largestLong()), 4096).fill((byte) 1);
        HandlerTable handlers = job.endpoint().handlers();
        pong = handlers.register(HandlerEntry.ofShort(token -> pongs++).reply().arguments(0));
        ping = handlers.register(HandlerEntry.ofShort(token -> {
            pings++;
            token.replyShort(pong);
        }).request().arguments(0));
        count = handlers.register(HandlerEntry.ofShort(token -> pings++).request().arguments(0));
        mediumPing = handlers.register(HandlerEntry.ofMedium((token, payload) -> {
            read(payload);
            token.replyShort(pong);
        }).request().arguments(0));
        mediumCount = handlers
                .register(HandlerEntry.ofMedium((token, payload) -> read(payload)).request().arguments(0));
        longPing = handlers.register(HandlerEntry.ofLong((token, offset, bytes) -> {
            pings++;
            token.replyShort(pong);
        }).request().arguments(0));
        longCount = handlers.register(HandlerEntry.ofLong((token, offset, bytes) -> pings++).request().arguments(0));
        job.world().barrier();
    }

    /** Looks at a byte, as every handler of payloads would. */
    private void read(Payload payload) {
        pings++;
        if (payload.bytes() > 0) {
            sink.take(payload.getByte(0));
        }
    }

    int largestMedium() {
        return (int) Math.min(64 << 10, messages.maxRequestMedium(Team.INVALID_RANK, LocalCompletion.NOW, 0, 0));
    }

    int largestLong() {
        return (int) Math.min(1 << 20, messages.maxRequestLong(Team.INVALID_RANK, LocalCompletion.NOW, 0, 0));
    }

    private long answer(long times) {
        goal += times;
        job.blockUntil(isAsked);
        return times;
    }

    private void awaitPong() {
        goal++;
        job.blockUntil(isAnswered);
    }

    long shorts(long times) {
        if (job.rank() != 0) {
            return job.rank() == PEER ? answer(times) : 0;
        }
        for (long i = 0; i < times; i++) {
            messages.requestShort(PEER, ping);
            awaitPong();
        }
        return times;
    }

    long mediums(long times, int bytes) {
        if (job.rank() != 0) {
            return job.rank() == PEER ? answer(times) : 0;
        }
        for (long i = 0; i < times; i++) {
            messages.requestMedium(PEER, mediumPing, source, 0, bytes);
            awaitPong();
        }
        return times;
    }

    long longs(long times, int bytes) {
        if (job.rank() != 0) {
            return job.rank() == PEER ? answer(times) : 0;
        }
        for (long i = 0; i < times; i++) {
            messages.requestLong(PEER, longPing, source, 0, bytes, Places.DATA);
            awaitPong();
        }
        return times;
    }

    /**
     * Requests of one thread to one rank are handled in their order, so the answer to the last one comes when all are
     * handled.
     */
    long shortFlood(long times) {
        if (job.rank() != 0) {
            return job.rank() == PEER ? answer(times) : 0;
        }
        for (long i = 1; i < times; i++) {
            messages.requestShort(PEER, count);
        }
        messages.requestShort(PEER, ping);
        awaitPong();
        return times;
    }

    long mediumFlood(long times, int bytes) {
        if (job.rank() != 0) {
            return job.rank() == PEER ? answer(times) : 0;
        }
        for (long i = 1; i < times; i++) {
            messages.requestMedium(PEER, mediumCount, source, 0, bytes);
        }
        messages.requestMedium(PEER, mediumPing, source, 0, bytes);
        awaitPong();
        return times;
    }

    long longFlood(long times, int bytes) {
        if (job.rank() != 0) {
            return job.rank() == PEER ? answer(times) : 0;
        }
        Walk walk = new Walk(Places.DATA_BYTES, bytes);
        for (long i = 1; i < times; i++) {
            messages.requestLong(PEER, longCount, source, 0, bytes, Places.DATA + walk.next());
        }
        messages.requestLong(PEER, longPing, source, 0, bytes, Places.DATA + walk.next());
        awaitPong();
        return times;
    }
}
