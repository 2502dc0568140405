package org.pgas.conformance.suites;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;
import static org.pgas.conformance.suites.SuiteWindows.INT;
import static org.pgas.conformance.suites.SuiteWindows.hear;
import static org.pgas.conformance.suites.SuiteWindows.intAt;
import static org.pgas.conformance.suites.SuiteWindows.ints;
import static org.pgas.conformance.suites.SuiteWindows.of;
import static org.pgas.conformance.suites.SuiteWindows.onEach;
import static org.pgas.conformance.suites.SuiteWindows.right;
import static org.pgas.conformance.suites.SuiteWindows.store;
import static org.pgas.conformance.suites.SuiteWindows.tell;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;

import org.pgas.Job;
import org.pgas.Team;
import org.pgas.coll.Collectives;
import org.pgas.conformance.AcrossNeighbourhoods;
import org.pgas.mpi.Assertions;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.LockType;
import org.pgas.mpi.Op;
import org.pgas.mpi.Request;
import org.pgas.mpi.Window;
import org.pgas.mpi.WindowMemory;
import org.pgas.mpi.comm.Comm;
import org.pgas.mpi.comm.Mpi;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Flushes and requests: what is complete where when they return, though the target does nothing. */
@RankDefaults(ranks = 3, segment = "64k")
@AcrossNeighbourhoods
class MpichRmaFlushTest {
    private static final String SUITE = "MPICH rma";
    private static final int ROUNDS = 100;

    /** Rank 2 hears of each write of rank 1 that has been flushed, and finds it at rank 0. */
    @SuiteCase(suite = SUITE, programs = {"put_flush_get", "acc_flush_get", "gacc_flush_get", "fop_flush_get",
        "cas_flush_get"})
    @RankTest
    void shouldShowAThirdRankWhatWasFlushed(Job job) {
        Comm world = Mpi.of(job).world();
        Window window = Window.allocate(job.world(), 4, 4);
        window.lockAll(Assertions.NONE);
        for (WriteCall call : WriteCall.values()) {
            for (int round = 1; round <= ROUNDS; round++) {
                if (window.rank() == 0) {
                    store(window, _ -> -1);
                    window.sync();
                }
                job.world().barrier();
                if (window.rank() == 1) {
                    MemorySegment result = of(-2);
                    call.replace(window, of(round), result, -1, 0, 0);
                    window.flush(0);
                    tell(world, 2, 999);
                    assertEquals(call.fetches() ? -1 : -2, result.get(INT, 0), call + " has brought");
                } else if (window.rank() == 2) {
                    int[] found = new int[1];
                    hear(world, 1, 999);
                    window.get(found, 0, 1, 0, 0);
                    window.flush(0);
                    assertEquals(round, found[0], call.toString());
                }
                job.world().barrier();
            }
        }
        window.unlockAll();
        window.free();
        world.mpi().finish();
    }

    /** Rank 1, which shares memory with rank 0, hears of each write of rank 2 that has been flushed, and loads it. */
    @SuiteCase(suite = SUITE, programs = {"win_shared_put_flush_load", "win_shared_acc_flush_load",
        "win_shared_gacc_flush_load",
        "win_shared_fop_flush_load", "win_shared_cas_flush_load"})
    @RankTest(neighbourhoods = {1, 2})
    void shouldShowANeighbourOfTheTargetWhatWasFlushed(Job job) {
        Comm world = Mpi.of(job).world();
        Team own = job.world().split(job.rank() / 2, job.rank());
        Window shared = Window.allocateShared(own, 4, 4);
        Window all = Window.create(job.world(), shared.memory(), 4);
        all.lockAll(Assertions.NONE);
        shared.lockAll(Assertions.NONE);
        for (WriteCall call : WriteCall.values()) {
            for (int round = 1; round <= ROUNDS; round++) {
                if (job.rank() == 0) {
                    store(shared, _ -> -1);
                    shared.sync();
                }
                job.world().barrier();
                if (job.rank() == 2) {
                    call.replace(all, of(round), of(0), -1, 0, 0);
                    all.flush(0);
                    tell(world, 1, 999);
                } else if (job.rank() == 1) {
                    hear(world, 2, 999);
                    shared.sync();
                    assertEquals(round, shared.sharedPart(0).memory().get(INT, 0), call.toString());
                }
                job.world().barrier();
            }
        }
        shared.unlockAll();
        all.unlockAll();
        all.free();
        shared.free();
        world.mpi().finish();
    }

