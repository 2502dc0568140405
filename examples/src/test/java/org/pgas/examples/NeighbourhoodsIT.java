package org.pgas.examples;

import static java.util.Map.entry;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pgas.Setting;

/** Programs whose ranks share no memory with some of the others, as on several hosts. */
class NeighbourhoodsIT {
    private static final int RANKS = 4;

    /** Stands for the file that a program writes. */
    private static final String OUT = "OUT";

    /** Of every program but {@code kv}: a little of what it can do. */
    private static final Map<String, String> ARGUMENTS = Map.ofEntries(entry("hello", ""),
            entry("heat2d", "--rows 37 --cols 53 --steps 60 --out OUT"), entry("kmers", "--out OUT"),
            entry("pingpong", "--iterations 200 --warmup 10"), entry("kmers-am", "--out OUT"), entry("uts", ""),
            entry("gups", "--log2-words 8"), entry("matmul", "--n 64 --out OUT"),
            entry("halo3d", "--size 8 --iterations 3"), entry("transpose", "--rows 200 --columns 100 --out OUT"),
            entry("cg", "--grid 40 --out OUT"), entry("samplesort", "--lines 2000 --out OUT"),
            entry("mpi-exchange", "--epochs 2 --warmup 1 --max-bytes 4096"),
            entry("ga-matmul", "--n 32 --out OUT"), entry("lj", "--atoms 108 --steps 20"),
            entry("mppa-tiles", "--width 64 --height 64 --out OUT"),
            entry("upc-life", "--rows 32 --columns 32 --generations 3 --out OUT"), entry("telemetry", ""),
            entry("bank", "--transfers 20"), entry("jacobi", "--rows 20 --columns 20 --steps 5"));

    /** In lines that tell of times, of who did how much, and of sums in whatever order: no two runs have the same. */
    private static final Pattern OTHER_EACH_TIME = Pattern.compile("\\d\\.\\d{3} s\\b|^us: | us +\\d|\\d \\(\\d"
            + "|rate=\\d|gflops=\\d|^tiles of ranks: |transfers made|temperature=\\d|^drift=\\d");

    private static final Pattern NUMBER = Pattern.compile("\\d[\\d.,]*(?:e[-+]\\d+)?");
    private static final Pattern BARS_AND_GAPS = Pattern.compile("[ ▏▎▍▌▋▊▉█]+");

    @TempDir
    private Path directory;

    static Stream<String> programs() throws IOException {
        return RefusalsIT.programs().stream().filter(program -> !program.equals("kv"));
    }

    /** Also what it says of errors, of which it looks for some itself; and its file has the same bytes. */
    @ParameterizedTest
    @MethodSource("programs")
    void aProgramSaysAndWritesWhatItDoesInOneNeighbourhood(String program) throws Exception {
        Path out = directory.resolve("out");
        String arguments = ARGUMENTS.get(program);
        String[] words = arguments.isEmpty() ? new String[0] : arguments.replace(OUT, out.toString()).split(" ");
        ProgramRun one = run(program, 1, words);
        byte[] written = arguments.contains(OUT) ? Files.readAllBytes(out) : null;
        Files.deleteIfExists(out);
        ProgramRun two = run(program, 2, words);
        assertEquals(same(one), same(two), () -> one + "\n" + two);
        assertArrayEquals(written, arguments.contains(OUT) ? Files.readAllBytes(out) : null);
    }

    /** What rank 0 has printed, without what is another thing each time. */
    private static List<String> same(ProgramRun run) {
        return run.out().stream().map(line -> OTHER_EACH_TIME.matcher(line).find()
                ? NUMBER.matcher(BARS_AND_GAPS.matcher(line).replaceAll(" ")).replaceAll("#").strip()
                : line).toList();
    }

    private static ProgramRun run(String program, int neighbourhoods, String... arguments) throws Exception {
        return run(program, Map.of(Setting.NEIGHBOURHOODS, Integer.toString(neighbourhoods)), arguments);
    }

    private static ProgramRun run(String program, Map<Setting, String> settings, String... arguments) throws Exception {
        ProgramRun run = ProgramRun.of(RefusalsIT.main(program), RANKS, settings, arguments);
        assertEquals(0, run.code(), run.toString());
        return run;
    }

    @Test
    void everyRankSaysHello() throws Exception {
        assertEquals(IntStream.range(0, RANKS).mapToObj(rank -> {
            int before = (rank + RANKS - 1) % RANKS;
            return "[" + rank + "] rank " + rank + " of " + RANKS + " got " + (1000 + before) + " from rank " + before;
        }).toList(), run("hello", 2).all().stream().sorted().toList());
    }

    /** The wire is found by its name, encrypts or not, and leaves the order of the bits. */
    @ParameterizedTest
    @ValueSource(strings = {"off", "on"})
    void aProgramWritesTheSameOverTheWireBetweenHosts(String plain) throws Exception {
        Path out = directory.resolve("out");
        run("samplesort", 1, "--lines", "2000", "--out", out.toString());
        byte[] written = Files.readAllBytes(out);
        Files.delete(out);
        run("samplesort", Map.of(Setting.NEIGHBOURHOODS, "2", Setting.WIRE, "tcp", Setting.WIRE_PLAIN, plain),
                "--lines", "2000", "--out", out.toString());
        assertArrayEquals(written, Files.readAllBytes(out));
    }

    @Test
    void aWireThatIsNotThereIsRefusedWithWhatThereIs() throws Exception {
        ProgramRun run = ProgramRun.of(E01Hello.class, 2,
                Map.of(Setting.NEIGHBOURHOODS, "2", Setting.WIRE, "pigeons"));
        assertEquals(1, run.code(), run.toString());
        assertTrue(run.all().stream().anyMatch(line -> line.contains("pgas.wire=pigeons: there is no such wire")),
                run.toString());
    }

    @Test
    void aStoreHasTheEntriesOfOneThatOneNeighbourhoodHasFilled() throws Exception {
        List<List<String>> entries = new ArrayList<>();
        for (int neighbourhoods = 1; neighbourhoods <= 2; neighbourhoods++) {
            String file = directory.resolve("store-" + neighbourhoods).toString();
            assertEquals(List.of("200 puts by 4 ranks"),
                    run("kv", neighbourhoods, "--file", file, "fill", "200").out());
            assertEquals("errors=0", run("kv", neighbourhoods, "--file", file, "check").out().getLast());
            entries.add(run("kv", neighbourhoods, "--file", file, "list").out().stream().sorted().toList());
        }
        assertEquals(200, entries.getFirst().size());
        assertEquals(entries.getFirst(), entries.getLast());
    }

    @Test
    void moreNeighbourhoodsThanRanksAreRefused() throws Exception {
        ProgramRun run = ProgramRun.of(E01Hello.class, 1, Map.of(Setting.NEIGHBOURHOODS, "2"));
        assertEquals(1, run.code(), run.toString());
        assertTrue(run.all().stream().anyMatch(line -> line.contains("pgas.neighbourhoods=2 in a job of 1 ranks")),
                run.toString());
    }
}
