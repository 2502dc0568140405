package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code pgas run --hosts} over ssh, with a server for each of two addresses of this machine. */
class SshIT {
    private static final String FIRST = "127.0.0.1";
    private static final String SECOND = "127.0.0.2";

    @TempDir
    Path directory;

    private HostsRun run;
    private Sshd sshd;

    @BeforeEach
    void prepare() throws Exception {
        run = new HostsRun(directory);
        sshd = Sshd.start(Files.createDirectory(directory.resolve("ssh")), Map.of(FIRST, List.of(), SECOND, List.of()),
                List.of());
    }

    @AfterEach
    void end() throws Exception {
        if (sshd != null) {
            try {
                run.end();
            } finally {
                sshd.close();
            }
        }
    }

    private void start(String hosts, Class<?> program, String... arguments) throws IOException {
        Path both = Files.createDirectories(run.jobs().resolve("both"));
        Map<String, String> environment = new HashMap<>(sshd.environment());
        environment.put("OF_LAUNCHER", "it's here");
        run.start(List.of(), environment, List.of("--hosts", hosts, "--dir", both.toString(), HostsRun.PATIENT),
                program, arguments);
    }

    private void nothingIsLeft(List<Long> ranks) {
        run.nothingIsLeft(ranks);
        Trial.until(() -> !sshd.isBusy(), "what the servers of ssh have started to end");
    }

    /** Of the launcher. */
    private ProcessHandle sshTo(String host) {
        return run.process().children().filter(each -> words(each).contains(host)).findFirst().orElseThrow();
    }

    private static List<String> words(ProcessHandle process) {
        try {
            return List.of(Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"),
                    StandardCharsets.ISO_8859_1).split("\0"));
        } catch (IOException e) {
            return List.of();
        }
    }

    @Test
    void ranksOfHostsThatSshLeadsToAreOneJob() throws Exception {
        start(FIRST + ":2," + SECOND + ":1", OnHosts.class);
        run.endsAsOneJob();
        nothingIsLeft(List.of());
    }

    @Test
    void inputAndWordsComeThere() throws Exception {
        start(FIRST + "," + SECOND, Behaviours.class, "echo", "two  words", "it's $HOME");
        run.endsWith(0);
        assertTrue(run.out().lines().toList().containsAll(List.of("[0] argument <two  words>",
                "[1] argument <it's $HOME>", "[0] input <first>", "[0] input <second>")), run::out);
    }

    @Test
    void theCodeOfJobExitIsThatOfTheJob() throws Exception {
        start(FIRST + "," + SECOND, Behaviours.class, "job-exit", "1", "7");
        List<Long> ranks = run.pids(2);
        run.endsWith(7);
        nothingIsLeft(ranks);
    }

    /** Ssh takes no variable there by itself. */
    @Test
    void theEnvironmentOfTheLauncherCanBeAskedForThere() throws Exception {
        start(FIRST + "," + SECOND, Behaviours.class, "environment", "1", "OF_LAUNCHER");
        List<Long> ranks = run.pids(2);
        run.endsWith(0);
        assertTrue(run.out().contains("[1] value it's here"), run::out);
        nothingIsLeft(ranks);
    }

    @Test
    void aRankThatIsKilledIsNamedWithItsHostAndEndsTheOthers() throws Exception {
        start(FIRST + "," + SECOND, Behaviours.class, "wait", "0");
        List<Long> ranks = run.pids(2);
        Trial.signal("KILL", ranks.getLast());
        run.endsWith(137);
        assertTrue(run.err().contains("pgas: host " + SECOND + ": rank 1 (pid " + ranks.getLast()
                + ") was killed by SIGKILL"), run::err);
        nothingIsLeft(ranks);
    }

    @Test
    void aLauncherThatIsKilledLeavesNothing() throws Exception {
        start(FIRST + "," + SECOND, Behaviours.class, "wait", "0");
        List<Long> ranks = run.pids(2);
        run.process().destroyForcibly();
        nothingIsLeft(ranks);
    }

    @Test
    void aConnectionThatEndsTakesTheJobWithIt() throws Exception {
        start(FIRST + "," + SECOND, Behaviours.class, "wait", "0");
        List<Long> ranks = run.pids(2);
        sshTo(SECOND).destroyForcibly();
        run.endsWith(1);
        assertTrue(run.err().contains("host " + SECOND + " (rank 1): its agent is gone (ssh ended with code 137); "
                + "whether its processes have ended"), run::err);
        nothingIsLeft(ranks);
    }

    @Test
    void aHostThatLetsNobodyInIsNamedWithWhatSshSays() throws Exception {
        sshd.letNobodyIn();
        start(FIRST, OnHosts.class);
        run.endsWith(1);
        assertTrue(run.err().contains("host " + FIRST + ": ") && run.err().contains("Permission denied (publickey"),
                run::err);
        assertTrue(run.err().contains("host " + FIRST + " (rank 0): no agent could be started there (ssh ended with "
                + "code 255)"), run::err);
        nothingIsLeft(List.of());
    }
}
