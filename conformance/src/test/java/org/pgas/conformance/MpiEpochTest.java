package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import org.junit.jupiter.api.function.Executable;
import org.pgas.ErrorCode;
import org.pgas.InVain;
import org.pgas.Job;
import org.pgas.PeerLostException;
import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.WaitMode;
import org.pgas.WaitTimeoutException;
import org.pgas.mpi.Assertions;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.Group;
import org.pgas.mpi.LockType;
import org.pgas.mpi.Window;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/** What orders access to windows: fences, and posts and starts; which calls are legal when. */
@RankDefaults(segment = "64k")
@AcrossNeighbourhoods
class MpiEpochTest {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    /** A line for each rank, so that what is seen does not depend on what else is in it. */
    private static final long LINE = 64;

    @RankTest
    void shouldAllowWhatItSaysAndRefuseTheRest(Job job) {
        Window window = Window.allocate(job.world(), LINE, 1);
        new EpochTable(job.world(), window).run();
        window.free();
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldRefuseTheSameOutsideCheckedMode(Job job) {
        Window window = Window.allocate(job.world(), LINE, 1);
        new EpochTable(job.world(), window).run();
        window.free();
        assertIllegal("freed", () -> EpochTable.communicate(window, 0), "rank " + job.rank() + ": Window.fetchAndOp",
                "the window was freed");
        assertIllegal("freed", () -> window.rput(null, 0, null, 0, 0, 0, null), "Window.rput", "the window was freed");
    }

    @RankTest(ranks = {1, 3})
    void shouldOrderStoresByFences(Job job) {
        int size = job.size();
        Window window = Window.allocate(job.world(), LINE * size, 1);
        WindowParts parts = new WindowParts(job, window);
        for (int round = 1; round <= Repetitions.of(job, 400, 100); round++) {
            window.fence(round == 1 ? Assertions.NOPRECEDE | Assertions.NOSTORE : Assertions.NONE);
            for (int target = 0; target < size; target++) {
                parts.set(target, LINE * job.rank(), round);
            }
            window.fence(Assertions.NOPUT);
            for (int origin = 0; origin < size; origin++) {
                assertEquals(round, parts.get(job.rank(), LINE * origin), "from rank " + origin);
                assertEquals(round, parts.get(origin, LINE * job.rank()), "of rank " + origin);
            }
        }
        window.fence(Assertions.NOSUCCEED);
        window.free();
    }

    @RankTest(ranks = 2)
    void shouldShowEachOtherWhatWasStoredInTurn(Job job) {
        inTurn(job, Repetitions.of(job, 3_000, 300));
    }

    @RankTest(ranks = 3, settings = "pgas.checks=off")
    void shouldShowNeighboursWhatWasStoredOutsideCheckedMode(Job job) {
        inTurn(job, Repetitions.of(job, 1_000, 200));
    }

    @RankTest(ranks = 3)
    void shouldShowNeighboursWhatWasStoredWhenAllSleep(Job job) {
        job.waitMode(WaitMode.BLOCK);
        inTurn(job, 100);
    }

    /** In windows that are reached by loads and stores, and by messages. */
    private static void inTurn(Job job, int rounds) {
        Window mapped = Window.allocate(job.world(), 3 * LINE, 1);
        inTurn(job, mapped, new WindowParts(job, mapped), rounds);
        mapped.free();
        Window local = Window.create(job.world(), MemorySegment.ofArray(new long[(int) (3 * LINE / 8)]), 1);
        inTurn(job, local, null, Math.min(rounds, 60));
        local.free();
    }

    private static void put(Window window, int target, long offset, long value) {
        window.put(MemorySegment.ofArray(new long[]{value}), 1, Datatype.LONG, target, offset, 1, Datatype.LONG);
    }

    /**
     * Each rank stores to the next one, which looks at it in its own epoch only; both words change together.
     * {@code others} is null if messages do it; then, every other time, the origin has completed before the target, in
     * the library, takes anything in.
     */
    private static void inTurn(Job job, Window window, WindowParts others, int rounds) {
        int size = job.size();
        int next = (job.rank() + 1) % size;
        Group to = Group.of(next);
        Group from = Group.of((job.rank() + size - 1) % size);
        MemorySegment own = window.memory();
        for (int round = 1; round <= rounds; round++) {
            window.post(from, Assertions.NONE);
            boolean late = others == null && round % 2 != 0;
            if (late) {
                job.world().barrier();
            }
            window.start(to, Assertions.NONE);
            long[] left = {1 - round};
            if (others != null) {
                EpochTable.communicate(window, next);
                left[0] = others.get(next, 2 * LINE);
                others.set(next, 0, round);
                others.set(next, LINE, round);
            } else {
                put(window, next, 0, round);
                put(window, next, LINE, round);
                if (!late) {
                    window.get(MemorySegment.ofArray(left), 1, Datatype.LONG, next, 2 * LINE, 1, Datatype.LONG);
                }
            }
            window.complete();
            assertEquals(1 - round, left[0], "what its rank has left there");
            if (late) {
                Signals.raise(job, next, 0, round);
                spinUntil(job, round);
            }
            window.await();
            assertEquals(round, own.get(LONG, 0));
            assertEquals(round, own.get(LONG, LINE));
            own.set(LONG, 2 * LINE, -round);
        }
    }

    /**
     * Who accesses whom changes with each epoch, nobody and oneself included; some targets of a start are not accessed
     * at all.
     */
    @RankTest(ranks = 4)
    void shouldKeepPairsInStepWhoeverAccessesWhom(Job job) {
        int longs = (int) (LINE / 8) * job.size();
        Window mapped = Window.allocate(job.world(), 8L * longs, 1);
        pairs(job, mapped, new WindowParts(job, mapped), Repetitions.of(job, 120, 40));
        mapped.free();
        Window local = Window.create(job.world(), MemorySegment.ofArray(new long[longs]), 1);
        pairs(job, local, null, 30);
        local.free();
    }

    /** {@code parts} is null if messages do it. */
    private static void pairs(Job job, Window window, WindowParts parts, int rounds) {
        int size = job.size();
        int rank = job.rank();
        SplittableRandom random = Seed.of("pairs");
        SplittableRandom own = Seed.of("rank " + rank);
        long[] expected = new long[size];
        for (int round = 1; round <= rounds; round++) {
            int[] edges = random.ints(size, 0, 1 << size).toArray();
            int[] uses = random.ints(size, 0, 1 << size).toArray();
            List<Integer> origins = new ArrayList<>();
            List<Integer> targets = new ArrayList<>();
            for (int each = 0; each < size; each++) {
                if ((edges[each] & 1 << rank) != 0) {
                    origins.add(each);
                    expected[each] = (uses[each] & 1 << rank) != 0 ? round : expected[each];
                }
                if ((edges[rank] & 1 << each) != 0) {
                    targets.add(each);
                }
            }
            window.post(Group.of(origins.stream().mapToInt(i -> i).toArray()), Assertions.NONE);
            window.start(Group.of(targets.stream().mapToInt(i -> i).toArray()), Assertions.NONE);
            for (int target : targets) {
                if ((uses[rank] & 1 << target) == 0) {
                    continue;
                }
                if (parts == null) {
                    put(window, target, LINE * rank, round);
                } else {
                    EpochTable.communicate(window, target);
                    parts.set(target, LINE * rank, round);
                }
            }
            window.complete();
            if (own.nextBoolean()) {
                window.await();
            } else {
                while (!window.test()) {
                    Thread.onSpinWait();
                }
            }
            for (int origin : origins) {
                assertEquals(expected[origin], window.memory().get(LONG, LINE * origin), "from rank " + origin);
            }
        }
    }

    @RankTest
    void shouldLetOriginsCompleteBeforeTheTargetHasPosted(Job job) {
        Window window = Window.allocate(job.world(), LINE, 1);
        WindowParts parts = new WindowParts(job, window);
        if (job.rank() == 0) {
            for (int i = 0; i < 5; i++) {
                window.start(Group.of(1), Assertions.NONE);
                window.complete();
            }
            job.world().barrier();
            window.start(Group.of(1), Assertions.NONE);
            EpochTable.communicate(window, 1);
            assertEquals(5, parts.get(1, 0), "after the sixth post");
            parts.set(1, 0, 6);
            window.complete();
        } else {
            job.world().barrier();
            for (int i = 1; i <= 5; i++) {
                window.post(Group.of(0), Assertions.NONE);
                if (i % 2 == 0) {
                    window.await();
                } else {
                    assertTrue(window.test(), "it has completed");
                }
                parts.set(1, 0, i);
            }
            window.post(Group.of(0), Assertions.NONE);
            window.await();
            assertEquals(6, parts.get(1, 0));
            window.post(Group.of(0), Assertions.NONE);
            assertFalse(window.test(), "nobody has started");
        }
        job.world().barrier();
        if (job.rank() == 0) {
            window.start(Group.of(1), Assertions.NONE);
            window.complete();
        } else {
            window.await();
        }
        window.free();
    }

    @RankTest(ranks = 1)
    void shouldRefuseBadGroupsAndAssertions(Job job) {
        Window window = Window.allocate(job.world(), LINE, 1);
        assertIllegal("null", () -> window.post(null, 0), "rank 0: Window.post: the group is null", "Group.EMPTY");
        assertIllegal("null", () -> window.start(null, 0), "Window.start: the group is null");
        assertIllegal("outside", () -> window.post(Group.of(0, 1), 0), "Window.post: rank 1 is outside 0..0");
        assertIllegal("outside", () -> window.start(Group.of(1), 0), "Window.start: rank 1 is outside 0..0");
        assertIllegal("lock", () -> window.fence(Assertions.NOCHECK | 64), "Window.fence",
                "the assertions are NOCHECK | 0x40: legal are NOSTORE | NOPUT | NOPRECEDE | NOSUCCEED");
        assertIllegal("fence", () -> window.post(Group.EMPTY, Assertions.NOSUCCEED), "Window.post",
                "legal are NOCHECK | NOSTORE | NOPUT");
        assertIllegal("post", () -> window.start(Group.EMPTY, Assertions.NOPUT), "Window.start", "are NOCHECK");
        window.start(Group.EMPTY, Assertions.NOCHECK);
        assertIllegal("outside", () -> EpochTable.communicate(window, 1), "rank 1 is outside 0..0");
        assertIllegal("no target", () -> EpochTable.communicate(window, 0), "rank 0 is none of the targets",
                "legal now are communication with these targets, complete, post");
        window.post(Group.EMPTY, Assertions.NOCHECK);
        window.complete();
        assertTrue(window.test());
        Group self = Group.of(0);
        window.post(self, Assertions.NOCHECK);
        window.start(self, Assertions.NOCHECK);
        EpochTable.communicate(window, 0);
        window.complete();
        window.await();
        window.fence(Assertions.NONE);
        assertIllegal("outside", () -> EpochTable.communicate(window, -2), "rank -2 is outside 0..0");
        EpochTable.communicate(window, 0);
        assertIllegal("used", window::free, "Window.free: a fence's epoch with communication is open here");
        window.fence(Assertions.NONE);
        window.free();
    }

    @RankTest(ranks = 3)
    void shouldReportUntrueAssertions(Job job) {
        int rank = job.rank();
        Team world = job.world();
        Window window = Window.allocate(world, LINE, 1);
        window.fence(Assertions.NONE);
        if (rank == 1) {
            EpochTable.communicate(window, 0);
        }
        assertIllegal("communication", () -> window.fence(Assertions.NOPRECEDE),
                "rank 1 of the window asserts NOPRECEDE",
                "leave that assertion out");
        assertIllegal("unlike", () -> window.fence(rank == 2 ? Assertions.NOSUCCEED : 0), "of the window asserts ",
                "NOSUCCEED", "all ranks assert");
        window.fence(rank == 0 ? Assertions.NOPUT : 0);
        EpochTable.communicate(window, 0);
        assertIllegal("a fence's", () -> window.compareAndSwap(0, 1, 0, 0), "Window.compareAndSwap",
                "rank 0 of the window has asserted NOPUT in its fence");
        window.fence(Assertions.NOSUCCEED);
        dedicated(world, window, rank);
        lockWhileExposed(world, window, rank);
        window.free();
    }

    private static void dedicated(Team world, Window window, int rank) {
        Group target = Group.of(0);
        Group origins = Group.of(1, 2);
        if (rank == 0) {
            world.barrier();
            window.post(origins, Assertions.NOPUT | Assertions.NOCHECK);
            world.barrier();
            window.await();
            window.post(origins, Assertions.NONE);
            world.barrier();
            window.await();
        } else {
            assertIllegal("no post", () -> window.start(target, Assertions.NOCHECK), "Window.start",
                    "rank 0 of the window has not");
            world.barrier();
            world.barrier();
            window.start(target, Assertions.NOCHECK);
            EpochTable.communicate(window, 0);
            assertIllegal("a post's", () -> window.compareAndSwap(0, 1, 0, 0), "has asserted NOPUT in its post");
            window.complete();
            world.barrier();
            assertIllegal("unlike", () -> window.start(target, Assertions.NOCHECK),
                    "rank 0 of the window has posted with NONE, and this one has started with NOCHECK");
            window.start(target, Assertions.NONE);
            EpochTable.communicate(window, 0);
            window.complete();
        }
    }

    private static void lockWhileExposed(Team world, Window window, int rank) {
        Group origins = Group.of(1);
        if (rank == 0) {
            window.post(origins, Assertions.NONE);
        }
        world.barrier();
        if (rank == 2) {
            assertIllegal("exposed", () -> window.lock(LockType.SHARED, 0, 0), "Window.lock",
                    "rank 0 of the window is exposed by a post");
            assertIllegal("exposed", () -> window.lockAll(0), "Window.lockAll", "rank 0 of the window is exposed");
            window.lock(LockType.SHARED, 1, 0);
            window.unlock(1);
        }
        world.barrier();
        if (rank == 0) {
            window.await();
        } else if (rank == 1) {
            window.start(Group.of(0), Assertions.NONE);
            window.complete();
        }
        world.barrier();
        window.lock(LockType.SHARED, 0, 0);
        window.unlock(0);
        world.barrier();
    }

    /** Ranks of the window are in another order than those of the job. */
    @RankTest
    void shouldSayForWhomItWaits(Job job) {
        Team turned = job.world().split(0, -job.rank());
        Window window = Window.allocate(turned, LINE, 1);
        if (job.rank() == 0) {
            window.start(Group.of(0, 1), Assertions.NONE);
            WaitTimeoutException late = InVain.waits(job, () -> EpochTable.communicate(window, 0));
            assertTrue(late.getMessage().contains("Window.fetchAndOp: rank 0 of the window has not posted"),
                    late.getMessage());
            window.post(Group.of(0, 1), Assertions.NONE);
            late = InVain.waits(job, window::await);
            assertTrue(late.getMessage().contains("Window.await: ranks 0, 1 of the window have not completed"),
                    late.getMessage());
            EpochTable.communicate(window, 1);
            window.complete();
            late = InVain.waits(job, window::await);
            assertTrue(late.getMessage().contains("Window.await: rank 0 of the window has not completed"),
                    late.getMessage());
            Signals.raise(job, 1, 0, 1);
        } else {
            Signals.await(job, 0, 1);
        }
    }

    @RankTest
    void shouldRefuseEveryCallAfterTheClose(Job job) {
        refuseAfterTheClose(job);
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldRefuseCallsThatSynchroniseAfterTheCloseOutsideCheckedMode(Job job) {
        refuseAfterTheClose(job);
    }

    private static void refuseAfterTheClose(Job job) {
        Window locked = Window.allocate(job.world(), LINE, 1);
        Window window = Window.allocate(job.world(), LINE, 1);
        locked.lockAll(Assertions.NONE);
        locked.unlockAll();
        locked.lock(LockType.SHARED, 0, Assertions.NONE);
        job.world().barrier();
        job.close();
        Group all = window.group();
        List<Executable> calls = List.of(() -> window.fence(0), () -> window.post(all, 0), () -> window.start(all, 0),
                () -> window.lock(LockType.SHARED, 0, 0), () -> window.lockAll(0), () -> locked.flush(0),
                locked::flushAll, () -> locked.flushLocal(0), locked::sync, () -> locked.unlock(0), window::test,
                window::await, window::complete, () -> window.sharedPart(0), window::free);
        for (Executable call : calls) {
            assertEquals(ErrorCode.NOT_INITIALIZED, assertThrows(PgasException.class, call).code());
        }
        assertThrows(RuntimeException.class, () -> locked.put(MemorySegment.ofArray(new long[1]), 1, Datatype.LONG, 0,
                0, 1, Datatype.LONG));
    }

    /** Rank 1 takes nothing in until rank 0 has tried; one elsewhere carries out the put all the same. */
    @RankTest(neighbourhoods = 1)
    void shouldLeaveTheWindowAsItWasWhenItsEndWaitsInVain(Job job) {
        Window window = Window.create(job.world(), MemorySegment.ofArray(new long[1]), 1);
        if (job.rank() == 0) {
            window.start(Group.of(1), Assertions.NONE);
            window.put(MemorySegment.ofArray(new long[]{5}), 1, Datatype.LONG, 1, 0, 1, Datatype.LONG);
            window.complete();
            WaitTimeoutException late = InVain.waits(job, window::free);
            assertTrue(late.getMessage().contains("the end of 1 operations"), late.getMessage());
            Signals.raise(job, 1, 0, 1);
            window.post(Group.EMPTY, Assertions.NONE);
            window.await();
        } else {
            window.post(Group.of(0), Assertions.NONE);
            spinUntil(job, 1);
            window.await();
            assertEquals(5, window.memory().get(LONG, 0));
        }
        window.free();
    }

    /** Waits outside the library. */
    private static void spinUntil(Job job, long value) {
        long deadline = System.nanoTime() + Patience.NANOS;
        while (job.world().rma().getLongAcquire(job.rank(), 0) < value && System.nanoTime() < deadline) {
            Thread.yield();
        }
    }

    @RankTest
    void shouldNoticeThatWhoIsWaitedForHasLeft(Job job) {
        Team turned = job.world().split(0, -job.rank());
        Window window = Window.allocate(turned, LINE, 1);
        if (job.rank() == 1) {
            job.close();
        } else {
            assertEquals(1, window.rank());
            window.post(Group.of(0), Assertions.NONE);
            assertEquals(1, assertThrows(PeerLostException.class, window::await).jobRank());
            assertEquals(1, assertThrows(PeerLostException.class, () -> {
                while (!window.test()) {
                    Thread.onSpinWait();
                }
            }).jobRank());
            window.start(Group.of(0), Assertions.NONE);
            assertEquals(1, assertThrows(PeerLostException.class, () -> EpochTable.communicate(window, 0)).jobRank());
        }
    }
}
