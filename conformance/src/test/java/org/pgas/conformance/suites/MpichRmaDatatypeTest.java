package org.pgas.conformance.suites;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.suites.SuiteWindows.DOUBLE;
import static org.pgas.conformance.suites.SuiteWindows.INT;
import static org.pgas.conformance.suites.SuiteWindows.ints;
import static org.pgas.conformance.suites.SuiteWindows.left;
import static org.pgas.conformance.suites.SuiteWindows.of;
import static org.pgas.conformance.suites.SuiteWindows.onEach;
import static org.pgas.conformance.suites.SuiteWindows.right;
import static org.pgas.conformance.suites.SuiteWindows.store;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;

import org.pgas.Job;
import org.pgas.conformance.AcrossNeighbourhoods;
import org.pgas.conformance.MpiLayout;
import org.pgas.mpi.Assertions;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.Group;
import org.pgas.mpi.LockType;
import org.pgas.mpi.Op;
import org.pgas.mpi.Window;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/** Derived datatypes in every kind of epoch: transposed matrices, patches of matrices, and random types. */
@RankDefaults(ranks = 2, segment = "64k")
@AcrossNeighbourhoods
class MpichRmaDatatypeTest {
    private static final String SUITE = "MPICH rma";

    /** Rows and columns of a matrix that is transposed. */
    private static final int ORDER = 60;

    /** Doubles in a row of the matrix that has patches. */
    private static final int ROW = 16;
    private static final int ROWS = 64;

    private static final int BYTES = 64 << 10;

    /** A matrix, column by column. */
    private static Datatype columns() {
        Datatype column = Datatype.vector(ORDER, 1, ORDER, Datatype.INT);
        Datatype columns = Datatype.hvector(ORDER, 1, 4, column).commit();
        column.free();
        return columns;
    }

    private static int transposed(int i) {
        return i % ORDER * ORDER + i / ORDER;
    }

    @SuiteCase(suite = SUITE, programs = {"transpose1", "transpose2", "transpose3", "transpose3_shm", "transpose4"})
    @RankTest
    void shouldTransposeByPutsInEveryEpoch(Job job) {
        int count = ORDER * ORDER;
        Datatype columns = columns();
        Datatype column = Datatype.resized(Datatype.vector(ORDER, 1, ORDER, Datatype.INT), 0, 4).commit();
        MemorySegment matrix = of(ints(count, i -> i));
        onEach(job, job.rank() == 0 ? 0 : 4L * count, 4, window -> {
            for (int kind = 0; kind < 6; kind++) {
                store(window, _ -> -1);
                job.world().barrier();
                begin(window, kind % 3);
                if (window.rank() == 0) {
                    boolean resized = kind < 3;
                    window.put(matrix, count, Datatype.INT, 1, 0, resized ? ORDER : 1, resized ? column : columns);
                }
                end(window, kind % 3);
                job.world().barrier();
                if (window.rank() == 1) {
                    assertArrayEquals(ints(count, MpichRmaDatatypeTest::transposed), ints(window));
                }
            }
        });
        columns.free();
        column.free();
    }

    /** An epoch in which rank 0 reaches rank 1: of a fence, of a start and a post, or of a lock. */
    private static void begin(Window window, int kind) {
        if (kind == 0) {
            window.fence(Assertions.NONE);
        } else if (kind == 1 && window.rank() == 0) {
            window.start(Group.of(1), Assertions.NONE);
        } else if (kind == 1) {
            window.post(Group.of(0), Assertions.NONE);
        } else if (window.rank() == 0) {
            window.lock(LockType.SHARED, 1, Assertions.NONE);
        }
    }

    private static void end(Window window, int kind) {
        if (kind == 0) {
            window.fence(Assertions.NOSUCCEED);
        } else if (kind == 1 && window.rank() == 0) {
            window.complete();
        } else if (kind == 1) {
            window.await();
        } else if (window.rank() == 0) {
            window.unlock(1);
        }
    }

