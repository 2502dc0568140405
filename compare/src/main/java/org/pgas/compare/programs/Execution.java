package org.pgas.compare.programs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs processes side by side, their output in files.
 *
 * <p>When one fails, the others get a short time to notice; when none of them prints anything for long, or they take
 * too long altogether, all are ended. So a program that hangs costs some minutes and not the measuring of an hour.
 *
 * <p>Ended are all processes that were started by them, too, and by those, and so on, wherever these belong by now:
 * launchers of MPI have proxies in sessions of their own, which outlive them. They are known by a variable of their
 * environment, which is inherited.
 */
final class Execution {
    /** The longest row takes a few seconds; a first line may have to wait for a compiler and a warm-up. */
    static final Duration SILENCE = Duration.ofSeconds(120);

    /** A variable of all processes that are started. Its value marks what has started them; no setting of ours. */
    private static final String MARK = "COMPARISON_MARK";

    private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** Between two looks at processes that need no look to go on; their ends are noticed at once. */
    private static final long LOOK_MILLIS = 500;

    private static final int TAIL_LINES = 15;
    private static final long KILL_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long KILL_LOOK_MILLIS = 2;

    private final Path directory;
    private final String mark = UUID.randomUUID().toString();
    private final List<Process> running = new ArrayList<>();
    private boolean isOver;

    Execution(Path directory) {
        this.directory = directory;
    }

    /**
     * Returns when nothing of them is left.
     *
     * @param silence for how long none of them need print anything
     * @param bound for how long they may run
     */
    Outcome run(List<Start> starts, Duration silence, Duration bound) throws IOException, InterruptedException {
        List<Process> processes = new ArrayList<>();
        long begin = System.nanoTime();
        long end = begin;
        Problem problem;
        try {
            for (int i = 0; i < starts.size(); i++) {
                processes.add(start(starts.get(i), i));
            }
            problem = await(processes, silence, bound);
            end = System.nanoTime();
        } catch (IOException e) {
            problem = new Problem("not started", e.getMessage());
        } finally {
            kill(processes);
            forget(processes);
        }
        String text = output("out", starts.size());
        List<Line> lines = text.lines().map(Line::parse).flatMap(Optional::stream).toList();
        return new Outcome(lines, text, end - begin, problem.cause(),
                problem.isNone() ? "" : problem.words() + tail(text, starts.size()));
    }

    private Process start(Start start, int index) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(start.command())
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(directory.resolve("out" + index).toFile())
                .redirectError(directory.resolve("err" + index).toFile());
        builder.environment().putAll(start.environment());
        builder.environment().put(MARK, mark);
        synchronized (this) {
            if (isOver) {
                throw new IOException("the comparison is at its end");
            }
            Process process = builder.start();
            running.add(process);
            return process;
        }
    }

    private synchronized void forget(List<Process> processes) {
        running.removeAll(processes);
    }

    /** What went wrong: without and with what is of this host alone. */
    private record Problem(String cause, String words) {
        private static final Problem NONE = new Problem("", "");

        private boolean isNone() {
            return cause.isEmpty();
        }
    }

    private Problem await(List<Process> processes, Duration silence, Duration bound)
            throws IOException, InterruptedException {
        long printed = -1;
        long begin = System.nanoTime();
        long last = begin;
        long failed = 0;
        Problem problem = Problem.NONE;
        while (true) {
            Optional<Process> alive = processes.stream().filter(Process::isAlive).findFirst();
            if (problem.isNone()) {
                problem = problem(processes);
                failed = System.nanoTime();
            }
            if (alive.isEmpty()) {
                return problem;
            }
            long now = System.nanoTime();
            if (!problem.isNone() && now - failed > GRACE_NANOS) {
                return problem;
            }
            if (now - begin > bound.toNanos()) {
                String words = "did not end within " + bound.toSeconds() + " s";
                return new Problem(words, "it " + words + " and was ended");
            }
            long size = printed(processes.size());
            if (size != printed) {
                printed = size;
                last = now;
            } else if (now - last > silence.toNanos()) {
                String time = silence.toSeconds() + " s";
                return new Problem("nothing printed for " + time, "it printed nothing for " + time + " and was ended");
            }
            alive.get().waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /** What the first process that ended badly ended with. */
    private static Problem problem(List<Process> processes) {
        for (int i = 0; i < processes.size(); i++) {
            Process process = processes.get(i);
            if (!process.isAlive() && process.exitValue() != 0) {
                String code = "exit code " + process.exitValue();
                return new Problem(code, (processes.size() > 1 ? "process " + i + " of " + processes.size() : "it")
                        + " ended with " + code);
            }
        }
        return Problem.NONE;
    }

    private long printed(int count) throws IOException {
        long bytes = 0;
        for (int i = 0; i < count; i++) {
            bytes += Files.size(directory.resolve("out" + i)) + Files.size(directory.resolve("err" + i));
        }
        return bytes;
    }

    private String output(String kind, int count) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            Path file = directory.resolve(kind + i);
            if (Files.exists(file)) {
                text.append(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
            }
        }
        return text.toString();
    }

    private String tail(String output, int count) throws IOException {
        List<String> lines = new ArrayList<>(
                output.lines().filter(line -> Line.parse(line).isEmpty()).toList());
        lines.addAll(output("err", count).lines().toList());
        List<String> last = lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size());
        return last.isEmpty() ? "" : "\n  " + String.join("\n  ", last);
    }

    /**
     * Ends them, and waits for that: what comes next is neither slowed down by them nor written to. One that is just
     * being started is found at the next look.
     */
    private void kill(List<Process> processes) {
        long begin = System.nanoTime();
        List<ProcessHandle> left = alive(processes);
        try {
            // what the system still holds after that nothing here can change
            while (!left.isEmpty() && System.nanoTime() - begin < KILL_NANOS) {
                left.forEach(ProcessHandle::destroyForcibly);
                TimeUnit.MILLISECONDS.sleep(KILL_LOOK_MILLIS);
                left = alive(processes);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Those that still run, and what has come of them. */
    private List<ProcessHandle> alive(List<Process> processes) {
        return Stream.concat(processes.stream().filter(Process::isAlive).map(Process::toHandle),
                ProcessHandle.allProcesses().filter(this::isMarked)).toList();
    }

    /** Not so of one that has ended, which has no environment, though it may not have been waited for. */
    private boolean isMarked(ProcessHandle process) {
        try {
            Path environment = Path.of("/proc", Long.toString(process.pid()), "environ");
            return new String(Files.readAllBytes(environment), StandardCharsets.ISO_8859_1)
                    .contains(MARK + "=" + mark);
        } catch (IOException e) {
            // it has ended, or belongs to another user
            return false;
        }
    }

    /** Ends what is running, from whatever thread; nothing can be started any more. */
    synchronized void end() {
        isOver = true;
        kill(running);
        running.clear();
    }
}
