package org.pgas.dist;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Assumptions;

/**
 * A user that cannot write what is read-only. Root can: it becomes a user without a name. All others are themselves.
 */
final class PlainUser {
    private static final int ROOT = 0;
    private static final int NAMELESS = 64_203;
    private static final int LONGEST_SECONDS = 300;

    /** In front of its commands; empty where it is the tests' user itself. */
    private final List<String> prefix;

    /** Why it may write everywhere, or null. */
    private final String power;

    /**
     * What a process has ended with.
     *
     * @param out its lines on standard output
     * @param err all that it said on standard error
     */
    record Run(int code, List<String> out, String err) {}

    PlainUser() throws IOException, InterruptedException {
        boolean isRoot = Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(ROOT);
        List<String> other = List.of("setpriv", "--reuid=" + NAMELESS, "--regid=" + NAMELESS, "--clear-groups", "--");
        power = isRoot ? whyNot(other) : null;
        prefix = isRoot && power == null ? other : List.of();
    }

    private static String whyNot(List<String> prefix) throws InterruptedException {
        try {
            Run run = run(prefix, Path.of("/"), Map.of(), "true");
            return run.code() == 0 ? null : run.err();
        } catch (IOException e) {
            return e.getMessage();
        }
    }

    /** Whether this user is another one than the tests'. */
    boolean isOther() {
        return !prefix.isEmpty();
    }

    /** Skips the test where the user may write everywhere, or where it cannot run a command there. */
    void assumeRuns(Path directory, Map<String, String> environment, String... words)
            throws IOException, InterruptedException {
        Assumptions.assumeTrue(power == null, () -> "root cannot become another user: " + power);
        Run run = run(directory, environment, words);
        Assumptions.assumeTrue(run.code() == 0 || !isOther(),
                () -> "a user other than root cannot run " + String.join(" ", words) + ": " + run.err());
    }

    /** Makes an empty directory of this user's. */
    Path directory(Path path) throws IOException {
        Files.createDirectory(path);
        if (isOther()) {
            Files.setAttribute(path, "unix:uid", NAMELESS);
        }
        return path;
    }

    /** Runs a command in a directory, with PATH and these variables alone. */
    Run run(Path directory, Map<String, String> environment, String... words)
            throws IOException, InterruptedException {
        return run(prefix, directory, environment, words);
    }

    private static Run run(List<String> prefix, Path directory, Map<String, String> environment, String... words)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(words));
        Path out = Files.createTempFile("pgas-dist-", ".out");
        Path err = Files.createTempFile("pgas-dist-", ".err");
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile())
                .redirectInput(new File("/dev/null")).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().keySet().removeIf(name -> !name.equals("PATH"));
        builder.environment().putAll(environment);
        try {
            Process process = builder.start();
            try {
                if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
                    throw new AssertionError(command + " is not at its end after " + LONGEST_SECONDS + " s:\n"
                            + Files.readString(out) + Files.readString(err));
                }
                return new Run(process.exitValue(), Files.readAllLines(out), Files.readString(err));
            } finally {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }
}
