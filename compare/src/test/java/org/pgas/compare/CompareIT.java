package org.pgas.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A short comparison, as a process of its own. Asserts what is written, never what was measured. */
class CompareIT {
    private static final int LIMIT_SECONDS = 300;

    @TempDir
    Path directory;

    private Process process;

    private static Path root() {
        Path here = Path.of("").toAbsolutePath();
        return Files.exists(here.resolve("jmh/guard.csv")) ? here : here.getParent();
    }

    private int compare(String... words) throws Exception {
        Path jobs = Files.createDirectories(directory.resolve("jobs"));
        Path work = Files.createDirectories(directory.resolve("work"));
        List<String> command = new ArrayList<>(List.of(Surroundings.java().toString(), "-Djava.awt.headless=true",
                "-Djava.io.tmpdir=" + work, "-cp", System.getProperty("java.class.path"), Compare.class.getName(),
                "--root",
                root().toString(), "--benchmarks", System.getProperty("java.class.path")));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(directory.resolve("out").toFile())
                .redirectError(directory.resolve("err").toFile());
        builder.environment().put("PGAS_DIR", jobs.toString());
        process = builder.start();
        assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "the comparison does not end");
        for (Path left : List.of(jobs, work)) {
            try (Stream<Path> files = Files.list(left)) {
                assertEquals(List.of(), files.toList());
            }
        }
        return process.exitValue();
    }

    @AfterEach
    void endWhatHangs() {
        if (process != null) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static Set<Path> memory() throws IOException {
        String named = System.getenv("PGAS_DIR");
        try (Stream<Path> files = Files.list(Path.of(named == null || named.isEmpty() ? "/dev/shm" : named))) {
            return new TreeSet<>(
                    files.filter(file -> file.getFileName().toString().startsWith("pgas-compare")).toList());
        }
    }

    /** Without a C compiler its column is empty. */
    @Test
    void shouldMeasureAndWriteAndLeaveNothing() throws Exception {
        Path made = directory.resolve("made");
        Set<Path> before = memory();
        int code = compare("--only", "put8", "--rows", "table", "--ranks", "2", "--libraries", "pgas,c", "--rounds",
                "1",
                "--repetitions", "3", "--run-ms", "1", "--warm-ms", "1", "--out", made.toString());
        assertEquals(0, code, () -> read("err"));
        ResultsText.Content content = ResultsText.read(Files.readAllLines(made.resolve("results.csv")));
        assertTrue(content.measurements().median(new Measurements.Cell("pgas", "put8", 8)).isPresent());
        assertEquals(content.head().absent().isEmpty(), content.measurements().has("c"));
        assertEquals(read("out"), Files.readString(made.resolve("README.md")));
        assertTrue(read("out").contains("| put 8 B, random in 16 KiB | 8 B |"), read("out"));
        assertTrue(Files.readString(made.resolve("index.html")).contains("</html>"));
        assertEquals(before, memory());
    }

    private String read(String name) {
        try {
            return Files.readString(directory.resolve(name));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
