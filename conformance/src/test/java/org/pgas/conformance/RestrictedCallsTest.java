package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.pgas.AccessRegion;
import org.pgas.ActiveMessages;
import org.pgas.Aggregator;
import org.pgas.Endpoint;
import org.pgas.Event;
import org.pgas.EventCategory;
import org.pgas.GlobalPointer;
import org.pgas.HandlerEntry;
import org.pgas.HandlerSafeLock;
import org.pgas.HandlerTable;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.LocalWords;
import org.pgas.NamedBarrier;
import org.pgas.Nbi;
import org.pgas.NoInterruptSection;
import org.pgas.PgasException;
import org.pgas.Rma;
import org.pgas.RmaFlags;
import org.pgas.SignalOperation;
import org.pgas.Team;
import org.pgas.ValueGet;
import org.pgas.WaitCondition;
import org.pgas.WaitMode;
import org.pgas.WordSet;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Stamp;
import org.pgas.testkit.Stamp.Space;

/**
 * Every call that communicates, polls or waits is refused in a restricted context, by its name; every other one works
 * there.
 */
@RankDefaults(segment = "4k")
@AcrossNeighbourhoodsAsThreads
class RestrictedCallsTest {
    /** The public methods of these types are in the table of illegal calls below, or in the list of legal ones. */
    private static final List<Class<?>> TYPES = List.of(Job.class, Endpoint.class, Rma.class,
            ValueGet.class, Event.class, Nbi.class, AccessRegion.class, NamedBarrier.class,
            HandlerSafeLock.class, ActiveMessages.class, Aggregator.class, HandlerTable.class, LocalWords.class,
            WordSet.class);

    /** Everything of these types that is legal, by name; those marked hidden are the library's own. */
    private static final Set<String> LEGAL = Set.of("Job.rank", "Job.size", "Job.name", "Job.world", "Job.endpoint",
            "Job.neighbourhood", "Job.host", "Job.position", "Job.environment", "Job.clientName", "Job.flags",
            "Job.counters",
            "Job.settings", "Job.pageBytes", "Job.maxLocalSegmentSize", "Job.maxGlobalSegmentSize", "Job.namedBarrier",
            "Job.nbi", "Job.waitMode", "Job.isChecked", "Job.verboseErrors", "Job.clientData", "Job.onExit",
            "Job.holdInterrupts", "Job.resumeInterrupts", "Job.maxThreads", "Job.toString",
            "Endpoint.job", "Endpoint.index", "Endpoint.flags", "Endpoint.segment", "Endpoint.boundSegmentImmediate",
            "Endpoint.clientData", "Rma.fence", "Event.leaf", "HandlerSafeLock.lock", "HandlerSafeLock.tryLock",
            "HandlerSafeLock.unlock",
            "HandlerSafeLock.hold", "HandlerSafeLock.toString", "Job.progressThreads", "Job.hiddenConcurrency",
            "Endpoint.capabilities", "Endpoint.pair", "Job.endpoints",
            "Endpoint.handlers", "Endpoint.words", "LocalWords.ints", "LocalWords.longs", "WordSet.size",
            "WordSet.exclude",
            "WordSet.include", "WordSet.toString", "HandlerTable.entry", "ActiveMessages.maxArguments",
            "ActiveMessages.maxRequestMedium",
            "ActiveMessages.maxReplyMedium", "ActiveMessages.maxRequestLong", "ActiveMessages.maxReplyLong",
            "ActiveMessages.leastMaxRequestMedium", "ActiveMessages.leastMaxReplyMedium",
            "ActiveMessages.leastMaxRequestLong", "ActiveMessages.leastMaxReplyLong");

    /** Not calls of a membership, or shown elsewhere: joining makes one; closing ends the test's. */
    private static final Set<String> ELSEWHERE = Set.of("Job.join", "Job.close", "Job.exit");

