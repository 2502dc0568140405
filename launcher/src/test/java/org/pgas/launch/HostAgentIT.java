package org.pgas.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.launch.agents.BodyWriter;
import org.pgas.launch.agents.EndOrder;
import org.pgas.launch.agents.Frame;
import org.pgas.launch.agents.FrameReader;
import org.pgas.launch.agents.FrameSender;
import org.pgas.launch.agents.HostRanks;
import org.pgas.launch.agents.JobOrder;
import org.pgas.launch.agents.Kind;
import org.pgas.launch.agents.OutputPart;
import org.pgas.launch.agents.RankNews;
import org.pgas.pshm.RankView;
import org.pgas.spi.WireFiles;

/** An agent as a process of its own, which this test tells what to do, as a launcher would. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class HostAgentIT {
    private static final HostRanks HERE = new HostRanks("here", 0, 1);

    /** An address of this machine, which is not the one that ranks have without the agent. */
    private static final byte[] ADDRESS = {127, 0, 0, 2};

    @TempDir
    Path base;

    /** Whether ranks have the agent's class path, and the launcher names none. */
    private boolean ownLibrary;

    private Process agent;
    private FrameSender sender;
    private FrameReader reader;
    private final List<Frame> heard = new ArrayList<>();

    /** Of the launcher. */
    private String build = LibraryBuild.own().text();

    /** Whether ranks start in a directory that is there. */
    private boolean isAtHome = true;

    private void startAgent(ProcessBuilder.Redirect complaints) throws IOException {
        List<String> words = AgentCommand.parse("sh").of("here");
        // without what leads there
        agent = new ProcessBuilder(words.subList(words.indexOf(ThisJvm.java().toString()), words.size()))
                .redirectError(complaints).start();
        // nothing else ends a read of its output
        CompletableFuture.delayedExecutor(Trial.LIMIT.toSeconds(), TimeUnit.SECONDS)
                .execute(agent.toHandle()::destroyForcibly);
        sender = new FrameSender("test", agent.getOutputStream(), e -> {
        });
        reader = new FrameReader(agent.getInputStream());
    }

    private void start(List<Integer> counts, String... program) throws IOException {
        start(ProcessBuilder.Redirect.INHERIT, counts, program);
    }

    /** @param counts of ranks, by host; the agent is that of the first */
    private void start(ProcessBuilder.Redirect complaints, List<Integer> counts, String... program)
            throws IOException {
        startAgent(complaints);
        String workingDirectory = isAtHome ? base.toString() : base.resolve("none").toString();
        Map<String, String> settings = new HashMap<>(
                Map.of("pgas.dir", base.toString(), "pgas.host.timeout", "10m"));
        if (counts.size() > 1) {
            settings.put("pgas.neighbourhoods", "2");
            settings.put("pgas.hosts", "1,1");
        }
        byte[] secret = new byte[counts.size() > 1 ? WireFiles.SECRET_BYTES : 0];
        String host = InetAddress.getByAddress(ADDRESS).getHostAddress();
        JobOrder order = new JobOrder(build, new JobOrder.Place("Test-1.0", 0, counts, secret, host, true),
                new JobOrder.Program(List.of("-XX:TieredStopAtLevel=1"), ownLibrary,
                        ownLibrary ? List.of() : ThisJvm.classPath().stream().map(Path::toString).toList(),
                        Behaviours.class.getName(), List.of(program), workingDirectory, ""),
                new JobOrder.Conditions(settings, Map.of("HOME", "/"), 64 << 20, false, false, false));
        sender.send(Kind.START, order.body());
    }

    /** Reads frames until one is of that kind, and takes what was written. */
    private Frame await(Kind kind) throws IOException {
        while (true) {
            Frame frame = reader.read();
            assertNotNull(frame, () -> "no frame " + kind + " has come, but "
                    + heard.stream().map(Frame::kind).toList());
            heard.add(frame);
            if (frame.kind() == Kind.OUTPUT) {
                sender.send(Kind.TAKEN, BodyWriter.ofNumber(OutputPart.of(frame, HERE).bytes().length));
            }
            if (frame.kind() == kind) {
                return frame;
            }
        }
    }

    /** What the rank has written to its standard output, so far. */
    private String output() throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (Frame each : heard) {
            if (each.kind() == Kind.OUTPUT && !OutputPart.of(each, HERE).isError()) {
                all.writeBytes(OutputPart.of(each, HERE).bytes());
            }
        }
        return all.toString(UTF_8);
    }

    private void awaitOutput(String text) throws IOException {
        while (!output().contains(text)) {
            await(Kind.OUTPUT);
        }
    }

    private RankNews awaitJoined() throws IOException {
        RankNews news = RankNews.of(await(Kind.RANK), 2);
        while (news.copy().state() != RankView.State.JOINED) {
            news = RankNews.of(await(Kind.RANK), 2);
        }
        return news;
    }

    private void endsWithout(int code) throws Exception {
        assertTrue(agent.waitFor(Trial.LIMIT.toSeconds(), TimeUnit.SECONDS), "the agent does not end");
        assertEquals(code, agent.exitValue());
        awaitNoFile();
    }

    private void awaitNoFile() {
        Trial.until(() -> !hasFiles(), "files to go");
    }

    private boolean hasFiles() {
        try (Stream<Path> files = Files.list(base)) {
            return files.findAny().isPresent();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterEach
    void end() throws Exception {
        if (agent != null) {
            sender.close(Duration.ofSeconds(1));
            if (!agent.waitFor(Trial.LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                agent.destroyForcibly();
            }
        }
    }

    @Test
    void itRunsItsRanksAndSaysWhatTheyDoAndThatNothingIsLeft() throws Exception {
        start(List.of(1), "finish");
        assertEquals(0, awaitJoined().address().length);
        assertEquals("", await(Kind.OVER).text());
        assertTrue(output().matches("joined \\d+\n"), output());
        assertEquals(0, heard.stream().filter(frame -> frame.kind() == Kind.ENDED).count());
        assertEquals(1, heard.stream().filter(frame -> frame.kind() == Kind.FINISHED).count());
        endsWithout(0);
    }

    /** A launcher elsewhere need not know where this host has the library. */
    @Test
    void ranksRunFromTheClassPathOfTheirAgentWhereTheLauncherNamesNone() throws Exception {
        ownLibrary = true;
        start(List.of(1), "finish");
        assertEquals("", await(Kind.OVER).text());
        assertTrue(output().matches("joined \\d+\n"), output());
        endsWithout(0);
    }

    @Test
    void whatFailsIsToldWithItsCode() throws Exception {
        start(List.of(1), "halt", "0", "9");
        EndOrder end = EndOrder.of(await(Kind.ENDED));
        assertEquals(9, end.code());
        assertTrue(end.message().startsWith("rank 0 (pid "), end::message);
        assertEquals("", await(Kind.OVER).text());
        endsWithout(0);
    }

    /** Else it would be said of java that it is not there. */
    @Test
    void aWorkingDirectoryThatThisHostLacksIsToldWithWhatHelps() throws Exception {
        isAtHome = false;
        start(List.of(1), "finish");
        EndOrder end = EndOrder.of(await(Kind.ENDED));
        assertEquals(1, end.code());
        assertEquals("the working directory of the ranks, " + base.resolve("none") + ", is not there, or is no "
                + "directory: make it on this host, or start the job in a directory that all its hosts have",
                end.message());
        assertEquals("", await(Kind.OVER).text());
        endsWithout(0);
    }

    /** Frames and shared words may mean something else there, also those of the order. */
    @Test
    void anAgentOfAnotherBuildSaysSoAndStartsNothing() throws Exception {
        startAgent(ProcessBuilder.Redirect.INHERIT);
        sender.send(Kind.START, BodyWriter.ofText("pgas 9.9.9 (build 1)"));
        EndOrder end = EndOrder.of(await(Kind.ENDED));
        assertEquals(1, end.code());
        assertEquals("it runs " + build + ", and the launcher pgas 9.9.9 (build 1): install the same archive on both "
                + "hosts, or build the same sources with the same JDK (pgas run -n 1 hello there), or let them share "
                + "one copy", end.message());
        assertEquals("", await(Kind.OVER).text());
        assertEquals(List.of(Kind.ENDED, Kind.OVER), heard.stream().map(Frame::kind).toList());
        endsWithout(0);
    }

    @Test
    void anOrderToEndEndsItsRanks() throws Exception {
        start(List.of(1), "wait", "0");
        awaitOutput("waiting");
        sender.send(Kind.END, new EndOrder(5, "enough").body());
        assertEquals("", await(Kind.OVER).text());
        endsWithout(0);
    }

    @Test
    void anOrderToEndIsObeyedWhileRanksWaitToBeStarted() throws Exception {
        int ranks = Math.max(16, 4 * Runtime.getRuntime().availableProcessors()) + 1;
        start(List.of(ranks), "sleep-unjoined");
        Trial.until(() -> agent.descendants().anyMatch(HostAgentIT::isJvm), "a rank");
        sender.send(Kind.END, new EndOrder(5, "enough").body());
        long[] most = new long[1];
        Trial.until(() -> {
            most[0] = Math.max(most[0], agent.descendants().filter(HostAgentIT::isJvm).count());
            return !agent.isAlive();
        }, "the agent to end");
        assertEquals("", await(Kind.OVER).text());
        assertTrue(most[0] < ranks, () -> most[0] + " ranks");
        endsWithout(0);
    }

    /** Its own words to people, such as stacks for SIGQUIT, are no frames. */
    @Test
    void whatTheVirtualMachineSaysGoesToStandardError() throws Exception {
        start(ProcessBuilder.Redirect.DISCARD, List.of(1), "wait", "0");
        awaitOutput("waiting");
        Trial.signal("QUIT", agent.pid());
        sender.send(Kind.END, new EndOrder(5, "enough").body());
        assertEquals("", await(Kind.OVER).text());
        endsWithout(0);
    }

    @Test
    void aSignalThatEndsItIsToldAsItsOwnAndNothingIsLeftUnsaid() throws Exception {
        start(List.of(1), "wait", "0");
        awaitOutput("waiting");
        Trial.signal("TERM", agent.pid());
        EndOrder end = EndOrder.of(await(Kind.ENDED));
        assertEquals("the agent received SIGTERM", end.message());
        assertEquals(143, end.code());
        assertEquals("", await(Kind.OVER).text());
        endsWithout(143);
    }

    @Test
    void whatARankHasWrittenComesWholeHoweverLateItIsRead() throws Exception {
        start(List.of(1), "flood", "100000");
        Trial.until(this::hasFiles, "files of the job");
        awaitNoFile();
        // the rank is over, and the way to the launcher is full
        assertFalse(agent.waitFor(3, TimeUnit.SECONDS), "the agent has not waited for its launcher");
        assertEquals("", await(Kind.OVER).text());
        assertEquals(100_000, output().lines().count());
        assertTrue(output().endsWith("\n99999\n"));
        endsWithout(0);
    }

    private static boolean isJvm(ProcessHandle process) {
        return process.info().command().filter(command -> command.endsWith("/java")).isPresent();
    }

    @Test
    void anOrderToEndReachesRanksThoughNobodyTakesWhatTheyWrite() throws Exception {
        start(List.of(1), "flood", "1000000");
        while (reader.read().kind() != Kind.OUTPUT) {
            // the rank writes
        }
        sender.send(Kind.END, new EndOrder(5, "enough").body());
        Trial.until(() -> agent.descendants().noneMatch(HostAgentIT::isJvm), "the rank to end");
        assertEquals("", await(Kind.OVER).text());
        endsWithout(0);
    }

    @Test
    void theEndOfItsInputEndsItsRanks() throws Exception {
        start(List.of(1), "wait", "0");
        awaitOutput("waiting");
        sender.close(Trial.LIMIT);
        endsWithout(0);
    }

    @Test
    void whatIsNoOrderEndsItsRanks() throws Exception {
        start(List.of(1), "wait", "0");
        awaitOutput("waiting");
        sender.send(Kind.OUTPUT, new byte[0]);
        EndOrder end = EndOrder.of(await(Kind.ENDED));
        assertEquals("the agent cannot do what the launcher says: a frame OUTPUT is not the launcher's to send",
                end.message());
        await(Kind.OVER);
        endsWithout(0);
    }

    @Test
    void ranksOfOtherHostsAreFoundByTheirAddresses() throws Exception {
        start(List.of(1, 1), "finish");
        RankNews own = awaitJoined();
        assertArrayEquals(ADDRESS, Arrays.copyOf(own.address(), ADDRESS.length), "the wire tcp, and its port behind");
        Path directory = jobDirectory();
        assertArrayEquals(own.address(), bytes(directory.resolve(WireFiles.address(0))));
        assertArrayEquals(new byte[WireFiles.SECRET_BYTES], bytes(directory.resolve(WireFiles.SECRET)));
        byte[] address = {127, 0, 0, 3, 0, 1};
        sender.send(Kind.RANK, new RankNews(1, own.copy(), address).body());
        Path told = directory.resolve(WireFiles.address(1));
        Trial.until(() -> bytes(told).length == address.length, "the address of rank 1");
        assertArrayEquals(address, bytes(told));
        sender.close(Trial.LIMIT);
        endsWithout(0);
    }

    private Path jobDirectory() throws IOException {
        try (Stream<Path> files = Files.walk(base)) {
            return files.filter(file -> file.endsWith(WireFiles.SECRET)).findAny().orElseThrow().getParent();
        }
    }

    /** None while there is no file. */
    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            return new byte[0];
        }
    }

    @Test
    void whoSaysNothingOfAJobGetsNone() throws Exception {
        startAgent(ProcessBuilder.Redirect.PIPE);
        sender.close(Trial.LIMIT);
        String complaint = new String(agent.getErrorStream().readAllBytes(), UTF_8);
        assertTrue(complaint.startsWith("pgas: the agent of this host cannot begin: "), () -> complaint);
        endsWithout(1);
    }
}
