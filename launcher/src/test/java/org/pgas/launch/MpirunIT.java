package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * {@code pgas run --one-per-host} under the {@code mpirun} of MPICH and of Open MPI, where they are installed. They
 * take two names for two hosts; in place of ssh a script runs on this one what they want to run there.
 */
class MpirunIT {
    /** Which mpirun. */
    enum Kind {
        /** PMI-1. */
        HYDRA("mpiexec.hydra", "-launcher", "ssh", "-launcher-exec", "THERE", "-iface", "lo", "-hosts", "hosta,hostb",
                "-ppn", "1", "-n", "2"),
        /** PMIx. Without the first setting its two daemons on one machine get into each other's way. */
        OPEN_MPI("mpirun.openmpi", "--allow-run-as-root",
                "--mca", "rtc_hwloc_vmhole", "none", "--mca", "plm", "rsh", "--mca", "plm_rsh_agent", "THERE",
                "--mca", "oob_tcp_if_include", "lo", "-x", "PGAS_DIR", "-x", "PGAS_WIRE_HOST", "-H", "hosta:1,hostb:1",
                "--map-by", "ppr:1:node");

        private final List<String> words;

        Kind(String... words) {
            this.words = List.of(words);
        }

        List<String> words(Path there) {
            String command = words.getFirst();
            assumeTrue(Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                    .anyMatch(each -> Files.isExecutable(Path.of(each, command))), command + " is not installed");
            return words.stream().map(word -> word.equals("THERE") ? there.toString() : word).toList();
        }
    }

    @TempDir
    Path directory;

    private HostsRun run;
    private Path there;
    private Path temporary;

    @BeforeEach
    void prepare() throws IOException {
        run = new HostsRun(directory);
        temporary = Files.createDirectory(directory.resolve("mpi"));
        Files.createDirectory(run.jobs().resolve("own"));
        // options, a host, and words for a shell; daemons of two hosts would make the same directories at once
        there = Files.writeString(directory.resolve("there"), """
                #!/bin/sh
                while [ "${1#-}" != "$1" ]; do
                    shift
                done
                TMPDIR=$TMPDIR/$1
                shift
                mkdir "$TMPDIR" && exec sh -c "$*"
                """);
        Files.setPosixFilePermissions(there, PosixFilePermissions.fromString("rwx------"));
    }

    private void start(Kind kind, List<String> options, Class<?> program, String... arguments) throws IOException {
        run.start(kind.words(there), Map.of("PGAS_DIR", run.jobs().resolve("own").toString(), "PGAS_WIRE_HOST",
                "127.0.0.1", "TMPDIR", temporary.toString()),
                Stream.concat(Stream.of("--one-per-host", "-n", "3", HostsRun.PATIENT), options.stream()).toList(),
                program, arguments);
    }

    @AfterEach
    void end() throws Exception {
        run.end();
    }

    @ParameterizedTest
    @EnumSource
    void hostsFindEachOtherByWhatItKeepsForThem(Kind kind) throws Exception {
        start(kind, List.of(), OnHosts.class);
        run.endsAsOneJob();
    }

    @ParameterizedTest
    @EnumSource
    void settingsServeWhereItKeepsNothing(Kind kind) throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[]{127, 0, 0, 2}))) {
            port = free.getLocalPort();
        }
        Path secret = Files.write(directory.resolve("secret"), new byte[32]);
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        start(kind, List.of("-Dpgas.rendezvous=127.0.0.2:" + port, "-Dpgas.rendezvous.secret=" + secret),
                OnHosts.class);
        run.endsAsOneJob();
    }

    /** Then only the address goes that way. */
    @ParameterizedTest
    @EnumSource
    void aSecretInAFileServesToo(Kind kind) throws Exception {
        Path secret = Files.write(directory.resolve("secret"), new byte[32]);
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        start(kind, List.of("-Dpgas.rendezvous.secret=" + secret), OnHosts.class);
        run.endsAsOneJob();
    }

    @ParameterizedTest
    @EnumSource
    void theCodeOfARankThatFailsIsThatOfAll(Kind kind) throws Exception {
        start(kind, List.of(), Behaviours.class, "halt", "2", "9");
        run.endsWith(9);
        assertTrue(run.err().contains("pgas: host 1 at 127.0.0.1: rank 2 (pid "), run::err);
        run.nothingIsLeft(List.of());
    }

    @ParameterizedTest
    @EnumSource
    void whenItIsEndedNothingIsLeft(Kind kind) throws Exception {
        start(kind, List.of(), Behaviours.class, "wait", "0");
        List<Long> ranks = run.pids(3);
        run.process().destroy();
        assertTrue(run.process().waitFor(Trial.LIMIT.toSeconds(), TimeUnit.SECONDS), run::err);
        run.nothingIsLeft(ranks);
    }

    @ParameterizedTest
    @EnumSource
    void whenItIsKilledNothingIsLeft(Kind kind) throws Exception {
        start(kind, List.of(), Behaviours.class, "wait", "0");
        List<Long> ranks = new ArrayList<>(run.pids(3));
        run.process().descendants().map(ProcessHandle::pid).forEach(ranks::add);
        run.process().destroyForcibly();
        run.nothingIsLeft(ranks);
    }
}
