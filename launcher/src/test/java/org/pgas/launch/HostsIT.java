package org.pgas.launch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pgas.spi.WireFiles;

/**
 * {@code pgas run --hosts} as a process of its own. In place of ssh a script runs the agent of each host on this one,
 * with a directory of its own for files of jobs; as ssh does, it stays between the launcher and the agent.
 */
class HostsIT {
    private static final String PATIENT = HostsRun.PATIENT;

    @TempDir
    Path directory;

    private HostsRun run;
    private Path script;

    @BeforeEach
    void prepare() throws IOException {
        run = new HostsRun(directory);
        Files.createDirectory(run.jobs().resolve("a"));
        Files.createDirectory(run.jobs().resolve("b"));
        Files.createFile(directory.resolve("agents"));
        script = Files.writeString(directory.resolve("there"), """
                #!/bin/sh
                host=$1
                shift
                if [ ! -d "%1$s/$host" ]; then
                    echo "no such host: $host" >&2
                    exit 255
                fi
                exec 3<&0
                # each agent notes itself before it begins, so that none goes unnoticed when this is killed
                PGAS_DIR="%1$s/$host" sh -c 'echo "$0 $$" >>"%2$s"; exec "$@"' "$host" "$@" <&3 3<&- &
                wait $!
                """.formatted(run.jobs(), directory.resolve("agents")));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    }

    /** No machine has the names of these hosts: all ranks are found at an address of this one. */
    private void run(List<String> options, Class<?> program, String... arguments) throws IOException {
        runAt(Stream.concat(Stream.of("-Dpgas.wire.host=127.0.0.1"), options.stream()).toList(), program, arguments);
    }

    private void runAt(List<String> options, Class<?> program, String... arguments) throws IOException {
        run.start(List.of(), Map.of(), Stream.concat(Stream.of("--launch-with", script.toString()), options.stream())
                .toList(), program, arguments);
    }

    /** To all JVMs of the job names of hosts mean these addresses, and no others. */
    private void runAtNames(Map<String, String> addresses, List<String> options, Class<?> program, String... arguments)
            throws IOException {
        Path names = Files.write(directory.resolve("names"),
                addresses.entrySet().stream().map(each -> each.getValue() + " " + each.getKey()).toList());
        run.start(List.of(), Map.of("JDK_JAVA_OPTIONS", "-Djdk.net.hosts.file=" + names),
                Stream.concat(Stream.of("--launch-with", script.toString(), PATIENT), options.stream()).toList(),
                program, arguments);
    }

    private void runPatiently(String hosts, Class<?> program, String... arguments) throws IOException {
        run(List.of("--hosts", hosts, PATIENT), program, arguments);
    }

    private List<Long> agents() {
        return agentLines().map(line -> Long.parseLong(line.substring(line.indexOf(' ') + 1))).toList();
    }

    private long agent(String host) {
        return agentLines().filter(line -> line.startsWith(host + " "))
                .map(line -> Long.parseLong(line.substring(host.length() + 1))).findFirst().orElseThrow();
    }

