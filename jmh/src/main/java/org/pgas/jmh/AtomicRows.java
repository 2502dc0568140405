package org.pgas.jmh;

import org.pgas.Job;
import org.pgas.atomics.DoubleAtomicDomain;
import org.pgas.atomics.LongAtomicDomain;
import org.pgas.meter.Meter;

/**
 * Rows of atomic updates: of one word of rank 1, by rank 0 alone or by both ranks at once, and of random words of a
 * table that the segments of both make up.
 *
 * <p>Each row has a loop of its own, since a shared loop with the operation as a parameter would measure the call.
 */
final class AtomicRows {
    private static final int PEER = 1;
    private static final int PAGE_BYTES = 4096;

    private final Job job;
    private final Meter meter;
    private final LongAtomicDomain longs;
    private final DoubleAtomicDomain doubles;

    /** Of the generator that chooses places in the table. */
    private long state;

    /** Where loops leave what they have fetched, so that the compiler cannot make non-fetching operations of them. */
    private long sink;
    private double doubleSink;

    AtomicRows(Job job, Meter meter) {
        this.job = job;
        this.meter = meter;
        this.longs = LongAtomicDomain.create(job.world());
        this.doubles = DoubleAtomicDomain.create(job.world());
        this.state = job.rank() + 1;
    }

    void run() {
        meter.alone("casloop", 8, 1, this::incrementByCas);
        meter.togetherRate("fetchadd-rate", 8, this::fetchAdd);
        meter.togetherRate("casloop-rate", 8, this::incrementByCas);
        meter.alone("fetchadd-double", 8, 1, this::fetchAddDouble);
        meter.togetherRate("fetchadd-double-rate", 8, this::fetchAddDouble);
        if (meter.wantsSome("gups-")) {
            gups();
        }
    }

    private void gups() {
        touchTable();
        meter.aloneRate("gups-xor", 8, this::updateXor);
        meter.aloneRate("gups-add", 8, this::updateAdd);
        meter.togetherRate("gups-xor-rate", 8, this::updateXor);
        meter.togetherRate("gups-add-rate", 8, this::updateAdd);
    }

    private long fetchAdd(long times) {
        long sum = 0;
        for (long i = 0; i < times; i++) {
            sum += longs.fetchAdd(PEER, Places.COUNTER, 1);
        }
        sink = sum;
        return times;
    }

    private long incrementByCas(long times) {
        for (long i = 0; i < times; i++) {
            long before = longs.get(PEER, Places.COUNTER);
            long expected;
            do {
                expected = before;
                before = longs.fetchCompareAndSwap(PEER, Places.COUNTER, expected, expected + 1);
            } while (before != expected);
        }
        return times;
    }

    private long fetchAddDouble(long times) {
        double sum = 0;
        for (long i = 0; i < times; i++) {
            sum += doubles.fetchAdd(PEER, Places.DOUBLE_COUNTER, 1);
        }
        doubleSink = sum;
        return times;
    }

    private long updateXor(long times) {
        long next = state;
        for (long i = 0; i < times; i++) {
            next = next(next);
            longs.xor((int) (next >>> 63), place(next), next);
        }
        state = next;
        return times;
    }

    private long updateAdd(long times) {
        long next = state;
        for (long i = 0; i < times; i++) {
            next = next(next);
            longs.add((int) (next >>> 63), place(next), next);
        }
        state = next;
        return times;
    }

    static long next(long random) {
        return random * 0x5851_F42D_4C95_7F2DL + 0x1405_7B7E_F767_814FL;
    }

    private static long place(long random) {
        return Places.TABLE + (random >>> 33 & Places.TABLE_BYTES / Long.BYTES - 1) * Long.BYTES;
    }

    /** Each process sees every page once before the watch runs. */
    private void touchTable() {
        for (int rank = 0; rank < job.size(); rank++) {
            for (long at = 0; at < Places.TABLE_BYTES; at += PAGE_BYTES) {
                longs.fetchAdd(rank, Places.TABLE + at, 0);
            }
        }
    }
}
