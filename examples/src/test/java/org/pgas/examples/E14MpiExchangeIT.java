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

class E14MpiExchangeIT {
    private static final Pattern TIME = Pattern.compile("(\\d+(?:\\.\\d+)?) \\((\\d+(?:\\.\\d+)?)\\)");

    @TempDir
    private Path directory;

    @Test
    void shouldPrintTheTablesOfThePaperWithVerifiedData() throws Exception {
        Path csv = directory.resolve("times.csv");
        ProgramRun run = run(4, "--max-bytes", "4096", "--csv", csv.toString(), "--svg", directory.toString());
        assertEquals(0, run.code(), run.toString());
        checkTable(run, "Table 1", 4, 6);
        checkTable(run, "Table 2", 4, 7);
        checkTable(run, "Table 3", 4, 5);
        checkTable(run, "Table 4", 4, -1);
        // sizes, windows, variants, ranks, neighbours
        assertTrue(run.out().contains("table 2: " + 2 * 2 * 7 * 4 + " blocks verified, errors=0"), run.toString());
        assertTrue(run.out().contains("table 3: " + 2 * 2 * 5 * 4 * 4 + " blocks verified, errors=0"), run.toString());
        assertTrue(run.out().contains("table 4: " + 2 * (9 + 6) * 4 + " blocks verified, errors=0"), run.toString());
        assertEquals(1 + 4 * 6 + 4 * 7 + 4 * 5 + 2 * (9 + 6), Files.readAllLines(csv).size(), run.toString());
        for (String figure : List.of("figure1.svg", "figure2.svg")) {
            assertTrue(Files.readString(directory.resolve(figure)).contains("<svg"), run.toString());
        }
    }

    /** @param columns with times in each row; -1 where rows differ */
    private static void checkTable(ProgramRun run, String title, int rows, int columns) {
        int at = 0;
        while (!run.out().get(at).startsWith(title)) {
            at++;
            assertTrue(at < run.out().size(), title + " in " + run);
        }
        for (String row : run.out().subList(at + 2, at + 2 + rows)) {
            Matcher time = TIME.matcher(row);
            int found = 0;
            while (time.find()) {
                double fastest = Double.parseDouble(time.group(1));
                double median = Double.parseDouble(time.group(2));
                assertTrue(fastest > 0 && median >= fastest, row);
                found++;
            }
            assertTrue(columns < 0 ? found == 9 || found == 6 : found == columns, row);
        }
    }

    private static ProgramRun run(int ranks, String... options) throws InterruptedException {
        String[] all = new String[options.length + 4];
        System.arraycopy(new String[]{"--epochs", "3", "--warmup", "2"}, 0, all, 0, 4);
        System.arraycopy(options, 0, all, 4, options.length);
        return ProgramRun.of(E14MpiExchange.class, ranks, Map.of(), all);
    }

    @Test
    void shouldMeasureChosenTablesWithAsManyRanksAsThereAre() throws InterruptedException {
        ProgramRun run = run(2, "--tables", "3", "--neighbours", "1", "--max-bytes", "65536");
        assertEquals(0, run.code(), run.toString());
        checkTable(run, "Table 3: contiguous INTs, 2 ranks, 1 neighbour; ", 8, 5);
        assertTrue(run.out().stream().noneMatch(line -> line.startsWith("Table 1")), run.toString());
    }

    @Test
    void shouldSayWhatItCannotMeasure() throws InterruptedException {
        check(1, Outcome.USAGE_ERROR, "--tables 5: legal are 1..4", Map.of(), "--tables", "5");
        check(1, Outcome.USAGE_ERROR, "--neighbours 2: legal are 1..1", Map.of(), "--neighbours", "2");
        check(1, Outcome.USAGE_ERROR, "--max-bytes 1023: legal are 1024..", Map.of(), "--max-bytes", "1023");
        check(1, Outcome.USAGE_ERROR, "--epochs 0: legal are 1..", Map.of(), "--epochs", "0");
        check(2, Outcome.FAILURE, "smaller blocks (--max-bytes)", Map.of(Setting.ROOM, "400k"), "--tables", "2",
                "--epochs",
                "1", "--warmup", "0");
    }

    private static void check(int ranks, int code, String message, Map<Setting, String> settings, String... options)
            throws InterruptedException {
        ProgramRun run = ProgramRun.of(E14MpiExchange.class, ranks, settings, options);
        assertEquals(code, run.code(), run.toString());
        assertTrue(run.all().stream().anyMatch(line -> line.contains(message)), run.toString());
    }
}