    /** What the illegal calls work on, made before the restriction. */
    private record Made(Job job, Event event, ValueGet valueGet, AccessRegion region, RestrictedAtomics atomics,
            RestrictedTransfers transfers, Aggregator aggregator) {
        static Made of(Job job) {
            int items = job.endpoint().handlers().register(HandlerEntry.ofMedium((token, payload) -> {}));
            return new Made(job, job.world().barrierNb(), job.world().rma().getValueNb(0, 0, 8),
                    job.nbi().beginAccessRegion(), RestrictedAtomics.of(job),
                    RestrictedTransfers.of(job), job.world().am().aggregator(items, 8));
        }

        /** Shows, by using all of it, that the refused calls have used up nothing. */
        void use() {
            region.end().await();
            valueGet.await();
            event.await();
            aggregator.close();
        }
    }

    @RankTest
    void shouldRefuseEveryIllegalCallUnderALock(Job job) {
        Made made = stamped(job);
        HandlerSafeLock lock = new HandlerSafeLock(job, "the lock");
        try (HandlerSafeLock.Held _ = lock.hold()) {
            refuseAll(made, "while this thread holds handler-safe lock 'the lock'", "unlock");
            callLegalOnes(job);
        }
        finish(made);
    }

    @RankTest
    void shouldRefuseEveryIllegalCallInANoInterruptSection(Job job) {
        Made made = stamped(job);
        try (NoInterruptSection _ = job.holdInterrupts()) {
            refuseAll(made, "inside a no-interrupt section", "close the section");
            callLegalOnes(job);
        }
        finish(made);
    }

    @RankTest
    void shouldRefuseEveryIllegalCallInHandlers(Job job) {
        refuseInHandlers(job, 1 - job.rank());
    }

    @RankTest
    void shouldRefuseEveryIllegalCallInHandlersOfMessagesToItself(Job job) {
        refuseInHandlers(job, job.rank());
    }

