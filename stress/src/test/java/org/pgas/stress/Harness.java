package org.pgas.stress;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;

/** Runs jcstress on some of the tests. All that it writes is below one directory. */
final class Harness {
    /** How many states two actors go through between two meetings: few, for they are to meet often. */
    private static final int STRIDE = 64;

    private static final int STRIDES = 16;

    /** States at one time. */
    static final int STATES = STRIDE * STRIDES;

    /** A round is longer than this only in a long pass; several let the scheduler place the actors anew. */
    private static final Duration ITERATION = Duration.ofSeconds(1);

    /** What jcstress and a fork take besides the time of the tests; several times what they need on two busy processors. */
    private static final Duration START = Duration.ofSeconds(60);

    private static final Duration FORK = Duration.ofSeconds(10);

    private static final List<String> FLAGS = List.of("--enable-native-access=ALL-UNNAMED",
            "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED", "-XX:+UseParallelGC", "-XX:+ErrorFileToStdout");

    private final Path root;

    Harness(Path root) {
        this.root = root;
    }

    /** Forgets what other passes have left. */
    void clear() throws IOException {
        delete(root);
    }

    /** Runs each of the tests for a while in such a JVM, and returns what was seen. */
    Collection<TestResult> run(String pass, Collection<String> tests, Duration each, Jvm jvm)
            throws IOException, InterruptedException {
        Path directory = root.resolve(pass);
        Path temporary = Files.createDirectories(directory.resolve("tmp"));
        Path output = directory.resolve("output.txt");
        Process process = new ProcessBuilder(command(directory, temporary, tests, each, jvm))
                .directory(directory.toFile()).redirectErrorStream(true).redirectOutput(output.toFile()).start();
        Duration limit = START.plus(each.multipliedBy(2).plus(FORK).multipliedBy(tests.size()));
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("jcstress has not ended after " + limit.toSeconds() + " s: see " + output);
            }
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        return results(directory, output);
    }

    private static List<String> command(Path directory, Path temporary, Collection<String> tests, Duration each,
            Jvm jvm) {
        List<String> command = new ArrayList<>();
        command.add(System.getProperty("java.home") + "/bin/java");
        // the forks get these, too
        command.addAll(FLAGS);
        command.addAll(List.of("-Djava.io.tmpdir=" + temporary, "-Djna.tmpdir=" + temporary, "-cp",
                System.getProperty("java.class.path"), HarnessMain.class.getName()));
        long rounds = Math.ceilDiv(each.toMillis(), ITERATION.toMillis());
        // not split: that multiplies the forks by nine; no affinity: it takes a native library of jcstress'
        command.addAll(List.of("-r", directory.resolve("report").toString(), "-f", "1", "-fsm", "1", "-sc", "false",
                "-af",
                "NONE", "-pth", "false", "-hs", "64",
                // spinning would take the processor from the actor that is waited for, where there is other work
                "-spinStyle", "THREAD_YIELD",
                "-strideSize", String.valueOf(STRIDE), "-strideCount", String.valueOf(STRIDES),
                "-iters", String.valueOf(rounds), "-time", String.valueOf(each.toMillis() / rounds),
                "-t", tests.stream().map(name -> name.replace(".", "\\.")).collect(Collectors.joining("|", "^(", ")$")),
                "-jvmArgs", String.join(" ", jvm.flags())));
        return command;
    }

    private static Collection<TestResult> results(Path directory, Path output) throws IOException {
        List<Path> blobs;
        try (Stream<Path> files = Files.list(directory)) {
            blobs = files.filter(file -> file.toString().endsWith(".bin.gz")).toList();
        }
        if (blobs.size() != 1) {
            throw new AssertionError("jcstress has left no results: see " + output);
        }
        var collector = new InProcessCollector();
        try {
            var reader = new DiskReadCollector(blobs.get(0).toString(), collector);
            reader.dump();
            reader.close();
        } catch (ClassNotFoundException e) {
            throw new AssertionError("the results of another version of jcstress: " + blobs.get(0), e);
        }
        return collector.getTestResults();
    }

    private static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
