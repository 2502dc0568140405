package org.pgas.conformance.suites;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.pgas.conformance.suites.SuiteWindows.INT;
import static org.pgas.conformance.suites.SuiteWindows.intAt;
import static org.pgas.conformance.suites.SuiteWindows.ints;
import static org.pgas.conformance.suites.SuiteWindows.left;
import static org.pgas.conformance.suites.SuiteWindows.of;
import static org.pgas.conformance.suites.SuiteWindows.onEach;
import static org.pgas.conformance.suites.SuiteWindows.right;
import static org.pgas.conformance.suites.SuiteWindows.store;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import org.pgas.Job;
import org.pgas.Team;
import org.pgas.coll.Collectives;
import org.pgas.conformance.AcrossNeighbourhoods;
import org.pgas.mpi.Assertions;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.Group;
import org.pgas.mpi.LockType;
import org.pgas.mpi.Op;
import org.pgas.mpi.Window;
import org.pgas.mpi.comm.Comm;
import org.pgas.mpi.comm.Mpi;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Puts and gets in every kind of epoch, of one int and of many, to oneself, to nobody, and of nothing. */
@RankDefaults(ranks = 2, segment = "64k")
@AcrossNeighbourhoods
class MpichRmaTransferTest {
    private static final String SUITE = "MPICH rma";

    @SuiteCase(suite = SUITE, programs = {"test1", "test1_am", "test1_dt"})
    @RankTest
    void shouldPutGetAndAccumulateInOneFence(Job job) {
        int count = 100;
        Datatype pair = Datatype.contiguous(2, Datatype.INT).commit();
        onEach(job, 4 * count, 4, window -> {
            for (Datatype type : new Datatype[]{Datatype.INT, pair}) {
                int step = (int) type.size() / 4;
                int me = window.rank();
                int[] numbers = ints(count, i -> me == 0 ? i : -3 * i);
                MemorySegment mine = of(numbers);
                store(window, i -> me == 0 ? i : -4 * i);
                window.fence(Assertions.NONE);
                for (int i = 0; i < count - step; i += step) {
                    if (me == 0) {
                        window.put(mine.asSlice(4L * i), step, Datatype.INT, 1, i, 1, type);
                    } else {
                        window.get(mine.asSlice(4L * i), step, Datatype.INT, 0, i, 1, type);
                    }
                }
                int last = count - step;
                if (me == 1) {
                    window.accumulate(mine.asSlice(4L * last), step, Datatype.INT, 0, last, 1, type, Op.SUM);
                }
                window.fence(Assertions.NOSUCCEED);
                if (me == 1) {
                    int[] expected = ints(last, i -> i);
                    assertArrayEquals(expected, Arrays.copyOf(numbers, last), "got");
                    assertArrayEquals(expected, Arrays.copyOf(ints(window), last), "put");
                } else {
                    assertEquals(99 - 3 * 99, intAt(window, 99));
                }
            }
        });
        pair.free();
    }

    @SuiteCase(suite = SUITE, programs = {"test5", "test5_am"})
    @RankTest
    void shouldGetIntByIntInBothDirections(Job job) {
        int count = 2000;
        onEach(job, 4 * count, 4, window -> {
            store(window, i -> i + 500 * (1 + window.rank()));
            int[] found = new int[count];
            window.fence(Assertions.NONE);
            for (int i = 0; i < count; i++) {
                found[i] = -i;
                window.get(found, i, 1, 1 - window.rank(), i);
            }
            window.fence(Assertions.NOSUCCEED);
            assertArrayEquals(ints(count, i -> i + 500 * (2 - window.rank())), found);
        });
    }

    @SuiteCase(suite = SUITE, programs = {"test2", "test2_am", "test2_shm", "test2_am_shm", "wintest", "wintest_shm"})
    @RankTest
    void shouldPutAndGetBetweenStartAndComplete(Job job) {
        int count = 100;
        for (boolean tests : new boolean[]{false, true}) {
            onEach(job, job.rank() == 0 ? 0 : 8 * count, 4, window -> {
                if (window.rank() == 0) {
                    int[] mine = ints(count, i -> i);
                    int[] found = new int[count];
                    window.start(Group.of(1), Assertions.NONE);
                    for (int i = 0; i < count; i++) {
                        window.put(mine, i, 1, 1, i);
                    }
                    for (int i = 0; i < count; i++) {
                        window.get(found, i, 1, 1, count + i);
                    }
                    window.complete();
                    assertArrayEquals(ints(count, i -> -4 * (i + count)), found);
                } else {
                    store(window, i -> -4 * i);
                    window.post(Group.of(0), Assertions.NONE);
                    if (tests) {
                        while (!window.test()) {
                            Thread.onSpinWait();
                        }
                    } else {
                        window.await();
                    }
                    assertArrayEquals(ints(2 * count, i -> i < count ? i : -4 * i), ints(window));
                }
            });
        }
    }