    /** Each origin has a window of its own over the same memory, and a place of its own in it. */
    @SuiteCase(suite = SUITE, programs = {"overlap_wins_put", "overlap_wins_acc", "overlap_wins_gacc",
        "overlap_wins_fop",
        "overlap_wins_cas"})
    @RankTest(ranks = {3, 4})
    void shouldFindWhatWasFlushedThroughOneOfManyWindows(Job job) {
        int target = job.size() - 1;
        WindowMemory memory = WindowMemory.allocate(job, 4L * target);
        for (MemorySegment each : new MemorySegment[]{memory.memory(), of(new int[target])}) {
            List<Window> windows = new ArrayList<>();
            for (int i = 0; i < target; i++) {
                windows.add(Window.create(job.world(), each, 4));
            }
            for (WriteCall call : WriteCall.values()) {
                if (job.rank() != target) {
                    Window window = windows.get(job.rank());
                    int last = call.ordinal() * 1000;
                    window.lock(LockType.SHARED, target, Assertions.NONE);
                    for (int i = 1; i <= ROUNDS; i++) {
                        call.replace(window, of(last + i), of(0), i == 1 ? before(last) : last + i - 1, target,
                                job.rank());
                        window.flush(target);
                        int[] found = new int[1];
                        window.get(found, 0, 1, target, job.rank());
                        window.flush(target);
                        assertEquals(last + i, found[0], call.toString());
                    }
                    window.unlock(target);
                }
                job.world().barrier();
                int lastOfAll = call.ordinal() * 1000 + ROUNDS;
                if (job.rank() == target) {
                    assertArrayEquals(ints(target, _ -> lastOfAll), each.toArray(INT), call.toString());
                }
                job.world().barrier();
            }
            windows.forEach(Window::free);
        }
        memory.free();
    }

    /** What the call before has left: 0 at first. */
    private static int before(int last) {
        return last == 0 ? 0 : last - 1000 + ROUNDS;
    }

    /**
     * Two regions are attached. Displacements of one say nothing of the other, so that a call that reaches over the
     * end of the first is refused, and a region that has both memories is attached in their place.
     */
    @SuiteCase(suite = SUITE, programs = {"win_dynamic_rma_flush_get", "win_dynamic_rma_flush_get_collattach"})
    @RankTest(ranks = 2)
    void shouldFindWhatWasFlushedToAttachedMemory(Job job) {
        int half = 8192;
        int[] array = new int[2 * half];
        MemorySegment memory = of(array);
        WindowMemory mapped = WindowMemory.allocate(job, 8L * half);
        Window window = Window.createDynamic(job.world());
        int peer = 1 - job.rank();
        for (MemorySegment each : new MemorySegment[]{memory, mapped.memory()}) {
            long[] own = {window.attach(each.asSlice(0, 4L * half)), window.attach(each.asSlice(4L * half))};
            long[] places = new long[4];
            Collectives.of(job.world()).allGather(MemorySegment.ofArray(places), MemorySegment.ofArray(own));
            writeAndGet(window, peer, places[2 * peer], 4096);
            window.lockAll(Assertions.NONE);
            assertIllegal("both", () -> window.put(of(new int[9216]), 9216, Datatype.INT, peer, places[2 * peer], 9216,
                    Datatype.INT), "Window.put", "displacement");
            window.unlockAll();
            job.world().barrier();
            window.detach(own[0]);
            window.detach(own[1]);
            each.fill((byte) 0);
            long whole = window.attach(each);
            long[] wholes = new long[2];
            Collectives.of(job.world()).allGather(MemorySegment.ofArray(wholes),
                    MemorySegment.ofArray(new long[]{whole}));
            writeAndGet(window, peer, wholes[peer], 9216);
            job.world().barrier();
            window.detach(whole);
        }
        window.free();
        mapped.free();
    }

