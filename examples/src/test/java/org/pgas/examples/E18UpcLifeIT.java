package org.pgas.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.Setting;

class E18UpcLifeIT {
    /** Moves a row down and a column to the right in four generations. */
    private static final List<String> GLIDER = List.of(".#.", "..#", "###");

    @TempDir
    private Path directory;

    private static ProgramRun check(int ranks, String first, String... arguments) throws InterruptedException {
        ProgramRun run = ProgramRun.of(E18UpcLife.class, ranks, Map.of(), arguments);
        assertEquals(0, run.code(), run.toString());
        assertEquals(first, run.out().get(0), run.toString());
        assertTrue(run.out().get(1).matches("\\d+\\.\\d{3} s, \\d+\\.\\d million cells a second"), run.toString());
        assertTrue(run.out().get(2).matches("\\d+ cells live, errors=0"), run.toString());
        return run;
    }

    @Test
    void shouldAgreeWithOneThreadOnAnyNumberOfThreads() throws Exception {
        Path one = directory.resolve("one");
        Path many = directory.resolve("many");
        String[] board = {"--rows", "61", "--columns", "37", "--generations", "40", "--seed", "9", "--out", ""};
        board[9] = one.toString();
        check(1, "61 x 37 cells on 1 threads, 40 generations", board);
        board[9] = many.toString();
        ProgramRun run = check(4, "61 x 37 cells on 4 threads, 40 generations", board);
        assertEquals("picture written to " + many, run.out().getLast(), run.toString());
        assertEquals(-1, Files.mismatch(one, many));
    }

    @Test
    void shouldLeaveThreadsWithoutRowsInPeace() throws InterruptedException {
        check(4, "5 x 3 cells on 4 threads, 7 generations", "--rows", "5", "--columns", "3", "--generations", "7");
        check(3, "1 x 1 cells on 3 threads, 0 generations", "--rows", "1", "--columns", "1", "--generations", "0");
    }

    /** Sizes that allocation rounds up most. */
    @Test
    void shouldFindRoomForBoardsOfAllSizes() throws InterruptedException {
        check(1, "1 x 1040 cells on 1 threads, 1 generations", "--rows", "1", "--columns", "1040", "--generations",
                "1");
        check(2, "2 x 1809 cells on 2 threads, 1 generations", "--rows", "2", "--columns", "1809", "--generations",
                "1");
    }

    /** From the first thread's rows to the last one's. */
    @Test
    void shouldMoveAGliderThroughAllThreads() throws Exception {
        Path input = Files.write(directory.resolve("glider.txt"), board(20, 23, 1, 2));
        for (int steps : new int[]{4, 60}) {
            Path out = directory.resolve("after" + steps);
            ProgramRun run = check(3, "20 x 23 cells on 3 threads, " + steps + " generations", "--input",
                    input.toString(), "--generations", String.valueOf(steps), "--out", out.toString());
            assertEquals("5 cells live, errors=0", run.out().get(2), run.toString());
            assertEquals(board(20, 23, 1 + steps / 4, 2 + steps / 4), Files.readAllLines(out), steps + " generations");
        }
    }

    private static List<String> board(int rows, int columns, int row, int column) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            String cells = ".".repeat(columns);
            lines.add(i < row || i >= row + 3 ? cells
                    : cells.substring(0, column) + GLIDER.get(i - row) + cells.substring(column + 3));
        }
        return lines;
    }

    @Test
    void shouldSayWhatIsWrong() throws Exception {
        says(2, "--rows 0: legal are 1..32768", "--rows", "0");
        says(2, "--rows 32768 --columns 2049: legal are 67108864 cells", "--rows", "32768", "--columns", "2049");
        says(2, "--input none.txt: no such file", "--input", "none.txt");
        Path text = Files.writeString(directory.resolve("text"), "! a comment\n.#\n.x\n");
        says(2, "--input " + text + ": " + text + ": row 2, column 2: 'x'", "--input", text.toString());
        says(2, "--out " + directory + ": ", "--rows", "2", "--columns", "2", "--out", directory.toString());
    }

    private static void says(int code, String message, String... arguments) throws InterruptedException {
        ProgramRun run = ProgramRun.of(E18UpcLife.class, 1, Map.of(), arguments);
        assertEquals(code, run.code(), run.toString());
        assertTrue(run.all().stream().anyMatch(line -> line.startsWith("[0] upc-life: " + message)), run.toString());
    }

    @Test
    void shouldRefuseABoardThatFindsNoRoom() throws InterruptedException, IOException {
        ProgramRun run = ProgramRun.of(E18UpcLife.class, 2, Map.of(Setting.ROOM, "1m"), "--rows", "4096");
        assertEquals(2, run.code(), run.toString());
        assertTrue(run.all().getFirst().contains("upc-life: 4096 x 1024: "), run.toString());
    }
}
