package org.pgas.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code pgas run} as a process of its own, seen from the shell it was started in. */
class PgasCommandIT {
    private static final int HUP = 1;
    private static final int INT = 2;

    @TempDir
    Path directory;

    private Path base;
    private Process process;

    private Process pgas(String... words) throws IOException {
        base = Files.createDirectories(directory.resolve("jobs"));
        List<String> command = new ArrayList<>(signalsAsByDefault());
        command.addAll(List.of(ThisJvm.java().toString(),
                "--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1", "-cp",
                String.join(File.pathSeparator, ThisJvm.classPath().stream().map(Path::toString).toList()),
                Pgas.class.getName()));
        command.addAll(List.of(words));
        process = new ProcessBuilder(command)
                .redirectInput(Files.writeString(directory.resolve("in"), "first\nsecond\n").toFile())
                .redirectOutput(directory.resolve("out").toFile())
                .redirectError(directory.resolve("err").toFile()).start();
        return process;
    }

    /**
     * What a command begins with, so that its process does not ignore signals because the build does: a shell without
     * job control starts its background processes with SIGINT ignored, nohup with SIGHUP, and a JVM leaves both as they
     * are.
     */
    static List<String> signalsAsByDefault() throws IOException {
        String ignored = Files.readString(Path.of("/proc/self/status")).lines()
                .filter(line -> line.startsWith("SigIgn:")).findFirst().orElseThrow().substring(7).strip();
        boolean none = (Long.parseUnsignedLong(ignored, 16) & (1L << HUP - 1 | 1L << INT - 1)) == 0;
        return none ? List.of() : List.of("env", "--default-signal=HUP,INT");
    }

    private Process run(int ranks, Class<?> program, String... arguments) throws IOException {
        List<String> words = new ArrayList<>(List.of("run", "-n", Integer.toString(ranks), "--heap", "64m", "--dir",
                directory.resolve("jobs").toString(), program.getName()));
        words.addAll(List.of(arguments));
        return pgas(words.toArray(String[]::new));
    }

    private void endsWith(int code) throws Exception {
        assertTrue(process.waitFor(Trial.LIMIT.toSeconds(), TimeUnit.SECONDS), "pgas does not end: " + err());
        assertEquals(code, process.exitValue(), this::err);
    }

    private String out() {
        return read("out");
    }

    private String err() {
        return read("err");
    }

    private String read(String name) {
        try {
            return new String(Files.readAllBytes(directory.resolve(name)), UTF_8);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private List<Long> pids(int count) {
        Trial.until(() -> out().lines().filter(line -> line.contains("ready ")).count() == count,
                count + " ranks to be ready");
        return out().lines().filter(line -> line.contains("ready "))
                .map(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1))).toList();
    }

    @AfterEach
    void end() {
        process.destroyForcibly();
    }

    @Test
    void rankZeroReadsTheInputAndTheOthersFindItEmpty() throws Exception {
        run(2, Behaviours.class, "echo", "two  words");
        endsWith(0);
        List<String> lines = out().lines().toList();
        assertTrue(lines.contains("[0] input <first>") && lines.contains("[0] input <second>"), lines::toString);
        assertEquals(0, lines.stream().filter(line -> line.startsWith("[1] input")).count(), lines::toString);
        assertTrue(lines.contains("[1] argument <two  words>"), lines::toString);
        assertTrue(lines.contains("[1] unfinished"), lines::toString);
        assertEquals(List.of("[0] to standard error", "[1] to standard error"), err().lines().sorted().toList());
        Trial.assertNothingLeft(base);
    }

    @Test
    void optionsOfTheJvmReachTheRanksWhateverTheyBeginWith() throws Exception {
        pgas("run", "-n", "1", "--heap", "64m", "--dir", directory.resolve("jobs").toString(), "-J-Dtest.property=a=b",
                "-J-XX:+UseSerialGC", Behaviours.class.getName(), "echo");
        endsWith(0);
        assertTrue(out().lines().toList().contains("[0] property a=b"), this::out);
    }

    @Test
    void aDirectoryWithALineBreakIsRefusedAndNothingElseIsTouched() throws Exception {
        Path precious = Files.createDirectories(directory.resolve("jobs/precious"));
        Files.createFile(precious.resolve("file"));
        Path bad = Files.createDirectory(directory.resolve("jobs/precious\nx"));
        for (List<String> words : List.of(List.of("run", "-n", "1", "--heap", "64m"), List.of("clean"),
                List.of("ps"))) {
            List<String> command = new ArrayList<>(words);
            command.addAll(List.of("--dir", bad.toString()));
            if (words.getFirst().equals("run")) {
                command.addAll(List.of(Behaviours.class.getName(), "finish"));
            }
            pgas(command.toArray(String[]::new));
            endsWith(1);
            assertTrue(err().matches("pgas: the directory for jobs [^\n]*control character U\\+000A[^\n]*\n"),
                    this::err);
            assertTrue(Files.exists(precious.resolve("file")));
        }
    }

