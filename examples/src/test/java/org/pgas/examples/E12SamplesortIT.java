package org.pgas.examples;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

@Seeded
class E12SamplesortIT {
    private static final Pattern RANK = Pattern.compile("rank=(\\d+) lines=(\\d+) bytes=(\\d+)");
    private static final Pattern TIMES = Pattern.compile("sort \\S+ s, exchange \\S+ s, merge \\S+ s; \\S+ MB/s");

    @TempDir
    private Path directory;

    @Test
    void shouldSortLinesOfItsOwnOnAnyNumberOfRanks() throws InterruptedException {
        // these sums are of the seed, not of the number of ranks
        check(1, "20,000 lines, 502,052 bytes on 1 ranks", "--lines", "20000");
        check(2, "20,000 lines, 502,052 bytes on 2 ranks", "--lines", "20000");
        check(4, "20,000 lines, 502,052 bytes on 4 ranks", "--lines", "20000");
        check(3, "0 lines, 0 bytes on 3 ranks", "--lines", "0");
    }

    /** Answers how many bytes each rank had. */
    private static long[] check(int ranks, String first, String... arguments) throws InterruptedException {
        ProgramRun run = ProgramRun.of(E12Samplesort.class, ranks, Map.of(), arguments);
        assertEquals(0, run.code(), run.toString());
        assertEquals(first, run.out().getFirst(), run.toString());
        long[] shares = new long[ranks];
        long lines = 0;
        long bytes = 0;
        for (int rank = 0; rank < ranks; rank++) {
            Matcher line = RANK.matcher(run.out().get(1 + rank));
            assertTrue(line.matches(), run.toString());
            assertEquals(rank, Integer.parseInt(line.group(1)));
            lines += Long.parseLong(line.group(2));
            shares[rank] = Long.parseLong(line.group(3));
            bytes += shares[rank];
        }
        assertEquals(first,
                String.format(java.util.Locale.ROOT, "%,d lines, %,d bytes on %d ranks", lines, bytes, ranks));
        assertTrue(TIMES.matcher(run.out().get(1 + ranks)).matches(), run.toString());
        assertEquals("errors=0", run.out().get(2 + ranks), run.toString());
        return shares;
    }

