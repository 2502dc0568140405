package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.stream.LongStream;

import org.pgas.HandlerEntry;
import org.pgas.InVain;
import org.pgas.Job;
import org.pgas.SignalOperation;
import org.pgas.far.FarSteps;
import org.pgas.far.OwnerSteps;
import org.pgas.memory.SharedMemory;
import org.pgas.mpi.Assertions;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.LockType;
import org.pgas.mpi.Op;
import org.pgas.mpi.Window;
import org.pgas.mpi.WindowInfo;
import org.pgas.mpi.WindowMemory;
import org.pgas.team.TeamCore;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Windows whose parts neighbours reach by themselves and ranks of other neighbourhoods through the part's rank. */
@RankDefaults(ranks = 4, neighbourhoods = {2, 3}, segment = "64k")
@OnHosts
class WindowNeighbourhoodsTest {
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    /** A block has 64 KiB: what begins here ends in the next one. */
    private static final int ACROSS_BLOCKS = (64 << 10) - 400;

    private static final int COUNT = 100;
    private static final int BYTES = 128 << 10;

    /** Longs of a put that takes several messages, and where ranks are told that the rounds are over. */
    private static final int PUT_COUNT = 16 << 10;
    private static final long OVER = 64;

    /** Where it is told that a rank is in a handler. */
    private static final long HELD = 128;

    /** The first step of a lock in the area, and the answer to one that fits none. */
    private static final int LOCK_STEPS = 2 * OwnerSteps.MODULE_CODES;
    private static final long NO_LOCK = 5;

    private static MemorySegment ones(int count) {
        return MemorySegment.ofArray(LongStream.generate(() -> 1).limit(count).toArray());
    }

    /** All ranks at once, in every way of an update, on the same elements of each part. */
    @RankTest
    void shouldLoseNoUpdateOfNeighboursAndOfRanksElsewhere(Job job) {
        int rounds = 40;
        Datatype spread = Datatype.vector(COUNT / 2, 1, 2, Datatype.LONG).commit();
        Window window = Window.allocate(job.world(), BYTES, 1);
        window.lockAll(Assertions.NONE);
        long[] seen = new long[COUNT];
        for (int round = 0; round < rounds; round++) {
            for (int target = 0; target < job.size(); target++) {
                window.accumulate(ones(COUNT), COUNT, Datatype.LONG, target, ACROSS_BLOCKS, COUNT, Datatype.LONG,
                        Op.SUM);
                window.accumulate(ones(COUNT / 2), COUNT / 2, Datatype.LONG, target, ACROSS_BLOCKS, 1, spread, Op.SUM);
                window.getAccumulate(ones(COUNT), COUNT, Datatype.LONG, MemorySegment.ofArray(seen), COUNT,
                        Datatype.LONG, target, ACROSS_BLOCKS, COUNT, Datatype.LONG, Op.SUM);
                window.getAccumulate(ones(COUNT / 2), COUNT / 2, Datatype.LONG, MemorySegment.ofArray(seen), COUNT / 2,
                        Datatype.LONG, target, ACROSS_BLOCKS, 1, spread, Op.SUM);
                window.fetchAndOp(1, target, ACROSS_BLOCKS, Op.SUM);
                long last = ACROSS_BLOCKS + 8L * (COUNT - 1);
                long before = window.fetchAndOp(0, target, last, Op.NO_OP);
                for (long found = window.compareAndSwap(before, before + 1, target, last); found != before;) {
                    before = found;
                    found = window.compareAndSwap(before, before + 1, target, last);
                }
            }
            window.flushAll();
        }
        window.unlockAll();
        job.world().barrier();
        long each = (long) rounds * job.size();
        for (int i = 0; i < COUNT; i++) {
            long more = (i % 2 == 0 ? 2 : 0) + (i == 0 || i == COUNT - 1 ? 1 : 0);
            assertEquals(each * (2 + more), window.memory().get(LONG, ACROSS_BLOCKS + 8L * i), "long " + i);
        }
        window.free();
        spread.free();
    }

    /** Random operations with random types: to some parts by loads and stores, to others by messages. */
    @RankTest
    void shouldDoWhatAModelDoes(Job job) {
        agree(job, 40, 30);
    }

    @RankTest(settings = "pgas.am.ring=8k")
    void shouldDoWhatAModelDoesThroughTinyRings(Job job) {
        agree(job, 400, 15);
    }

    private static void agree(Job job, int most, int operations) {
        for (boolean cached : new boolean[]{true, false}) {
            WindowMemory memory = WindowMemory.allocate(job, MpiOrigin.bytes(job.size()));
            MpiLocalWindowTest.agree(job, memory.memory(), WindowInfo.DEFAULT.withTypeCache(cached), most, 2,
                    operations);
            memory.free();
        }
    }