    /** The target waits for a message, which its origin sends when all that it puts is on its way. */
    @SuiteCase(suite = SUITE, programs = {"test3", "test3_am", "test3_shm", "test3_am_shm"})
    @RankTest
    void shouldPutToATargetThatWaitsForAMessage(Job job) {
        int count = 1 << 16;
        Comm world = Mpi.of(job).world();
        onEach(job, job.rank() == 0 ? 0 : 4L * count, 4, window -> {
            MemorySegment mine = of(ints(count, i -> i));
            MemorySegment sent = of(ints(count, i -> count + i));
            if (window.rank() == 0) {
                window.start(Group.of(1), Assertions.NONE);
                window.put(mine, count, Datatype.INT, 1, 0, count, Datatype.INT);
                window.complete();
                world.send(sent, 0, count, Datatype.INT, 1, 100);
            } else {
                MemorySegment received = of(new int[count]);
                store(window, i -> -4 * i);
                window.post(Group.of(0), Assertions.NONE);
                world.recv(received, 0, count, Datatype.INT, 0, 100);
                window.await();
                assertEquals(-1, sent.mismatch(received));
                assertEquals(-1, mine.mismatch(window.memory()));
            }
        });
        world.mpi().finish();
    }

    @SuiteCase(suite = SUITE, programs = {"test4", "test4_am"})
    @RankTest
    void shouldPutAndGetUnderALockOfItsOwnEach(Job job) {
        int count = 100;
        onEach(job, job.rank() == 0 ? 0 : 8 * count, 4, window -> {
            store(window, i -> -4 * i);
            job.world().barrier();
            for (int assertion : new int[]{Assertions.NONE, Assertions.NOCHECK}) {
                int[] mine = ints(count, i -> i + assertion);
                int[] found = new int[count];
                for (int i = 0; window.rank() == 0 && i < count; i++) {
                    window.lock(LockType.SHARED, 1, assertion);
                    window.put(mine, i, 1, 1, i);
                    window.unlock(1);
                    window.lock(LockType.SHARED, 1, assertion);
                    window.get(found, i, 1, 1, count + i);
                    window.unlock(1);
                    assertEquals(-4 * (i + count), found[i]);
                }
                job.world().barrier();
                if (window.rank() == 1) {
                    assertArrayEquals(ints(2 * count, i -> i < count ? i + assertion : -4 * i), ints(window));
                }
                job.world().barrier();
            }
        });
    }

    @SuiteCase(suite = SUITE, programs = "contig_displ")
    @RankTest(ranks = 1)
    void shouldGetFromTheDisplacementOfTheTargetType(Job job) {
        Datatype second = Datatype.indexedBlock(1, new int[]{1}, Datatype.INT).commit();
        onEach(job, 8, 4, window -> {
            store(window, i -> 100 * (i + 1));
            int[] found = new int[1];
            window.lock(LockType.EXCLUSIVE, 0, Assertions.NONE);
            window.get(of(found), 1, Datatype.INT, 0, 0, 1, second);
            window.unlock(0);
            assertEquals(200, found[0]);
        });
        second.free();
    }

    /** A gap of one int between two long blocks is no contiguous move. */
    @SuiteCase(suite = SUITE, programs = "putfidx")
    @RankTest(ranks = 4)
    void shouldPutTwoLongBlocksWithAnIntBetweenThem(Job job) {
        int block = 2048;
        Datatype type = Datatype.indexed(new int[]{block, block}, new int[]{0, block + 1}, Datatype.INT).commit();
        int[] mine = ints(2 * block + 1, i -> i < block ? i : i == block ? -1 : i - 1);
        onEach(job, 8 * block, 4, window -> {
            store(window, _ -> -1);
            window.fence(Assertions.NONE);
            if (window.rank() == 0) {
                window.put(of(mine), 1, type, 3, 0, 2 * block, Datatype.INT);
            }
            window.fence(Assertions.NOSUCCEED);
            assertArrayEquals(ints(2 * block, i -> window.rank() == 3 ? i : -1), ints(window));
        });
        type.free();
    }

