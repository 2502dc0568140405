package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

import org.pgas.Job;
import org.pgas.coll.Collectives;
import org.pgas.mpi.Assertions;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.Op;
import org.pgas.mpi.Window;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/**
 * Accumulates and their siblings, of all ranks at once: nothing is lost or torn, whether a part is mapped or reached by
 * messages.
 */
@RankDefaults(ranks = 3, segment = "64k")
@AcrossNeighbourhoods
class MpiAccumulateTest {
    private static final int RANKS = 3;
    private static final int BLOCK = 64 << 10;
    private static final int BYTES = 3 * BLOCK;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

    /** Longs to which all add: at places that are aligned to nothing, and over the end of a block of locks. */
    private static final int SUMS = BLOCK - 8003;

    private static final int LONGS = 2000;

    /** Pairs of a double and an int, one of which reaches over the end of the next block. */
    private static final int PAIRS = 2 * BLOCK - 16 * 100 + 7;

    private static final int PAIR_COUNT = 200;

    /** A rank that fails leaves its window as it is: to free it would be to wait for the others. */
    private static void onEachWindow(Job job, Consumer<Window> body) {
        Window mapped = Window.allocate(job.world(), BYTES, 1);
        body.accept(mapped);
        mapped.free();
        Window local = Window.create(job.world(), MemorySegment.ofArray(new byte[BYTES]), 1);
        body.accept(local);
        local.free();
    }

    /** As puts of nothing are: whatever the elements would be, and wherever. */
    @RankTest(ranks = 2)
    void shouldAcceptAccumulatesOfNoElements(Job job) {
        Datatype none = Datatype.contiguous(0, Datatype.INT).commit();
        MemorySegment empty = MemorySegment.ofArray(new long[0]);
        onEachWindow(job, window -> {
            int peer = 1 - job.rank();
            window.fence(0);
            for (Datatype origin : new Datatype[]{none, Datatype.DOUBLE, Datatype.DOUBLE_INT}) {
                for (long place : new long[]{0, BYTES, -1}) {
                    int count = origin == none ? 3 : 0;
                    window.put(empty, count, origin, peer, place, 0, Datatype.LONG);
                    window.accumulate(empty, count, origin, peer, place, 0, Datatype.LONG, Op.SUM);
                    window.accumulate(empty, count, origin, peer, place, 7, none, Op.REPLACE);
                    window.getAccumulate(empty, count, origin, empty, 0, Datatype.BYTE, peer, place, 0, Datatype.LONG,
                            Op.SUM);
                    window.getAccumulate(null, 0, null, empty, 0, Datatype.BYTE, peer, place, 7, none, Op.NO_OP);
                }
            }
            assertIllegal("some", () -> window.getAccumulate(longs(1), 1, Datatype.LONG, empty, 0, Datatype.LONG, peer,
                    0, 0, Datatype.LONG, Op.SUM), "1 elements", "only 0");
            assertIllegal("no op", () -> window.accumulate(empty, 0, Datatype.LONG, peer, 0, 0, Datatype.LONG, null),
                    "null");
            window.fence(16);
        });
        none.free();
    }

    private static MemorySegment longs(long... values) {
        return MemorySegment.ofArray(values);
    }

    /** What a rank adds in one call: i + {@code first} to the i-th of its places. */
    private record Addition(int target, int kind, int start, int count, long first) {
        static Addition draw(SplittableRandom random) {
            int count = 1 + random.nextInt(random.nextInt(4) == 0 ? 600 : 20);
            return new Addition(random.nextInt(RANKS), random.nextInt(4), random.nextInt(LONGS - 3 * count + 1), count,
                    random.nextInt());
        }

        /** Which long the i-th is. */
        int place(int i) {
            return switch (kind) {
                case 0 -> start + i;
                case 1 -> start + 3 * i;
                case 2 -> start + count - 1 - i;
                default -> start;
            };
        }

        int size() {
            return kind == 3 ? 1 : count;
        }

        void add(Window window, List<Datatype> types) {
            long[] origin = new long[count];
            for (int i = 0; i < count; i++) {
                origin[i] = first + i;
            }
            if (kind == 0) {
                window.accumulate(longs(origin), count, Datatype.LONG, target, SUMS + 8L * start, count,
                        Datatype.LONG, Op.SUM);
                return;
            }
            if (kind == 3) {
                window.fetchAndOp(first, target, SUMS + 8L * start, Op.SUM);
                return;
            }
            long[] displacements = new long[count];
            for (int i = 0; i < count; i++) {
                displacements[i] = 8L * (place(i) - start);
            }
            Datatype type = (kind == 1 ? Datatype.vector(count, 1, 3, Datatype.LONG)
                    : Datatype.hindexedBlock(1, displacements, Datatype.LONG)).commit();
            types.add(type);
            window.accumulate(longs(origin), count, Datatype.LONG, target, SUMS + 8L * start, 1, type, Op.SUM);
        }
    }

