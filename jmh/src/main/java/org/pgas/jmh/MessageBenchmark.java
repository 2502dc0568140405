package org.pgas.jmh;

import java.lang.foreign.MemorySegment;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.pgas.ActiveMessages;
import org.pgas.Aggregator;
import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.Payload;
import org.pgas.PreparedMessage;
import org.pgas.Token;

/**
 * Active Messages within one thread: rank 0 sends, and rank 1, in the same thread, takes in and answers. What a call
 * costs without a peer's cache, and that none allocates: run it with {@code -prof gc}.
 */
public class MessageBenchmark extends RankBenchmark {
    private static final int BYTES = 512;

    /** The handlers of both ranks, at the same indices. */
    @State(Scope.Benchmark)
    public static class Handlers extends HostedRanks {
        private Job peer;
        private ActiveMessages messages;
        private Aggregator updates;
        private int pong;
        private int ping;
        private int mediumPong;
        private int mediumPing;
        private int longPong;
        private int longPing;
        private int sink;
        private int batchSink;
        private long taken;
        private final int[] arguments = new int[16];

        @Setup
        public void register() {
            peer = peer();
            messages = job.world().am();
            for (Job rank : new Job[]{job, peer}) {
                pong = register(rank, HandlerEntry.ofShort(token -> taken++).reply());
                ping = register(rank,
                        HandlerEntry.ofShort(token -> token.replyShort(pong, token.argument(0))).request());
                mediumPong = register(rank, HandlerEntry.ofMedium((token, payload) -> taken++).reply());
                mediumPing = register(rank, HandlerEntry.ofMedium(this::answerMedium).request());
                longPong = register(rank, HandlerEntry.ofLong((token, destination, bytes) -> taken++).reply());
                longPing = register(rank, HandlerEntry.ofLong((token, destination, bytes) -> token.replyLong(longPong,
                        rank.endpoint().segment().local(), destination, bytes, destination)).request());
                sink = register(rank, HandlerEntry.ofShort(token -> taken++).request());
                batchSink = register(rank, HandlerEntry.ofMedium((token, items) -> taken += items.bytes()).request());
            }
            updates = messages.aggregator(batchSink, Long.BYTES);
        }

        private static int register(Job rank, HandlerEntry entry) {
            return rank.endpoint().handlers().register(entry);
        }

        private void answerMedium(Token token, Payload payload) {
            int bytes = payload.bytes();
            PreparedMessage reply = token.prepareReplyMedium(null, bytes, bytes, null, 0, 0);
            reply.payload().copyFrom(payload, 0, 0, bytes);
            reply.commit(mediumPong, bytes);
        }
    }

    private static int roundTrip(Handlers ranks) {
        return ranks.peer.poll() + ranks.job.poll();
    }

    @Benchmark
    public int shortRoundTrip(Handlers ranks) {
        ranks.messages.requestShort(HostedRanks.PEER, ranks.ping, 7);
        return roundTrip(ranks);
    }

    @Benchmark
    public int shortOf16Arguments(Handlers ranks) {
        ranks.messages.requestShort(HostedRanks.PEER, ranks.ping, ranks.arguments, 16);
        return roundTrip(ranks);
    }

    @Benchmark
    public int mediumRoundTrip(Handlers ranks) {
        ranks.messages.requestMedium(HostedRanks.PEER, ranks.mediumPing, ranks.memory, 0, BYTES);
        return roundTrip(ranks);
    }

    @Benchmark
    public int preparedRoundTrip(Handlers ranks) {
        PreparedMessage message = ranks.messages.prepareRequestMedium(HostedRanks.PEER, null, BYTES, BYTES, null, 0, 0);
        MemorySegment source = ranks.memory;
        message.payload().copyFrom(source, 0, 0, BYTES);
        message.commit(ranks.mediumPing, BYTES);
        return roundTrip(ranks);
    }

    @Benchmark
    public int longRoundTrip(Handlers ranks) {
        ranks.messages.requestLong(HostedRanks.PEER, ranks.longPing, ranks.memory, 0, BYTES, Places.DATA);
        return roundTrip(ranks);
    }

    @Benchmark
    public long loopback(Handlers ranks) {
        ranks.messages.requestShort(0, ranks.sink, 7);
        return ranks.taken;
    }

    @Benchmark
    public int idlePoll(Handlers ranks) {
        return ranks.job.poll();
    }

    /** One item; every 512th sends a batch. */
    @Benchmark
    public int aggregated(Handlers ranks) {
        ranks.updates.add(HostedRanks.PEER, 7L);
        return ranks.peer.poll() + ranks.job.poll();
    }
}
