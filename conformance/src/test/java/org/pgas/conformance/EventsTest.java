package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.pgas.DataType;
import org.pgas.Event;
import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.JobConfig;
import org.pgas.LocalCompletion;
import org.pgas.Opcode;
import org.pgas.Rma;
import org.pgas.coll.Collectives;
import org.pgas.coll.Reduction;
import org.pgas.testkit.Mode;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.vis.Shape;
import org.pgas.vis.Vis;

/** What the flight recorder is told, by ranks that are threads of the JVM that records. */
@RankDefaults(ranks = 2, modes = Mode.THREADS, segment = "2m")
@AcrossNeighbourhoodsAsThreads
class EventsTest {
    private static final List<String> NAMES = List.of("pgas.Transfer", "pgas.Handler", "pgas.Barrier",
            "pgas.Collective", "pgas.Wait", "pgas.Job");
    private static final int LEAST = 64 << 10;
    private static final int LARGE = 1 << 20;

    /** The thread that waits for rank 1. */
    private static volatile Thread waiter;

    private interface Body {
        void run() throws Exception;
    }

    /** Has rank 0 record while all run the body, and answers to it what was recorded; nothing to others. */
    private static List<RecordedEvent> record(Job job, List<String> names, Body body) throws Exception {
        try (Recording recording = new Recording()) {
            names.forEach(name -> recording.enable(name).withoutThreshold().withoutStackTrace());
            if (job.rank() == 0) {
                recording.start();
            }
            job.world().barrier();
            body.run();
            job.world().barrier();
            List<RecordedEvent> events = job.rank() == 0 ? stop(recording, job) : List.of();
            job.world().barrier();
            return events;
        }
    }

    /** Of this test's job, those of the library. */
    private static List<RecordedEvent> stop(Recording recording, Job job) throws IOException {
        Path file = Files.createTempFile("events", ".jfr");
        try {
            recording.stop();
            recording.dump(file);
            return RecordingFile.readAllEvents(file).stream()
                    .filter(event -> event.getEventType().getName().startsWith("pgas.")
                            && event.getString("job").startsWith(job.name()))
                    .toList();
        } finally {
            Files.delete(file);
        }
    }

    private static long count(List<RecordedEvent> events, String name, Predicate<RecordedEvent> wanted) {
        return events.stream().filter(event -> event.getEventType().getName().equals(name)).filter(wanted).count();
    }

    private static void assertRecorded(long times, List<RecordedEvent> events, String name,
            Predicate<RecordedEvent> wanted) {
        assertEquals(times, count(events, name, wanted), () -> name + " among " + events);
    }

    /** Of those that messages carry out not all are recorded: {@code TransferEvent}. */
    @RankTest(settings = "pgas.checks=off", neighbourhoods = 1)
    void shouldRecordTransfersFromTheLeastSizeOn(Job job) throws Exception {
        transfer(job);
    }

    /** Of those that messages carry out not all are recorded: {@code TransferEvent}. */
    @RankTest(settings = "pgas.checks=on", neighbourhoods = 1)
    void shouldRecordTransfersFromTheLeastSizeOnInCheckedMode(Job job) throws Exception {
        transfer(job);
    }

