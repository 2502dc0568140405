package org.pgas.examples;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.examples.heat2d.HeatImage;
import org.pgas.examples.heat2d.HeatModel;

class E02Heat2dIT {
    @TempDir
    private Path directory;

    @Test
    void shouldWriteThePictureOfTheSequentialModelForAnyNumberOfRanks() throws Exception {
        HeatModel model = new HeatModel(37, 53, 0.2, 100, 0);
        double change = 0;
        for (int step = 0; step < 120; step++) {
            change = model.step();
        }
        byte[] expected = picture(model);
        for (int ranks : new int[]{1, 2, 4}) {
            Path out = directory.resolve("plate-" + ranks + ".png");
            ProgramRun run = ProgramRun.of(E02Heat2d.class, ranks, Map.of(), "--rows", "37", "--cols", "53", "--steps",
                    "120", "--out",
                    out.toString());
            assertEquals(0, run.code(), run.toString());
            assertTrue(run.out().contains(String.format(Locale.ROOT, "largest change in the last step: %.4f", change)),
                    run.toString());
            assertArrayEquals(expected, Files.readAllBytes(out));
        }
    }

    private static byte[] picture(HeatModel model) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        double[][] field = model.field();
        new HeatImage(0, 100).write(bytes, model.rows(), model.cols(),
                (row, into) -> System.arraycopy(field[row], 0, into, 0, into.length));
        return bytes.toByteArray();
    }

    @Test
    void shouldRefuseAPlateThatIsTooSmallAndAnUnknownOption() throws InterruptedException {
        ProgramRun small = ProgramRun.of(E02Heat2d.class, 2, Map.of(), "--rows", "2");
        assertEquals(2, small.code(), small.toString());
        assertTrue(small.all().getFirst().contains("2 rows"), small.toString());
        ProgramRun unknown = ProgramRun.of(E02Heat2d.class, 2, Map.of(), "--row", "20");
        assertEquals(2, unknown.code(), unknown.toString());
        assertTrue(unknown.all().getFirst().contains("--row"), unknown.toString());
    }
}