    /** By all calls; the memory is of zeros at first. */
    private static void writeAndGet(Window window, int peer, long place, int most) {
        window.lockAll(Assertions.NONE);
        int first = 0;
        for (WriteCall call : WriteCall.values()) {
            boolean single = call.compareTo(WriteCall.FETCH_AND_OP) >= 0;
            int count = single ? 1 : most;
            for (int round = 0; round < 5; round++) {
                int add = window.rank() + 10 * call.ordinal() + round;
                int[] mine = ints(count, i -> i + add);
                int[] found = new int[count];
                call.replace(window, of(mine), of(new int[count]), first, peer, place);
                window.flush(peer);
                window.get(found, 0, count, peer, place);
                window.flush(peer);
                assertArrayEquals(mine, found, call.toString());
                first = add;
            }
        }
        window.unlockAll();
    }

    /** Rank 0 has a word that all replace by their ranks, one after the other, as a token comes to them. */
    private static void passToken(Comm world, Window window, String what, IntUnaryOperator replace) {
        int me = window.rank();
        for (int round = 0; round < 30; round++) {
            if (me > 0) {
                hear(world, me - 1, 0);
            }
            assertEquals(SuiteWindows.left(window), replace.applyAsInt(me), what);
            if (me < window.size() - 1) {
                tell(world, me + 1, 0);
            }
            world.mpi().job().world().barrier();
        }
    }

    private static int replaceAndFlush(Window window, int value) {
        MemorySegment result = of(-1);
        window.getAccumulate(of(value), 1, Datatype.INT, result, 1, Datatype.INT, 0, 0, 1, Datatype.INT, Op.REPLACE);
        window.flush(0);
        return result.get(INT, 0);
    }

    /** A flush of an epoch without transfers, and one for each rank that a token comes to. */
    @SuiteCase(suite = SUITE, programs = "flush")
    @RankTest(ranks = 4)
    void shouldFlushWhatARankHasReplacedBeforeTheNextOneComes(Job job) {
        Comm world = Mpi.of(job).world();
        onEach(job, job.rank() == 0 ? 4 : 0, 1, window -> {
            store(window, _ -> window.size() - 1);
            job.world().barrier();
            window.lock(LockType.SHARED, 0, Assertions.NONE);
            window.flushAll();
            window.flush(0);
            window.unlock(0);
            window.lock(LockType.SHARED, 0, Assertions.NONE);
            passToken(world, window, "replaced", value -> replaceAndFlush(window, value));
            window.unlock(0);
        });
        world.mpi().finish();
    }