    /** Alone, it is its own target. */
    @SuiteCase(suite = SUITE, programs = {"transpose5", "transpose6"})
    @RankTest(ranks = {1, 2})
    void shouldAddTheTransposedMatrix(Job job) {
        int count = ORDER * ORDER;
        Datatype columns = columns();
        int target = job.size() - 1;
        onEach(job, 4 * count, 4, window -> {
            store(window, i -> i);
            window.fence(Assertions.NONE);
            if (window.rank() == 0) {
                window.accumulate(of(ints(count, i -> i)), count, Datatype.INT, target, 0, 1, columns, Op.SUM);
            }
            window.fence(Assertions.NOSUCCEED);
            assertArrayEquals(ints(count, i -> window.rank() == target ? i + transposed(i) : i), ints(window));
        });
        columns.free();
    }

    @SuiteCase(suite = SUITE, programs = "transpose7")
    @RankTest
    void shouldTransposeByAGet(Job job) {
        int count = ORDER * ORDER;
        Datatype columns = columns();
        onEach(job, job.rank() == 0 ? 0 : 4L * count, 4, window -> {
            store(window, i -> i);
            int[] found = new int[count];
            window.fence(Assertions.NONE);
            if (window.rank() == 0) {
                window.get(of(found), count, Datatype.INT, 1, 0, 1, columns);
            }
            window.fence(Assertions.NOSUCCEED);
            assertArrayEquals(window.rank() == 0 ? ints(count, MpichRmaDatatypeTest::transposed) : new int[count],
                    found);
        });
        columns.free();
    }

    /** The first {@code width} doubles of the first {@code height} rows. */
    private static Datatype patch(int width, int height) {
        return Datatype.indexed(ints(height, _ -> width), ints(height, i -> i * ROW), Datatype.DOUBLE).commit();
    }

    private static boolean isIn(int i, int width, int height) {
        return i % ROW < width && i / ROW < height;
    }

    /** A matrix on each rank: windows of each kind, and one that neighbours share. */
    private static void onMatrices(Job job, Consumer<Window> body) {
        onEach(job, 8 * ROW * ROWS, 1, body);
        Window shared = Window.allocateShared(SuiteWindows.neighbourhood(job), 8 * ROW * ROWS, 1);
        body.accept(shared);
        shared.free();
    }

    private static void storeDoubles(MemorySegment memory, double value) {
        for (int i = 0; i < ROW * ROWS; i++) {
            memory.setAtIndex(DOUBLE, i, value);
        }
    }

    /** Own numbers in the patch, and others beside it. */
    private static void checkPatch(MemorySegment memory, int width, int height, double inside, double beside) {
        for (int i = 0; i < ROW * ROWS; i++) {
            assertEquals(isIn(i, width, height) ? inside : beside, memory.getAtIndex(DOUBLE, i), "double " + i);
        }
    }

    /** Stores numbers in this rank's part before others come; all ranks call it. */
    private static void reset(Window window, double value) {
        storeDoubles(window.memory(), value);
        window.fence(Assertions.NOSUCCEED);
    }

    @SuiteCase(suite = SUITE, programs = {"strided_get_indexed", "strided_putget_indexed",
        "strided_putget_indexed_shared"})
    @RankTest(ranks = 4)
    void shouldPutAndGetPatches(Job job) {
        MemorySegment mine = MemorySegment.ofArray(new double[ROW * ROWS]);
        onMatrices(job, window -> {
            for (int width : new int[]{1, 8, ROW}) {
                Datatype patch = patch(width, 63);
                MemorySegment found = MemorySegment.ofArray(new double[ROW * ROWS]);
                storeDoubles(mine, 1 + window.rank());
                storeDoubles(found, -1);
                reset(window, -1);
                int next = right(window);
                window.lock(LockType.EXCLUSIVE, next, Assertions.NONE);
                window.put(mine, 1, patch, next, 0, 1, patch);
                window.unlock(next);
                window.lock(LockType.EXCLUSIVE, next, Assertions.NONE);
                window.get(found, 1, patch, next, 0, 1, patch);
                window.unlock(next);
                checkPatch(found, width, 63, 1 + window.rank(), -1);
                window.fence(Assertions.NOSUCCEED);
                checkPatch(window.memory(), width, 63, 1 + left(window), -1);
                patch.free();
            }
        });
    }

