package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;
import static org.pgas.conformance.Refusals.assertRefused;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

import org.pgas.AccumulateType;
import org.pgas.ErrorCode;
import org.pgas.Event;
import org.pgas.EventCategory;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.Rma;
import org.pgas.WaitCondition;
import org.pgas.WaitMode;
import org.pgas.atomics.Accumulator;
import org.pgas.atomics.AtomicFlags;
import org.pgas.atomics.Scale;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/**
 * What is accumulated, in every form and from every kind of source; and that nothing of it is lost, whoever adds at
 * once.
 */
@RankDefaults(segment = "256k")
@AcrossNeighbourhoods
class AccumulateTest {
    private static final int SEGMENT = 256 << 10;

    @RankTest(ranks = {1, 3}, memories = {Memory.MAPPED, Memory.ARRAY, Memory.NATIVE})
    void shouldAgreeWithAModelInEveryFormOfEveryType(Job job) {
        agreeWithAModel(job);
    }

    @RankTest(ranks = 2, settings = "pgas.checks=off")
    void shouldAgreeWithAModelWithoutChecksToo(Job job) {
        agreeWithAModel(job);
    }

    private static void agreeWithAModel(Job job) {
        SplittableRandom random = Seed.of("accumulates of rank " + job.rank());
        try (Arena confined = Arena.ofConfined()) {
            for (int peer = 0; peer < job.size(); peer++) {
                for (AccumulateType type : AccumulateType.values()) {
                    new AccumulateStripe(job, random, confined, peer, type, SEGMENT / 4)
                            .work(Repetitions.of(job, 25, 5));
                }
                job.world().barrier();
            }
        }
        job.world().barrier();
    }

    @RankTest(ranks = {2, 3})
    void shouldLoseNothingOfWhatAllAddAtOnce(Job job) {
        addAtOnce(job, 2, 300);
    }

    @RankTest(ranks = 4)
    void shouldLoseNothingWhereWaitersSleep(Job job) {
        job.waitMode(WaitMode.BLOCK);
        addAtOnce(job, 2, 100);
    }

    @RankTest(memories = Memory.ARRAY)
    void shouldLoseNothingOnMemoryThatIsNotMapped(Job job) {
        addAtOnce(job, 1, 40);
    }

    /** Rank 1 adds to one number after the other, by forms of two types, while rank 0 adds to all of them at once. */
    @RankTest(ranks = 2, settings = "pgas.checks=off")
    void shouldLoseNoNumberThatIsAddedAloneBesideMany(Job job) {
        Accumulator accumulator = Accumulator.of(job.world());
        Rma rma = job.world().rma();
        MemorySegment ones = job.endpoint().segment().local().asSlice(ONES, 4L * BESIDE);
        int[] ints = new int[BESIDE];
        float[] floats = new float[BESIDE];
        Arrays.fill(ints, 1);
        Arrays.fill(floats, 1);
        MemorySegment.copy(ints, 0, ones, ValueLayout.JAVA_INT, 0, BESIDE);
        job.world().barrier();
        int rounds = 0;
        if (job.rank() == 1) {
            for (; rounds < ROUNDS_BESIDE; rounds++) {
                for (int i = 0; i < BESIDE; i++) {
                    accumulator.accumulateInts(1, 4L * i, ones, 4L * i, 1, 1);
                    accumulator.accumulateInts(1, 4L * i, ints, i, 1, 1);
                    accumulator.accumulateFloats(1, FLOATS + 4L * i, floats, i, 1, 1);
                }
            }
            rma.putLongRelease(0, DONE, 1);
        } else {
            for (; rma.getLongAcquire(0, DONE) == 0; rounds++) {
                accumulator.accumulateInts(1, 0, ints, 0, BESIDE, 1);
                accumulator.accumulateFloats(1, FLOATS, floats, 0, BESIDE, 1);
            }
        }
        rma.putLong(1, DONE + 8 * job.rank(), rounds);
        job.world().barrier();
        long many = rma.getLong(1, DONE);
        long alone = rma.getLong(1, DONE + 8);
        for (int i = 0; i < BESIDE; i++) {
            assertEquals(many + 2 * alone, rma.getInt(1, 4L * i), "int " + i);
            assertEquals((float) (many + alone), Float.intBitsToFloat(rma.getInt(1, FLOATS + 4L * i)), "float " + i);
        }
        job.world().barrier(); // a rank that has left answers no more
    }

