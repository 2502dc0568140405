package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;

import com.sun.management.ThreadMXBean;
import org.opentest4j.AssertionFailedError;
import org.pgas.AccessRegion;
import org.pgas.Event;
import org.pgas.EventCategory;
import org.pgas.Job;
import org.pgas.JobEndedException;
import org.pgas.LocalCompletion;
import org.pgas.PgasException;
import org.pgas.Rma;
import org.pgas.SignalOperation;
import org.pgas.testkit.Mode;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Ranks;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Stamp;
import org.pgas.testkit.Stamp.Space;

/**
 * Transfers that go on when their call has returned, forced to: the copier is used whether or not a processor is idle.
 */
@RankDefaults(ownProcesses = true, ranks = {1, 2}, segment = "8m", settings = {"pgas.async=always",
    "pgas.async.bytes=4k"})
class BulkOverlapTest {
    private static final int LARGE = 4096;

    /** Of a segment: what peers put, one part for each thread of each rank. */
    private static final int PART = 1 << 20;

    /** Of a segment: what peers get, written once. */
    private static final long SOURCE = 6L << 20;

    private static final long SIGNAL = 7L << 20;
    private static final int THREADS = 2;
    private static final int OPERATIONS = 60;
    private static final int ROUNDS = 40;
    private static final int MOST = 3 * LARGE;

    /** Below, at and above the threshold, and now and then of several pieces. */
    private static int length(SplittableRandom random) {
        return switch (random.nextInt(8)) {
            case 0 -> LARGE - 1;
            case 1 -> LARGE;
            case 2 -> random.nextInt(64);
            default -> random.nextInt(MOST);
        };
    }

    /** A thread that puts into its part of each segment, and gets, and knows what must be there. */
    private static final class Worker {
        private final Job job;
        private final Rma rma;
        private final int part;
        private final SplittableRandom random;
        private final byte[][] model;
        private final List<Runnable> expectations = new ArrayList<>();
        private Arena confined;

        Worker(Job job, int thread, SplittableRandom random) {
            this.job = job;
            this.rma = job.world().rma();
            this.part = job.rank() * THREADS + thread;
            this.random = random;
            model = new byte[job.size()][PART];
        }

        private MemorySegment local(int bytes) {
            return switch (random.nextInt(4)) {
                case 0 -> MemorySegment.ofArray(new byte[bytes]);
                case 1 -> MemorySegment.ofArray(new long[bytes / 8 + 1]).asSlice(0, bytes);
                case 2 -> Arena.ofAuto().allocate(bytes);
                default -> confined.allocate(bytes);
            };
        }

        /** Puts of a round touch different places: nothing orders them. */
        void round(int round) {
            try (Arena arena = Arena.ofConfined()) {
                confined = arena;
                transfer(round);
            }
        }

        private void transfer(int round) {
            List<Event> events = new ArrayList<>();
            List<MemorySegment> deferred = new ArrayList<>();
            List<MemorySegment> group = new ArrayList<>();
            AccessRegion region = random.nextInt(3) == 0 ? job.nbi().beginAccessRegion() : null;
            int place = random.nextInt(64);
            for (int i = 0; i < OPERATIONS; i++) {
                int peer = random.nextInt(job.size());
                int bytes = length(random);
                switch (random.nextInt(6)) {
                    case 0 -> get(events, peer, bytes);
                    case 1 -> {
                        byte value = (byte) random.nextInt();
                        Arrays.fill(model[peer], place, place + bytes, value);
                        if (random.nextBoolean()) {
                            events.add(rma.memsetNb(peer, offset(place), value, bytes));
                        } else {
                            rma.memsetNbi(peer, offset(place), value, bytes);
                        }
                        place += bytes;
                    }
                    default -> {
                        put(events, deferred, group, peer, place, bytes, round * OPERATIONS + i);
                        place += bytes;
                    }
                }
                if (random.nextInt(10) == 0 && !events.isEmpty()) {
                    events.remove(random.nextInt(events.size())).await();
                }
            }
            if (region == null) {
                job.nbi().await(EventCategory.LC);
                group.forEach(source -> source.fill((byte) 0));
                group.clear();
                job.nbi().await(EventCategory.GET);
                if (random.nextBoolean()) {
                    rma.fence();
                    assertTrue(job.nbi().test());
                }
                job.nbi().await(EventCategory.PUT);
            } else {
                events.add(random.nextInt(events.size() + 1), region.end());
            }
            Event[] all = events.toArray(Event[]::new);
            while (!Event.testAll(all)) {
                if (random.nextInt(4) == 0) {
                    Event.awaitSome(all);
                } else {
                    Event.awaitAll(all);
                }
            }
            // all of them, before the contents are looked at
            deferred.forEach(source -> source.fill((byte) 0));
            group.forEach(source -> source.fill((byte) 0));
            expectations.forEach(Runnable::run);
            expectations.clear();
            byte[] found = new byte[PART];
            for (int peer = 0; peer < job.size(); peer++) {
                rma.get(found, 0, peer, offset(0), PART);
                int at = Arrays.mismatch(found, model[peer]);
                assertEquals(-1, at, () -> "part " + part + " of rank " + job.rank() + " in round " + round);
            }
        }