    /** Even ranks have not joined and know of nobody, odd ones wait for them. */
    @Test
    void whenTheLauncherIsKilledItsRanksAndFilesGoAndNobodyElse() throws Exception {
        run(2, Phases.class, "start-up");
        List<Long> pids = pids(2);
        Path job = Files.list(Files.list(base).findFirst().orElseThrow()).findFirst().orElseThrow();
        Process bystander = new ProcessBuilder("sh", "-c", "read line; : -Dpgas.rank=0 @" + job.resolve("java.args"))
                .start();
        try {
            Trial.signal("KILL", process.pid());
            Trial.until(() -> pids.stream().allMatch(Trial::isGone) && !Files.exists(job),
                    "the end of ranks and files");
            Trial.assertNothingLeft(base);
            assertTrue(bystander.isAlive());
        } finally {
            bystander.destroyForcibly();
        }
    }

    @Test
    void optionsBehindTheProgramAreItsOwn() throws Exception {
        run(1, Behaviours.class, "echo", "--help", "-n", "--", "-Dx");
        endsWith(0);
        assertTrue(out().contains("<--help>") && out().contains("<-n>") && out().contains("<-->")
                && out().contains("<-Dx>"), this::out);
    }

    @Test
    void theMessageOfAFailureNamesRankPidSignalAndCode() throws Exception {
        run(2, Phases.class, "spinning");
        List<Long> pids = pids(2);
        Trial.signal("KILL", pids.get(1));
        endsWith(137);
        int rank = out().contains("[1] ready " + pids.get(1)) ? 1 : 0;
        assertEquals("pgas: rank " + rank + " (pid " + pids.get(1) + ") was killed by SIGKILL; job ends with 137",
                err().strip());
        Trial.assertNothingLeft(base);
    }

    @ParameterizedTest
    @CsvSource({"TERM,143", "INT,130", "HUP,129"})
    void aSignalToTheLauncherEndsTheJob(String signal, int code) throws Exception {
        run(2, Phases.class, "computing");
        List<Long> pids = pids(2);
        Trial.signal(signal, process.pid());
        endsWith(code);
        assertEquals("pgas: the launcher received SIG" + signal + "; job ends with " + code, err().strip());
        assertTrue(pids.stream().allMatch(Trial::isGone), pids::toString);
        Trial.assertNothingLeft(base);
    }

    @ParameterizedTest
    @ValueSource(strings = {"start-up", "barrier", "computing", "spinning"})
    void aLauncherThatIsKilledTakesItsRanksAndFilesWithIt(String phase) throws Exception {
        run(2, Phases.class, phase);
        List<Long> pids = pids(2);
        process.destroyForcibly();
        endsWith(137);
        Trial.until(() -> pids.stream().allMatch(Trial::isGone), "the ranks to end");
        Trial.until(() -> base.toFile().list().length == 0, "the files to go");
    }

    @Test
    void aReaderThatGoesAwayEndsTheJob() throws Exception {
        Process shell = new ProcessBuilder("sh", "-c", "\"$@\" | head -n 1; wait", "sh", ThisJvm.java().toString(),
                "--enable-native-access=ALL-UNNAMED", "-cp",
                String.join(File.pathSeparator, ThisJvm.classPath().stream().map(Path::toString).toList()),
                Pgas.class.getName(), "run", "-n", "1", "--dir",
                Files.createDirectories(directory.resolve("jobs")).toString(),
                Endless.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
        process = shell;
        assertTrue(shell.waitFor(Trial.LIMIT.toSeconds(), TimeUnit.SECONDS), "the job does not end");
        assertEquals("[0] line\n", new String(shell.getInputStream().readAllBytes(), UTF_8));
        Trial.assertNothingLeft(directory.resolve("jobs"));
    }

    /** Prints for ever. */
    public static final class Endless {
        private Endless() {}

        /** Takes no arguments. */
        public static void main(String[] args) {
            while (true) {
                System.out.println("line");
            }
        }
    }

    @Test
    void propertiesAndSettingsReachTheRanks() throws Exception {
        pgas("run", "-n", "1", "--heap=48m", "-Dtest.property=a b", "-J-Xss1m", "--dir",
                directory.resolve("jobs").toString(), Behaviours.class.getName(), "echo");
        endsWith(0);
        assertTrue(out().contains("[0] property a b\n"), this::out);
        long heap = Long.parseLong(out().replaceAll("(?s).*heap (\\d+).*", "$1"));
        assertTrue(heap > 32L << 20 && heap <= 48L << 20, this::out);
    }

    @Test
    void verboseShowsSettingsAndCommandsBeforeTheStart() throws Exception {
        pgas("run", "-n", "2", "--verbose", "--segment=3m", "--dir", directory.resolve("jobs").toString(),
                Behaviours.class.getName(), "unjoined", "0");
        endsWith(0);
        assertTrue(err().contains("pgas: pgas.segment=3m\n"), this::err);
        assertTrue(err().contains(" -Dpgas.rank=1 @JOB/java.args\npgas: java.args:\n"), this::err);
        assertTrue(err().contains("pgas:   \"" + Behaviours.class.getName()
                + "\"\npgas:   \"unjoined\"\npgas:   \"0\"\n"), this::err);
    }
}
