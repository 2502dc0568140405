package org.pgas.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Beside the laws, what the two programs say about options and files, by code that they share. */
class E08MatmulIT extends MatmulCases {
    @TempDir
    private Path directory;

    E08MatmulIT() {
        super(E08Matmul.class, E08Matmul.NAME);
    }

    @Test
    void shouldSayWhatIsWrongWithFiles() throws Exception {
        Path a = MatrixText.file(directory, "a.mtx", "%%MatrixMarket matrix array real general", "2 3", "1");
        refuses("--a has 3 columns, and --b 2 rows: they must be as many", "--a", a.toString(), "--b", a.toString());
        refuses("--b none.mtx: no such file", "--a", a.toString(), "--b", "none.mtx");
        refuses("Missing required argument(s): --b=FILE", "--a", a.toString());
        Path b = MatrixText.file(directory, "b.mtx", "%%MatrixMarket matrix coordinate real general", "3 1 0");
        ProgramRun run = ProgramRun.of(E08Matmul.class, 2, Map.of(), "--a", a.toString(), "--b", b.toString());
        assertEquals(1, run.code(), run.toString());
        assertTrue(run.all().contains("[0] " + E08Matmul.NAME + ": " + a
                + ":3: expected 6 entries, found the end of the file after 1"), run.toString());
    }

    @Test
    void shouldRefuseWhatIsNoMatrixOrNoTile() throws InterruptedException {
        refuses("--n 0: legal are 1..32768", "--n", "0");
        refuses("--tile 1025: legal are 1..1024", "--tile", "1025");
    }

    private void refuses(String message, String... arguments) throws InterruptedException {
        ProgramRun run = ProgramRun.of(E08Matmul.class, 1, Map.of(), arguments);
        assertEquals(2, run.code(), run.toString());
        assertTrue(run.all().getFirst().contains(message), run.toString());
    }
}