    /** Each number is drawn by one rank. */
    @RankTest
    void shouldSwapForOneRankAlone(Job job) {
        Window window = Window.allocate(job.world(), 64, 1);
        window.lockAll(Assertions.NONE);
        int own = 0;
        for (int number = 0; number < 400;) {
            long found = window.compareAndSwap(number, number + 1, 0, 8);
            own += found == number ? 1 : 0;
            number = (int) Math.max(found, number) + (found == number ? 1 : 0);
        }
        window.fetchAndOp(own, 0, 16, Op.SUM);
        window.unlockAll();
        job.world().barrier();
        if (job.rank() == 0) {
            assertEquals(window.memory().get(LONG, 8), window.memory().get(LONG, 16));
        }
        window.free();
    }

    /** Rank 1 replaces numbers in the part of rank 0, its neighbour, which other ranks fetch as they are. */
    @RankTest
    void shouldNotTearAnElementThatANeighbourUpdates(Job job) {
        int count = 2_000;
        Window window = Window.allocate(job.world(), 32L * count, 1);
        Datatype spread = Datatype.vector(count, 1, 2, Datatype.DOUBLE_COMPLEX).commit();
        MemorySegment numbers = MemorySegment.ofArray(new double[2 * count]);
        MemorySegment own = job.endpoint().segment().local();
        job.world().barrier();
        window.lockAll(Assertions.NONE);
        if (job.rank() == 1) {
            for (int round = 1; (long) WORD.getVolatile(own, 0L) < 2; round++) {
                for (int i = 0; i < 2 * count; i++) {
                    numbers.setAtIndex(ValueLayout.JAVA_DOUBLE, i, i % 2 == 0 ? round : -round);
                }
                window.accumulate(numbers, count, Datatype.DOUBLE_COMPLEX, 0, 0, 1, spread, Op.REPLACE);
            }
        } else if (job.rank() > 1) {
            for (int round = 0; round < 50; round++) {
                window.getAccumulate(null, 0, null, numbers, count, Datatype.DOUBLE_COMPLEX, 0, 0, 1, spread, Op.NO_OP);
                window.flush(0);
                for (int i = 0; i < count; i++) {
                    assertEquals(numbers.getAtIndex(ValueLayout.JAVA_DOUBLE, 2 * i),
                            0 - numbers.getAtIndex(ValueLayout.JAVA_DOUBLE, 2 * i + 1), "number " + i);
                }
            }
            job.world().rma().signal(1, 0, 1, SignalOperation.ADD);
        }
        window.unlockAll();
        job.world().barrier();
        window.free();
        spread.free();
    }

    /**
     * The last rank calls nothing of the library until it finds in its part that others have done all they want: its
     * lock too is granted and passed on, to ranks that wait for it.
     */
    @RankTest
    void shouldServeWindowsWhileTheirRankComputes(Job job) {
        int busy = job.size() - 1;
        Datatype spread = Datatype.vector(4, 1, 2, Datatype.LONG).commit();
        Window window = Window.allocate(job.world(), 4096, 1);
        Window deferring = Window.allocate(job.world(), 4096, 1, WindowInfo.DEFAULT.withDeferLocks(true));
        int others = WindowParts.isNeighbour(job, busy) ? 0 : 1;
        long all = job.world().size() - count(job, busy);
        job.world().barrier();
        if (job.rank() == busy) {
            Computing.until("nobody has served ranks elsewhere",
                    () -> (long) WORD.getVolatile(window.memory(), 0L) == all);
        } else if (others == 1) {
            for (Window each : new Window[]{window, deferring}) {
                each.lock(LockType.EXCLUSIVE, busy, Assertions.NONE);
                long[] there = new long[4];
                each.put(MemorySegment.ofArray(new long[]{1, 2, 3, 4}), 4, Datatype.LONG, busy, 64, 1, spread);
                each.flush(busy);
                each.get(MemorySegment.ofArray(there), 4, Datatype.LONG, busy, 64, 1, spread);
                each.flush(busy);
                assertArrayEquals(new long[]{1, 2, 3, 4}, there);
                each.put(MemorySegment.ofArray(there), 1, Datatype.LONG, busy, 512, 1, Datatype.LONG);
                each.flush(busy);
                each.accumulate(ones(1), 1, Datatype.LONG, busy, 512, 1, Datatype.LONG, Op.SUM);
                assertEquals(2, each.fetchAndOp(5, busy, 512, Op.SUM));
                assertEquals(7, each.compareAndSwap(7, 9, busy, 512));
                each.unlock(busy);
            }
            window.lock(LockType.SHARED, busy, Assertions.NONE);
            window.fetchAndOp(1, busy, 0, Op.SUM);
            window.unlock(busy);
        }
        job.world().barrier();
        window.free();
        deferring.free();
        spread.free();
    }

