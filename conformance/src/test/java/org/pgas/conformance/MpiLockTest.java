package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;

import org.junit.jupiter.api.function.Executable;
import org.opentest4j.AssertionFailedError;
import org.pgas.InVain;
import org.pgas.Job;
import org.pgas.PeerLostException;
import org.pgas.WaitMode;
import org.pgas.WaitTimeoutException;
import org.pgas.mpi.Assertions;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.LockType;
import org.pgas.mpi.Window;
import org.pgas.mpi.WindowInfo;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/** Locks of windows exclude, share, and are granted in the order in which they were asked for. */
@RankDefaults(segment = "64k")
@AcrossNeighbourhoods
class MpiLockTest {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final WindowInfo DEFER = WindowInfo.DEFAULT.withDeferLocks(true);

    /** Of the two words of a part that change together. */
    private static final long SECOND = 128;

    private static final long BYTES = 256;

    @RankTest(ranks = {2, 3})
    void shouldExcludeWriters(Job job) {
        exclude(job, WindowInfo.DEFAULT, Repetitions.of(job, 400, 150));
    }

    @RankTest(ranks = 3)
    void shouldExcludeWritersWhenLocksAreDeferred(Job job) {
        exclude(job, DEFER, Repetitions.of(job, 300, 150));
    }

    @RankTest
    void shouldExcludeWritersWhenAllSleep(Job job) {
        job.waitMode(WaitMode.BLOCK);
        exclude(job, DEFER, 100);
    }

    @RankTest(ranks = 3, settings = "pgas.checks=off")
    void shouldExcludeWritersOutsideCheckedMode(Job job) {
        exclude(job, WindowInfo.DEFAULT, Repetitions.of(job, 1_500, 300));
    }

    /** In windows that are reached by loads and stores, and by messages. */
    private static void exclude(Job job, WindowInfo info, int rounds) {
        Window mapped = Window.allocate(job.world(), BYTES, 1, info);
        exclude(job, mapped, new WindowParts(job, mapped), rounds);
        mapped.free();
        Window local = Window.create(job.world(), MemorySegment.ofArray(new long[(int) BYTES / 8]), 1, info);
        exclude(job, local, null, Math.min(rounds, 150));
        local.free();
    }

    private static long read(Window window, WindowParts parts, int target, long offset) {
        if (parts != null) {
            return parts.get(target, offset);
        }
        long[] found = new long[1];
        window.get(MemorySegment.ofArray(found), 1, Datatype.LONG, target, offset, 1, Datatype.LONG);
        window.flush(target);
        return found[0];
    }

    private static void write(Window window, WindowParts parts, int target, long offset, long value) {
        if (parts != null) {
            parts.set(target, offset, value);
        } else {
            window.put(MemorySegment.ofArray(new long[]{value}), 1, Datatype.LONG, target, offset, 1, Datatype.LONG);
        }
    }

    /**
     * Writers change two words of a part, one after the other; readers of one part or all see both or none; no change
     * is lost. {@code parts} is null if messages do it.
     */
    private static void exclude(Job job, Window window, WindowParts parts, int rounds) {
        int size = job.size();
        SplittableRandom random = Seed.of("ways " + job.rank());
        long[] writes = new long[size];
        for (int round = 0; round < rounds; round++) {
            int target = random.nextInt(size);
            switch (random.nextInt(4)) {
                case 0, 1 -> {
                    window.lock(LockType.EXCLUSIVE, target, Assertions.NONE);
                    ready(window, target, random);
                    long before = read(window, parts, target, 0);
                    write(window, parts, target, 0, before + 1);
                    assertEquals(before, read(window, parts, target, SECOND));
                    write(window, parts, target, SECOND, before + 1);
                    writes[target]++;
                    window.unlock(target);
                }
                case 2 -> {
                    window.lock(LockType.SHARED, target, Assertions.NONE);
                    ready(window, target, random);
                    assertEquals(read(window, parts, target, 0), read(window, parts, target, SECOND));
                    window.unlock(target);
                }
                default -> {
                    window.lockAll(Assertions.NONE);
                    ready(window, target, random);
                    assertEquals(read(window, parts, target, 0), read(window, parts, target, SECOND));
                    window.unlockAll();
                }
            }
        }
        for (int target = 0; target < size; target++) {
            Signals.raise(job, target, 64 * job.rank(), writes[target]);
        }
        job.world().barrier();
        long sum = 0;
        for (int origin = 0; origin < size; origin++) {
            sum += job.world().rma().getLong(job.rank(), 64 * origin);
        }
        assertEquals(sum, window.memory().get(LONG, 0));
        assertEquals(sum, window.memory().get(LONG, SECOND));
        job.world().barrier();
    }

