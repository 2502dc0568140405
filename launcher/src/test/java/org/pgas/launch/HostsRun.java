package org.pgas.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * {@code pgas run --hosts} under test, as a process of its own: what it writes, and checks that nothing of its job is
 * left. All hosts are this machine.
 */
final class HostsRun {
    /** So that a busy machine loses no host, but where a host is to be lost. */
    static final String PATIENT = "-Dpgas.host.timeout=10m";

    private final Path directory;
    private final Path jobs;
    private final Path temporary;
    private Process process;

    /** @param directory gets what the process reads and writes, and the files of jobs, below {@link #jobs} */
    HostsRun(Path directory) throws IOException {
        this.directory = directory;
        jobs = Files.createDirectory(directory.resolve("jobs"));
        temporary = Files.createDirectory(directory.resolve("tmp"));
    }

    /** For a directory of each host. */
    Path jobs() {
        return jobs;
    }

    /** Starts it. Words of {@code command} are in front of its own, such as what leads to a network. */
    void start(List<String> command, Map<String, String> environment, List<String> options, Class<?> program,
            String... arguments) throws IOException {
        List<String> words = new ArrayList<>(command);
        words.addAll(PgasCommandIT.signalsAsByDefault());
        words.addAll(List.of(ThisJvm.java().toString(), "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1", "-Djava.io.tmpdir=" + temporary, "-cp", classPath(), Pgas.class.getName(),
                "run", "--heap", "64m", "-J-XX:TieredStopAtLevel=1"));
        words.addAll(options);
        words.add(program.getName());
        words.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(words)
                .redirectInput(Files.writeString(directory.resolve("in"), "first\nsecond\n").toFile())
                .redirectOutput(directory.resolve("out").toFile()).redirectError(directory.resolve("err").toFile());
        builder.environment().putAll(environment);
        process = builder.start();
    }

    /** With a directory that no shell leaves whole unless its name is quoted. */
    private String classPath() throws IOException {
        Path odd = Files.createDirectories(directory.resolve("it's $(odd) \"here\""));
        return String.join(File.pathSeparator,
                Stream.concat(ThisJvm.classPath().stream(), Stream.of(odd)).map(Path::toString).toList());
    }

    Process process() {
        return process;
    }

    void endsWith(int code) throws InterruptedException {
        assertTrue(process.waitFor(Trial.LIMIT.toSeconds(), TimeUnit.SECONDS), () -> "pgas does not end: " + err());
        assertEquals(code, process.exitValue(), () -> err() + out());
    }

    /** As {@link OnHosts} on two hosts, of two ranks and of one, and nothing is left. */
    void endsAsOneJob() throws InterruptedException {
        endsWith(0);
        assertEquals(List.of("[0] got 102", "[0] rank 0 of 3 on host 0 of 2 with 2 neighbours",
                "[1] got 100", "[1] rank 1 of 3 on host 0 of 2 with 2 neighbours",
                "[2] got 101", "[2] rank 2 of 3 on host 1 of 2 with 1 neighbours"), out().lines().sorted().toList());
        assertEquals("", err());
        nothingIsLeft(List.of());
    }

    String out() {
        return read("out");
    }

    /** But for the warning of a race in the daemons of Open MPI, which harms nothing. */
    String err() {
        return read("err").lines().filter(line -> !line.contains("plm:rsh: Warning: setpgid("))
                .map(line -> line + "\n").collect(Collectors.joining());
    }

    private String read(String name) {
        try {
            return Files.readString(directory.resolve(name), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** By rank, of a program that says it when it has joined. */
    List<Long> pids(int count) {
        List<Long> pids = new ArrayList<>();
        for (int rank = 0; rank < count; rank++) {
            pids.add(awaitNumber("[" + rank + "] joined "));
        }
        return pids;
    }

    /** What stands behind the beginning of a line of output. */
    long awaitNumber(String begin) {
        Trial.until(() -> out().lines().anyMatch(line -> line.startsWith(begin)) || !process.isAlive(),
                "'" + begin + "'");
        return out().lines().filter(line -> line.startsWith(begin)).findFirst()
                .map(line -> Long.parseLong(line.substring(begin.length())))
                .orElseThrow(() -> new AssertionError("pgas has ended without '" + begin + "': " + err()));
    }

    /** Neither these processes nor a file of a job, nor of a timeline. */
    void nothingIsLeft(List<Long> processes) {
        Trial.until(() -> processes.stream().allMatch(Trial::isGone), "processes to end: " + processes);
        Trial.until(() -> files().isEmpty(), "files to go");
        Trial.until(() -> recordings().isEmpty(), "recordings to go");
    }

    /** Of jobs, in the directories of hosts. */
    List<Path> files() {
        try (Stream<Path> files = Files.walk(jobs)) {
            return files.filter(file -> !file.equals(jobs) && !file.getParent().equals(jobs)).toList();
        } catch (IOException | UncheckedIOException e) {
            // one went meanwhile
            return List.of(jobs);
        }
    }

    /** Directories of a timeline's recordings. */
    List<Path> recordings() {
        try (Stream<Path> files = Files.list(temporary)) {
            return files.filter(file -> file.getFileName().toString().startsWith("pgas-")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends it if it runs, and waits until nothing is left. */
    void end() throws InterruptedException {
        if (process != null) {
            process.destroyForcibly();
            assertTrue(process.waitFor(Trial.LIMIT.toSeconds(), TimeUnit.SECONDS));
            nothingIsLeft(List.of());
        }
    }
}
