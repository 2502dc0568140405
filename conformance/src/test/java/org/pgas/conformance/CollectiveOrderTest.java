package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

import org.pgas.DataType;
import org.pgas.Job;
import org.pgas.Opcode;
import org.pgas.coll.Collectives;
import org.pgas.coll.Reduction;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/** Results of reductions are the left fold in the order of ranks, bit by bit: for all sizes, forms, ranks and runs. */
@RankDefaults(ranks = {2, 3, 8}, segment = "2m")
@AcrossNeighbourhoods
class CollectiveOrderTest {
    private static final Reduction SUM = Reduction.of(DataType.DBL, Opcode.ADD);

    /** Sums of them depend on the order: large numbers that cancel each other, and small ones. */
    private static double[] operand(String name, int rank, int count) {
        SplittableRandom random = Seed.of(name + rank);
        double[] operand = new double[count];
        for (int i = 0; i < count; i++) {
            operand[i] = Math.scalb(random.nextDouble() - 0.5, random.nextInt(-100, 100));
        }
        return operand;
    }

    private static double[] sums(String name, int ranks, int count) {
        double[] sums = operand(name, 0, count);
        for (int rank = 1; rank < ranks; rank++) {
            double[] operand = operand(name, rank, count);
            for (int i = 0; i < count; i++) {
                sums[i] += operand[i];
            }
        }
        return sums;
    }

    private static void assertSame(double[] expected, double[] found, String what) {
        assertArrayEquals(Arrays.stream(expected).mapToLong(Double::doubleToRawLongBits).toArray(),
                Arrays.stream(found).mapToLong(Double::doubleToRawLongBits).toArray(), what);
    }

    @RankTest
    void shouldFoldFromTheLeftWhateverTheFormAndTheMemory(Job job) {
        Collectives on = Collectives.of(job.world());
        MemorySegment own = job.endpoint().segment().local();
        for (int count : new int[]{1, 2, 9, 10, 13, 14, 64, 511, 512, 513, 4096, 16_384, 16_385, 50_001}) {
            String name = count + " doubles of rank ";
            double[] operand = operand(name, job.rank(), count);
            double[] expected = sums(name, job.size(), count);
            MemorySegment.copy(operand, 0, own, ValueLayout.JAVA_DOUBLE, 0, count);
            MemorySegment inSegment = own.asSlice(0, 8L * count);
            MemorySegment result = own.asSlice(1 << 20, 8L * count);

            double[] found = new double[count];
            on.reduceToAll(MemorySegment.ofArray(found), MemorySegment.ofArray(operand), SUM);
            assertSame(expected, found, count + " of arrays");

            on.reduceToAll(result, inSegment, SUM);
            assertSame(expected, result.toArray(ValueLayout.JAVA_DOUBLE), count + " of segments");

            // each rank has its operands and results elsewhere
            Arrays.fill(found, 0);
            on.reduceToAllNb(MemorySegment.ofArray(found),
                    job.rank() % 2 == 0 ? inSegment : MemorySegment.ofArray(operand),
                    SUM).await();
            assertSame(expected, found, count + " of both");

            on.reduceToAll(found, operand, Opcode.ADD);
            assertSame(expected, found, count + " by the form for arrays");

            for (int root = 0; root < job.size(); root++) {
                Arrays.fill(found, 0);
                on.reduceToOne(root, MemorySegment.ofArray(found), MemorySegment.ofArray(operand), SUM);
                assertSame(job.rank() == root ? expected : new double[count], found, count + " to root " + root);
            }

            on.scan(MemorySegment.ofArray(found), inSegment, SUM);
            assertSame(sums(name, job.rank() + 1, count), found, count + " by scan");

            System.arraycopy(operand, 0, found, 0, count);
            on.reduceToAll(MemorySegment.ofArray(found), MemorySegment.ofArray(found), SUM);
            assertSame(expected, found, count + " in place");
            on.reduceToAll(inSegment, inSegment, SUM);
            assertSame(expected, inSegment.toArray(ValueLayout.JAVA_DOUBLE), count + " in place in the segment");
        }
        job.world().barrier();
    }

