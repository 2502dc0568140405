package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.util.Arrays;
import java.util.SplittableRandom;

import org.pgas.DataType;
import org.pgas.Job;
import org.pgas.Opcode;
import org.pgas.coll.Collectives;
import org.pgas.coll.Reduction;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/** The forms of collectives that take numbers and arrays of them. */
@RankDefaults(ranks = {1, 2, 5}, segment = "4k")
@AcrossNeighbourhoodsAsThreads
class CollectiveArraysTest {
    private static final int[] LENGTHS = {0, 1, 2, 13, 14, 100, 1025, 40_000};

    @RankTest
    void shouldBroadcastNumbersFromAnyRoot(Job job) {
        Collectives on = Collectives.of(job.world());
        for (int round = 0; round < 100; round++) {
            int root = round % job.size();
            assertEquals(round * 1000L + root, on.broadcast(root, round * 1000L + job.rank()));
            assertEquals(round + root / 8.0, on.broadcast(root, round + job.rank() / 8.0));
        }
    }

    @RankTest
    void shouldReduceNumbers(Job job) {
        Collectives on = Collectives.of(job.world());
        int n = job.size();
        Reduction unsigned = Reduction.of(DataType.U64, Opcode.MAX);
        for (long round = 0; round < 100; round++) {
            assertEquals(n * round + n * (n - 1) / 2,
                    on.reduceToAll(round + job.rank(), Reduction.of(DataType.I64, Opcode.ADD)));
            assertEquals(job.size() == 1 ? 0 : -1L, on.reduceToAll(-(long) Math.min(1, job.rank()), unsigned));
            assertEquals(round, on.reduceToAll((double) round + job.rank(), Reduction.of(DataType.DBL, Opcode.MIN)));
        }
        assertIllegal("double", () -> on.reduceToAll(1.0, Reduction.of(DataType.FLT, Opcode.ADD)), "double", "DBL");
        assertIllegal("long", () -> on.reduceToAll(1L, Reduction.of(DataType.I32, Opcode.ADD)), "long", "I64");
        assertIllegal("long", () -> on.reduceToAll(1L, Reduction.of(DataType.DBL, Opcode.ADD)), "long", "I64");
        assertIllegal("root", () -> on.broadcast(job.size(), 1L), "root " + job.size());
    }

    private static long[] longs(int round, int rank, int length) {
        return new SplittableRandom(31L * round + rank).longs(length).toArray();
    }

    private static double[] doubles(int round, int rank, int length) {
        return new SplittableRandom(31L * round + rank).doubles(length, -1, 1).toArray();
    }

    private static int[] ints(int round, int rank, int length) {
        return new SplittableRandom(31L * round + rank).ints(length).toArray();
    }

    private static float[] floats(int round, int rank, int length) {
        float[] result = new float[length];
        double[] from = doubles(round, rank, length);
        for (int i = 0; i < length; i++) {
            result[i] = (float) from[i];
        }
        return result;
    }

    private static byte[] bytes(int round, int rank, int length) {
        byte[] result = new byte[length];
        new SplittableRandom(31L * round + rank).nextBytes(result);
        return result;
    }

    @RankTest
    void shouldBroadcastArraysInPlace(Job job) {
        Collectives on = Collectives.of(job.world());
        SplittableRandom random = Seed.of("roots");
        for (int length : LENGTHS) {
            for (int round = 0; round < 3; round++) {
                int root = random.nextInt(job.size());
                long[] longs = longs(round, job.rank(), length);
                on.broadcast(root, longs);
                assertArrayEquals(longs(round, root, length), longs);
                double[] doubles = doubles(round, job.rank(), length);
                on.broadcastNb(root, doubles).await();
                assertArrayEquals(doubles(round, root, length), doubles);
                int[] ints = ints(round, job.rank(), length);
                on.broadcast(root, ints);
                assertArrayEquals(ints(round, root, length), ints);
                float[] floats = floats(round, job.rank(), length);
                on.broadcastNb(root, floats).await();
                assertArrayEquals(floats(round, root, length), floats);
                byte[] bytes = bytes(round, job.rank(), length);
                on.broadcast(root, bytes);
                assertArrayEquals(bytes(round, root, length), bytes);
            }
        }
    }