    /** A rank's contribution to a pair: a few values, so that many are equal. */
    private static double value(SplittableRandom random) {
        return random.nextInt(4) - 1;
    }

    @RankTest
    void shouldLoseNoUpdateOfAnyShape(Job job) {
        onEachWindow(job, window -> {
            List<Datatype> types = new ArrayList<>();
            SplittableRandom own = Seed.of("sums " + job.rank());
            SplittableRandom ownPairs = Seed.of("pairs " + job.rank());
            window.fence(Assertions.NOPRECEDE);
            for (int round = 0; round < 60; round++) {
                Addition.draw(own).add(window, types);
                if (round % 6 == 0) {
                    addPairs(window, ownPairs);
                }
            }
            window.fence(Assertions.NOSUCCEED);
            types.forEach(Datatype::free);
            assertSums(window);
            assertPairs(window);
        });
    }

    /** Nothing is of every shape, too. */
    @RankTest(ranks = 2)
    void shouldTakeNoElementsOfAnyType(Job job) {
        Datatype thinned = Datatype.indexed(new int[]{2, 1}, new int[]{0, 3}, Datatype.INT);
        Datatype many = Datatype.hvector(4096, 1, 100, thinned).commit();
        onEachWindow(job, window -> {
            MemorySegment none = MemorySegment.ofArray(new int[0]);
            window.fence(Assertions.NOPRECEDE);
            window.put(none, 0, many, 1, 0, 0, many);
            window.get(none, 0, many, 1, 0, 0, many);
            window.accumulate(none, 0, many, 1, 0, 0, many, Op.SUM);
            window.accumulate(none, 0, Datatype.INT, 1, 0, 0, many, Op.SUM);
            window.getAccumulate(none, 0, many, none, 0, many, 1, 0, 0, many, Op.SUM);
            window.getAccumulate(null, 0, null, none, 0, many, 1, 0, 0, many, Op.NO_OP);
            window.fence(Assertions.NOSUCCEED);
            assertEquals(-1, window.memory().mismatch(MemorySegment.ofArray(new byte[BYTES])));
        });
    }

    private static void addPairs(Window window, SplittableRandom random) {
        MemorySegment origin = MemorySegment.ofArray(new byte[16 * PAIR_COUNT]);
        for (int i = 0; i < PAIR_COUNT; i++) {
            origin.set(DOUBLE, 16L * i, value(random));
            origin.set(INT, 16L * i + 8, random.nextInt(-20, 20));
        }
        for (int target = 0; target < RANKS; target++) {
            window.accumulate(origin, PAIR_COUNT, Datatype.DOUBLE_INT, target, PAIRS, PAIR_COUNT, Datatype.DOUBLE_INT,
                    Op.MAXLOC);
        }
    }

    private static void assertSums(Window window) {
        long[] expected = new long[LONGS];
        for (int rank = 0; rank < RANKS; rank++) {
            SplittableRandom random = Seed.of("sums " + rank);
            for (int round = 0; round < 60; round++) {
                Addition addition = Addition.draw(random);
                for (int i = 0; addition.target == window.rank() && i < addition.size(); i++) {
                    expected[addition.place(i)] += addition.first + i;
                }
            }
        }
        for (int i = 0; i < LONGS; i++) {
            assertEquals(expected[i], window.memory().get(LONG, SUMS + 8L * i), "long " + i);
        }
    }

    private static void assertPairs(Window window) {
        double[] values = new double[PAIR_COUNT];
        int[] indices = new int[PAIR_COUNT];
        for (int rank = 0; rank < RANKS; rank++) {
            SplittableRandom random = Seed.of("pairs " + rank);
            for (int round = 0; round < 60; round += 6) {
                for (int i = 0; i < PAIR_COUNT; i++) {
                    double value = value(random);
                    int index = random.nextInt(-20, 20);
                    if (value > values[i] || value == values[i] && index < indices[i]) {
                        values[i] = value;
                        indices[i] = index;
                    }
                }
            }
        }
        for (int i = 0; i < PAIR_COUNT; i++) {
            assertEquals(values[i], window.memory().get(DOUBLE, PAIRS + 16L * i), "value " + i);
            assertEquals(indices[i], window.memory().get(INT, PAIRS + 16L * i + 8), "index of " + i);
        }
    }

