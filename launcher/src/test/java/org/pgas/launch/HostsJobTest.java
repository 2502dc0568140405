package org.pgas.launch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.PgasException;
import org.pgas.launch.agents.BodyWriter;
import org.pgas.launch.agents.Frame;
import org.pgas.launch.agents.FrameReader;
import org.pgas.launch.agents.FrameSender;
import org.pgas.launch.agents.HostRanks;
import org.pgas.launch.agents.JobOrder;
import org.pgas.launch.agents.Kind;
import org.pgas.launch.agents.OutputPart;
import org.pgas.launch.agents.RankNews;
import org.pgas.pshm.RankCopy;
import org.pgas.pshm.RankView;

/**
 * The launcher of a job on several hosts, between agents that are scripts: each says what the test wants it to say, and
 * keeps what it is told.
 */
class HostsJobTest {
    private static final Duration LIMIT = Trial.LIMIT;
    private static final RankOutput NOWHERE = RankOutput.lines((rank, error, line) -> {
    });

    @TempDir
    Path directory;

    private Path script;
    private final CompletableFuture<JobEnd> end = new CompletableFuture<>();
    private HostsJob job;

    /** To be made at the end, or null. */
    private Path timeline;

    /** Whether standard input is for rank 0. */
    private boolean hasInput;

    /** Called by the thread that starts agents, within each start. */
    private Consumer<String> beforeItStarts = host -> {
    };

    @BeforeEach
    void prepare() throws IOException {
        // what is in HOST.first is said at once, and what is in HOST.last when there is a file named go
        script = Files.writeString(directory.resolve("there"), """
                #!/bin/sh
                cd "%s" || exit
                host=$1
                exec 3<&0
                if [ "$host" = deaf ]; then
                    sleep 300 <&3 >/dev/null 2>&1 &
                    echo $! >deaf.new
                    mv deaf.new deaf.pid
                    wait
                fi
                [ ! -f "$host.first" ] || cat "$host.first"
                cat <&3 >"$host.heard" 2>/dev/null &
                while [ ! -f go ]; do
                    sleep 0.05
                done
                [ ! -f "$host.last" ] || cat "$host.last"
                """.formatted(directory));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    }

    @AfterEach
    void end() throws Exception {
        go();
        Path deaf = directory.resolve("deaf.pid");
        if (Files.exists(deaf)) {
            ProcessHandle.of(Long.parseLong(Files.readString(deaf).strip())).ifPresent(ProcessHandle::destroyForcibly);
        }
        if (job != null) {
            close();
        }
    }

    private void close() throws Exception {
        CompletableFuture.runAsync(job::close).get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    private void go() throws IOException {
        Files.write(directory.resolve("go"), new byte[0]);
    }

    private static byte[] sent(Frame... frames) throws InterruptedException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        FrameSender sender = new FrameSender("test", out, e -> {
        });
        for (Frame each : frames) {
            sender.send(each.kind(), each.body());
        }
        sender.close(LIMIT);
        return out.toByteArray();
    }

    private void saysFirst(String host, Frame... frames) throws Exception {
        Files.write(directory.resolve(host + ".first"), sent(frames));
    }

    private void saysLast(String host, Frame... frames) throws Exception {
        byte[] bytes = sent(frames);
        // without the greeting, which it has said
        Files.write(directory.resolve(host + ".last"), Arrays.copyOfRange(bytes, sent().length, bytes.length));
    }

    private static Frame rank(int rank, RankView.State state, String address) {
        return new Frame(Kind.RANK, new RankNews(rank, new RankCopy(state, false, 0, 0, 0, "", ""),
                address.getBytes(UTF_8)).body());
    }

    /** Of rank 0. */
    private static Frame output(boolean isError, String text) {
        return new Frame(Kind.OUTPUT, new OutputPart(0, isError, text.getBytes(ISO_8859_1)).body());
    }

