package org.pgas.conformance.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.pgas.ErrorCode;
import org.pgas.Job;
import org.pgas.JobEndedException;
import org.pgas.PeerLostException;
import org.pgas.PgasException;
import org.pgas.conformance.AcrossNeighbourhoodsAsThreads;
import org.pgas.rpc.DistributedObject;
import org.pgas.rpc.Execution;
import org.pgas.rpc.RemoteFunction;
import org.pgas.rpc.RemoteFuture;
import org.pgas.rpc.Rpc;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Remote calls at the end of an Rpc, of a rank, of the job. */
@RankDefaults(ranks = 2, segment = "4k")
@AcrossNeighbourhoodsAsThreads
class RpcEndTest {
    @RankTest
    void shouldFailCallsToARankThatHasLeft(Job job) {
        Rpc rpc = Rpc.builder(job.world(), RpcRig.TYPES).callsPerRank(2).open();
        RemoteFunction<Integer, Integer> same = rpc.register("same", number -> number);
        RemoteFunction<Integer, Integer> never = rpc.register("never", number -> number, Execution.on(_ -> {}));
        job.world().barrier();
        if (job.rank() == 1) {
            job.world().barrier();
            job.close();
            return;
        }
        RemoteFuture<Integer> answered = same.call(1, 7);
        RemoteFuture<Integer> owed = never.call(1, 8);
        assertEquals(7, answered.join());
        job.world().barrier();
        PeerLostException lost = assertInstanceOf(PeerLostException.class,
                assertThrows(CompletionException.class, owed::join).getCause());
        assertEquals(1, lost.jobRank());
        RpcRig.assertNames(lost, "rank 0", "'never'", "rank 1 is gone");
        assertTrue(owed.isCompletedExceptionally());
        // later ones, and casts beyond what may be under way, find that out too
        for (int i = 0; i < 3; i++) {
            RpcRig.assertFails(ErrorCode.PEER_LOST, same.call(1, 9), "rank 1");
        }
        assertThrows(PeerLostException.class, () -> same.cast(1, 1));
    }

    /** Its pieces go out in whatever wait of the rank that was called, which is nobody's but its own. */
    @RankTest
    void shouldDropALargeResultWhoseCallerHasLeft(Job job) {
        Rpc rpc = Rpc.of(job.world(), RpcRig.TYPES);
        AtomicBoolean begun = new AtomicBoolean();
        RemoteFunction<Integer, byte[]> bytes = rpc.register("bytes", size -> {
            begun.set(true);
            return new byte[size];
        });
        job.world().barrier();
        if (job.rank() == 0) {
            bytes.call(1, 4 << 20);
            job.close();
            return;
        }
        job.blockUntil(begun::get);
        for (long begin = System.nanoTime(); System.nanoTime() - begin < 60_000_000L;) {
            job.poll();
        }
        RpcRig.assertFails(ErrorCode.PEER_LOST, bytes.call(0, 1), "rank 0");
    }

    /** Functions that call the rank that has left arrive at all times, also while it is found out that it has. */
    @RankTest(ranks = 3)
    void shouldFailCallsOfFunctionsToARankThatHasLeft(Job job) {
        Rpc rpc = Rpc.of(job.world(), RpcRig.TYPES);
        RemoteFunction<Integer, Integer> same = rpc.register("same", number -> number);
        AtomicBoolean over = new AtomicBoolean();
        RemoteFunction<Integer, Boolean> relay = rpc.register("relay", number -> {
            CompletionException thrown = assertThrows(CompletionException.class, same.call(1, number)::join);
            return thrown.getCause() instanceof PeerLostException;
        });
        RemoteFunction<Integer, Void> end = rpc.registerAction("end", _ -> over.set(true));
        job.world().barrier();
        if (job.rank() == 1) {
            job.close();
        } else if (job.rank() == 0) {
            job.blockUntil(over::get);
        } else {
            List<RemoteFuture<Boolean>> relayed = new ArrayList<>();
            for (long begin = System.nanoTime(), next = begin; System.nanoTime() - begin < 60_000_000L;) {
                if (System.nanoTime() - next >= 0) {
                    next += 2_000_000;
                    relayed.add(relay.call(0, 1));
                }
                RemoteFuture<Integer> quick = same.tryCall(0, 1);
                if (quick == null) {
                    job.poll();
                }
            }
            relayed.forEach(each -> assertTrue(each.join()));
            assertNull(end.call(0, 1).join());
        }
    }

