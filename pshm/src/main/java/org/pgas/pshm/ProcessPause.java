package org.pgas.pshm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Why a process that lives does not run, as far as the system tells. Such a one is not dead: it may go on. */
final class ProcessPause {
    // Fields and orders: ControlLayout.

    private static final String TRACER = "TracerPid:";
    private static final Path CGROUPS = Path.of("/sys/fs/cgroup");

    /** Five looks of a watcher: a rank that has missed so many does not run as it should. */
    private static final long SILENT_MILLIS = 1_000;

    private ProcessPause() {}

    /** A few words for a message; empty when nothing is known to hold it. */
    static String of(ProcessIdentity process) {
        return switch (process.kernelState()) {
            case 0, ProcessIdentity.ELSEWHERE, ProcessIdentity.UNREAD -> "";
            case 'T' -> "stopped (state T: SIGCONT lets it go on)";
            case 't' -> "stopped by a debugger (state t" + tracer(process.pid()) + ")";
            default -> isFrozen(process.pid()) ? "frozen (the freezer of its cgroup)" : "";
        };
    }

    /** What holds a live member, behind a comma; silent if nothing does and its watcher has not looked for long. */
    static String ofMember(ProcessIdentity process, long ageMillis) {
        String known = of(process);
        if (known.isEmpty() && ageMillis > SILENT_MILLIS) {
            known = "alive but silent (a long pause of its JVM, a debugger, or no processor)";
        }
        return known.isEmpty() ? "" : ", " + known;
    }

    /** What holds any rank of a job; empty for one that has not joined or has left. */
    static String ofMember(ControlFile control, int rank) {
        long age = control.heartbeatMillis(rank);
        return control.state(rank) != RankView.State.JOINED ? "" : ofMember(control.process(rank), age);
    }

    private static String tracer(long pid) {
        for (String line : lines(Path.of("/proc", Long.toString(pid), "status"))) {
            if (line.startsWith(TRACER)) {
                return ", traced by pid " + line.substring(TRACER.length()).strip();
            }
        }
        return "";
    }

    /** By cgroups of version 1 or 2. Where these are mounted elsewhere it is not known: no. */
    private static boolean isFrozen(long pid) {
        for (String line : lines(Path.of("/proc", Long.toString(pid), "cgroup"))) {
            String[] parts = line.split(":", 3);
            if (parts.length < 3 || !parts[2].startsWith("/")) {
                continue;
            }
            String group = parts[2].substring(1);
            if (parts[1].equals("freezer")) {
                List<String> state = lines(CGROUPS.resolve("freezer").resolve(group).resolve("freezer.state"));
                if (!state.isEmpty() && !state.getFirst().equals("THAWED")) {
                    return true;
                }
            } else if (parts[1].isEmpty()
                    && lines(CGROUPS.resolve(group).resolve("cgroup.events")).contains("frozen 1")) {
                return true;
            }
        }
        return false;
    }

    private static List<String> lines(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).lines().toList();
        } catch (IOException e) {
            return List.of();
        }
    }
}