    private static Frame over() {
        return new Frame(Kind.OVER, BodyWriter.ofText(""));
    }

    /** Of each host one rank. */
    private void start(List<String> names, RankOutput output, Duration timeout, Consumer<String> onNote,
            String... arguments) {
        start(names, output, timeout, onNote, Duration.ofMinutes(10), arguments);
    }

    private void start(List<String> names, RankOutput output, Duration timeout, Consumer<String> onNote,
            Duration silence, String... arguments) {
        int count = names.size();
        List<HostRanks> hosts = IntStream.range(0, count).mapToObj(i -> new HostRanks(names.get(i), i, 1)).toList();
        List<JobOrder> orders = IntStream.range(0, count).mapToObj(i -> new JobOrder("",
                new JobOrder.Place("test." + i, i, Collections.nCopies(count, 1), new byte[0], names.get(i), false),
                new JobOrder.Program(List.of(), false, List.of(), "x.Main", List.of(arguments), "/", ""),
                new JobOrder.Conditions(Map.of(), Map.of(), 0, false, hasInput, false))).toList();
        job = HostsJob.start(hosts, orders, way(), new HostsJob.Surroundings(output, timeline, timeout, onNote,
                end::complete, Duration.ofMillis(500), silence));
    }

    private AgentWay.Opener way() {
        AgentCommand command = AgentCommand.parse(script.toString());
        return new AgentWay.Opener() {
            @Override
            public AgentWay open(HostRanks host) throws IOException {
                beforeItStarts.accept(host.host());
                return command.open(host);
            }

            @Override
            public boolean isOfHost() {
                return command.isOfHost();
            }
        };
    }

    private List<Frame> heard(String host) {
        List<Frame> frames = new ArrayList<>();
        try (InputStream in = Files.newInputStream(directory.resolve(host + ".heard"))) {
            FrameReader reader = new FrameReader(in);
            for (Frame frame = reader.read(); frame != null; frame = reader.read()) {
                frames.add(frame);
            }
        } catch (IOException e) {
            // nothing has come, or the rest is on its way
        }
        return frames;
    }

    private boolean hasHeard(String host, Kind kind) {
        return heard(host).stream().anyMatch(frame -> frame.kind() == kind);
    }

    private int code() throws Exception {
        return end.get(LIMIT.toSeconds(), TimeUnit.SECONDS).code();
    }

    /** The last one is started when all others have heard the first one; that is heard while it is being started. */
    @Test
    void aHostThatIsStartedLaterIsToldItsJobFirstAndThenWhatWasHeard() throws Exception {
        List<String> names = List.of("a", "b", "c");
        saysFirst("a", rank(0, RankView.State.JOINED, "somewhere"));
        saysLast("a", over());
        beforeItStarts = host -> {
            if (host.equals("c")) {
                Trial.until(() -> hasHeard("b", Kind.RANK), "news of rank 0 at b");
            }
        };
        start(names, NOWHERE, null, note -> {
        });
        for (String each : names.subList(1, names.size())) {
            Trial.until(() -> hasHeard(each, Kind.RANK), "news of rank 0 at " + each);
            List<Frame> frames = heard(each);
            assertEquals(List.of(Kind.START, Kind.RANK), frames.stream().map(Frame::kind).toList(), each);
            RankNews news = RankNews.of(frames.getLast(), names.size());
            assertEquals(RankView.State.JOINED, news.copy().state());
            assertArrayEquals("somewhere".getBytes(UTF_8), news.address());
        }
    }

    /** Of an agent that has begun the beats tell. */
    @Test
    void aHostThatNeverSaysAWordIsLost() throws Exception {
        start(List.of("a"), NOWHERE, null, note -> {
        }, Duration.ofSeconds(1));
        JobEnd how = end.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        assertEquals(1, how.code());
        assertEquals("host a (rank 0): its agent has said nothing for 10000 ms (10 times pgas.host.timeout); nothing "
                + "was heard from there", how.message());
    }

