package org.pgas.faults.hosts;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import org.pgas.faults.AtEnd;
import org.pgas.faults.HarnessException;
import org.pgas.faults.jobs.Processes;

/**
 * Network namespaces as hosts, each with an sshd, and a link to a bridge in a namespace of its own. They have no names:
 * each is there as long as a process is in it, and the first one of each ends with this JVM.
 */
final class Namespaces implements Machines, Machines.Network {
    private static final String SWITCH = "ip link add br0 type bridge && ip link set br0 up && echo is up && exec cat";

    /**
     * Arguments: the configuration of sshd, and the directory for files of jobs. It is the home of a user that comes
     * there, too: what the user's own shell does at its start is no business of these jobs, and may not bear to be
     * killed.
     */
    private static final String HOST = "mount -t tmpfs tmpfs /run && mkdir /run/sshd && ip link set lo up && { "
            + Ssh.SERVER + " -D -e -f \"$1\" -o \"SetEnv=HOME=$2 PGAS_DIR=$2\" & cat; kill $!; }";

    /** Packets go at the rate of a narrow link, and are dropped if they would wait for longer than that. */
    private static final String TBF = "tbf rate 20mbit burst 10kb latency 50ms";

    /** Ends with 0 where there is all that this and the network of hosts use. Argument: the sshd. */
    private static final String NEEDS = "test -x \"$1\"; id sshd; command -v ssh; command -v ssh-keygen; "
            + "command -v nsenter; mount -t tmpfs tmpfs /run; ip link add br0 type bridge; ip link add v0 type veth "
            + "peer name v1; "
            + "nft '" + inputRule("numgen random mod 100 < 1 drop") + "'; tc qdisc add dev v0 root " + TBF;

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final int LOOK_MILLIS = 5;

    private final int hosts;
    private final Path directory;
    private final Ssh ssh;

    /** The first process of each namespace, that of the switch last. */
    private final List<Process> firsts = new ArrayList<>();

    /** As the kernel names them. Written by the thread that makes them, and by the one that ends them. */
    private final Set<Path> names = ConcurrentHashMap.newKeySet();

    private final AtEnd atEnd = AtEnd.of(this::end);

    private Namespaces(int hosts, Path directory, Ssh ssh) {
        this.hosts = hosts;
        this.directory = directory;
        this.ssh = ssh;
    }

    /** @param directory of which each host gets a part for its files */
    static Namespaces make(int hosts, Path directory, Ssh ssh)
            throws IOException, InterruptedException, HarnessException {
        Namespaces made = new Namespaces(hosts, directory, ssh);
        boolean isMade = false;
        try {
            made.make();
            isMade = true;
        } finally {
            if (!isMade) {
                made.close();
            }
        }
        return made;
    }

    private void make() throws IOException, InterruptedException, HarnessException {
        for (int host = 0; host < hosts; host++) {
            Files.createDirectory(directory(host));
            begin(List.of("unshare", "--net", "--mount", "sh", "-c", HOST, "host", ssh.serverFile().toString(),
                    directory(host).toString()));
        }
        begin(List.of("unshare", "--net", "sh", "-c", SWITCH));
        for (int place = 0; place <= hosts; place++) {
            awaitText(place, place < hosts ? "Server listening on" : "is up");
            names.add(name(process(place)));
        }
        StringBuilder cables = new StringBuilder();
        for (int host = 0; host < hosts; host++) {
            cables.append("ip link add h").append(host).append(" type veth peer name eth0 netns ").append(pid(host))
                    .append("; ip link set h").append(host).append(" master br0 up\n");
        }
        Commands.shell(inside(hosts), cables.toString());
        for (int host = 0; host < hosts; host++) {
            Commands.shell(inside(host), "ip addr add " + name(host) + "/24 dev eth0; ip link set eth0 up");
        }
    }

    @Override
    public Path process(int host) {
        return Path.of("/proc", pid(host));
    }

    private void begin(List<String> command) throws IOException {
        try (AtEnd.Beginning _ = AtEnd.begin()) {
            Process process = new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(log(firsts.size()).toFile()).start();
            firsts.add(process);
        }
    }

    private Path log(int place) {
        return directory.resolve("namespace-" + place + ".txt");
    }

