package org.pgas.conformance.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.pgas.Capabilities;
import org.pgas.Endpoint;
import org.pgas.ErrorCode;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.bytes.TypeRegistry;
import org.pgas.conformance.AcrossNeighbourhoodsAsThreads;
import org.pgas.conformance.rpc.RpcRig.Point;
import org.pgas.conformance.rpc.RpcRig.Secret;
import org.pgas.rpc.Execution;
import org.pgas.rpc.RemoteCallException;
import org.pgas.rpc.RemoteCause;
import org.pgas.rpc.RemoteFunction;
import org.pgas.rpc.RemoteFuture;
import org.pgas.rpc.Rpc;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/** Remote calls that fail: the caller gets the error, the job goes on. */
@RankDefaults(ranks = 2, segment = "4k")
@AcrossNeighbourhoodsAsThreads
class RpcFailureTest {
    private static int fail(int number) {
        try {
            throw new ArithmeticException("inner " + number);
        } catch (ArithmeticException e) {
            throw new IllegalStateException("outer " + number, e);
        }
    }

    private static int odd(Point point) {
        return point.x() > 0 ? 1 : 0;
    }

    private static void assertThrown(CompletionException thrown, int rank) {
        RemoteCallException remote = assertInstanceOf(RemoteCallException.class, thrown.getCause());
        assertEquals(rank, remote.rank());
        RpcRig.assertNames(remote, "rank " + rank, remote.function(), "IllegalStateException: outer 4");
        RemoteCause outer = remote.getCause();
        assertEquals("java.lang.IllegalStateException", outer.className());
        assertEquals("outer 4", outer.getMessage());
        assertEquals("fail", outer.getStackTrace()[0].getMethodName());
        assertEquals(RpcFailureTest.class.getName(), outer.getStackTrace()[0].getClassName());
        RemoteCause inner = outer.getCause();
        assertEquals("java.lang.ArithmeticException: inner 4", inner.toString());
        assertEquals("fail", inner.getStackTrace()[0].getMethodName());
        assertNull(inner.getCause());
    }

    @RankTest
    void shouldBringTheRemoteExceptionWithItsTraceAndCauses(Job job) {
        try (Rpc rpc = Rpc.of(job.world(), RpcRig.TYPES)) {
            RemoteFunction<Integer, Integer> named = rpc.register("named", RpcFailureTest::fail);
            RemoteFunction<Integer, Integer> inHandler = rpc.register("short", RpcFailureTest::fail, Execution.SHORT);
            rpc.allow(RpcFailureTest.class);
            job.world().barrier();
            int to = RpcRig.next(job);
            assertThrown(assertThrows(CompletionException.class, () -> named.call(to, 4).join()), to);
            assertThrown(assertThrows(CompletionException.class, () -> inHandler.call(to, 4).join()), to);
            assertThrown(assertThrows(CompletionException.class, () -> rpc.call(to, RpcFailureTest::fail, 4).join()),
                    to);
            job.world().barrier();
        }
    }

    @RankTest
    void shouldRefuseFunctionsThatTheTargetLacks(Job job) {
        try (Rpc rpc = Rpc.of(job.world(), RpcRig.TYPES)) {
            RemoteFunction<Integer, Integer> own = job.rank() == 0 ? rpc.register("own", each -> each) : null;
            if (job.rank() == 0) {
                rpc.allow(RpcFailureTest.class);
                RpcRig.assertFails(ErrorCode.BAD_ARGUMENT, own.call(1, 1), "'own'", "rank 1", "no such function",
                        "Rpc.register");
                RpcRig.assertFails(ErrorCode.BAD_ARGUMENT, rpc.call(1, RpcFailureTest::fail, 1),
                        "RpcFailureTest.fail", "no such function", "Rpc.allow");
                assertEquals(1, own.call(0, 1).join());
            }
            job.world().barrier();
        }
    }

    @RankTest
    void shouldRefuseWhatCannotTravelBeforeItIsSent(Job job) {
        try (Rpc rpc = Rpc.builder(job.world(), RpcRig.TYPES).mostBytes(8192).open()) {
            RemoteFunction<Object, Object> any = rpc.register("any", each -> each);
            RemoteFunction<Integer, Object> made = rpc.register("made",
                    size -> size < 0 ? new Secret(size) : new byte[size]);
            rpc.allow(RpcFailureTest.class);
            job.world().barrier();
            int to = RpcRig.next(job);
            assertRefused(ErrorCode.BAD_ARGUMENT, () -> any.call(to, new Secret(1)), "any", "Secret");
            assertRefused(ErrorCode.RESOURCE, () -> any.call(to, new byte[9000]), "any", "8192", "mostBytes");
            Secret captured = new Secret(2);
            assertRefused(ErrorCode.BAD_ARGUMENT, () -> rpc.call(to, () -> captured.number()), "Secret", "value 0");
            assertRefused(ErrorCode.BAD_ARGUMENT, () -> any.call(2, 1), "rank 2 is outside 0..1");
            RpcRig.assertFails(ErrorCode.BAD_ARGUMENT, made.call(to, -1), "'made'", "result cannot be sent", "Secret");
            RpcRig.assertFails(ErrorCode.RESOURCE, made.call(to, 9000), "'made'", "result cannot be sent", "8192",
                    "mostBytes");
            assertEquals(8000, ((byte[]) made.call(to, 8000).join()).length);
            // as many as there are slots, so that none of the refused ones has kept its own
            for (int i = 0; i < 70; i++) {
                assertEquals(i, any.call(to, i).join());
            }
            job.world().barrier();
        }
    }

