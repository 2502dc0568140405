package org.pgas.pshm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.pgas.PgasException;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.JoinRequest;
import org.pgas.spi.MappedSegment;

/** A JVM in a {@link Container} that does one thing and says in one line what came of it. Close kills and reaps it. */
final class ContainedJvm implements AutoCloseable {
    private static final long BYTES = FileHolder.BYTES;

    private final Process process;

    private ContainedJvm(Process process) {
        this.process = process;
    }

    static ContainedJvm start(Container container, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(container.prefix());
        command.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Xmx64m", "--enable-native-access=ALL-UNNAMED",
                "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED", "-cp",
                System.getProperty("java.class.path"), ContainedJvm.class.getName()));
        command.addAll(List.of(arguments));
        return new ContainedJvm(new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    /** The only line of one that has nothing more to do. */
    static String say(Container container, String... arguments) throws IOException {
        try (ContainedJvm jvm = start(container, arguments)) {
            return jvm.answer();
        }
    }

    /** Its next line; what it says to people too. */
    String answer() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = process.getInputStream().read(); c >= ' '; c = process.getInputStream().read()) {
            line.append((char) c);
        }
        return line.toString();
    }

    /** Tells it to go on, and waits for its end. */
    int finish() throws IOException {
        process.getOutputStream().close();
        return exitCode();
    }

    int exitCode() {
        return process.onExit().orTimeout(5, TimeUnit.MINUTES).join().exitValue();
    }

    /**
     * Kills the JVM. The process that has put it into its container reaps it and ends: nothing waits for the system's
     * own process to reap.
     */
    void kill() {
        List<ProcessHandle> inside = process.descendants().toList();
        inside.forEach(ProcessHandle::destroyForcibly);
        if (inside.isEmpty()) {
            process.destroyForcibly();
        }
        process.onExit().orTimeout(5, TimeUnit.MINUTES).join();
    }

    @Override
    public void close() {
        kill();
    }

    public static void main(String[] arguments) throws IOException {
        try {
            Path path = Path.of(arguments[1]);
            switch (arguments[0]) {
                case "sweep" -> System.out.println(HostedJob.sweep(path, true));
                case "look" -> {
                    JobView view = JobView.look(path);
                    System.out.println(view.state() + " " + view.launcherAlive() + " "
                            + view.ranks().stream().map(RankStatus::isElsewhere).toList() + " " + view.remarks());
                }
                case "host" -> {
                    HostedJob job = HostedJob.create(path, arguments[2], 2, java.util.Map.of());
                    job.lock();
                    System.out.println("hosts " + job.directory());
                    await();
                    job.remove();
                }
                case "join" -> {
                    JoinRequest request = new JoinRequest("TEST", 0, null, arguments[2],
                            Integer.parseInt(arguments[3]), 2, true, "configuration");
                    Membership rank = Ranks.join(request, path);
                    System.out.println("pid " + ProcessHandle.current().pid() + " "
                            + rank.diagnosis().describe(1 - rank.rank())
                            + " " + (rank.processes().process(1 - rank.rank()) == null ? "out of reach" : "in reach"));
                    await();
                    rank.leave();
                }
                case "make", "open", "force" -> {
                    FileSegments files = FileHolder.files(0);
                    MappedSegment segment = arguments[0].equals("make")
                            ? files.create(path, BYTES)
                            : files.open(path, BYTES, arguments[0].equals("force"));
                    SharedMemory.putLong(segment.address(), FileHolder.FOUND);
                    System.out.println("open");
                    await();
                    segment.close();
                }
                case "map" -> {
                    MappedSegment segment = FileHolder.files(0).map(path, BYTES);
                    System.out.println("mapped " + SharedMemory.getLong(segment.address()));
                    segment.close();
                }
                default -> throw new IllegalArgumentException(arguments[0]);
            }
        } catch (PgasException e) {
            System.out.println(e.getMessage());
        }
    }

    private static void await() throws IOException {
        while (System.in.read() >= 0) {
            continue;
        }
    }
}
