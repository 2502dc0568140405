package org.pgas.conformance.suites;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

import org.pgas.GlobalPointer;
import org.pgas.Job;
import org.pgas.NamedBarrier;
import org.pgas.PgasException;
import org.pgas.coll.Collectives;
import org.pgas.conformance.AcrossNeighbourhoods;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.upc.SharedArray;
import org.pgas.upc.SharedLayout;
import org.pgas.upc.SharedPointer;
import org.pgas.upc.Upc;

/** What UPC's library has of the suite of the George Washington University; what is the language's is outside. */
@RankDefaults(ranks = {1, 3}, segment = "0")
@AcrossNeighbourhoods
class UpcGutsTest {
    private static final String SUITE = "UPC GUTS";
    private static final int BYTES = 64 << 10;

    private static Upc init(Job job) {
        return Upc.init(job, BYTES, BYTES);
    }

    @SuiteCase(suite = SUITE, programs = "predefined_identifiers")
    @RankTest
    void shouldNumberItsThreads(Job job) {
        Upc upc = init(job);
        assertEquals(job.size(), upc.threads());
        assertEquals(job.rank(), upc.thread());
        assertTrue(upc.thread() >= 0 && upc.thread() < upc.threads());
        upc.finish();
    }

    /** Blocks of any size, one of all elements, as even ones as there can be, and elements one by one. */
    @SuiteCase(suite = SUITE, programs = {"blocksize", "layout_qualifier", "blocksizeof", "elemsizeof", "localsizeof1"})
    @RankTest
    void shouldDealBlocksInTurn(Job job) {
        Upc upc = init(job);
        int threads = upc.threads();
        int count = 41;
        int star = (count + threads - 1) / threads;
        for (long given : new long[]{0, 1, 5, 100, Upc.STAR}) {
            SharedArray array = upc.allArray(count, Integer.BYTES, given);
            long block = given == Upc.STAR ? star : given;
            assertEquals(block, array.blockSize());
            assertEquals(Integer.BYTES, array.elementBytes());
            long most = 0;
            for (int i = 0; i < count; i++) {
                int thread = block == 0 ? 0 : (int) (i / block % threads);
                assertEquals(thread, array.threadOf(i), "element " + i + " in blocks of " + given);
                assertEquals(block == 0 ? 0 : i % block, array.phaseOf(i));
                if (thread == upc.thread()) {
                    array.putInt(i, upc.thread());
                }
                most += thread == 0 ? Integer.BYTES : 0;
            }
            assertEquals(most, array.affinitySize(array.threadOf(0)));
            upc.barrier();
            for (int i = 0; i < count; i++) {
                assertEquals(array.threadOf(i), array.getInt(i));
            }
            upc.barrier();
            if (upc.thread() == threads - 1) {
                upc.free(array);
            }
        }
        upc.finish();
    }

    @SuiteCase(suite = SUITE, programs = {"alloc", "all_alloc", "global_alloc", "compound_test1"})
    @RankTest
    void shouldAllocateWhereTheCallSays(Job job) {
        Upc upc = init(job);
        int threads = upc.threads();
        assertEquals(GlobalPointer.NULL, upc.alloc(0));
        assertEquals(GlobalPointer.NULL, upc.allAlloc(0, 0));
        assertEquals(GlobalPointer.NULL, upc.globalAlloc(0, 4));
        upc.free(GlobalPointer.NULL);
        long own = upc.alloc(4);
        assertEquals(upc.thread(), Upc.threadOf(own));
        upc.memput(own, MemorySegment.ofArray(new int[]{upc.thread() + 1}), 0, 4);
        int[] found = new int[1];
        upc.memget(MemorySegment.ofArray(found), 0, own, 4);
        assertEquals(upc.thread() + 1, found[0]);
        upc.free(own);
        long global = upc.globalAlloc(2L * threads, 8);
        checkThreads(upc, SharedPointer.of(new SharedLayout(threads, 4, 2), global), 4 * threads, 2);
        upc.free(global);
        long all = upc.allAlloc(2L * threads, 40);
        long[] told = {all};
        Collectives.of(upc.team()).broadcast(0, MemorySegment.ofArray(told), MemorySegment.ofArray(told));
        assertEquals(told[0], all, "the same on all");
        checkThreads(upc, SharedPointer.of(new SharedLayout(threads, 4, 10), all), 20 * threads, 10);
        upc.allFree(all);
        upc.finish();
    }