    private Stream<String> agentLines() {
        try {
            return Files.readString(directory.resolve("agents")).lines();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void nothingIsLeft(List<Long> ranks) {
        Trial.until(() -> agents().stream().allMatch(Trial::isGone), "agents to end");
        run.nothingIsLeft(ranks);
    }

    @AfterEach
    void end() throws Exception {
        run.end();
        nothingIsLeft(List.of());
    }

    @Test
    void ranksOfUnevenHostsAreOneJob() throws Exception {
        runPatiently("a:2,b:1", OnHosts.class);
        run.endsAsOneJob();
        nothingIsLeft(List.of());
    }

    @Test
    void aWireWithinOneMachineServesWhereAllHostsAreThere() throws Exception {
        run(List.of("--hosts", "a:2,b:1", PATIENT, "-Dpgas.wire=local"), OnHosts.class);
        run.endsWith(0);
        assertTrue(run.out().contains("[2] got 101"), run::out);
    }

    /** And each is told where the others are. */
    @Test
    void ranksAreFoundWhereTheirHostsWere() throws Exception {
        List<String> hosts = List.of("127.0.0.2", "me@127.0.0.3");
        for (String each : hosts) {
            Files.createDirectory(run.jobs().resolve(each));
        }
        runAt(List.of("--hosts", String.join(",", hosts), PATIENT), Behaviours.class, "wait", "0");
        List<Long> ranks = run.pids(2);
        for (int rank = 0; rank < 2; rank++) {
            String name = WireFiles.address(rank);
            List<Path> found = run.files().stream().filter(file -> file.endsWith(name)).toList();
            assertEquals(2, found.size(), found::toString);
            for (Path each : found) {
                assertArrayEquals(new byte[]{127, 0, 0, (byte) (2 + rank)},
                        Arrays.copyOf(Files.readAllBytes(each), 4), each::toString);
            }
        }
        run.process().destroy();
        run.endsWith(143);
        nothingIsLeft(ranks);
    }

    /** As a distribution does that writes it beside 127.0.1.1. Ranks of the other host do nothing meanwhile. */
    @Test
    void aHostThatTakesItsNameForItselfAloneIsRefusedWithWhatHelps() throws Exception {
        runAtNames(Map.of("a", "192.0.2.1", "b", "127.0.1.1"), List.of("--hosts", "a,b"), Behaviours.class,
                "sleep-unjoined");
        run.endsWith(2);
        assertTrue(run.err().contains("host b: ranks of other hosts would not find those of this one at 127.0.1.1, for "
                + "which it takes its name b: that address leads each host to itself: name one in --hosts at which "
                + "others find this host, or set PGAS_WIRE_HOST to it there"), run::err);
        nothingIsLeft(List.of());
    }

    @Test
    void anAddressThatLeadsEachHostToItselfIsRefusedWhereNotAllHostsHaveOne() throws Exception {
        Files.createDirectory(run.jobs().resolve("127.0.0.2"));
        runAtNames(Map.of("b", "192.0.2.1"), List.of("--hosts", "127.0.0.2,b"), Behaviours.class, "sleep-unjoined");
        run.endsWith(2);
        assertTrue(run.err().contains("host 127.0.0.2: ranks of other hosts would not find those of this one at "
                + "127.0.0.2: that address leads each host to itself"), run::err);
        nothingIsLeft(List.of());
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Dpgas.wire=local", "-Dpgas.wire.host=127.0.0.1"})
    void aHostThatTakesItsNameForItselfAloneServesWhereThatIsNotAskedFor(String option) throws Exception {
        runAtNames(Map.of("a", "127.0.0.1", "b", "127.0.1.1"), List.of("--hosts", "a,b", option), OnHosts.class);
        run.endsWith(0);
        assertTrue(run.out().contains("[1] got 100"), run::out);
    }

    @Test
    void aFileOfHostsServesTooAndFewerRanksLeaveTheLastOut() throws Exception {
        Path file = Files.writeString(directory.resolve("hosts"), "a slots=2 # this one\nb slots=4\n");
        run(List.of("--hostfile", file.toString(), "-n", "2", PATIENT), OnHosts.class);
        run.endsWith(0);
        assertTrue(run.out().contains("[1] rank 1 of 2 on host 0 of 1 with 2 neighbours"), run::out);
        assertEquals(1, agentLines().count());
    }

    @Test
    void theCodeOfJobExitIsThatOfTheJob() throws Exception {
        runPatiently("a:1,b:1", Behaviours.class, "job-exit", "1", "7");
        List<Long> ranks = run.pids(2);
        run.endsWith(7);
        nothingIsLeft(ranks);
    }

    @Test
    void jobExitWithZeroEndsAllRanksToo() throws Exception {
        runPatiently("a:1,b:1", Behaviours.class, "environment", "1", "HOME");
        run.endsWith(0);
        assertTrue(run.out().contains("[1] value " + System.getenv("HOME")), run::out);
    }

    @Test
    void aRankThatFailsIsNamedWithItsHostAndEndsTheOthers() throws Exception {
        runPatiently("a:1,b:1", Behaviours.class, "wait", "0");
        List<Long> ranks = run.pids(2);
        Trial.until(() -> run.out().contains("waiting"), "rank 0 to wait");
        Trial.signal("KILL", ranks.getLast());
        run.endsWith(137);
        assertTrue(run.err().contains("pgas: host b: rank 1 (pid " + ranks.getLast() + ") was killed by SIGKILL"),
                run::err);
        nothingIsLeft(ranks);
    }

    @Test
    void aRankThatNeverJoinsEndsTheJobAlsoOfAnotherHost() throws Exception {
        runPatiently("a:1,b:1", NeverJoined.class);
        run.endsWith(1);
        assertTrue(run.err().contains("ended without joining the job that rank 0 waits to start"), run::err);
    }

    /** Rank 0 joins; rank 1 ends at once. */
    public static final class NeverJoined {
        private NeverJoined() {}

        /** Takes no arguments. */
        public static void main(String[] args) {
            if (Integer.getInteger("pgas.rank") == 0) {
                org.pgas.Job.join();
            }
        }
    }

    @Test
    void aRankThatIsKilledBeforeItJoinsIsNamedWithItsHost() throws Exception {
        runPatiently("a:1,b:1", OneJoins.class);
        long pid = run.awaitNumber("[1] here ");
        Trial.signal("KILL", pid);
        run.endsWith(137);
        assertTrue(run.err().contains("pgas: host b: rank 1 (pid " + pid + ") was killed by SIGKILL"), run::err);
        nothingIsLeft(List.of(pid));
    }

    /** Rank 0 joins; rank 1 says which process it is, and does not. */
    public static final class OneJoins {
        private OneJoins() {}

        /** Takes no arguments. */
        public static void main(String[] args) {
            if (Integer.getInteger("pgas.rank") == 0) {
                org.pgas.Job.join();
            }
            System.out.println("here " + ProcessHandle.current().pid());
            Behaviours.sleepForEver();
        }
    }

    @Test
    void aLauncherThatIsKilledLeavesNoProcessAndNoFile() throws Exception {
        runPatiently("a:1,b:1", Behaviours.class, "wait", "0");
        List<Long> ranks = run.pids(2);
        assertFalse(run.files().isEmpty());
        run.process().destroyForcibly();
        nothingIsLeft(ranks);
    }

    @Test
    void aLauncherThatIsKilledLeavesNoRecordings() throws Exception {
        run(List.of("--hosts", "a:1,b:1", PATIENT, "--timeline", directory.resolve("trace.json").toString()),
                Behaviours.class, "wait", "0");
        List<Long> ranks = run.pids(2);
        assertEquals(1, run.recordings().size());
        run.process().destroyForcibly();
        nothingIsLeft(ranks);
        assertFalse(Files.exists(directory.resolve("trace.json")));
    }

    @Test
    void aLauncherThatIsKilledWhileAgentsStartLeavesNothing() throws Exception {
        runPatiently("a:1,b:1", Behaviours.class, "wait", "0");
        Trial.until(() -> agents().size() == 2, "agents");
        run.process().destroyForcibly();
        nothingIsLeft(List.of());
    }

    /** Agents do not hear of it; when it goes on, it finds that they have ended. */
    @Test
    void aLauncherThatIsStoppedLosesItsJob() throws Exception {
        run(List.of("--hosts", "a:1,b:1", "-Dpgas.host.timeout=10s"), Behaviours.class, "wait", "0");
        List<Long> ranks = run.pids(2);
        Trial.signal("STOP", run.process().pid());
        try {
            nothingIsLeft(ranks);
        } finally {
            Trial.signal("CONT", run.process().pid());
        }
        run.endsWith(1);
        for (String host : List.of("a", "b")) {
            assertTrue(run.err().contains("host " + host + ": pgas: the launcher is gone: host " + host
                    + " has heard nothing of it for 10000 ms"), run::err);
        }
    }

    @Test
    void aLauncherThatIsEndedEndsAllWithItsSignal() throws Exception {
        runPatiently("a:1,b:1", Behaviours.class, "wait", "0");
        List<Long> ranks = run.pids(2);
        run.process().destroy();
        run.endsWith(143);
        assertTrue(run.err().contains("the launcher received SIGTERM"), run::err);
        nothingIsLeft(ranks);
    }

    /** As by Ctrl-C, of which the commands that lead to agents hear nothing. */
    @Test
    void aLauncherThatIsInterruptedEndsAllAndSaysSo() throws Exception {
        runPatiently("a:1,b:1", Behaviours.class, "wait", "0");
        List<Long> ranks = run.pids(2);
        Trial.signal("INT", run.process().pid());
        run.endsWith(130);
        assertTrue(run.err().contains("the launcher received SIGINT"), run::err);
        nothingIsLeft(ranks);
    }

    @Test
    void anAgentThatIsKilledEndsTheJobWhichNamesItsHostAndWhatIsNotKnown() throws Exception {
        runPatiently("a:1,b:2", Behaviours.class, "wait", "0");
        List<Long> ranks = run.pids(3);
        Trial.signal("KILL", agent("b"));
        run.endsWith(1);
        assertTrue(run.err().contains("host b (ranks 1-2): "), run::err);
        assertTrue(run.err().contains("could not be confirmed"), run::err);
        nothingIsLeft(ranks);
    }

    @Test
    void aHostThatIsStoppedIsLost() throws Exception {
        run(List.of("--hosts", "a:1,b:1", "-Dpgas.host.timeout=10s"), Behaviours.class, "wait", "0");
        List<Long> ranks = run.pids(2);
        Trial.signal("STOP", agent("b"));
        try {
            run.endsWith(1);
        } finally {
            Trial.signal("CONT", agent("b"));
        }
        assertTrue(run.err().contains("host b (rank 1): nothing was heard of its agent for 10000 ms "
                + "(pgas.host.timeout)"), run::err);
        nothingIsLeft(ranks);
    }

    @Test
    void aHostThatCannotBeReachedIsNamedAndTheOthersEnd() throws Exception {
        runPatiently("a:1,nowhere:1", OnHosts.class);
        run.endsWith(1);
        assertTrue(run.err().contains("host nowhere: no such host: nowhere"), run::err);
        assertTrue(run.err().contains("host nowhere (rank 1): no agent could be started there"), run::err);
        nothingIsLeft(List.of());
    }

    @Test
    void theSecretIsInFilesOfTheOwnerAloneAndNowhereElse() throws Exception {
        runPatiently("a:1,b:1", Behaviours.class, "wait", "0");
        run.pids(2);
        List<Path> found = run.files().stream().filter(file -> file.endsWith(WireFiles.SECRET)).toList();
        assertEquals(2, found.size(), found::toString);
        byte[] secret = Files.readAllBytes(found.getFirst());
        assertEquals(WireFiles.SECRET_BYTES, secret.length);
        assertArrayEquals(secret, Files.readAllBytes(found.getLast()));
        for (Path each : found) {
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(each)));
            assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(each.getParent())));
        }
        List<String> forms = List.of(new String(secret, ISO_8859_1), HexFormat.of().formatHex(secret),
                Base64.getEncoder().encodeToString(secret));
        List<String> shown = new ArrayList<>();
        for (ProcessHandle each : ProcessHandle.allProcesses().toList()) {
            for (String file : List.of("cmdline", "environ")) {
                String text = readProcess(Path.of("/proc", Long.toString(each.pid()), file));
                if (forms.stream().anyMatch(text::contains)) {
                    shown.add(each.pid() + " " + file);
                }
            }
        }
        assertEquals(List.of(), shown);
    }

    /** Empty when the process has ended, or is not ours to read. */
    private static String readProcess(Path file) {
        try {
            return new String(Files.readAllBytes(file), ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    @Test
    void inputAndOutputAreAsOnOneHost() throws Exception {
        Path output = directory.resolve("output");
        run(List.of("--hosts", "a:1,b:1", PATIENT, "--output", output.toString()), Behaviours.class, "echo",
                "two  words");
        run.endsWith(0);
        List<String> first = Files.readAllLines(output.resolve("rank-0.out"));
        List<String> second = Files.readAllLines(output.resolve("rank-1.out"));
        assertTrue(first.containsAll(List.of("input <first>", "input <second>", "unfinished")), first::toString);
        assertTrue(second.contains("argument <two  words>"), second::toString);
        assertFalse(second.contains("input <first>"), second::toString);
        assertEquals("to standard error\n", Files.readString(output.resolve("rank-1.err")));
        assertTrue(Files.readString(output.resolve("rank-1.out")).endsWith("\nunfinished"), "no end was added");
    }

    @Test
    void muchOutputComesWhole() throws Exception {
        runPatiently("a:1,b:1", Behaviours.class, "flood", "400000");
        run.endsWith(0);
        for (String prefix : List.of("[0] ", "[1] ")) {
            List<String> lines = run.out().lines().filter(line -> line.startsWith(prefix)).toList();
            assertEquals(400_000, lines.size());
            assertEquals(prefix + 399_999, lines.getLast());
        }
    }

    @Test
    void theTimeoutEndsTheJobOnAllHostsAndSaysWhatRanksDo() throws Exception {
        run(List.of("--hosts", "a:1,b:1", PATIENT, "--timeout", "1s"), Behaviours.class, "sleep-unjoined");
        run.endsWith(124);
        assertTrue(run.err().contains("pgas: the job has run for 1s, its --timeout; ranks 0, 1: has not joined"),
                run::err);
    }

    @Test
    void aTimelineHasTheRanksOfAllHosts() throws Exception {
        Path trace = directory.resolve("trace.json");
        run(List.of("--hosts", "a:1,b:1", PATIENT, "--timeline", trace.toString()), OnHosts.class);
        run.endsWith(0);
        assertEquals("", run.err());
        String text = Files.readString(trace);
        assertTrue(text.contains("\"rank 0 of neighbourhood 0 (pid ") && text.contains("\"rank 1 of neighbourhood 1 "
                + "(pid "));
    }

    @Test
    void neighbourhoodsBesidesAreRefused() throws Exception {
        run(List.of("--hosts", "a:2,b:1", "--neighbourhoods", "3"), OnHosts.class);
        run.endsWith(2);
        assertTrue(run.err().contains("pgas.neighbourhoods=3 on 2 hosts: each host is one neighbourhood"), run::err);
        assertEquals(List.of(), agents());
    }
}