    @RankTest
    void shouldLetNobodyFetchWhatAnotherHas(Job job) {
        onEachWindow(job, window -> {
            int each = 90;
            int total = each * RANKS;
            long counter = BLOCK - 3;
            long[] marks = new long[total];
            window.lockAll(Assertions.NONE);
            for (int i = 0; i < each; i++) {
                marks[(int) window.fetchAndOp(1, 1, counter, Op.SUM)]++;
            }
            for (int i = 0; i < each; i++) {
                long seen = window.fetchAndOp(0, 2, counter, Op.NO_OP);
                long found = window.compareAndSwap(seen, seen + 1, 2, counter);
                while (found != seen) {
                    seen = found;
                    found = window.compareAndSwap(seen, seen + 1, 2, counter);
                }
            }
            long[] olds = fetchAll(window, each);
            job.world().barrier();
            assertEquals(total, window.fetchAndOp(0, 1, counter, Op.NO_OP));
            assertEquals(total, window.fetchAndOp(0, 2, counter, Op.NO_OP));
            window.unlockAll();
            for (long sum : sums(job, marks)) {
                assertEquals(1, sum, "how often a ticket was given");
            }
            for (long sum : sums(job, olds)) {
                assertEquals(total * (total - 1L) / 2, sum, "what all found before they added 1");
            }
        });
    }

    private static long[] sums(Job job, long[] own) {
        long[] all = new long[own.length * RANKS];
        Collectives.of(job.world()).allGather(MemorySegment.ofArray(all), MemorySegment.ofArray(own));
        long[] sums = new long[own.length];
        for (int i = 0; i < all.length; i++) {
            sums[i % own.length] += all[i];
        }
        return sums;
    }

    /** Adds 1 to each of a hundred longs, in several shapes, and answers the sums of what was there before. */
    private static long[] fetchAll(Window window, int rounds) {
        int count = 100;
        long first = 2 * BLOCK - 403;
        Datatype half = Datatype.vector(count / 2, 1, 2, Datatype.LONG).commit();
        long[] ones = new long[2 * count];
        Arrays.fill(ones, 1);
        long[] sums = new long[count];
        long[] found = new long[2 * count];
        for (int round = 0; round < rounds; round++) {
            switch (round % 3) {
                case 0 -> window.getAccumulate(longs(ones), count, Datatype.LONG, longs(found), count, Datatype.LONG,
                        0, first, count, Datatype.LONG, Op.SUM);
                case 1 -> {
                    for (int odd = 0; odd < 2; odd++) {
                        window.getAccumulate(longs(ones), count / 2, Datatype.LONG,
                                MemorySegment.ofArray(found).asSlice(8 * odd), 1, half, 0, first + 8 * odd, 1, half,
                                Op.SUM);
                    }
                }
                default -> {
                    for (int i = 0; i < count; i++) {
                        window.fetchAndOp(longs(ones), MemorySegment.ofArray(found).asSlice(8L * i), Datatype.LONG, 0,
                                first + 8L * i, Op.SUM);
                    }
                }
            }
            window.flush(0);
            for (int i = 0; i < count; i++) {
                sums[i] += found[i];
            }
        }
        half.free();
        return sums;
    }

