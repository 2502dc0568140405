package org.pgas.conformance.suites;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.suites.SuiteWindows.INT;
import static org.pgas.conformance.suites.SuiteWindows.hear;
import static org.pgas.conformance.suites.SuiteWindows.intAt;
import static org.pgas.conformance.suites.SuiteWindows.ints;
import static org.pgas.conformance.suites.SuiteWindows.of;
import static org.pgas.conformance.suites.SuiteWindows.onEach;
import static org.pgas.conformance.suites.SuiteWindows.store;
import static org.pgas.conformance.suites.SuiteWindows.tell;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

import org.pgas.Job;
import org.pgas.conformance.AcrossNeighbourhoods;
import org.pgas.mpi.Assertions;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.LockType;
import org.pgas.mpi.Op;
import org.pgas.mpi.Window;
import org.pgas.mpi.comm.Comm;
import org.pgas.mpi.comm.Mpi;
import org.pgas.mpi.comm.Status;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Locks that ranks want at the same time, and what each does while it has one. */
@RankDefaults(ranks = 4, segment = "64k")
@AcrossNeighbourhoods
class MpichRmaLockTest {
    private static final String SUITE = "MPICH rma";

    /** For each int a lock of its own. */
    @SuiteCase(suite = SUITE, programs = "lockcontention")
    @RankTest(ranks = 3)
    void shouldPutAndGetOneByOneBesideEachOther(Job job) {
        int count = 100;
        onEach(job, 8 * count, 4, window -> {
            store(window, i -> -4 * i);
            job.world().barrier();
            for (int i = 0; window.rank() != 1 && i < count; i++) {
                int[] word = {window.rank() == 0 ? i : 0};
                window.lock(LockType.EXCLUSIVE, 1, Assertions.NONE);
                if (window.rank() == 0) {
                    window.put(word, 0, 1, 1, i);
                } else {
                    window.get(word, 0, 1, 1, count + i);
                }
                window.unlock(1);
                assertEquals(window.rank() == 0 ? i : -4 * (count + i), word[0]);
            }
            job.world().barrier();
            assertArrayEquals(ints(2 * count, i -> window.rank() == 1 && i < count ? i : -4 * i), ints(window));
        });
    }

    /** Blocks that interleave with those of all others: one put, several, gets beside them, and accumulates. */
    @SuiteCase(suite = SUITE, programs = "lockcontention2")
    @RankTest
    void shouldMixTransfersOfAllRanksUnderOneLock(Job job) {
        int each = 20;
        int block = 10;
        int size = job.size();
        int area = each * block * size;
        onEach(job, job.rank() == 0 ? 8L * area : 0, 4, window -> {
            for (int kind = 0; kind < 4; kind++) {
                int width = kind == 1 ? block : 1;
                store(window, kind == 3 ? _ -> 0 : i -> -1 - i);
                job.world().barrier();
                for (int i = 0; i < each; i++) {
                    int first = width * (window.rank() + i * size);
                    int[] mine = ints(width, j -> first + j);
                    int[] found = new int[1];
                    window.lock(LockType.EXCLUSIVE, 0, Assertions.NONE);
                    if (kind == 3) {
                        window.accumulate(of(mine), 1, Datatype.INT, 0, first, 1, Datatype.INT, Op.SUM);
                        window.accumulate(of(mine), 1, Datatype.INT, 0, first, 1, Datatype.INT, Op.SUM);
                    } else {
                        window.put(mine, 0, width, 0, first);
                        window.put(mine, 0, width, 0, area + first);
                        if (kind == 2) {
                            window.get(found, 0, 1, 0, first + each * size);
                        }
                    }
                    window.unlock(0);
                    assertEquals(kind == 2 ? -1 - first - each * size : 0, found[0]);
                }
                job.world().barrier();
                for (int i = 0; window.rank() == 0 && i < each * size * width; i++) {
                    assertEquals(kind == 3 ? 2 * i : i, intAt(window, i), "int " + i);
                    assertEquals(kind == 3 ? 0 : i, intAt(window, area + i), "int " + i);
                }
                job.world().barrier();
            }
        });
    }

    /** What rank 1 does under its lock: blocks of so many ints, so far apart, in one call of a type or one each. */
    private record Work(int length, int count, int stride, boolean typed) {
        static final Work[] ALL = {new Work(1, 1, 1, false), new Work(1, 7, 11, true), new Work(1, 7, 11, false),
            new Work(512, 1, 512, false), new Work(127, 4, 254, false)};

