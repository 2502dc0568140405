package org.pgas.jmh;

import java.util.Arrays;

import org.pgas.Job;
import org.pgas.heap.SharedHeap;
import org.pgas.meter.Meter;

/** Rows of a heap in the segment of rank 1: a block taken and given back, by rank 0 alone and by both ranks at once. */
final class HeapRows {
    static final long HEAP = 56L << 20;
    static final long HEAP_BYTES = 8L << 20;

    private static final int PEER = 1;
    private static final int SMALL_BYTES = 48;
    private static final int LARGE_BYTES = 10_000;

    /** Blocks that are in use at once in the rows of windows, of 16 to 271 bytes. */
    private static final int WINDOW = 1024;

    private final Meter meter;
    private final SharedHeap heap;
    private final long[] blocks = new long[WINDOW];

    HeapRows(Job job, Meter meter) {
        this.meter = meter;
        this.heap = SharedHeap.create(job.world(), PEER, HEAP, HEAP_BYTES);
    }

    void run() {
        meter.alone("malloc-free", SMALL_BYTES, 1, this::small);
        meter.together("malloc-free-both", SMALL_BYTES, this::small);
        meter.together("malloc-free-window-both", 0, this::window);
        meter.alone("malloc-free", LARGE_BYTES, 1, this::large);
        meter.together("malloc-free-both", LARGE_BYTES, this::large);
        heap.close();
    }

    private void small(long times) {
        for (long i = 0; i < times; i++) {
            heap.free(heap.malloc(SMALL_BYTES));
        }
    }

    private void large(long times) {
        for (long i = 0; i < times; i++) {
            heap.free(heap.malloc(LARGE_BYTES));
        }
    }

    /** Each block is given back when as many others have been taken. */
    private void window(long times) {
        Arrays.fill(blocks, SharedHeap.NONE);
        for (long i = 0; i < times; i++) {
            int index = (int) i & WINDOW - 1;
            heap.free(blocks[index]);
            blocks[index] = heap.malloc(16 + (i * 7 & 255));
        }
        for (long block : blocks) {
            heap.free(block);
        }
    }
}
