package org.pgas.jmh;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.Job;
import org.pgas.atomics.Accumulator;
import org.pgas.meter.Meter;

/** Rows of doubles added to the segment of rank 1, from local memory, native or on the Java heap. */
final class AccumulateRows {
    private static final int PEER = 1;
    private static final int[] SIZES = {Double.BYTES, 64 << 10, 1 << 20};
    private static final int BOTH_BYTES = 64 << 10;
    private static final double SCALE = 0.5;

    private final Job job;
    private final Meter meter;
    private final Accumulator accumulator;

    AccumulateRows(Job job, Meter meter) {
        this.job = job;
        this.meter = meter;
        this.accumulator = Accumulator.of(job.world());
    }

    void run() {
        int most = SIZES[SIZES.length - 1];
        double[] heap = new double[most / Double.BYTES];
        java.util.Arrays.fill(heap, 1);
        if (job.rank() == 0) {
            // words of other rows are no numbers to add to
            job.world().rma().memset(PEER, Places.DATA, (byte) 0, most);
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(most, 4096);
            MemorySegment.copy(heap, 0, memory, ValueLayout.JAVA_DOUBLE, 0, heap.length);
            for (int bytes : SIZES) {
                meter.alone("accumulate", bytes, 1, times -> add(times, memory, bytes / Double.BYTES));
            }
            for (int bytes : SIZES) {
                meter.alone("accumulate-heap", bytes, 1, times -> add(times, heap, bytes / Double.BYTES));
            }
            meter.togetherRate("accumulate-rate", Double.BYTES, times -> addOne(times, memory));
            meter.together("accumulate-both", BOTH_BYTES, times -> add(times, memory, BOTH_BYTES / Double.BYTES));
        }
    }

    private void add(long times, MemorySegment source, int count) {
        for (long i = 0; i < times; i++) {
            accumulator.accumulateDoubles(PEER, Places.DATA, source, 0, count, SCALE);
        }
    }

    private long addOne(long times, MemorySegment source) {
        add(times, source, 1);
        return times;
    }

    private void add(long times, double[] source, int count) {
        for (long i = 0; i < times; i++) {
            accumulator.accumulateDoubles(PEER, Places.DATA, source, 0, count, SCALE);
        }
    }
}
