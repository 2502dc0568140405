package org.pgas.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.launch.Subcommand;
import picocli.CommandLine;

/** Mistakes are refused before anything is measured. */
class BenchCommandTest {
    @TempDir
    Path directory;

    private void refused(String message, String... words) {
        StringWriter err = new StringWriter();
        CommandLine line = new CommandLine(new BenchCommand());
        line.setOut(new PrintWriter(err)).setErr(new PrintWriter(err));
        line.setExecutionExceptionHandler((e, command, parsed) -> {
            command.getErr().println(e.getMessage());
            return 2;
        });
        assertEquals(2, line.execute(words), err::toString);
        assertTrue(err.toString().contains(message), err::toString);
        assertFalse(err.toString().contains("round 1"), err::toString);
    }

    @Test
    void itIsFound() {
        assertTrue(ServiceLoader.load(Subcommand.class).stream().anyMatch(each -> each.type() == BenchCommand.class));
    }

    @Test
    void anUnknownSuiteIsRefusedWithThoseThereAre() {
        refused("'speed' is no suite: there are latency, bandwidth, rate, atomics, collectives, shapes, locks",
                "--only", "latency,speed");
    }

    @Test
    void illegalNumbersAreRefusedWithWhatIsLegal() {
        String out = directory.toString();
        refused("--rounds 0: legal are 1..1000", "--rounds", "0", "--out", out);
        refused("a job of 0 ranks: legal are 1..2048", "-n", "0", "--out", out);
        refused("2048 ranks need a core each", "-n", "2048", "--bind", "--out", out);
    }

    @Test
    void aPlaceThatCannotBeWrittenIsRefused() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");
        refused("--out: " + file + "/index.html cannot be written: " + file + " is not a directory", "--out",
                file.toString());
        Path page = Files.createDirectories(directory.resolve("page.html"));
        refused("--out: " + page + " cannot be written: it is a directory", "--out", page.toString());
        refused("--json: " + directory + " cannot be written: it is a directory", "--json", directory.toString(),
                "--out", directory.resolve("new").toString());
        refused("cannot be written", "--out", "/proc/none");
        String both = directory.resolve("x.html").toString();
        refused("--json: " + both + " cannot be written: the page goes there", "--out", both, "--json", both);
    }

    @Test
    void anEarlierRunIsReadFirstAndNotOverwritten() throws IOException {
        Path garbage = Files.writeString(directory.resolve("results.json"), "garbage");
        refused("--compare: " + garbage + " is not JSON", "--compare", garbage.toString(), "--out", "/proc/none");
        ResultsFile.write(Samples.everything(), garbage);
        refused("would be overwritten by the results of this run: name another file", "--compare", garbage.toString(),
                "--out", directory.toString());
    }

    @Test
    void thePageAndTheFileOfResultsAreWhereTheOptionsSay() {
        Path here = Path.of("").toAbsolutePath();
        assertEquals(new OutputPlaces(here.resolve("pgas-bench/index.html"), here.resolve("pgas-bench/results.json")),
                OutputPlaces.of(null, null));
        assertEquals(new OutputPlaces(Path.of("/a/b/index.html"), Path.of("/a/b/results.json")),
                OutputPlaces.of(Path.of("/a/b"), null));
        assertEquals(new OutputPlaces(Path.of("/a/b.html"), Path.of("/a/b.json")),
                OutputPlaces.of(Path.of("/a/b.html"), null));
        assertEquals(new OutputPlaces(Path.of("/a/b.html"), Path.of("/c.json")),
                OutputPlaces.of(Path.of("/a/b.html"), Path.of("/c.json")));
    }
}
