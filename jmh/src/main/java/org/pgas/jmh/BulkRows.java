package org.pgas.jmh;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.pgas.Job;
import org.pgas.Rma;
import org.pgas.meter.Meter;

/** Rows of many bytes a time, between rank 0's local memory, native or on the Java heap, and the segment of rank 1. */
final class BulkRows {
    private static final int PEER = 1;

    /** Walked through by transfers of fewer bytes; fits into the first cache together with its other side. */
    private static final int WINDOW_BYTES = 4096;

    private static final int[] SIZES = {4 << 10, 64 << 10, 1 << 20, 16 << 20};

    /** Those of native memory, which other libraries are compared with. */
    private static final int[] NATIVE_SIZES = {8, 64, 512, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20,
        16 << 20};

    private final Meter meter;
    private final Rma rma;

    BulkRows(Job job, Meter meter) {
        this.meter = meter;
        this.rma = job.world().rma();
    }

    void run() {
        int most = SIZES[SIZES.length - 1];
        if (meter.wants("put") || meter.wants("get")) {
            // between hosts, data for memory that is confined to its thread are copied once more
            try (Arena arena = Arena.ofShared()) {
                MemorySegment memory = arena.allocate(most, 4096).fill((byte) 1);
                run("put", "get", memory, NATIVE_SIZES);
            }
        }
        if (meter.wants("put-heap") || meter.wants("get-heap")) {
            run("put-heap", "get-heap", MemorySegment.ofArray(new byte[most]), SIZES);
        }
        for (int bytes : SIZES) {
            meter.alone("memset", bytes, 1, times -> memset(times, bytes));
        }
    }

    private void run(String put, String get, MemorySegment local, int[] sizes) {
        for (int bytes : sizes) {
            meter.alone(put, bytes, 1, times -> put(times, local, bytes));
        }
        for (int bytes : sizes) {
            meter.alone(get, bytes, 1, times -> get(times, local, bytes));
        }
    }

    private void put(long times, MemorySegment source, int bytes) {
        for (long i = 0; i < times; i++) {
            long at = place(i, bytes);
            rma.put(PEER, Places.DATA + at, source, at, bytes);
        }
    }

    private void get(long times, MemorySegment target, int bytes) {
        for (long i = 0; i < times; i++) {
            long at = place(i, bytes);
            rma.get(target, at, PEER, Places.DATA + at, bytes);
        }
    }

    /** Few bytes are at another place each time: of several plain stores to one place the compiler makes one. */
    private static long place(long number, int bytes) {
        return bytes < WINDOW_BYTES ? number * bytes & WINDOW_BYTES - 1 : 0;
    }

    private void memset(long times, int bytes) {
        for (long i = 0; i < times; i++) {
            rma.memset(PEER, Places.DATA, (byte) i, bytes);
        }
    }
}