    private static final int BESIDE = 512;
    private static final int ROUNDS_BESIDE = 100;
    private static final long FLOATS = 2048;
    private static final long ONES = 4096;
    private static final long DONE = 8192;

    private static final int NUMBERS = 8 << 10;
    private static final long LONGS = 64 << 10;

    /**
     * Doubles that begin in the middle of an element of 16 bytes, so that complex numbers lie across the ends of
     * blocks.
     */
    private static final long DOUBLES = LONGS + 8 * NUMBERS + 8;

    /**
     * Ints, longs, doubles and complex doubles, to random ranges of the same arrays of rank 0. What each rank has
     * added, it tells at the end.
     */
    private static void addAtOnce(Job job, int threads, int rounds) {
        double[][] added = new double[3][NUMBERS];
        List<CompletableFuture<double[][]>> adders = new ArrayList<>();
        job.world().barrier();
        for (int t = 0; t < threads; t++) {
            SplittableRandom random = Seed.of("adder " + t + " of rank " + job.rank());
            adders.add(CompletableFuture.supplyAsync(() -> add(job, random, rounds),
                    task -> Thread.ofPlatform().start(task)));
        }
        for (CompletableFuture<double[][]> adder : adders) {
            job.blockUntil(adder::isDone);
            double[][] part = adder.join();
            for (int array = 0; array < added.length; array++) {
                for (int i = 0; i < NUMBERS; i++) {
                    added[array][i] += part[array][i];
                }
            }
        }
        job.world().barrier();
        double[][] sums = sums(job);
        job.world().barrier();
        // whoever subtracts what it has added leaves the rest
        Accumulator accumulator = Accumulator.of(job.world());
        int[] ints = new int[NUMBERS];
        long[] longs = new long[NUMBERS];
        for (int i = 0; i < NUMBERS; i++) {
            ints[i] = (int) added[0][i];
            longs[i] = (long) added[1][i];
        }
        accumulator.accumulateInts(0, 0, ints, 0, NUMBERS, -1);
        accumulator.accumulateLongs(0, LONGS, longs, 0, NUMBERS, -1);
        accumulator.accumulateDoubles(0, DOUBLES, added[2], 0, NUMBERS, -1);
        job.world().barrier();
        double[][] rest = sums(job);
        for (int array = 0; array < sums.length; array++) {
            assertArrayEquals(new double[NUMBERS], rest[array], 0, "array " + array);
            double[] all = sums[array];
            assertTrue(Arrays.stream(all).anyMatch(sum -> sum != 0), "array " + array + " was never used");
        }
        job.world().barrier();
    }

