package org.pgas.faults.jobs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.pgas.pshm.HostedJob;

/** Looks, when something was done to a job, whether what is promised of its end was kept. Used by one thread. */
public final class Aftermath {
    /**
     * What the names of files of crashed JVMs begin with, in {@code scratch}; jobs are told so by {@link #crashOption}.
     */
    private static final String CRASHES = "hs_err";

    /** For what has no promised time: an end that takes longer is none. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** A wrong result, a stack trace, an error of the library itself, or a crash of a JVM. */
    private static final Pattern GARBAGE = Pattern.compile(
            "WRONG|Exception|InternalError|\\bat org\\.pgas\\.|is damaged|fatal error|SIGSEGV|SIGBUS|UnsatisfiedLink");

    private static final int BEGINNING = 1500;

    private static final String NOT_INITIALISED = "Error occurred during initialization of VM";
    private static final String IN_ITS_FIRST_INSTANTS = "java.lang.InternalError: Bad level: 3";

    private final RunningJob job;
    private final Path directory;
    private final Path scratch;
    private final List<String> complaints = new ArrayList<>();

    /**
     * @param directory of the job's files
     * @param scratch where its JVMs would leave files when they crash
     */
    public Aftermath(RunningJob job, Path directory, Path scratch) {
        this.job = job;
        this.directory = directory;
        this.scratch = scratch;
    }

    /** The option of a JVM by which it leaves its file of a crash in {@code scratch}. */
    public static String crashOption(Path scratch) {
        return "-XX:ErrorFile=" + scratch.resolve(CRASHES + "_%p");
    }

    /** Adds a complaint. */
    public void complain(String text) {
        complaints.add(text);
    }

    /** Everybody is gone in time; milliseconds since {@code beginNanos}, or -1. */
    public long checkGone(long beginNanos, Duration within) throws IOException, InterruptedException {
        long millis = job.awaitGone(beginNanos, PATIENCE);
        if (millis < 0) {
            complain("still there: " + job.processes());
        } else if (millis > within.toMillis()) {
            complain("gone only after " + millis + " ms");
        }
        return millis;
    }

    /** The launcher has ended with this code. */
    public void checkCode(int expected) throws InterruptedException {
        int code = job.code();
        if (code != expected) {
            complain("exit code " + code + " and not " + expected);
        }
    }

    /** The launcher has said so of that rank. */
    public void checkMessage(int rank, long pid, String signal, int code) throws IOException {
        checkMessage(Map.of(rank, pid), signal, code);
    }

    /** The launcher has said so of one of these ranks, of which the pids are given. */
    public void checkMessage(Map<Integer, Long> victims, String signal, int code) throws IOException {
        List<String> begins = victims.entrySet().stream()
                .map(victim -> "pgas: rank " + victim.getKey() + " (pid " + victim.getValue() + ") ").toList();
        String end = "; job ends with " + code;
        if (job.output().lines().noneMatch(line -> begins.stream().anyMatch(line::startsWith) && line.contains(signal)
                && line.endsWith(end))) {
            complain("no message \"" + String.join("\" or \"", begins) + "... " + signal + end + "\"");
        }
    }

    /** Nothing is printed that is no message for people, and no JVM has crashed. */
    public void checkOutput() throws IOException {
        String output = job.output();
        output.lines().filter(line -> GARBAGE.matcher(line).find() && !isOfAStart(output, line))
                .forEach(line -> complain("garbage in the output: " + line));
        try (Stream<Path> all = Files.list(scratch)) {
            for (Path each : all.filter(path -> path.getFileName().toString().startsWith(CRASHES)).toList()) {
                String text = new String(Files.readAllBytes(each), StandardCharsets.UTF_8);
                complain("a JVM crashed: " + text.substring(0, Math.min(text.length(), BEGINNING)));
            }
        }
    }

    /**
     * Whether a JVM has answered SIGTERM so, before it came to the main class: the launcher ends with it those that
     * have not joined.
     */
    private static boolean isOfAStart(String output, String line) {
        int rank = line.indexOf(IN_ITS_FIRST_INSTANTS);
        return rank >= 0 && line.length() == rank + IN_ITS_FIRST_INSTANTS.length()
                && output.lines().anyMatch((line.substring(0, rank) + NOT_INITIALISED)::equals);
    }

    /** No file is left, with the help of the next job's sweep if that is allowed. */
    public void checkFiles(boolean sweep) throws IOException {
        if (sweep && !job.files().isEmpty()) {
            HostedJob.sweep(directory);
        }
        List<Path> files = job.files();
        if (!files.isEmpty()) {
            complain("files are left: " + files);
        }
    }

    /** All complaints, and what the job has printed, or an empty text. */
    public String text() throws IOException {
        return complaints.isEmpty() ? "" : String.join("\n", complaints) + "\noutput:\n" + job.output().indent(4);
    }
}