    /** By an indexed type, by a subarray, and row by row under one lock. */
    @SuiteCase(suite = SUITE, programs = {"strided_acc_indexed", "strided_acc_subarray", "strided_acc_onelock"})
    @RankTest
    void shouldAddToPatches(Job job) {
        MemorySegment mine = MemorySegment.ofArray(new double[ROW * ROWS]);
        int rounds = 3;
        onMatrices(job, window -> {
            Datatype indexed = patch(8, 32);
            Datatype part = Datatype.subarray(new int[]{ROWS, ROW}, new int[]{32, 8}, new int[]{0, 0},
                    Datatype.DOUBLE).commit();
            int next = right(window);
            for (int kind = 0; kind < 3; kind++) {
                storeDoubles(mine, 1 + window.rank());
                reset(window, -1);
                for (int round = 0; round < rounds; round++) {
                    window.lock(LockType.EXCLUSIVE, next, Assertions.NONE);
                    if (kind == 2) {
                        for (int row = 0; row < 32; row++) {
                            window.accumulate(mine, 8L * row * ROW, 8, Datatype.DOUBLE, next, 8L * row * ROW, Op.SUM);
                        }
                    } else {
                        Datatype type = kind == 0 ? indexed : part;
                        window.accumulate(mine, 1, type, next, 0, 1, type, Op.SUM);
                    }
                    window.unlock(next);
                }
                window.fence(Assertions.NOSUCCEED);
                checkPatch(window.memory(), 8, 32, -1 + rounds * (1 + left(window)), -1);
            }
            indexed.free();
            part.free();
        });
    }

    @SuiteCase(suite = SUITE, programs = {"strided_getacc_indexed", "strided_getacc_indexed_shared"})
    @RankTest(ranks = 4)
    void shouldReplaceAndReadPatchesAtomically(Job job) {
        MemorySegment mine = MemorySegment.ofArray(new double[ROW * ROWS]);
        onMatrices(job, window -> {
            Datatype patch = patch(1, 2);
            MemorySegment found = MemorySegment.ofArray(new double[ROW * ROWS]);
            storeDoubles(mine, 1 + window.rank());
            storeDoubles(found, -7);
            reset(window, -1);
            int next = right(window);
            for (Op op : new Op[]{Op.REPLACE, Op.NO_OP}) {
                window.lock(LockType.EXCLUSIVE, next, Assertions.NONE);
                window.getAccumulate(mine, 1, patch, found, 1, patch, next, 0, 1, patch, op);
                window.unlock(next);
                checkPatch(found, 1, 2, op == Op.REPLACE ? -1 : 1 + window.rank(), -7);
            }
            window.fence(Assertions.NOSUCCEED);
            checkPatch(window.memory(), 1, 2, 1 + left(window), -1);
            patch.free();
        });
    }

    /** A type on either side for as many ints, drawn alike on all ranks. */
    private record Pair(MpiLayout here, int hereCount, MpiLayout there, int thereCount) {
        static Pair random(SplittableRandom random) {
            MpiLayout here = MpiLayout.random(random, MpiLayout.Element.INT, 200);
            MpiLayout there = MpiLayout.random(random, MpiLayout.Element.INT, 200);
            int elements = here.size() * there.size();
            if (elements > 4000) {
                there.free();
                return new Pair(here, 3, here, 3);
            }
            return new Pair(here, elements / here.size(), there, elements / there.size());
        }

        int elements() {
            return here.size() * hereCount;
        }

