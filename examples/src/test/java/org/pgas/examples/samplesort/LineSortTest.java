package org.pgas.examples.samplesort;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.examples.grid.Split;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

@Seeded
class LineSortTest {
    @TempDir
    private Path directory;

    @Test
    void shouldOrderKeysAsTheBytesThatTheyAreOf() {
        List<byte[]> lines = Texts.random(Seed.of("lines"), 300);
        LineBuffer buffer = Texts.buffer(lines);
        int[] starts = buffer.starts();
        assertEquals(lines.size(), starts.length);
        for (int a = 0; a < starts.length; a++) {
            for (int b = 0; b < starts.length; b++) {
                int expected = Integer.signum(Texts.ORDER.compare(lines.get(a), lines.get(b)));
                assertEquals(expected, Integer.signum(buffer.compare(starts[a], starts[b])));
                long key = buffer.key(starts[a]);
                long other = buffer.key(starts[b]);
                if (key != other || LineBuffer.isWhole(key)) {
                    assertEquals(expected, Long.compare(key, other));
                } else {
                    assertTrue(lines.get(a).length >= LineBuffer.KEY_BYTES);
                }
                assertEquals(expected == 0, buffer.hash(starts[a]) == buffer.hash(starts[b]));
            }
        }
    }

    @Test
    void shouldSortLikeAPlainSort() {
        SplittableRandom random = Seed.of("lines");
        for (int round = 0; round < 200; round++) {
            check(Texts.random(random, random.nextInt(1 + random.nextInt(2_000))));
        }
    }

    @Test
    void shouldSortWhatIsHardForAQuicksort() {
        check(Collections.nCopies(50_000, "equal".repeat(5).getBytes()));
        check(Collections.nCopies(50, new byte[100_000]));
        List<byte[]> ascending = new ArrayList<>();
        for (int line = 0; line < 50_000; line++) {
            ascending.add(String.format("prefix of all of them %08d", line).getBytes());
        }
        check(ascending);
        check(ascending.reversed());
    }

    private static void check(List<byte[]> lines) {
        LineBuffer buffer = Texts.buffer(lines);
        int[] starts = buffer.starts();
        LineSort.sort(buffer, starts);
        List<byte[]> sorted = Texts.sorted(lines);
        for (int i = 0; i < starts.length; i++) {
            assertArrayEquals(sorted.get(i), Texts.line(buffer, starts[i]));
        }
        assertArrayEquals(Texts.bytes(lines), Arrays.copyOf(buffer.bytes(), buffer.length()), "lines were moved");
    }

    @Test
    void shouldMergeAnyNumberOfRunsEmptyOnesToo() throws IOException {
        SplittableRandom random = Seed.of("runs");
        for (int round = 0; round < 200; round++) {
            List<byte[]> all = new ArrayList<>();
            int[] bounds = new int[1 + random.nextInt(9)];
            for (int run = 1; run < bounds.length; run++) {
                List<byte[]> lines = Texts.sorted(Texts.random(random, random.nextInt(3) * random.nextInt(50)));
                all.addAll(lines);
                bounds[run] = bounds[run - 1] + Texts.bytes(lines).length;
            }
            LineBuffer buffer = Texts.buffer(all);
            List<byte[]> merged = new ArrayList<>();
            new LineMerge(buffer, bounds).run((at, end) -> {
                assertEquals(buffer.end(at), end);
                merged.add(Texts.line(buffer, at));
            });
            assertArrayEquals(Texts.bytes(Texts.sorted(all)), Texts.bytes(merged));
        }
    }

    @Test
    void shouldReadEveryLineOfAFileOnceWhateverThePartsAndThePieces() throws IOException {
        SplittableRandom random = Seed.of("file");
        for (int round = 0; round < 100; round++) {
            byte[] bytes = Texts.bytes(Texts.random(random, random.nextInt(1 + random.nextInt(40))));
            boolean unended = random.nextBoolean() && bytes.length > 0
                    && (bytes.length == 1 || bytes[bytes.length - 2] != '\n');
            byte[] written = unended ? Arrays.copyOf(bytes, bytes.length - 1) : bytes;
            Path file = Files.write(directory.resolve("lines"), written);
            int parts = 1 + random.nextInt(9);
            ByteArrayOutputStream read = new ByteArrayOutputStream();
            for (int part = 0; part < parts; part++) {
                LineBuffer lines = new LineFile(file, written.length, 1 + random.nextInt(70)).read(part, parts);
                read.write(lines.bytes(), 0, lines.length());
                assertTrue(lines.length() == 0 || lines.bytes()[lines.length() - 1] == '\n');
            }
            // of one byte that is a newline, nothing is left
            assertArrayEquals(written.length == 0 ? written : bytes, read.toByteArray());
        }
    }

    @Test
    void shouldMakeTheSameLinesInAnyNumberOfParts() {
        LineBuffer whole = RandomLines.make(7, new Split(10_000, 1), 0);
        ByteArrayOutputStream parts = new ByteArrayOutputStream();
        for (int part = 0; part < 3; part++) {
            LineBuffer lines = RandomLines.make(7, new Split(10_000, 3), part);
            parts.write(lines.bytes(), 0, lines.length());
        }
        assertArrayEquals(Arrays.copyOf(whole.bytes(), whole.length()), parts.toByteArray());
        assertEquals(10_000, whole.starts().length);
    }
}
