package org.pgas.bench.rows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.Job;
import org.pgas.vis.Shape;
import org.pgas.vis.Vis;

/**
 * {@link Suite#SHAPES}: rank 0 works on rank 1's segment. An operation is a piece: a transfer has as many as make
 * {@link #TOTAL}.
 */
final class ShapeRows {
    private static final int TOTAL = 64 << 10;

    private final Meter meter;
    private final Sink sink;
    private final Vis vis;
    private final int peer;
    private final Shape packed = Shape.contiguous(TOTAL);
    private final MemorySegment memory = Arena.ofAuto().allocate(TOTAL, 64).fill((byte) 1);

    ShapeRows(Job job, Meter meter, Sink sink) {
        this.meter = meter;
        this.sink = sink;
        this.vis = Vis.of(job.world());
        this.peer = Math.min(1, job.size() - 1);
    }

    void run() {
        for (int bytes : meter.timing().sizes(8, 64, 512, 4 << 10)) {
            int pieces = TOTAL / bytes;
            Shape strided = Shape.chunked(bytes, pieces, 2L * bytes);
            meter.alone(Kind.PUT_STRIDED, bytes, times -> puts(times, strided, pieces));
            meter.alone(Kind.GET_STRIDED, bytes, times -> gets(times, strided, pieces));
            Shape vector = vector(bytes, pieces);
            meter.alone(Kind.PUT_VECTOR, bytes, times -> puts(times, vector, pieces));
        }
    }

    /** Every second piece of memory, each once, in an order that is none: an odd step through a power of two. */
    private static Shape vector(int bytes, int pieces) {
        long[] offsets = new long[pieces];
        long[] lengths = new long[pieces];
        int step = pieces / 2 - 1 | 1;
        for (int i = 0; i < pieces; i++) {
            offsets[i] = 2L * bytes * (i * step & pieces - 1);
            lengths[i] = bytes;
        }
        return Shape.vector(offsets, lengths);
    }

    private long puts(long times, Shape shape, int pieces) {
        for (long i = 0; i < times; i++) {
            vis.put(peer, Places.DATA, shape, memory, 0, packed);
        }
        return times * pieces;
    }

    private long gets(long times, Shape shape, int pieces) {
        for (long i = 0; i < times; i++) {
            vis.get(memory, 0, packed, peer, Places.DATA, shape);
        }
        sink.take(memory.get(ValueLayout.JAVA_LONG, 0));
        return times * pieces;
    }
}