    private static void assertRefused(ErrorCode code, org.junit.jupiter.api.function.Executable call, Object... parts) {
        PgasException thrown = assertThrows(PgasException.class, call);
        assertEquals(code, thrown.code(), thrown.getMessage());
        RpcRig.assertNames(thrown, parts);
    }

    @RankTest
    void shouldRefuseWhatIsNoLambda(Job job) {
        try (Rpc rpc = Rpc.of(job.world(), RpcRig.TYPES)) {
            org.pgas.rpc.RpcCode.Call0<Integer> anonymous = new org.pgas.rpc.RpcCode.Call0<>() {
                private static final long serialVersionUID = 1L;

                @Override
                public Integer call() {
                    return 1;
                }
            };
            assertRefused(ErrorCode.BAD_ARGUMENT, () -> rpc.call(0, anonymous),
                    "neither a lambda nor a method reference");
            assertRefused(ErrorCode.BAD_ARGUMENT, () -> rpc.call(0, null), "null");
            rpc.register("once", each -> each);
            assertRefused(ErrorCode.BAD_ARGUMENT, () -> rpc.register("once", each -> each), "'once'", "already");
            job.world().barrier();
        }
    }

    @RankTest
    void shouldTellTheRankThatRanItOfACastThatFailed(Job job) {
        AtomicReference<RemoteCallException> told = new AtomicReference<>();
        try (Rpc rpc = Rpc.builder(job.world(), RpcRig.TYPES).castFailures(told::set).open()) {
            RemoteFunction<Integer, Void> failing = rpc.registerAction("failing", RpcFailureTest::fail);
            job.world().barrier();
            failing.cast(RpcRig.next(job), 4);
            job.blockUntil(() -> told.get() != null);
            assertEquals("java.lang.IllegalStateException", told.get().getCause().className());
            RpcRig.assertNames(told.get(), "'failing'", "from rank " + RpcRig.next(job));
            job.world().barrier();
        }
    }

