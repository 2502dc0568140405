package org.pgas.conformance.rpc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

import org.pgas.Job;
import org.pgas.conformance.AcrossNeighbourhoodsAsThreads;
import org.pgas.conformance.Patience;
import org.pgas.conformance.rpc.RpcRig.Point;
import org.pgas.rpc.Execution;
import org.pgas.rpc.RemoteFunction;
import org.pgas.rpc.RemoteFuture;
import org.pgas.rpc.Rpc;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Remote calls that succeed: what comes back, in all forms, sizes and executions. */
@RankDefaults(ranks = {1, 3}, segment = "4k")
@AcrossNeighbourhoodsAsThreads
class RpcTest {
    private static double norm(Point point) {
        return Math.hypot(point.x(), point.y());
    }

    private static String join(String first, Object second) {
        return first + second;
    }

    private static int seven() {
        return 7;
    }

    private static void count(String job, Integer rank) {
        RpcRig.counter(job, rank).incrementAndGet();
    }

    @RankTest
    void shouldAnswerWithTheResultOfARegisteredFunctionOnEveryRank(Job job) {
        try (Rpc rpc = Rpc.of(job.world(), RpcRig.TYPES)) {
            RemoteFunction<Point, Double> scaled = rpc.register("scaled", point -> norm(point) * (job.rank() + 1));
            RemoteFunction<Object, Integer> rank = rpc.register("rank", _ -> job.rank());
            job.world().barrier();
            for (int round = 0; round < 50; round++) {
                for (int to = 0; to < job.size(); to++) {
                    assertEquals(5.0 * (to + 1), scaled.call(to, new Point(3, 4)).join());
                    assertEquals(to, rank.call(to).join());
                }
            }
            job.world().barrier();
        }
    }

    @RankTest
    void shouldRunLambdasAndMethodReferencesOfAllowedClasses(Job job) throws Exception {
        try (Rpc rpc = Rpc.of(job.world(), RpcRig.TYPES)) {
            rpc.allow(RpcTest.class, String.class, Point.class);
            job.world().barrier();
            int to = RpcRig.next(job);
            String captured = "from " + job.rank();
            int number = 3;
            for (int round = 0; round < 3; round++) {
                assertEquals(13.0, rpc.call(to, RpcTest::norm, new Point(5, 12)).get());
                assertEquals(7, rpc.call(to, RpcTest::seven).join());
                assertEquals("ab1", rpc.call(to, RpcTest::join, "ab", 1).join());
                assertEquals(4, rpc.call(to, String::length, "four").join());
                assertEquals(new Point(1, 2), rpc.call(to, Point::new, 1.0, 2.0).join());
                assertEquals("from " + job.rank() + 3, rpc.call(to, () -> captured + number).join());
                assertEquals("from " + job.rank() + "x", rpc.call(to, captured::concat, "x").join());
                assertEquals(9L, rpc.call(to, (Integer each) -> (long) each * number, 3).join());
                assertNull(rpc.run(to, RpcTest::count, RpcRig.nameOfAll(job) + "runs", to).join());
            }
            job.world().barrier();
            assertEquals(3, RpcRig.counter(RpcRig.nameOfAll(job) + "runs", job.rank()).get());
        }
    }

    @RankTest
    void shouldRunEveryCastOnce(Job job) {
        int casts = 150;
        try (Rpc rpc = Rpc.of(job.world(), RpcRig.TYPES)) {
            AtomicInteger hits = new AtomicInteger();
            RemoteFunction<Integer, Void> hit = rpc.registerAction("hit", hits::addAndGet);
            rpc.allow(RpcTest.class);
            job.world().barrier();
            for (int i = 0; i < casts; i++) {
                for (int to = 0; to < job.size(); to++) {
                    hit.cast(to, 1);
                    rpc.cast(to, RpcTest::count, RpcRig.nameOfAll(job) + "casts", to);
                }
            }
            AtomicInteger counted = RpcRig.counter(RpcRig.nameOfAll(job) + "casts", job.rank());
            job.blockUntil(() -> hits.get() >= casts * job.size() && counted.get() >= casts * job.size());
            job.world().barrier();
            assertEquals(casts * job.size(), hits.get());
            assertEquals(casts * job.size(), counted.get());
        }
    }

