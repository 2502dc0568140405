package org.pgas.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.Setting;

/** Programs whose ranks share no memory with some of the others, as on several hosts. */
class NeighbourhoodsIT {
    private static final Map<Setting, String> TWO = Map.of(Setting.NEIGHBOURHOODS, "2");

    @TempDir
    private Path directory;

    @Test
    void kmersAreCountedLikeByAPlainMap() throws Exception {
        Path out = directory.resolve("counts");
        ProgramRun run = ProgramRun.of(E03Kmers.class, 4, TWO, "--out", out.toString());
        assertEquals(0, run.code(), run.toString());
        assertEquals(KmerModel.lines(KmerModel.count(List.of(KmerModel.genome()), 11)), Files.readAllLines(out));
    }

    @Test
    void everyRankSaysHello() throws Exception {
        ProgramRun run = ProgramRun.of(E01Hello.class, 4, TWO);
        assertEquals(0, run.code(), run.toString());
        for (int rank = 0; rank < 4; rank++) {
            String own = "[" + rank + "] ";
            assertTrue(run.all().stream().anyMatch(line -> line.startsWith(own)), run.toString());
        }
    }

    @Test
    void programsThatCheckThemselvesFindNoError() throws InterruptedException {
        finds("errors=0", E10Transpose.class, "--rows", "200");
        finds("errors=0", E07Gups.class, "--log2-words", "8");
        finds("deviation=0.0", E09Halo3d.class, "--size", "8", "--iterations", "3");
    }

    /** Of a work counter, collectives, global arrays over ARMCI, remote calls, and distributed matrices. */
    @Test
    void soDoProgramsOnOtherModules() throws InterruptedException {
        finds("errors=0", E08Matmul.class, "--n", "64");
        finds("errors=0", E12Samplesort.class, "--lines", "2000");
        finds("errors=0", E15GaMatmul.class, "--n", "32");
        finds("errors=0", E20Bank.class, "--transfers", "20");
        finds("errors=0", E21Jacobi.class, "--rows", "20", "--columns", "20", "--steps", "5");
    }

    /** Every table but that of epochs verifies its data. */
    @Test
    void windowsOfMpiGoThere() throws InterruptedException {
        ProgramRun run = ProgramRun.of(E14MpiExchange.class, 4, TWO, "--epochs", "2", "--warmup", "1", "--max-bytes",
                "4096");
        assertEquals(0, run.code(), run.toString());
        assertEquals(3, run.out().stream().filter(line -> line.endsWith("blocks verified, errors=0")).count(),
                run.toString());
    }

    /** Of MPPA, UPC, and a key-value store in a file. */
    @Test
    void soDoProgramsOnDialectsAndFiles() throws InterruptedException {
        finds("errors=0", E17MppaTiles.class, "--width", "64", "--height", "64");
        finds("errors=0", E18UpcLife.class, "--rows", "32", "--columns", "32", "--generations", "3");
        String table = directory.resolve("table").toString();
        finds("200 puts by 4 ranks", E13Kv.class, "--file", table, "fill", "200");
        finds("errors=0", E13Kv.class, "--file", table, "check");
    }

    private static void finds(String end, Class<?> program, String... arguments) throws InterruptedException {
        ProgramRun run = ProgramRun.of(program, 4, TWO, arguments);
        assertEquals(0, run.code(), run.toString());
        assertTrue(run.out().getLast().endsWith(end), run.toString());
    }

    @Test
    void moreNeighbourhoodsThanRanksAreRefused() throws Exception {
        ProgramRun run = ProgramRun.of(E01Hello.class, 1, TWO);
        assertEquals(1, run.code(), run.toString());
        assertTrue(run.all().stream().anyMatch(line -> line.contains("pgas.neighbourhoods=2 in a job of 1 ranks")),
                run.toString());
    }
}