    private static void checkThreads(Upc upc, SharedPointer first, int count, int block) {
        for (int i = count - 1; i >= 0; i--) {
            assertEquals(i / block % upc.threads(), first.add(i).thread(), "element " + i);
        }
    }

    @SuiteCase(suite = SUITE, programs = {"memcpy", "memget", "memput", "memset"})
    @RankTest
    void shouldCopyMemoryOfAnyThread(Job job) {
        Upc upc = init(job);
        int count = 25;
        SharedArray a = upc.allArray((long) count * upc.threads(), Integer.BYTES, count);
        SharedArray b = upc.allArray((long) count * upc.threads(), Integer.BYTES, count);
        int next = (upc.thread() + 1) % upc.threads();
        long here = (long) count * upc.thread();
        long there = (long) count * next;
        int[] mine = SuiteWindows.ints(count, i -> 1000 * upc.thread() + i);
        upc.memput(a.address(there), MemorySegment.ofArray(mine), 0, 4 * count);
        upc.barrier();
        int[] found = new int[count];
        upc.memget(MemorySegment.ofArray(found), 0, a.address(there), 4 * count);
        assertArrayEquals(mine, found);
        int before = (upc.thread() + upc.threads() - 1) % upc.threads();
        assertEquals(1000 * before + 3, a.getInt(here + 3));
        upc.memcpy(b.address(there), a.address(here), 4 * count);
        upc.memcpy(b.address(there), b.address(there), 0);
        upc.barrier();
        for (int i = 0; i < count; i++) {
            assertEquals(1000 * ((before + upc.threads() - 1) % upc.threads()) + i, b.getInt(here + i));
        }
        upc.barrier();
        upc.memset(b.address(there), '*' + 256, count);
        upc.barrier();
        byte[] bytes = new byte[count + 3];
        upc.memget(MemorySegment.ofArray(bytes), 0, b.address(here), count);
        byte[] stars = new byte[count + 3];
        Arrays.fill(stars, 0, count, (byte) '*');
        assertArrayEquals(stars, bytes);
        upc.finish();
    }

    @SuiteCase(suite = SUITE, programs = {"pointer_to_shared", "cast", "resetphase1", "resetphase2", "threadof"})
    @RankTest
    void shouldReckonWithPointersAsWithIndices(Job job) {
        Upc upc = init(job);
        int count = 20 * upc.threads();
        SharedArray array = upc.allArray(count, Integer.BYTES, 20);
        for (long i = 0; i < array.localElements(); i++) {
            array.local().setAtIndex(ValueLayout.JAVA_INT_UNALIGNED, i, (int) array.globalIndex(i));
        }
        upc.barrier();
        SharedPointer pointer = array.pointer(0).add(15);
        assertEquals(15, value(upc, pointer));
        pointer = pointer.subtract(10);
        assertEquals(5, value(upc, pointer));
        SharedLayout pairs = new SharedLayout(upc.threads(), Integer.BYTES, 2);
        SharedPointer other = array.pointer(7).castTo(pairs);
        assertEquals(0, other.phase(), "another block size");
        assertEquals(array.address(7), other.address());
        assertEquals(7, array.pointer(7).castTo(array.layout()).phase(), "the same");
        assertEquals(0, array.pointer(7).castTo(new SharedLayout(upc.threads(), Long.BYTES, 20)).phase());
        assertEquals(0, array.pointer(7).castTo(new SharedLayout(upc.threads(), Integer.BYTES, 0)).phase());
        for (int i = 0; i < 5 + upc.threads(); i++) {
            SharedPointer moved = other.add(i);
            assertEquals(i % 2, moved.phase());
            assertEquals(i / 2 % upc.threads(), moved.thread());
            assertEquals(i, moved.distance(other));
        }
        SharedPointer reset = array.pointer(7).resetPhase();
        assertEquals(0, reset.phase());
        assertEquals(7, array.pointer(7).phase());
        assertEquals(array.address(7), reset.address());
        assertEquals(reset, array.pointer(7), "the same byte");
        assertEquals(4, array.addrfield(1) - array.addrfield(0));
        assertEquals(0, Upc.threadOf(GlobalPointer.NULL));
        upc.finish();
    }

