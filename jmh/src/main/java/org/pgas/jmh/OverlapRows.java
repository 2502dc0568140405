package org.pgas.jmh;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Locale;

import org.pgas.Event;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.Rma;
import org.pgas.WaitMode;

/**
 * How much of a large transfer is hidden behind the caller's computation: the transfer alone, the computation alone,
 * and both at once, while the peer blocks in a barrier, so that a core is idle. A pgas program of 2 ranks.
 *
 * <p>The computation takes as long as the blocking transfer. For put and get, prints lines
 * {@code pgas,row,bytes,median_ns,min_ns,max_ns} with the rows {@code overlap-put}: the blocking form,
 * {@code overlap-put-compute}: the computation, {@code overlap-put-wait}: the non-blocking form and its wait, and
 * {@code overlap-put-both}: the computation between these two; and a line
 * {@code pgas,overlap-put-ratio,bytes,of_medians,of_minima}: both by the sum of transfer and computation. 1 is no
 * overlap, 0.5 all there can be.
 */
public final class OverlapRows {
    private static final int[] SIZES = {128 << 10, 256 << 10, 512 << 10, 1 << 20, 4 << 20, 16 << 20, 64 << 20};
    private static final int MOST = SIZES[SIZES.length - 1];
    private static final int PEER = 1;
    private static final int CALIBRATION = 20_000;

    private final Rma rma;
    private final MemorySegment local;
    private final int repetitions;

    /** What a computation computes, so that it cannot be left out. */
    private double sink;

    private OverlapRows(Job job, MemorySegment local, int repetitions) {
        this.rma = job.world().rma();
        this.local = local;
        this.repetitions = repetitions;
    }

    /** The argument is the number of repetitions, 101 without. */
    public static void main(String[] arguments) {
        int repetitions = arguments.length == 0 ? 101 : Integer.parseInt(arguments[0]);
        try (Job job = Job.join(); Arena arena = Arena.ofShared()) {
            if (job.size() != 2) {
                throw new IllegalArgumentException("OverlapRows needs 2 ranks, there are " + job.size());
            }
            job.attach(MOST);
            job.waitMode(WaitMode.BLOCK);
            job.world().barrier();
            if (job.rank() == 0) {
                new OverlapRows(job, arena.allocate(MOST, 4096).fill((byte) 1), repetitions).run();
            }
            job.world().barrier();
        }
    }

    private void run() {
        // once for the compilers
        measureAll(false);
        measureAll(true);
    }

    private void measureAll(boolean print) {
        for (int bytes : SIZES) {
            Runnable put = () -> rma.put(PEER, 0, local, 0, bytes);
            measure("put", bytes, print, put, () -> {}, computation -> {
                Event event = rma.putNb(PEER, 0, local, 0, bytes, LocalCompletion.DEFER);
                computation.run();
                event.await();
            });
            Runnable get = () -> rma.get(local, 0, PEER, 0, bytes);
            measure("get", bytes, print, get, () -> {}, computation -> {
                Event event = rma.getNb(local, 0, PEER, 0, bytes);
                computation.run();
                event.await();
            });
        }
    }

    /** A split-phase transfer with something between its two phases. */
    private interface Split {
        void run(Runnable between);
    }

    private void measure(String form, int bytes, boolean print, Runnable blocking, Runnable nothing, Split split) {
        double[] transfer = report(print, "overlap-" + form, bytes, blocking);
        double each = median(time(() -> compute(CALIBRATION))) / CALIBRATION;
        long steps = Math.max(1, (long) (transfer[0] / each));
        Runnable computation = () -> compute(steps);
        double[] compute = report(print, "overlap-" + form + "-compute", bytes, computation);
        report(print, "overlap-" + form + "-wait", bytes, () -> split.run(nothing));
        double[] both = report(print, "overlap-" + form + "-both", bytes, () -> split.run(computation));
        if (print) {
            System.out.printf(Locale.ROOT, "pgas,overlap-%s-ratio,%d,%.3f,%.3f%n", form, bytes,
                    both[0] / (transfer[0] + compute[0]), both[1] / (transfer[1] + compute[1]));
        }
    }

    /** Multiplies and adds in registers: touches no memory that the transfer needs. */
    private void compute(long steps) {
        double value = 1;
        for (long i = 0; i < steps; i++) {
            value = value * 0.999 + 0.5;
        }
        sink += value;
    }

    private long[] time(Runnable work) {
        long[] nanos = new long[repetitions];
        for (int i = 0; i < repetitions; i++) {
            long start = System.nanoTime();
            work.run();
            nanos[i] = System.nanoTime() - start;
        }
        Arrays.sort(nanos);
        return nanos;
    }

    private static double median(long[] sorted) {
        return sorted[sorted.length / 2];
    }

    /** Median and minimum. */
    private double[] report(boolean print, String row, int bytes, Runnable work) {
        long[] nanos = time(work);
        if (print) {
            System.out.printf(Locale.ROOT, "pgas,%s,%d,%.0f,%d,%d%n", row, bytes, median(nanos), nanos[0],
                    nanos[nanos.length - 1]);
        }
        return new double[]{median(nanos), nanos[0]};
    }
}
