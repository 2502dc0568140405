package org.pgas.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.xml.parsers.DocumentBuilderFactory;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.bench.page.Markup;
import org.pgas.bench.rows.Kind;
import org.pgas.launch.Pgas;

/** {@code pgas bench} as a process of its own, with ranks. Asserts what is written, never what was measured. */
class BenchIT {
    private static final int LIMIT_SECONDS = 300;

    @TempDir
    Path directory;

    private Process process;

    private int bench(Map<String, String> environment, String... words) throws Exception {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1", "-cp",
                        System.getProperty("java.class.path"), Pgas.class.getName(), "bench"));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile())
                .redirectOutput(directory.resolve("out").toFile()).redirectError(directory.resolve("err").toFile());
        builder.environment().put("PGAS_DIR", Files.createDirectories(directory.resolve("jobs")).toString());
        builder.environment().putAll(environment);
        process = builder.start();
        assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "pgas bench does not end");
        try (var left = Files.list(directory.resolve("jobs"))) {
            assertEquals(List.of(), left.toList());
        }
        return process.exitValue();
    }

    private String read(String name) throws IOException {
        return Files.readString(directory.resolve(name), UTF_8);
    }

    private String err() {
        try {
            return read("err");
        } catch (IOException e) {
            return e.toString();
        }
    }

    @AfterEach
    void end() {
        process.destroyForcibly();
    }

    private static List<String> names(Results results) {
        return results.rows().stream().map(row -> row.key().name()).distinct().toList();
    }

    @Test
    void shouldMeasureWriteAndCompareWhatWasAskedFor() throws Exception {
        assertEquals(0, bench(Map.of(), "--quick", "--only", "locks", "--rounds", "2", "--no-bind"), read("err"));
        Results first = ResultsFile.read(directory.resolve("pgas-bench/results.json"));
        assertEquals(List.of("mutex", "mutex-handover"), names(first));
        assertTrue(first.rows().stream().allMatch(row -> row.rounds().size() == 2 && row.key().ranks() == 2));
        assertEquals(List.of("bench", "--quick", "--only", "locks", "--rounds", "2", "--no-bind"), first.command());
        assertEquals(directory.resolve("jobs").toString(), first.settings().get("pgas.dir"));
        assertEquals("pgas: round 1 of 2: locks\npgas: round 2 of 2: locks\n", read("err"));
        assertTrue(read("out").contains("page:    " + directory.toRealPath().resolve("pgas-bench/index.html")),
                read("out"));

        assertEquals(0, bench(Map.of("PGAS_WAIT", "block"), "--quick", "--only", "rate,locks", "--no-bind", "--out",
                "now.html", "--compare", "pgas-bench/results.json"), read("err"));
        Results second = ResultsFile.read(directory.resolve("now.json"));
        assertEquals(List.of("am-rate", "put-rate", "get-rate", "random-updates", "mutex", "mutex-handover"),
                names(second));
        String table = read("out");
        for (Row row : second.rows()) {
            assertTrue(table.lines().anyMatch(line -> line.startsWith(row.key().name() + " ")), table);
        }
        assertTrue(table.contains("Compared with pgas-bench/results.json of " + first.date()), table);
        assertTrue(table.contains("4 that the earlier run has not"), table);
        assertTrue(table.contains("  pgas.wait: now block, then spin"), table);
        DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder().parse(directory.resolve("now.html").toFile());
        String page = read("now.html");
        assertTrue(page.contains("The runs are not alike") && page.contains("<svg "), page);
        assertTrue(page.contains(Markup.escaped(Kind.MUTEX.text())), page);
    }

    @Test
    void shouldEndWithTheOutputAndTheCodeOfAJobThatFails() throws Exception {
        int code = bench(Map.of("PGAS_ROOM", "1m"), "--quick", "--only", "locks", "--out", "new");
        assertFalse(code == 0, read("out"));
        assertTrue(read("err").contains("pgas: bench: round 1 of 1: locks: the job failed: "), read("err"));
        assertTrue(read("err").contains("[0] ") && read("err").contains("pgas.room"), read("err"));
        assertEquals(3, read("err").lines().count(), () -> "one line for each of round, lack and end: " + err());
        assertFalse(Files.exists(directory.resolve("new/results.json")));
    }
}
