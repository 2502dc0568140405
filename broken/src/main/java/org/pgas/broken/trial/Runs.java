package org.pgas.broken.trial;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.junit.platform.launcher.Launcher;
import org.pgas.broken.change.Agent;
import org.pgas.broken.change.Cut;

/** Runs of classes of tests, one at a time. */
public final class Runs {
    /** A class that is not there. */
    private static final Cut NONE = new Cut("none", "none", Set.of(0), "invert", 1);

    private static final String CUT = "cut";
    private static final String OUTCOME = "outcome";

    private final Path root;
    private final Path jar;
    private final Cell cell;
    private final Path logs;

    /**
     * @param root of the sources, which are built
     * @param jar of this module
     * @throws IOException if the system cannot keep what a run leaves from staying
     */
    public Runs(Path root, Path jar) throws IOException {
        this.root = root;
        this.jar = jar;
        this.cell = Cell.find();
        this.logs = Files.createDirectories(root.resolve("broken/target/logs"));
    }

    /** As the code is. */
    public Outcome whole(TestClass test, Reach reach, long boundMillis) throws IOException {
        return run(test, reach, NONE, boundMillis, logs.resolve("whole-" + test.simpleName() + ".log"));
    }

    /** With a break; its log is named after it. */
    public Outcome broken(TestClass test, Reach reach, Cut cut, long boundMillis, String name) throws IOException {
        return run(test, reach, cut, boundMillis, logs.resolve(name + "-" + test.simpleName() + ".log"));
    }

    private Outcome run(TestClass test, Reach reach, Cut cut, long boundMillis, Path log) throws IOException {
        try (Scratch scratch = Scratch.make()) {
            Path cutFile = scratch.directory().resolve(CUT);
            cut.write(cutFile);
            Path outcome = scratch.directory().resolve(OUTCOME);
            long begin = System.nanoTime();
            Process process = start(test, reach, scratch.directory(), log);
            scratch.isOf(process);
            boolean ended = Cell.ended(process, boundMillis);
            long millis = (System.nanoTime() - begin) / 1_000_000;
            boolean isCut = Files.exists(Path.of(cutFile + Agent.MADE));
            if (Files.exists(outcome)) {
                return told(Files.readString(outcome), test, isCut, millis);
            }
            return ended
                    ? new Outcome(Outcome.Kind.CRASHED, test.simpleName() + ": the JVM of the tests ended", isCut,
                            millis)
                    : new Outcome(Outcome.Kind.HUNG, test.simpleName() + ": did not end in " + boundMillis / 1000
                            + " s", isCut, millis);
        }
    }

    private static Outcome told(String text, TestClass test, boolean isCut, long millis) {
        if (text.startsWith(TestMain.FAILED)) {
            return new Outcome(Outcome.Kind.FAILED, text.substring(TestMain.FAILED.length() + 1), isCut, millis);
        }
        return text.equals(TestMain.PASSED + " 0")
                ? new Outcome(Outcome.Kind.EMPTY, "no test of " + test + " ran", isCut, millis)
                : new Outcome(Outcome.Kind.PASSED, "", isCut, millis);
    }

    private Process start(TestClass test, Reach reach, Path scratch, Path log) throws IOException {
        Path module = root.resolve(test.module());
        Poms poms = new Poms(root, test);
        List<String> options = List.of("-javaagent:" + jar + "=" + scratch.resolve(CUT),
                "-Djava.io.tmpdir=" + scratch);
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java"));
        command.addAll(poms.arguments());
        poms.systemProperties().forEach((key, value) -> command.add("-D" + key + "=" + value));
        if (!test.property().isEmpty()) {
            command.add("-D" + test.property());
        }
        if (reach == Reach.TESTS) {
            command.addAll(options);
        }
        command.addAll(List.of("-Dbasedir=" + module, "-cp", classPath(module), TestMain.class.getName(),
                scratch.resolve(OUTCOME).toString(), test.name(), poms.groups(), poms.excludedGroups()));
        ProcessBuilder builder = new ProcessBuilder(cell.command(command)).directory(module.toFile())
                .redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().putAll(poms.environment());
        if (reach == Reach.ALL) {
            // JVMs that tests start inherit it, whatever their command lines are
            builder.environment().put("JAVA_TOOL_OPTIONS", String.join(" ", options));
        }
        return builder.start();
    }

    private String classPath(Path module) throws IOException {
        Path launcher = Path.of(Launcher.class.getProtectionDomain().getCodeSource().getLocation().getPath());
        return module.resolve("target/test-classes") + ":" + module.resolve("target/classes") + ":"
                + Files.readString(module.resolve("target/test-class-path")).strip()
                + ":" + jar + ":" + launcher;
    }
}