    /** Two blocks here are one there. */
    @SuiteCase(suite = SUITE, programs = "rputget")
    @RankTest
    void shouldTransferBlocksWithAGapByEveryCall(Job job) {
        for (int block : new int[]{20, 2500}) {
            Datatype apart = Datatype.indexedBlock(block, new int[]{0, block + 1}, Datatype.INT).commit();
            Datatype joined = Datatype.indexedBlock(block, new int[]{0, block}, Datatype.INT).commit();
            onEach(job, job.rank() == 0 ? 8L * block : 0, 4, window -> {
                window.lockAll(Assertions.NONE);
                if (window.rank() == 1) {
                    for (int round = 1; round <= 2; round++) {
                        int add = 1000 * round;
                        int[] mine = ints(2 * block + 1, i -> i < block ? i + add : i == block ? -1 : i - 1 + add);
                        int[] found = new int[2 * block + 1];
                        found[block] = -1;
                        if (round == 1) {
                            window.put(of(mine), 1, apart, 0, 0, 1, joined);
                            window.flush(0);
                            window.get(of(found), 1, apart, 0, 0, 1, joined);
                        } else {
                            window.rput(of(mine), 1, apart, 0, 0, 1, joined).await();
                            window.flush(0);
                            window.rget(of(found), 1, apart, 0, 0, 1, joined).await();
                        }
                        window.flush(0);
                        assertArrayEquals(mine, found);
                    }
                }
                window.unlockAll();
                job.world().barrier();
                if (window.rank() == 0) {
                    assertArrayEquals(ints(2 * block, i -> i + 2000), ints(window));
                }
            });
            apart.free();
            joined.free();
        }
    }

    @SuiteCase(suite = SUITE, programs = {"nullpscw", "nullpscw_shm"})
    @RankTest(ranks = {1, 3})
    void shouldPostAndStartWithoutMemory(Job job) {
        onEach(job, 0, 1, window -> {
            for (int round = 0; round < 3; round++) {
                window.post(window.group(), Assertions.NONE);
                window.start(window.group(), Assertions.NONE);
                window.complete();
                window.await();
            }
        });
    }

    /** Some start before they post; of these some are waited for by others that post before they start. */
    @SuiteCase(suite = SUITE, programs = {"pscw_ordering", "pscw_ordering_shm"})
    @RankTest(ranks = {2, 3, 4})
    void shouldStartBeforeItPosts(Job job) {
        int[] even = ints((job.size() + 1) / 2, i -> 2 * i);
        int[] odd = ints(job.size() / 2, i -> 2 * i + 1);
        onEach(job, 4 * job.size(), 4, window -> {
            boolean isEven = window.rank() % 2 == 0;
            store(window, _ -> -1);
            Group others = Group.of(isEven ? odd : even);
            if (isEven) {
                window.start(others, Assertions.NONE);
                window.post(others, Assertions.NONE);
            } else {
                window.post(others, Assertions.NONE);
                window.start(others, Assertions.NONE);
            }
            putRank(window, others);
            Group own = Group.of(isEven ? even : odd);
            window.post(own, Assertions.NONE);
            window.start(own, Assertions.NONE);
            putRank(window, own);
            assertArrayEquals(ints(window.size(), i -> i), ints(window));
        });
    }

    private static void putRank(Window window, Group targets) {
        for (int target : targets.ranks()) {
            window.put(new int[]{window.rank()}, 0, 1, target, window.rank());
        }
        window.complete();
        window.await();
    }

    @SuiteCase(suite = SUITE, programs = "fence_shm")
    @RankTest(ranks = 4)
    void shouldFenceAWindowThatNeighboursShare(Job job) {
        Team neighbours = SuiteWindows.neighbourhood(job);
        if (neighbours.size() == 1) {
            return;
        }
        Window window = Window.allocateShared(neighbours, 4, 4);
        window.fence(Assertions.NONE);
        if (window.rank() == 0) {
            window.put(new int[]{1}, 0, 1, 1, 0);
        }
        window.fence(Assertions.NONE);
        assertEquals(1, window.sharedPart(1).memory().get(INT, 0));
        neighbours.barrier();
        if (window.rank() == 1) {
            window.lock(LockType.EXCLUSIVE, 1, Assertions.NONE);
            window.put(new int[]{2}, 0, 1, 1, 0);
            window.unlock(1);
        }
        window.fence(Assertions.NOPRECEDE);
        int[] found = new int[1];
        window.get(found, 0, 1, 1, 0);
        window.fence(Assertions.NOSUCCEED);
        assertEquals(2, found[0]);
        window.free();
    }

