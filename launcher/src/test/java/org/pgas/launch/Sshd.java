package org.pgas.launch;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Servers of ssh for tests, one at each address, at one free port, with keys of their own, for this user alone. A
 * command {@code ssh} that is in front of all others in {@link #environment} leads to them.
 *
 * <p>Where there is no sshd, or it may not run, the test that asks for one is skipped with the reason.
 */
final class Sshd implements AutoCloseable {
    /** Where distributions have it; it is in few paths. */
    private static final List<Path> PLACES = List.of(Path.of("/usr/sbin/sshd"), Path.of("/usr/bin/sshd"),
            Path.of("/usr/local/sbin/sshd"));

    /** A server of root wants an empty directory here. */
    private static final Path PRIVILEGE_SEPARATION = Path.of("/run/sshd");

    private static final int ATTEMPTS = 3;
    private static final long CALL_SECONDS = 20;

    private final Path directory;
    private final List<Process> servers = new ArrayList<>();

    private Sshd(Path directory) {
        this.directory = directory;
    }

    /**
     * Starts a server for each address.
     *
     * @param directory empty, for keys and the like
     * @param networks by address, the words that lead a command into the network that has it; none for this one
     * @param caller the words that lead a command to where {@code ssh} is called
     */
    static Sshd start(Path directory, Map<String, List<String>> networks, List<String> caller) throws Exception {
        Path server = PLACES.stream().filter(Files::isExecutable).findFirst().orElse(null);
        if (server == null) {
            return abort("no sshd is installed");
        }
        makeKey(directory.resolve("host-key"));
        makeKey(directory.resolve("key"));
        Files.copy(directory.resolve("key.pub"), directory.resolve("authorized"));
        String why = "";
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Sshd sshd = new Sshd(directory);
            // another process may have it before the servers do
            sshd.configure(freePort());
            for (Map.Entry<String, List<String>> each : networks.entrySet()) {
                sshd.serve(server, each.getKey(), each.getValue());
            }
            why = sshd.tryOut(networks.keySet(), caller);
            if (why.isEmpty()) {
                return sshd;
            }
            sshd.close();
        }
        return abort("sshd does not run here: " + why);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void makeKey(Path file) throws Exception {
        String complaint = Commands.run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", file.toString());
        if (!complaint.isEmpty()) {
            abort("no keys for ssh can be made: " + complaint);
        }
    }

    private void configure(int port) throws IOException {
        Files.write(directory.resolve("sshd_config"), List.of("Port " + port,
                "HostKey " + directory.resolve("host-key"),
                "AuthorizedKeysFile " + directory.resolve("authorized"), "PidFile none", "StrictModes no",
                "UsePAM no", "PasswordAuthentication no", "KbdInteractiveAuthentication no", "PermitRootLogin yes",
                "UseDNS no", "PrintMotd no"));
        Files.writeString(directory.resolve("known"), "pgas-test " + Files.readString(directory.resolve(
                "host-key.pub")));
        Files.write(directory.resolve("ssh_config"), List.of("Host *", "Port " + port, "HostKeyAlias pgas-test",
                "UserKnownHostsFile " + directory.resolve("known"), "GlobalKnownHostsFile /dev/null",
                "StrictHostKeyChecking yes", "IdentityFile " + directory.resolve("key"), "IdentitiesOnly yes",
                "IdentityAgent none", "LogLevel ERROR"));
        Path command = Files.writeString(Files.createDirectories(directory.resolve("bin")).resolve("ssh"), """
                #!/bin/sh
                PATH=${PATH#*:}
                exec ssh -F '%s' "$@"
                """.formatted(directory.resolve("ssh_config")));
        Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwx------"));
    }

    private void serve(Path server, String address, List<String> network) throws IOException {
        String words = "exec " + server + " -D -e -f '" + directory.resolve("sshd_config") + "' -o ListenAddress="
                + address;
        List<String> command = new ArrayList<>(network);
        if (System.getProperty("user.name").equals("root") && !Files.isDirectory(PRIVILEGE_SEPARATION)) {
            // where no other process sees it
            command.addAll(List.of("unshare", "-m"));
            words = "mount -t tmpfs tmpfs " + PRIVILEGE_SEPARATION.getParent() + " && mkdir " + PRIVILEGE_SEPARATION
                    + " && " + words;
        }
        command.addAll(List.of("sh", "-c", words));
        servers.add(new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(directory.resolve("log-" + address).toFile()).start());
    }

    /** Empty when all can be called; else what does not go. */
    private String tryOut(Iterable<String> addresses, List<String> caller) throws Exception {
        String why = "";
        for (String each : addresses) {
            long begin = System.nanoTime();
            List<String> command = new ArrayList<>(caller);
            command.addAll(List.of(directory.resolve("bin").resolve("ssh").toString(), "-o", "BatchMode=yes", "-o",
                    "ConnectTimeout=5", each, "true"));
            do {
                why = Commands.run(environment(), command);
            } while (!why.isEmpty() && servers.stream().allMatch(Process::isAlive)
                    && System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(CALL_SECONDS));
            if (!why.isEmpty()) {
                return why + "; " + Files.readString(directory.resolve("log-" + each)).strip();
            }
        }
        return why;
    }

    /** What a process needs in its environment that is to call them. */
    Map<String, String> environment() {
        return Map.of("PATH", directory.resolve("bin") + ":" + System.getenv("PATH"));
    }

    /** From now on nobody is let in. */
    void letNobodyIn() throws IOException {
        Files.delete(directory.resolve("authorized"));
    }

    /** Whether anything runs of what they were called for. */
    boolean isBusy() {
        return servers.stream().anyMatch(each -> each.descendants().findAny().isPresent());
    }

    @Override
    public void close() {
        servers.forEach(each -> each.descendants().forEach(ProcessHandle::destroyForcibly));
        servers.forEach(Process::destroyForcibly);
        for (Process each : servers) {
            each.onExit().join();
        }
    }
}
