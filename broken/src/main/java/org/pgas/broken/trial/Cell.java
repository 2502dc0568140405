package org.pgas.broken.trial;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Where a process runs so that nothing is left of it: process numbers of its own, which end together, and memory for
 * files of its own under /dev/shm. Linux has both; a user other than root gets them where the system allows it.
 */
final class Cell {
    private static final List<String> AS_ROOT = List.of("unshare", "--mount", "--pid", "--fork", "--mount-proc",
            "--kill-child");
    private static final List<String> AS_USER = List.of("unshare", "--user", "--map-root-user", "--mount", "--pid",
            "--fork", "--mount-proc", "--kill-child");

    /** A shell is the first process, since it takes in those that lose their parent. */
    private static final List<String> SHELL = List.of("sh", "-c",
            "mount -t tmpfs -o mode=1777 tmpfs /dev/shm && \"$@\"; exit $?", "sh");

    private static final int PROBE_SECONDS = 20;

    private final List<String> walls;

    private Cell(List<String> walls) {
        this.walls = walls;
    }

    /**
     * One that works here.
     *
     * @throws IOException if the system allows none, with what helps
     */
    static Cell find() throws IOException {
        for (List<String> each : List.of(AS_ROOT, AS_USER)) {
            Cell cell = new Cell(each);
            if (cell.works()) {
                return cell;
            }
        }
        throw new IOException("a break may leave processes and files behind, so its tests run in namespaces of their "
                + "own, and \"unshare --mount --pid\" does not work here: install util-linux, or run as root");
    }

    private boolean works() throws IOException {
        Process probe = new ProcessBuilder(command(List.of("true"))).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        return ended(probe, PROBE_SECONDS * 1000L) && probe.exitValue() == 0;
    }

    /** The command that runs another one inside. */
    List<String> command(List<String> inside) {
        List<String> all = new ArrayList<>(walls);
        all.addAll(SHELL);
        all.addAll(inside);
        return all;
    }

    /** Whether it ended by itself in that time; it has ended afterwards, with all that it has started. */
    static boolean ended(Process process, long millis) {
        try {
            boolean ended = process.waitFor(millis, TimeUnit.MILLISECONDS);
            end(process);
            return ended;
        } catch (InterruptedException e) {
            end(process);
            throw new IllegalStateException("nothing interrupts this thread", e);
        }
    }

    /** Ends it now, if it has not ended. */
    static void end(Process process) {
        process.destroyForcibly().onExit().join();
    }
}