    @RankTest
    void shouldReduceArraysAndLeaveTheSourcesAlone(Job job) {
        Collectives on = Collectives.of(job.world());
        for (int length : LENGTHS) {
            long[] longs = longs(7, job.rank(), length);
            long[] longSums = new long[length];
            on.reduceToAll(longSums, longs, Opcode.XOR);
            int[] ints = ints(7, job.rank(), length);
            int[] intSums = new int[length];
            on.reduceToAllNb(intSums, ints, Opcode.ADD).await();
            double[] doubles = doubles(7, job.rank(), length);
            double[] doubleSums = new double[length];
            on.reduceToAllNb(doubleSums, doubles, Opcode.ADD).await();
            float[] floats = floats(7, job.rank(), length);
            float[] floatSums = new float[length];
            on.reduceToAll(floatSums, floats, Opcode.MULT);
            long[] expectedLongs = longs(7, 0, length);
            int[] expectedInts = ints(7, 0, length);
            double[] expectedDoubles = doubles(7, 0, length);
            float[] expectedFloats = floats(7, 0, length);
            for (int rank = 1; rank < job.size(); rank++) {
                long[] l = longs(7, rank, length);
                int[] k = ints(7, rank, length);
                double[] d = doubles(7, rank, length);
                float[] f = floats(7, rank, length);
                for (int i = 0; i < length; i++) {
                    expectedLongs[i] ^= l[i];
                    expectedInts[i] += k[i];
                    expectedDoubles[i] += d[i];
                    expectedFloats[i] *= f[i];
                }
            }
            assertArrayEquals(expectedLongs, longSums);
            assertArrayEquals(expectedInts, intSums);
            assertArrayEquals(expectedDoubles, doubleSums);
            assertArrayEquals(expectedFloats, floatSums);
            assertArrayEquals(longs(7, job.rank(), length), longs);
            assertArrayEquals(doubles(7, job.rank(), length), doubles);
        }
        assertIllegal("reduceToAll", () -> on.reduceToAll(new double[1], new double[1], Opcode.AND), "AND", "DBL");
        assertIllegal("reduceToAll", () -> on.reduceToAll(new long[1], new long[1], Opcode.CAS), "CAS");
    }

    @RankTest
    void shouldGatherArraysInTheOrderOfRanks(Job job) {
        Collectives on = Collectives.of(job.world());
        for (int length : new int[]{0, 1, 20, 3000}) {
            double[] doubles = new double[job.size() * length];
            on.allGather(doubles, doubles(3, job.rank(), length));
            long[] longs = new long[job.size() * length];
            on.allGatherNb(longs, longs(3, job.rank(), length)).await();
            int[] ints = new int[job.size() * length];
            on.allGather(ints, ints(3, job.rank(), length));
            float[] floats = new float[job.size() * length];
            on.allGatherNb(floats, floats(3, job.rank(), length)).await();
            byte[] bytes = new byte[job.size() * length];
            on.allGather(bytes, bytes(3, job.rank(), length));
            for (int rank = 0; rank < job.size(); rank++) {
                int from = rank * length;
                assertArrayEquals(doubles(3, rank, length), Arrays.copyOfRange(doubles, from, from + length));
                assertArrayEquals(longs(3, rank, length), Arrays.copyOfRange(longs, from, from + length));
                assertArrayEquals(ints(3, rank, length), Arrays.copyOfRange(ints, from, from + length));
                assertArrayEquals(floats(3, rank, length), Arrays.copyOfRange(floats, from, from + length));
                assertArrayEquals(bytes(3, rank, length), Arrays.copyOfRange(bytes, from, from + length));
            }
        }
    }
}
