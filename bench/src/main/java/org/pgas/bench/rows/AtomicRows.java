package org.pgas.bench.rows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.pgas.Job;
import org.pgas.atomics.Accumulator;
import org.pgas.atomics.LongAtomicDomain;

/** {@link Suite#ATOMICS}. */
final class AtomicRows {
    private static final int MOST_BYTES = 256 << 10;

    private final Job job;
    private final Meter meter;
    private final Sink sink;
    private final int self;
    private final int peer;
    private final LongAtomicDomain atomics;
    private final Accumulator accumulator;
    private final MemorySegment zeros = Arena.ofAuto().allocate(MOST_BYTES, 64);

    AtomicRows(Job job, Meter meter, Sink sink) {
        this.job = job;
        this.meter = meter;
        this.sink = sink;
        this.self = job.rank();
        this.peer = Math.min(1, job.size() - 1);
        this.atomics = LongAtomicDomain.create(job.world());
        this.accumulator = Accumulator.of(job.world());
    }

    void run() {
        meter.alone(Kind.FETCH_ADD_OWN, 8, times -> fetchAdds(times, self));
        meter.alone(Kind.CAS_OWN, 8, times -> swaps(times, self));
        if (job.size() > 1) {
            meter.alone(Kind.FETCH_ADD_REMOTE, 8, times -> fetchAdds(times, peer));
            meter.alone(Kind.CAS_REMOTE, 8, times -> swaps(times, peer));
            meter.everybody(Kind.FETCH_ADD_CONTENDED, 8, times -> fetchAdds(times, 0));
            meter.everybody(Kind.CAS_CONTENDED, 8, this::contendedSwaps);
        }
        for (int bytes : meter.timing().sizes(8, 512, 8 << 10, MOST_BYTES)) {
            meter.alone(Kind.ACCUMULATE, bytes, times -> accumulates(times, bytes));
        }
    }

    private long fetchAdds(long times, int rank) {
        long sum = 0;
        for (long i = 0; i < times; i++) {
            sum += atomics.fetchAdd(rank, Places.WORD, 1);
        }
        sink.take(sum);
        return times;
    }

    private long swaps(long times, int rank) {
        long value = atomics.get(rank, Places.WORD);
        for (long i = 0; i < times; i++) {
            value = atomics.compareAndSwap(rank, Places.WORD, value, value + 1) ? value + 1 : value;
        }
        sink.take(value);
        return times;
    }

    /** Counts those that succeed. */
    private long contendedSwaps(long times) {
        long value = atomics.get(0, Places.WORD);
        for (long i = 0; i < times;) {
            long found = atomics.fetchCompareAndSwap(0, Places.WORD, value, value + 1);
            if (found == value) {
                i++;
                value++;
            } else {
                value = found;
            }
        }
        return times;
    }

    private long accumulates(long times, int bytes) {
        for (long i = 0; i < times; i++) {
            accumulator.accumulateDoubles(peer, Places.DATA, zeros, 0, bytes / Double.BYTES, 1.0);
        }
        return times;
    }
}
