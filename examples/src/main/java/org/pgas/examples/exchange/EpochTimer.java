package org.pgas.examples.exchange;

import org.pgas.Opcode;
import org.pgas.Team;
import org.pgas.coll.Collectives;

/**
 * Times epochs of an exchange: each rank for itself, from behind a barrier to its own end of the epoch; the slowest
 * rank's time is the epoch's.
 *
 * <p>The clock is read once per batch of as many epochs as take {@value #BATCH_NANOS} nanoseconds: reading it takes
 * some 25, and a rank leaves the barrier some hundred before or after another one. Before that, epochs run to warm up:
 * as many as wanted, but not longer than {@value #LONGEST_WARM_UP_NANOS}.
 */
final class EpochTimer {
    private static final long BATCH_NANOS = 50_000;
    private static final long LONGEST_WARM_UP_NANOS = 300_000_000L;
    private static final int LARGEST_BATCH = 1 << 16;

    private final Team team;
    private final Collectives collectives;
    private final int epochs;
    private final int warmUp;

    /**
     * @param epochs times to take
     * @param warmUp epochs before that
     */
    EpochTimer(Team team, int epochs, int warmUp) {
        this.team = team;
        this.collectives = Collectives.of(team);
        this.epochs = epochs;
        this.warmUp = warmUp;
    }

    /** For the epochs of a smaller team. */
    EpochTimer of(Team other) {
        return new EpochTimer(other, epochs, warmUp);
    }

    /** Collective. */
    EpochTimes measure(Exchange exchange) {
        int batch = batch(warmUp(exchange));
        long[] nanos = new long[epochs];
        for (int i = 0; i < epochs; i++) {
            nanos[i] = time(exchange, batch);
        }
        long[] slowest = new long[epochs];
        collectives.reduceToAll(slowest, nanos, Opcode.MAX);
        return EpochTimes.of(slowest, batch);
    }

    /** Nanoseconds of an epoch at last. All ranks find the same, so all run the same epochs. */
    private double warmUp(Exchange exchange) {
        long[] own = new long[1];
        long[] slowest = new long[1];
        long all = 0;
        int done = 0;
        int chunk = 1;
        while (true) {
            own[0] = time(exchange, chunk);
            collectives.reduceToAll(slowest, own, Opcode.MAX);
            all += slowest[0];
            done += chunk;
            boolean told = slowest[0] >= BATCH_NANOS || chunk == LARGEST_BATCH;
            if (told && (done >= warmUp || all >= LONGEST_WARM_UP_NANOS)) {
                return (double) slowest[0] / chunk;
            }
            if (slowest[0] < LONGEST_WARM_UP_NANOS / 16) {
                chunk = Math.min(2 * chunk, LARGEST_BATCH);
            }
        }
    }

    /** Epochs between two looks at the clock, if one takes so many nanoseconds. */
    static int batch(double nanosOfEpoch) {
        return Math.clamp((long) Math.ceil(BATCH_NANOS / Math.max(nanosOfEpoch, 1e-3)), 1, LARGEST_BATCH);
    }

    private long time(Exchange exchange, int times) {
        team.barrier();
        long start = System.nanoTime();
        exchange.run(times);
        return System.nanoTime() - start;
    }
}