    private static void transfer(Job job) throws Exception {
        int peer = 1 - job.rank();
        Rma rma = job.world().rma();
        byte[] data = new byte[LEAST];
        MemorySegment memory = MemorySegment.ofArray(data);
        List<RecordedEvent> events = record(job, NAMES, () -> {
            rma.put(peer, 0, data, 0, LEAST - 1);
            rma.get(data, 0, peer, 0, LEAST - 1);
            rma.memset(peer, 0, (byte) 1, LEAST - 1);
            rma.put(peer, 0, data, 0, LEAST);
            rma.putNb(peer, 0, memory, 0, LEAST, LocalCompletion.NOW).await();
            rma.get(data, 0, peer, 0, LEAST);
            rma.memset(peer, 0, (byte) 1, LEAST + 1);
            Vis vis = Vis.of(job.world());
            Shape shape = Shape.contiguous(LEAST);
            vis.put(peer, 0, shape, memory, 0, shape);
            vis.get(memory, 0, shape, peer, 0, shape);
        });
        for (int rank = 0; rank < 2 && job.rank() == 0; rank++) {
            int origin = rank;
            Predicate<RecordedEvent> own = event -> event.getInt("rank") == origin
                    && event.getInt("peer") == 1 - origin;
            assertRecorded(6, events, "pgas.Transfer", own);
            assertRecorded(2, events, "pgas.Transfer", own.and(is("put", LEAST)));
            assertRecorded(1, events, "pgas.Transfer", own.and(is("get", LEAST)));
            assertRecorded(1, events, "pgas.Transfer", own.and(is("memset", LEAST + 1)));
            assertRecorded(1, events, "pgas.Transfer", own.and(is("Vis.put", LEAST)));
            assertRecorded(1, events, "pgas.Transfer", own.and(is("Vis.get", LEAST)));
        }
    }

    private static Predicate<RecordedEvent> is(String kind, long bytes) {
        return event -> event.getString("kind").equals(kind) && event.getLong("bytes") == bytes;
    }

    /** What goes elsewhere is no copy that goes on. */
    @RankTest(settings = {"pgas.async=always", "pgas.async.bytes=1m", "pgas.events.bytes=1"}, neighbourhoods = 1)
    void shouldRecordWhoCarriesOutTheCopiesThatGoOnBehindTheirCaller(Job job) throws Exception {
        int peer = 1 - job.rank();
        List<RecordedEvent> events = record(job, NAMES, () -> {
            try (Arena arena = Arena.ofShared()) {
                job.world().rma().putNb(peer, 0, arena.allocate(LARGE), 0, LARGE, LocalCompletion.DEFER).await();
            }
        });
        for (int rank = 0; rank < 2 && job.rank() == 0; rank++) {
            int origin = rank;
            long bytes = events.stream().filter(event -> event.getEventType().getName().equals("pgas.Transfer"))
                    .filter(event -> event.getInt("rank") == origin && event.getInt("peer") == 1 - origin
                            && event.getString("kind").equals("copy"))
                    .mapToLong(event -> event.getLong("bytes")).sum();
            assertEquals(LARGE, bytes, events::toString);
        }
    }

    @RankTest
    void shouldRecordHandlersWithWhoseMessagesTheyHandled(Job job) throws Exception {
        AtomicInteger handled = new AtomicInteger();
        job.endpoint().handlers().register(
                HandlerEntry.ofMedium((token, payload) -> handled.getAndIncrement()).index(200).name("letter"),
                HandlerEntry.ofShort(token -> handled.getAndIncrement()).index(201),
                HandlerEntry.ofLong((token, offset, bytes) -> handled.getAndIncrement()).index(202));
        int peer = 1 - job.rank();
        List<RecordedEvent> events = record(job, NAMES, () -> {
            byte[] letter = new byte[100];
            job.world().am().requestMedium(peer, 200, MemorySegment.ofArray(letter), 0, letter.length);
            job.world().am().requestShort(peer, 201);
            job.world().am().requestLong(peer, 202, MemorySegment.ofArray(letter), 0, 50, 0);
            job.blockUntil(() -> handled.get() == 3);
        });
        for (int rank = 0; rank < 2 && job.rank() == 0; rank++) {
            int origin = rank;
            // elsewhere there are the library's own besides, by which data goes there
            boolean isElsewhere = !Views.isNeighbour(job, peer);
            Predicate<RecordedEvent> own = event -> event.getInt("rank") == origin
                    && event.getInt("source") == 1 - origin
                    && (!isElsewhere || event.getString("handler").startsWith("handler 20"));
            assertRecorded(3, events, "pgas.Handler", own);
            assertRecorded(1, events, "pgas.Handler", own.and(handles("handler 200 'letter'", "medium request", 100)));
            assertRecorded(1, events, "pgas.Handler", own.and(handles("handler 201", "short request", 0)));
            assertRecorded(1, events, "pgas.Handler", own.and(handles("handler 202", "long request", 50)));
        }
    }