    /** What the target stores after its epoch was not there before. */
    @SuiteCase(suite = SUITE, programs = "at_complete")
    @RankTest
    void shouldGetNothingOfWhatTheTargetStoresAfterItsEpoch(Job job) {
        int count = 20_000;
        onEach(job, 4 * count, 4, window -> {
            for (int round = 0; round < 20; round++) {
                store(window, _ -> 1);
                job.world().barrier();
                int[] found = new int[count - 1];
                boolean fences = round % 2 == 0;
                if (fences) {
                    window.fence(Assertions.NOPRECEDE);
                } else if (window.rank() == 0) {
                    window.start(Group.of(1), Assertions.NONE);
                } else {
                    window.post(Group.of(0), Assertions.NONE);
                }
                if (window.rank() == 0) {
                    window.get(found, 0, count - 1, 1, 1);
                    window.put(new int[]{3}, 0, 1, 1, 0);
                }
                if (fences) {
                    window.fence(Assertions.NOSUCCEED);
                } else if (window.rank() == 0) {
                    window.complete();
                } else {
                    window.await();
                }
                if (window.rank() == 0) {
                    assertArrayEquals(ints(count - 1, _ -> 1), found);
                } else {
                    window.lock(LockType.SHARED, 1, Assertions.NONE);
                    window.memory().setAtIndex(INT, count - 1, 2);
                    window.unlock(1);
                    assertEquals(3, intAt(window, 0));
                }
                job.world().barrier();
            }
        });
    }

    @SuiteCase(suite = SUITE, programs = "selfrma")
    @RankTest(ranks = {1, 2})
    void shouldReachItself(Job job) {
        int count = 1000;
        Datatype every = Datatype.vector(count / 4, 1, 4, Datatype.INT).commit();
        MemorySegment mine = of(ints(count, i -> i));
        onEach(job, 4 * count, 4, window -> {
            int me = window.rank();
            for (int kind = 0; kind < 3; kind++) {
                for (int call = 0; call < 3; call++) {
                    store(window, _ -> 1);
                    int[] found = new int[count / 4];
                    begin(window, kind);
                    switch (call) {
                        case 0 -> window.put(mine, 1, every, me, 0, 1, every);
                        case 1 -> window.accumulate(mine, 1, every, me, 0, 1, every, Op.SUM);
                        default -> window.get(of(found), count / 4, Datatype.INT, me, 0, 1, every);
                    }
                    end(window, kind);
                    int add = call;
                    assertArrayEquals(ints(count, i -> i % 4 != 0 || add == 2 ? 1 : i + add), ints(window));
                    assertArrayEquals(ints(count / 4, _ -> add == 2 ? 1 : 0), found);
                }
            }
        });
        every.free();
    }

    /** An epoch in which a rank reaches itself: a fence, a post and a start, or a lock. */
    private static void begin(Window window, int kind) {
        if (kind == 0) {
            window.fence(Assertions.NONE);
        } else if (kind == 1) {
            window.post(Group.of(window.rank()), Assertions.NONE);
            window.start(Group.of(window.rank()), Assertions.NONE);
        } else {
            window.lock(LockType.SHARED, window.rank(), Assertions.NONE);
        }
    }

    private static void end(Window window, int kind) {
        if (kind == 0) {
            window.fence(Assertions.NOSUCCEED);
        } else if (kind == 1) {
            window.complete();
            window.await();
        } else {
            window.unlock(window.rank());
        }
    }

    /** Calls without a request, and those with one, which are complete. */
    private static void callAll(Window window, int target, int count, Datatype type, boolean requests) {
        MemorySegment mine = of(new int[32]);
        MemorySegment found = of(new int[32]);
        window.put(mine, count, type, target, 0, count, type);
        window.get(mine, count, type, target, 0, count, type);
        window.accumulate(mine, count, type, target, 0, count, type, Op.SUM);
        window.getAccumulate(mine, count, type, found, count, type, target, 0, count, type, Op.SUM);
        if (requests) {
            window.rput(mine, count, type, target, 0, count, type).await();
            window.rget(mine, count, type, target, 0, count, type).await();
            window.raccumulate(mine, count, type, target, 0, count, type, Op.SUM).await();
            window.rgetAccumulate(mine, count, type, found, count, type, target, 0, count, type, Op.SUM).await();
        }
        assertEquals(-1, found.mismatch(of(new int[32])), "nothing is brought");
    }

