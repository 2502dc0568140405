package org.pgas.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.Setting;

class E16LennardJonesIT {
    private static final Pattern ENERGIES = Pattern.compile(
            "step=(\\d+) temperature=(\\d+\\.\\d{4}) potential=-\\d+\\.\\d{5} kinetic=\\d+\\.\\d{5} "
                    + "total=(-?\\d+\\.\\d{5})");

    private static final Pattern VERDICT = Pattern.compile("drift=\\S+ momentum=\\S+ forces=\\S+");

    @TempDir
    private Path directory;

    @Test
    void shouldConserveTheEnergyForAnyNumberOfRanks() throws InterruptedException {
        for (int ranks = 1; ranks <= 4; ranks++) {
            ProgramRun run = run(ranks, "--atoms", "256", "--steps", "100", "--every", "50");
            assertEquals(0, run.code(), run.toString());
            assertEquals(6, run.all().size(), run.toString());
            assertEquals("256 atoms in a box of side 6.718, cutoff 2.500, 10 tasks a step on " + ranks + " ranks",
                    run.out().getFirst());
            for (int i = 0; i < 3; i++) {
                Matcher energies = ENERGIES.matcher(run.out().get(1 + i));
                assertTrue(energies.matches(), run.toString());
                assertEquals(50 * i, Integer.parseInt(energies.group(1)));
                assertEquals(i == 0, energies.group(2).equals("1.4400"), run.toString());
            }
            assertTrue(run.out().get(4).matches("\\d+\\.\\d{3} s, \\d+\\.\\d steps/s"), run.toString());
            assertTrue(VERDICT.matcher(run.out().get(5)).matches(), run.toString());
        }
    }

    @Test
    void shouldWriteTheEnergiesThatItPrints() throws Exception {
        Path out = directory.resolve("energies.csv");
        ProgramRun run = run(2, "--atoms", "50", "--steps", "25", "--every", "10", "--lattice", "SC", "--density",
                "0.3",
                "--out", out.toString());
        assertEquals(0, run.code(), run.toString());
        assertTrue(run.out().contains("energies written to " + out), run.toString());
        List<String> lines = Files.readAllLines(out);
        assertEquals("step,time,temperature,potential,kinetic,total", lines.getFirst());
        assertEquals(List.of("0", "10", "20", "25"),
                lines.stream().skip(1).map(line -> line.substring(0, line.indexOf(','))).toList());
        for (String line : lines.subList(1, lines.size())) {
            String[] numbers = line.split(",");
            assertEquals(Integer.parseInt(numbers[0]) * 0.004, Double.parseDouble(numbers[1]), 1e-12);
            assertEquals(Double.parseDouble(numbers[5]),
                    Double.parseDouble(numbers[3]) + Double.parseDouble(numbers[4]), 1e-9);
        }
    }

    @Test
    void shouldFailWhenTheEnergyMoves() throws InterruptedException {
        ProgramRun run = run(2, "--atoms", "108", "--steps", "40", "--every", "1", "--dt", "0.01", "--tolerance",
                "1e-9");
        assertEquals(1, run.code(), run.toString());
        says(run, "[0] lj: the energy has moved by ");
    }

    @Test
    void shouldFailWhenTheAtomsFlyApart() throws InterruptedException {
        ProgramRun run = run(1, "--atoms", "108", "--steps", "20", "--dt", "1");
        assertEquals(1, run.code(), run.toString());
        says(run, "[0] lj: the energy has moved by ");
    }

    @Test
    void shouldFailWhenTheFileCannotBeWritten() throws InterruptedException {
        ProgramRun run = run(1, "--atoms", "8", "--steps", "1", "--out", directory.toString());
        assertEquals(2, run.code(), run.toString());
        says(run, "[0] lj: --out " + directory + ": ");
    }

    @Test
    void shouldShowItsOptions() throws InterruptedException {
        ProgramRun run = run(2, "--help");
        assertEquals(0, run.code(), run.toString());
        assertTrue(run.out().getFirst().startsWith("Usage: lj "), run.toString());
    }

    @Test
    void shouldRefuseWhatIsNoLiquid() throws InterruptedException {
        refuses("lj: --atoms 1: legal are 2..131072", "--atoms", "1");
        refuses("lj: --steps -1: legal are 0..2147483647", "--steps", "-1");
        refuses("lj: --every 0: legal are 1..2147483647", "--every", "0");
        refuses("lj: --dt 0.0: legal are 1.0E-6 to 1.0", "--dt", "0");
        refuses("lj: --density NaN: legal are 1.0E-6 to 10.0", "--density", "NaN");
        refuses("lj: --temperature -1.0: legal are 0.0 to 1000000.0", "--temperature", "-1");
        refuses("Invalid value for option '--lattice'", "--lattice", "hcp");
    }

    @Test
    void shouldSayThatTheAtomsFindNoRoom() throws InterruptedException {
        ProgramRun run = ProgramRun.of(E16LennardJones.class, 2, Map.of(Setting.ROOM, "1m"), "--atoms", "100000");
        assertEquals(2, run.code(), run.toString());
        says(run, "[0] lj: --atoms 100000: ");
    }

    private static void says(ProgramRun run, String beginning) {
        assertTrue(run.all().stream().anyMatch(line -> line.startsWith(beginning)), run.toString());
    }

    private static void refuses(String message, String... arguments) throws InterruptedException {
        ProgramRun run = run(1, arguments);
        assertEquals(2, run.code(), run.toString());
        assertTrue(run.all().getFirst().contains(message), run.toString());
    }

    private static ProgramRun run(int ranks, String... arguments) throws InterruptedException {
        return ProgramRun.of(E16LennardJones.class, ranks, Map.of(), arguments);
    }
}