        int span() {
            return (count - 1) * stride + length;
        }

        boolean has(int i) {
            return i >= 0 && i < span() && i % stride < length;
        }

        /** Puts, accumulates or gets, by {@code kind}; the int at place i is the i-th of {@code mine}, too. */
        void run(Window window, int kind, MemorySegment mine, int place) {
            Datatype type = typed ? Datatype.vector(count, length, stride, Datatype.INT).commit() : Datatype.INT;
            int elements = typed ? 1 : length;
            for (int i = 0; i < (typed ? 1 : count); i++) {
                long at = (long) i * stride;
                switch (kind) {
                    case 0 -> window.put(mine, 4 * at, elements, type, 0, place + at);
                    case 1 -> window.accumulate(mine, 4 * at, elements, type, 0, place + at, Op.SUM);
                    default -> window.get(mine, 4 * at, elements, type, 0, place + at);
                }
            }
            if (typed) {
                type.free();
            }
        }
    }

    /**
     * Rank 0 has locked its own part when rank 1 asks, and unlocks when the others have passed a message around. Its
     * lock is there when the call returns: it loads and stores under it.
     */
    @SuiteCase(suite = SUITE, programs = "lockcontention3")
    @RankTest(ranks = {3, 4})
    void shouldWaitForARankThatStoresUnderItsOwnLock(Job job) {
        int count = 2048;
        int[] places = {7, 83, 157};
        Comm world = Mpi.of(job).world();
        onEach(job, job.rank() == 0 ? 4 * count : 0, 4, window -> {
            int me = window.rank();
            for (Work work : Work.ALL) {
                for (int kind = 0; kind < 3; kind++) {
                    int place = places[kind];
                    int writes = kind;
                    if (me == 0) {
                        window.lock(LockType.EXCLUSIVE, 0, Assertions.NONE);
                        store(window, i -> i);
                        tell(world, 1, 0);
                        tell(world, 2, 0);
                        hear(world, window.size() - 1, 0);
                        assertArrayEquals(ints(count, i -> i), ints(window), "nobody comes in between");
                        window.unlock(0);
                        hear(world, 1, 1);
                        assertArrayEquals(ints(count, i -> writes == 2 || !work.has(i - place) ? i
                                : 1000 + i - place + (writes == 1 ? i : 0)), ints(window), work + " " + kind);
                    } else if (me == 1) {
                        int[] mine = ints(count, i -> 1000 + i);
                        hear(world, 0, 0);
                        window.lock(LockType.EXCLUSIVE, 0, Assertions.NONE);
                        work.run(window, kind, of(mine), place);
                        window.unlock(0);
                        assertArrayEquals(ints(count, i -> writes == 2 && work.has(i) ? i + place : 1000 + i), mine);
                        tell(world, 0, 1);
                    } else {
                        hear(world, me == 2 ? 0 : me - 1, 0);
                        tell(world, me == window.size() - 1 ? 0 : me + 1, 0);
                    }
                }
            }
        });
        world.mpi().finish();
    }

    /** The type of the origin is derived, and that of the target is not; a get goes before, behind, or not at all. */
    @SuiteCase(suite = SUITE, programs = "lockopts")
    @RankTest(ranks = {2, 3})
    void shouldSendADerivedTypeAsOneOperationUnderALock(Job job) {
        int count = 80;
        Datatype vector = Datatype.vector(10, 1, 4, Datatype.INT).commit();
        MemorySegment mine = of(ints(count, i -> i));
        onEach(job, 4 * count, 4, window -> {
            for (int kind = 0; kind < 4; kind++) {
                boolean adds = kind == 0;
                store(window, i -> -i);
                job.world().barrier();
                if (window.rank() == 1) {
                    int[] found = new int[1];
                    window.lock(LockType.SHARED, 0, Assertions.NONE);
                    if (kind == 2) {
                        window.get(found, 0, 1, 0, 10);
                    }
                    if (adds) {
                        window.accumulate(mine, 1, vector, 0, 0, 10, Datatype.INT, Op.SUM);
                    } else {
                        window.put(mine, 1, vector, 0, 0, 10, Datatype.INT);
                    }
                    if (kind == 3) {
                        window.get(found, 0, 1, 0, 10);
                    }
                    window.unlock(0);
                    assertEquals(kind < 2 ? 0 : -10, found[0]);
                }
                job.world().barrier();
                if (window.rank() == 0) {
                    window.lock(LockType.EXCLUSIVE, 0, Assertions.NONE);
                    assertArrayEquals(ints(count, i -> i >= 10 ? -i : adds ? 3 * i : 4 * i), ints(window));
                    window.unlock(0);
                }
                job.world().barrier();
            }
        });
        vector.free();
    }

