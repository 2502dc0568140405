package org.pgas.examples.kmers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SequenceReaderTest {
    @TempDir
    private Path directory;

    @Test
    void shouldReadFastaWrittenInAnyWay() {
        RandomCases.run(500, random -> {
            Records records = Records.random(random);
            assertReads(records, records.fasta(random), random);
        });
    }

    @Test
    void shouldReadFastqOfFourLines() {
        RandomCases.run(500, random -> {
            Records records = Records.random(random);
            assertReads(records, records.fastqOfFourLines(random), random);
        });
    }

    @Test
    void shouldReadFastqOfManyLinesWhoseQualityMayStartWithAt() {
        RandomCases.run(500, random -> {
            Records records = Records.random(random);
            assertReads(records, records.fastqOfManyLines(random), random);
        });
    }

    private static void assertReads(Records records, String text, Random random)
            throws IOException {
        List<String> expected = records.sequences().stream().filter(s -> !s.isEmpty()).toList();
        byte[] plain = Streams.bytes(text);
        assertEquals(expected, Collected.sequences(text));
        assertEquals(expected, sequences(plain, random));
        assertEquals(expected, sequences(Streams.gzip(plain), random));
        assertEquals(expected, sequences(Streams.gzipMembers(plain, random), random));
    }

    private static List<String> sequences(byte[] file, Random random) throws IOException {
        return Collected.sequences(SequenceReader.of(Streams.dribble(file, random), "test"));
    }

    @Test
    void shouldReadLinesLongerThanAnyBuffer() throws IOException {
        String line = "ACGTN".repeat(100_000);
        assertEquals(List.of(line, "AC"), Collected.sequences(">" + "x".repeat(300_000) + "\n" + line + "\n>y\nAC"));
        assertEquals(List.of(line), Collected.sequences("@x\n" + line + "\n+\n" + "@".repeat(line.length()) + "\n"));
    }

    @Test
    void shouldSkipBlankLinesAndTrailingBlanks() throws IOException {
        assertEquals(List.of("ACGT", "GG"), Collected.sequences("\n \r\n>x\nAC \t\r\n\n  \nGT\n\n>y\n\nGG\n\n"));
        assertEquals(List.of("ACGT"), Collected.sequences("\n@x\nACGT \n+\nIIII\t\r\n\n\n"));
    }

    @Test
    void shouldSkipClassicCommentsOnRequest() throws IOException {
        byte[] file = Streams.bytes("; a title\n;more\nACG\n;inside\nTT\n>next\n;comment\nGG\n");
        SequenceReader reader = SequenceReader.of(new ByteArrayInputStream(file), "test");
        assertEquals(List.of("ACGTT", "GG"), Collected.sequences(reader.withClassicComments()));
    }

    @Test
    void shouldTellBytesOnDiskToTheListener() throws IOException {
        byte[] packed = Streams.gzip(Streams.bytes(">x\n" + "ACGTTGCA".repeat(100_000)));
        Path file = Files.write(directory.resolve("x.fa.gz"), packed);
        List<Long> seen = new ArrayList<>();
        try (SequenceReader reader = SequenceReader.open(file)) {
            Collected.sequences(reader.withListener((done, total) -> {
                assertEquals(packed.length, total);
                seen.add(done);
            }));
        }
        assertEquals(seen.stream().sorted().toList(), seen);
        assertTrue(seen.size() > 1);
        assertEquals(packed.length, seen.getLast());
    }
}
