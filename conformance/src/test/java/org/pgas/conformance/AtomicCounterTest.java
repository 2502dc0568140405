package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

import org.pgas.Job;
import org.pgas.Opcode;
import org.pgas.atomics.AtomicFlags;
import org.pgas.atomics.DoubleAtomicDomain;
import org.pgas.atomics.FloatAtomicDomain;
import org.pgas.atomics.IntAtomicDomain;
import org.pgas.atomics.LongAtomicDomain;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/**
 * One counter in rank 0's memory that all ranks pound. Every rank sees it rise, no two are given the same value, none
 * is left out, and the end is exact. A rank notes each value that it is given in a byte of its own.
 */
@RankDefaults(ranks = {2, 5}, neighbourhoods = {1, 2}, segment = "256k", settings = "pgas.checks=off")
@Optimised
@OnHosts
class AtomicCounterTest {
    private static final long COUNTER = 0;
    private static final long TAKEN = 4096;

    /** Between neighbourhoods, of so many turns one. */
    private static final int FEWER = 50;

    /** {@code take} answers the value that it raises by one; its argument is random and tells it how. */
    private static void pound(Job job, int most, ToLongFunction<SplittableRandom> take, LongSupplier counter) {
        int turns = turns(job, most);
        SplittableRandom random = Seed.of("forms of rank " + job.rank());
        job.world().barrier();
        long last = -1;
        for (int turn = 0; turn < turns; turn++) {
            long value = take.applyAsLong(random);
            assertTrue(value > last, "after " + last + " comes " + value);
            last = value;
            assertEquals(0, job.world().rma().getByte(0, TAKEN + value), "times that " + value + " was given before");
            job.world().rma().putByte(0, TAKEN + value, (byte) 1);
        }
        job.world().barrier();
        long all = (long) turns * job.size();
        assertEquals(all, counter.getAsLong(), "the end");
        if (job.rank() == 0) {
            MemorySegment taken = job.endpoint().segment().local();
            for (long value = 0; value < all; value++) {
                assertEquals(1, taken.get(ValueLayout.JAVA_BYTE, TAKEN + value), "times of value " + value);
            }
            assertEquals(0, taken.get(ValueLayout.JAVA_BYTE, TAKEN + all), "times of the one too many");
        }
        job.world().barrier();
    }

    private static int turns(Job job, int most) {
        return Repetitions.of(job, most, most / FEWER);
    }

    @RankTest
    void shouldGiveEachValueOnceByOneInstruction(Job job) {
        poundLongs(job, 20_000);
    }

    @RankTest(settings = "pgas.checks=on")
    void shouldGiveEachValueOnceInCheckedMode(Job job) {
        poundLongs(job, 2_000);
    }

    @RankTest(ranks = 3, memories = Memory.NATIVE, settings = "pgas.checks=on")
    void shouldGiveEachValueOnceInClientMemory(Job job) {
        poundLongs(job, 500);
    }

    private static void poundLongs(Job job, int turns) {
        LongAtomicDomain longs = LongAtomicDomain.create(job.world());
        MemorySegment before = MemorySegment.ofArray(new long[1]);
        pound(job, turns, random -> {
            switch (random.nextInt(6)) {
                case 0 -> {
                    return longs.fetchAdd(0, COUNTER, 1);
                }
                case 1 -> {
                    return longs.fetchIncrement(0, COUNTER);
                }
                case 2 -> {
                    return longs.fetchSubtract(0, COUNTER, -1);
                }
                case 3 -> {
                    return longs.apply(0, COUNTER, Opcode.FINC, 0, 0, AtomicFlags.NONE);
                }
                case 4 -> longs.applyNb(before, 0, 0, COUNTER, Opcode.FADD, 1, 0, AtomicFlags.NONE).await();
                default -> {
                    longs.applyNbi(before, 0, 0, COUNTER, Opcode.FSUB, -1, 0, AtomicFlags.NONE);
                    job.nbi().await();
                }
            }
            return before.get(ValueLayout.JAVA_LONG, 0);
        }, () -> longs.get(0, COUNTER));
    }

    @RankTest
    void shouldGiveEachValueOnceByCompareAndSwap(Job job) {
        IntAtomicDomain ints = IntAtomicDomain.create(job.world());
        pound(job, 10_000, random -> {
            int seen = ints.get(0, COUNTER);
            while (true) {
                if (random.nextBoolean()) {
                    int before = ints.fetchCompareAndSwap(0, COUNTER, seen, seen + 1);
                    if (before == seen) {
                        return seen;
                    }
                    seen = before;
                } else {
                    if (ints.compareAndSwap(0, COUNTER, seen, seen + 1)) {
                        return seen;
                    }
                    seen = ints.get(0, COUNTER);
                }
            }
        }, () -> ints.get(0, COUNTER));
    }

    @RankTest
    void shouldGiveEachValueOnceAsADouble(Job job) {
        DoubleAtomicDomain doubles = DoubleAtomicDomain.create(job.world());
        pound(job, 10_000, random -> (long) switch (random.nextInt(4)) {
            case 0 -> doubles.fetchAdd(0, COUNTER, 1);
            case 1 -> doubles.fetchIncrement(0, COUNTER);
            case 2 -> doubles.fetchSubtract(0, COUNTER, -1);
            default -> doubles.apply(0, COUNTER, Opcode.FADD, 1, 0, AtomicFlags.NONE);
        }, () -> (long) doubles.get(0, COUNTER));
    }

    @RankTest
    void shouldGiveEachValueOnceAsAFloat(Job job) {
        FloatAtomicDomain floats = FloatAtomicDomain.create(job.world());
        pound(job, 10_000, random -> (long) switch (random.nextInt(3)) {
            case 0 -> floats.fetchAdd(0, COUNTER, 1);
            case 1 -> floats.fetchIncrement(0, COUNTER);
            default -> floats.fetchSubtract(0, COUNTER, -1);
        }, () -> (long) floats.get(0, COUNTER));
    }

    /** Additions and subtractions that nobody fetches, of several threads, cancel out but for what is left over. */
    @RankTest
    void shouldLoseNoUpdateOfManyThreads(Job job) throws InterruptedException {
        LongAtomicDomain longs = LongAtomicDomain.create(job.world());
        DoubleAtomicDomain doubles = DoubleAtomicDomain.create(job.world());
        int turns = turns(job, 5_000);
        Computing.onThreads(2, index -> {
            for (int turn = 0; turn < turns; turn++) {
                longs.add(0, COUNTER, 3);
                longs.decrement(0, COUNTER);
                longs.xor(0, COUNTER + 8, 1L << job.rank() * 2 + index);
                doubles.add(0, COUNTER + 16, 0.75);
                doubles.subtract(0, COUNTER + 16, 0.5);
            }
            longs.or(0, COUNTER + 24, 1L << job.rank() * 2 + index);
            longs.max(0, COUNTER + 32, job.rank() * 2 + index);
            longs.min(0, COUNTER + 40, -job.rank() * 2 - index);
        });
        job.world().barrier();
        int threads = 2 * job.size();
        assertEquals(2L * turns * threads, longs.get(0, COUNTER));
        assertEquals(0, longs.get(0, COUNTER + 8), "every bit was inverted an even number of times");
        assertEquals(0.25 * turns * threads, doubles.get(0, COUNTER + 16));
        assertEquals((1L << threads) - 1, longs.get(0, COUNTER + 24));
        assertEquals(threads - 1, longs.get(0, COUNTER + 32));
        assertEquals(1 - threads, longs.get(0, COUNTER + 40));
        job.world().barrier();
    }
}
