package org.pgas.conformance.arrays;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

import org.pgas.Job;
import org.pgas.arrays.Distribution;
import org.pgas.arrays.DoubleArray;
import org.pgas.arrays.FloatArray;
import org.pgas.arrays.GlobalArray;
import org.pgas.arrays.IntArray;
import org.pgas.arrays.LongArray;
import org.pgas.conformance.AcrossNeighbourhoodsAsThreads;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/** Arrays of one dimension against an array of Java that every rank has of its own, and changes in the same way. */
@RankDefaults(ranks = 3, segment = "4k")
@AcrossNeighbourhoodsAsThreads
class ArrayModelTest {
    private static final int ROUNDS = 4;
    private static final int STEPS = 8;

    private static long[] values(SplittableRandom random, int count) {
        return random.longs(count, 1 - Elements.MOST, Elements.MOST).toArray();
    }

    /** One rank puts, all get; fewer elements than ranks, and none, are among them. */
    @RankTest(ranks = {1, 4})
    void shouldHaveWhatWasPutInElementsAndRangesOfAllTypes(Job job) {
        SplittableRandom random = Seed.of("ranges");
        for (int round = 0; round < ROUNDS; round++) {
            int length = round == 0 ? 0 : round == 1 ? 1 + random.nextInt(3) : random.nextInt(200);
            Distribution distribution = Elements.random(random, length);
            for (GlobalArray array : Elements.ofEveryType(job.world(), distribution)) {
                long[] model = new long[length];
                for (int step = 0; step < STEPS; step++) {
                    change(job, array, model, random);
                    array.barrier();
                    int from = random.nextInt(length + 1);
                    int count = random.nextInt(length - from + 1);
                    int first = random.nextInt(3);
                    long[] expected = new long[first + count];
                    System.arraycopy(model, from, expected, first, count);
                    assertArrayEquals(expected, Elements.getRange(array, from, first, count), array.toString());
                    if (length > 0) {
                        int index = random.nextInt(length);
                        assertEquals(model[index], Elements.get(array, index), array + ", element " + index);
                    }
                    array.barrier();
                }
                checkLocal(job, array, model);
                array.close();
            }
        }
    }

    private static void change(Job job, GlobalArray array, long[] model, SplittableRandom random) {
        int writer = random.nextInt(job.size());
        int from = random.nextInt(model.length + 1);
        int count = random.nextInt(model.length - from + 1);
        long[] source = values(random, 2 + count);
        System.arraycopy(source, 1, model, from, count);
        if (writer == job.rank()) {
            Elements.putRange(array, from, source, 1, count);
        }
        if (model.length > 0) {
            int index = random.nextInt(model.length);
            model[index] = source[0];
            if (writer == job.rank()) {
                Elements.put(array, index, source[0]);
            }
        }
    }

    /** What this rank has, by its own memory, by accessors and by visits: each element once, on one rank. */
    private static void checkLocal(Job job, GlobalArray array, long[] model) {
        Distribution distribution = array.distribution();
        assertEquals(distribution.localElements(job.rank()), array.localLength());
        assertEquals(array.localLength() * bytes(array), array.local().byteSize());
        long[] seen = Elements.forEachLocal(array);
        for (int i = 0; i < model.length; i++) {
            boolean isOwn = distribution.owner(i) == job.rank();
            assertEquals(isOwn ? model[i] : 0, seen[i], array + ", element " + i);
            if (isOwn) {
                assertEquals(model[i], Elements.getLocal(array, distribution.localIndex(i)));
                Elements.putLocal(array, distribution.localIndex(i), model[i] + 1);
            }
        }
        Elements.updateLocal(array, (i, x) -> x * 2 + i);
        array.barrier();
        for (int i = 0; i < model.length; i++) {
            assertEquals((model[i] + 1) * 2 + i, Elements.get(array, i), array + ", element " + i);
        }
        array.barrier();
    }

    private static int bytes(GlobalArray array) {
        return switch (array) {
            case IntArray _ -> Integer.BYTES;
            case LongArray _ -> Long.BYTES;
            case FloatArray _ -> Float.BYTES;
            case DoubleArray _ -> Double.BYTES;
        };
    }

    /** Between any two distributions, and again; the first one stays as it was. */
    @RankTest
    void shouldKeepEveryElementWhenDealtAnotherWay(Job job) {
        SplittableRandom random = Seed.of("redistributions");
        for (int round = 0; round < 2 * Elements.TYPES; round++) {
            int length = round == 0 ? 2 : random.nextInt(300);
            Distribution first = Elements.random(random, length);
            Distribution second = Elements.random(random, length);
            long[] model = values(random, length);
            GlobalArray array = Elements.ofType(round % Elements.TYPES, job.world(), first);
            Elements.updateLocal(array, (i, _) -> model[(int) i]);
            GlobalArray dealt = Elements.redistribute(array, second);
            assertEquals(second.over(job.size()), dealt.distribution());
            assertArrayEquals(model, Elements.getRange(dealt, 0, 0, length), first + " to " + second);
            assertArrayEquals(model, Elements.getRange(array, 0, 0, length), first + " stays");
            Elements.fill(array, 7);
            assertArrayEquals(model, Elements.getRange(dealt, 0, 0, length), "a copy is of its own");
            assertTrue(Arrays.stream(Elements.getRange(array, 0, 0, length)).allMatch(x -> x == 7));
            dealt.close();
            array.close();
        }
    }