    /** Ranks of the neighbourhood of one. */
    private static long count(Job job, int rank) {
        int own = rank * job.position().neighbourhoods() / job.size();
        return LongStream.range(0, job.size())
                .filter(each -> each * job.position().neighbourhoods() / job.size() == own).count();
    }

    /**
     * The last rank puts to rank 0, which computes, and tells rank 1, its neighbour, who looks at the part by itself:
     * after an unlock, or a flush, it is there.
     */
    @RankTest(neighbourhoods = 2)
    void shouldShowNeighboursOfATargetWhatIsCompleteThere(Job job) {
        assertEquals(0, putAndTell(job, 60, true), "rank 1 has not seen what was complete");
    }

    /** Complete at the origin alone: the neighbour must miss it once, or the law above proves nothing. */
    @RankTest(neighbourhoods = 2)
    void shouldNoticeThatOneHasToldBeforeTheTargetHasAnswered(Job job) {
        long missed = putAndTell(job, Long.MAX_VALUE, false);
        assertEquals(job.rank() == 1 ? 1 : 0, missed, "the twin was not caught");
    }

    /** Rounds until rank 1 has missed once, or until there were so many; answers there how often it has missed. */
    private static long putAndTell(Job job, long rounds, boolean complete) {
        Window window = Window.allocate(job.world(), 8L * PUT_COUNT, 1);
        MemorySegment own = job.endpoint().segment().local();
        job.world().barrier();
        long missed = switch (job.rank()) {
            case 0 -> {
                Computing.until("the rounds are over", () -> (long) WORD.getVolatile(own, OVER) != 0);
                yield 0;
            }
            case 1 -> look(job, window.sharedPart(0).memory(), rounds);
            case 3 -> {
                put(job, window, complete);
                yield 0;
            }
            default -> 0;
        };
        job.world().barrier();
        window.free();
        return missed;
    }

    private static long look(Job job, MemorySegment part, long rounds) {
        long deadline = System.nanoTime() + Patience.NANOS;
        long missed = 0;
        for (long round = 1; missed == 0 && round <= rounds && System.nanoTime() < deadline; round++) {
            Signals.await(job, 0, round);
            missed = (long) WORD.getVolatile(part, 8L * (PUT_COUNT - 1)) < round ? 1 : 0;
            Signals.raise(job, 3, 0, round);
        }
        Signals.raise(job, 0, OVER, 1);
        Signals.raise(job, 3, OVER, 1);
        Signals.raise(job, 3, 0, Long.MAX_VALUE);
        return missed;
    }

    private static void put(Job job, Window window, boolean complete) {
        long[] numbers = new long[PUT_COUNT];
        window.lockAll(Assertions.NONE);
        for (long round = 1; job.world().rma().getLongAcquire(job.rank(), OVER) == 0; round++) {
            boolean unlocks = complete && round % 2 == 0;
            Arrays.fill(numbers, round);
            window.put(MemorySegment.ofArray(numbers), PUT_COUNT, Datatype.LONG, 0, 0, PUT_COUNT, Datatype.LONG);
            if (unlocks) {
                window.unlockAll();
            } else if (complete) {
                window.flush(0);
            } else {
                window.flushLocal(0);
            }
            Signals.raise(job, 1, 0, round);
            Signals.await(job, 0, round);
            if (unlocks) {
                window.lockAll(Assertions.NONE);
            }
        }
        window.unlockAll();
    }

    /** Memory of every kind is attached and detached; displacements travel by a third rank. */
    @RankTest
    void shouldReachWhatIsAttachedElsewhere(Job job) {
        Window window = Window.createDynamic(job.world());
        WindowMemory mapped = WindowMemory.allocate(job, 4096);
        MemorySegment array = MemorySegment.ofArray(new long[8]);
        long[] places = new long[2 * job.size()];
        for (int round = 1; round <= 20; round++) {
            long[] own = {window.attach(mapped.memory().asSlice(64L * round)), window.attach(array)};
            org.pgas.coll.Collectives.of(job.world()).allGather(MemorySegment.ofArray(places),
                    MemorySegment.ofArray(own));
            window.lockAll(Assertions.NONE);
            for (int each = 0; each < places.length; each++) {
                window.accumulate(ones(2), 2, Datatype.LONG, each / 2, places[each] + 16, 2, Datatype.LONG, Op.SUM);
            }
            window.flushAll();
            job.world().barrier();
            window.sync();
            for (MemorySegment each : new MemorySegment[]{mapped.memory().asSlice(64L * round), array}) {
                long rounds = each == array ? round : 1;
                assertEquals(rounds * job.size(), each.get(ValueLayout.JAVA_LONG_UNALIGNED, 16));
                assertEquals(rounds * job.size(), each.get(ValueLayout.JAVA_LONG_UNALIGNED, 24));
            }
            window.unlockAll();
            job.world().barrier();
            for (long each : own) {
                window.detach(each);
            }
        }
        window.free();
        mapped.free();
    }

