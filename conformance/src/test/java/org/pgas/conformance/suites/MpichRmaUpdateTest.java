package org.pgas.conformance.suites;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.suites.SuiteWindows.INT;
import static org.pgas.conformance.suites.SuiteWindows.intAt;
import static org.pgas.conformance.suites.SuiteWindows.ints;
import static org.pgas.conformance.suites.SuiteWindows.of;
import static org.pgas.conformance.suites.SuiteWindows.onEach;
import static org.pgas.conformance.suites.SuiteWindows.store;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

import org.pgas.Job;
import org.pgas.coll.Collectives;
import org.pgas.conformance.AcrossNeighbourhoods;
import org.pgas.mpi.Assertions;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.Group;
import org.pgas.mpi.LockType;
import org.pgas.mpi.Op;
import org.pgas.mpi.Window;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Accumulates of one origin and of all: what they leave, in which order, and that none comes between another's. */
@RankDefaults(ranks = 3, segment = "64k")
@AcrossNeighbourhoods
class MpichRmaUpdateTest {
    private static final String SUITE = "MPICH rma";

    private static final Datatype[] PAIRS = {Datatype.SHORT_INT, Datatype.TWO_INT, Datatype.LONG_INT,
        Datatype.FLOAT_INT, Datatype.DOUBLE_INT};

    /** The second number of a pair of the type is behind the first, where its size allows an int. */
    private static MemorySegment pairs(Datatype type, int count, int value, int index) {
        MemorySegment pairs = MemorySegment.ofArray(new byte[Math.toIntExact(type.extent()) * count]);
        for (int i = 0; i < count; i++) {
            setPair(type, pairs, i, value, index);
        }
        return pairs;
    }

    private static long second(Datatype type) {
        return type.extent() == 16 ? 8 : 4;
    }