        /** Numbers of a function of their indices where the elements of one side are; -9 beside them. */
        static MemorySegment memory(MpiLayout layout, int elements, IntUnaryOperator value) {
            MemorySegment memory = of(ints(BYTES / 4, _ -> -9));
            for (int i = 0; i < elements; i++) {
                memory.set(INT, layout.at(i), value.applyAsInt(i));
            }
            return memory;
        }

        MemorySegment atOrigin(IntUnaryOperator value) {
            return memory(here, elements(), value);
        }

        MemorySegment atTarget(IntUnaryOperator value) {
            return memory(there, elements(), value);
        }

        void put(Window window, MemorySegment origin, int target) {
            window.put(origin, hereCount, here.type, target, 0, thereCount, there.type);
        }

        void get(Window window, MemorySegment origin, int target) {
            window.get(origin, hereCount, here.type, target, 0, thereCount, there.type);
        }

        void accumulate(Window window, MemorySegment origin, int target, Op op) {
            window.accumulate(origin, hereCount, here.type, target, 0, thereCount, there.type, op);
        }

        void free() {
            here.free();
            if (there != here) {
                there.free();
            }
        }
    }

    private static void copy(MemorySegment memory, Window window) {
        window.memory().copyFrom(memory);
    }

    /** Fences alone part the puts of rank 0 to the last rank from those back, and from those of both at once. */
    @SuiteCase(suite = SUITE, programs = {"putfence1", "getfence1", "accfence1", "epochtest"})
    @RankTest(ranks = {2, 4})
    void shouldTransferRandomTypesBetweenFences(Job job) {
        SplittableRandom random = Seed.of("types between fences");
        int last = job.size() - 1;
        onEach(job, BYTES, 1, window -> {
            for (int round = 0; round < 12; round++) {
                Pair pair = Pair.random(random);
                boolean isOrigin = window.rank() == 0;
                boolean isTarget = window.rank() == last;
                copy(pair.atTarget(i -> 5 * i), window);
                MemorySegment found = pair.atOrigin(_ -> -8);
                window.fence(Assertions.NOPRECEDE);
                if (isOrigin) {
                    pair.get(window, found, last);
                }
                window.fence(Assertions.NONE);
                assertEquals(-1, pair.atOrigin(i -> isOrigin ? 5 * i : -8).mismatch(found), "got");
                if (isOrigin) {
                    pair.put(window, pair.atOrigin(i -> i), last);
                }
                window.fence(Assertions.NONE);
                check(window, pair, isTarget ? i -> i : i -> 5 * i, "put there");
                window.fence(Assertions.NONE);
                if (isTarget) {
                    pair.put(window, pair.atOrigin(i -> 2 * i), 0);
                }
                window.fence(Assertions.NONE);
                check(window, pair, isOrigin ? i -> 2 * i : isTarget ? i -> i : i -> 5 * i, "put back");
                window.fence(Assertions.NONE);
                if (isOrigin || isTarget) {
                    Op op = round % 2 == 0 ? Op.REPLACE : Op.SUM;
                    pair.accumulate(window, pair.atOrigin(i -> 3 * i), last - window.rank(), op);
                }
                window.fence(Assertions.NOSUCCEED);
                int sum = round % 2 == 0 ? 0 : 1;
                check(window, pair, isOrigin ? i -> 3 * i + sum * 2 * i
                        : isTarget ? i -> 3 * i + sum * i : i -> 5 * i, "accumulated");
                pair.free();
            }
        });
    }

    private static void check(Window window, Pair pair, IntUnaryOperator value, String what) {
        assertEquals(-1, pair.atTarget(value).mismatch(window.memory()), what);
    }