    @SuiteCase(suite = SUITE, programs = "rmanull")
    @RankTest(ranks = {1, 2})
    void shouldDoNothingWithNobody(Job job) {
        int nobody = Window.PROC_NULL;
        onEach(job, 1024, 4, window -> {
            window.fence(Assertions.NONE);
            callAll(window, nobody, 16, Datatype.INT, false);
            MemorySegment word = of(5);
            window.fetchAndOp(word, word, Datatype.INT, nobody, 0, Op.SUM);
            window.compareAndSwap(word, word, word, Datatype.INT, nobody, 0);
            window.fence(Assertions.NOSUCCEED);
            window.lock(LockType.EXCLUSIVE, nobody, Assertions.NONE);
            callAll(window, nobody, 16, Datatype.INT, true);
            window.fetchAndOp(word, word, Datatype.INT, nobody, 0, Op.SUM);
            window.compareAndSwap(word, word, word, Datatype.INT, nobody, 0);
            window.unlock(nobody);
            assertEquals(5, word.get(INT, 0));
            assertEquals(-1, window.memory().mismatch(MemorySegment.ofArray(new byte[1024])));
        });
    }

    @SuiteCase(suite = SUITE, programs = "rmazero")
    @RankTest(ranks = {1, 2})
    void shouldTransferNothing(Job job) {
        Datatype pair = Datatype.contiguous(2, Datatype.INT).commit();
        onEach(job, 1024, 8, window -> {
            store(window, i -> i);
            for (Datatype type : new Datatype[]{Datatype.INT, pair}) {
                window.fence(Assertions.NONE);
                callAll(window, 0, 0, type, false);
                window.fence(Assertions.NOSUCCEED);
                window.lock(LockType.EXCLUSIVE, 0, Assertions.NONE);
                callAll(window, 0, 0, type, true);
                window.unlock(0);
            }
            assertArrayEquals(ints(256, i -> i), ints(window));
        });
        pair.free();
    }

    /** No elements of one type, or some of a type that has none, meet no elements of any other. */
    @SuiteCase(suite = SUITE, programs = "badrma")
    @RankTest
    void shouldTransferNothingOfTypesThatDiffer(Job job) {
        Datatype none = Datatype.contiguous(0, Datatype.INT).commit();
        Datatype one = Datatype.contiguous(1, Datatype.INT).commit();
        Datatype[] types = {none, none, none, one, Datatype.INT, Datatype.DOUBLE};
        int[] counts = {0, 1, 2, 0, 0, 0};
        MemorySegment[] origins = {of(new int[100]), MemorySegment.NULL};
        onEach(job, 400, 4, window -> {
            store(window, i -> i);
            window.fence(Assertions.NONE);
            for (int from = 0; window.rank() == 0 && from < types.length; from++) {
                for (int to = 0; to < types.length; to++) {
                    for (MemorySegment origin : origins) {
                        window.put(origin, counts[from], types[from], 1, 0, counts[to], types[to]);
                        window.get(origin, counts[from], types[from], 1, 0, counts[to], types[to]);
                        window.accumulate(origin, counts[from], types[from], 1, 0, counts[to], types[to], Op.SUM);
                        for (int by = 0; by < types.length; by++) {
                            window.getAccumulate(origin, counts[from], types[from], of(0), counts[by], types[by], 1,
                                    0, counts[to], types[to], Op.SUM);
                        }
                    }
                }
            }
            window.fence(Assertions.NOSUCCEED);
            assertArrayEquals(ints(100, i -> i), ints(window));
        });
        none.free();
        one.free();
    }

