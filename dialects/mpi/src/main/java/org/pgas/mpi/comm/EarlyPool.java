package org.pgas.mpi.comm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;

/**
 * Objects for messages that are earlier than their receives, and memory for their data, used again and again. Up to
 * {@value #MOST_BYTES} bytes stay when nothing needs them; what {@link Credits} let come beyond that the garbage
 * collector takes afterwards. Everything under the lock of the engine.
 */
final class EarlyPool {
    private static final long MOST_BYTES = 4 << 20;
    private static final int MOST_OBJECTS = 4096;

    /** Of the least size; each next one is twice as large. */
    private static final int LEAST_SHIFT = 6;

    private static final long ALIGNMENT = 64;

    private final ArrayDeque<Early> objects = new ArrayDeque<>();
    private final ArrayDeque<MemorySegment>[] spares;
    private long kept;

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
    EarlyPool() {
        spares = new ArrayDeque[Integer.SIZE - LEAST_SHIFT];
        for (int i = 0; i < spares.length; i++) {
            spares[i] = new ArrayDeque<>();
        }
    }

    Early take() {
        Early early = objects.pollLast();
        return early != null ? early : new Early();
    }

    /** Native memory of at least so many bytes. */
    MemorySegment memory(int bytes) {
        int shift = shift(bytes);
        MemorySegment spare = spares[shift - LEAST_SHIFT].pollLast();
        if (spare != null) {
            kept -= spare.byteSize();
            return spare;
        }
        return Arena.ofAuto().allocate(1L << shift, ALIGNMENT);
    }

    private static int shift(long bytes) {
        return Math.max(LEAST_SHIFT, Long.SIZE - Long.numberOfLeadingZeros(Math.max(bytes, 1) - 1));
    }

    /** Memory that {@link #memory} gave. */
    void giveBack(MemorySegment memory) {
        if (kept + memory.byteSize() <= MOST_BYTES) {
            kept += memory.byteSize();
            spares[shift(memory.byteSize()) - LEAST_SHIFT].addLast(memory);
        }
    }

    void giveBack(Early early) {
        if (early.data != null) {
            giveBack(early.data);
            early.data = null;
        }
        if (objects.size() < MOST_OBJECTS) {
            objects.addLast(early);
        }
    }
}
