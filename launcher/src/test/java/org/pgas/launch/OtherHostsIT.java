package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.pshm.JobList;
import picocli.CommandLine;

/**
 * Commands that look at jobs of other hosts. In place of ssh a script runs them on this one, with a directory for jobs
 * of its own for each host; host a has a job.
 */
class OtherHostsIT {
    @TempDir
    static Path directory;

    private static Path script;
    private static Trial trial;
    private static String job;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeAll
    static void start() throws IOException {
        Files.createDirectory(directory.resolve("a"));
        Files.createDirectory(directory.resolve("b"));
        script = Files.writeString(directory.resolve("there"), """
                #!/bin/sh
                host=$1
                shift
                if [ ! -d "%1$s/$host" ]; then
                    echo "no such host: $host" >&2
                    exit 255
                fi
                PGAS_DIR="%1$s/$host" exec "$@"
                """.formatted(directory));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        trial = new Trial(directory.resolve("a"));
        trial.start(2, Observed.class);
        trial.awaitLines(2, "ready");
        job = JobList.find(directory.resolve("a"), null).getFileName().toString();
    }

    @AfterAll
    static void end() throws Exception {
        try {
            trial.job().end(4);
            trial.endsWith(4);
        } finally {
            trial.close();
        }
    }

    private int pgas(String... words) {
        List<String> all = new java.util.ArrayList<>(List.of(words));
        all.addAll(1, List.of("--launch-with", script.toString()));
        CommandLine line = PgasCommand.commandLine(words);
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        return line.execute(all.toArray(String[]::new));
    }

    private List<String> lines() {
        return out.toString().lines().toList();
    }

    @Test
    void ofOneHostThereIsWhatItSays() {
        assertEquals(0, pgas("ps", "--host", "a"), err::toString);
        assertEquals(2, lines().size(), out::toString);
        assertTrue(lines().getFirst().startsWith("JOB "), out::toString);
        assertTrue(lines().getLast().startsWith(job + " "), out::toString);
        assertEquals("", err.toString());
    }

    @Test
    void ofSeveralEachLineBeginsWithItsHostAndTheyComeInTheirOrder() {
        assertEquals(0, pgas("ps", "--host", "b,a"), err::toString);
        assertEquals(3, lines().size(), out::toString);
        assertTrue(lines().getFirst().startsWith("b: no jobs in " + directory.resolve("b")), out::toString);
        assertTrue(lines().get(1).startsWith("a: JOB "), out::toString);
        assertTrue(lines().get(2).startsWith("a: " + job + " "), out::toString);
    }

    @Test
    void optionsAndJobsGoThereToo() {
        assertEquals(0, pgas("stat", "--host=a", "--json", "--interval", "50ms", "-n", "2", job.substring(0, 5)),
                err::toString);
        assertEquals(3, lines().size(), out::toString);
        assertTrue(lines().stream().allMatch(line -> line.startsWith("{")), out::toString);
    }

    @Test
    void topPrintsOnePictureAfterTheOther() {
        assertEquals(0, pgas("top", "--host", "a", "-n", "2", "--interval", "50ms"), err::toString);
        assertEquals(2, lines().stream().filter(line -> line.startsWith("job " + job)).count(), out::toString);
    }

    @Test
    void stacksOfOneRank() {
        assertEquals(0, pgas("stack", "--host", "a", job, "1"), err::toString);
        assertTrue(lines().getFirst().startsWith("rank 1 (pid "), out::toString);
        assertTrue(out.toString().contains("waitForWhatNeverComes"), out::toString);
        assertFalse(out.toString().contains("rank 0 (pid "), out::toString);
    }

    @Test
    void cleanLeavesWhatRunsThere() {
        assertEquals(0, pgas("clean", "--host", "a,b", "--dry-run"), err::toString);
        assertTrue(lines().stream().anyMatch(line -> line.startsWith("a: left " + job)), out::toString);
        assertTrue(lines().contains("b: would remove the files of 0 jobs"), out::toString);
    }

    @Test
    void aDirectoryIsTheSameOnAllHosts() {
        assertEquals(0, pgas("ps", "--host", "b", "--dir", directory.resolve("a").toString()), err::toString);
        assertTrue(lines().getLast().startsWith(job + " "), out::toString);
    }

    @Test
    void theHighestExitCodeCountsAndItsHostIsNamed() {
        assertEquals(1, pgas("stat", "--host", "a,b", job));
        assertTrue(lines().getFirst().startsWith("a: job " + job), out::toString);
        assertTrue(err.toString().startsWith("b: pgas: "), err::toString);
        assertFalse(err.toString().contains("a: "), err::toString);
    }

    @Test
    void aHostThatCannotBeReachedIsNamedAndTheOthersAreShown() {
        assertEquals(255, pgas("ps", "--host", "nowhere,a"));
        assertEquals("nowhere: no such host: nowhere\npgas: host nowhere: " + script + " ended with code 255\n",
                err.toString());
        assertTrue(lines().getLast().startsWith("a: " + job + " "), out::toString);
    }
}