    private void awaitText(int place, String text) throws IOException, InterruptedException, HarnessException {
        long begin = System.nanoTime();
        while (!Files.readString(log(place)).contains(text)) {
            if (!firsts.get(place).isAlive() || System.nanoTime() - begin > PATIENCE_NANOS) {
                throw new HarnessException("no namespace: " + Files.readString(log(place)));
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
    }

    private String pid(int place) {
        return Long.toString(firsts.get(place).pid());
    }

    @Override
    public List<String> inside(int place) {
        return List.of("nsenter", "--net=/proc/" + pid(place) + "/ns/net");
    }

    @Override
    public String name(int host) {
        return "10.77.0." + (host + 1);
    }

    @Override
    public List<String> prefix() {
        return inside(0);
    }

    @Override
    public String launchWith() {
        return ssh.launchWith();
    }

    @Override
    public String way() {
        return Ssh.NAME;
    }

    @Override
    public Path directory(int host) {
        return directory.resolve("host-" + host);
    }

    @Override
    public Network network() {
        return this;
    }

    @Override
    public void pull(int host) throws IOException, InterruptedException, HarnessException {
        Commands.shell(inside(hosts), "ip link set h" + host + " down");
    }

    /** Where packets come, so that no sender is told. */
    @Override
    public void part(int host) throws IOException, InterruptedException, HarnessException {
        drop(host, "iifname eth0 drop");
        for (int other = 0; other < hosts; other++) {
            if (other != host) {
                drop(other, "ip saddr " + name(host) + " drop");
            }
        }
    }

    @Override
    public void lose(int percent) throws IOException, InterruptedException, HarnessException {
        for (int host = 0; host < hosts; host++) {
            drop(host, "iifname eth0 numgen random mod 100 < " + percent + " drop");
        }
    }

    private void drop(int host, String rule) throws IOException, InterruptedException, HarnessException {
        Commands.shell(inside(host), "nft '" + inputRule(rule) + "'");
    }

    private static String inputRule(String rule) {
        return "table inet faults { chain in { type filter hook input priority 0; " + rule + "; }; }";
    }

    @Override
    public void mend() throws IOException, InterruptedException, HarnessException {
        for (int host = 0; host < hosts; host++) {
            Commands.shell(inside(host), "nft flush ruleset");
        }
    }

    @Override
    public void slow() throws IOException, InterruptedException, HarnessException {
        for (int host = 0; host < hosts; host++) {
            Commands.shell(inside(host), "tc qdisc add dev eth0 root " + TBF);
        }
    }

    /**
     * Ends all that is in them, and so them.
     *
     * @throws HarnessException if there is one all the same
     */
    @Override
    public void close() throws IOException, HarnessException {
        for (Process each : firsts) {
            each.getOutputStream().close();
        }
        try {
            end();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("namespaces may be left, since this thread was interrupted");
        }
    }

    private void end() throws IOException, InterruptedException, HarnessException {
        long begin = System.nanoTime();
        for (List<Long> left = inThem(); !left.isEmpty(); left = inThem()) {
            if (System.nanoTime() - begin > PATIENCE_NANOS) {
                throw new HarnessException("namespaces are left, with processes " + left);
            }
            Processes.signal("KILL", left);
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
        for (Process each : firsts) {
            each.destroyForcibly().waitFor();
        }
        atEnd.close();
    }

    /** When they are ended before they are made: those that there are. */
    private void addNames() throws IOException {
        Path own = name(Path.of("/proc/self"));
        for (int place = 0; place < firsts.size(); place++) {
            try {
                Path name = name(process(place));
                // another process may have the number of one that has ended
                if (!name.equals(own) && firsts.get(place).isAlive()) {
                    names.add(name);
                }
            } catch (IOException e) {
                // it has ended
            }
        }
    }

    private static Path name(Path process) throws IOException {
        return Files.readSymbolicLink(process.resolve("ns").resolve("net"));
    }

    private List<Long> inThem() throws IOException {
        addNames();
        List<Long> pids = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path entry : entries) {
                if (isInThem(entry)) {
                    pids.add(Long.parseLong(entry.getFileName().toString()));
                }
            }
        }
        return pids;
    }

    private boolean isInThem(Path process) {
        try {
            return names.contains(name(process));
        } catch (IOException e) {
            // it has ended
            return false;
        }
    }

    /** Why there can be none here, or empty. */
    static String hindrance() throws IOException, InterruptedException {
        try {
            Commands.run(List.of("unshare", "--net", "--mount", "sh", "-ec", NEEDS, "needs", Ssh.SERVER));
            return "";
        } catch (HarnessException e) {
            return "needs root, network namespaces with links, bridges, nft and tbf, and an sshd";
        }
    }
}