    private static void setPair(Datatype type, MemorySegment pairs, int i, int value, int index) {
        long at = i * type.extent();
        if (type == Datatype.SHORT_INT) {
            pairs.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, (short) value);
        } else if (type == Datatype.TWO_INT) {
            pairs.set(INT, at, value);
        } else if (type == Datatype.LONG_INT) {
            pairs.set(ValueLayout.JAVA_LONG_UNALIGNED, at, value);
        } else if (type == Datatype.FLOAT_INT) {
            pairs.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at, value);
        } else {
            pairs.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at, value);
        }
        pairs.set(INT, at + second(type), index);
    }

    private static int first(Datatype type, MemorySegment pairs, int i) {
        long at = i * type.extent();
        return type == Datatype.SHORT_INT ? pairs.get(ValueLayout.JAVA_SHORT_UNALIGNED, at)
                : type == Datatype.TWO_INT ? pairs.get(INT, at)
                        : type == Datatype.LONG_INT ? (int) pairs.get(ValueLayout.JAVA_LONG_UNALIGNED, at)
                                : type == Datatype.FLOAT_INT ? (int) pairs.get(ValueLayout.JAVA_FLOAT_UNALIGNED, at)
                                        : (int) pairs.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at);
    }

    private static int index(Datatype type, MemorySegment pairs, int i) {
        return pairs.get(INT, i * type.extent() + second(type));
    }

    @SuiteCase(suite = SUITE, programs = {"accfence2", "accfence2_am"})
    @RankTest(ranks = {2, 4})
    void shouldAddUpWhatAllRanksAccumulate(Job job) {
        for (int i = 1; i <= 4096; i *= 8) {
            int count = i;
            onEach(job, 4L * count, 4, window -> {
                int size = window.size();
                window.fence(Assertions.NONE);
                window.accumulate(of(ints(count, j -> window.rank() + j * count)), count, Datatype.INT, 0, 0, count,
                        Datatype.INT, Op.SUM);
                window.fence(Assertions.NOSUCCEED);
                assertArrayEquals(window.rank() == 0 ? ints(count, j -> j * count * size + size * (size - 1) / 2)
                        : new int[count], ints(window));
            });
        }
    }

    /** The largest and the smallest of the values n - r of ranks r, and the lowest of ranks with the same value. */
    @SuiteCase(suite = SUITE, programs = "acc_loc")
    @RankTest(ranks = {3, 4})
    void shouldFindTheRankOfTheLargestAndOfTheSmallest(Job job) {
        int size = job.size();
        onEach(job, job.rank() == 0 ? 8 : 0, 1, window -> {
            for (Op op : new Op[]{Op.MAXLOC, Op.MINLOC}) {
                boolean largest = op == Op.MAXLOC;
                int worst = largest ? 0 : size + 1;
                setFirst(window, worst, -1);
                window.fence(Assertions.NOPRECEDE);
                window.accumulate(of(size - window.rank(), window.rank()), 1, Datatype.TWO_INT, 0, 0, 1,
                        Datatype.TWO_INT, op);
                window.fence(Assertions.NOSUCCEED);
                checkFirst(window, largest ? size : 1, largest ? 0 : size - 1);
                setFirst(window, worst, -1);
                window.fence(Assertions.NOSUCCEED);
                window.lock(LockType.SHARED, 0, Assertions.NOCHECK);
                window.accumulate(of(1, window.rank()), 1, Datatype.TWO_INT, 0, 0, 1, Datatype.TWO_INT, op);
                window.unlock(0);
                job.world().barrier();
                checkFirst(window, 1, 0);
            }
        });
    }

    private static void setFirst(Window window, int value, int index) {
        if (window.rank() == 0) {
            setPair(Datatype.TWO_INT, window.memory(), 0, value, index);
        }
    }

    private static void checkFirst(Window window, int value, int index) {
        if (window.rank() == 0) {
            assertEquals(value, first(Datatype.TWO_INT, window.memory(), 0));
            assertEquals(index, index(Datatype.TWO_INT, window.memory(), 0));
        }
    }

    /** Of two calls of one origin the later one has the last word, with one pair and with many. */
    @SuiteCase(suite = SUITE, programs = "acc_ordering")
    @RankTest(ranks = {2, 3})
    void shouldCarryOutUpdatesInTheOrderOfTheirCalls(Job job) {
        Op[][] cases = {{Op.REPLACE, Op.REPLACE}, {Op.MAXLOC, Op.REPLACE}, {Op.REPLACE, Op.MINLOC}};
        int most = 1024;
        onEach(job, 8 * most, 1, window -> {
            for (Op[] ops : cases) {
                for (int count : new int[]{1, most}) {
                    int before = ops[1] == Op.MINLOC ? Integer.MAX_VALUE : 0;
                    store(window, _ -> before);
                    window.fence(Assertions.NONE);
                    if (window.rank() == window.size() - 1) {
                        int later = ops[0] == Op.REPLACE && ops[1] == Op.REPLACE ? 9 : 5;
                        window.accumulate(pairs(Datatype.TWO_INT, count, 7, 3), count, Datatype.TWO_INT, 0, 0, count,
                                Datatype.TWO_INT, ops[0]);
                        window.accumulate(pairs(Datatype.TWO_INT, count, later, 2), count, Datatype.TWO_INT, 0, 0,
                                count, Datatype.TWO_INT, ops[1]);
                    }
                    window.fence(Assertions.NOSUCCEED);
                    for (int i = 0; window.rank() == 0 && i < count; i++) {
                        assertEquals(ops[0] == ops[1] ? 9 : 5, first(Datatype.TWO_INT, window.memory(), i));
                        assertEquals(2, index(Datatype.TWO_INT, window.memory(), i));
                    }
                }
            }
        });
    }

    /** Java has no long double; the other pairs are where the vector has them, and what is between them stays. */
    @SuiteCase(suite = SUITE, programs = {"acc_pairtype", "acc_pairtype_shm"})
    @RankTest(ranks = 2)
    void shouldAccumulatePairsOfAVector(Job job) {
        for (Datatype type : PAIRS) {
            Datatype vector = Datatype.vector(10, 3, 5, type).commit();
            onEach(job, 50 * type.extent(), (int) type.extent(), window -> {
                if (window.rank() == 0) {
                    window.lock(LockType.SHARED, 1, Assertions.NONE);
                    window.accumulate(pairs(type, 50, 1, 1), 1, vector, 1, 0, 1, vector, Op.MAXLOC);
                    window.unlock(1);
                }
                job.world().barrier();
                for (int i = 0; i < 50; i++) {
                    int expected = window.rank() == 1 && i % 5 < 3 ? 1 : 0;
                    assertEquals(expected, first(type, window.memory(), i), type + " " + i);
                    assertEquals(expected, index(type, window.memory(), i), type + " " + i);
                }
            });
            vector.free();
        }
    }

    /** Both numbers of a pair are those of one update: rank 2 replaces pairs while rank 1 reads them. */
    @SuiteCase(suite = SUITE, programs = {"atomic_get_short_int", "atomic_get_2int", "atomic_get_long_int",
        "atomic_get_float_int",
        "atomic_get_double_int"})
    @RankTest
    void shouldReadBothNumbersOfAPairOfOneUpdate(Job job) {
        int count = 10;
        int rounds = 300;
        for (Datatype type : PAIRS) {
            Window window = Window.allocate(job.world(), count * type.extent(), (int) type.extent());
            for (int kind = 0; kind < 3; kind++) {
                for (int each : new int[]{1, count}) {
                    MemorySegment[] found = {};
                    begin(window, kind);
                    if (window.rank() == 2) {
                        for (int value = 1; value <= rounds; value++) {
                            window.accumulate(pairs(type, each, value, value), each, type, 0, 0, each, type,
                                    Op.REPLACE);
                        }
                    } else if (window.rank() == 1) {
                        found = readPairs(window, type, each, kind != 0);
                    }
                    end(window, kind);
                    for (MemorySegment pairs : found) {
                        checkPairs(type, pairs, each);
                    }
                    job.world().barrier();
                }
            }
            window.free();
        }
    }

    private static void begin(Window window, int kind) {
        if (kind == 0) {
            window.fence(Assertions.NONE);
        } else if (kind == 1) {
            window.lockAll(Assertions.NONE);
        } else {
            window.lock(LockType.SHARED, 0, Assertions.NONE);
        }
    }

    private static void end(Window window, int kind) {
        if (kind == 0) {
            window.fence(Assertions.NOSUCCEED);
        } else if (kind == 1) {
            window.unlockAll();
        } else {
            window.unlock(0);
        }
    }

    private static MemorySegment[] readPairs(Window window, Datatype type, int each, boolean flushes) {
        MemorySegment[] found = new MemorySegment[100];
        for (int i = 0; i < found.length; i++) {
            found[i] = pairs(type, each, -1, -1);
            if (each == 1) {
                window.fetchAndOp(null, found[i], type, 0, 0, Op.NO_OP);
            } else {
                window.getAccumulate(null, 0, null, found[i], each, type, 0, 0, each, type, Op.NO_OP);
            }
            if (flushes && i % 10 == 0) {
                window.flush(0);
            }
        }
        return found;
    }

    private static void checkPairs(Datatype type, MemorySegment pairs, int each) {
        for (int i = 0; i < each; i++) {
            assertEquals(first(type, pairs, i), index(type, pairs, i), type + " " + i);
            assertTrue(index(type, pairs, i) >= 0, "nothing was brought");
        }
    }

    /** What all ranks have fetched are all numbers, each once. */
    @SuiteCase(suite = SUITE, programs = {"atomic_rmw_fop", "atomic_rmw_gacc"})
    @RankTest
    void shouldBringEveryNumberOnce(Job job) {
        int each = 100;
        int width = 5;
        Datatype every = Datatype.vector(width, 1, 2, Datatype.INT).commit();
        onEach(job, 4 * 2 * width, 4, window -> {
            for (int kind = 0; kind < 4; kind++) {
                store(window, _ -> 0);
                job.world().barrier();
                int count = kind == 0 ? 1 : width;
                Datatype type = kind == 3 ? every : Datatype.INT;
                int[] ones = ints(width, _ -> 1);
                int[] mine = new int[each * width];
                window.lockAll(Assertions.NONE);
                for (int i = 0; i < each; i++) {
                    MemorySegment result = of(mine).asSlice(4L * i * width);
                    if (kind == 0) {
                        window.fetchAndOp(of(ones), result, Datatype.INT, 2, 0, Op.SUM);
                    } else {
                        window.getAccumulate(of(ones), count, Datatype.INT, result, count, Datatype.INT, 2, 0,
                                kind == 3 ? 1 : count, type, Op.SUM);
                    }
                    if (kind != 1) {
                        window.flush(2);
                    }
                }
                window.unlockAll();
                checkNumbers(job, mine, width, count);
            }
        });
        every.free();
    }

    private static void checkNumbers(Job job, int[] mine, int width, int count) {
        int[] all = new int[mine.length * job.size()];
        Collectives.of(job.world()).allGather(of(all), of(mine));
        for (int at = 0; at < count; at++) {
            int place = at;
            int[] drawn = ints(all.length / width, i -> all[i * width + place]);
            Arrays.sort(drawn);
            assertArrayEquals(ints(drawn.length, i -> i), drawn, "place " + at);
        }
    }

    /** Of the ranks that swap at once, one finds what was there before. */
    @SuiteCase(suite = SUITE, programs = "atomic_rmw_cas")
    @RankTest
    void shouldSwapForOneOfThoseThatCompareAtOnce(Job job) {
        int rounds = 100;
        Window window = Window.allocate(job.world(), 4 * rounds, 4);
        int[] found = new int[rounds];
        window.lockAll(Assertions.NONE);
        for (int i = 0; i < rounds; i++) {
            window.compareAndSwap(of(window.rank() + 1), of(0), of(found).asSlice(4L * i), Datatype.INT, 2, i);
            window.flush(2);
        }
        window.unlockAll();
        int[] all = new int[rounds * job.size()];
        Collectives.of(job.world()).allGather(of(all), of(found));
        for (int i = 0; i < rounds; i++) {
            int winners = 0;
            for (int rank = 0; rank < 3; rank++) {
                winners += all[rank * rounds + i] == 0 ? 1 : 0;
                if (window.rank() == 2) {
                    assertEquals(all[rank * rounds + i] == 0, intAt(window, i) == rank + 1, "word " + i);
                }
            }
            assertEquals(1, winners, "word " + i);
        }
        window.free();
    }

    @SuiteCase(suite = SUITE, programs = "compare_and_swap")
    @RankTest(ranks = 4)
    void shouldSwapUpwardsForOneNeighbourOrForAll(Job job) {
        int rounds = 50;
        onEach(job, 4, 4, window -> {
            for (int step = 0; step < 3; step++) {
                store(window, _ -> 0);
                job.world().barrier();
                int target = step == 0 ? window.rank() : step == 1 ? SuiteWindows.right(window) : 0;
                for (int i = 0; i < rounds; i++) {
                    MemorySegment result = of(-1);
                    window.lock(LockType.EXCLUSIVE, target, Assertions.NONE);
                    window.compareAndSwap(of(i + 1), of(i), result, Datatype.INT, target, 0);
                    window.unlock(target);
                    assertTrue(step == 2 ? result.get(INT, 0) >= i : result.get(INT, 0) == i, "round " + i);
                }
                job.world().barrier();
                if (step < 2 || window.rank() == 0) {
                    assertEquals(rounds, intAt(window, 0));
                }
            }
        });
    }

    /** After the waits of every kind, nothing of what all ranks have accumulated is lost. */
    @SuiteCase(suite = SUITE, programs = {"manyrma2", "manyrma2_shm", "manyrma3"})
    @RankTest
    void shouldTakeThousandsOfUpdatesInAnEpoch(Job job) {
        int count = 2_000;
        onEach(job, 4 * (count + 1), 4, window -> {
            for (int kind = 0; kind < 4; kind++) {
                store(window, _ -> 0);
                job.world().barrier();
                boolean pairwise = kind == 3;
                int target = pairwise ? SuiteWindows.right(window) : 0;
                if (pairwise) {
                    window.post(Group.of(SuiteWindows.left(window)), Assertions.NONE);
                    window.start(Group.of(target), Assertions.NONE);
                } else {
                    begin(window, kind);
                }
                for (int i = 0; i < count; i++) {
                    window.accumulate(of(1), 1, Datatype.INT, target, 0, 1, Datatype.INT, Op.SUM);
                    if (window.rank() == 1) {
                        window.put(new int[]{i}, 0, 1, target, 1 + i);
                    }
                }
                if (pairwise) {
                    window.complete();
                    window.await();
                } else {
                    end(window, kind);
                }
                job.world().barrier();
                int putTo = pairwise ? 2 : 0;
                int added = pairwise ? count : window.rank() == 0 ? 3 * count : 0;
                assertEquals(added, intAt(window, 0));
                assertArrayEquals(ints(count, i -> window.rank() == putTo ? i : 0),
                        Arrays.copyOfRange(ints(window), 1, count + 1));
                job.world().barrier();
            }
        });
    }

    @SuiteCase(suite = SUITE, programs = "get_acc_local")
    @RankTest(ranks = 1)
    void shouldReadWhatItHasAddedToItself(Job job) {
        onEach(job, 4, 4, window -> {
            for (int i = 0; i < 1000; i++) {
                MemorySegment result = of(-1);
                window.lock(LockType.SHARED, 0, Assertions.NONE);
                window.getAccumulate(of(3), 1, Datatype.INT, result, 1, Datatype.INT, 0, 0, 1, Datatype.INT, Op.SUM);
                window.unlock(0);
                assertEquals(3 * i, result.get(INT, 0));
            }
        });
    }

    /** The small ones come later, and are not overtaken. */
    @SuiteCase(suite = SUITE, programs = "large_small_acc")
    @RankTest(ranks = 2)
    void shouldKeepSmallUpdatesBehindALargeOne(Job job) {
        int count = 8192;
        onEach(job, 8 * count, 8, window -> {
            for (int round = 0; round < 5; round++) {
                window.memory().fill((byte) 0);
                long[] large = new long[count];
                Arrays.fill(large, 1);
                window.fence(Assertions.NONE);
                if (window.rank() == 0) {
                    window.accumulate(MemorySegment.ofArray(large), 0, count, Datatype.UINT64, 1, 0, Op.REPLACE);
                    window.accumulate(MemorySegment.ofArray(new long[]{2}), 0, 1, Datatype.UINT64, 1, 0, Op.REPLACE);
                    window.accumulate(MemorySegment.ofArray(new long[]{3, 3}), 0, 2, Datatype.UINT64, 1, 1,
                            Op.REPLACE);
                }
                window.fence(Assertions.NOSUCCEED);
                if (window.rank() == 1) {
                    large[0] = 2;
                    large[1] = 3;
                    large[2] = 3;
                    assertEquals(-1, MemorySegment.ofArray(large).mismatch(window.memory()));
                }
            }
        });
    }

    /** After each the origin may change its memory, and does. */
    @SuiteCase(suite = SUITE, programs = {"large_acc_flush_local", "derived_acc_flush_local"})
    @RankTest
    void shouldChangeTheOriginOfLargeUpdatesAfterALocalFlush(Job job) {
        int count = 1 << 17;
        int block = 200;
        Datatype blocks = Datatype.vector(count / block, block - 1, block, Datatype.INT).commit();
        int thinned = count / block * (block - 1);
        int rounds = 10;
        onEach(job, 4 * count, 4, window -> {
            for (int origin = 1; origin < 3; origin++) {
                for (boolean derived : new boolean[]{false, true}) {
                    store(window, _ -> 0);
                    job.world().barrier();
                    if (window.rank() == origin) {
                        addAndChange(window, derived ? blocks : null, derived ? thinned : count, rounds);
                    }
                    job.world().barrier();
                    int last = derived ? thinned : count;
                    if (window.rank() == 0) {
                        assertArrayEquals(ints(count, i -> i < last ? rounds : 0), ints(window));
                    }
                    job.world().barrier();
                }
            }
        });
        blocks.free();
    }

    private static void addAndChange(Window window, Datatype derived, int elements, int rounds) {
        MemorySegment mine = MemorySegment.ofArray(new byte[(int) window.bytes(0)]);
        window.lock(LockType.SHARED, 0, Assertions.NONE);
        for (int i = 0; i < rounds; i++) {
            for (long at = 0; at < mine.byteSize(); at += 4) {
                mine.set(INT, at, 1);
            }
            window.accumulate(mine, derived == null ? elements : 1, derived == null ? Datatype.INT : derived, 0, 0,
                    elements, Datatype.INT, Op.SUM);
            window.flushLocal(0);
            mine.fill((byte) 99);
        }
        window.unlock(0);
    }

    /** The counter of "Using MPI-2": each rank adds to its own word, and adds up those of the others. */
    @SuiteCase(suite = SUITE, programs = {"fetchandadd", "fetchandadd_am"})
    @RankTest(ranks = {4, 5})
    void shouldCountByTheWordsOfTheOthers(Job job) {
        int size = job.size();
        int each = 20;
        onEach(job, job.rank() == 0 ? 4L * size : 0, 4, window -> {
            int me = window.rank();
            int[] drawn = new int[each];
            if (me > 0) {
                Datatype others = Datatype.indexed(new int[]{me, size - me - 1}, new int[]{0, me + 1}, Datatype.INT)
                        .commit();
                for (int i = 0; i < each; i++) {
                    int[] found = new int[size];
                    window.lock(LockType.EXCLUSIVE, 0, Assertions.NONE);
                    window.accumulate(of(1), 1, Datatype.INT, 0, me, 1, Datatype.INT, Op.SUM);
                    window.get(of(found), 1, others, 0, 0, 1, others);
                    window.unlock(0);
                    found[me] = i;
                    drawn[i] = Arrays.stream(found).sum();
                }
                others.free();
            }
            checkDrawn(job, drawn);
        });
    }

    /** All numbers, each once, by the ranks but the first. */
    private static void checkDrawn(Job job, int[] drawn) {
        int[] all = new int[drawn.length * job.size()];
        Collectives.of(job.world()).allGather(of(all), of(drawn));
        int[] numbers = Arrays.copyOfRange(all, drawn.length, all.length);
        Arrays.sort(numbers);
        assertArrayEquals(ints(numbers.length, i -> i), numbers);
    }

    /** As above, with words in a tree: each rank adds to its own path and reads what is beside it. */
    @SuiteCase(suite = SUITE, programs = {"fetchandadd_tree", "fetchandadd_tree_am"})
    @RankTest(ranks = {4, 5})
    void shouldCountByTheWordsBesideItsPath(Job job) {
        int size = job.size();
        int leaves = Integer.highestOneBit(2 * size - 1);
        int levels = Integer.numberOfTrailingZeros(leaves);
        int each = 20;
        onEach(job, job.rank() == 0 ? 8L * leaves : 0, 4, window -> {
            int[] drawn = new int[each];
            if (window.rank() > 0) {
                // words of a node's children are 2n and 2n + 1, and those of the leaves are the last
                int[] path = ints(levels, level -> leaves + window.rank() >> level);
                Datatype own = Datatype.indexedBlock(1, path, Datatype.INT).commit();
                Datatype beside = Datatype.indexedBlock(1, ints(levels, i -> path[i] ^ 1), Datatype.INT).commit();
                int[] ones = ints(levels, _ -> 1);
                for (int i = 0; i < each; i++) {
                    int[] found = new int[levels];
                    window.lock(LockType.EXCLUSIVE, 0, Assertions.NONE);
                    window.accumulate(of(ones), levels, Datatype.INT, 0, 0, 1, own, Op.SUM);
                    window.get(of(found), levels, Datatype.INT, 0, 0, 1, beside);
                    window.unlock(0);
                    drawn[i] = i + Arrays.stream(found).sum();
                }
                own.free();
                beside.free();
            }
            checkDrawn(job, drawn);
        });
    }

    @SuiteCase(suite = SUITE, programs = {"win_dynamic_acc", "win_dynamic_acc_collattach"})
    @RankTest(ranks = 4)
    void shouldAddToAttachedWordsInTurn(Job job) {
        int rounds = 25 * job.size();
        int[] word = new int[1];
        Window window = Window.createDynamic(job.world());
        long place = window.attach(of(word));
        long[] places = new long[job.size()];
        Collectives.of(job.world()).allGather(MemorySegment.ofArray(places), MemorySegment.ofArray(new long[]{place}));
        for (int i = 0; i < rounds; i++) {
            int target = i % job.size();
            window.fence(Assertions.NOPRECEDE);
            window.accumulate(of(1), 1, Datatype.INT, target, places[target], 1, Datatype.INT, Op.SUM);
            window.fence(Assertions.NOSUCCEED);
        }
        job.world().barrier();
        assertEquals(rounds, word[0]);
        window.detach(place);
        window.free();
    }
}
