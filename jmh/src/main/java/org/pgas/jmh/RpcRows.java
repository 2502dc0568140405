package org.pgas.jmh;

import java.util.stream.Stream;

import org.pgas.Job;
import org.pgas.bytes.TypeRegistry;
import org.pgas.meter.Meter;
import org.pgas.rpc.Execution;
import org.pgas.rpc.RemoteFunction;
import org.pgas.rpc.RemoteFuture;
import org.pgas.rpc.Rpc;

/**
 * Remote calls of rank 0 to rank 1, which waits in a barrier. A round trip is a call with a record of two doubles and
 * the wait for its result, a double; compare it with the rows of bare messages.
 */
final class RpcRows {
    private static final int BYTES = 16;
    private static final int WINDOW = 32;
    private static final long WARM_UP_NANOS = 3_000_000_000L;
    private static final String[] ROWS = {"rpc", "rpc-short", "rpc-lambda", "rpc-flood", "rpc-cast"};

    /** What is sent. */
    record Point(double x, double y) {}

    private final Job job;
    private final Meter meter;
    private double sink;

    RpcRows(Job job, Meter meter) {
        this.job = job;
        this.meter = meter;
    }

    private static double norm(Point point) {
        return point.x() * point.x() + point.y() * point.y();
    }

    void run() {
        if (Stream.of(ROWS).noneMatch(meter::wants)) {
            // without the start of Chronicle Bytes
            return;
        }
        TypeRegistry types = TypeRegistry.builder().record(Point.class).build();
        try (Rpc rpc = Rpc.of(job.world(), types)) {
            RemoteFunction<Point, Double> polling = rpc.register("norm", RpcRows::norm);
            RemoteFunction<Point, Double> inHandler = rpc.register("norm, short", RpcRows::norm, Execution.SHORT);
            RemoteFunction<Point, Void> cast = rpc.registerAction("cast", point -> sink += point.x());
            rpc.allow(RpcRows.class);
            job.world().barrier();
            if (job.rank() == 0) {
                warmUp(polling);
            }
            meter.alone(ROWS[0], BYTES, 1, times -> calls(polling, times));
            meter.alone(ROWS[1], BYTES, 1, times -> calls(inHandler, times));
            meter.alone(ROWS[2], BYTES, 1, times -> {
                for (long i = 0; i < times; i++) {
                    sink += rpc.call(1, RpcRows::norm, new Point(i, 1)).join();
                }
            });
            meter.alone(ROWS[3], BYTES, WINDOW, times -> floods(polling, times));
            meter.alone(ROWS[4], BYTES, 1, times -> casts(cast, times));
            job.world().barrier();
        }
    }

    /** What is composed of method handles takes longer to be compiled than a row is warmed up. */
    private void warmUp(RemoteFunction<Point, Double> norm) {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < WARM_UP_NANOS) {
            calls(norm, 1_000);
        }
    }

    private void calls(RemoteFunction<Point, Double> norm, long times) {
        for (long i = 0; i < times; i++) {
            sink += norm.call(1, new Point(i, 1)).join();
        }
    }

    private void floods(RemoteFunction<Point, Double> norm, long times) {
        RemoteFuture<?>[] window = new RemoteFuture<?>[WINDOW];
        for (long i = 0; i < times; i++) {
            for (int each = 0; each < WINDOW; each++) {
                window[each] = norm.call(1, new Point(i, each));
            }
            for (RemoteFuture<?> each : window) {
                each.join();
            }
        }
    }

    private static void casts(RemoteFunction<Point, Void> cast, long times) {
        for (long i = 0; i < times; i++) {
            cast.cast(1, new Point(i, 1));
        }
    }
}