    @Test
    void notesThatNobodyTakesHoldUpNoReader() throws Exception {
        CountDownLatch takes = new CountDownLatch(1);
        saysFirst("a", new Frame(Kind.NOTE, BodyWriter.ofText("a note")), rank(0, RankView.State.JOINED, "somewhere"));
        saysLast("a", over());
        List<String> notes = Collections.synchronizedList(new ArrayList<>());
        start(List.of("a", "b"), NOWHERE, null, note -> {
            await(takes);
            notes.add(note);
        });
        try {
            Trial.until(() -> hasHeard("b", Kind.RANK), "news of rank 0 at b");
        } finally {
            takes.countDown();
        }
        go();
        close();
        assertTrue(notes.contains("host a: a note"), notes::toString);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void outputThatNobodyTakesHoldsUpNoReader() throws Exception {
        CountDownLatch takes = new CountDownLatch(1);
        saysFirst("a", output(false, "a line\n"), rank(0, RankView.State.JOINED, "somewhere"));
        saysLast("a", over());
        start(List.of("a", "b"), RankOutput.lines((rank, error, line) -> await(takes)), null, note -> {
        });
        try {
            Trial.until(() -> hasHeard("b", Kind.RANK), "news of rank 0 at b");
        } finally {
            takes.countDown();
        }
    }

    @Test
    void theTimeIsKeptThoughTheFirstHostIsOver() throws Exception {
        saysFirst("a", over());
        saysFirst("b", rank(1, RankView.State.FREE, ""));
        saysLast("b", over());
        start(List.of("a", "b"), NOWHERE, Duration.ofSeconds(1), note -> {
        });
        Trial.until(() -> hasHeard("b", Kind.END) || end.isDone(), "the end of the time");
        go();
        assertEquals(JobEnd.TIMED_OUT, code());
        assertEquals("the job has run for 1s, its --timeout; ranks 0, 1: has not joined", end.get().message());
    }

    private static boolean runs(String thread) {
        return Thread.getAllStackTraces().keySet().stream().anyMatch(each -> each.getName().equals(thread));
    }

    /** What is delivered later takes none of the job's time: as on one host. */
    @Test
    void theTimeIsKeptNoLongerThanRanksRun() throws Exception {
        saysFirst("a", rank(0, RankView.State.LEFT, ""), new Frame(Kind.FINISHED, new byte[0]));
        saysLast("a", over());
        start(List.of("a"), NOWHERE, Duration.ofDays(1), note -> {
        });
        Trial.until(() -> !runs(HostsJob.TIME), "the watch of the time to end");
        assertFalse(end.isDone(), "the host is not over");
        go();
        assertEquals(0, code());
    }

    /** Else the caller would have no job by which to end those that were started. */
    @Test
    void whateverFailsWhileAgentsStartEndsThoseThatHaveStarted() throws Exception {
        saysFirst("a", rank(0, RankView.State.FREE, ""));
        saysLast("a", over());
        beforeItStarts = host -> {
            if (host.equals("b")) {
                Trial.until(() -> hasHeard("a", Kind.START), "the first agent");
                throw new NoClassDefFoundError("of this test");
            }
        };
        start(List.of("a", "b", "c"), NOWHERE, null, note -> {
        });
        go();
        assertEquals(1, code());
        assertEquals("host b (rank 1): no agent could be started there: the launcher has failed: "
                + "java.lang.NoClassDefFoundError: of this test", end.get().message());
        assertEquals(List.of(), heard("c"), "the job was ending");
    }

    /** Behind it the system may have none to give, and agents would run for a caller that has no job. */
    @Test
    void theThreadsOfTheJobAreThereBeforeItsFirstAgent() throws Exception {
        hasInput = true;
        List<String> missing = Collections.synchronizedList(new ArrayList<>());
        beforeItStarts = host -> {
            Stream.of(HostsJob.TIME, HostsInput.NAME).filter(each -> !runs(each)).forEach(missing::add);
            throw new IllegalStateException("there is no such host");
        };
        start(List.of("a"), NOWHERE, Duration.ofDays(1), note -> {
        });
        assertEquals(List.of(), missing);
        assertEquals(1, code());
        // standard input of this process is not read for it
        Trial.until(() -> !runs(HostsInput.NAME), "the thread of the input to end");
    }

    @Test
    void aHostThatNeverAnswersIsGivenUpAtTheEndOfTheTime() throws Exception {
        List<String> notes = Collections.synchronizedList(new ArrayList<>());
        start(List.of("a"), NOWHERE, Duration.ofMillis(100), notes::add);
        assertEquals(JobEnd.TIMED_OUT, code());
        assertEquals(List.of("host a (rank 0): the job ended before its agent had begun; nothing was heard from there"),
                notes);
    }

    /** The pipe to it is full, and what was started for it holds that open though it was killed itself. */
    @Test
    void aHostThatReadsNothingHoldsUpNoEnd() throws Exception {
        start(List.of("deaf"), NOWHERE, null, note -> {
        }, "x".repeat(1 << 20));
        Trial.until(() -> Files.exists(directory.resolve("deaf.pid")), "a host that reads nothing");
        close();
        assertEquals(143, code());
    }

    @Test
    void outputThatGoesToFilesComesAsItIs() throws Exception {
        Path output = Files.createDirectory(directory.resolve("output"));
        Files.writeString(output.resolve("rank-0.err"), "of an earlier job");
        String text = "a\r\r\nb\0\u00ff\n\nwithout an end";
        saysFirst("a", output(false, text.substring(0, 3)), output(false, text.substring(3)), output(false, ""),
                over());
        start(List.of("a"), RankOutput.directory(output), null, note -> {
        });
        assertEquals(0, code());
        assertEquals(text, Files.readString(output.resolve("rank-0.out"), ISO_8859_1));
        assertEquals("", Files.readString(output.resolve("rank-0.err")));
    }

    @Test
    void outputOfAHostThatIsLostComesToItsLastByte() throws Exception {
        List<String> lines = Collections.synchronizedList(new ArrayList<>());
        saysFirst("a", output(true, "whole\nunfinished"));
        go();
        start(List.of("a"), RankOutput.lines((rank, error, line) -> lines.add(rank + " " + error + " " + line)), null,
                note -> {
                });
        assertEquals(1, code());
        assertTrue(end.get().message().startsWith("host a (rank 0): its agent is gone ("), end.get()::message);
        assertEquals(List.of("0 true whole", "0 true unfinished"), lines);
    }

    @Test
    void anOutputThatCannotBeWrittenIsNamedBeforeAnyAgentIsStarted() throws Exception {
        Path taken = Files.createDirectories(directory.resolve("output").resolve("rank-1.out"));
        PgasException e = assertThrows(PgasException.class, () -> start(List.of("a", "b"),
                RankOutput.directory(taken.getParent()), null, note -> {
                }));
        assertTrue(e.getMessage().startsWith("the output of rank 1 cannot be written to " + taken + ": "),
                e::getMessage);
        assertFalse(Files.exists(directory.resolve("a.heard")));
    }

    /** The job is over by then, and how it ended has to be told all the same. */
    @Test
    void aTimelineThatCannotBeMadeAtTheEndIsSaidAndTheJobEnds() throws Exception {
        Path place = Files.createDirectory(directory.resolve("place"));
        timeline = place.resolve("trace.json");
        saysFirst("a");
        saysLast("a", over());
        start(List.of("a"), NOWHERE, null, note -> {
        });
        Files.delete(place);
        go();
        assertEquals(JobEnd.OUTPUT_LOST, code());
        assertEquals("the timeline could not be written to " + timeline + ": no such file or directory",
                end.get().message());
        assertEquals(JobEnd.OUTPUT_LOST, job.await());
    }
}
