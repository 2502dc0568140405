package org.pgas.conformance.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.pgas.ErrorCode;
import org.pgas.InVain;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.WaitTimeoutException;
import org.pgas.conformance.AcrossNeighbourhoodsAsThreads;
import org.pgas.rpc.Execution;
import org.pgas.rpc.RemoteFunction;
import org.pgas.rpc.RemoteFuture;
import org.pgas.rpc.Rpc;
import org.pgas.testkit.Mode;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/** Many remote calls at once: nothing waits in a circle, is lost, or runs twice. */
@RankDefaults(ranks = 3, segment = "4k")
@AcrossNeighbourhoodsAsThreads
class RpcFlowTest {
    private static final int FLOOD = 150;

    /** All flood all with calls and casts of all sizes, through tiny rings, with few calls under way. */
    private static void flood(Job job, int threads, Execution where) throws Exception {
        try (Rpc rpc = Rpc.builder(job.world(), RpcRig.TYPES).callsPerRank(3).execution(where).open()) {
            AtomicLong sum = new AtomicLong();
            AtomicInteger casts = new AtomicInteger();
            RemoteFunction<long[], long[]> add = rpc.register("add", numbers -> {
                sum.addAndGet(numbers[0]);
                return numbers;
            });
            RemoteFunction<Long, Void> cast = rpc.registerAction("cast", number -> {
                sum.addAndGet(number);
                casts.incrementAndGet();
            });
            job.world().barrier();
            List<Future<?>> workers = new ArrayList<>();
            try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
                for (int thread = 0; thread < threads; thread++) {
                    SplittableRandom random = Seed.of("flood of rank " + job.rank() + " thread " + thread);
                    workers.add(pool.submit(() -> send(job, add, cast, random)));
                }
                for (Future<?> each : workers) {
                    job.blockUntil(each::isDone);
                    each.get();
                }
            }
            int each = FLOOD * threads;
            job.blockUntil(() -> casts.get() == each);
            job.world().barrier();
            assertEquals(2L * each, sum.get());
        }
    }

    /** Call i goes to rank i mod size, so every rank gets as many. */
    private static void send(Job job, RemoteFunction<long[], long[]> add, RemoteFunction<Long, Void> cast,
            SplittableRandom random) {
        List<RemoteFuture<long[]>> all = new ArrayList<>();
        for (int i = 0; i < FLOOD; i++) {
            int to = (i + job.rank()) % job.size();
            long[] numbers = new long[1 + (random.nextInt(8) == 0 ? random.nextInt(700) : random.nextInt(9))];
            numbers[0] = 1;
            all.add(add.call(to, numbers));
            cast.cast(to, 1L);
        }
        all.forEach(RemoteFuture::join);
    }

    @RankTest(settings = "pgas.am.ring=8k")
    void shouldEndFloodsOfAllToAllOnPollingThreads(Job job) throws Exception {
        flood(job, 2, Execution.POLLING);
    }

    @RankTest(settings = {"pgas.am.ring=8k", "pgas.am.rings=shared"})
    void shouldEndFloodsOfAllToAllInHandlers(Job job) throws Exception {
        flood(job, 2, Execution.SHORT);
    }

    @RankTest(settings = {"pgas.am.ring=8k", "pgas.wait=block"})
    void shouldEndFloodsOfAllToAllOnExecutors(Job job) throws Exception {
        try (ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor()) {
            flood(job, 2, Execution.on(virtual));
        }
    }

    @RankTest
    void shouldRunCallsInsideCallsThatWait(Job job) {
        try (Rpc rpc = Rpc.of(job.world(), RpcRig.TYPES)) {
            List<RemoteFunction<Integer, Integer>> self = new ArrayList<>();
            self.add(rpc.register("down",
                    depth -> depth == 0 ? 0 : 1 + self.get(0).call(RpcRig.next(job), depth - 1).join()));
            job.world().barrier();
            assertEquals(40, self.get(0).call(RpcRig.next(job), 40).join());
            job.world().barrier();
        }
    }

    /** Four times 64 functions that wait, on one thread: some are refused, which ends the waits of the others. */
    @RankTest(ranks = 4, modes = Mode.THREADS)
    void shouldRefuseFunctionsThatWaitTooDeepInsideEachOther(Job job) {
        try (Rpc rpc = Rpc.of(job.world(), RpcRig.TYPES)) {
            AtomicBoolean open = new AtomicBoolean();
            RemoteFunction<Object, Integer> hold = rpc.register("hold", _ -> {
                job.blockUntil(open::get);
                return 1;
            });
            RemoteFunction<Object, Void> release = rpc.registerAction("release", _ -> open.set(true), Execution.SHORT);
            RemoteFunction<Integer, Integer> sum = rpc.register("sum", number -> number);
            job.world().barrier();
            List<CompletableFuture<Integer>> held = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                held.add(hold.call(0).exceptionally(thrown -> {
                    release.cast(0, null);
                    assertEquals(ErrorCode.RESOURCE, ((PgasException) thrown).code());
                    RpcRig.assertNames(thrown, "'hold'", "inside each other", "Execution.on");
                    return 0;
                }));
            }
            held.forEach(CompletableFuture::join);
            job.world().barrier();
            assertEquals(5, sum.call(0, 5).join());
            job.world().barrier();
        }
    }

    @RankTest(ranks = 2)
    void shouldAnswerAtOnceWhenAsManyCallsAreUnderWayAsMayBe(Job job) {
        try (Rpc rpc = Rpc.builder(job.world(), RpcRig.TYPES).callsPerRank(2).open()) {
            RemoteFunction<Integer, Integer> same = rpc.register("same", number -> number);
            rpc.allow(RpcFlowTest.class);
            job.world().barrier();
            if (job.rank() == 0) {
                // nobody polls there until the word below arrives
                RemoteFuture<Integer> first = same.tryCall(1, 1);
                assertNotNull(first);
                assertTrue(same.tryCast(1, 2));
                assertNull(same.tryCall(1, 3));
                assertFalse(same.tryCast(1, 4));
                assertNull(rpc.tryCall(1, Math::abs, -5));
                assertFalse(rpc.tryCast(1, RpcFlowTest::nothing));
                job.world().rma().putLong(1, 0, 1);
                assertEquals(1, first.join());
                assertEquals(6, same.call(1, 6).join());
            } else {
                while (job.world().rma().getLong(1, 0) == 0) {
                    Thread.onSpinWait();
                }
            }
            job.world().barrier();
        }
    }

    private static void nothing() {}

    @RankTest(ranks = 2, modes = Mode.THREADS)
    void shouldNameTheCallInTheDeadlineOfAWait(Job job) {
        try (Rpc rpc = Rpc.of(job.world(), RpcRig.TYPES)) {
            RemoteFunction<Integer, Integer> slow = rpc.register("slow", number -> number,
                    Execution.on(_ -> {}));
            job.world().barrier();
            if (job.rank() == 0) {
                RemoteFuture<Integer> future = slow.call(1, 1);
                WaitTimeoutException late = InVain.waits(job, future::join);
                RpcRig.assertNames(late, "'slow'", "rank 1");
                assertFalse(future.isDone());
                CompletableFuture<Integer> derived = future.thenApply(each -> each);
                assertTrue(future.cancel(false));
                assertTrue(derived.isCompletedExceptionally());
                job.world().rma().putLong(1, 0, 1);
            } else {
                // no wait of the library's, which would pass its deadline too
                while (job.world().rma().getLong(1, 0) == 0) {
                    job.poll();
                }
            }
        }
    }
}