    @SuiteCase(suite = SUITE, programs = {"locknull", "lock_nested"})
    @RankTest(ranks = {2, 3})
    void shouldLockWithoutTransfersAndSeveralAtATime(Job job) {
        onEach(job, 4000, 4, window -> {
            for (LockType type : LockType.values()) {
                for (int target = 0; target < window.size(); target++) {
                    window.lock(type, target, Assertions.NONE);
                    window.unlock(target);
                }
            }
            for (int target = 0; window.rank() == 0 && target < window.size(); target++) {
                window.lock(LockType.SHARED, target, Assertions.NONE);
            }
            for (int target = window.size() - 1; window.rank() == 0 && target >= 0; target--) {
                window.unlock(target);
            }
            job.world().barrier();
        });
    }

    /** Each has places of its own on every rank. */
    @SuiteCase(suite = SUITE, programs = {"contention_put", "contention_putget"})
    @RankTest
    void shouldPutAndGetOnEveryRankUnderExclusiveLocks(Job job) {
        int count = 50;
        onEach(job, 8L * count * job.size(), 1, window -> {
            int me = window.rank();
            for (int target = 0; target < window.size(); target++) {
                for (int i = 0; i < count; i++) {
                    long place = 8L * (me * count + i);
                    MemorySegment word = MemorySegment.ofArray(new double[]{me + 1 + i});
                    window.lock(LockType.EXCLUSIVE, target, Assertions.NONE);
                    window.put(word, 8, Datatype.BYTE, target, place, 8, Datatype.BYTE);
                    window.unlock(target);
                    MemorySegment found = MemorySegment.ofArray(new double[1]);
                    window.lock(LockType.EXCLUSIVE, target, Assertions.NONE);
                    window.get(found, 8, Datatype.BYTE, target, place, 8, Datatype.BYTE);
                    window.unlock(target);
                    assertEquals(-1, word.mismatch(found));
                }
            }
            job.world().barrier();
            for (int i = 0; i < count * window.size(); i++) {
                assertEquals(1 + i / count + i % count, window.memory().getAtIndex(SuiteWindows.DOUBLE, i));
            }
            job.world().barrier();
        });
    }

    /** Origins put to rank 0 and tell rank 1, which tells rank 0, which gets from itself and tells the origin. */
    @SuiteCase(suite = SUITE, programs = "adlb_mimic1")
    @RankTest(ranks = {3, 4})
    void shouldFindWhatAThirdRankTellsOf(Job job) {
        int block = 64 << 10;
        int rounds = 20;
        int origins = job.size() - 2;
        Comm world = Mpi.of(job).world();
        onEach(job, (long) block * job.size(), 1, window -> {
            int me = window.rank();
            MemorySegment number = of(0);
            for (int i = 0; i < rounds * (me < 2 ? origins : 1); i++) {
                if (me == 0) {
                    world.recv(number, 0, 1, Datatype.INT, 1, 0);
                    int origin = number.get(INT, 0);
                    byte[] last = new byte[1];
                    window.lock(LockType.SHARED, 0, Assertions.NONE);
                    window.get(last, 0, 1, 0, (origin + 1L) * block - 1);
                    window.unlock(0);
                    assertEquals(1, last[0]);
                    window.memory().asSlice((long) origin * block, block).fill((byte) 0);
                    tell(world, origin, 0);
                } else if (me == 1) {
                    Status status = new Status();
                    world.recv(number, 0, 0, Datatype.BYTE, Mpi.ANY_SOURCE, 0, status);
                    number.set(INT, 0, status.source());
                    world.send(number, 0, 1, Datatype.INT, 0, 0);
                } else {
                    byte[] ones = new byte[block];
                    Arrays.fill(ones, (byte) 1);
                    window.lock(LockType.SHARED, 0, Assertions.NONE);
                    window.put(ones, 0, block, 0, (long) me * block);
                    window.unlock(0);
                    tell(world, 1, 0);
                    hear(world, 0, 0);
                }
            }
            job.world().barrier();
            assertTrue(me != 0 || window.memory().get(ValueLayout.JAVA_BYTE, (me + 3L) * block - 1) == 0);
        });
        world.mpi().finish();
    }
}
