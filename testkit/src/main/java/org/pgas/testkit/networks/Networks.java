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
import java.util.stream.Stream;

/**
 * Two networks of this machine for tests, with a link between them: namespaces in which processes see no other network,
 * so that each is like a host of its own to them. Files and processes are those of the machine. Where the system makes
 * none for this user, both are this machine, with two addresses.
 *
 * <p>They have no names: each is there as long as a process is in it, and the first one of each ends with this JVM. So
 * none is left of a test that was killed. Used by one thread at a time.
 */
public final class Networks implements AutoCloseable {
    /** How many there are. */
    public static final int COUNT = 2;

    /** Of documentation: no host has them. */
    private static final List<String> ADDRESSES = List.of("192.0.2.1", "192.0.2.2");

    private static final List<String> OF_THIS_MACHINE = List.of("127.0.0.1", "127.0.0.2");
    private static final String LINK = "pgas0";

    /** The network's own devices are to be found under /sys, too: UCX looks for them there. */
    private static final List<String> WITH_ITS_DEVICES = List.of("unshare", "--mount", "sh", "-c",
            "umount -l /sys; mount -t sysfs sysfs /sys && exec \"$0\" \"$@\"");

    private static final String READY = "ready";

    /** For processes that end. */
    private static final long PATIENCE_NANOS = 60_000_000_000L;

    /** The first process of each; it ends with its standard input. */
    private final List<Process> firsts = new ArrayList<>();

    /** As the kernel names them. */
    private final List<Path> names = new ArrayList<>();

    private String hindrance = "";

    private Networks() {}

    /** Makes them. */
    public static Networks make() throws InterruptedException {
        Networks made = new Networks();
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
            for (int i = 0; i < COUNT; i++) {
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
        String complaint = inside(0, "ip link add " + LINK + " type veth peer name " + LINK + " netns "
                + firsts.getLast().pid());
        for (int i = 0; i < COUNT && complaint.isEmpty(); i++) {
            complaint = inside(i, "ip addr add " + ADDRESSES.get(i) + "/24 dev " + LINK);
            complaint = complaint.isEmpty() ? inside(i, "ip link set " + LINK + " up") : complaint;
        }
        return complaint.isEmpty() ? awaitLink() : complaint;
    }

    /** The kernel calls an end that is up so only later, and UCX passes over devices that are not. */
    private String awaitLink() throws InterruptedException {
        for (int i = 0; i < COUNT; i++) {
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

    /** Why there are none, and both are this machine, for people; empty where there are. */
    public String hindrance() {
        return hindrance;
    }

    /** By network, that of a host in it, and the only one but the loopback's. */
    public List<String> addresses() {
        return hindrance.isEmpty() ? ADDRESSES : OF_THIS_MACHINE;
    }

    /** The words in front of a command that lead it into one of them; none where both are this machine. */
    public List<String> into(int number) {
        if (!hindrance.isEmpty()) {
            return List.of();
        }
        List<String> words = new ArrayList<>(List.of("nsenter", "--net=/proc/" + firsts.get(number).pid() + "/ns/net"));
        words.addAll(WITH_ITS_DEVICES);
        return words;
    }

    /**
     * Nothing comes through any more, and nobody is told.
     *
     * @throws IllegalStateException if the link cannot be cut
     */
    public void cut() throws InterruptedException {
        String complaint = hindrance.isEmpty() ? inside(1, "ip link set " + LINK + " down") : hindrance;
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