    private static int value(Upc upc, SharedPointer pointer) {
        int[] found = new int[1];
        upc.memget(MemorySegment.ofArray(found), 0, pointer.address(), 4);
        return found[0];
    }

    @SuiteCase(suite = SUITE, programs = {"barrier", "shared_access"})
    @RankTest
    void shouldSeeBehindABarrierWhatAllHaveStoredBefore(Job job) {
        Upc upc = init(job);
        NamedBarrier barrier = job.namedBarrier();
        SharedArray array = upc.allArray(upc.threads(), Integer.BYTES, 1);
        for (int round = 1; round <= 40; round++) {
            array.putInt((upc.thread() + round) % upc.threads(), round);
            if (round % 2 == 0) {
                barrier.notify(round);
                assertTrue(barrier.await(round));
            } else {
                upc.barrier();
            }
            for (int i = 0; i < upc.threads(); i++) {
                assertEquals(round, array.getInt(i));
            }
            upc.barrier();
        }
        upc.finish();
    }

    /** Java's calls are of one barrier where upc_barrier is a notify and a wait. */
    @SuiteCase(suite = SUITE, programs = "barrier_neg")
    @RankTest
    void shouldRefuseASecondNotifyBeforeTheWait(Job job) {
        NamedBarrier barrier = job.namedBarrier();
        barrier.notify(1);
        assertThrows(PgasException.class, () -> barrier.notify(2));
        assertTrue(barrier.await(1));
        assertThrows(PgasException.class, () -> barrier.await(1));
    }

    @SuiteCase(suite = SUITE, programs = {"all_lock_alloc", "global_lock_alloc", "lock", "lock_attempt", "unlock"})
    @RankTest(ranks = 3)
    void shouldLockForOneThread(Job job) {
        Upc upc = init(job);
        long first = upc.allLockAlloc();
        long[] told = {upc.thread() == 2 ? upc.globalLockAlloc() : 0};
        Collectives.of(upc.team()).broadcast(2, MemorySegment.ofArray(told), MemorySegment.ofArray(told));
        assertNotEquals(first, told[0]);
        SharedArray number = upc.allArray(1, Long.BYTES, 1);
        for (long lock : new long[]{first, told[0]}) {
            if (upc.thread() == 1) {
                assertTrue(upc.lockAttempt(lock), "nobody has it");
            }
            upc.barrier();
            if (upc.thread() != 1) {
                assertFalse(upc.lockAttempt(lock), "thread 1 has it");
            }
            upc.barrier();
            if (upc.thread() == 1) {
                upc.unlock(lock);
            }
            upc.barrier();
            if (upc.thread() == 0) {
                assertTrue(upc.lockAttempt(lock), "it was given back");
                number.putLong(0, 0);
                upc.unlock(lock);
            }
            upc.barrier();
            for (int i = 0; i < 50; i++) {
                upc.lock(lock);
                number.putLong(0, number.getLong(0) + 1);
                upc.unlock(lock);
            }
            upc.barrier();
            assertEquals(150, number.getLong(0));
            upc.barrier();
        }
        upc.allLockFree(first);
        if (upc.thread() == 0) {
            upc.lockFree(told[0]);
        }
        upc.finish();
    }

