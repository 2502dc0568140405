package org.pgas.examples;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pgas.Setting;

/** Programs whose ranks share no memory with some of the others, as on several hosts. */
class NeighbourhoodsIT {
    private static final int RANKS = 4;

    @TempDir
    private Path directory;

    /**
     * Also what it says of errors, of which it looks for some itself; and its file has the same bytes. One program of
     * each kind: {@link TwoHostsIT} has all.
     */
    @ParameterizedTest
    @ValueSource(strings = {"kmers-am", "matmul", "cg", "mpi-exchange", "lj", "upc-life", "mpi-cg"})
    void aProgramSaysAndWritesWhatItDoesInOneNeighbourhood(String program) throws Exception {
        Path out = directory.resolve("out");
        String[] words = ProgramCases.arguments(program, out);
        ProgramRun one = run(program, 1, words);
        byte[] written = ProgramCases.written(out);
        ProgramRun two = run(program, 2, words);
        assertEquals(ProgramCases.same(one), ProgramCases.same(two), () -> one + "\n" + two);
        assertArrayEquals(written, ProgramCases.written(out));
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
