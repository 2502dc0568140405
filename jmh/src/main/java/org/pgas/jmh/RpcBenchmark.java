package org.pgas.jmh;

import java.util.concurrent.CompletableFuture;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.pgas.Job;
import org.pgas.bytes.TypeRegistry;
import org.pgas.rpc.Execution;
import org.pgas.rpc.RemoteFunction;
import org.pgas.rpc.RemoteFuture;
import org.pgas.rpc.Rpc;

/**
 * Remote calls within one thread: rank 0 calls, and rank 1, in the same thread, runs the function. What a call costs
 * without a peer's cache, and what it allocates: run it with {@code -prof gc}. Between processes: the rows rpc of
 * {@link TwoRanks}.
 */
public class RpcBenchmark extends RankBenchmark {
    /** What is sent. */
    record Point(double x, double y) {}

    private static double norm(Point point) {
        return point.x() * point.x() + point.y() * point.y();
    }

    /** The same functions on both ranks. */
    @State(Scope.Benchmark)
    public static class Functions extends HostedRanks {
        private final Point point = new Point(3, 4);
        private double captured = 2;
        private Job peer;
        private Rpc rpc;
        private RemoteFunction<Point, Double> polling;
        private RemoteFunction<Point, Double> inHandler;

        @Setup
        public void open() {
            peer = peer();
            TypeRegistry types = TypeRegistry.builder().record(Point.class).build();
            CompletableFuture<Void> other = CompletableFuture.runAsync(() -> {
                Rpc there = Rpc.of(peer.world(), types);
                polling(there);
                inHandler(there);
                there.allow(RpcBenchmark.class);
            });
            rpc = Rpc.of(job.world(), types);
            polling = polling(rpc);
            inHandler = inHandler(rpc);
            other.join();
        }

        private static RemoteFunction<Point, Double> polling(Rpc rpc) {
            return rpc.register("norm", RpcBenchmark::norm);
        }

        private static RemoteFunction<Point, Double> inHandler(Rpc rpc) {
            return rpc.register("norm, short", RpcBenchmark::norm, Execution.SHORT);
        }
    }

    private static double roundTrip(Functions ranks, RemoteFuture<Double> future) {
        ranks.peer.poll();
        return future.join();
    }

    @Benchmark
    public double registered(Functions ranks) {
        return roundTrip(ranks, ranks.polling.call(HostedRanks.PEER, ranks.point));
    }

    @Benchmark
    public double registeredShort(Functions ranks) {
        return roundTrip(ranks, ranks.inHandler.call(HostedRanks.PEER, ranks.point));
    }

    @Benchmark
    public double methodReference(Functions ranks) {
        return roundTrip(ranks, ranks.rpc.call(HostedRanks.PEER, RpcBenchmark::norm, ranks.point));
    }

    @Benchmark
    public double capturingLambda(Functions ranks) {
        double captured = ranks.captured;
        return roundTrip(ranks, ranks.rpc.call(HostedRanks.PEER, point -> captured * point.x(), ranks.point));
    }
}