        private long offset(int place) {
            return (long) part * PART + place;
        }

        private void put(List<Event> events, List<MemorySegment> deferred, List<MemorySegment> group, int peer,
                int place,
                int bytes, int number) {
            MemorySegment source = local(bytes);
            Stamp.fill(source, job.rank(), Space.HEAP, number);
            MemorySegment.copy(source, 0, MemorySegment.ofArray(model[peer]), place, bytes);
            long offset = offset(place);
            switch (random.nextInt(6)) {
                case 0 -> {
                    events.add(rma.putNb(peer, offset, source, 0, bytes, LocalCompletion.NOW));
                    source.fill((byte) 0);
                }
                case 1 -> {
                    LocalCompletion completion = LocalCompletion.event();
                    Event event = rma.putNb(peer, offset, source, 0, bytes, completion);
                    completion.leaf().await();
                    source.fill((byte) 0);
                    events.add(event);
                }
                case 2 -> {
                    rma.putNbi(peer, offset, source, 0, bytes, LocalCompletion.NOW);
                    source.fill((byte) 0);
                }
                case 3 -> {
                    rma.putNbi(peer, offset, source, 0, bytes, LocalCompletion.GROUP);
                    group.add(source);
                }
                case 4 -> {
                    rma.putNbi(peer, offset, source, 0, bytes, LocalCompletion.DEFER);
                    deferred.add(source);
                }
                default -> {
                    events.add(rma.putNb(peer, offset, source, 0, bytes, LocalCompletion.DEFER));
                    deferred.add(source);
                }
            }
        }

        private void get(List<Event> events, int peer, int bytes) {
            int from = random.nextInt(PART - MOST);
            MemorySegment target = local(bytes);
            if (random.nextBoolean()) {
                events.add(rma.getNb(target, 0, peer, SOURCE + from, bytes));
            } else {
                rma.getNbi(target, 0, peer, SOURCE + from, bytes);
            }
            expectations.add(() -> Stamp.check("what was got", target, peer, Space.SEGMENT, from));
        }
    }

    private static void fillSource(Job job) {
        Stamp.fill(job.endpoint().segment().local().asSlice(SOURCE, PART), job.rank(), Space.SEGMENT, 0);
        job.world().barrier();
    }