    @RankTest(settings = "pgas.am.ring=8k")
    void shouldCarryArgumentsAndResultsOfEverySize(Job job) {
        try (Rpc rpc = Rpc.builder(job.world(), RpcRig.TYPES).mostBytes(1 << 20).open()) {
            RemoteFunction<byte[], byte[]> back = rpc.register("back", bytes -> bytes);
            RemoteFunction<byte[], byte[]> backShort = rpc.register("back, short", bytes -> bytes, Execution.SHORT);
            job.world().barrier();
            for (int size : new int[]{0, 1, 100, 900, 1000, 1024, 1100, 2048, 5000, 65_536, 1_000_000}) {
                byte[] bytes = new byte[size];
                new java.util.Random(size).nextBytes(bytes);
                assertArrayEquals(bytes, back.call(RpcRig.next(job), bytes).join(), () -> size + " bytes");
                assertArrayEquals(bytes, backShort.call(RpcRig.next(job), bytes).join(), () -> size + " bytes, short");
            }
            job.world().barrier();
        }
    }

    @RankTest
    void shouldRunFunctionsWhereTheyAreToRun(Job job) {
        try (ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor();
                Rpc rpc = Rpc.of(job.world(), RpcRig.TYPES)) {
            RemoteFunction<Object, Boolean> onExecutor = rpc.register("virtual",
                    _ -> Thread.currentThread().isVirtual(),
                    Execution.on(virtual));
            RemoteFunction<Object, Boolean> polling = rpc.register("polling", _ -> Thread.currentThread().isVirtual());
            RemoteFunction<Object, Boolean> inHandler = rpc.register("short", _ -> Thread.currentThread().isVirtual(),
                    Execution.SHORT);
            job.world().barrier();
            assertTrue(onExecutor.call(RpcRig.next(job)).join());
            assertEquals(false, polling.call(RpcRig.next(job)).join());
            assertEquals(false, inHandler.call(RpcRig.next(job)).join());
            job.world().barrier();
        }
    }

    @RankTest(settings = {"pgas.wait=block", "pgas.checks=on"})
    void shouldAnswerSleepersAndWhoSleepsOnDependents(Job job) {
        try (Rpc rpc = Rpc.of(job.world(), RpcRig.TYPES)) {
            RemoteFunction<Integer, Integer> twice = rpc.register("twice", number -> 2 * number);
            job.world().barrier();
            int to = RpcRig.next(job);
            assertEquals(9, twice.call(to, 4).thenApply(each -> each + 1).join());
            // a dependent may call again, since it does not run in a handler
            assertEquals(12, twice.call(to, 3).thenCompose(each -> twice.call(to, each)).join());
            List<CompletableFuture<Integer>> all = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                all.add(twice.call(to, i));
            }
            rpc.await(CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new)));
            for (int i = 0; i < all.size(); i++) {
                assertEquals(2 * i, all.get(i).resultNow());
            }
            RemoteFuture<Integer> polled = twice.call(to, 21);
            while (!polled.isDone()) {
                Thread.onSpinWait();
            }
            assertEquals(42, polled.getNow(0));
            job.world().barrier();
        }
    }

    @RankTest(ranks = 2)
    void shouldLimitAWaitWithoutEndingTheCall(Job job) throws Exception {
        try (Rpc rpc = Rpc.of(job.world(), RpcRig.TYPES)) {
            AtomicInteger open = new AtomicInteger();
            CompletableFuture<Integer> gate = new CompletableFuture<>();
            RemoteFunction<Object, Integer> held;
            try (ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor()) {
                held = rpc.register("held", _ -> gate.get(), Execution.on(virtual));
                RemoteFunction<Integer, Void> let = rpc.registerAction("let", gate::complete);
                job.world().barrier();
                RemoteFuture<Integer> future = held.call(RpcRig.next(job));
                assertThrows(TimeoutException.class, () -> future.get(20, TimeUnit.MILLISECONDS));
                job.world().barrier();
                let.call(RpcRig.next(job), 5).join();
                assertEquals(5, future.get(Patience.SECONDS, TimeUnit.SECONDS));
                open.incrementAndGet();
            }
            assertEquals(1, open.get());
            job.world().barrier();
        }
    }
}
