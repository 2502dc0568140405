package org.pgas.bench.rows;

import org.pgas.Job;
import org.pgas.Rma;
import org.pgas.atomics.LongAtomicDomain;

/** {@link Suite#RATE}. */
final class RateRows {
    private static final long WORD_MASK = Places.DATA_BYTES - 1 & ~7;

    private final Job job;
    private final Rma rma;
    private final Meter meter;
    private final Sink sink;
    private final int size;
    private final int next;
    private final LongAtomicDomain atomics;

    /** The state of this rank's stream of random numbers. */
    private long state;

    RateRows(Job job, Meter meter, Sink sink) {
        this.job = job;
        this.rma = job.world().rma();
        this.meter = meter;
        this.sink = sink;
        this.size = job.size();
        this.next = (job.rank() + 1) % size;
        this.atomics = LongAtomicDomain.create(job.world());
        this.state = 0x9e3779b97f4a7c15L * (job.rank() + 1);
    }

    void run() {
        if (size > 1) {
            Exchange exchange = new Exchange(job, sink);
            meter.together(Kind.AM_RATE, 0, exchange::shortFlood);
        }
        meter.everybody(Kind.PUT_RATE, 8, this::puts);
        meter.everybody(Kind.GET_RATE, 8, this::gets);
        meter.everybody(Kind.RANDOM_UPDATES, 8, this::updates);
    }

    private static long step(long x) {
        long y = x ^ x << 13;
        y ^= y >>> 7;
        return y ^ y << 17;
    }

    private long puts(long times) {
        long x = state;
        for (long i = 0; i < times; i++) {
            x = step(x);
            rma.putLong(next, Places.DATA + (x & WORD_MASK), x);
        }
        state = x;
        return times;
    }

    private long gets(long times) {
        long x = state;
        long sum = 0;
        for (long i = 0; i < times; i++) {
            x = step(x);
            sum += rma.getLong(next, Places.DATA + (x & WORD_MASK));
        }
        state = x;
        sink.take(sum);
        return times;
    }

    private long updates(long times) {
        long x = state;
        for (long i = 0; i < times; i++) {
            x = step(x);
            int rank = (int) ((x >>> 32) * size >>> 32);
            atomics.xor(rank, Places.DATA + (x & WORD_MASK), x);
        }
        state = x;
        return times;
    }
}