    /** Nothing of it can be had. */
    private static final class Unspeakable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new AssertionError("no message");
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            return null;
        }

        @Override
        public synchronized Throwable getCause() {
            throw new AssertionError("no cause");
        }
    }

    @RankTest
    void shouldEndCallsAndCastsWhateverTheirExceptionsDo(Job job) {
        AtomicInteger told = new AtomicInteger();
        try (Rpc rpc = Rpc.builder(job.world(), RpcRig.TYPES).callsPerRank(1).castFailures(_ -> {
            told.incrementAndGet();
            throw new AssertionError("nor does this one listen");
        }).open()) {
            RemoteFunction<Integer, Integer> failing = rpc.register("failing", _ -> {
                throw new Unspeakable();
            });
            job.world().barrier();
            int to = RpcRig.next(job);
            for (int i = 0; i < 3; i++) {
                failing.cast(to, i);
                CompletionException thrown = assertThrows(CompletionException.class,
                        failing.call(to, i)::join);
                RpcRig.assertNames(thrown.getCause(), "'failing'", "Unspeakable", "getMessage threw");
            }
            job.blockUntil(() -> told.get() == 3);
            job.world().barrier();
        }
    }

    @RankTest
    void shouldCutRefusalsThatAreTooLong(Job job) {
        try (Rpc rpc = Rpc.of(job.world(), RpcRig.TYPES)) {
            RemoteFunction<Integer, Integer> never = rpc.register("never", each -> each, Execution.on(_ -> {
                throw new AssertionError("much ".repeat(1 << 19));
            }));
            job.world().barrier();
            RpcRig.assertFails(ErrorCode.RESOURCE, never.call(RpcRig.next(job), 1), "'never'", "executor", "much ");
            job.world().barrier();
        }
    }

    @RankTest
    void shouldGiveTheCallerTheRefusalOfAnExecutor(Job job) {
        try (Rpc rpc = Rpc.of(job.world(), RpcRig.TYPES)) {
            RemoteFunction<Integer, Integer> never = rpc.register("never", each -> each, Execution.on(_ -> {
                throw new RejectedExecutionException("full");
            }));
            job.world().barrier();
            RpcRig.assertFails(ErrorCode.RESOURCE, never.call(RpcRig.next(job), 1), "'never'", "executor", "full");
            job.world().barrier();
        }
    }

    @RankTest
    void shouldRefuseRegistriesThatDifferOnAllRanks(Job job) {
        TypeRegistry mine = job.rank() == 0 ? RpcRig.TYPES : TypeRegistry.builder().build();
        assertRefused(ErrorCode.BAD_ARGUMENT, () -> Rpc.of(job.world(), mine), "rank " + RpcRig.next(job),
                "TypeRegistry");
        assertRefused(ErrorCode.BAD_ARGUMENT, () -> Rpc.builder(job.world(), RpcRig.TYPES)
                .callsPerRank(1 + job.rank()).open(), "rank " + RpcRig.next(job), "callsPerRank");
        try (Rpc rpc = Rpc.of(job.world(), RpcRig.TYPES)) {
            assertEquals(job.world(), rpc.team());
            job.world().barrier();
        }
    }

    /**
     * Random messages to the handlers of the calls, from an endpoint of the test's: refused or dropped, and the job
     * goes on.
     */
    @RankTest
    void shouldSurviveGarbageInMessages(Job job) {
        SplittableRandom random = Seed.of("garbage of rank " + job.rank());
        AtomicInteger refused = new AtomicInteger();
        try (Rpc rpc = Rpc.builder(job.world(), RpcRig.TYPES).castFailures(_ -> refused.incrementAndGet()).open()) {
            RemoteFunction<Point, Integer> odd = rpc.register("odd", RpcFailureTest::odd);
            Endpoint stranger = job.endpoints().create(Capabilities.AM);
            stranger.handlers().register(
                    org.pgas.HandlerEntry.ofMedium((_, _) -> {}).index(130));
            job.world().barrier();
            long number = numberOf("odd");
            int to = RpcRig.next(job);
            for (int i = 0; i < 2000; i++) {
                byte[] bytes = new byte[random.nextInt(60)];
                random.nextBytes(bytes);
                boolean right = random.nextBoolean();
                // the slots from 32, which the calls below do not reach, since they are made one after another
                int[] arguments = {32 + random.nextInt(32) | 1 << 8 | (right ? 1 : random.nextInt(256)) << 16,
                    right ? (int) (number >>> 32) : random.nextInt(), right ? (int) number : random.nextInt(),
                    random.nextInt(4) == 0 ? random.nextInt() : bytes.length};
                int index = 128 + random.nextInt(4);
                int count = index == 128 ? 4 : 2;
                stranger.pair(1).am().requestMedium(to, index, MemorySegment.ofArray(bytes), 0, bytes.length,
                        org.pgas.LocalCompletion.NOW, Arrays.copyOf(arguments, count), count);
            }
            assertEquals(1, odd.call(to, new Point(1, 1)).join());
            job.world().barrier();
            assertTrue(refused.get() > 0, "no message was taken for a call");
        }
    }

    /** Random answers to calls that are under way: the call ends somehow, the job and later calls go on. */
    @RankTest
    void shouldSurviveGarbageInAnswers(Job job) {
        SplittableRandom random = Seed.of("garbage answers of rank " + job.rank());
        Queue<Runnable> held = new ConcurrentLinkedQueue<>();
        try (Rpc rpc = Rpc.of(job.world(), RpcRig.TYPES)) {
            RemoteFunction<Integer, Integer> hold = rpc.register("hold", each -> each, Execution.on(held::add));
            RemoteFunction<Integer, Integer> same = rpc.register("same", each -> each);
            Endpoint stranger = job.endpoints().create(Capabilities.AM);
            job.world().barrier();
            int to = RpcRig.next(job);
            List<RemoteFuture<Integer>> owed = new ArrayList<>();
            for (int i = 0; i < 32; i++) {
                owed.add(hold.call(to, i));
            }
            job.blockUntil(() -> held.size() == 32);
            job.world().barrier();
            for (int i = 0; i < 1000; i++) {
                byte[] bytes = new byte[random.nextInt(60)];
                random.nextBytes(bytes);
                // the slots of the calls above, all but the last, and any status
                int[] arguments = {random.nextInt(31) | random.nextInt(5) << 8,
                    random.nextInt(4) == 0 ? random.nextInt(200) : bytes.length};
                stranger.pair(1).am().requestMedium(to, 130 + random.nextInt(2), MemorySegment.ofArray(bytes), 0,
                        bytes.length, org.pgas.LocalCompletion.NOW, arguments, 2);
            }
            job.world().barrier();
            held.forEach(Runnable::run);
            assertEquals(31, owed.get(31).join());
            job.world().barrier();
            job.blockUntil(() -> owed.stream().allMatch(RemoteFuture::isDone));
            assertTrue(owed.stream().anyMatch(RemoteFuture::isCompletedExceptionally), "no answer was garbage");
            for (int i = 0; i < 70; i++) {
                assertEquals(i, same.call(to, i).join());
            }
            job.world().barrier();
        }
    }

    private static long numberOf(String name) {
        long hash = 0xCBF2_9CE4_8422_2325L;
        for (byte each : name.getBytes(java.nio.charset.StandardCharsets.UTF_8)) {
            hash = (hash ^ each & 0xFF) * 0x100_0000_01B3L;
        }
        return hash;
    }
}