    /** The last rank is in a handler and answers nobody: every lock is given back once all the same, its own later. */
    @RankTest(neighbourhoods = 2)
    void shouldGiveLocksBackOnceThoughTheRankOfOneDoesNotAnswer(Job job) {
        int busy = job.size() - 1;
        MemorySegment own = job.endpoint().segment().local();
        int hold = job.endpoint().handlers().register(HandlerEntry.ofShort(token -> {
            WORD.setVolatile(own, HELD, 1L);
            Computing.until("rank 2 lets it go", () -> (long) WORD.getVolatile(own, OVER) != 0);
        }).request().arguments(0));
        Window window = Window.allocate(job.world(), 64, 1);
        job.world().barrier();
        if (job.rank() == 0) {
            window.lockAll(Assertions.NONE);
            job.world().am().requestShort(busy, hold);
            Signals.await(job, HELD, 1);
            InVain.waits(job, window::unlockAll);
            assertIllegal("again", window::unlockAll, "no epoch is open");
            Signals.raise(job, 2, OVER, 1);
        } else if (job.rank() == 2) {
            Signals.await(job, busy, HELD, 1);
            Signals.raise(job, 0, HELD, 1);
            Signals.await(job, OVER, 1);
            Signals.raise(job, busy, OVER, 1);
        } else if (job.rank() == busy) {
            Signals.await(job, OVER, 1);
        }
        job.world().barrier();
        for (int round = 0; round < 10; round++) {
            for (int target = 0; target < job.size(); target++) {
                addOne(window, target);
            }
        }
        job.world().barrier();
        assertEquals(10 * job.size(), (long) WORD.getVolatile(window.memory(), 0L));
        window.free();
    }

    /** By a get and a put, which are one update only under the lock. */
    private static void addOne(Window window, int target) {
        long[] number = new long[1];
        window.lock(LockType.EXCLUSIVE, target, Assertions.NONE);
        window.get(MemorySegment.ofArray(number), 1, Datatype.LONG, target, 0, 1, Datatype.LONG);
        window.flush(target);
        number[0]++;
        window.put(MemorySegment.ofArray(number), 1, Datatype.LONG, target, 0, 1, Datatype.LONG);
        window.unlock(target);
    }

    /** A step that fits no lock is answered so, and changes nothing. */
    @RankTest
    void shouldCarryOutNoStepThatFitsNoLock(Job job) {
        long bytes = 4096;
        TeamCore world = TeamCore.of(job.world());
        long place = world.area().allocate(bytes);
        long[] places = world.exchangeNumbers("a test", place);
        int elsewhere = (job.rank() + job.size() / 2) % job.size();
        FarSteps steps = world.updates().areaSteps(elsewhere, places[elsewhere]);
        assertEquals(NO_LOCK, steps.call("a test", LOCK_STEPS, 0, 0, 0, 0).run(), "without members");
        assertEquals(NO_LOCK, steps.call("a test", LOCK_STEPS, 1L << 40, 0, 0, 0).run(), "with more than there can be");
        assertEquals(NO_LOCK, steps.call("a test", LOCK_STEPS, 2, 2, 0, 0).run(), "by none of them");
        assertEquals(NO_LOCK, steps.call("a test", LOCK_STEPS, 2, -1, 0, 0).run(), "by none of them");
        assertEquals(NO_LOCK, steps.call("a test", LOCK_STEPS + 40, 2, 0, 0, 0).run(), "that is none");
        job.world().barrier();
        for (long at = 0; at < bytes; at += Long.BYTES) {
            assertEquals(0, SharedMemory.getLong(world.area().address(place) + at));
        }
        job.world().barrier();
        world.area().free(place);
    }

    @RankTest
    void shouldRefuseToHandOutMemoryThatIsNotMapped(Job job) {
        assertIllegal("shared", () -> Window.allocateShared(job.world(), 64, 1), "Window.allocateShared",
                "different neighbourhoods", "Window.allocate", "give a team of one neighbourhood");
        Window window = Window.allocate(job.world(), 64, 1);
        int elsewhere = (job.rank() + job.size() / 2) % job.size();
        assertIllegal("part", () -> window.sharedPart(elsewhere), "Window.sharedPart", "rank " + elsewhere,
                "another neighbourhood");
        window.free();
        var own = job.world().split(job.position().neighbourhood(), job.rank());
        Window shared = Window.allocateShared(own, 64, 1);
        assertEquals(64, shared.sharedPart(own.size() - 1).memory().byteSize());
        shared.free();
    }
}
