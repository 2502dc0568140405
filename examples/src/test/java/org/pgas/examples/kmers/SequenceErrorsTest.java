package org.pgas.examples.kmers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SequenceErrorsTest {
    @TempDir
    private Path directory;

    @Test
    void shouldSayThatThereIsNoSuchFile() {
        assertOpenFails(directory.resolve("none.fa"), "no such file");
    }

    @Test
    void shouldSayThatAFileIsADirectory() {
        assertOpenFails(directory, "this is a directory, not a FASTA or FASTQ file");
    }

    @Test
    void shouldSayThatAFileIsNotReadableExactlyWhenItIsNot() throws IOException {
        Path file = Files.writeString(directory.resolve("secret.fa"), ">x\nACGT\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
        if (Files.isReadable(file)) {
            // this user may read everything
            SequenceReader.open(file).close();
        } else {
            assertOpenFails(file, "no permission to read this file");
        }
    }

    @Test
    void shouldSayTheSameToEveryRank() {
        Path file = directory.resolve("none.fa");
        KmerScan scan = new KmerScan(new KmerCodec(3), 1, 4);
        Exception e = assertThrows(SequenceFormatException.class, () -> scan.scan(file, kmer -> {}));
        assertEquals(file + ": no such file", e.getMessage());
    }

    private static void assertOpenFails(Path file, String problem) {
        Exception e = assertThrows(SequenceFormatException.class, () -> SequenceReader.open(file));
        assertEquals(file + ": " + problem, e.getMessage());
    }

    @Test
    void shouldSayThatAFileIsEmpty() throws IOException {
        assertFails("", 0, "the file is empty");
        assertFails("\r\n \n", 0, "the file is empty");
        assertFails(Streams.gzip(new byte[0]), 0, "the file is empty");
    }

    @Test
    void shouldShowTheFirstBytesOfWhatIsNeitherFastaNorFastq() {
        String start = "neither FASTA (starts with '>') nor FASTQ (starts with '@'): the first bytes are ";
        assertFails("ACGT\n", 1, start + "41 43 47 54 0A (\"ACGT.\")");
        assertFails("\n\nLOCUS       SCU49845", 3, start + "4C 4F 43 55 53 20 20 20 (\"LOCUS   \")");
        assertFails("BZh91AY&SY", 1, start
                + "42 5A 68 39 31 41 59 26 (\"BZh91AY&\"); this looks like a bzip2 file; unpack it first");
        assertFails(";x\nACGT\n", 1, start + "3B 78 0A 41 43 47 54 0A (\";x.ACGT.\"); this looks like "
                + "a comment of classic FASTA; ask for classic comments to have such lines skipped");
    }

    @Test
    void shouldRefuseClassicCommentsUnlessAskedFor() {
        assertFails(">x\nAC\n;comment\nGT\n", 3, "a line that starts with ';' is a comment of classic FASTA only; "
                + "ask for classic comments to have such lines skipped");
    }

    @Test
    void shouldRefuseWhatIsNoSequenceLetter() {
        String expected = "expected a sequence letter or the end of the line but found ";
        assertFails(">x\nAC\nAC1T\n", 3, expected + "'1' (byte 0x31)");
        assertFails(">x\nAC GT\n", 2, expected + "'G' (byte 0x47)");
        assertFails(">x\nAC\u00e9\n", 2, expected + "byte 0xE9");
        assertFails("@x\nAC>\n+\nIII\n", 2, expected + "'>' (byte 0x3E)");
    }

    @Test
    void shouldRefuseFastqRecordsWithoutPlusLine() {
        assertFails("@x\nACGT\n@y\nACGT\n+\nIIII\n", 3,
                "expected the '+' line of the record of line 1 but found '@'");
        assertFails("@x\nAC\n+\nII\n@y\nACGT\n", 7, "the file ends inside the record of line 5");
        assertFails("@x", 1, "the file ends inside the record of line 1");
    }

    @Test
    void shouldRefuseFastqQualitiesOfAnotherLength() {
        assertFails("@x\nACGT\n+\nIII\n@y\nA\n+\nI\n", 4,
                "the quality has 3 characters but the sequence has 4 (record of line 1)");
        assertFails("@x\nAC\n+\nII\n@y\nACGT\n+\nIIIII\n", 8,
                "the quality has 5 characters but the sequence has 4 (record of line 5)");
        assertFails("@x\nACGT\nAC\n+\nIII\nIIII\n", 6,
                "the quality has 7 characters but the sequence has 6 (record of line 1)");
        assertFails("@x\nACGT\n+\n\n", 4, "the quality has 0 characters but the sequence has 4 (record of line 1)");
        assertFails("@x\nACGT\nAC\n+\nIII\n", 6, "the file ends inside the record of line 1");
        assertFails("@x\nACGT\n+", 3, "the file ends inside the record of line 1");
    }

    @Test
    void shouldRefuseWhatIsNoQualityOrNoRecord() {
        assertFails("@x\nACGT\n+\nII I\n", 4,
                "expected a quality character ('!' to '~') or the end of the line but found 'I' (byte 0x49)");
        assertFails("@x\nAC\n+\nII\nIII\n", 5, "expected '@' at the start of a record but found 'I' (byte 0x49)");
    }

    @Test
    void shouldNoticeEveryCutOfAGzipFileExceptBetweenMembers() throws IOException {
        byte[] first = Streams.gzip(Streams.bytes(">x\nACGTACGTTTGA\n"));
        byte[] second = Streams.gzip(Streams.bytes("ACGTACGTTTGA\n"));
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        for (int length = 3; length < both.length; length++) {
            if (length != first.length) {
                assertFails(Arrays.copyOf(both, length), 0, "the gzip data ends too early; is the file truncated?");
            }
        }
    }

    @Test
    void shouldNoticeDamageOfAGzipFile() throws IOException {
        byte[] packed = Streams.gzip(Streams.bytes(">x\nACGTACGTTTGA\n"));
        byte[] wrongSum = packed.clone();
        wrongSum[packed.length - 5] ^= 1;
        assertFails(wrongSum, 0, "the gzip data is damaged: its checksum does not fit its content");
        byte[] wrongLength = packed.clone();
        wrongLength[packed.length - 1] ^= 1;
        assertFails(wrongLength, 0, "the gzip data is damaged: its length does not fit its content");
        byte[] rubbish = Arrays.copyOf(packed, packed.length + 2);
        rubbish[packed.length + 1] = 'x';
        assertFails(rubbish, 0, "the gzip data is damaged: there is something else than gzip behind a gzip member");
    }

    @Test
    void shouldAcceptZerosBehindAGzipFile() throws IOException {
        byte[] packed = Streams.gzip(Streams.bytes(">x\nACGT\n"));
        byte[] padded = Arrays.copyOf(packed, packed.length + 512);
        assertEquals(List.of("ACGT"),
                Collected.sequences(SequenceReader.of(new ByteArrayInputStream(padded), "test")));
    }

    @Test
    void shouldEndAnyDamagedFileWithAResultOrAFormatError() {
        RandomCases.run(2000, random -> {
            Records records = Records.random(random);
            byte[] text = Streams.bytes(random.nextBoolean() ? records.fasta(random)
                    : records.fastqOfManyLines(random));
            byte[] file = random.nextBoolean() ? text : Streams.gzip(text);
            damage(file, random);
            try {
                Collected.sequences(SequenceReader.of(Streams.dribble(file, random), "test"));
            } catch (SequenceFormatException e) {
                assertTrue(e.getMessage().startsWith("test"), e.getMessage());
            }
        });
    }

    private static void damage(byte[] file, Random random) {
        for (int i = random.nextInt(4); i >= 0; i--) {
            file[random.nextInt(file.length)] = (byte) (random.nextBoolean() ? '\n' : random.nextInt());
        }
    }

    private static void assertFails(String file, long line, String problem) {
        assertFails(Streams.bytes(file), line, problem);
    }

    private static void assertFails(byte[] file, long line, String problem) {
        SequenceReader reader = SequenceReader.of(Streams.dribble(file, new Random(1)), "test");
        SequenceFormatException e = assertThrows(SequenceFormatException.class,
                () -> Collected.sequences(reader));
        assertEquals(new SequenceFormatException("test", line, problem).getMessage(), e.getMessage());
        assertEquals(line, e.line());
        assertEquals("test", e.file());
    }
}