    private static double[][] add(Job job, SplittableRandom random, int rounds) {
        Accumulator accumulator = Accumulator.of(job.world());
        double[][] added = new double[3][NUMBERS];
        for (int round = 0; round < rounds; round++) {
            int from = random.nextInt(NUMBERS);
            int count = random.nextInt(random.nextInt(4) == 0 ? NUMBERS - from : Math.min(NUMBERS - from, 20)) & ~1;
            int factor = random.nextInt(9) - 4;
            int first = random.nextInt(100);
            switch (random.nextInt(4)) {
                case 0 -> {
                    int[] source = new int[count];
                    for (int i = 0; i < count; i++) {
                        source[i] = first + i;
                        added[0][from + i] += factor * (first + i);
                    }
                    accumulator.accumulateInts(0, 4L * from, source, 0, count, factor);
                }
                case 1 -> {
                    long[] source = new long[count];
                    for (int i = 0; i < count; i++) {
                        source[i] = first + i;
                        added[1][from + i] += factor * (first + i);
                    }
                    accumulator.accumulateLongs(0, LONGS + 8L * from, source, 0, count, factor);
                }
                case 2 -> {
                    double[] source = new double[count];
                    for (int i = 0; i < count; i++) {
                        source[i] = first + i;
                        added[2][from + i] += factor * (first + i);
                    }
                    accumulator.accumulateDoubles(0, DOUBLES + 8L * from, source, 0, count, factor);
                }
                default -> {
                    double[] source = new double[count];
                    for (int i = 0; i < count; i += 2) {
                        source[i] = first;
                        source[i + 1] = i;
                        added[2][from + i] += factor * first - 2 * i;
                        added[2][from + i + 1] += factor * i + 2 * first;
                    }
                    accumulator.accumulateComplexDoubles(0, DOUBLES + 8L * from, MemorySegment.ofArray(source), 0,
                            count / 2, factor, 2);
                }
            }
        }
        return added;
    }

    /** Everything that is in the three arrays of rank 0. */
    private static double[][] sums(Job job) {
        Rma rma = job.world().rma();
        double[][] sums = new double[3][NUMBERS];
        int[] ints = new int[NUMBERS];
        long[] longs = new long[NUMBERS];
        rma.get(ints, 0, 0, 0, NUMBERS);
        rma.get(longs, 0, 0, LONGS, NUMBERS);
        rma.get(sums[2], 0, 0, DOUBLES, NUMBERS);
        for (int i = 0; i < NUMBERS; i++) {
            sums[0][i] = ints[i];
            sums[1][i] = longs[i];
        }
        return sums;
    }

    @RankTest
    void shouldTakeARealFactorOfComplexNumbersAsARealNumber(Job job) {
        Accumulator accumulator = Accumulator.of(job.world());
        if (job.rank() == 0) {
            double[] parts = {Double.POSITIVE_INFINITY, 3};
            accumulator.accumulateComplexDoubles(1, 0, MemorySegment.ofArray(parts), 0, 1, 2, -0d);
            assertEquals(Double.POSITIVE_INFINITY, job.world().rma().getDouble(1, 0));
            assertEquals(6, job.world().rma().getDouble(1, 8));
        }
        job.world().barrier();
    }

    @RankTest
    void shouldCompleteImplicitOnesAsReadModifyWrite(Job job) {
        Accumulator accumulator = Accumulator.of(job.world());
        long[] source = {1, 2, 3};
        for (int i = 0; i < 50; i++) {
            accumulator.accumulateNbi(1 - job.rank(), 8, Scale.ofLong(2), MemorySegment.ofArray(source), 8, 16,
                    LocalCompletion.GROUP);
        }
        job.nbi().await(EventCategory.RMW);
        job.world().barrier();
        assertEquals(200, job.world().rma().getLong(job.rank(), 8));
        assertEquals(300, job.world().rma().getLong(job.rank(), 16));
        job.world().barrier();
    }

    @RankTest
    void shouldDoNothingForNoElements(Job job) {
        Accumulator accumulator = Accumulator.of(job.world());
        MemorySegment empty = MemorySegment.ofArray(new byte[0]);
        accumulator.accumulate(1, SEGMENT, Scale.ofComplexDouble(1, 2), empty, 0, 0);
        accumulator.accumulateFloats(1, SEGMENT, new float[0], 0, 0, 1);
        assertSame(Event.DONE, accumulator.accumulateNb(1, 0, Scale.ofInt(1), empty, 0, 0, LocalCompletion.DEFER));
        assertTrue(accumulator.accumulateNbi(1, 0, Scale.ofInt(1), empty, 0, 0, LocalCompletion.NOW,
                AtomicFlags.IMMEDIATE));
        job.world().barrier();
    }

