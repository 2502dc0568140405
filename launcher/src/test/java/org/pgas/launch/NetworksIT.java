package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.HandlerEntry;
import org.pgas.HandlerTable;
import org.pgas.Job;

/** {@code pgas run --hosts} over two networks, in each of which there is one host with an address of its own. */
class NetworksIT {
    private static final List<String> HOSTS = Networks.ADDRESSES;

    @TempDir
    Path directory;

    private HostsRun run;
    private Networks networks;

    @BeforeEach
    void prepare() throws Exception {
        run = new HostsRun(directory);
        networks = Networks.make();
    }

    @AfterEach
    void end() throws Exception {
        if (networks != null) {
            try {
                run.end();
            } finally {
                networks.close();
            }
        }
    }

    /** Each host has a directory of its own for files of jobs. */
    private void start(Class<?> program) throws IOException {
        Path script = Files.writeString(directory.resolve("there"), """
                #!/bin/sh
                host=$1
                shift
                case $host in
                    %s) in="%s" ;;
                    %s) in="%s" ;;
                esac
                PGAS_DIR="%s/$host" exec $in "$@"
                """.formatted(HOSTS.getFirst(), String.join(" ", networks.into(0)), HOSTS.getLast(),
                String.join(" ", networks.into(1)), run.jobs()));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        for (String each : HOSTS) {
            Files.createDirectory(run.jobs().resolve(each));
        }
        run.start(List.of(), Map.of(), List.of("--hosts", HOSTS.getFirst() + ":2," + HOSTS.getLast() + ":1",
                "--launch-with", script.toString(), HostsRun.PATIENT), program);
    }

    @Test
    void ranksPutAcrossThem() throws Exception {
        start(OnHosts.class);
        run.endsAsOneJob();
    }

    @Test
    void ranksSendMessagesAcrossThem() throws Exception {
        start(Squares.class);
        run.endsWith(0);
        assertEquals(IntStream.range(0, 3).mapToObj(rank -> "[" + rank + "] got " + (rank + 3) * (rank + 3)).toList(),
                run.out().lines().sorted().toList());
        assertEquals("", run.err());
        run.nothingIsLeft(List.of());
    }

    /** Each rank asks the next one for a square. */
    public static final class Squares {
        private Squares() {}

        /** Takes no arguments. */
        public static void main(String[] args) {
            try (Job job = Job.join()) {
                job.attach(job.pageBytes());
                int[] answer = new int[1];
                HandlerTable handlers = job.endpoint().handlers();
                int keep = handlers.register(HandlerEntry.ofShort(token -> answer[0] = token.argument(0)).reply()
                        .arguments(1));
                int square = handlers.register(HandlerEntry.ofShort(token -> token.replyShort(keep,
                        token.argument(0) * token.argument(0))).request().arguments(1));
                job.world().barrier();
                job.world().am().requestShort((job.rank() + 1) % job.size(), square, 3 + job.rank());
                job.blockUntil(() -> answer[0] != 0);
                System.out.println("got " + answer[0]);
                job.world().barrier();
            }
        }
    }

    /** The launcher is in one of them: it hears nothing of the other one, nor the agent there of it. */
    @Test
    void aPartitionEndsBothSides() throws Exception {
        Path both = Files.createDirectory(run.jobs().resolve("both"));
        try (Sshd sshd = Sshd.start(Files.createDirectory(directory.resolve("ssh")),
                Map.of(HOSTS.getFirst(), networks.into(0), HOSTS.getLast(), networks.into(1)), networks.into(0))) {
            run.start(networks.into(0), sshd.environment(), List.of("--hosts", String.join(",", HOSTS), "--dir",
                    both.toString(), "-Dpgas.host.timeout=10s"), Behaviours.class, "wait", "0");
            List<Long> ranks = run.pids(2);
            networks.cut();
            run.endsWith(1);
            assertTrue(run.err().contains("host " + HOSTS.getLast() + " (rank 1): nothing was heard of its agent for "
                    + "10000 ms (pgas.host.timeout)"), run::err);
            run.nothingIsLeft(ranks);
        }
    }
}