    @RankTest
    void shouldUnlockWhenMessagesHaveDoneAll(Job job) {
        unlockWhenDone(job);
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldUnlockWhenMessagesHaveDoneAllOutsideCheckedMode(Job job) {
        unlockWhenDone(job);
    }

    /** The target is late to take anything in: whoever unlocks waits for it. */
    private static void unlockWhenDone(Job job) {
        Window window = Window.create(job.world(), MemorySegment.ofArray(new long[1]), 1);
        for (int round = 1; round <= 16; round++) {
            int assertions = round % 2 == 0 ? Assertions.NONE : Assertions.NOCHECK;
            if (job.rank() == 1) {
                long end = System.nanoTime() + 5_000_000;
                while (job.world().rma().getLongAcquire(1, 0) < round && System.nanoTime() < end) {
                    Thread.onSpinWait();
                }
                Signals.await(job, 0, round);
                assertEquals(round, window.memory().get(LONG, 0));
            } else if (round % 4 < 2) {
                window.lock(LockType.EXCLUSIVE, 1, assertions);
                write(window, null, 1, 0, round);
                window.unlock(1);
                Signals.raise(job, 1, 0, round);
            } else {
                window.lockAll(assertions);
                write(window, null, 1, 0, round);
                window.unlockAll();
                Signals.raise(job, 1, 0, round);
            }
            job.world().barrier();
        }
        window.free();
    }

    /** What a deferred lock needs before loads and stores, in any of the ways. */
    private static void ready(Window window, int target, SplittableRandom random) {
        switch (window.info().deferLocks() ? random.nextInt(4) : 4) {
            case 0 -> window.flush(target);
            case 1 -> window.flushAll();
            case 2 -> window.sync();
            case 3 -> EpochTable.communicate(window, target);
            default -> {
            }
        }
    }

    /**
     * While one rank has the lock, the others ask in a random order, and defer: that is the order in which they are
     * served.
     */
    @RankTest(ranks = 4)
    void shouldServeInTheOrderOfTheRequestsWithNeighbouringReadersTogether(Job job) {
        SplittableRandom random = Seed.of("requests");
        int size = job.size();
        int rank = job.rank();
        Window window = Window.allocate(job.world(), BYTES, 1, DEFER);
        WindowParts parts = new WindowParts(job, window);
        for (int round = 1; round <= 40; round++) {
            int target = random.nextInt(size);
            int[] order = permutation(random, size);
            int readers = random.nextInt(1 << size);
            for (int i = 0; i < size; i++) {
                if (order[i] == rank && (i == 0 || rank != target)) {
                    window.lock(i == 0 || (readers & 1 << i) == 0 ? LockType.EXCLUSIVE : LockType.SHARED, target,
                            0);
                }
                job.world().barrier();
            }
            int place = 0;
            while (order[place] != rank) {
                place++;
            }
            long writer = 100L * round;
            if (place == 0) {
                parts.set(target, 0, writer);
                window.unlock(target);
            } else if (rank != target) {
                window.flush(target);
                serve(job, parts, order, target, readers, place, writer);
                window.unlock(target);
            }
            job.world().barrier();
        }
        window.free();
    }

    /**
     * Whoever has the lock finds the last writer that has asked before it; readers go when those that have asked next
     * to them are in.
     */
    private static void serve(Job job, WindowParts parts, int[] order, int target, int readers, int place,
            long round) {
        int last = place - 1;
        while (last > 0 && ((readers & 1 << last) != 0 || order[last] == target)) {
            last--;
        }
        assertEquals(round + last, parts.get(target, 0), "the writer before");
        if ((readers & 1 << place) == 0) {
            parts.set(target, 0, round + place);
            return;
        }
        int first = last + 1;
        int end = place;
        while (end < order.length && ((readers & 1 << end) != 0 || order[end] == target)) {
            end++;
        }
        Signals.raise(job, job.rank(), 0, round);
        for (int each = first; each < end; each++) {
            if (order[each] != target) {
                Signals.await(job, order[each], 0, round);
            }
        }
    }

    private static int[] permutation(SplittableRandom random, int size) {
        int[] order = new int[size];
        for (int i = 0; i < size; i++) {
            int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        return order;
    }

    /** Rank 1 defers, and then does nothing in the library; rank 2 comes behind it, and rank 0 behind both. */
    @RankTest(ranks = 3)
    void shouldHoldUpNobodyWithADeferredReader(Job job) {
        Window window = Window.allocate(job.world(), BYTES, 1, DEFER);
        WindowParts parts = new WindowParts(job, window);
        for (int round = 1; round <= 6; round++) {
            if (job.rank() == 0) {
                window.lock(LockType.EXCLUSIVE, 0, 0);
            }
            job.world().barrier();
            if (job.rank() == 1) {
                window.lock(LockType.SHARED, 0, 0);
            }
            job.world().barrier();
            switch (job.rank()) {
                case 0 -> {
                    window.unlock(0);
                    Signals.await(job, 2, 0, round);
                    Signals.raise(job, 1, 0, round);
                    window.lock(LockType.EXCLUSIVE, 0, 0);
                    window.memory().set(LONG, 0, round);
                    window.unlock(0);
                }
                case 1 -> {
                    spinUntil(job, round);
                    assertEquals(round - 1, parts.get(0, 0), "rank 0 waits for this one");
                    window.unlock(0);
                }
                default -> {
                    window.lock(LockType.SHARED, 0, 0);
                    window.flush(0);
                    window.unlock(0);
                    Signals.raise(job, 2, 0, round);
                }
            }
            job.world().barrier();
        }
        window.free();
    }

    /** Waits outside the library. */
    private static void spinUntil(Job job, long value) {
        long deadline = System.nanoTime() + Patience.NANOS;
        while (job.world().rma().getLongAcquire(job.rank(), 0) < value) {
            if (System.nanoTime() > deadline) {
                throw new AssertionFailedError("rank 2 has not got the lock that two ranks share");
            }
            Thread.onSpinWait();
        }
    }

    /** Readers take turns so that one always reads; and a writer that writes again and again. */
    @RankTest(ranks = 3)
    void shouldStarveNeitherWritersNorReaders(Job job) {
        int rank = job.rank();
        Window window = Window.allocate(job.world(), BYTES, 1);
        // neither side ends before the other has had the lock often enough
        for (int round = 1; round <= 150 || !haveAll(job, 150); round++) {
            window.lock(rank == 0 ? LockType.EXCLUSIVE : LockType.SHARED, 0, 0);
            if (rank != 0 && round <= 150) {
                Thread.yield();
            }
            window.unlock(0);
            Signals.raise(job, 0, 64 * rank, round);
        }
        job.world().barrier();
        window.free();
    }

    private static boolean haveAll(Job job, int rounds) {
        for (int rank = 0; rank < job.size(); rank++) {
            if (job.world().rma().getLongAcquire(0, 64 * rank) < rounds) {
                return false;
            }
        }
        return true;
    }

    @RankTest
    void shouldRefuseMisuse(Job job) {
        String who = "rank " + job.rank() + ": Window.";
        Window lockless = Window.allocate(job.world(), BYTES, 1, WindowInfo.DEFAULT.withNoLocks(true));
        assertIllegal("noLocks", () -> lockless.lock(LockType.SHARED, 0, 0), who + "lock", "noLocks");
        assertIllegal("noLocks", () -> lockless.lockAll(0), who + "lockAll", "noLocks");
        assertIllegal("none is open", lockless::complete, "legal now are fence, start, post");
        lockless.free();
        Window window = Window.allocate(job.world(), BYTES, 1);
        assertIllegal("rank", () -> window.lock(LockType.SHARED, 2, 0), who + "lock: rank 2 is outside 0..1");
        assertIllegal("null", () -> window.lock(null, 0, 0), who + "lock: the type is null");
        assertIllegal("bits", () -> window.lock(LockType.SHARED, 0, Assertions.NOPUT), who + "lock",
                "the assertions are NOPUT: legal are NOCHECK");
        assertIllegal("bits", () -> window.lockAll(Assertions.NOSTORE), who + "lockAll", "legal are NOCHECK");
        window.lock(LockType.SHARED, 1, 0);
        assertIllegal("twice", () -> window.lock(LockType.SHARED, 1, 0), "rank 1 is locked by this rank already",
                "a lock of rank 1 is open");
        assertIllegal("other", () -> EpochTable.communicate(window, 0), "rank 0 is not locked by this rank");
        assertIllegal("other", () -> window.unlock(0), who + "unlock: rank 0 is not locked by this rank");
        assertIllegal("other", () -> window.flush(0), who + "flush: rank 0 is not locked by this rank");
        assertIllegal("rank", () -> window.unlock(2), who + "unlock: rank 2 is outside");
        assertIllegal("rank", () -> window.flushLocal(-2), who + "flushLocal: rank -2 is outside");
        window.lock(LockType.SHARED, 0, 0);
        assertIllegal("both", window::unlockAll, who + "unlockAll: locks of ranks 0, 1 are open");
        EpochTable.communicate(window, 0);
        window.unlock(1);
        EpochTable.communicate(window, 0);
        assertIllegal("ended", () -> EpochTable.communicate(window, 1), "a lock of rank 0 is open");
        window.unlock(0);
        assertIllegal("ended", () -> EpochTable.communicate(window, 0), "no epoch is open");
        job.world().barrier();
        promises(job, window, who);
        window.free();
    }

    private static void promises(Job job, Window window, String who) {
        if (job.rank() == 0) {
            window.lock(LockType.SHARED, 1, Assertions.NOCHECK);
        }
        job.world().barrier();
        if (job.rank() == 1) {
            assertIllegal("conflict", () -> window.lock(LockType.EXCLUSIVE, 1, Assertions.NOCHECK), who + "lock",
                    "NOCHECK", "rank 1 of the window is held by ranks 0, shared");
            window.lockAll(Assertions.NOCHECK);
            EpochTable.communicate(window, 1);
            window.unlockAll();
        }
        job.world().barrier();
        if (job.rank() == 0) {
            window.unlock(1);
            window.lock(LockType.EXCLUSIVE, 1, Assertions.NOCHECK);
        }
        job.world().barrier();
        if (job.rank() == 1) {
            assertIllegal("conflict", () -> window.lockAll(Assertions.NOCHECK), who + "lockAll",
                    "held by rank 0, exclusively");
            window.lock(LockType.EXCLUSIVE, 0, 0);
            window.unlock(0);
        }
        job.world().barrier();
        if (job.rank() == 0) {
            window.unlock(1);
        }
    }

    @RankTest(ranks = 3)
    void shouldTakeReadersThatComeTogetherForNoConflict(Job job) {
        Window window = Window.allocate(job.world(), BYTES, 1);
        for (int round = 0; round < Repetitions.of(job, 400, 100); round++) {
            job.world().barrier();
            window.lockAll(Assertions.NOCHECK);
            window.unlockAll();
            window.lock(LockType.SHARED, round % 3, Assertions.NOCHECK);
            window.unlock(round % 3);
        }
        window.free();
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldGoOnAfterAWaitThatPassedTheDeadline(Job job) {
        Window window = Window.allocate(job.world(), BYTES, 1);
        Window deferring = Window.allocate(job.world(), BYTES, 1, DEFER);
        if (job.rank() == 0) {
            window.lock(LockType.EXCLUSIVE, 0, Assertions.NONE);
            deferring.lock(LockType.EXCLUSIVE, 0, Assertions.NONE);
            window.lock(LockType.EXCLUSIVE, 1, Assertions.NOCHECK);
        }
        job.world().barrier();
        if (job.rank() == 1) {
            window.lock(LockType.EXCLUSIVE, 1, Assertions.NONE);
            window.unlock(1); // NOCHECK took none
            assertLate(job, () -> window.lock(LockType.EXCLUSIVE, 0, 0),
                    "Window.lock: the lock of rank 0 of the window, held by rank 0, exclusively");
            assertIllegal("not locked", () -> window.unlock(0), "no epoch is open");
            deferring.lock(LockType.SHARED, 0, 0);
            assertLate(job, () -> deferring.flush(0), "Window.flush: the lock of rank 0 of the window, held by rank 0");
            assertIllegal("lost", () -> EpochTable.communicate(deferring, 0), "was not granted", "unlock it");
            deferring.unlock(0);
            deferring.lockAll(0);
            EpochTable.communicate(deferring, 1);
            assertLate(job, () -> deferring.flush(0), "Window.flush: the lock of rank 0");
            assertIllegal("lost", deferring::sync, "was not granted", "unlockAll, and lockAll again");
            deferring.unlockAll();
            deferring.lockAll(0);
            assertLate(job, deferring::unlockAll, "Window.unlockAll: the lock of rank 0");
            deferring.unlockAll();
        }
        Signals.raise(job, 0, 64 * job.rank(), 1);
        Signals.await(job, 0, 64, 1);
        if (job.rank() == 0) {
            window.unlock(1);
            window.unlock(0);
            deferring.unlock(0);
        }
        Signals.raise(job, 1, 64 * job.rank(), 1);
        Signals.await(job, 1, 0, 1);
        for (Window each : new Window[]{window, deferring}) {
            each.lockAll(0);
            each.flushAll();
            each.unlockAll();
            each.lock(LockType.EXCLUSIVE, 0, 0);
            each.unlock(0);
        }
        deferring.free();
        window.free();
    }

    private static void assertLate(Job job, Executable call, String part) {
        WaitTimeoutException late = InVain.waits(job, call);
        assertTrue(late.getMessage().contains(part), late.getMessage());
    }

    /** Ranks of the window are in another order than those of the job. */
    @RankTest
    void shouldNameTheHolderThatHasLeft(Job job) {
        Window window = Window.allocate(job.world().split(0, -job.rank()), BYTES, 1);
        if (job.rank() == 1) {
            window.lock(LockType.SHARED, 1, 0);
            window.lock(LockType.EXCLUSIVE, 0, 0);
        }
        job.world().barrier();
        if (job.rank() == 1) {
            job.close();
        } else {
            for (int target = 0; target < 2; target++) {
                int each = target;
                PeerLostException lost = assertThrows(PeerLostException.class,
                        () -> window.lock(LockType.EXCLUSIVE, each, 0));
                assertEquals(1, lost.jobRank());
                // the lock of a rank elsewhere is gone with it
                assertTrue(lost.getMessage().contains("the lock of rank " + each + " of the window, held by rank")
                        || each == 0 && !WindowParts.isNeighbour(job, 1)
                                && lost.getMessage().contains("rank 1 is gone"),
                        lost.getMessage());
            }
        }
    }
}