    /**
     * The token again, with requests; and requests that are waited for in their epoch, behind it and in another one.
     */
    @SuiteCase(suite = SUITE, programs = "reqops")
    @RankTest(ranks = 4)
    void shouldCompleteRequestsInAndOutsideTheirEpoch(Job job) {
        Comm world = Mpi.of(job).world();
        onEach(job, job.rank() == 0 ? 16 : 0, 4, window -> {
            store(window, _ -> window.size() - 1);
            window.lockAll(Assertions.NONE);
            Request[] ofNobody = four(window, Window.PROC_NULL);
            window.unlockAll();
            Request.awaitAll(ofNobody);
            job.world().barrier();
            window.lock(LockType.SHARED, 0, Assertions.NONE);
            passToken(world, window, "rgetAccumulate", value -> {
                MemorySegment result = of(-1);
                window.rgetAccumulate(of(value), 1, Datatype.INT, result, 1, Datatype.INT, 0, 0, 1, Datatype.INT,
                        Op.REPLACE).await();
                return result.get(INT, 0);
            });
            for (boolean puts : new boolean[]{true, false}) {
                passToken(world, window, puts ? "rget and put" : "rget and accumulate", value -> {
                    MemorySegment result = of(-1);
                    window.rget(result, 1, Datatype.INT, 0, 0, 1, Datatype.INT).await();
                    if (puts) {
                        window.put(of(value), 1, Datatype.INT, 0, 0, 1, Datatype.INT);
                    } else {
                        window.accumulate(of(value), 1, Datatype.INT, 0, 0, 1, Datatype.INT, Op.REPLACE);
                    }
                    window.flush(0);
                    return result.get(INT, 0);
                });
            }
            window.unlock(0);
            awaitElsewhere(window);
        });
        world.mpi().finish();
    }

    private static void awaitElsewhere(Window window) {
        for (int where = 0; where < 4; where++) {
            window.lockAll(Assertions.NONE);
            Request[] requests = four(window, 0);
            if (where == 0) {
                Request.awaitAll(requests);
            }
            window.unlockAll();
            if (where == 2) {
                window.lockAll(Assertions.NONE);
            } else if (where == 3) {
                window.fence(Assertions.NONE);
            }
            Request.awaitAll(requests);
            if (where == 2) {
                window.unlockAll();
            } else if (where == 3) {
                window.fence(Assertions.NOSUCCEED);
            }
        }
    }

    private static Request[] four(Window window, int target) {
        MemorySegment mine = of(1, 2, 3, 4);
        MemorySegment result = of(0);
        return new Request[]{window.rgetAccumulate(mine, 1, Datatype.INT, result, 1, Datatype.INT, target, 0, 1,
                Datatype.INT, Op.REPLACE),
            window.rget(mine.asSlice(4), 1, Datatype.INT, target, 1, 1, Datatype.INT),
            window.rput(mine.asSlice(8), 1, Datatype.INT, target, 2, 1, Datatype.INT),
            window.raccumulate(mine.asSlice(12), 1, Datatype.INT, target, 3, 1, Datatype.INT, Op.REPLACE)};
    }

    @SuiteCase(suite = SUITE, programs = {"get_flushlocal", "get_flushlocal_shm"})
    @RankTest(ranks = 4)
    void shouldHaveWhatItGetsAfterALocalFlush(Job job) {
        int count = 1024;
        onEach(job, 4 * count, 4, window -> {
            store(window, i -> window.rank() * count + i);
            job.world().barrier();
            window.lockAll(Assertions.NONE);
            for (int round = 0; round < 50; round++) {
                for (int target = 0; target < window.size(); target++) {
                    int of = target;
                    int[] found = new int[count];
                    window.get(found, 0, count, target, 0);
                    window.flushLocal(target);
                    assertArrayEquals(ints(count, i -> of * count + i), found);
                }
            }
            window.unlockAll();
        });
    }

    @SuiteCase(suite = SUITE, programs = "rget_testall")
    @RankTest(ranks = 2)
    void shouldTestUntilAllGetsAreComplete(Job job) {
        onEach(job, 8, 4, window -> {
            window.lock(LockType.EXCLUSIVE, window.rank(), Assertions.NONE);
            store(window, i -> i + 1);
            window.unlock(window.rank());
            job.world().barrier();
            for (int round = 0; round < 20; round++) {
                MemorySegment found = of(0, 0);
                window.lockAll(Assertions.NONE);
                Request[] requests = {window.rget(found, 0, 1, Datatype.INT, 0, 0),
                    window.rget(found, 4, 1, Datatype.INT, 0, 1)};
                while (!Request.testAll(requests)) {
                    Thread.onSpinWait();
                }
                assertArrayEquals(new int[]{1, 2}, found.toArray(INT));
                window.unlockAll();
            }
        });
    }

