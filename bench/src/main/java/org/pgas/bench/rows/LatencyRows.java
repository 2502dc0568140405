package org.pgas.bench.rows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.LinkedHashSet;
import java.util.Set;

import org.pgas.Job;
import org.pgas.Rma;

/** {@link Suite#LATENCY}: rank 0 works; with rank 1, or on its memory. */
final class LatencyRows {
    /** Fits into the second-level cache of every processor of today, with the source. */
    private static final int WINDOW = 256 << 10;

    private static final int SPINS = 200;

    private final Job job;
    private final Rma rma;
    private final Meter meter;
    private final Sink sink;
    private final int peer;
    private final boolean isCrowded;
    private final MemorySegment memory = Arena.ofAuto().allocate(4 << 20, 4096).fill((byte) 1);

    /** The number of the last flag that was sent or awaited. */
    private long sequence;

    LatencyRows(Job job, Meter meter, Sink sink) {
        this.job = job;
        this.rma = job.world().rma();
        this.meter = meter;
        this.sink = sink;
        this.peer = Math.min(1, job.size() - 1);
        this.isCrowded = job.host().size() > Runtime.getRuntime().availableProcessors();
    }

    void run() {
        meter.alone(Kind.PUT_VALUE, 8, this::putValues);
        meter.alone(Kind.GET_VALUE, 8, this::getValues);
        meter.alone(Kind.PUT_FENCE, 8, this::putFences);
        for (int bytes : meter.timing().sizes(8, 32, 128, 512, 2 << 10, 8 << 10, 32 << 10, 128 << 10, 512 << 10,
                2 << 20, 4 << 20)) {
            meter.alone(Kind.PUT, bytes, times -> puts(times, bytes));
            meter.alone(Kind.GET, bytes, times -> gets(times, bytes));
        }
        if (job.size() > 1) {
            for (int bytes : meter.timing().sizes(8, 64, 512, 4 << 10, 32 << 10, 256 << 10, 2 << 20)) {
                meter.singly(Kind.PUT_PINGPONG, bytes, times -> pingpongs(times, bytes));
            }
            messages();
        }
    }

    private void messages() {
        Exchange exchange = new Exchange(job, sink);
        meter.singly(Kind.AM_SHORT, 0, exchange::shorts);
        Set<Integer> sizes = new LinkedHashSet<>();
        for (int bytes : meter.timing().sizes(0, 8, 64, 512, 4 << 10, 16 << 10, 64 << 10)) {
            sizes.add(Math.min(bytes, exchange.largestMedium()));
        }
        for (int bytes : sizes) {
            meter.singly(Kind.AM_MEDIUM, bytes, times -> exchange.mediums(times, bytes));
        }
        sizes.clear();
        for (int bytes : meter.timing().sizes(8, 64, 512, 4 << 10, 32 << 10, 256 << 10, 1 << 20)) {
            sizes.add(Math.min(bytes, exchange.largestLong()));
        }
        for (int bytes : sizes) {
            meter.singly(Kind.AM_LONG, bytes, times -> exchange.longs(times, bytes));
        }
    }

    private long putValues(long times) {
        Walk walk = new Walk(WINDOW, 8);
        for (long i = 0; i < times; i++) {
            rma.putLong(peer, Places.DATA + walk.next(), i);
        }
        return times;
    }

    private long getValues(long times) {
        Walk walk = new Walk(WINDOW, 8);
        long sum = 0;
        for (long i = 0; i < times; i++) {
            sum += rma.getLong(peer, Places.DATA + walk.next());
        }
        sink.take(sum);
        return times;
    }

    private long putFences(long times) {
        Walk walk = new Walk(WINDOW, 8);
        for (long i = 0; i < times; i++) {
            rma.putLong(peer, Places.DATA + walk.next(), i);
            rma.fence();
        }
        return times;
    }

    private long puts(long times, int bytes) {
        Walk walk = new Walk(Math.max(WINDOW, bytes), bytes);
        for (long i = 0; i < times; i++) {
            long at = walk.next();
            rma.put(peer, Places.DATA + at, memory, at, bytes);
        }
        return times;
    }

    private long gets(long times, int bytes) {
        Walk walk = new Walk(Math.max(WINDOW, bytes), bytes);
        for (long i = 0; i < times; i++) {
            long at = walk.next();
            rma.get(memory, at, peer, Places.DATA + at, bytes);
        }
        sink.take(memory.get(ValueLayout.JAVA_LONG, 0));
        return times;
    }

    private long pingpongs(long times, int bytes) {
        if (job.rank() > 1) {
            return 0;
        }
        int other = 1 - job.rank();
        for (long i = 0; i < times; i++) {
            sequence++;
            if (job.rank() == 0) {
                send(other, bytes);
                await();
            } else {
                await();
                send(other, bytes);
            }
        }
        return times;
    }

    /** Eight bytes are the flag itself. */
    private void send(int other, int bytes) {
        if (bytes > 8) {
            rma.put(other, Places.DATA, memory, 0, bytes - 8);
        }
        rma.putLongRelease(other, Places.FLAG, sequence);
    }

    private void await() {
        int spins = 0;
        while (rma.getLongAcquire(job.rank(), Places.FLAG) < sequence) {
            if (isCrowded && ++spins > SPINS) {
                Thread.yield();
            } else {
                Thread.onSpinWait();
            }
        }
    }
}