    @RankTest
    void shouldFoldNumbersFromTheLeft(Job job) {
        Collectives on = Collectives.of(job.world());
        for (int round = 0; round < 300; round++) {
            String name = "round " + round + " of rank ";
            double expected = sums(name, job.size(), 1)[0];
            double found = on.reduceToAll(operand(name, job.rank(), 1)[0], SUM);
            assertEquals(Double.doubleToRawLongBits(expected), Double.doubleToRawLongBits(found), name);
        }
        job.world().barrier();
    }

    /** Whose members learn from a count how far all are, and, where each has a core, read bundles of groups. */
    @RankTest(ranks = 12, settings = "pgas.checks=off")
    void shouldFoldFromTheLeftAndKeepSlotsApartInLargeTeams(Job job) {
        Collectives on = Collectives.of(job.world());
        double[] found = new double[2];
        long[] all = new long[job.size()];
        for (int round = 0; round < 200; round++) {
            String name = "large, round " + round + " of rank ";
            double number = on.reduceToAll(operand(name, job.rank(), 1)[0], SUM);
            assertSame(sums(name, job.size(), 1), new double[]{number}, name);
            // as many broadcasts as there are slots, and more, with nothing else between them
            for (int turn = 0; turn < 20; turn++) {
                int root = (round + turn) % job.size();
                assertEquals(round * 100 + turn, on.broadcast(root, job.rank() == root ? round * 100L + turn : -1));
            }
            on.reduceToAll(found, operand(name, job.rank(), 2), Opcode.ADD);
            assertSame(sums(name, job.size(), 2), found, name);
            on.allGather(all, new long[]{round * 100L + job.rank()});
            int now = round;
            assertArrayEquals(LongStream.range(0, job.size()).map(rank -> now * 100L + rank).toArray(), all, name);
        }
        job.world().barrier();
    }

    /** For user operations too, whether the program calls them commutative or not. */
    @RankTest
    void shouldKeepTheOrderOfOperandsOfUserOperations(Job job) {
        Collectives on = Collectives.of(job.world());
        Reduction digits = Reduction.userOrdered(DataType.I64, CollectiveOrderTest::append);
        for (int count : new int[]{1, 10, 13, 600, 20_000}) {
            long[] found = new long[count];
            long[] operand = new long[count];
            for (int i = 0; i < count; i++) {
                operand[i] = digit(job.rank(), i);
            }
            on.reduceToAll(MemorySegment.ofArray(found), MemorySegment.ofArray(operand), digits);
            for (int i = 0; i < count; i++) {
                assertEquals(digits(job.size(), i), found[i], count + " elements, element " + i);
            }
            on.exscan(MemorySegment.ofArray(found), MemorySegment.ofArray(operand), digits);
            for (int i = 0; i < count; i++) {
                assertEquals(job.rank() == 0 ? digits(job.size(), i) : digits(job.rank(), i), found[i],
                        count + " elements, element " + i);
            }
        }
        job.world().barrier();
    }

    /**
     * A number of decimal digits and, above them, how many there are: joined, which is associative and not commutative.
     */
    private static long digit(int rank, int i) {
        return 1L << 56 | (rank + i) % 10;
    }

    private static long digits(int ranks, int i) {
        long digits = 0;
        for (int rank = 0; rank < ranks; rank++) {
            digits = 10 * digits + (rank + i) % 10;
        }
        return (long) ranks << 56 | digits;
    }

    private static void append(MemorySegment left, MemorySegment right, long count) {
        for (long i = 0; i < count; i++) {
            long first = left.getAtIndex(ValueLayout.JAVA_LONG, i);
            long second = right.getAtIndex(ValueLayout.JAVA_LONG, i);
            long shifted = first & ~0L >>> 8;
            for (long digit = second >>> 56; digit > 0; digit--) {
                shifted *= 10;
            }
            right.setAtIndex(ValueLayout.JAVA_LONG, i,
                    (first >>> 56) + (second >>> 56) << 56 | shifted + (second & ~0L >>> 8));
        }
    }
}