    @Test
    void shouldWriteWhatThePlainSortWrites() throws Exception {
        SplittableRandom random = Seed.of("lines");
        List<byte[]> lines = new ArrayList<>();
        for (int line = 0; line < 5_000; line++) {
            byte[] bytes = new byte[random.nextInt(1 + random.nextInt(100))];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) (random.nextInt(3) == 0 ? random.nextInt(256) : 'a' + random.nextInt(2));
                bytes[i] = bytes[i] == '\n' ? 0 : bytes[i];
            }
            lines.add(bytes);
        }
        for (int ranks : new int[]{1, 2, 3}) {
            sortsInPlaceToo(ranks, join(lines, true));
        }
    }

    @Test
    void shouldSortWhatIsAtTheEdge() throws Exception {
        sorts(3, new byte[0]);
        sorts(2, "\n".getBytes());
        sorts(2, "no newline".getBytes());
        sorts(4, "b\na".getBytes());
        sorts(2, "\n\n\nb\n\na\n\n".getBytes());
        // the last is longer than what is read at a time, and than the parts of all ranks but the first
        sortsInPlaceToo(4, ("short\n" + "long".repeat(700_000) + "\nlast").getBytes());
    }

    @Test
    void shouldShareOutLinesThatAreAllEqual() throws Exception {
        byte[] bytes = "the same line\n".repeat(30_000).getBytes();
        for (long share : sorts(4, bytes)) {
            assertTrue(Math.abs(share - bytes.length / 4) < bytes.length / 20,
                    () -> "a share is " + share + " of " + bytes.length);
        }
    }

    @Test
    void shouldShareOutLinesThatBeginAlike() throws Exception {
        StringBuilder lines = new StringBuilder();
        SplittableRandom random = Seed.of("lines");
        for (int line = 0; line < 20_000; line++) {
            lines.append("a long beginning that all of them have in common, and then ")
                    .append(random.nextInt(1_000_000)).append('\n');
        }
        byte[] bytes = lines.toString().getBytes(StandardCharsets.US_ASCII);
        for (long share : sorts(3, bytes)) {
            assertTrue(Math.abs(share - bytes.length / 3) < bytes.length / 15,
                    () -> "a share is " + share + " of " + bytes.length);
        }
    }

    /** As {@link #sorts}, and then the file into itself. */
    private void sortsInPlaceToo(int ranks, byte[] bytes) throws Exception {
        sorts(ranks, bytes);
        Path input = directory.resolve("lines");
        ProgramRun run = ProgramRun.of(E12Samplesort.class, ranks, Map.of(), "--input", input.toString(), "--out",
                input.toString());
        assertEquals(0, run.code(), run.toString());
        assertEquals(-1, Files.mismatch(directory.resolve("sorted"), input));
    }

    /** Sorts bytes as a file into another, and compares with the sort of the system, or of Java. */
    private long[] sorts(int ranks, byte[] bytes) throws Exception {
        Path input = Files.write(directory.resolve("lines"), bytes);
        byte[] expected = plainlySorted(input);
        Path out = directory.resolve("sorted");
        Files.writeString(out, "something that is longer than some of the results");
        long lines = count(expected);
        String first = String.format(java.util.Locale.ROOT, "%,d lines, %,d bytes on %d ranks", lines, expected.length,
                ranks);
        long[] shares = check(ranks, first, "--input", input.toString(), "--out", out.toString());
        assertArrayEquals(expected, Files.readAllBytes(out));
        return shares;
    }

    private static long count(byte[] bytes) {
        long lines = 0;
        for (byte next : bytes) {
            lines += next == '\n' ? 1 : 0;
        }
        return lines;
    }

    private byte[] plainlySorted(Path input) throws Exception {
        Path out = directory.resolve("plain");
        ProcessBuilder sort = new ProcessBuilder("sort", input.toString());
        sort.environment().put("LC_ALL", "C");
        try {
            Process process = sort.redirectOutput(out.toFile()).redirectError(ProcessBuilder.Redirect.DISCARD).start();
            assertEquals(0, process.waitFor());
            return Files.readAllBytes(out);
        } catch (IOException e) {
            // there is no such command
            List<byte[]> lines = split(Files.readAllBytes(input));
            lines.sort(Arrays::compareUnsigned);
            return join(lines, false);
        }
    }

    private static List<byte[]> split(byte[] bytes) {
        List<byte[]> lines = new ArrayList<>();
        int begin = 0;
        for (int i = 0; i <= bytes.length; i++) {
            if (i < bytes.length ? bytes[i] == '\n' : begin < i) {
                lines.add(Arrays.copyOfRange(bytes, begin, i));
                begin = i + 1;
            }
        }
        return lines;
    }

    private static byte[] join(List<byte[]> lines, boolean unended) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte[] line : lines) {
            bytes.writeBytes(line);
            bytes.write('\n');
        }
        return unended ? Arrays.copyOf(bytes.toByteArray(), bytes.size() - 1) : bytes.toByteArray();
    }

    @Test
    void shouldSayWhatIsWrongWithOptionsAndFiles() throws Exception {
        says(2, "--lines -1: legal are 0..67108864", "--lines", "-1");
        says(2, "--input none: no such file", "--input", "none");
        says(2, "--input " + directory + ": it is a directory", "--input", directory.toString());
        says(2, "--input /dev/null: it must be a regular file, whose parts can be read", "--input", "/dev/null");
        says(2, "--out " + directory + ": it is a directory",
                "--lines", "10",
                "--out", directory.toString());
        says(2, "--out /dev/null: it must be a regular file, whose parts can be written", "--lines", "10", "--out",
                "/dev/null");
        says(2, "--out none/where: the directory ", "--lines", "10", "--out", "none/where");
    }

    private static void says(int code, String message, String... arguments) throws InterruptedException {
        ProgramRun run = ProgramRun.of(E12Samplesort.class, 2, Map.of(), arguments);
        assertEquals(code, run.code(), run.toString());
        assertEquals(1, run.all().stream().filter(line -> line.contains("] samplesort: " + message)).count(),
                run.toString());
    }
}
