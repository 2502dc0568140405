package org.pgas.compare.programs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Runs processes side by side, their output in files.
 *
 * <p>When one fails, the others get a short time to notice; when none of them prints anything for long, all are ended. So a program that
 * hangs costs some minutes and not the measuring of an hour.
 */
final class Execution {
    /** The longest row takes a few seconds; a first line may have to wait for a compiler and a warm-up. */
    private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(120);

    private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** Between two looks at processes that need no look to go on; their ends are noticed at once. */
    private static final long LOOK_MILLIS = 500;

    private static final int TAIL_LINES = 15;

    private final Path directory;
    private final List<Process> running = new ArrayList<>();
    private boolean isOver;

    Execution(Path directory) {
        this.directory = directory;
    }

    Outcome run(List<Start> starts) throws IOException, InterruptedException {
        return run(starts, SILENCE_NANOS);
    }

    Outcome run(List<Start> starts, long silence) throws IOException, InterruptedException {
        List<Process> processes = new ArrayList<>();
        long begin = System.nanoTime();
        String problem;
        try {
            for (int i = 0; i < starts.size(); i++) {
                processes.add(start(starts.get(i), i));
            }
            problem = await(processes, silence);
        } catch (IOException e) {
            problem = e.getMessage();
        } finally {
            processes.forEach(Execution::kill);
            forget(processes);
        }
        long nanos = System.nanoTime() - begin;
        String text = output("out", starts.size());
        List<Line> lines = text.lines().map(Line::parse).flatMap(Optional::stream).toList();
        return new Outcome(lines, text, nanos, problem.isEmpty() ? "" : problem + tail(text, starts.size()));
    }

    private Process start(Start start, int index) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(start.command())
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(directory.resolve("out" + index).toFile())
                .redirectError(directory.resolve("err" + index).toFile());
        builder.environment().putAll(start.environment());
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

    private String await(List<Process> processes, long silence) throws IOException, InterruptedException {
        long printed = -1;
        long last = System.nanoTime();
        long failed = 0;
        String problem = "";
        while (true) {
            Optional<Process> alive = processes.stream().filter(Process::isAlive).findFirst();
            if (problem.isEmpty()) {
                problem = problem(processes);
                failed = System.nanoTime();
            }
            if (alive.isEmpty()) {
                return problem;
            }
            long now = System.nanoTime();
            if (!problem.isEmpty() && now - failed > GRACE_NANOS) {
                return problem;
            }
            long size = printed(processes.size());
            if (size != printed) {
                printed = size;
                last = now;
            } else if (now - last > silence) {
                return "it printed nothing for " + TimeUnit.NANOSECONDS.toSeconds(silence) + " s and was ended";
            }
            alive.get().waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /** What the first process that ended badly ended with; "" as long as there is none. */
    private static String problem(List<Process> processes) {
        for (int i = 0; i < processes.size(); i++) {
            Process process = processes.get(i);
            if (!process.isAlive() && process.exitValue() != 0) {
                return (processes.size() > 1 ? "process " + i + " of " + processes.size() + " ended with"
                        : "it ended with")
                        + " exit code " + process.exitValue();
            }
        }
        return "";
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

    private static void kill(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    /** Ends what is running, from whatever thread; nothing can be started any more. */
    synchronized void end() {
        isOver = true;
        running.forEach(Execution::kill);
        running.clear();
    }
}
