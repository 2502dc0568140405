package org.pgas.examples.tiles;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

@Seeded
final class PgmFileTest {
    @TempDir
    private Path directory;

    @Test
    void shouldReadWhatItHasWritten() throws IOException {
        SplittableRandom random = Seed.of("pictures");
        Path file = directory.resolve("picture.pgm");
        for (int i = 0; i < 20; i++) {
            byte[] pixels = new byte[random.nextInt(1, 40) * 7];
            random.nextBytes(pixels);
            PgmFile.write(file, new Picture(pixels.length / 7, 7, pixels));
            Picture read = PgmFile.read(file);
            assertEquals(7, read.height());
            assertEquals(pixels.length / 7, read.width());
            assertArrayEquals(pixels, read.pixels());
        }
    }

    /** Pixels may look like spaces, digits and comments; what follows them is another picture. */
    @Test
    void shouldReadCommentsAndAnyWhiteSpaceOfTheHeader() throws IOException {
        Picture picture = PgmFile.read(file("P5 # one\n# two\r\t3#three\n2 255\n#\n 12P5 1 1 255\nx"));
        assertEquals(3, picture.width());
        assertEquals(2, picture.height());
        assertArrayEquals("#\n 12P".getBytes(StandardCharsets.ISO_8859_1), picture.pixels());
    }

    @Test
    void shouldBringGreyToTheRangeOfAByte() throws IOException {
        Picture picture = PgmFile.read(file("P5 4 1 3\n\0\1\2\3"));
        assertArrayEquals(new byte[]{0, 85, (byte) 170, (byte) 255}, picture.pixels());
        assertArrayEquals(new byte[]{0, (byte) 255}, PgmFile.read(file("P5 2 1 1\n\0\1")).pixels());
    }

    @Test
    void shouldSayWhatIsWrong() throws IOException {
        says("it does not begin with P5, as binary PGM does", "P2 1 1 255\n0");
        says("it does not begin with P5, as binary PGM does", "");
        says("width 'x': legal are 1..16384", "P5 x");
        says("width '0': legal are 1..16384", "P5 0 1 255\n");
        says("height '16385': legal are 1..16384", "P5 1 16385 255\n");
        says("height '9999999999': legal are 1..16384", "P5 1 999999999999 255\n");
        says("height '-': legal are 1..16384", "P5 1 -1 255\n");
        says("white '65535': legal are 1..255", "P5 1 1 65535\n\0\0");
        says("it ends in its header, at its height", "P5 1 1");
        says("it ends in its header, at its white", "P5 1 1 # no line");
        says("it ends after 3 of 2 x 2 pixels", "P5 2 2 255\nabc");
        says("pixel 1 is 101: legal are 0..100", "P5 2 1 100\nde");
    }

    private void says(String message, String text) throws IOException {
        Path file = file(text);
        IOException thrown = assertThrows(IOException.class, () -> PgmFile.read(file), text);
        assertTrue(thrown.getMessage().startsWith(message), thrown.getMessage());
    }

    private Path file(String text) throws IOException {
        return Files.write(directory.resolve("given.pgm"), text.getBytes(StandardCharsets.ISO_8859_1));
    }
}