    /** In those of a request and of its reply, with a lock and without; then the reply is legal all the same. */
    private static void refuseInHandlers(Job job, int peer) {
        HandlerSafeLock lock = new HandlerSafeLock(job, "the lock");
        Made[] made = new Made[1];
        int[] handled = new int[2];
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> {
            refuseAll(made[0], "inside request handler", "'asked'", "one reply", "after the handler has returned");
            callLegalOnes(job);
            try (HandlerSafeLock.Held _ = lock.hold()) {
                refuseAll(made[0], "inside request handler", "'asked'", "holds handler-safe lock 'the lock'", "unlock");
                callLegalOnes(job);
            }
            token.replyShort(201);
            refuseAll(made[0], "inside request handler", "'asked'");
            handled[0]++;
        }).index(200).name("asked").request(), HandlerEntry.ofShort(token -> {
            refuseAll(made[0], "inside reply handler", "'told'", "after the handler has returned");
            callLegalOnes(job);
            try (HandlerSafeLock.Held _ = lock.hold()) {
                refuseAll(made[0], "inside reply handler", "'told'", "holds handler-safe lock 'the lock'", "unlock");
            }
            handled[1]++;
        }).index(201).name("told").reply());
        made[0] = stamped(job);
        // the handlers of whoever is behind need what it has made
        job.world().barrier();
        job.world().am().requestShort(peer, 200);
        job.blockUntil(() -> handled[0] == 1 && handled[1] == 1);
        finish(made[0]);
    }

    @RankTest(ranks = 1)
    void shouldRefuseThemOnAVirtualThreadToo(Job job) throws InterruptedException {
        HandlerSafeLock lock = new HandlerSafeLock(job, "the lock");
        Throwable[] failure = new Throwable[1];
        Thread thread = Thread.ofVirtual().start(() -> {
            try {
                Made made = Made.of(job);
                try (HandlerSafeLock.Held _ = lock.hold()) {
                    refuseAll(made, "'the lock'");
                }
                made.use();
            } catch (Throwable e) {
                failure[0] = e;
            }
        });
        thread.join();
        if (failure[0] != null) {
            throw new AssertionError("in a virtual thread: " + failure[0].getMessage(), failure[0]);
        }
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldRefuseNothingOutsideCheckedMode(Job job) {
        HandlerSafeLock lock = new HandlerSafeLock(job, "the lock");
        lock.lock();
        job.world().rma().putLong(1 - job.rank(), 0, 7);
        job.world().barrier();
        assertEquals(7, job.world().rma().getLong(job.rank(), 0));
        lock.unlock();
    }

    @RankTest(ranks = 1)
    void shouldLeaveTheJobAndSayThatItWasIllegal(Job job) {
        HandlerSafeLock lock = new HandlerSafeLock(job, "the lock");
        lock.lock();
        assertIllegal("close", job::close, "rank 0: Job.close while", "'the lock'");
        assertThrows(PgasException.class, () -> job.world().barrier());
        lock.unlock();
    }

    /**
     * The locks of two ranks that are threads of one JVM have nothing to do with each other: the holder of one waits
     * for nobody.
     */
    @RankTest
    void shouldKeepTheLocksOfRanksApart(Job job) {
        HandlerSafeLock lock = new HandlerSafeLock(job, "the lock");
        for (int round = 0; round < 100; round++) {
            lock.lock();
            lock.unlock();
            job.world().barrier();
        }
        assertTrue(lock.tryLock());
        lock.unlock();
    }

    /** A new public call of these types has to be put on one side or the other. */
    @Test
    void shouldKnowOfEveryPublicCallWhetherItIsLegal() {
        Set<String> decided = new TreeSet<>(LEGAL);
        decided.addAll(ELSEWHERE);
        decided.addAll(RestrictedTeams.LEGAL);
        decided.addAll(RestrictedEndpoints.LEGAL);
        decided.addAll(RestrictedAtomics.LEGAL);
        decided.addAll(RestrictedVis.LEGAL);
        decided.addAll(RestrictedTransfers.LEGAL);
        decided.addAll(RestrictedCollectives.LEGAL);
        decided.addAll(illegalNames());
        Set<String> exist = Stream
                .of(TYPES, RestrictedTeams.TYPES, RestrictedEndpoints.TYPES, RestrictedAtomics.TYPES,
                        RestrictedVis.TYPES, RestrictedTransfers.TYPES, RestrictedCollectives.TYPES)
                .flatMap(List::stream)
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
                .map(RestrictedCallsTest::name).collect(Collectors.toCollection(TreeSet::new));
        assertEquals(exist, decided);
        assertEquals(Set.of(),
                Stream.of(LEGAL, ELSEWHERE, RestrictedTeams.LEGAL, RestrictedEndpoints.LEGAL, RestrictedAtomics.LEGAL,
                        RestrictedVis.LEGAL, RestrictedTransfers.LEGAL, RestrictedCollectives.LEGAL)
                        .flatMap(Set::stream).filter(illegalNames()::contains).collect(Collectors.toSet()),
                "both legal and illegal");
    }

    private static String name(Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }

    private static Made stamped(Job job) {
        Stamp.fill(job.endpoint().segment().local(), job.rank(), Space.SEGMENT, 0);
        job.world().barrier();
        return Made.of(job);
    }

    private static void finish(Made made) {
        made.use();
        made.job.world().barrier();
        Stamp.check("segment of rank " + made.job.rank(), made.job.endpoint().segment().local(), made.job.rank(),
                Space.SEGMENT, 0);
    }

    private static void refuseAll(Made made, Object... parts) {
        illegal(made).forEach((call, body) -> {
            String name = call.split(" ", 2)[0];
            Object[] all = Stream.concat(Stream.of("rank " + made.job.rank() + ": " + name + " "), Arrays.stream(parts))
                    .toArray();
            assertIllegal(call, body, all);
        });
    }

    private static Set<String> illegalNames() {
        return Stream
                .of(rma(null), events(null), collectives(null), RestrictedTeams.illegal(null),
                        RestrictedAtomics.illegal(null), RestrictedEndpoints.illegal(null),
                        RestrictedVis.illegal(null), RestrictedTransfers.illegal(null),
                        RestrictedCollectives.illegal(null), messages(null),
                        words((Made) null))
                .flatMap(map -> map.keySet().stream())
                .map(call -> call.split(" ", 2)[0]).collect(Collectors.toCollection(TreeSet::new));
    }

    /** The calls by name; what follows a blank tells forms of one name apart. */
    private static Map<String, Executable> illegal(Made made) {
        Map<String, Executable> calls = new LinkedHashMap<>();
        for (Map<String, Executable> some : List.of(rma(made), events(made), collectives(made),
                RestrictedTeams.illegal(made.job.world()), RestrictedAtomics.illegal(made.atomics),
                RestrictedVis.illegal(made.job.world()), RestrictedEndpoints.illegal(made.job),
                RestrictedTransfers.illegal(made.transfers), RestrictedCollectives.illegal(made.job.world()),
                messages(made), words(made))) {
            some.forEach((call, body) -> assertEquals(null, calls.put(call, body), call));
        }
        return calls;
    }

    private static Map<String, Executable> messages(Made made) {
        Map<String, Executable> calls = new LinkedHashMap<>();
        MemorySegment local = MemorySegment.ofArray(new byte[64]);
        LocalCompletion now = LocalCompletion.NOW;
        int[] none = {};
        calls.put("ActiveMessages.requestShort", () -> am(made).requestShort(0, 255));
        calls.put("ActiveMessages.tryRequestShort", () -> am(made).tryRequestShort(0, 255, none, 0));
        calls.put("ActiveMessages.requestMedium", () -> am(made).requestMedium(0, 255, local, 0, 64));
        calls.put("ActiveMessages.tryRequestMedium",
                () -> am(made).tryRequestMedium(0, 255, local, 0, 64, now, none, 0));
        calls.put("ActiveMessages.requestLong", () -> am(made).requestLong(0, 255, local, 0, 64, 0));
        calls.put("ActiveMessages.tryRequestLong",
                () -> am(made).tryRequestLong(0, 255, local, 0, 64, 0, now, none, 0));
        calls.put("ActiveMessages.requestLongAsync",
                () -> am(made).requestLongAsync(0, 255, local, 0, 64, 0, none, 0));
        calls.put("ActiveMessages.prepareRequestMedium",
                () -> am(made).prepareRequestMedium(0, null, 0, 8, null, 0, 0));
        calls.put("ActiveMessages.prepareRequestLong",
                () -> am(made).prepareRequestLong(0, null, 0, 8, 0, null, 0, 0));
        calls.put("ActiveMessages.aggregator", () -> am(made).aggregator(255, 8));
        calls.put("Aggregator.add", () -> made.aggregator.add(0, 7));
        calls.put("Aggregator.flush", () -> made.aggregator.flush());
        calls.put("Aggregator.complete", () -> made.aggregator.complete());
        calls.put("Aggregator.close", () -> made.aggregator.close());
        calls.put("HandlerTable.register",
                () -> made.job.endpoint().handlers().register(HandlerEntry.ofShort(token -> {})));
        calls.put("Job.poll", () -> made.job.poll());
        calls.put("Job.blockUntil", () -> made.job.blockUntil(() -> true));
        return calls;
    }

    private static Map<String, Executable> words(Made made) {
        Map<String, Executable> calls = new LinkedHashMap<>();
        calls.put("LocalWords.waitUntilInt", () -> words(made.job).waitUntilInt(0, WaitCondition.NE, 0));
        calls.put("LocalWords.waitUntilLong", () -> words(made.job).waitUntilLong(0, WaitCondition.NE, 0));
        calls.put("LocalWords.testInt", () -> words(made.job).testInt(0, WaitCondition.NE, 0));
        calls.put("LocalWords.testLong", () -> words(made.job).testLong(0, WaitCondition.NE, 0));
        calls.put("LocalWords.waitUntilIntNb", () -> words(made.job).waitUntilIntNb(0, WaitCondition.NE, 0));
        calls.put("LocalWords.waitUntilLongNb", () -> words(made.job).waitUntilLongNb(0, WaitCondition.NE, 0));
        WordSet set = made == null ? null : words(made.job).longs(0);
        calls.put("WordSet.waitUntilAny", () -> set.waitUntilAny(WaitCondition.NE, 0));
        calls.put("WordSet.testAny", () -> set.testAny(WaitCondition.NE, 0));
        calls.put("WordSet.waitUntilSome", () -> set.waitUntilSome(new int[1], WaitCondition.NE, 0));
        calls.put("WordSet.testSome", () -> set.testSome(new int[1], WaitCondition.NE, 0));
        calls.put("WordSet.waitUntilAll", () -> set.waitUntilAll(WaitCondition.NE, 0));
        calls.put("WordSet.testAll", () -> set.testAll(WaitCondition.NE, 0));
        return calls;
    }

    private static LocalWords words(Job job) {
        return job.endpoint().words();
    }

    private static ActiveMessages am(Made made) {
        return made.job.world().am();
    }

    private static Rma rmaOf(Made made) {
        return made.job.world().rma();
    }

    private static Map<String, Executable> rma(Made made) {
        Map<String, Executable> calls = new LinkedHashMap<>();
        addValueForms(calls, made);
        addBulkForms(calls, made);
        addArrayForms(calls, made);
        return calls;
    }

    private static void addValueForms(Map<String, Executable> calls, Made made) {
        calls.put("Rma.putByte", () -> rmaOf(made).putByte(0, 0, (byte) 0));
        calls.put("Rma.getByte", () -> rmaOf(made).getByte(0, 0));
        calls.put("Rma.putShort", () -> rmaOf(made).putShort(0, 0, (short) 0));
        calls.put("Rma.getShort", () -> rmaOf(made).getShort(0, 0));
        calls.put("Rma.putInt", () -> rmaOf(made).putInt(0, 0, 0));
        calls.put("Rma.getInt", () -> rmaOf(made).getInt(0, 0));
        calls.put("Rma.putLong", () -> rmaOf(made).putLong(0, 0, 0));
        calls.put("Rma.getLong", () -> rmaOf(made).getLong(0, 0));
        calls.put("Rma.putFloat", () -> rmaOf(made).putFloat(0, 0, 0));
        calls.put("Rma.getFloat", () -> rmaOf(made).getFloat(0, 0));
        calls.put("Rma.putDouble", () -> rmaOf(made).putDouble(0, 0, 0));
        calls.put("Rma.getDouble", () -> rmaOf(made).getDouble(0, 0));
        calls.put("Rma.putIntRelease", () -> rmaOf(made).putIntRelease(0, 0, 0));
        calls.put("Rma.getIntAcquire", () -> rmaOf(made).getIntAcquire(0, 0));
        calls.put("Rma.putLongRelease", () -> rmaOf(made).putLongRelease(0, 0, 0));
        calls.put("Rma.getLongAcquire", () -> rmaOf(made).getLongAcquire(0, 0));
        calls.put("Rma.putLongRelease misaligned", () -> rmaOf(made).putLongRelease(0, 4, 0));
        calls.put("Rma.putValue", () -> rmaOf(made).putValue(0, 0, 0, 3));
        calls.put("Rma.putValueNb", () -> rmaOf(made).putValueNb(0, 0, 0, 4));
        calls.put("Rma.putValueNbi", () -> rmaOf(made).putValueNbi(0, 0, 0, 5));
        calls.put("Rma.putValue with flags", () -> rmaOf(made).putValue(0, 0, 0, 3, RmaFlags.IMMEDIATE));
        calls.put("Rma.putValueNb with flags", () -> rmaOf(made).putValueNb(0, 0, 0, 4, RmaFlags.IMMEDIATE));
        calls.put("Rma.putValueNbi with flags", () -> rmaOf(made).putValueNbi(0, 0, 0, 5, RmaFlags.IMMEDIATE));
        calls.put("Rma.getValue with flags", () -> rmaOf(made).getValue(0, 0, 5, RmaFlags.IMMEDIATE));
        calls.put("Rma.getValue", () -> rmaOf(made).getValue(0, 0, 6));
        calls.put("Rma.getValueNb", () -> rmaOf(made).getValueNb(0, 0, 7));
        calls.put("Rma.putLong to a pointer", () -> rmaOf(made).putLong(GlobalPointer.of(0, 0), 0));
        calls.put("Rma.getLong from a pointer", () -> rmaOf(made).getLong(GlobalPointer.of(0, 0)));
    }

    private static void addBulkForms(Map<String, Executable> calls, Made made) {
        MemorySegment local = MemorySegment.ofArray(new byte[64]);
        LocalCompletion now = LocalCompletion.NOW;
        int flags = RmaFlags.IMMEDIATE;
        calls.put("Rma.put", () -> rmaOf(made).put(0, 0, local, 0, 64));
        calls.put("Rma.put of nothing", () -> rmaOf(made).put(0, 0, local, 0, 0));
        calls.put("Rma.put with flags", () -> rmaOf(made).put(0, 0, local, 0, 64, flags));
        calls.put("Rma.putSignal", () -> rmaOf(made).putSignal(0, 0, local, 0, 64, 64, 1, SignalOperation.SET));
        calls.put("Rma.putSignalNb",
                () -> rmaOf(made).putSignalNb(0, 0, local, 0, 64, 64, 1, SignalOperation.ADD, now));
        calls.put("Rma.putSignalNbi",
                () -> rmaOf(made).putSignalNbi(0, 0, local, 0, 64, 64, 1, SignalOperation.ADD, now));
        calls.put("Rma.signal", () -> rmaOf(made).signal(0, 64, 1, SignalOperation.ADD));
        calls.put("Rma.put to a pointer", () -> rmaOf(made).put(GlobalPointer.of(0, 0), local, 0, 64));
        calls.put("Rma.putNb", () -> rmaOf(made).putNb(0, 0, local, 0, 64, now));
        calls.put("Rma.putNb with flags", () -> rmaOf(made).putNb(0, 0, local, 0, 64, now, flags));
        calls.put("Rma.putNbi", () -> rmaOf(made).putNbi(0, 0, local, 0, 64, now));
        calls.put("Rma.putNbi with flags", () -> rmaOf(made).putNbi(0, 0, local, 0, 64, now, flags));
        calls.put("Rma.get", () -> rmaOf(made).get(local, 0, 0, 0, 64));
        calls.put("Rma.get with flags", () -> rmaOf(made).get(local, 0, 0, 0, 64, flags));
        calls.put("Rma.get from a pointer", () -> rmaOf(made).get(local, 0, GlobalPointer.of(0, 0), 64));
        calls.put("Rma.getNb", () -> rmaOf(made).getNb(local, 0, 0, 0, 64));
        calls.put("Rma.getNb with flags", () -> rmaOf(made).getNb(local, 0, 0, 0, 64, flags));
        calls.put("Rma.getNbi", () -> rmaOf(made).getNbi(local, 0, 0, 0, 64));
        calls.put("Rma.getNbi with flags", () -> rmaOf(made).getNbi(local, 0, 0, 0, 64, flags));
        calls.put("Rma.memset", () -> rmaOf(made).memset(0, 0, (byte) 0, 64));
        calls.put("Rma.memsetNb", () -> rmaOf(made).memsetNb(0, 0, (byte) 0, 64));
        calls.put("Rma.memsetNbi", () -> rmaOf(made).memsetNbi(0, 0, (byte) 0, 64));
    }

    private static void addArrayForms(Map<String, Executable> calls, Made made) {
        calls.put("Rma.put byte[]", () -> rmaOf(made).put(0, 0, new byte[8], 0, 8));
        calls.put("Rma.put int[]", () -> rmaOf(made).put(0, 0, new int[8], 0, 8));
        calls.put("Rma.put long[]", () -> rmaOf(made).put(0, 0, new long[8], 0, 8));
        calls.put("Rma.put float[]", () -> rmaOf(made).put(0, 0, new float[8], 0, 8));
        calls.put("Rma.put double[]", () -> rmaOf(made).put(0, 0, new double[8], 0, 8));
        calls.put("Rma.get byte[]", () -> rmaOf(made).get(new byte[8], 0, 0, 0, 8));
        calls.put("Rma.get int[]", () -> rmaOf(made).get(new int[8], 0, 0, 0, 8));
        calls.put("Rma.get long[]", () -> rmaOf(made).get(new long[8], 0, 0, 0, 8));
        calls.put("Rma.get float[]", () -> rmaOf(made).get(new float[8], 0, 0, 0, 8));
        calls.put("Rma.get double[]", () -> rmaOf(made).get(new double[8], 0, 0, 0, 8));
    }

    private static Map<String, Executable> events(Made made) {
        Map<String, Executable> calls = new LinkedHashMap<>();
        calls.put("Event.test", () -> made.event.test());
        calls.put("Event.tryAwait", () -> made.event.tryAwait());
        calls.put("Event.await", () -> made.event.await());
        calls.put("Event.testAll", () -> Event.testAll(Event.DONE, made.event));
        calls.put("Event.testSome", () -> Event.testSome(Event.DONE, made.event));
        calls.put("Event.tryAwaitAll", () -> Event.tryAwaitAll(Event.DONE, made.event));
        calls.put("Event.tryAwaitSome", () -> Event.tryAwaitSome(Event.DONE, made.event));
        calls.put("Event.awaitAll", () -> Event.awaitAll(Event.DONE, made.event));
        calls.put("Event.awaitSome", () -> Event.awaitSome(Event.DONE, made.event));
        calls.put("ValueGet.await", () -> made.valueGet.await());
        calls.put("Nbi.test", () -> made.job.nbi().test());
        calls.put("Nbi.test of a category", () -> made.job.nbi().test(EventCategory.PUT));
        calls.put("Nbi.tryAwait", () -> made.job.nbi().tryAwait());
        calls.put("Nbi.await", () -> made.job.nbi().await());
        calls.put("Nbi.beginAccessRegion", () -> made.job.nbi().beginAccessRegion());
        calls.put("AccessRegion.end", () -> made.region.end());
        calls.put("AccessRegion.close", () -> made.region.close());
        return calls;
    }

    private static Map<String, Executable> collectives(Made made) {
        Map<String, Executable> calls = new LinkedHashMap<>();
        calls.put("Job.attach", () -> made.job.attach());
        calls.put("Job.attach bytes", () -> made.job.attach(4096));
        calls.put("NamedBarrier.notify", () -> made.job.namedBarrier().notify(1));
        calls.put("NamedBarrier.notifyAnonymous", () -> made.job.namedBarrier().notifyAnonymous());
        calls.put("NamedBarrier.notifyMismatch", () -> made.job.namedBarrier().notifyMismatch());
        calls.put("NamedBarrier.await", () -> made.job.namedBarrier().await(1));
        calls.put("NamedBarrier.awaitAnonymous", () -> made.job.namedBarrier().awaitAnonymous());
        calls.put("NamedBarrier.awaitMismatch", () -> made.job.namedBarrier().awaitMismatch());
        calls.put("NamedBarrier.tryAwait", () -> made.job.namedBarrier().tryAwait(1));
        calls.put("NamedBarrier.tryAwaitAnonymous", () -> made.job.namedBarrier().tryAwaitAnonymous());
        calls.put("NamedBarrier.tryAwaitMismatch", () -> made.job.namedBarrier().tryAwaitMismatch());
        calls.put("Endpoint.boundSegment", () -> made.job.endpoint().boundSegment(made.job.world(), 0));
        calls.put("Endpoint.boundSegmentNb",
                () -> made.job.endpoint().boundSegmentNb(made.job.world(), 0, _ -> {}));
        calls.put("Endpoint.boundSegments", () -> made.job.endpoint().boundSegments());
        return calls;
    }

    /** Of the legal calls, those that could have been thought of as communication, and some of the rest. */
    private static void callLegalOnes(Job job) {
        RestrictedVis.callLegalOnes(job.world());
        RestrictedCollectives.callLegalOnes(job.world());
        long[] size = new long[1];
        job.endpoint().boundSegmentImmediate(job.world(), 1 - job.rank(), segment -> size[0] = segment.size());
        assertEquals(4096, size[0]);
        job.world().rma().fence();
        job.clientData("data");
        job.world().clientData("data");
        job.endpoint().clientData("data");
        assertEquals("data", job.clientData());
        assertEquals(job.rank(), job.world().fromJobRank(job.world().toJobRank(job.rank())));
        assertEquals(Integer.MAX_VALUE, job.maxThreads());
        WaitMode mode = job.waitMode();
        job.waitMode(mode);
        job.environment("PATH");
        assertTrue(job.maxLocalSegmentSize() >= 0);
        assertTrue(Event.DONE.test());
        HandlerSafeLock inner = new HandlerSafeLock(job, "inner");
        assertTrue(inner.tryLock());
        inner.unlock();
    }
}