    @RankTest(memories = {Memory.MAPPED, Memory.ARRAY})
    void shouldRefuseWhatIsWrongBeforeAnythingChanges(Job job) {
        Accumulator accumulator = Accumulator.of(job.world());
        double[] ones = new double[8];
        Arrays.fill(ones, 1);
        MemorySegment source = MemorySegment.ofArray(ones);
        Scale doubles = Scale.ofDouble(1);
        Scale complex = Scale.ofComplexFloat(1, 1);
        assertIllegal("rank", () -> accumulator.accumulate(2, 0, doubles, source, 0, 8), "rank 2", "0..1");
        assertIllegal("rank", () -> accumulator.accumulateDoubles(-1, 0, ones, 0, 1, 1), "rank -1");
        assertIllegal("range", () -> accumulator.accumulate(1, SEGMENT - 8, doubles, source, 0, 16), "262144",
                "16 bytes at offset 262136");
        assertIllegal("range", () -> accumulator.accumulateDoubles(1, -8, ones, 0, 2, 1), "offset -8");
        assertIllegal("alignment", () -> accumulator.accumulate(1, 4, doubles, source, 0, 8),
                "rank " + job.rank() + ": Accumulator.accumulate: offset 4", "multiple of 8");
        assertIllegal("alignment", () -> accumulator.accumulateDoubles(1, 4, ones, 0, 1, 1),
                "Accumulator.accumulateDoubles", "multiple of 8");
        assertIllegal("alignment", () -> accumulator.accumulate(1, 2, complex, source, 0, 8), "multiple of 4");
        assertIllegal("whole", () -> accumulator.accumulateNb(1, 4, complex, source, 0, 12, LocalCompletion.NOW),
                "Accumulator.accumulateNb", "12 bytes", "multiples of 8");
        assertIllegal("length", () -> accumulator.accumulate(1, 0, doubles, source, 0, -8), "-8 bytes");
        assertIllegal("count", () -> accumulator.accumulateComplexDoubles(1, 0, source, 0, -1, 1, 1), "-1 elements");
        assertIllegal("count", () -> accumulator.accumulateLongs(1, 0, source, 0, Long.MAX_VALUE, 1), "elements");
        assertIllegal("source", () -> accumulator.accumulateFloats(1, 0, source, 61, 1, 1), "offset 61", "64 bytes");
        assertIllegal("source", () -> accumulator.accumulateFloats(1, 0, source, -4, 1, 1), "offset -4");
        assertIllegal("array", () -> accumulator.accumulateDoubles(1, 0, ones, 7, 2, 1), "index 7", "array of 8");
        assertIllegal("array", () -> accumulator.accumulateDoubles(1, 0, ones, 0, -1, 1), "-1 elements");
        assertIllegal("flags", () -> accumulator.accumulate(1, 0, doubles, source, 0, 8, AtomicFlags.REL), "0x8");
        assertIllegal("group", () -> accumulator.accumulateNb(1, 0, doubles, source, 0, 8, LocalCompletion.GROUP),
                "GROUP");
        assertIllegal("event",
                () -> accumulator.accumulateNbi(1, 0, doubles, source, 0, 8, LocalCompletion.event()), "event");
        refuseSources(job, accumulator, doubles);
        job.world().barrier();
        for (int at = 0; at < 64; at += 8) {
            assertEquals(0, job.world().rma().getLong(job.rank(), at));
        }
        job.world().barrier();
    }