    /** A lock's epoch, and then a fence's, on the same ints. */
    @SuiteCase(suite = SUITE, programs = "mixedsync")
    @RankTest(ranks = 4)
    void shouldPassFromLocksToFences(Job job) {
        int[] counts = {1000, 1, 100};
        onEach(job, 4 * 1103, 4, window -> {
            for (int kind = 0; kind < 3; kind++) {
                store(window, _ -> 0);
                job.world().barrier();
                int[] found = new int[100];
                if (window.rank() == 1) {
                    window.lock(LockType.EXCLUSIVE, 0, Assertions.NONE);
                    transferThree(window, counts, 0, kind, Op.SUM, found);
                    window.unlock(0);
                }
                job.world().barrier();
                window.fence(Assertions.NONE);
                if (window.rank() == 1) {
                    transferThree(window, counts, 1, kind, Op.REPLACE, found);
                }
                window.fence(Assertions.NOSUCCEED);
                int last = kind == 2 ? 1001 : 1101;
                if (window.rank() == 0) {
                    assertArrayEquals(ints(last, i -> i), Arrays.copyOfRange(ints(window), 1, 1 + last));
                } else if (window.rank() == 1 && kind == 2) {
                    assertArrayEquals(new int[100], found, "nobody has put there");
                }
            }
        });
    }

    /** To rank 0, the numbers 0, 1, ...: three puts; two accumulates and a put; an accumulate, a put, and a get. */
    private static void transferThree(Window window, int[] counts, int place, int kind, Op op, int[] found) {
        int first = 0;
        for (int i = 0; i < counts.length; i++) {
            int from = first;
            MemorySegment mine = of(ints(counts[i], j -> from + j));
            if (kind == 2 && i == 2) {
                window.get(found, 0, counts[i], 0, place + first + (place == 0 ? 1 : 0));
            } else if (kind == 1 && i < 2 || kind == 2 && i == 0) {
                window.accumulate(mine, counts[i], Datatype.INT, 0, place + first, counts[i], Datatype.INT, op);
            } else {
                window.put(mine, counts[i], Datatype.INT, 0, place + first, counts[i], Datatype.INT);
            }
            first += counts[i];
        }
    }

    @SuiteCase(suite = SUITE, programs = "manyget")
    @RankTest
    void shouldGetTheSameManyTimesInOneEpoch(Job job) {
        int count = 32 << 10;
        onEach(job, job.rank() == 0 ? 4L * count : 0, 4, window -> {
            store(window, i -> 3 * i);
            int[] found = new int[count];
            window.fence(Assertions.NONE);
            for (int i = 0; window.rank() == 1 && i < 300; i++) {
                window.get(found, 0, count, 0, 0);
            }
            window.fence(Assertions.NOSUCCEED);
            assertArrayEquals(window.rank() == 1 ? ints(count, i -> 3 * i) : new int[count], found);
        });
    }

