package org.pgas.jmh;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.LocalWords;
import org.pgas.Rma;
import org.pgas.SignalOperation;
import org.pgas.WaitCondition;
import org.pgas.meter.Meter;

/**
 * Rows as programs write them, which the table shows beside the best loop for the same work: transfers of arrays and
 * with an event beside those of native memory, waits of the library beside a loop that looks at a word.
 *
 * <p>Each row has a loop of its own, since a shared loop with the operation as a parameter would measure the call.
 */
final class IdiomRows {
    private static final int PEER = 1;
    private static final int[] SIZES = {64, 512, 4 << 10};

    /** Walked through, as in the rows of native memory. */
    private static final int WINDOW_BYTES = 4096;

    private final Job job;
    private final Meter meter;
    private final Rma rma;
    private final int self;
    private final int other;
    private long round;

    IdiomRows(Job job, Meter meter) {
        this.job = job;
        this.meter = meter;
        this.rma = job.world().rma();
        this.self = job.rank();
        this.other = 1 - self;
    }

    void run() {
        byte[] bytes = new byte[WINDOW_BYTES];
        long[] longs = new long[WINDOW_BYTES / Long.BYTES];
        for (int size : SIZES) {
            meter.alone("put-bytes", size, 1, times -> put(times, bytes, size));
            meter.alone("put-longs", size, 1, times -> put(times, longs, size / Long.BYTES));
            meter.alone("get-bytes", size, 1, times -> get(times, bytes, size));
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(WINDOW_BYTES, 4096).fill((byte) 1);
            for (int size : SIZES) {
                meter.alone("put-nb", size, 1, times -> putNb(times, memory, size));
            }
        }
        round = rma.getLong(self, Places.SIGNAL);
        meter.together("pingpong-wait", Long.BYTES, this::waits);
        meter.together("pingpong-event", Long.BYTES, this::awaits);
    }

    private void put(long times, byte[] source, int bytes) {
        for (long i = 0; i < times; i++) {
            int at = place(i, bytes);
            rma.put(PEER, Places.DATA + at, source, at, bytes);
        }
    }

    private void put(long times, long[] source, int count) {
        for (long i = 0; i < times; i++) {
            int at = place(i, count * Long.BYTES);
            rma.put(PEER, Places.DATA + at, source, at / Long.BYTES, count);
        }
    }

    private void get(long times, byte[] target, int bytes) {
        for (long i = 0; i < times; i++) {
            int at = place(i, bytes);
            rma.get(target, at, PEER, Places.DATA + at, bytes);
        }
    }

    private void putNb(long times, MemorySegment source, int bytes) {
        for (long i = 0; i < times; i++) {
            int at = place(i, bytes);
            rma.putNb(PEER, Places.DATA + at, source, at, bytes, LocalCompletion.DEFER).await();
        }
    }

    private static int place(long number, int bytes) {
        return (int) (number * bytes) & WINDOW_BYTES - 1;
    }

    /** Each rank waits for a signal of the other, and answers with one. A time is a round trip. */
    private void waits(long times) {
        LocalWords words = job.endpoint().words();
        for (long i = 0; i < times; i++) {
            round++;
            if (self == 0) {
                rma.signal(other, Places.SIGNAL, round, SignalOperation.SET);
                words.waitUntilLong(Places.SIGNAL, WaitCondition.EQ, round);
            } else {
                words.waitUntilLong(Places.SIGNAL, WaitCondition.EQ, round);
                rma.signal(other, Places.SIGNAL, round, SignalOperation.SET);
            }
        }
    }

    private void awaits(long times) {
        LocalWords words = job.endpoint().words();
        for (long i = 0; i < times; i++) {
            round++;
            if (self == 0) {
                rma.signal(other, Places.SIGNAL, round, SignalOperation.SET);
                words.waitUntilLongNb(Places.SIGNAL, WaitCondition.EQ, round).await();
            } else {
                words.waitUntilLongNb(Places.SIGNAL, WaitCondition.EQ, round).await();
                rma.signal(other, Places.SIGNAL, round, SignalOperation.SET);
            }
        }
    }
}
