package org.pgas.testkit.networks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Networks of this machine for tests, each with a link to a switch: namespaces in which processes see no other network,
 * so that each is like a host of its own to them. Files and processes are those of the machine. Where the system makes
 * none for this user, all are this machine, with an address for each.
 *
 * <p>They have no names: each is there as long as a process is in it, and the first one of each ends with this JVM. So
 * none is left of a test that was killed. Used by one thread at a time.
 */
public final class Networks implements AutoCloseable {
    /** Most that may be made. */
    public static final int MOST = 250;

    /** Addresses for documentation: no host has them. */
    private static final String SUBNET = "192.0.2.";

    private static final String OF_THIS_MACHINE = "127.0.0.";
    private static final String LINK = "pgas0";
    private static final String SWITCH = "switch";

    /** The network's own devices are to be found under /sys, too: UCX looks for them there. */
    private static final List<String> WITH_ITS_DEVICES = List.of("unshare", "--mount", "sh", "-c",
            "umount -l /sys; mount -t sysfs sysfs /sys && exec \"$0\" \"$@\"");

    private static final String READY = "ready";

    /** For processes that end. */
    private static final long PATIENCE_NANOS = 60_000_000_000L;

    private final int count;

    /** The first process of each, and then of the switch; it ends with its standard input. */
    private final List<Process> firsts = new ArrayList<>();

    /** As the kernel names them. */
    private final List<Path> names = new ArrayList<>();

    private String hindrance = "";

    private Networks(int count) {
        this.count = count;
    }

    /** Makes so many, 1..{@link #MOST}. */
    public static Networks make(int count) throws InterruptedException {
        if (count < 1 || count > MOST) {
            throw new IllegalArgumentException(count + " networks: 1.." + MOST + " can be made");
        }
        Networks made = new Networks(count);
        String hindrance = made.tryToMake();
        if (!hindrance.isEmpty()) {
            made.close();
            made.firsts.clear();
            made.names.clear();
            made.hindrance = hindrance;
        }
        return made;
    }

    private String tryToMake() throws InterruptedException {
        try {
            for (int i = 0; i <= count; i++) {
                Process first = new ProcessBuilder("unshare", "--net", "sh", "-c",
                        "ip link set lo up && echo " + READY + " && exec cat").redirectErrorStream(true).start();
                firsts.add(first);
                String said = first.inputReader(StandardCharsets.UTF_8).readLine();
                if (!READY.equals(said)) {
                    return said == null ? "unshare has said nothing" : said;
                }
                names.add(nameOf(first.pid()));
            }
        } catch (IOException e) {
            return e.getMessage();
        }
        StringBuilder plugs = new StringBuilder("set -e; ip link add " + SWITCH + " type bridge; ip link set " + SWITCH
                + " up");
        for (int i = 0; i < count; i++) {
            plugs.append("; ip link add plug").append(i).append(" type veth peer name " + LINK + " netns ")
                    .append(firsts.get(i).pid()).append("; ip link set plug").append(i)
                    .append(" master " + SWITCH + " up");
        }
        String complaint = inside(count, List.of("sh", "-c", plugs.toString()));
        for (int i = 0; i < count && complaint.isEmpty(); i++) {
            complaint = inside(i, "ip addr add " + addresses().get(i) + "/24 dev " + LINK);
            complaint = complaint.isEmpty() ? inside(i, "ip link set " + LINK + " up") : complaint;
        }
        return complaint.isEmpty() ? awaitLinks() : complaint;
    }

    /** The kernel calls an end that is up so only later, and UCX passes over devices that are not. */
    private String awaitLinks() throws InterruptedException {
        for (int i = 0; i < count; i++) {
            String complaint = inside(i,
                    List.of("timeout", Long.toString(TimeUnit.NANOSECONDS.toSeconds(PATIENCE_NANOS)),
                            "sh", "-c", "until grep -q up /sys/class/net/" + LINK + "/operstate; do sleep 0.01; done"));
            if (!complaint.isEmpty()) {
                return complaint;
            }
        }
        return "";
    }

    private String inside(int number, String command) throws InterruptedException {
        return inside(number, List.of(command.split(" ")));
    }

    /** Empty when it has gone well; else what it says. */
    private String inside(int number, List<String> command) throws InterruptedException {
        List<String> words = Stream.concat(into(number).stream(), command.stream()).toList();
        try {
            Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            int code = process.waitFor();
            return code == 0 ? "" : String.join(" ", command) + " ended with code " + code + ": " + said;
        } catch (IOException e) {
            return e.getMessage();
        }
    }

    private static Path nameOf(long pid) throws IOException {
        return Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "ns", "net"));
    }

    /** How many there are. */
    public int count() {
        return count;
    }

    /** Why there are none, and all are this machine, for people; empty where there are. */
    public String hindrance() {
        return hindrance;
    }

    /** By network, that of a host in it, and the only one but the loopback's. */
    public List<String> addresses() {
        String begin = hindrance.isEmpty() ? SUBNET : OF_THIS_MACHINE;
        return IntStream.rangeClosed(1, count).mapToObj(each -> begin + each).toList();
    }

    /** The words in front of a command that lead it into one of them; none where all are this machine. */
    public List<String> into(int number) {
        if (!hindrance.isEmpty()) {
            return List.of();
        }
        List<String> words = new ArrayList<>(List.of("nsenter", "--net=/proc/" + firsts.get(number).pid() + "/ns/net"));
        words.addAll(WITH_ITS_DEVICES);
        return words;
    }

    /**
     * Nothing comes to one of them any more, and nothing from there; nobody is told.
     *
     * @throws IllegalStateException if the link cannot be cut
     */
    public void cut(int number) throws InterruptedException {
        String complaint = hindrance.isEmpty() ? inside(number, "ip link set " + LINK + " down") : hindrance;
        if (!complaint.isEmpty()) {
            throw new IllegalStateException("no link is cut: " + complaint);
        }
    }

    /**
     * Returns when they are gone. Processes in them are to end by themselves; those that do not are killed.
     *
     * @throws IllegalStateException if there were such
     */
    @Override
    public void close() {
        for (Process each : firsts) {
            each.destroyForcibly().onExit().join();
        }
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        List<ProcessHandle> killed = new ArrayList<>();
        for (List<ProcessHandle> left = left(); !left.isEmpty(); left = left()) {
            for (ProcessHandle each : left) {
                if (!hasEnded(each, deadline)) {
                    killed.add(each);
                    each.destroyForcibly();
                }
            }
        }
        if (!killed.isEmpty()) {
            throw new IllegalStateException("processes were left in networks of tests, and are killed: " + killed);
        }
    }

    /** Waits for it. */
    private static boolean hasEnded(ProcessHandle process, long deadline) {
        try {
            process.onExit().orTimeout(deadline - System.nanoTime(), TimeUnit.NANOSECONDS).join();
            return true;
        } catch (CompletionException e) {
            if (e.getCause() instanceof TimeoutException) {
                return false;
            }
            throw e;
        }
    }

    private List<ProcessHandle> left() {
        return names.isEmpty() ? List.of() : ProcessHandle.allProcesses().filter(this::isInside).toList();
    }

    private boolean isInside(ProcessHandle process) {
        try {
            return names.contains(nameOf(process.pid()));
        } catch (IOException e) {
            // it has ended
            return false;
        }
    }
}