    /** Ranks between take no part. */
    @SuiteCase(suite = SUITE, programs = {"putpscw1", "accpscw1"})
    @RankTest(ranks = {2, 4})
    void shouldTransferRandomTypesBetweenStartAndComplete(Job job) {
        SplittableRandom random = Seed.of("types between start and complete");
        int last = job.size() - 1;
        onEach(job, BYTES, 1, window -> {
            for (int round = 0; round < 12; round++) {
                Pair pair = Pair.random(random);
                boolean puts = round % 2 == 0;
                if (window.rank() == 0) {
                    window.start(Group.of(last), Assertions.NONE);
                    if (puts) {
                        pair.put(window, pair.atOrigin(i -> i), last);
                    } else {
                        pair.accumulate(window, pair.atOrigin(i -> i), last, round % 4 == 1 ? Op.REPLACE : Op.SUM);
                    }
                    window.complete();
                } else if (window.rank() == last) {
                    copy(pair.atTarget(_ -> -1), window);
                    window.post(Group.of(0), Assertions.NONE);
                    window.await();
                    check(window, pair, round % 4 == 3 ? i -> i - 1 : i -> i, puts ? "put" : "accumulated");
                }
                pair.free();
            }
        });
    }

    /** How an origin waits for its updates: by the unlock alone, or by a flush before it. */
    private enum Completion {
        UNLOCK, FLUSH, FLUSH_ALL, FLUSH_LOCAL, FLUSH_LOCAL_ALL;

        void complete(Window window, int target) {
            switch (this) {
                case FLUSH -> window.flush(target);
                case FLUSH_ALL -> window.flushAll();
                case FLUSH_LOCAL -> window.flushLocal(target);
                case FLUSH_LOCAL_ALL -> window.flushLocalAll();
                default -> assertEquals(UNLOCK, this);
            }
        }
    }

    /**
     * Rank 0 replaces, reads and adds to what the last rank has, with any lock and each way to complete; in the last
     * rounds all do at once.
     */
    @SuiteCase(suite = SUITE, programs = {"lock_dt", "lock_dt_flush", "lock_dt_flushlocal", "lock_contention_dt",
        "lockall_dt",
        "lockall_dt_flush", "lockall_dt_flushall", "lockall_dt_flushlocal", "lockall_dt_flushlocalall"})
    @RankTest(ranks = 3)
    void shouldUpdateRandomTypesUnderLocks(Job job) {
        SplittableRandom random = Seed.of("types under locks");
        int last = job.size() - 1;
        onEach(job, BYTES, 1, window -> {
            for (Completion completion : Completion.values()) {
                for (int kind = 0; kind < 4; kind++) {
                    Pair pair = Pair.random(random);
                    boolean contended = kind > 1;
                    copy(pair.atTarget(i -> i), window);
                    job.world().barrier();
                    if (window.rank() == 0 || contended) {
                        update(window, pair, last, kind % 2 == 0, completion);
                    }
                    job.world().barrier();
                    int times = contended ? window.size() : 1;
                    check(window, pair, i -> window.rank() == last ? i + 2 * times * (i + 1) : i,
                            completion + " " + kind);
                    pair.free();
                }
            }
        });
    }

    /** Adds i + 1 to the i-th int, twice: the second time it reads what was there. */
    private static void update(Window window, Pair pair, int target, boolean all, Completion completion) {
        if (all) {
            window.lockAll(Assertions.NONE);
        } else {
            window.lock(LockType.EXCLUSIVE, target, Assertions.NONE);
        }
        MemorySegment mine = pair.atOrigin(i -> i + 1);
        MemorySegment found = pair.atOrigin(_ -> 0);
        pair.accumulate(window, mine, target, Op.SUM);
        completion.complete(window, target);
        window.getAccumulate(mine, pair.hereCount, pair.here.type, found, pair.hereCount, pair.here.type, target, 0,
                pair.thereCount, pair.there.type, Op.SUM);
        completion.complete(window, target);
        if (all) {
            window.unlockAll();
        } else {
            window.unlock(target);
        }
        for (int i = 0; i < pair.elements(); i++) {
            int before = found.get(INT, pair.here.at(i)) - i;
            assertEquals(0, before % (i + 1), "element " + i);
            assertTrue(before >= i + 1, "the own update comes first");
        }
    }
}
