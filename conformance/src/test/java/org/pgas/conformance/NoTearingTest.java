package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.function.LongFunction;
import java.util.function.LongSupplier;

import org.pgas.Job;
import org.pgas.Rma;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/**
 * Naturally aligned values of 2, 4 and 8 bytes never tear: rank 0 writes values whose bytes are all equal, rank 1 reads
 * them at the same time and must never see two bytes that differ.
 */
@RankDefaults(segment = "4k")
@Optimised
@AcrossNeighbourhoodsAsThreads
class NoTearingTest {
    private static final long STOP = 0;
    private static final long VALUE = 256;

    /** Reads that must have found another value than the read before: without them, there was no race. */
    private static final int CHANGES = 5;
    private static final int READS = 20_000;

    private interface Write {
        void of(byte pattern);
    }

    @RankTest
    void shouldNeverTearShorts(Job job) {
        Rma rma = job.world().rma();
        race(job, pattern -> rma.putShort(1, VALUE + 2, (short) repeat(pattern, 2)),
                () -> rma.getShort(1, VALUE + 2) & 0xFFFFL, 2);
    }

    @RankTest
    void shouldNeverTearInts(Job job) {
        Rma rma = job.world().rma();
        race(job, pattern -> rma.putInt(1, VALUE + 4, (int) repeat(pattern, 4)),
                () -> rma.getInt(1, VALUE + 4) & 0xFFFFFFFFL, 4);
    }

    @RankTest
    void shouldNeverTearLongs(Job job) {
        Rma rma = job.world().rma();
        race(job, pattern -> rma.putLong(1, VALUE + 8, repeat(pattern, 8)), () -> rma.getLong(1, VALUE + 8), 8);
    }

    @RankTest
    void shouldNeverTearFloats(Job job) {
        Rma rma = job.world().rma();
        race(job, pattern -> rma.putFloat(1, VALUE, Float.intBitsToFloat((int) repeat(pattern, 4))),
                () -> Float.floatToRawIntBits(rma.getFloat(1, VALUE)) & 0xFFFFFFFFL, 4);
    }

    @RankTest
    void shouldNeverTearDoubles(Job job) {
        Rma rma = job.world().rma();
        race(job, pattern -> rma.putDouble(1, VALUE, Double.longBitsToDouble(repeat(pattern, 8))),
                () -> Double.doubleToRawLongBits(rma.getDouble(1, VALUE)), 8);
    }

    @RankTest
    void shouldNeverTearValuesOf2And4And8Bytes(Job job) {
        Rma rma = job.world().rma();
        for (int bytes : new int[]{2, 4, 8}) {
            long offset = VALUE + bytes;
            race(job, pattern -> rma.putValue(1, offset, repeat(pattern, bytes), bytes),
                    () -> rma.getValue(1, offset, bytes), bytes);
            race(job, pattern -> rma.putValueNb(1, offset, repeat(pattern, bytes), bytes).await(),
                    () -> rma.getValueNb(1, offset, bytes).await(), bytes);
        }
    }

    @RankTest
    void shouldNeverTearAcrossForms(Job job) {
        Rma rma = job.world().rma();
        race(job, pattern -> rma.putLongRelease(1, VALUE, repeat(pattern, 8)), () -> rma.getLong(1, VALUE), 8);
        race(job, pattern -> rma.putLong(1, VALUE, repeat(pattern, 8)), () -> rma.getInt(1, VALUE + 4) & 0xFFFFFFFFL,
                4);
    }

    /** The weak twin of the laws above: they can fail, since this value, written in two halves, is seen torn. */
    @RankTest
    void shouldSeeAValueThatIsWrittenInTwoHalvesTear(Job job) {
        Rma rma = job.world().rma();
        if (job.rank() == 0) {
            for (long i = 0; rma.getLongAcquire(0, STOP) == 0; i++) {
                int half = (int) repeat((byte) i, 4);
                rma.putInt(1, VALUE, half);
                rma.fence();
                if (i % 16 == 0) {
                    // on a busy host the reader may not run at the same time: it gets a turn here
                    Thread.yield();
                }
                rma.putInt(1, VALUE + 4, half);
                poll(job, i);
            }
        } else {
            for (long i = 0; isWhole(rma.getLong(1, VALUE), 8); i++) {
                rma.fence();
                poll(job, i);
            }
            Signals.raise(job, 0, STOP, 1);
        }
        job.world().barrier();
    }

    private static void race(Job job, Write write, LongSupplier read, int bytes) {
        Rma rma = job.world().rma();
        rma.putLongRelease(job.rank(), STOP, 0);
        rma.putLong(job.rank(), VALUE, 0);
        rma.putLong(job.rank(), VALUE + 8, 0);
        job.world().barrier();
        if (job.rank() == 0) {
            for (long i = 0; rma.getLongAcquire(0, STOP) == 0; i++) {
                write.of((byte) i);
                poll(job, i);
            }
        } else {
            LongFunction<String> torn = value -> "torn: 0x" + Long.toHexString(value);
            long before = 0;
            int changes = 0;
            for (long i = 0; changes < CHANGES || i < READS; i++) {
                long value = read.getAsLong();
                assertEquals(repeat((byte) value, bytes), value, () -> torn.apply(value));
                changes += value == before ? 0 : 1;
                before = value;
                // keeps the plain read in the loop
                rma.fence();
                poll(job, i);
            }
            Signals.raise(job, 0, STOP, 1);
        }
        job.world().barrier();
    }

    /** Ends with the job; and gives the core away, since there may be only one. */
    private static void poll(Job job, long round) {
        if ((round & 1023) == 1023) {
            job.nbi().tryAwait();
            Thread.yield();
        }
    }

    private static boolean isWhole(long value, int bytes) {
        return value == repeat((byte) value, bytes);
    }

    private static long repeat(byte pattern, int bytes) {
        long all = (pattern & 0xFFL) * 0x0101010101010101L;
        return bytes == 8 ? all : all & (1L << 8 * bytes) - 1;
    }
}