    /**
     * Elements of two parts that belong together, some of them over the end of a block: whoever reads finds both of one
     * update.
     */
    @RankTest
    void shouldNotTearAnElement(Job job) {
        onEachWindow(job, window -> {
            int count = 8;
            long pairs = BLOCK - 7 - 32;
            long complex = 2 * BLOCK - 5 - 64;
            SplittableRandom random = Seed.of("values " + job.rank());
            MemorySegment origin = MemorySegment.ofArray(new byte[16 * count]);
            MemorySegment ones = MemorySegment.ofArray(new double[2 * count]);
            MemorySegment found = MemorySegment.ofArray(new byte[16 * count]);
            Datatype spread = Datatype.vector(count / 2, 1, 2, Datatype.DOUBLE_COMPLEX).commit();
            for (int i = 0; i < count; i++) {
                ones.set(DOUBLE, 16L * i, 1);
                ones.set(DOUBLE, 16L * i + 8, -1);
            }
            window.lockAll(Assertions.NONE);
            for (int round = 1; round <= 150; round++) {
                for (int i = 0; i < count; i++) {
                    int number = 10 * round + random.nextInt(30);
                    origin.set(DOUBLE, 16L * i, number);
                    origin.set(INT, 16L * i + 8, 7 * number);
                }
                window.accumulate(origin, count, Datatype.DOUBLE_INT, 0, pairs, count, Datatype.DOUBLE_INT, Op.MAXLOC);
                if (round % 2 == 0) {
                    window.accumulate(ones, count, Datatype.DOUBLE_COMPLEX, 1, complex, count, Datatype.DOUBLE_COMPLEX,
                            Op.SUM);
                } else {
                    window.accumulate(ones, count / 2, Datatype.DOUBLE_COMPLEX, 1, complex, 1, spread, Op.SUM);
                    window.accumulate(ones, 1, spread, 1, complex + 16, 1, spread, Op.SUM);
                }
                window.getAccumulate(null, 0, null, found, count, Datatype.DOUBLE_INT, 0, pairs, count,
                        Datatype.DOUBLE_INT, Op.NO_OP);
                window.flush(0);
                for (int i = 0; i < count; i++) {
                    assertEquals(7 * found.get(DOUBLE, 16L * i), found.get(INT, 16L * i + 8), "index of " + i);
                }
                window.getAccumulate(null, 0, null, found, count, Datatype.DOUBLE_COMPLEX, 1, complex, count,
                        Datatype.DOUBLE_COMPLEX, Op.NO_OP);
                window.flush(1);
                for (int i = 0; i < count; i++) {
                    assertEquals(found.get(DOUBLE, 16L * i), -found.get(DOUBLE, 16L * i + 8), 0, "number " + i);
                    assertTrue(found.get(DOUBLE, 16L * i) >= round, "own ones are in it");
                }
            }
            window.unlockAll();
            spread.free();
            job.world().barrier();
            window.fence(Assertions.NOSUCCEED);
            for (int i = 0; window.rank() == 1 && i < count; i++) {
                assertEquals(150 * RANKS, window.memory().get(DOUBLE, complex + 16 * i));
            }
        });
    }

    /**
     * One origin's updates, of one long and of many, by several calls, without a flush: nobody sees an earlier one
     * after a later one.
     */
    @RankTest
    void shouldKeepTheOrderOfOneOriginsCalls(Job job) {
        onEachWindow(job, window -> {
            int rounds = 80;
            int most = 1500;
            long place = 16000L * window.rank() + 4;
            int next = (window.rank() + 1) % RANKS;
            long[][] values = new long[rounds + 1][];
            long[] seen = new long[1];
            long last = 0;
            window.lockAll(Assertions.NONE);
            for (int round = 1; round <= rounds; round++) {
                values[round] = new long[round % 7 == 0 ? most : 1 + round % 3];
                Arrays.fill(values[round], round);
                int count = values[round].length;
                window.accumulate(longs(values[round]), count, Datatype.LONG, 0, place, count, Datatype.LONG,
                        Op.REPLACE);
                if (round % 4 == 0) {
                    window.getAccumulate(null, 0, null, longs(seen), 1, Datatype.LONG, 0, 16000L * next + 4, 1,
                            Datatype.LONG, Op.NO_OP);
                    window.flush(0);
                    assertTrue(seen[0] >= last, seen[0] + " after " + last);
                    last = seen[0];
                }
            }
            assertEquals(rounds, window.fetchAndOp(rounds + 1, 0, place, Op.REPLACE), "what was called before");
            assertEquals(rounds + 1, window.compareAndSwap(rounds + 1, rounds + 2, 0, place));
            window.unlockAll();
            job.world().barrier();
            window.fence(Assertions.NOSUCCEED);
            for (int rank = 0; window.rank() == 0 && rank < RANKS; rank++) {
                assertEquals(rounds + 2, window.memory().get(LONG, 16000L * rank + 4));
                assertEquals(rounds / 7 * 7, window.memory().get(LONG, 16000L * rank + 4 + 8 * (most - 1)));
            }
        });
    }

