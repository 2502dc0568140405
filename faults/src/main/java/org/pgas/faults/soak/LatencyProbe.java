package org.pgas.faults.soak;

import java.util.Arrays;
import java.util.Locale;
import java.util.StringJoiner;

import org.pgas.HandlerEntry;
import org.pgas.atomics.LongAtomicDomain;

/**
 * How long a few quick operations take at a quiet moment: rank 0 measures, between barriers, while others wait in the
 * next one.
 */
final class LatencyProbe {
    private static final int TIMES = 400;
    private static final int BATCH = 100;

    private final Stage stage;
    private final LongAtomicDomain domain;
    private final long place;
    private final int request;
    private long answers;

    LatencyProbe(Stage stage) {
        this.stage = stage;
        domain = LongAtomicDomain.create(stage.world());
        place = stage.place(64);
        var handlers = stage.job().endpoint().handlers();
        int reply = handlers.register(HandlerEntry.ofShort(_ -> answers++).reply().arguments(0));
        request = handlers.register(HandlerEntry.ofShort(token -> token.replyShort(reply)).request().arguments(0));
    }

    /** What is measured, in the order of {@link #measure}. */
    static String[] names() {
        return new String[]{"put of 8 bytes", "fetch-add", "message round trip", "barrier"};
    }

    /** Median and 99th percentile of each, in nanoseconds, as a part of a line; zeros but on rank 0. Collective. */
    String measure() {
        int peer = (stage.rank() + 1) % stage.ranks();
        StringJoiner line = new StringJoiner(",");
        stage.world().barrier();
        if (stage.rank() == 0) {
            time(line, BATCH, () -> {
                for (int i = 0; i < BATCH; i++) {
                    stage.world().rma().putLong(peer, place, i);
                }
            });
            time(line, BATCH, () -> {
                for (int i = 0; i < BATCH; i++) {
                    domain.fetchAdd(peer, place + 8, 1);
                }
            });
            time(line, 1, () -> {
                long wanted = answers + 1;
                stage.world().am().requestShort(peer, request);
                stage.job().blockUntil(() -> answers >= wanted);
            });
        } else {
            line.add("0,0,0,0,0,0");
        }
        stage.world().barrier();
        time(line, 1, stage.world()::barrier);
        return line.toString();
    }

    private static void time(StringJoiner line, int batch, Runnable operation) {
        double[] nanos = new double[TIMES];
        for (int i = 0; i < TIMES; i++) {
            long start = System.nanoTime();
            operation.run();
            nanos[i] = (double) (System.nanoTime() - start) / batch;
        }
        Arrays.sort(nanos);
        line.add(String.format(Locale.ROOT, "%.1f,%.1f", nanos[TIMES / 2], nanos[TIMES * 99 / 100]));
    }

    void close() {
        domain.destroy();
    }
}