    private void shouldAgreeWithAModel(Job job, Thread.Builder builder) throws InterruptedException {
        fillSource(job);
        List<Thread> threads = new ArrayList<>();
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < THREADS; i++) {
            int number = i;
            SplittableRandom random = Seed.of("thread " + i + " of rank " + job.rank());
            threads.add(builder.start(() -> {
                try {
                    Worker worker = new Worker(job, number, random);
                    for (int round = 0; round < Repetitions.of(job, ROUNDS, ROUNDS / 4); round++) {
                        worker.round(round);
                    }
                } catch (Throwable e) {
                    failures.add(e);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (!failures.isEmpty()) {
            throw new AssertionFailedError("in a thread: " + failures.get(0), failures.get(0));
        }
        job.world().barrier();
    }

    @AcrossNeighbourhoodsAsThreads
    @RankTest
    void shouldAgreeWithAModelInEveryFormFromSeveralThreads(Job job) throws InterruptedException {
        shouldAgreeWithAModel(job, Thread.ofPlatform());
    }

    @AcrossNeighbourhoodsAsThreads
    @RankTest(settings = {"pgas.checks=off", "pgas.wait=block"})
    void shouldAgreeWithAModelInEveryFormFromVirtualThreads(Job job) throws InterruptedException {
        shouldAgreeWithAModel(job, Thread.ofVirtual());
    }

    /** The peer looks at the data as soon as it is told. */
    private static void exchange(Job job, Signal signal) {
        Rma rma = job.world().rma();
        int peer = (job.rank() + 1) % job.size();
        int previous = (job.rank() + job.size() - 1) % job.size();
        MemorySegment own = job.endpoint().segment().local();
        SplittableRandom random = Seed.of("lengths");
        for (int round = 1; round <= 100; round++) {
            int bytes = round % 20 == 0 ? 2 * PART : length(random);
            MemorySegment source = MemorySegment.ofArray(new byte[bytes]);
            Stamp.fill(source, job.rank(), Space.PAYLOAD, round);
            long place = (round & 1) * 2L * PART;
            signal.put(rma, peer, place, source, bytes);
            source.fill((byte) 0);
            rma.putLongRelease(peer, SIGNAL, round);
            Signals.await(job, SIGNAL, round);
            Stamp.check("data of round " + round, own.asSlice(place, bytes), previous, Space.PAYLOAD, round);
        }
        job.world().barrier();
    }

    private interface Signal {
        void put(Rma rma, int peer, long offset, MemorySegment source, int bytes);
    }

    @AcrossNeighbourhoodsAsThreads
    @RankTest
    void shouldShowTheDataToWhoeverIsToldAfterTheEvent(Job job) {
        exchange(job,
                (rma, peer, offset, source, bytes) -> rma.putNb(peer, offset, source, 0, bytes, LocalCompletion.DEFER)
                        .await());
    }

    @AcrossNeighbourhoodsAsThreads
    @RankTest
    void shouldShowTheDataToWhoeverIsToldAfterATest(Job job) {
        exchange(job, (rma, peer, offset, source, bytes) -> {
            boolean isElsewhere = !Views.isNeighbour(job, peer);
            Event event = rma.putNb(peer, offset, source, 0, bytes, LocalCompletion.event());
            while (!event.test()) {
                // a test never polls: between neighbours no answer is needed, from elsewhere one is to be taken in
                if (isElsewhere) {
                    job.poll();
                }
                Thread.yield();
            }
        });
    }

    @AcrossNeighbourhoodsAsThreads
    @RankTest(settings = "pgas.wait=block")
    void shouldShowTheDataToWhoeverIsToldAfterTheSet(Job job) {
        exchange(job, (rma, peer, offset, source, bytes) -> {
            rma.putNbi(peer, offset, source, 0, bytes, LocalCompletion.DEFER);
            job.nbi().await(EventCategory.PUT);
        });
    }

    @AcrossNeighbourhoodsAsThreads
    @RankTest
    void shouldShowTheDataToWhoeverIsToldAfterAFence(Job job) {
        exchange(job, (rma, peer, offset, source, bytes) -> {
            rma.putNbi(peer, offset, source, 0, bytes, LocalCompletion.DEFER);
            rma.fence();
        });
    }

    @AcrossNeighbourhoodsAsThreads
    @RankTest
    void shouldNotOvertakeASignalWithItsOwnData(Job job) {
        Rma rma = job.world().rma();
        MemorySegment own = job.endpoint().segment().local();
        int peer = (job.rank() + 1) % job.size();
        MemorySegment source = MemorySegment.ofArray(new byte[PART]);
        for (int round = 1; round <= 20; round++) {
            Stamp.fill(source, peer, Space.PAYLOAD, round);
            long place = (round & 1) * (long) PART;
            assertSame(Event.DONE, rma.putSignalNb(peer, place, source, 0, PART, SIGNAL, round,
                    SignalOperation.SET, LocalCompletion.DEFER));
            Signals.await(job, SIGNAL, round);
            Stamp.check("data of round " + round, own.asSlice(place, PART), job.rank(), Space.PAYLOAD, round);
        }
        job.world().barrier();
    }

    /**
     * Nobody waits for them, and the memory they go to is taken back while they are under way. A rank elsewhere that
     * has left answers no more.
     */
    @RankTest(neighbourhoods = 1)
    void shouldCloseWithCopiesUnderWay(Job job) {
        fillSource(job);
        int peer = (job.rank() + 1) % job.size();
        MemorySegment[] targets = new MemorySegment[20];
        for (int i = 0; i < targets.length; i++) {
            targets[i] = MemorySegment.ofArray(new byte[PART]);
            job.world().rma().getNbi(targets[i], 0, peer, SOURCE, PART);
            job.world().rma().memsetNb(peer, 0, (byte) 1, 6L << 20);
        }
        job.close();
        for (MemorySegment target : targets) {
            Stamp.check("what was got", target, peer, Space.SEGMENT, 0);
        }
    }

    /**
     * The other threads of the rank find it closed, or have been in time. A rank elsewhere that has left answers no
     * more.
     */
    @RankTest(neighbourhoods = 1)
    void shouldCloseWhileOtherThreadsBeginCopies(Job job) throws InterruptedException {
        fillSource(job);
        List<Thread> threads = new ArrayList<>();
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch begun = new CountDownLatch(THREADS);
        for (int i = 0; i < THREADS; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                try {
                    while (true) {
                        Event event = job.world().rma().getNb(MemorySegment.ofArray(new byte[2 * LARGE]), 0, 0, SOURCE,
                                2 * LARGE);
                        begun.countDown();
                        event.await();
                    }
                } catch (PgasException e) {
                    if (!e.getMessage().contains("closed")) {
                        failures.add(e);
                    }
                } catch (Throwable e) {
                    failures.add(e);
                } finally {
                    begun.countDown();
                }
            }));
        }
        begun.await();
        job.close();
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(List.of(), failures);
    }

    @AcrossNeighbourhoodsAsThreads
    @RankTest(ranks = 2)
    void shouldAbandonCopiesWhenTheJobEnds(Job job) {
        if (job.rank() == 0) {
            beginCopies(job);
            assertThrows(JobEndedException.class, () -> job.exit(1));
        } else {
            // elsewhere a copy waits for room, and may be the call that finds the job ended
            Endings.assertEnds(job, () -> beginCopies(job), "rank 0");
        }
    }

    private static void beginCopies(Job job) {
        for (int i = 0; i < 20; i++) {
            job.world().rma().memsetNb(1 - job.rank(), 0, (byte) 1, 6L << 20);
        }
    }

    /** Only who maps a file finds it truncated. */
    @RankTest(ranks = 2, settings = {"pgas.checks=off", "pgas.names=on"}, neighbourhoods = 1)
    void shouldTellWhoSynchronisesOfATruncatedFile(Job job, Ranks ranks) throws IOException {
        Rma rma = job.world().rma();
        Endings.assertEnds(job, () -> {
            if (job.rank() != 0) {
                return;
            }
            MemorySegment memory = MemorySegment.ofArray(new byte[PART]);
            // compiled code has fewer places where a fault is thrown
            for (int round = 0; round < 3000; round++) {
                rma.putNb(1, 0, memory, 0, PART, LocalCompletion.DEFER).await();
            }
            try (FileChannel file = FileChannel.open(ranks.jobDirectory().resolve("seg-1-0"),
                    StandardOpenOption.WRITE)) {
                file.truncate(0);
            }
            for (int round = 0; round < 500; round++) {
                Endings.assertFault("put", () -> rma.putNb(1, 0, memory, 0, PART, LocalCompletion.DEFER).await());
                Endings.assertFault("get", () -> {
                    rma.getNbi(memory, 0, 1, 0, PART);
                    job.nbi().await();
                });
            }
            rma.putNb(0, 0, memory, 0, PART, LocalCompletion.DEFER).await();
        }, "seg-1-0", "was truncated");
    }

    /** For a copy and its event; twice what they take, so that another layout of objects does no harm. */
    private static final int MOST_BYTES = 600;

    @Optimised
    @RankTest(ranks = 1, modes = Mode.PROCESSES, settings = "pgas.checks=off")
    void shouldAllocateLittleForEachCopy(Job job) {
        Rma rma = job.world().rma();
        MemorySegment memory = Arena.ofAuto().allocate(LARGE);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int attempt = 0; attempt < 3; attempt++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 1000; i++) {
                rma.putNb(0, 0, memory, 0, LARGE, LocalCompletion.event()).await();
                rma.putNbi(0, 0, memory, 0, LARGE, LocalCompletion.GROUP);
                job.nbi().await();
            }
            long each = (threads.getCurrentThreadAllocatedBytes() - before) / 2000;
            assertTrue(each < MOST_BYTES, each + " bytes for each copy");
        }
    }

    @Optimised
    @RankTest(ranks = 1, modes = Mode.PROCESSES, settings = {"pgas.checks=off", "pgas.async.bytes=256k"})
    void shouldAllocateNothingForSmallOnes(Job job) {
        Rma rma = job.world().rma();
        MemorySegment memory = Arena.ofAuto().allocate(LARGE);
        EventCategory[] all = {};
        StructureAllocationTest.assertAllocatesNothing(2_000, () -> {
            rma.putNb(0, 0, memory, 0, LARGE, LocalCompletion.DEFER).await();
            rma.putNbi(0, 0, memory, 0, LARGE, LocalCompletion.GROUP);
            rma.getNbi(memory, 0, 0, 0, LARGE);
            job.nbi().await(all);
        });
    }
}