    /** What was got lies there when the epoch has ended: nothing comes behind it. */
    @SuiteCase(suite = SUITE, programs = "rget_unlock")
    @RankTest(ranks = 2)
    void shouldTouchNothingBehindTheUnlock(Job job) {
        int count = 128;
        onEach(job, 4 * count, 4, window -> {
            store(window, _ -> window.rank());
            job.world().barrier();
            for (int round = 0; round < 20; round++) {
                int[] found = ints(count, _ -> -1);
                Request[] requests = new Request[count];
                window.lockAll(Assertions.NOCHECK);
                for (int i = 0; i < count; i++) {
                    requests[i] = window.rget(of(found), 4 * i, 1, Datatype.INT, right(window), i);
                }
                window.unlockAll();
                assertArrayEquals(ints(count, _ -> right(window)), found);
                Arrays.fill(found, -2);
                Request.awaitAll(requests);
                assertArrayEquals(ints(count, _ -> -2), found);
            }
        });
    }

    /** The origin changes its memory when the request is complete, and the target has what was there before. */
    @SuiteCase(suite = SUITE, programs = {"rput_local_comp", "racc_local_comp"})
    @RankTest(ranks = 2)
    void shouldChangeTheOriginWhenItsRequestIsComplete(Job job) {
        int most = 1 << 16;
        onEach(job, 4 * most, 4, window -> {
            window.lockAll(Assertions.NONE);
            for (int round = 0; window.rank() == 1 && round < 40; round++) {
                int count = round % 2 == 0 ? 1 : most;
                int add = round;
                int[] mine = ints(count, i -> i + add);
                Request request = round % 4 < 2 ? window.rput(of(mine), 0, count, Datatype.INT, 0, 0)
                        : window.raccumulate(of(mine), 0, count, Datatype.INT, 0, 0, Op.REPLACE);
                request.await();
                Arrays.fill(mine, -1);
                window.flush(0);
                int[] found = new int[count];
                window.get(found, 0, count, 0, 0);
                window.flush(0);
                assertArrayEquals(ints(count, i -> i + add), found);
            }
            window.unlockAll();
            job.world().barrier();
        });
    }

    /** MPI's example: steps are fetched, changed and put back, with some of the puts under way meanwhile. */
    @SuiteCase(suite = SUITE, programs = {"req_example", "req_example_shm"})
    @RankTest(ranks = 4)
    void shouldOverlapPutsWithTheStepsBehindThem(Job job) {
        int steps = 50;
        int count = 200;
        int buffers = 10;
        onEach(job, 8L * steps * count, 8, window -> {
            double[][] data = new double[buffers][count];
            Request[] puts = new Request[buffers];
            window.lockAll(Assertions.NONE);
            for (int step = 0; step < steps; step++) {
                int buffer = step < buffers ? step : Request.awaitAny(puts);
                assertTrue(buffer >= 0 && puts[buffer] == null, "a free one");
                MemorySegment memory = MemorySegment.ofArray(data[buffer]);
                long place = (long) step * count;
                window.rget(memory, count, Datatype.DOUBLE, right(window), place, count, Datatype.DOUBLE).await();
                for (int i = 0; i < count; i++) {
                    data[buffer][i] += step + window.rank();
                }
                puts[buffer] = window.rput(memory, count, Datatype.DOUBLE, right(window), place, count,
                        Datatype.DOUBLE);
            }
            Request.awaitAll(puts);
            window.unlockAll();
            job.world().barrier();
            for (int i = 0; i < steps * count; i++) {
                assertEquals(i / count + SuiteWindows.left(window),
                        window.memory().getAtIndex(SuiteWindows.DOUBLE, i));
            }
            job.world().barrier();
        });
    }
}