    private static void refuseSources(Job job, Accumulator accumulator, Scale scale) {
        Arena closed = Arena.ofConfined();
        MemorySegment gone = closed.allocate(8);
        closed.close();
        assertIllegal("closed", () -> accumulator.accumulate(1, 0, scale, gone, 0, 8), "closed");
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment confined = arena.allocate(8);
            CompletableFuture.runAsync(() -> assertIllegal("confined",
                    () -> accumulator.accumulate(1, 0, scale, confined, 0, 8), "another thread")).join();
        }
        MemorySegment own = job.endpoint().segment().local();
        assertIllegal("overlap", () -> accumulator.accumulate(job.rank(), 8, scale, own, 0, 16),
                "overlap by 8 of 16 bytes");
        accumulator.accumulate(job.rank(), 16, scale, own, 0, 16);
    }

    /** One number goes a way of its own then, which leaves what is not legal to the other. */
    @RankTest(settings = "pgas.checks=off")
    void shouldRefuseOneNumberWithoutChecksToo(Job job) {
        Accumulator accumulator = Accumulator.of(job.world());
        double[] one = {1};
        MemorySegment source = MemorySegment.ofArray(one);
        Arena arena = Arena.ofConfined();
        MemorySegment memory = arena.allocate(8, 8);
        for (MemorySegment each : List.of(source, memory)) {
            assertIllegal("rank", () -> accumulator.accumulateDoubles(2, 0, each, 0, 1, 1), "rank 2");
            assertIllegal("rank", () -> accumulator.accumulate(-1, 0, Scale.ofDouble(1), each, 0, 8), "rank -1");
            assertIllegal("range", () -> accumulator.accumulateDoubles(1, SEGMENT, each, 0, 1, 1), "" + SEGMENT);
            assertIllegal("alignment", () -> accumulator.accumulateFloats(1, 2, each, 0, 1, 1), "multiple of 4");
            assertIllegal("source", () -> accumulator.accumulateInts(1, 0, each, 5, 1, 1), "offset 5", "8 bytes");
            assertIllegal("source", () -> accumulator.accumulateLongs(1, 0, each, -8, 1, 1), "offset -8");
        }
        assertIllegal("rank", () -> accumulator.accumulateDoubles(2, 0, one, 0, 1, 1), "rank 2");
        assertIllegal("alignment", () -> accumulator.accumulateDoubles(1, 4, one, 0, 1, 1), "multiple of 8");
        CompletableFuture.runAsync(() -> assertIllegal("confined",
                () -> accumulator.accumulateDoubles(1, 0, memory, 0, 1, 1), "another thread")).join();
        arena.close();
        assertIllegal("closed", () -> accumulator.accumulateDoubles(1, 0, memory, 0, 1, 1), "closed");
        job.world().barrier();
        assertEquals(0, job.world().rma().getLong(job.rank(), 0));
        job.world().barrier();
    }

    @RankTest
    void shouldRefuseEverythingAfterTheEndOfTheJob(Job job) {
        Accumulator accumulator = Accumulator.of(job.world());
        long[] source = {1};
        job.world().barrier();
        job.close();
        assertRefused(ErrorCode.NOT_INITIALIZED, "array", () -> accumulator.accumulateLongs(1, 0, source, 0, 1, 1),
                "closed");
        assertRefused(ErrorCode.NOT_INITIALIZED, "segment",
                () -> accumulator.accumulate(0, 0, Scale.ofLong(1), MemorySegment.ofArray(source), 0, 8), "closed");
    }

    /** A rank that waits for a word of its own is woken. */
    @RankTest
    void shouldWakeWhoWaitsForASum(Job job) {
        job.waitMode(WaitMode.BLOCK);
        Accumulator accumulator = Accumulator.of(job.world());
        int peer = 1 - job.rank();
        for (int round = 1; round <= 200; round++) {
            if (job.rank() == 0) {
                accumulator.accumulateLongs(peer, 0, new long[]{1}, 0, 1, 1);
            }
            job.endpoint().words().waitUntilLong(0, WaitCondition.GE, round);
            if (job.rank() == 1) {
                accumulator.accumulateLongs(peer, 0, new long[]{1}, 0, 1, 1);
            }
        }
        job.world().barrier();
    }
}
