package org.pgas.pshm;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Real processes for tests of liveness; close kills and reaps what was started. */
final class OtherProcess implements AutoCloseable {
    private final Process process;
    private long childPid;

    private OtherProcess(Process process) {
        this.process = process;
    }

    /** A process that does nothing until it is killed. */
    static OtherProcess sleeping() throws IOException {
        return new OtherProcess(new ProcessBuilder("sleep", "300").redirectErrorStream(true).start());
    }

    /** A process whose child, {@link #childPid}, is dead and never reaped. */
    static OtherProcess withDeadChild() throws IOException {
        OtherProcess parent = new OtherProcess(
                new ProcessBuilder("sh", "-c", "sleep 300 & echo $!; exec sleep 300").start());
        parent.childPid = parent.readNumber();
        // a shell would reap its child: the child dies after the shell has become sleep, which does not
        while (!Files.readString(Path.of("/proc/" + parent.process.pid() + "/comm")).equals("sleep\n")) {
            Thread.onSpinWait();
        }
        Posix.kill(parent.childPid, Posix.SIGKILL);
        while (!stat(parent.childPid)[0].equals("Z")) {
            Thread.onSpinWait();
        }
        return parent;
    }

    /**
     * A process that has mapped a file: for writing, as a member has the control file, or for reading alone, as a tool
     * has.
     */
    static OtherProcess mapping(Path file, boolean writing) throws IOException {
        OtherProcess started = new OtherProcess(new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
                "-Xmx64m", "-cp", System.getProperty("java.class.path"), Mapper.class.getName(), file.toString(),
                "" + writing).redirectError(ProcessBuilder.Redirect.INHERIT).start());
        if (started.process.getInputStream().read() != Mapper.MAPPED) {
            throw new IOException("the file was not mapped: " + file);
        }
        return started;
    }

    /** See {@link #mapping}; ends when nobody is left to end it. */
    static final class Mapper {
        private static final int MAPPED = 'm';

        private Mapper() {}

        public static void main(String[] arguments) throws IOException {
            Set<StandardOpenOption> options = EnumSet.of(StandardOpenOption.READ);
            if (Boolean.parseBoolean(arguments[1])) {
                options.add(StandardOpenOption.WRITE);
            }
            try (FileChannel channel = FileChannel.open(Path.of(arguments[0]), options)) {
                channel.map(options.size() == 1 ? MapMode.READ_ONLY : MapMode.READ_WRITE, 0, channel.size(),
                        Arena.global());
            }
            System.out.write(MAPPED);
            System.out.flush();
            while (System.in.read() >= 0) {
                continue;
            }
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    ProcessIdentity identity() {
        return ProcessIdentity.of(process.pid());
    }

    long childPid() {
        return childPid;
    }

    private long readNumber() throws IOException {
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
        process.destroyForcibly().onExit().orTimeout(5, TimeUnit.MINUTES).join();
    }

    @Override
    public void close() {
        kill();
    }
}
