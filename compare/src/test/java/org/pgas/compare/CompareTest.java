package org.pgas.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command line, without measuring. */
class CompareTest {
    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... words) {
        return Compare.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true))
                .execute(words);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --rounds 0             | --rounds 0: legal are 1..100000
            --repetitions 1002     | --repetitions 1002: legal are 1..1001
            --run-ms 10001         | --run-ms 10001: legal are 1..10000
            --warm-ms 1001         | --warm-ms 1001: legal are 0..1000
            --guard --only put8    | --guard measures what jmh/guard.csv names: leave out --only and --libraries
            --guard --libraries c  | --guard measures what jmh/guard.csv names: leave out --only and --libraries
            --rows some            | --rows some: there are table and all
            --libraries mvapich    | --libraries mvapich: there are c, pgas,
            --only nosuchrow       | no row of set table has 'nosuchrow' in its name
            --cores 3              | two cores are needed; there are: [3]
            --starts 0             | --starts 0: legal are 1..100000
            --libraries loop       | --libraries loop: there are c, pgas, pgas-mixed, ring-mto,
            --publish --only put8  | --publish writes a whole page into jmh/comparison: leave out --out, --only,
            --publish --out x      | --publish writes a whole page into jmh/comparison: leave out --out, --only,
            --record               | --record goes with --guard
            --hosts --guard        | --hosts has rows of its own, of a rank on each host: leave out --guard, --mixed,
            --hosts --starts 3     | --hosts has rows of its own, of a rank on each host: leave out --guard, --mixed,
            --hosts --only gups    | no row of set table has 'gups' in its name
            --from /no/such/file   | --from: /no/such/file cannot be read
            --nonsense             | Unknown option: '--nonsense'
            """)
    void shouldRefuseWhatItCannotDo(String words, String message) {
        assertEquals(2, run(words.split(" ")));
        assertTrue(err.toString().contains(message), err::toString);
        assertEquals("", out.toString());
    }

    @Test
    void shouldMakeTableAndPageAgainFromFigures() throws Exception {
        Path figures = directory.resolve("results.csv");
        Files.writeString(figures, ResultsText.write(Samples.HEAD,
                Samples.together(Samples.of("pgas", "put8", 8, 9), Samples.of("c", "put8", 8, 1))));
        Files.createDirectories(directory.resolve("jmh/comparison"));
        Files.writeString(directory.resolve("jmh/comparison/reasons.csv"), "put8|it was a Monday\n");
        Path made = directory.resolve("made");
        assertEquals(0, run("--from", figures.toString(), "--root", directory.toString(), "--out", made.toString()),
                err::toString);
        assertTrue(out.toString().contains("it was a Monday"), out::toString);
        assertEquals(out.toString(), Files.readString(made.resolve("README.md")));
        assertTrue(Files.readString(made.resolve("index.html")).contains("it was a Monday"));
        assertFalse(Files.exists(made.resolve("results.csv")));
    }

    @Test
    void shouldMakeTheTableOfTwoHostsAgainFromFigures() throws Exception {
        Path figures = directory.resolve("hosts.csv");
        Files.writeString(figures, ResultsText.write(Samples.HEAD,
                Samples.together(Samples.of("pgas", "get8", 8, 9), Samples.of("tcp", "get8", 8, 1))));
        Files.createDirectories(directory.resolve("jmh/comparison"));
        Files.writeString(directory.resolve("jmh/comparison/hosts-reasons.csv"), "get8|it was a Monday\n");
        Path made = directory.resolve("made");
        assertEquals(0, run("--hosts", "--from", figures.toString(), "--root", directory.toString(), "--out",
                made.toString()), err::toString);
        assertTrue(out.toString().contains("it was a Monday"), out::toString);
        assertEquals(out.toString(), Files.readString(made.resolve("hosts.md")));
        assertFalse(Files.exists(made.resolve("index.html")));
    }

    private Path guardFile(String... lines) throws Exception {
        Path file = Files.createDirectories(directory.resolve("jmh")).resolve("guard.csv");
        return Files.write(file, List.of(lines));
    }

    private Path figures(String processor, double ratio) throws Exception {
        Head head = new Head(List.of(new Head.Fact("processor", processor)), List.of(), List.of());
        return Files.writeString(directory.resolve("figures.csv"), ResultsText.write(head,
                Samples.together(Samples.of("pgas", "put8", 8, ratio), Samples.of("c", "put8", 8, 1))));
    }

    private int guard(Path figures, String... words) {
        List<String> all = new ArrayList<>(
                List.of("--guard", "--from", figures.toString(), "--root", directory.toString()));
        all.addAll(List.of(words));
        return run(all.toArray(String[]::new));
    }

    @Test
    void shouldGuardFiguresThatWereKeptByTheBandsOfTheirProcessor() throws Exception {
        guardFile("intel,put8,8,c,1.0,15", "amd,put8,8,c,2.0,15");
        assertEquals(0, guard(figures("AMD EPYC", 2.2)), err::toString);
        assertEquals(1, guard(figures("Intel(R) Xeon(R)", 2.2)));
        assertTrue(out.toString().contains("put8 8 B has become slower: 2.20 times c"), out::toString);
    }

    @Test
    void shouldSayPlainlyThatThereAreNoBandsForAProcessor() throws Exception {
        Path file = guardFile("intel,put8,8,c,1.0,15", "amd,put8,8,c,2.0,15");
        assertEquals(1, guard(figures("arm-0x41", 1)));
        assertEquals("compare: " + file + " has no bands for processors of the kind arm-0x41, only for: Intel, AMD. "
                + "Record them where nothing is suspected, or with an earlier commit: --guard --record\n",
                err.toString());
        assertEquals("", out.toString());
    }

    @Test
    void shouldRecordTheBandsOfTheProcessorThatWasMeasuredOnly() throws Exception {
        Path file = guardFile("intel,put8,8,c,1.0,20", "amd,put8,8,c,2.0,15");
        assertEquals(0, guard(figures("AMD EPYC", 3), "--record"), err::toString);
        assertEquals(List.of("processor,row,bytes,against,ratio,allowed", "intel,put8,8,c,1.000,20",
                "amd,put8,8,c,3.000,15"),
                Files.readAllLines(file).stream().filter(line -> !line.startsWith("#")).toList());
    }

    @Test
    void shouldExpandListsOfCores() {
        assertEquals(List.of(0, 1, 2, 5), Surroundings.expand("0-2,5"));
    }
}
