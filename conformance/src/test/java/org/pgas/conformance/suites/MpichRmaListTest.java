package org.pgas.conformance.suites;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.pgas.conformance.suites.SuiteWindows.INT;
import static org.pgas.conformance.suites.SuiteWindows.hear;
import static org.pgas.conformance.suites.SuiteWindows.of;
import static org.pgas.conformance.suites.SuiteWindows.tell;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;

import org.pgas.Job;
import org.pgas.coll.Collectives;
import org.pgas.conformance.AcrossNeighbourhoods;
import org.pgas.mpi.Assertions;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.LockType;
import org.pgas.mpi.Op;
import org.pgas.mpi.Window;
import org.pgas.mpi.WindowMemory;
import org.pgas.mpi.comm.Comm;
import org.pgas.mpi.comm.Mpi;
import org.pgas.mpi.comm.Status;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Structures that programs build of windows: lists of attached elements that all ranks append to, and a mutex. */
@RankDefaults(ranks = 4, segment = "64k")
@AcrossNeighbourhoods
class MpichRmaListTest {
    private static final String SUITE = "MPICH rma";
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    /**
     * Bytes of an element: the rank and the displacement of the next one, -1 of the last, and the rank that made it.
     */
    private static final int ELEMENT = 24;
    private static final long DISPLACEMENT = 8;
    private static final long MAKER = 16;

    /** How an access to an element begins and ends. */
    private enum Locking {
        ALL, EXCLUSIVE, SHARED, SHARED_UNCHECKED;

        void begin(Window window, int target) {
            switch (this) {
                case EXCLUSIVE -> window.lock(LockType.EXCLUSIVE, target, Assertions.NONE);
                case SHARED -> window.lock(LockType.SHARED, target, Assertions.NONE);
                case SHARED_UNCHECKED -> window.lock(LockType.SHARED, target, Assertions.NOCHECK);
                default -> {
                    // all are locked as long as the list grows
                }
            }
        }

        void end(Window window, int target) {
            if (this == ALL) {
                window.flush(target);
            } else {
                window.unlock(target);
            }
        }
    }

    /** One rank's view of a list. */
    private static final class Chain {
        final Job job;
        final Locking locking;
        final boolean transfers;
        final Window window;
        final ArrayList<WindowMemory> memories = new ArrayList<>();
        long tail;
        int tailRank;

        /**
         * {@code transfers}: whether displacements are put and got, as exclusive locks allow, or updated atomically.
         */
        Chain(Job job, Locking locking, boolean transfers) {
            this.job = job;
            this.locking = locking;
            this.transfers = transfers;
            this.window = Window.createDynamic(job.world());
            long[] head = {job.rank() == 0 ? element(-1) : 0};
            Collectives.of(job.world()).broadcast(0, MemorySegment.ofArray(head), MemorySegment.ofArray(head));
            tail = head[0];
        }

        long element(long maker) {
            memories.add(WindowMemory.allocate(job, ELEMENT));
            MemorySegment memory = memories.getLast().memory();
            memory.set(LONG, 0, -1);
            memory.set(LONG, DISPLACEMENT, -1);
            memory.set(LONG, MAKER, maker);
            return window.attach(memory);
        }

        /** Enters this rank's next element behind the last one, by a swap of the rank there. */
        void append() {
            long made = element(job.rank());
            while (true) {
                locking.begin(window, tailRank);
                long next = window.compareAndSwap(-1, job.rank(), tailRank, tail);
                locking.end(window, tailRank);
                if (next == -1) {
                    break;
                }
                tail = follow();
                tailRank = (int) next;
            }
            locking.begin(window, tailRank);
            if (transfers) {
                window.put(new long[]{made}, 0, 1, tailRank, tail + DISPLACEMENT);
            } else {
                window.fetchAndOp(made, tailRank, tail + DISPLACEMENT, Op.REPLACE);
            }
            locking.end(window, tailRank);
            tail = made;
            tailRank = job.rank();
        }

        /** Waits until the rank that has swapped has entered its displacement. */
        private long follow() {
            long[] next = {-1};
            while (next[0] == -1) {
                locking.begin(window, tailRank);
                if (transfers) {
                    window.get(next, 0, 1, tailRank, tail + DISPLACEMENT);
                } else {
                    window.getAccumulate(null, 0, null, MemorySegment.ofArray(next), 1, Datatype.LONG, tailRank,
                            tail + DISPLACEMENT, 1, Datatype.LONG, Op.NO_OP);
                }
                locking.end(window, tailRank);
            }
            return next[0];
        }

        /** Elements of each rank, from {@code place} of rank 0 on; a get brings each. */
        int[] count(long place) {
            int[] made = new int[job.size()];
            MemorySegment element = MemorySegment.ofArray(new byte[ELEMENT]);
            long at = place;
            for (int rank = 0; rank != -1;) {
                locking.begin(window, rank);
                window.get(element, ELEMENT, Datatype.BYTE, rank, at, ELEMENT, Datatype.BYTE);
                locking.end(window, rank);
                int maker = (int) element.get(LONG, MAKER);
                if (maker >= 0) {
                    made[maker]++;
                }
                rank = (int) element.get(LONG, 0);
                at = element.get(LONG, DISPLACEMENT);
            }
            return made;
        }
    }

    private static void grow(Job job, Locking locking, boolean transfers, int each) {
        Chain chain = new Chain(job, locking, transfers);
        long head = chain.tail;
        if (locking == Locking.ALL) {
            chain.window.lockAll(Assertions.NONE);
        }
        for (int i = 0; i < each; i++) {
            chain.append();
        }
        job.world().barrier();
        int[] expected = new int[job.size()];
        Arrays.fill(expected, each);
        assertArrayEquals(expected, chain.count(head), locking + ": elements of each rank");
        if (locking == Locking.ALL) {
            chain.window.unlockAll();
        }
        job.world().barrier();
        chain.window.free();
        chain.memories.forEach(WindowMemory::free);
    }

