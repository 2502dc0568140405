package org.pgas.faults.jobs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

import org.pgas.faults.AtEnd;

/** A job under the launcher, seen from outside. Used by one thread. Closing kills whatever of it is left. */
public final class RunningJob implements AutoCloseable {
    /** The program that starts jobs. */
    static final String LAUNCHER = "org.pgas.launch.Pgas";

    private static final String TOKEN = "FAULTS_TOKEN";
    private static final long LOOK_MILLIS = 1;
    private static final int LOOKS_WITHOUT_ANY = 5;

    private final JobPlan plan;
    private final String token = UUID.randomUUID().toString();
    private final Path output;
    private final AtEnd atEnd;
    private final Process launcher;

    /** All that were found at any time, by any thread. */
    private final Set<Long> seen = ConcurrentHashMap.newKeySet();

    private RunningJob(JobPlan plan, Path output, Start start) throws IOException {
        this.plan = plan;
        this.output = output;
        ProcessBuilder builder = new ProcessBuilder(command(plan, start)).redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().putAll(plan.environment());
        builder.environment().put(TOKEN, token);
        try (AtEnd.Beginning _ = AtEnd.begin()) {
            launcher = builder.start();
            atEnd = AtEnd.of(this::killAll);
        }
    }

    /**
     * Starts it; everything it prints goes to {@code output}, which must not be in the directory of the job's files.
     */
    public static RunningJob start(JobPlan plan, Path output) throws IOException {
        return start(plan, output, Start.plain());
    }

    /** As {@link #start(JobPlan, Path)}, with JVMs that are started in a way of their own. */
    public static RunningJob start(JobPlan plan, Path output, Start start) throws IOException {
        return new RunningJob(plan, output, start);
    }

    /** The command of a program with the flags of a launcher, up to where its words begin. */
    static List<String> java(Start start, String program) {
        return java(start, true, program);
    }

    /** Without a class path, the variable CLASSPATH has it. */
    private static List<String> java(Start start, boolean withClassPath, String program) {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java")
                .toString(), "--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData"));
        command.addAll(start.launcherOptions());
        if (withClassPath) {
            command.addAll(List.of("-cp", start.classPath()));
        }
        command.add(program);
        return command;
    }

    private static List<String> command(JobPlan plan, Start start) {
        List<String> command = new ArrayList<>(plan.prefix());
        command.addAll(java(start, !plan.environment().containsKey("CLASSPATH"), LAUNCHER));
        command.addAll(List.of("run", "-n", Integer.toString(plan.ranks())));
        if (plan.directory() != null) {
            command.addAll(List.of("--dir", plan.directory().toString()));
        }
        command.addAll(start.runOptions());
        command.addAll(plan.options());
        command.add(plan.program());
        command.addAll(plan.arguments());
        return command;
    }

    /** The launcher's process number (with a prefix that does not become the launcher, that of the prefix). */
    public long launcher() {
        return launcher.pid();
    }

    /** Of the job's files, if the plan has one. */
    public Path directory() {
        return plan.directory();
    }

    /** Process numbers of all live processes of the job, the launcher's too. */
    public List<Long> processes() throws IOException {
        List<Long> found = Processes.with(TOKEN, token);
        seen.addAll(found);
        return found;
    }

    /** The process number of a rank, or 0 if there is none at the moment. */
    public long pidOf(int rank) throws IOException {
        for (long pid : processes()) {
            if (Processes.rankOf(pid) == rank) {
                return pid;
            }
        }
        return 0;
    }

    /** Whether that process of the job still runs; stopped ones do. */
    public boolean isAlive(long pid) {
        return Processes.has(pid, TOKEN, token);
    }

    /** Whether the launcher runs. */
    public boolean isAlive() {
        return launcher.isAlive();
    }

    /** All that it has printed so far. */
    public String output() throws IOException {
        return Files.exists(output) ? Files.readString(output) : "";
    }

    /**
     * Waits until {@code count} lines end with {@code text}, or the launcher has ended.
     *
     * @throws TimeoutException after {@code patience}, with the output
     */
    public void awaitLines(String text, int count, Duration patience)
            throws IOException, InterruptedException, TimeoutException {
        isSeen(count + " lines with \"" + text + "\"", patience,
                () -> output().lines().filter(line -> line.endsWith(text)).count() >= count);
    }

    /** Something that may be seen of a job. */
    public interface Sight {
        boolean isThere() throws IOException;
    }

    /**
     * Waits until {@code sight} is there.
     *
     * @throws TimeoutException after {@code patience}, or when the launcher has ended, with the output
     */
    public void await(String what, Duration patience, Sight sight)
            throws IOException, InterruptedException, TimeoutException {
        if (!isSeen(what, patience, sight)) {
            throw new TimeoutException("waited in vain for " + what + ": the launcher has ended:\n" + output());
        }
    }

    /**
     * Looks until {@code sight} is there; false when the launcher has ended before. Its end wakes this thread; what
     * else there is to see is mostly in {@code /proc}, which tells nobody of its changes, so it is looked for again and
     * again.
     */
    private boolean isSeen(String what, Duration patience, Sight sight)
            throws IOException, InterruptedException, TimeoutException {
        long start = System.nanoTime();
        while (!sight.isThere()) {
            if (launcher.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                return sight.isThere();
            }
            if (System.nanoTime() - start > patience.toNanos()) {
                throw new TimeoutException("waited in vain for " + what + ":\n" + output());
            }
        }
        return true;
    }

    /**
     * Waits until no process of the job is left.
     *
     * @return milliseconds since {@code startNanos}, or -1 if there still are some after {@code patience}
     */
    public long awaitGone(long startNanos, Duration patience) throws IOException, InterruptedException {
        processes();
        // also processes that have no memory any more
        List<Long> left = seen.stream().filter(this::isThere).toList();
        while (launcher.isAlive() || !left.isEmpty()) {
            if (System.nanoTime() - startNanos > patience.toNanos()) {
                return -1;
            }
            Thread.sleep(2);
            left = left.stream().filter(this::isThere).toList();
            if (left.isEmpty() && !launcher.isAlive()) {
                // all that were known; there may be new ones
                left = processes();
            }
        }
        return (System.nanoTime() - startNanos) / 1_000_000;
    }

    private boolean isThere(long pid) {
        return isAlive(pid) || Processes.isEnding(pid);
    }

    /** Waits until the launcher has ended, and says whether it has within {@code time}. */
    public boolean awaitEnd(Duration time) throws InterruptedException {
        return launcher.waitFor(time.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** The launcher's exit code, once it has ended: 128 + S for one that signal S has ended. */
    public int code() throws InterruptedException {
        return launcher.waitFor();
    }

    /** Files that are left in the directory of the job's files. */
    public List<Path> files() throws IOException {
        if (plan.directory() == null || !Files.exists(plan.directory())) {
            return List.of();
        }
        try (Stream<Path> left = Files.walk(plan.directory())) {
            return left.filter(path -> !path.equals(plan.directory())).toList();
        }
    }

    @Override
    public void close() throws IOException {
        for (long pid : processes()) {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
        launcher.destroyForcibly();
        atEnd.close();
    }

    /**
     * At the end of this JVM: also those that start meanwhile. One that turns into another program has no environment
     * for a moment, so they are looked for again when none was found.
     */
    private void killAll() throws IOException, InterruptedException {
        for (int looks = 0; looks < LOOKS_WITHOUT_ANY; looks++) {
            List<Long> left = Processes.with(TOKEN, token);
            if (!left.isEmpty()) {
                Processes.signal("KILL", left);
                looks = -1;
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
        launcher.destroyForcibly();
    }
}
