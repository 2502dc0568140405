package org.pgas.jmh;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

import org.pgas.Job;
import org.pgas.atomics.Scale;
import org.pgas.meter.Meter;
import org.pgas.vis.Shape;
import org.pgas.vis.Vis;

/**
 * Rows of doubles added to the segment of rank 1: 128 KiB in one piece, and in rows with a gap as long as a row behind
 * each, on both sides.
 */
final class VisAccumulateRows {
    private static final int PEER = 1;
    private static final int PAYLOAD = 128 << 10;
    private static final int SPAN = 2 * PAYLOAD;
    private static final int[] ROWS = {64, 512, 4096};
    private static final Scale SCALE = Scale.ofDouble(0.5);

    private final Job job;
    private final Meter meter;
    private final Vis vis;

    VisAccumulateRows(Job job, Meter meter) {
        this.job = job;
        this.meter = meter;
        this.vis = Vis.of(job.world());
    }

    void run() {
        double[] ones = new double[SPAN / Double.BYTES];
        Arrays.fill(ones, 1);
        if (job.rank() == 0) {
            // bytes of other rows are no numbers to add to
            job.world().rma().memset(PEER, Places.DATA, (byte) 0, SPAN);
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(SPAN, 4096);
            MemorySegment.copy(ones, 0, memory, ValueLayout.JAVA_DOUBLE, 0, ones.length);
            row("contiguous", memory, Shape.contiguous(PAYLOAD));
            for (int bytes : ROWS) {
                row("strided-" + bytes, memory, Shape.chunked(bytes, PAYLOAD / bytes, 2L * bytes));
            }
        }
    }

    private void row(String name, MemorySegment memory, Shape shape) {
        meter.alone("vis-accumulate-" + name, PAYLOAD, 1, times -> add(times, memory, shape));
    }

    private void add(long times, MemorySegment memory, Shape shape) {
        for (long i = 0; i < times; i++) {
            vis.accumulate(PEER, Places.DATA, shape, SCALE, memory, 0, shape);
        }
    }
}