    /** The second parcel is lent: ranks of one process can read each other. Nothing is lent to ranks elsewhere. */
    @RankTest(neighbourhoods = 1)
    void shouldRecordTheProgramsHandlerOfDataThatIsLent(Job job) throws Exception {
        AtomicInteger answers = new AtomicInteger();
        job.endpoint().handlers().register(
                HandlerEntry.ofMedium((token, payload) -> token.replyShort(201)).index(200).name("parcel"),
                HandlerEntry.ofShort(token -> answers.getAndIncrement()).index(201));
        int peer = 1 - job.rank();
        int bytes = 20_000;
        List<RecordedEvent> events = record(job, NAMES, () -> {
            try (Arena arena = Arena.ofShared()) {
                MemorySegment parcel = arena.allocate(bytes);
                for (int i = 1; i <= 2; i++) {
                    int sent = i;
                    LocalCompletion completion = LocalCompletion.event();
                    job.world().am().requestMedium(peer, 200, parcel, 0, bytes, completion, new int[0], 0);
                    assertEquals(i == 1, completion.leaf() == Event.DONE);
                    completion.leaf().await();
                    job.blockUntil(() -> answers.get() == sent);
                }
            }
        });
        for (int rank = 0; rank < 2 && job.rank() == 0; rank++) {
            int origin = rank;
            Predicate<RecordedEvent> own = event -> event.getInt("rank") == origin
                    && event.getInt("source") == 1 - origin;
            assertRecorded(2, events, "pgas.Handler",
                    own.and(handles("handler 200 'parcel'", "medium request", bytes)));
            assertRecorded(2, events, "pgas.Handler",
                    own.and(event -> event.getString("message").equals("medium request")));
        }
    }

    private static Predicate<RecordedEvent> handles(String handler, String message, long bytes) {
        return event -> event.getString("handler").equals(handler) && event.getString("message").equals(message)
                && event.getLong("bytes") == bytes;
    }

    @RankTest(ranks = 3)
    void shouldRecordBarriersWithTheirTeamAndPhase(Job job) throws Exception {
        List<RecordedEvent> events = record(job, NAMES, () -> {
            job.world().barrierNb().await();
            var pair = job.world().split(job.rank() / 2, -job.rank());
            pair.barrier();
            job.namedBarrier().notify(7);
            job.namedBarrier().await(7);
        });
        for (int rank = 0; rank < 3 && job.rank() == 0; rank++) {
            int origin = rank;
            Predicate<RecordedEvent> own = event -> event.getInt("rank") == origin;
            assertRecorded(1, events, "pgas.Barrier", own.and(synchronises("barrier", "all", true)));
            assertRecorded(1, events, "pgas.Barrier", own.and(synchronises("named barrier", "all", true)));
            assertRecorded(1, events, "pgas.Barrier", own.and(synchronises("barrier", rank < 2 ? "1,0" : "2", false))
                    .and(event -> event.getLong("phase") == 1));
        }
    }

    private static Predicate<RecordedEvent> synchronises(String kind, String team, boolean split) {
        return event -> event.getString("kind").equals(kind) && event.getString("team").equals(team)
                && event.getBoolean("split") == split;
    }