    @RankTest
    void shouldAnswerEveryCallAroundTheClose(Job job) throws Exception {
        Rpc rpc = Rpc.of(job.world(), RpcRig.TYPES);
        AtomicInteger begun = new AtomicInteger();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<RemoteFunction<Integer, byte[]>> functions = new ArrayList<>();
            for (Execution where : List.of(Execution.POLLING, Execution.SHORT, Execution.on(executor))) {
                functions.add(rpc.register("bytes " + where.toString().substring(0, 2), size -> {
                    begun.incrementAndGet();
                    return new byte[size];
                }, where));
            }
            DistributedObject<Integer> object = rpc.distribute("of rank " + job.rank(), 1);
            AtomicBoolean over = new AtomicBoolean();
            List<Thread> polling = new ArrayList<>();
            job.world().barrier();
            if (job.rank() == 0) {
                for (int i = 0; i < 3; i++) {
                    polling.add(Thread.ofPlatform().start(() -> {
                        while (!over.get()) {
                            job.poll();
                        }
                    }));
                }
                job.blockUntil(() -> begun.get() >= 100);
                rpc.close();
            } else {
                int refused = 0;
                for (int round = 0; refused < 40; round++) {
                    List<RemoteFuture<?>> all = new ArrayList<>();
                    for (int i = 0; i < 8; i++) {
                        // every third takes several messages
                        for (RemoteFunction<Integer, byte[]> each : functions) {
                            all.add(each.call(0, i % 3 == 0 ? 300_000 : 10));
                        }
                        // a name that is not bound there: answered by the close
                        if (round == 4 && i < 4) {
                            all.add(object.fetch(0));
                        }
                    }
                    for (RemoteFuture<?> each : all) {
                        if (each.handle((_, thrown) -> thrown).join() instanceof PgasException closed) {
                            assertEquals(ErrorCode.NOT_INITIALIZED, closed.code(), closed.getMessage());
                            refused++;
                        }
                    }
                }
            }
            job.world().barrier();
            over.set(true);
            for (Thread each : polling) {
                each.join();
            }
        }
    }

    /** A put to a rank elsewhere takes in messages while it waits. */
    @RankTest(neighbourhoods = 1)
    void shouldTakeInNoMessagesOnTheTimersThread(Job job) {
        AtomicBoolean handled = new AtomicBoolean();
        try (Rpc rpc = Rpc.of(job.world(), RpcRig.TYPES)) {
            RemoteFunction<Integer, Integer> never = rpc.register("never", number -> number, Execution.on(_ -> {}));
            RemoteFunction<Integer, Void> handle = rpc.registerAction("handle", _ -> handled.set(true),
                    Execution.SHORT);
            job.world().barrier();
            if (job.rank() == 0) {
                RemoteFuture<Integer> late = never.call(1, 1);
                RemoteFuture<Integer> replaced = never.call(1, 2);
                // from here on this rank takes in nothing
                job.world().rma().putLong(1, 0, 1);
                while (job.world().rma().getLong(0, 0) == 0) {
                    Thread.onSpinWait();
                }
                late.orTimeout(10, TimeUnit.MILLISECONDS);
                replaced.completeOnTimeout(7, 10, TimeUnit.MILLISECONDS);
                while (!late.isCompletedExceptionally() || replaced.state() == Future.State.RUNNING) {
                    Thread.onSpinWait();
                }
                assertFalse(handled.get());
                assertEquals(7, replaced.join());
                assertInstanceOf(TimeoutException.class,
                        assertThrows(CompletionException.class, late::join).getCause());
                job.blockUntil(handled::get);
            } else {
                while (job.world().rma().getLong(1, 0) == 0) {
                    Thread.onSpinWait();
                }
                handle.cast(0, 1);
                job.world().rma().putLong(0, 0, 1);
            }
            job.world().barrier();
        }
    }

    @RankTest
    void shouldFailWhatIsUnderWayWhenItIsClosed(Job job) {
        Rpc rpc = Rpc.of(job.world(), RpcRig.TYPES);
        RemoteFunction<Integer, Integer> same = rpc.register("same", number -> number);
        RemoteFunction<Integer, Integer> never = rpc.register("never", number -> number, Execution.on(_ -> {}));
        job.world().barrier();
        RemoteFuture<Integer> owed = never.call(RpcRig.next(job), 1);
        job.world().barrier();
        if (job.rank() == 0) {
            rpc.close();
            rpc.close();
            RpcRig.assertFails(ErrorCode.NOT_INITIALIZED, owed, "'never'", "closed");
            PgasException refused = assertThrows(PgasException.class, () -> same.call(1, 2));
            assertEquals(ErrorCode.NOT_INITIALIZED, refused.code());
            job.world().barrier();
        } else {
            job.world().barrier();
            for (int i = 0; i < 100; i++) {
                RpcRig.assertFails(ErrorCode.NOT_INITIALIZED, same.call(0, 2), "'same'", "refused there", "closed");
            }
            assertEquals(3, same.call(1, 3).join());
        }
        job.world().barrier();
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldEndWaitsForResultsWhenTheJobEnds(Job job) {
        Rpc rpc = Rpc.of(job.world(), RpcRig.TYPES);
        RemoteFunction<Integer, Integer> never = rpc.register("never", number -> number, Execution.on(_ -> {}));
        job.world().barrier();
        if (job.rank() == 0) {
            RemoteFuture<Integer> owed = never.call(1, 1);
            CompletionException thrown = assertThrows(CompletionException.class, owed::join);
            assertInstanceOf(JobEndedException.class, thrown.getCause());
        } else {
            assertThrows(JobEndedException.class, () -> job.exit(7));
        }
    }

    @RankTest(ranks = 3)
    void shouldFetchTheValueOfEachRankAlsoBeforeItIsBound(Job job) {
        try (Rpc rpc = Rpc.of(job.world(), RpcRig.TYPES)) {
            DistributedObject<String> early = rpc.distribute("early", "early " + job.rank());
            int to = RpcRig.next(job);
            assertEquals("early " + to, early.fetch(to).join());
            assertEquals("early " + job.rank(), early.fetch(job.rank()).join());
            RemoteFuture<Integer> late = null;
            if (job.rank() == 0) {
                try (DistributedObject<Integer> mine = rpc.distribute("late", 0)) {
                    late = mine.fetch(1);
                    job.world().barrier();
                    assertEquals(false, late.isDone());
                }
            } else {
                job.world().barrier();
            }
            job.world().barrier();
            DistributedObject<Integer> number = rpc.distribute("late", 10 * job.rank());
            if (late != null) {
                assertEquals(10, late.join());
            }
            assertEquals(10 * to, number.fetch(to).join());
            job.world().barrier();
            number.local(number.local() + 1);
            job.world().barrier();
            assertEquals(10 * to + 1, number.fetch(to).join());
            assertEquals(ErrorCode.BAD_ARGUMENT,
                    assertThrows(PgasException.class, () -> rpc.distribute("late", 1)).code());
            job.world().barrier();
        }
    }

    /** Calls that were cancelled, and casts, are under way at the close. */
    @RankTest(ranks = 3)
    void shouldGiveBackWhatItHasWhenAllHaveClosed(Job job) {
        for (int turn = 0; turn < 20; turn++) {
            try (Rpc rpc = Rpc.builder(job.world(), RpcRig.TYPES).castFailures(_ -> {}).open()) {
                RemoteFunction<Integer, Integer> same = rpc.register("same", number -> number);
                job.world().barrier();
                assertEquals(turn, same.call((job.rank() + 1) % job.size(), turn).join());
                same.call((job.rank() + 1) % job.size(), turn).cancel(false);
                same.cast((job.rank() + 1) % job.size(), turn);
                job.world().barrier();
            }
            job.blockUntil(() -> job.endpoints().list().size() == 1);
            // nobody leaves, or makes the next one, while others wait for this rank
            job.world().barrier();
        }
    }

    @RankTest(ranks = 3)
    void shouldRefuseCallsUntilTheLastRankHasClosed(Job job) {
        Rpc rpc = Rpc.of(job.world(), RpcRig.TYPES);
        RemoteFunction<Integer, Integer> same = rpc.register("same", number -> number);
        job.world().barrier();
        if (job.rank() != 0) {
            rpc.close();
        }
        job.world().barrier();
        for (int i = 0; i < 100; i++) {
            job.poll();
        }
        if (job.rank() == 0) {
            RpcRig.assertFails(ErrorCode.NOT_INITIALIZED, same.call(1, 1), "closed");
            RpcRig.assertFails(ErrorCode.NOT_INITIALIZED, same.call(2, 1), "closed");
            rpc.close();
        }
        job.blockUntil(() -> job.endpoints().list().size() == 1);
        job.world().barrier();
    }
}
