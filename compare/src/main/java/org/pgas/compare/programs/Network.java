package org.pgas.compare.programs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Two hosts, as far as the measured programs can tell: two network namespaces of this machine, joined by a veth pair,
 * each with a host name and an address of its own, and with both in its table of hosts. Memory, files and processes are
 * this machine's. Nothing of the machine's own network is changed; the namespaces end with their {@link Workshop}.
 *
 * <p>Where namespaces cannot be made, which takes root and iproute2, both hosts are this one, at two addresses of its
 * loopback.
 */
public final class Network {
    /** How many hosts there are. */
    static final int HOSTS = 2;

    private static final Path NAMESPACES = Path.of("/run/netns");
    private static final Pattern NAME = Pattern.compile("pgas-(\\d{1,18})-[ab]");
    private static final List<String> LOOPBACK = List.of("127.0.0.2", "127.0.0.3");
    private static final String SUBNET = "10.213.0.";
    private static final int SUBNET_BITS = 24;
    private static final long COMMAND_SECONDS = 20;

    private final List<String> names;
    private final List<String> addresses;
    private final String description;
    private final Path agent;
    private final Path boundAgent;
    private final Host host;
    private final Path table;

    private Network(List<String> names, List<String> addresses, String description, Workshop workshop, Path table) {
        this.names = names;
        this.addresses = addresses;
        this.description = description;
        agent = workshop.file("agent");
        boundAgent = workshop.file("bound-agent");
        host = workshop.host();
        this.table = table;
    }

    /** Makes the hosts, or says in {@link #description} why there is only this one. */
    public static Network make(Workshop workshop) throws IOException, InterruptedException {
        Optional<String> missing = missing();
        if (missing.isPresent()) {
            return ofThisHost(workshop, missing.get());
        }
        removeLeft();
        String number = Long.toString(ProcessHandle.current().pid());
        List<String> names = List.of("pgas-" + number + "-a", "pgas-" + number + "-b");
        List<String> addresses = List.of(SUBNET + 1, SUBNET + 2);
        Network made = new Network(names, addresses, "two network namespaces of this machine, joined by a veth pair",
                workshop, workshop.file("hosts"));
        workshop.atEnd(() -> names.forEach(Network::remove));
        made.write();
        for (List<String> command : made.commands()) {
            String problem = run(command);
            if (!problem.isEmpty()) {
                names.forEach(Network::remove);
                return ofThisHost(workshop, String.join(" ", command).replace(number + "-", "") + ": " + problem);
            }
        }
        return made;
    }

    /** What comparisons have left that were killed: names have the number of the process that made them. */
    private static void removeLeft() throws IOException {
        if (!Files.isDirectory(NAMESPACES)) {
            return;
        }
        try (Stream<Path> all = Files.list(NAMESPACES)) {
            for (String name : all.map(each -> each.getFileName().toString()).toList()) {
                Matcher matcher = NAME.matcher(name);
                if (matcher.matches() && ProcessHandle.of(Long.parseLong(matcher.group(1))).isEmpty()) {
                    remove(name);
                }
            }
        }
    }

    private static void remove(String name) {
        run(List.of("ip", "netns", "delete", name));
    }

    private static Optional<String> missing() {
        if (!System.getProperty("user.name").equals("root")) {
            return Optional.of("network namespaces take root");
        }
        for (String command : List.of("ip", "unshare", "mount")) {
            if (Host.find(command).isEmpty()) {
                return Optional.of("there is no command " + command + " (packages iproute2, util-linux, mount)");
            }
        }
        return Optional.empty();
    }

    /** Both hosts are this one. @param reason half a sentence */
    static Network ofThisHost(Workshop workshop, String reason) throws IOException {
        Network made = new Network(List.of(), LOOPBACK, "both hosts are this one, at " + String.join(" and ", LOOPBACK)
                + ", since " + reason, workshop, null);
        made.write();
        return made;
    }

    /** The host of a rank: ranks are dealt out in their order, by halves. */
    static int hostOf(int rank, int ranks) {
        return rank * HOSTS / ranks;
    }

    /** One for each host, in order. */
    public List<String> addresses() {
        return addresses;
    }

    /** The network interface of each host that has its address. */
    String device() {
        return names.isEmpty() ? "lo" : "veth0";
    }

    /** The network of {@link #addresses}, as address and bits. */
    String subnet() {
        return names.isEmpty() ? "127.0.0.0/8" : SUBNET + "0/" + SUBNET_BITS;
    }