    @RankTest
    void shouldCopyIntoAnArrayThatIsThere(Job job) {
        DoubleArray from = DoubleArray.create(job.world(), Distribution.cyclic(50));
        DoubleArray to = DoubleArray.create(job.world(), Distribution.block(50));
        from.updateLocal((i, _) -> i / 3.0);
        to.copyFrom(from);
        to.forEachLocal((i, x) -> assertEquals(i / 3.0, x));
        DoubleArray copy = to.copy();
        copy.forEachLocal((i, x) -> assertEquals(i / 3.0, x));
        assertEquals(to.distribution(), copy.distribution());
        List.of(copy, to, from).forEach(GlobalArray::close);
    }

    /** The order is that of each rank's elements, then that of ranks: left folds, compared by their bits. */
    @RankTest
    void shouldFoldInTheOrderOfRanksBitForBit(Job job) {
        SplittableRandom random = Seed.of("folds");
        for (int round = 0; round < ROUNDS; round++) {
            int length = round == 0 ? 1 : 1 + random.nextInt(300);
            double[] model = random.doubles(length, -1e6, 1e6).map(x -> x * Math.abs(x)).toArray();
            Distribution distribution = Elements.random(random, length).over(job.size());
            DoubleArray doubles = DoubleArray.create(job.world(), distribution);
            FloatArray floats = FloatArray.create(job.world(), distribution);
            doubles.updateLocal((i, _) -> model[(int) i]);
            floats.updateLocal((i, _) -> (float) model[(int) i]);
            double[] floated = Arrays.stream(model).map(x -> (float) x).toArray();
            assertEquals(fold(distribution, model, true), doubles.sum());
            assertEquals(fold(distribution, model, false), doubles.product());
            assertEquals(fold(distribution, floated, true), floats.sum());
            assertEquals(fold(distribution, floated, false), floats.product());
            assertEquals(Arrays.stream(model).min().orElseThrow(), doubles.min());
            assertEquals(Arrays.stream(model).max().orElseThrow(), doubles.max());
            assertEquals(Arrays.stream(floated).min().orElseThrow(), floats.min());
            assertEquals(Arrays.stream(floated).max().orElseThrow(), floats.max());
            floats.close();
            doubles.close();
        }
    }

    private static double fold(Distribution distribution, double[] model, boolean isSum) {
        double total = 0;
        boolean isFirst = true;
        for (int rank = 0; rank < distribution.ranks(); rank++) {
            long count = distribution.localElements(rank);
            double part = 0;
            for (long i = 0; i < count; i++) {
                double x = model[(int) distribution.globalIndex(rank, i)];
                part = i == 0 ? x : isSum ? part + x : part * x;
            }
            if (count > 0) {
                total = isFirst ? part : isSum ? total + part : total * part;
                isFirst = false;
            }
        }
        return total;
    }

    @RankTest
    void shouldFoldWholeNumbersOfAllTypes(Job job) {
        for (GlobalArray array : Elements.ofEveryType(job.world(), Distribution.cyclic(6))) {
            Elements.updateLocal(array, (i, _) -> (i + 1) * (i % 2 == 0 ? 1 : -1));
            assertEquals(List.of(-3L, -720L, -6L, 5L),
                    Elements.folds(array).stream().map(Number::longValue).toList(), array.toString());
            array.close();
        }
    }

    /** By operators that tell one order from another; some ranks have no elements. */
    @RankTest
    void shouldReduceByAnOperatorOfTheProgramsInTheOrderOfRanks(Job job) {
        for (long length : new long[]{0, 2, 10}) {
            for (GlobalArray array : Elements.ofEveryType(job.world(), Distribution.blockCyclic(length, 2))) {
                Elements.updateLocal(array, (i, _) -> i + 1);
                Distribution dealt = array.distribution();
                long last = 0;
                for (int rank = 0; rank < job.size(); rank++) {
                    long count = dealt.localElements(rank);
                    last = count == 0 ? last : dealt.globalIndex(rank, count - 1) + 1;
                }
                // associative, and not commutative: 0 is its neutral element
                assertEquals(last, Elements.reduce(array, 0, (x, y) -> y == 0 ? x : y), array.toString());
                assertEquals(Math.min(length, 1), Elements.reduce(array, 0, (x, y) -> x == 0 ? y : x));
                assertEquals(length, Elements.reduce(array, 0, Math::max));
                array.close();
            }
        }
    }

    @RankTest
    void shouldThrowOnAllRanksWhenAnOperatorThrowsOnOne(Job job) {
        LongArray array = LongArray.create(job.world(), Distribution.block(6));
        array.updateLocal((i, _) -> i);
        if (job.rank() == 1) {
            assertThrows(ArithmeticException.class, () -> array.reduce(0, (x, y) -> Math.toIntExact(1L << 40) + x + y));
        } else {
            assertIllegal("reduce", () -> array.reduce(0, Long::sum),
                    "LongArray.reduce: the operator has thrown on rank 1 of the team");
        }
        assertIllegal("null", () -> array.reduce(0, null), "LongArray.reduce: the operator is null");
        assertEquals(15, array.reduce(0, Long::sum));
        array.close();
    }

    @RankTest
    void shouldKeepZerosSignsAndNaNs(Job job) {
        DoubleArray array = DoubleArray.create(job.world(), Distribution.block(10));
        array.fill(-0.0);
        assertEquals(-0.0, array.sum());
        assertEquals(-0.0, array.min());
        array.barrier();
        if (job.rank() == 0) {
            array.put(7, Double.NaN);
        }
        assertTrue(Double.isNaN(array.sum()) && Double.isNaN(array.min()) && Double.isNaN(array.max()));
        array.close();
        DoubleArray empty = DoubleArray.create(job.world(), Distribution.block(0));
        assertEquals(0.0, empty.sum());
        assertEquals(1.0, empty.product());
        empty.close();
    }
}
