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
import java.util.stream.Stream;

import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;

/** Runs jcstress on some of the tests. All that it writes is below one directory. */
final class Harness {
    /** How many states two actors go through between two meetings: few, for they are to meet often. */
    static final int STRIDE = 64;

    private static final int STRIDES = 16;

    /** States at one time. */
    static final int STATES = STRIDE * STRIDES;

    /** A round is longer than this only in a long pass; several let the scheduler place the actors anew. */
    private static final Duration ITERATION = Duration.ofSeconds(1);

    /**
     * Time for the start of the JVM and for a second run of a test, besides the time of the tests. It is many times
     * what they need on two busy processors.
     */
    private static final Duration START = Duration.ofMinutes(10);

    private static final Duration BESIDES = Duration.ofSeconds(20);

    /**
     * The last ones are for jcstress: its results keep out of each other's cache lines, and it tells the compiler what
     * to inline.
     */
    private static final List<String> FLAGS = List.of("--enable-native-access=ALL-UNNAMED",
            "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED", "-Xms128m", "-Xmx128m", "-XX:+UseParallelGC",
            "-XX:+ErrorFileToStdout", "-XX:-UsePerfData", "-XX:-RestrictContended",
            "-XX:+UnlockDiagnosticVMOptions");

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
        Path results = directory.resolve("results.gz");
        Process process = new ProcessBuilder(command(results, temporary, tests, each, jvm))
                .directory(directory.toFile()).redirectErrorStream(true).redirectOutput(output.toFile()).start();
        Duration limit = START.plus(each.multipliedBy(2).plus(BESIDES).multipliedBy(tests.size()));
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("jcstress has not ended after " + limit.toSeconds() + " s: see " + output);
            }
        } finally {
            process.destroyForcibly();
        }
        return read(results, output);
    }

    private static List<String> command(Path results, Path temporary, Collection<String> tests, Duration each,
            Jvm jvm) {
        List<String> command = new ArrayList<>();
        command.add(System.getProperty("java.home") + "/bin/java");
        command.addAll(FLAGS);
        command.addAll(jvm.flags());
        command.addAll(List.of("-Djava.io.tmpdir=" + temporary, "-cp", System.getProperty("java.class.path"),
                HarnessMain.class.getName()));
        command.addAll(List.of(results.toString(), String.valueOf(each.toMillis()),
                String.valueOf(ITERATION.toMillis()), String.join(" ", jvm.flags())));
        command.addAll(tests);
        return command;
    }

    private static Collection<TestResult> read(Path results, Path output) throws IOException {
        if (!Files.exists(results)) {
            throw new AssertionError("jcstress has left no results: see " + output);
        }
        var collector = new InProcessCollector();
        try {
            var reader = new DiskReadCollector(results.toString(), collector);
            reader.dump();
            reader.close();
        } catch (ClassNotFoundException e) {
            throw new AssertionError("the results of another version of jcstress: " + results, e);
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
