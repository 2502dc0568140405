package org.pgas.launch;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Two networks of this machine for tests, with a link between them: namespaces in which processes see no other network,
 * so that each is like a host of its own to them. Files and processes are those of the machine.
 *
 * <p>They have no names: each is there as long as a process is in it, and the first one of each ends with this JVM. So
 * none is left of a test that was killed. Where the system makes none for this user, the test that asks for them is
 * skipped with the reason.
 */
final class Networks implements AutoCloseable {
    /** Of documentation: no host has them. */
    static final List<String> ADDRESSES = List.of("192.0.2.1", "192.0.2.2");

    private static final String LINK = "pgas0";
    private static final String READY = "ready";

    /** The first process of each; it ends with its standard input. */
    private final List<Process> firsts = new ArrayList<>();

    /** As the kernel names them. */
    private final List<Path> names = new ArrayList<>();

    private Networks() {}

    static Networks make() throws InterruptedException {
        if (!System.getProperty("user.name").equals("root")) {
            return abort("networks of their own are for root to make");
        }
        Networks made = new Networks();
        String complaint = made.tryToMake();
        if (!complaint.isEmpty()) {
            made.close();
            return abort("no networks can be made here: " + complaint);
        }
        return made;
    }

    private String tryToMake() throws InterruptedException {
        try {
            for (int i = 0; i < ADDRESSES.size(); i++) {
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
        for (int i = 0; i < ADDRESSES.size() && complaint.isEmpty(); i++) {
            complaint = inside(i, "ip addr add " + ADDRESSES.get(i) + "/24 dev " + LINK);
            complaint = complaint.isEmpty() ? inside(i, "ip link set " + LINK + " up") : complaint;
        }
        return complaint;
    }

    /** Empty when it has gone well; else what it says. */
    private String inside(int number, String command) throws InterruptedException {
        List<String> words = new ArrayList<>(into(number));
        words.addAll(List.of(command.split(" ")));
        return Commands.run(words.toArray(String[]::new));
    }

    private static Path nameOf(long pid) throws IOException {
        return Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "ns", "net"));
    }

    /** The words that lead a command into one of them. */
    List<String> into(int number) {
        return List.of("nsenter", "--net=/proc/" + firsts.get(number).pid() + "/ns/net");
    }

    /** Nothing comes through any more, and nobody is told. */
    void cut() throws InterruptedException {
        String complaint = inside(1, "ip link set " + LINK + " down");
        if (!complaint.isEmpty()) {
            throw new AssertionError(complaint);
        }
    }

    /** Returns when they are gone: no process is in them any more. */
    @Override
    public void close() {
        for (Process each : firsts) {
            each.destroyForcibly().onExit().join();
        }
        Trial.until(() -> ProcessHandle.allProcesses().noneMatch(this::isInside), "processes in networks to end");
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
