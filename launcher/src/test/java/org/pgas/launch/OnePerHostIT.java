package org.pgas.launch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code pgas run --one-per-host} as a scheduler starts it: a process for each host, all on this machine, with the
 * variables that a pod of an Indexed Job of Kubernetes has, or a task of {@code srun}.
 */
class OnePerHostIT {
    /** An address of this machine, for host 0. */
    private static final byte[] ADDRESS = {127, 0, 0, 2};

    @TempDir
    Path directory;

    private final List<HostsRun> hosts = new ArrayList<>();
    private Path secret;
    private int port;
    private int started;

    @BeforeEach
    void prepare() throws IOException {
        secret = secretFile("secret", 11);
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getByAddress(ADDRESS))) {
            port = free.getLocalPort();
        }
    }

    private Path secretFile(String name, long seed) throws IOException {
        byte[] bytes = new byte[32];
        new SplittableRandom(seed).nextBytes(bytes);
        Path file = Files.write(directory.resolve(name), bytes);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return file;
    }

    @AfterEach
    void end() throws Exception {
        for (HostsRun each : hosts) {
            each.process().destroyForcibly();
        }
        for (HostsRun each : hosts) {
            each.end();
        }
    }

    /** Of a pod. */
    private Map<String, String> pod(int index, int count) {
        return Map.of("JOB_COMPLETION_INDEX", Integer.toString(index), "PGAS_HOST_COUNT", Integer.toString(count),
                "PGAS_RENDEZVOUS", "127.0.0.2:" + port, "PGAS_RENDEZVOUS_SECRET", secret.toString());
    }

    private static Map<String, String> with(Map<String, String> base, String... pairs) {
        Map<String, String> all = new HashMap<>(base);
        for (int i = 0; i < pairs.length; i += 2) {
            all.put(pairs[i], pairs[i + 1]);
        }
        return all;
    }

    /** A process on a host of its own, which has a directory for files of jobs. */
    private HostsRun start(Map<String, String> variables, List<String> options, Class<?> program,
            String... arguments) throws IOException {
        HostsRun host = new HostsRun(Files.createDirectory(directory.resolve("host" + started++)));
        Path jobs = Files.createDirectory(host.jobs().resolve("own"));
        hosts.add(host);
        host.start(List.of(), with(variables, "PGAS_DIR", jobs.toString()),
                Stream.concat(Stream.of("--one-per-host"), options.stream()).toList(), program, arguments);
        return host;
    }

    /** All processes of a job, as of pods. */
    private void startAll(int count, int ranks, Class<?> program, String... arguments) throws IOException {
        for (int index = 0; index < count; index++) {
            start(pod(index, count), List.of("-n", Integer.toString(ranks), HostsRun.PATIENT), program, arguments);
        }
    }

    private void allEndWith(int code) throws InterruptedException {
        for (HostsRun each : hosts) {
            each.endsWith(code);
        }
    }

    private void nothingIsLeft(List<Long> ranks) {
        hosts.forEach(each -> each.nothingIsLeft(ranks));
    }

    @Test
    void processesOfThreeHostsAreOneJob() throws Exception {
        startAll(3, 5, OnHosts.class);
        allEndWith(0);
        assertEquals(List.of("[0] got 104", "[0] rank 0 of 5 on host 0 of 3 with 2 neighbours",
                "[1] got 100", "[1] rank 1 of 5 on host 0 of 3 with 2 neighbours",
                "[2] got 101", "[2] rank 2 of 5 on host 1 of 3 with 2 neighbours",
                "[3] got 102", "[3] rank 3 of 5 on host 1 of 3 with 2 neighbours",
                "[4] got 103", "[4] rank 4 of 5 on host 2 of 3 with 1 neighbours"),
                hosts.getFirst().out().lines().sorted().toList());
        for (HostsRun each : hosts) {
            assertEquals("", each.err());
        }
        assertEquals("", hosts.get(1).out() + hosts.get(2).out());
        nothingIsLeft(List.of());
    }

    @Test
    void messagesGoBetweenThemAndHost0IsFoundByItsName() throws Exception {
        for (int index = 0; index < 2; index++) {
            start(with(pod(index, 2), "PGAS_RENDEZVOUS", "localhost:" + port), List.of("-n", "2", HostsRun.PATIENT),
                    NetworksIT.Squares.class);
        }
        allEndWith(0);
        assertEquals(List.of("[0] got 9", "[1] got 16"), hosts.getFirst().out().lines().sorted().toList());
    }

    /** As srun tells its tasks. */
    @Test
    void tasksOfSrunAreOneJob() throws Exception {
        for (int index = 0; index < 2; index++) {
            start(Map.of("SLURM_JOB_ID", "901", "SLURM_STEP_ID", "0", "SLURM_PROCID", Integer.toString(index),
                    "SLURM_STEP_NUM_TASKS", "2", "SLURM_STEP_NUM_NODES", "2"),
                    List.of("-n", "2", HostsRun.PATIENT, "-Dpgas.rendezvous=127.0.0.2:" + port,
                            "-Dpgas.rendezvous.secret=" + secret),
                    OnHosts.class);
        }
        allEndWith(0);
        assertEquals(4, hosts.getFirst().out().lines().count());
    }

    @Test
    void aJobOfOneHostNeedsNoRendezvous() throws Exception {
        start(Map.of("JOB_COMPLETION_INDEX", "0", "PGAS_HOST_COUNT", "1"), List.of("-n", "2", HostsRun.PATIENT),
                OnHosts.class);
        allEndWith(0);
        assertEquals(4, hosts.getFirst().out().lines().count());
        nothingIsLeft(List.of());
    }

    @Test
    void theCodeOfARankThatFailsIsThatOfAllProcesses() throws Exception {
        startAll(2, 2, Behaviours.class, "halt", "1", "9");
        allEndWith(9);
        assertTrue(hosts.getFirst().err().contains("pgas: host 1 at 127.0.0.1: rank 1 (pid "),
                hosts.getFirst()::err);
        nothingIsLeft(List.of());
    }

    /** As a scheduler ends one, or all. */
    @Test
    void aProcessThatIsEndedEndsTheJobOnAllHosts() throws Exception {
        startAll(2, 2, Behaviours.class, "wait", "0");
        List<Long> ranks = hosts.getFirst().pids(2);
        hosts.get(1).process().destroy();
        allEndWith(143);
        assertTrue(hosts.getFirst().err().contains("host 1 at 127.0.0.1: the agent received SIGTERM"),
                hosts.getFirst()::err);
        nothingIsLeft(ranks);
    }

    @Test
    void theLauncherThatIsEndedEndsTheJobOnAllHosts() throws Exception {
        startAll(2, 2, Behaviours.class, "wait", "0");
        List<Long> ranks = hosts.getFirst().pids(2);
        hosts.getFirst().process().destroy();
        allEndWith(143);
        nothingIsLeft(ranks);
    }

    @Test
    void aProcessThatIsKilledIsNamedAndNothingIsLeft() throws Exception {
        startAll(3, 3, Behaviours.class, "wait", "0");
        List<Long> ranks = hosts.getFirst().pids(3);
        Trial.signal("KILL", hosts.get(1).process().pid());
        hosts.getFirst().endsWith(1);
        hosts.get(1).endsWith(137);
        hosts.get(2).endsWith(1);
        assertTrue(hosts.getFirst().err().contains("host 1 at 127.0.0.1 (rank 1): "), hosts.getFirst()::err);
        assertTrue(hosts.getFirst().err().contains("could not be confirmed"), hosts.getFirst()::err);
        nothingIsLeft(ranks);
    }

    @Test
    void theLauncherThatIsKilledLeavesNothing() throws Exception {
        startAll(2, 2, Behaviours.class, "wait", "0");
        List<Long> ranks = hosts.getFirst().pids(2);
        Trial.signal("KILL", hosts.getFirst().process().pid());
        hosts.get(1).endsWith(1);
        assertTrue(hosts.get(1).err().contains("pgas: the launcher is gone: "), hosts.get(1)::err);
        nothingIsLeft(ranks);
    }

    @Test
    void aHostThatIsStoppedIsLost() throws Exception {
        for (int index = 0; index < 2; index++) {
            start(pod(index, 2), List.of("-n", "2", "-Dpgas.host.timeout=10s"), Behaviours.class, "wait", "0");
        }
        List<Long> ranks = hosts.getFirst().pids(2);
        long stopped = hosts.get(1).process().pid();
        Trial.signal("STOP", stopped);
        try {
            hosts.getFirst().endsWith(1);
        } finally {
            Trial.signal("CONT", stopped);
        }
        assertTrue(hosts.getFirst().err().contains("host 1 at 127.0.0.1 (rank 1): nothing was heard of its agent for "
                + "10000 ms (pgas.host.timeout)"), hosts.getFirst()::err);
        hosts.get(1).endsWith(1);
        nothingIsLeft(ranks);
    }

    @Test
    void anotherSecretKeepsAHostOutAndBothSidesSayWhy() throws Exception {
        List<String> options = List.of("-n", "2", "-Dpgas.rendezvous.timeout=15s");
        start(pod(0, 2), options, OnHosts.class);
        start(with(pod(1, 2), "PGAS_RENDEZVOUS_SECRET", secretFile("other", 12).toString()), options, OnHosts.class);
        allEndWith(1);
        String first = hosts.getFirst().err();
        assertTrue(first.contains("a caller from 127.0.0.1 was turned away: its proof is wrong: it has another secret"),
                first);
        assertTrue(first.contains("no process with index 1 has called host 0 at 127.0.0.2 port " + port), first);
        String second = hosts.getLast().err();
        assertTrue(second.contains("host 1 of 2 could not reach host 0 at 127.0.0.2 port " + port), second);
        nothingIsLeft(List.of());
    }

    @Test
    void strangersThatSayNothingHoldUpNoJob() throws Exception {
        start(pod(0, 2), List.of("-n", "2", HostsRun.PATIENT), OnHosts.class);
        List<Socket> silent = new ArrayList<>();
        try {
            Trial.until(() -> {
                try {
                    silent.add(new Socket(InetAddress.getByAddress(ADDRESS), port));
                } catch (IOException e) {
                    // not yet
                }
                return silent.size() >= 100;
            }, "100 connections");
            start(pod(1, 2), List.of("-n", "2", HostsRun.PATIENT), OnHosts.class);
            allEndWith(0);
            assertEquals("", hosts.getFirst().err());
        } finally {
            for (Socket each : silent) {
                each.close();
            }
        }
    }

    @Test
    void aHostThatNeverComesIsNamedAndThoseThatHaveComeAreTold() throws Exception {
        List<String> options = List.of("-n", "3", "-Dpgas.rendezvous.timeout=15s");
        start(pod(0, 3), options, OnHosts.class);
        start(pod(1, 3), options, OnHosts.class);
        allEndWith(1);
        String missing = "pgas: no process with index 2 has called host 0 at 127.0.0.2 port " + port
                + " in time (pgas.rendezvous.timeout), and the job has 3 hosts";
        for (HostsRun each : hosts) {
            assertTrue(each.err().contains(missing), each::err);
        }
        nothingIsLeft(List.of());
    }

    @Test
    void aSecondProcessOfAHostIsRefused() throws Exception {
        List<String> options = List.of("-n", "3", HostsRun.PATIENT);
        start(pod(0, 3), options, OnHosts.class);
        HostsRun one = start(pod(1, 3), options, OnHosts.class);
        HostsRun other = start(pod(1, 3), options, OnHosts.class);
        Trial.until(() -> !one.process().isAlive() || !other.process().isAlive(), "one of the two to end");
        HostsRun refused = one.process().isAlive() ? other : one;
        refused.endsWith(1);
        assertTrue(refused.err().contains("a process with index 1 has called before, from 127.0.0.1"), refused::err);
        hosts.remove(refused);
        start(pod(2, 3), options, OnHosts.class);
        allEndWith(0);
    }

    /** Of the rendezvous, and what is made of it. */
    @Test
    void theSecretIsOnNoCommandLineAndInNoEnvironment() throws Exception {
        startAll(2, 2, Behaviours.class, "wait", "0");
        List<Long> ranks = hosts.getFirst().pids(2);
        byte[] bytes = Files.readAllBytes(secret);
        List<String> forms = List.of(new String(bytes, ISO_8859_1), HexFormat.of().formatHex(bytes));
        for (ProcessHandle each : ProcessHandle.allProcesses().toList()) {
            for (String file : List.of("cmdline", "environ")) {
                String text = readProcess(Path.of("/proc", Long.toString(each.pid()), file));
                assertFalse(forms.stream().anyMatch(text::contains), () -> each.pid() + " " + file);
            }
        }
        hosts.getFirst().process().destroy();
        allEndWith(143);
        nothingIsLeft(ranks);
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
    void whatIsMissingIsSaidAtOnce() throws Exception {
        start(Map.of(), List.of("-n", "2"), OnHosts.class);
        start(Map.of("SLURM_JOB_ID", "901", "SLURM_STEP_ID", "0", "SLURM_PROCID", "1", "SLURM_STEP_NUM_TASKS", "2",
                "SLURM_STEP_NUM_NODES", "2"), List.of("-n", "2"), OnHosts.class);
        start(pod(0, 3), List.of("-n", "2"), OnHosts.class);
        start(pod(0, 2), List.of("-n", "2", "--hosts", "a,b"), OnHosts.class);
        allEndWith(2);
        assertTrue(hosts.get(0).err().contains("no scheduler has said which host this is"), hosts.get(0)::err);
        assertTrue(hosts.get(1).err().contains("srun offers neither PMI nor PMIx here: set pgas.rendezvous="),
                hosts.get(1)::err);
        assertTrue(hosts.get(2).err().contains("2 ranks (-n) on 3 hosts: each host needs a rank"), hosts.get(2)::err);
        assertTrue(hosts.get(3).err().contains("--one-per-host leaves hosts to a scheduler"), hosts.get(3)::err);
    }

    @Test
    void whatHost0CannotStartIsToldToAll() throws Exception {
        start(pod(0, 2), List.of("-n", "2", "-Dpgas.neighbourhoods=3"), OnHosts.class);
        start(pod(1, 2), List.of("-n", "2"), OnHosts.class);
        allEndWith(2);
        assertTrue(hosts.getLast().err().contains("pgas: host 0 could not start the job: pgas.neighbourhoods=3 on 2 "
                + "hosts"), hosts.getLast()::err);
    }
}
