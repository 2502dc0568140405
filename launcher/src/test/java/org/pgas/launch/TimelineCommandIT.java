package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code pgas run --timeline} as a process of its own. */
class TimelineCommandIT {
    @TempDir
    Path directory;

    private Path temporary;

    /** Returns what it printed on standard error. */
    private List<String> run(int code, String file, String... program) throws Exception {
        temporary = Files.createDirectory(directory.resolve("temporary"));
        Path jobs = Files.createDirectory(directory.resolve("jobs"));
        List<String> command = new ArrayList<>(List.of(ThisJvm.java().toString(),
                "--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1", "-Djava.io.tmpdir=" + temporary,
                "-cp", String.join(File.pathSeparator, ThisJvm.classPath().stream().map(Path::toString).toList()),
                Pgas.class.getName(), "run", "-n", "2", "--heap", "64m", "--dir", jobs.toString(), "--timeline", file));
        command.addAll(List.of(program));
        Process process = new ProcessBuilder(command).redirectOutput(directory.resolve("out").toFile())
                .redirectError(directory.resolve("err").toFile()).start();
        try {
            assertTrue(process.waitFor(Trial.LIMIT.toSeconds(), TimeUnit.SECONDS), "pgas does not end");
            assertEquals(code, process.exitValue(), () -> "see the output above");
        } finally {
            process.destroyForcibly();
        }
        Trial.assertNothingLeft(jobs);
        Trial.assertNothingLeft(temporary);
        return Files.readAllLines(directory.resolve("err"));
    }

    @Test
    void shouldKeepTheExitCodeAndSayWhichRankIsMissing() throws Exception {
        Path file = directory.resolve("trace.json.gz");
        List<String> err = run(7, file.toString(), "-J-Xlog:gc=warning", Behaviours.class.getName(), "halt", "1", "7");
        assertEquals(1, err.stream().filter(line -> line.startsWith("pgas: the timeline lacks rank 1 (pid ")).count(),
                err::toString);
        assertEquals(List.of(), err.stream().filter(line -> !line.startsWith("pgas: ")).toList());
        assertTrue(Files.size(file) > 0);
    }

    @Test
    void shouldNotEndWithZeroWhenAJobThatRanWellHasNoTimeline() throws Exception {
        List<String> err = run(141, "/dev/full", Behaviours.class.getName(), "finish");
        assertEquals(List.of("pgas: the timeline could not be written to /dev/full: no space left on the file system "
                + "(df, df -i); job ends with 141"), err);
    }

    @Test
    void shouldStartNothingWhenTheFileCannotBeWritten() throws Exception {
        List<String> err = run(1, directory.resolve("missing/trace.json").toString(), Behaviours.class.getName(),
                "finish");
        assertTrue(err.getFirst().contains("the timeline cannot be written to "), err::toString);
        assertEquals("", Files.readString(directory.resolve("out")));
        assertFalse(Files.exists(directory.resolve("missing")));
    }
}
