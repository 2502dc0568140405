package org.pgas.examples.heat2d;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HeatImageTest {
    @TempDir
    private Path directory;

    @Test
    void shouldWriteAPixelForEachCell() throws Exception {
        double[][] field = {{0, 5, 10}, {-1, 11, Double.NaN}};
        Path file = directory.resolve("heat.png");
        new HeatImage(0, 10).write(file, field);
        int dark = ColourMap.colour(0);
        int light = ColourMap.colour(1);
        assertArrayEquals(new int[][]{
            {dark, ColourMap.colour(0.5), light}, {dark, light, ColourMap.NOT_A_NUMBER}},
                PngModel.decode(Files.readAllBytes(file)));
    }

    @Test
    void shouldWritePicturesLargerThanAChunk() throws Exception {
        Random random = new Random(5);
        int[][] expected = new int[300][200];
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new HeatImage(0, 1).write(out, 300, 200, (row, into) -> {
            for (int col = 0; col < into.length; col++) {
                into[col] = random.nextDouble();
                expected[row][col] = ColourMap.colour(into[col]);
            }
        });
        assertArrayEquals(expected, PngModel.decode(out.toByteArray()));
    }

    @Test
    void shouldRefuseAnEmptyRange() {
        Exception e = assertThrows(IllegalArgumentException.class, () -> new HeatImage(3, 3));
        assertEquals("low is 3.0, legal is below high=3.0", e.getMessage());
        assertThrows(IllegalArgumentException.class, () -> new HeatImage(Double.NaN, 3));
    }

    @Test
    void shouldRefuseAnEmptyPicture() {
        HeatImage image = new HeatImage(0, 1);
        Exception e = assertThrows(IllegalArgumentException.class,
                () -> image.write(new ByteArrayOutputStream(), 0, 4, (row, into) -> {}));
        assertEquals("the picture is 4 by 0, legal is 1 or more", e.getMessage());
    }

    @Test
    void shouldReportWhatTheRowsReport() {
        HeatImage image = new HeatImage(0, 1);
        Exception e = assertThrows(IOException.class,
                () -> image.write(new ByteArrayOutputStream(), 2, 2, (row, into) -> {
                    throw new IOException("peer lost");
                }));
        assertEquals("peer lost", e.getMessage());
    }
}
