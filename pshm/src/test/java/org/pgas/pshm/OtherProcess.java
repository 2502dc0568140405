package org.pgas.pshm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Real processes for tests of liveness; close kills and reaps what was started. */
final class OtherProcess implements AutoCloseable {
    private final Process process;

    private OtherProcess(Process process) {
        this.process = process;
    }

    /** A process that does nothing until it is killed. */
    static OtherProcess sleeping() throws IOException {
        return new OtherProcess(new ProcessBuilder("sleep", "300").redirectErrorStream(true).start());
    }

    /** A process whose child, {@link #childPid}, ends at once and is never reaped. */
    static OtherProcess withDeadChild() throws IOException {
        return new OtherProcess(new ProcessBuilder("sh", "-c", "sh -c : & echo $!; exec sleep 300").start());
    }

    ProcessIdentity identity() {
        return ProcessIdentity.of(process.pid());
    }

    long childPid() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = process.getInputStream().read(); c >= '0'; c = process.getInputStream().read()) {
            line.append((char) c);
        }
        return Long.parseLong(line.toString());
    }

    /** The fields of /proc/pid/stat that follow the command: state first, start time as the 20th. */
    static String[] stat(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    }

    void kill() {
        process.destroyForcibly().onExit().orTimeout(10, TimeUnit.SECONDS).join();
    }

    @Override
    public void close() {
        kill();
    }
}