    @SuiteCase(suite = SUITE, programs = {"linked_list", "linked_list_bench_lock_excl"})
    @RankTest
    void shouldAppendUnderExclusiveLocks(Job job) {
        grow(job, Locking.EXCLUSIVE, true, 16);
        grow(job, Locking.EXCLUSIVE, false, 16);
    }

    @SuiteCase(suite = SUITE, programs = {"linked_list_lockall", "linked_list_bench_lock_all"})
    @RankTest
    void shouldAppendWhileAllAreLocked(Job job) {
        grow(job, Locking.ALL, false, 32);
    }

    @SuiteCase(suite = SUITE, programs = {"linked_list_fop", "linked_list_bench_lock_shr",
        "linked_list_bench_lock_shr_nocheck"})
    @RankTest
    void shouldAppendUnderSharedLocks(Job job) {
        grow(job, Locking.SHARED, false, 32);
        grow(job, Locking.SHARED_UNCHECKED, false, 32);
    }

    /** The mutex of Mellor-Crummey and Scott: a queue whose tail is at rank 0, and messages that hand it on. */
    private static final class QueueMutex {
        private static final int NOBODY = -1;
        private static final int TAG = 5;

        /** Words of each rank: the one behind it, and on rank 0 the last one of the queue. */
        private static final int NEXT = 0;
        private static final int TAIL = 1;

        final Comm comm;
        final Window window;
        final int me;

        QueueMutex(Comm comm, Window window) {
            this.comm = comm;
            this.window = window;
            me = window.rank();
            window.lockAll(Assertions.NONE);
            window.memory().setAtIndex(INT, NEXT, NOBODY);
            window.memory().setAtIndex(INT, TAIL, NOBODY);
            window.sync();
        }

        private int swap(int expected, int value) {
            MemorySegment found = of(0);
            window.compareAndSwap(of(value), of(expected), found, Datatype.INT, 0, TAIL);
            window.flush(0);
            return found.get(INT, 0);
        }

        boolean tryLock() {
            window.memory().setAtIndex(INT, NEXT, NOBODY);
            window.sync();
            return swap(NOBODY, me) == NOBODY;
        }

        void lock() {
            window.memory().setAtIndex(INT, NEXT, NOBODY);
            window.sync();
            MemorySegment found = of(0);
            window.fetchAndOp(of(me), found, Datatype.INT, 0, TAIL, Op.REPLACE);
            window.flush(0);
            int previous = found.get(INT, 0);
            if (previous != NOBODY) {
                window.accumulate(of(me), 1, Datatype.INT, previous, NEXT, 1, Datatype.INT, Op.REPLACE);
                window.flush(previous);
                hear(comm, previous, TAG);
            }
        }

        private int next() {
            MemorySegment found = of(0);
            window.sync();
            window.fetchAndOp(null, found, Datatype.INT, me, NEXT, Op.NO_OP);
            window.flush(me);
            return found.get(INT, 0);
        }

        void unlock() {
            int next = next();
            if (next == NOBODY && swap(me, NOBODY) != me) {
                while (next == NOBODY) {
                    comm.iprobe(Mpi.ANY_SOURCE, Mpi.ANY_TAG, new Status());
                    next = next();
                }
            }
            if (next != NOBODY) {
                tell(comm, next, TAG);
            }
        }
    }

    /** Every other rank tries until it succeeds, or the lower half of them; the others wait in the queue. */
    @SuiteCase(suite = SUITE, programs = {"mutex_bench", "mutex_bench_shared", "mutex_bench_shm",
        "mutex_bench_shm_ordered"})
    @RankTest
    void shouldExcludeByAQueueOfRanks(Job job) {
        int rounds = 20;
        Comm world = Mpi.of(job).world();
        Comm neighbours = world.splitShared(0);
        for (int kind = 0; kind < 3; kind++) {
            Comm comm = kind == 0 ? neighbours : world;
            Window window = kind == 0 ? Window.allocateShared(SuiteWindows.neighbourhood(job), 8, 4)
                    : Window.allocate(job.world(), 8, 4);
            assertEquals(comm.rank(), window.rank());
            Window counter = kind == 0 ? Window.allocate(SuiteWindows.neighbourhood(job), 8, 8)
                    : Window.allocate(job.world(), 8, 8);
            QueueMutex mutex = new QueueMutex(comm, window);
            counter.lockAll(Assertions.NONE);
            job.world().barrier();
            boolean tries = kind == 2 ? window.rank() < window.size() / 2 : window.rank() % 2 == 1;
            for (int i = 0; i < rounds; i++) {
                if (!tries) {
                    mutex.lock();
                } else {
                    while (!mutex.tryLock()) {
                        Thread.onSpinWait();
                    }
                }
                // neither atomic nor ordered but by the mutex
                long[] number = new long[1];
                counter.get(number, 0, 1, 0, 0);
                counter.flush(0);
                number[0]++;
                counter.put(number, 0, 1, 0, 0);
                counter.flush(0);
                mutex.unlock();
            }
            job.world().barrier();
            if (window.rank() == 0) {
                assertEquals((long) rounds * window.size(), counter.memory().get(LONG, 0));
            }
            job.world().barrier();
            counter.unlockAll();
            window.unlockAll();
            counter.free();
            window.free();
        }
        neighbours.free();
        world.mpi().finish();
    }
}