    /** What the hosts are, in half a sentence. */
    public String description() {
        return description;
    }

    /** By the system's name: it decides how fast data may follow each other on a connection. */
    public static String congestionControl() throws IOException {
        return Files.readString(Path.of("/proc/sys/net/ipv4/tcp_congestion_control")).strip();
    }

    /**
     * A script that runs a command on a host, as ssh does: options are passed over, the first argument is the address,
     * what follows is given to a shell there as one line. Its environment is the caller's.
     */
    Path agent() {
        return agent;
    }

    /** The same for processes that may use one core of each host alone: rank r of two is on the core of rank r. */
    Path boundAgent() {
        return boundAgent;
    }

    /** Words that run a command on a host, by the same process. */
    List<String> at(int host, List<String> command) {
        if (names.isEmpty()) {
            return command;
        }
        List<String> words = new ArrayList<>(List.of("ip", "netns", "exec", names.get(host), "unshare", "--uts", "sh",
                "-c", entering(), names.get(host)));
        words.addAll(command);
        return words;
    }

    /** The host takes its name, and the table in which both are. They belong to the process, and end with it. */
    private String entering() {
        return "echo \"$0\" >/proc/sys/kernel/hostname && mount --bind '" + table + "' /etc/hosts && exec \"$@\"";
    }

    private List<List<String>> commands() {
        List<List<String>> all = new ArrayList<>();
        for (String name : names) {
            all.add(List.of("ip", "netns", "add", name));
            all.add(List.of("ip", "-n", name, "link", "set", "lo", "up"));
        }
        all.add(List.of("ip", "link", "add", device(), "netns", names.getFirst(), "type", "veth", "peer", "name",
                device(), "netns", names.getLast()));
        for (int host = 0; host < HOSTS; host++) {
            String name = names.get(host);
            all.add(List.of("ip", "-n", name, "address", "add", addresses.get(host) + "/" + SUBNET_BITS, "dev",
                    device()));
            all.add(List.of("ip", "-n", name, "link", "set", device(), "up"));
        }
        for (int host = 0; host < HOSTS; host++) {
            all.add(at(host, List.of("true")));
        }
        return all;
    }

    private void write() throws IOException {
        StringBuilder script = new StringBuilder("""
                #!/bin/sh
                # [OPTION...] ADDRESS COMMAND...: runs the command in a shell of that host, as ssh does.
                while [ "${1#-}" != "$1" ]; do
                    shift
                done
                host=$1
                shift
                """);
        if (names.isEmpty()) {
            script.append("exec sh -c \"$*\"\n");
        } else {
            script.append("case $host in\n");
            StringBuilder hosts = new StringBuilder("127.0.0.1 localhost\n");
            for (int host = 0; host < HOSTS; host++) {
                script.append(addresses.get(host)).append(" | ").append(names.get(host)).append(") name=")
                        .append(names.get(host)).append(" ;;\n");
                hosts.append(addresses.get(host)).append(' ').append(names.get(host)).append('\n');
            }
            script.append("*) echo \"there is no host $host\" >&2; exit 2 ;;\nesac\n")
                    .append("exec ip netns exec \"$name\" unshare --uts sh -c '")
                    .append(entering().replace("'", "'\\''")).append("' \"$name\" sh -c \"$*\"\n");
            Files.writeString(table, hosts);
        }
        writeScript(agent, script.toString());
        writeScript(boundAgent, """
                #!/bin/sh
                # ADDRESS COMMAND...: the same on a core of that host's own.
                case $1 in
                """ + addresses.getFirst() + ") core=" + this.host.core(0) + " ;;\n*) core=" + this.host.core(1)
                + " ;;\nesac\nexec taskset -c $core '" + agent + "' \"$@\"\n");
    }

    private static void writeScript(Path file, String script) throws IOException {
        Files.writeString(file, script);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    /** Runs a command, also while the workshop ends. @return what is wrong; "" when it ended well */
    private static String run(List<String> command) {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectInput(Path.of("/dev/null").toFile()).start();
            if (!process.waitFor(COMMAND_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return "it did not end in " + COMMAND_SECONDS + " s";
            }
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.exitValue() == 0 ? "" : said.isEmpty() ? "exit code " + process.exitValue() : said;
        } catch (IOException e) {
            return e.toString();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }
}