    /** An element of a list: the place and rank of the next one, a key and a value. */
    @SuiteCase(suite = SUITE, programs = "get_struct")
    @RankTest
    void shouldGetAStructWithinAStruct(Job job) {
        Datatype next = Datatype.struct(new int[]{1, 1}, new long[]{0, 8},
                new Datatype[]{Datatype.LONG, Datatype.INT}).commit();
        Datatype element = Datatype.struct(new int[]{1, 64, 256}, new long[]{0, 24, 88},
                new Datatype[]{next, Datatype.INT8, Datatype.INT8}).commit();
        int bytes = 344;
        MemorySegment head = MemorySegment.ofArray(new byte[bytes]);
        head.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, 77);
        head.set(INT, 8, -1);
        MemorySegment.copy("key1".getBytes(StandardCharsets.US_ASCII), 0, head, ValueLayout.JAVA_BYTE, 24, 4);
        MemorySegment.copy("value1".getBytes(StandardCharsets.US_ASCII), 0, head, ValueLayout.JAVA_BYTE, 88, 6);
        Window window = Window.createDynamic(job.world());
        long[] place = {job.rank() == 0 ? window.attach(head) : 0};
        Collectives.of(job.world()).broadcast(0, MemorySegment.ofArray(place), MemorySegment.ofArray(place));
        if (job.rank() == 1) {
            window.lockAll(Assertions.NONE);
            for (boolean typed : new boolean[]{false, true}) {
                MemorySegment copy = MemorySegment.ofArray(new byte[bytes]);
                Datatype type = typed ? element : Datatype.BYTE;
                window.get(copy, typed ? 1 : bytes, type, 0, place[0], typed ? 1 : bytes, type);
                window.flush(0);
                assertEquals(-1, head.mismatch(copy), typed ? "as structs" : "as bytes");
            }
            window.unlockAll();
        }
        job.world().barrier();
        if (job.rank() == 0) {
            window.detach(place[0]);
        }
        window.free();
        next.free();
        element.free();
    }

    /** Displacements of a dynamic window are added to, and subtracted from, as addresses are. */
    @SuiteCase(suite = SUITE, programs = {"aint", "aint_collattach"})
    @RankTest
    void shouldReckonWithDisplacementsOfAttachedMemory(Job job) {
        int[] array = new int[1024];
        array[job.rank() == 0 ? 0 : 1023] = 1234;
        Window window = Window.createDynamic(job.world());
        long place = window.attach(of(array));
        long[] middles = new long[2];
        Collectives.of(job.world()).allGather(MemorySegment.ofArray(middles),
                MemorySegment.ofArray(new long[]{place + 4 * 512}));
        int peer = 1 - job.rank();
        int[] found = new int[1];
        window.fence(Assertions.NOPRECEDE);
        window.get(found, 0, 1, peer, job.rank() == 0 ? middles[peer] + 4 * 511 : middles[peer] - 4 * 512);
        window.fence(Assertions.NOSUCCEED);
        assertEquals(1234, found[0]);
        window.detach(place);
        window.free();
    }

    /** Blocks of 8 bytes to 2 MiB under each kind of lock, in turns of a get, a put and an exclusive or. */
    @SuiteCase(suite = SUITE, programs = "rma_contig")
    @RankTest
    void shouldTransferContiguousBytesOfEverySizeUnderEachLock(Job job) {
        int most = 2 << 20;
        onEach(job, most, 1, window -> {
            for (LockType type : LockType.values()) {
                for (int assertion : new int[]{Assertions.NONE, Assertions.NOCHECK}) {
                    window.memory().fill((byte) (1 + window.rank()));
                    job.world().barrier();
                    for (int bytes = 8; window.rank() == 0 && bytes <= most; bytes *= 8) {
                        xorAfterPut(window, type, assertion, bytes);
                    }
                    job.world().barrier();
                    assertEquals(0, window.memory().get(ValueLayout.JAVA_BYTE, 0), "both have been xored");
                    job.world().barrier();
                }
            }
        });
    }

    private static void xorAfterPut(Window window, LockType type, int assertion, int bytes) {
        MemorySegment block = MemorySegment.ofArray(new byte[bytes]);
        MemorySegment sevens = MemorySegment.ofArray(new byte[bytes]).fill((byte) 7);
        for (int target = 0; target < 2; target++) {
            window.lock(type, target, assertion);
            window.put(sevens, bytes, Datatype.BYTE, target, 0, bytes, Datatype.BYTE);
            window.unlock(target);
            window.lock(type, target, assertion);
            window.get(block, bytes, Datatype.BYTE, target, 0, bytes, Datatype.BYTE);
            window.unlock(target);
            assertEquals(-1, sevens.mismatch(block), bytes + " bytes");
            window.lock(type, target, assertion);
            window.accumulate(block, bytes / 4, Datatype.INT, target, 0, bytes / 4, Datatype.INT, Op.BXOR);
            window.unlock(target);
        }
    }

    /** Rows of bytes at both sides, of which those here are reckoned from a place that is not the first row's. */
    @SuiteCase(suite = SUITE, programs = "put_base")
    @RankTest
    void shouldPutRowsThatAreReckonedFromAnotherPlace(Job job) {
        int rows = 64;
        int row = 8 * 40;
        MemorySegment both = MemorySegment.ofArray(new byte[2 * rows * row]);
        both.asSlice((long) rows * row).fill((byte) (1 + job.rank()));
        int[] lengths = ints(rows, _ -> row);
        long[] here = new long[rows];
        Arrays.setAll(here, i -> (long) (rows + i) * row);
        Datatype from = Datatype.hindexed(lengths, here, Datatype.BYTE).commit();
        Datatype to = Datatype.indexedBlock(row, ints(rows, i -> i * row), Datatype.BYTE).commit();
        onEach(job, rows * row, 1, window -> {
            for (int i = 0; i < 3; i++) {
                window.lock(LockType.EXCLUSIVE, right(window), Assertions.NONE);
                window.put(both, 1, from, right(window), 0, 1, to);
                window.unlock(right(window));
            }
            job.world().barrier();
            byte[] expected = new byte[rows * row];
            Arrays.fill(expected, (byte) (1 + left(window)));
            assertEquals(-1, window.memory().mismatch(MemorySegment.ofArray(expected)));
            job.world().barrier();
        });
        from.free();
        to.free();
    }
}
