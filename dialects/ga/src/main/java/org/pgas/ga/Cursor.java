package org.pgas.ga;

import java.lang.foreign.MemorySegment;

/** A place in memory that goes from row to row of a body of elements. For one thread. */
final class Cursor {
    final MemorySegment memory;

    /** In bytes, from one element to the next of each dimension; of the last dimension those of an element. */
    private final long[] strides;

    /** Where it is, in bytes. */
    long at;

    Cursor(MemorySegment memory, long at, long[] strides) {
        this.memory = memory;
        this.at = at;
        this.strides = strides;
    }

    /** Of a single row. */
    static Cursor at(MemorySegment memory, long at) {
        return new Cursor(memory, at, new long[0]);
    }

    /** Of a body that lies there without gaps. */
    static Cursor dense(MemorySegment memory, long[] extents, long elementBytes) {
        return new Cursor(memory, 0, denseStrides(extents, elementBytes));
    }

    static long[] denseStrides(long[] extents, long elementBytes) {
        long[] strides = new long[extents.length];
        long stride = elementBytes;
        for (int d = extents.length - 1; d >= 0; d--) {
            strides[d] = stride;
            stride *= extents[d];
        }
        return strides;
    }

    /** What is done with the rows where the cursors are. */
    @FunctionalInterface
    interface RowStep {
        void run(long count);
    }

    /** Takes {@code cursors} to all rows of a body of these extents, and back, in the order of their indices. */
    static void forEachRow(long[] extents, RowStep step, Cursor... cursors) {
        int last = extents.length - 1;
        long[] index = new long[extents.length];
        int d;
        do {
            step.run(extents[last]);
            d = last - 1;
            while (d >= 0 && ++index[d] == extents[d]) {
                move(cursors, d, 1 - extents[d]);
                index[d] = 0;
                d--;
            }
            if (d >= 0) {
                move(cursors, d, 1);
            }
        } while (d >= 0);
    }

    private static void move(Cursor[] cursors, int dimension, long steps) {
        for (Cursor each : cursors) {
            each.at += steps * each.strides[dimension];
        }
    }
}