    @RankTest
    void shouldRecordCollectivesWithRootAndBytes(Job job) throws Exception {
        Collectives world = Collectives.of(job.world());
        List<RecordedEvent> events = record(job, NAMES, () -> {
            world.broadcast(1, MemorySegment.ofArray(new byte[24]), MemorySegment.ofArray(new byte[24]));
            world.broadcast(0, MemorySegment.ofArray(new byte[LARGE]), MemorySegment.ofArray(new byte[LARGE]));
            world.reduceToAll(1L, Reduction.of(DataType.I64, Opcode.ADD));
            Event large = world.allGatherNb(MemorySegment.ofArray(new byte[2 * LARGE]),
                    MemorySegment.ofArray(new byte[LARGE]));
            large.await();
        });
        for (int rank = 0; rank < 2 && job.rank() == 0; rank++) {
            int origin = rank;
            Predicate<RecordedEvent> own = event -> event.getInt("rank") == origin
                    && event.getString("team").equals("all");
            assertRecorded(4, events, "pgas.Collective", own);
            assertRecorded(1, events, "pgas.Collective", own.and(calls("Collectives.broadcast", 1, 24)));
            assertRecorded(1, events, "pgas.Collective", own.and(calls("Collectives.broadcast", 0, LARGE)));
            assertRecorded(1, events, "pgas.Collective", own.and(calls("Collectives.reduceToAll", -1, 8)));
            assertRecorded(1, events, "pgas.Collective", own.and(calls("Collectives.allGather", -1, LARGE)));
        }
    }

    private static Predicate<RecordedEvent> calls(String call, int root, long bytes) {
        return event -> event.getString("call").equals(call) && event.getInt("root") == root
                && event.getLong("bytes") == bytes;
    }

    @RankTest
    void shouldRecordForWhomARankHasWaited(Job job) throws Exception {
        List<RecordedEvent> events = record(job, NAMES, () -> {
            job.world().barrier();
            if (job.rank() == 0) {
                waiter = Thread.currentThread();
            } else {
                Computing.until("rank 0 waits", () -> waiter != null && Arrays.stream(waiter.getStackTrace())
                        .anyMatch(frame -> frame.getMethodName().equals("yieldOrSleep")));
            }
            job.world().barrier();
        });
        if (job.rank() == 0) {
            waiter = null;
            assertTrue(count(events, "pgas.Wait", event -> event.getInt("rank") == 0 && event.getInt("awaited") == 1
                    && event.getInt("awaitedRanks") == 1 && event.getString("activity").equals("WORLD_BARRIER")
                    && event.getString("what").startsWith("barrier ")) >= 1, events::toString);
            assertRecorded(0, events, "pgas.Wait", event -> event.getInt("awaited") == event.getInt("rank"));
        }
    }

    @RankTest(ranks = 1)
    void shouldRecordTheLifeOfAMembership(Job job) throws Exception {
        List<RecordedEvent> events;
        try (Recording recording = new Recording()) {
            recording.enable("pgas.Job");
            recording.start();
            Job left;
            try (Job other = Job.join(JobConfig.builder().build())) {
                left = other;
                other.attach(2 * other.pageBytes());
            }
            events = stop(recording, left);
        }
        assertEquals(List.of("join", "attach", "leave"),
                events.stream().map(event -> event.getString("step")).toList());
        assertEquals(List.of(0L, 2 * job.pageBytes(), 0L),
                events.stream().map(event -> event.getLong("value")).toList());
        long last = 0;
        for (RecordedEvent event : events) {
            assertEquals(1, event.getInt("size"));
            assertTrue(event.getLong("nanos") > last, events::toString);
            last = event.getLong("nanos");
        }
    }

    @RankTest
    void shouldRecordNothingThatIsNotEnabled(Job job) throws Exception {
        List<RecordedEvent> events = record(job, List.of(), () -> {
            job.world().rma().put(1 - job.rank(), 0, new byte[LARGE], 0, LARGE);
            job.world().barrier();
            Collectives.of(job.world()).broadcast(0, MemorySegment.ofArray(new byte[24]),
                    MemorySegment.ofArray(new byte[24]));
        });
        assertEquals(List.of(), events);
    }
}