    /** The loops that upc_forall is here: by the elements of a thread, and by whole numbers. */
    @SuiteCase(suite = SUITE, programs = {"iteration1", "iteration4"})
    @RankTest
    void shouldDealIterationsAsElementsAndAsNumbers(Job job) {
        Upc upc = init(job);
        int threads = upc.threads();
        int count = 50 * threads;
        int own = 0;
        for (long i = upc.thread(); i < count; i += threads) {
            assertEquals(upc.thread(), i % threads);
            own++;
        }
        assertEquals(50, own);
        SharedArray visits = upc.allArray(count, Integer.BYTES, 1);
        for (long block : new long[]{1, 10, 0}) {
            SharedArray array = upc.allArray(count, Integer.BYTES, block);
            for (long k = 0; k < array.localElements(); k++) {
                long i = array.globalIndex(k);
                assertEquals(upc.thread(), array.threadOf(i));
                visits.putInt(i, visits.getInt(i) + 1);
            }
            upc.barrier();
        }
        for (int i = 0; i < count; i++) {
            assertEquals(3, visits.getInt(i), "iteration " + i);
        }
        upc.finish();
    }

    /** What is stored before a strict access is seen behind one that sees it. */
    @SuiteCase(suite = SUITE, programs = "strict_access")
    @RankTest(ranks = {2, 3})
    void shouldShowWhatWasStoredBeforeAStrictAccess(Job job) {
        Upc upc = init(job);
        SharedArray words = upc.allArray(3L * upc.threads(), Long.BYTES, 3);
        var rma = upc.team().rma();
        for (int round = 1; round <= 20; round++) {
            if (upc.thread() == 1) {
                words.putLong(0, 10 * round);
                rma.putLongRelease(0, words.addrfield(2), round);
            } else if (upc.thread() == 0) {
                while (rma.getLongAcquire(0, words.addrfield(2)) < round) {
                    Thread.onSpinWait();
                }
                words.putLong(1, words.getLong(0) + 3);
            }
            upc.barrier();
            assertEquals(10 * round + 3, words.getLong(1));
            upc.barrier();
        }
        upc.finish();
    }

    /** A struct of 125 doubles is an element of 1000 bytes, whichever way its inside is counted. */
    @SuiteCase(suite = SUITE, programs = "compound_test2")
    @RankTest
    void shouldHaveStructsForElements(Job job) {
        Upc upc = init(job);
        int side = 5;
        int cells = side * side * side;
        SharedArray cubes = upc.allArray(upc.threads(), 8 * cells, 1);
        SharedArray rows = upc.allArray(upc.threads(), 8 * cells, 1);
        double[] mine = new double[cells];
        for (int i = 0; i < cells; i++) {
            mine[i] = i + upc.thread() * cells;
        }
        upc.memput(rows.address(upc.thread()), MemorySegment.ofArray(mine), 0, 8L * cells);
        MemorySegment own = cubes.local();
        for (int i = 0; i < side; i++) {
            for (int j = 0; j < side; j++) {
                for (int k = 0; k < side; k++) {
                    int cell = k + side * (j + side * i);
                    own.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, 8L * cell, cell + upc.thread() * cells);
                }
            }
        }
        upc.barrier();
        for (int thread = 0; thread < upc.threads(); thread++) {
            double[] cube = new double[cells];
            double[] row = new double[cells];
            upc.memget(MemorySegment.ofArray(cube), 0, cubes.address(thread), 8L * cells);
            upc.memget(MemorySegment.ofArray(row), 0, rows.address(thread), 8L * cells);
            assertArrayEquals(cube, row);
            assertEquals(thread * cells + 7, cube[7]);
        }
        upc.finish();
    }
}
