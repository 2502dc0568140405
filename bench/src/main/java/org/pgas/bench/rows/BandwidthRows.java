package org.pgas.bench.rows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.LinkedHashSet;
import java.util.Set;

import org.pgas.Job;
import org.pgas.Rma;

/**
 * {@link Suite#BANDWIDTH}: rank 0 goes through the segment of rank 1, and through memory of its own of the same size.
 */
final class BandwidthRows {
    private final Job job;
    private final Rma rma;
    private final Meter meter;
    private final Sink sink;
    private final int peer;
    private final MemorySegment memory = Arena.ofAuto().allocate(Places.DATA_BYTES, 4096).fill((byte) 1);

    BandwidthRows(Job job, Meter meter, Sink sink) {
        this.job = job;
        this.rma = job.world().rma();
        this.meter = meter;
        this.sink = sink;
        this.peer = Math.min(1, job.size() - 1);
    }

    void run() {
        for (int bytes : meter.timing().sizes(8, 64, 512, 4 << 10, 32 << 10, 256 << 10, 1 << 20, 4 << 20)) {
            meter.alone(Kind.PUT_STREAM, bytes, times -> puts(times, bytes));
            meter.alone(Kind.GET_STREAM, bytes, times -> gets(times, bytes));
        }
        if (job.size() > 1) {
            messages();
        }
    }

    private void messages() {
        Exchange exchange = new Exchange(job, sink);
        Set<Integer> sizes = new LinkedHashSet<>();
        for (int bytes : meter.timing().sizes(8, 64, 512, 4 << 10, 16 << 10, 64 << 10)) {
            sizes.add(Math.min(bytes, exchange.largestMedium()));
        }
        for (int bytes : sizes) {
            meter.together(Kind.AM_MEDIUM_STREAM, bytes, times -> exchange.mediumFlood(times, bytes));
        }
        sizes.clear();
        for (int bytes : meter.timing().sizes(8, 64, 512, 4 << 10, 32 << 10, 256 << 10, 1 << 20)) {
            sizes.add(Math.min(bytes, exchange.largestLong()));
        }
        for (int bytes : sizes) {
            meter.together(Kind.AM_LONG_STREAM, bytes, times -> exchange.longFlood(times, bytes));
        }
    }

    private long puts(long times, int bytes) {
        Walk walk = new Walk(Places.DATA_BYTES, bytes);
        for (long i = 0; i < times; i++) {
            long at = walk.next();
            rma.put(peer, Places.DATA + at, memory, at, bytes);
        }
        return times;
    }

    private long gets(long times, int bytes) {
        Walk walk = new Walk(Places.DATA_BYTES, bytes);
        for (long i = 0; i < times; i++) {
            long at = walk.next();
            rma.get(memory, at, peer, Places.DATA + at, bytes);
        }
        sink.take(memory.get(ValueLayout.JAVA_LONG, 0));
        return times;
    }
}