    @RankTest
    void shouldSwapAndFetchElementsOfEveryKind(Job job) {
        Datatype[] types = {Datatype.BYTE, Datatype.INT8, Datatype.UINT8, Datatype.BOOLEAN, Datatype.SHORT,
            Datatype.UINT16, Datatype.INT, Datatype.UINT32, Datatype.LONG, Datatype.UINT64};
        SplittableRandom random = Seed.of("elements of " + job.rank());
        onEachWindow(job, window -> {
            window.lockAll(Assertions.NONE);
            for (int i = 0; i < types.length; i++) {
                int width = (int) types[i].size();
                long place = 1000L * window.rank() + 17 * i + BLOCK - 500;
                byte[] mine = new byte[width];
                random.nextBytes(mine);
                mine[0] |= 1;
                byte[] zeros = new byte[width];
                byte[] found = new byte[width];
                MemorySegment result = MemorySegment.ofArray(found);
                MemorySegment origin = MemorySegment.ofArray(mine);
                window.compareAndSwap(origin, origin, result, types[i], 0, place);
                window.flush(0);
                assertArrayEquals(zeros, found, "not equal: nothing is stored");
                window.compareAndSwap(origin, MemorySegment.ofArray(zeros), result, types[i], 0, place);
                window.flush(0);
                assertArrayEquals(zeros, found);
                window.fetchAndOp(null, result, types[i], 0, place, Op.NO_OP);
                window.flush(0);
                assertArrayEquals(mine, found, types[i].toString());
                window.fetchAndOp(MemorySegment.ofArray(zeros), result, types[i], 0, place, Op.REPLACE);
                window.flush(0);
                assertArrayEquals(mine, found, types[i].toString());
            }
            window.unlockAll();
            job.world().barrier();
            window.fence(Assertions.NOSUCCEED);
            assertEquals(-1, window.memory().mismatch(MemorySegment.ofArray(new byte[BYTES])), "as it was");
        });
    }

    @RankTest
    void shouldRefuseOperationsThatAreNotDefinedBeforeAnythingMoves(Job job) {
        Datatype mixed = Datatype.struct(new int[]{1, 1}, new long[]{0, 8}, new Datatype[]{Datatype.LONG,
            Datatype.DOUBLE}).commit();
        Datatype pairs = Datatype.vector(2, 1, 2, Datatype.SHORT_INT).commit();
        assertTrue(Op.MAXLOC.isDefinedOn(pairs));
        assertFalse(Op.SUM.isDefinedOn(pairs));
        assertFalse(Op.REPLACE.isDefinedOn(mixed));
        onEachWindow(job, window -> {
            MemorySegment ones = MemorySegment.ofArray(new byte[256]).fill((byte) 1);
            window.fence(Assertions.NOPRECEDE);
            for (Op op : Op.values()) {
                for (Datatype type : List.of(Datatype.BYTE, Datatype.CHAR, Datatype.BOOLEAN, Datatype.UINT16,
                        Datatype.LONG, Datatype.DOUBLE, Datatype.FLOAT_COMPLEX, Datatype.TWO_INT, pairs)) {
                    if (op.isDefinedOn(type)) {
                        continue;
                    }
                    assertIllegal(op + " on " + type,
                            () -> window.accumulate(ones, 1, type, 1, 8, 1, type, op), "Window.accumulate: " + op,
                            "not defined");
                    assertIllegal(op + " on " + type, () -> window.getAccumulate(ones, 1, type, ones, 1, type, 1, 8, 1,
                            type, op), "Window.getAccumulate: " + op, "not defined");
                    if (type != pairs) {
                        assertIllegal(op + " on " + type, () -> window.fetchAndOp(ones, ones, type, 1, 8, op),
                                "Window.fetchAndOp: " + op, "not defined");
                    }
                }
            }
            assertIllegal("other kinds", () -> window.accumulate(ones, 1, Datatype.LONG, 1, 8, 1, Datatype.UINT64,
                    Op.SUM), "LONG", "UINT64");
            assertIllegal("other kinds", () -> window.getAccumulate(ones, 1, Datatype.LONG, ones, 1, Datatype.DOUBLE,
                    1, 8, 1, Datatype.LONG, Op.SUM), "DOUBLE", "LONG");
            assertIllegal("fewer on one side", () -> window.getAccumulate(ones, 1, Datatype.LONG, ones, 2,
                    Datatype.LONG, 1, 8, 2, Datatype.LONG, Op.SUM), "8 bytes", "16");
            window.fence(Assertions.NOSUCCEED);
            assertEquals(-1, window.memory().mismatch(MemorySegment.ofArray(new byte[BYTES])), "nothing has moved");
        });
        mixed.free();
        pairs.free();
    }
}
