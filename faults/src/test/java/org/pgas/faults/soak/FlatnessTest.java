package org.pgas.faults.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pgas.faults.Detail;

/** What the measurements of a rank are found to be. */
class FlatnessTest {
    private static final int ROUNDS = 1200;
    private static final int ROUNDS_A_SECOND = 4;
    private static final int NOISE_BYTES = 1 << 20;

    /** More of everything than any bound, but none that may not be. */
    private static final long LEVEL = 50 << 20;

    @TempDir
    Path directory;

    /** All is noise of up to a mebibyte, or as it was, but for one that grows in each of the rounds of five minutes. */
    private List<String> failures(String title, int perRound) throws IOException {
        SplittableRandom random = new SplittableRandom(3);
        List<String> titles = Round.titles(List.of());
        StringBuilder lines = new StringBuilder(String.join(",", titles)).append('\n');
        for (int round = 0; round < ROUNDS; round++) {
            int at = round;
            lines.append(titles.stream().map(each -> switch (each) {
                case "clock" -> at * 1000L / ROUNDS_A_SECOND;
                case "code limit" -> 4 * LEVEL;
                case "resident memory", "heap", "anonymous memory" ->
                    LEVEL + random.nextInt(NOISE_BYTES) + (each.equals(title) ? (long) at * perRound : 0);
                default -> LEVEL + (each.equals(title) ? (long) at * perRound : 0);
            }).map(Object::toString).collect(Collectors.joining(","))).append('\n');
        }
        Path file = directory.resolve("rank-0.csv");
        Files.writeString(file, lines);
        return Flatness.details("soak", 0, SoakLog.read(file)).stream().filter(each -> !each.good())
                .map(Detail::words).toList();
    }

    @Test
    void shouldTakeNoiseForFlat() throws IOException {
        assertEquals(List.of(), failures("nothing", 0));
    }

    /** Compilers go on for hours; what they need is in memory that is of no file too. */
    @ParameterizedTest
    @CsvSource({"memory of compilers", "anonymous memory"})
    void shouldNotTakeCompilersForALeak(String title) throws IOException {
        assertEquals(List.of(), failures(title, 20_000));
    }

    /** A page of the page tables stays for each GiB, which is some hundred segments. */
    @Test
    void shouldLetPageTablesHaveAPageNowAndThen() throws IOException {
        assertEquals(List.of(), failures("page tables", 27));
    }

    @ParameterizedTest
    @CsvSource({"native memory, 2000", "resident memory, 13000", "heap, 3000", "page tables, 13000", "threads, 1",
        "files open, 1"})
    void shouldTellWhatGrowsAndNothingElse(String title, int perRound) throws IOException {
        assertEquals(List.of(title + " flat"), failures(title, perRound));
    }
}
