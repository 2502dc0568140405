package org.pgas.examples.kmers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KmerScanTest {
    private static final String LAMBDA = "lambda_virus.fa.gz";

    @TempDir
    private Path directory;

    @Test
    void shouldSkipWindowsWithLettersOtherThanAcgt() throws IOException {
        byte[] file = Streams.bytes(">x\nACNacgtRAAAuCC-TTT\n");
        assertEquals(List.of("ACG", "ACG", "AAA", "AAA"), Collected.kmers(Streams.dribble(file, new Random(1)), 3));
    }

    @Test
    void shouldNeverLetAWindowCrossRecords() throws IOException {
        byte[] fasta = Streams.bytes(">x\nAA\n>y\nCC\n>z\nAAC\n");
        assertEquals(List.of("AAC"), Collected.kmers(Streams.dribble(fasta, new Random(1)), 3));
        byte[] fastq = Streams.bytes("@x\nAA\n+\nII\n@y\nCC\n+\n@@\n@z\nAAC\n+\n@y@\n");
        assertEquals(List.of("AAC"), Collected.kmers(Streams.dribble(fastq, new Random(1)), 3));
    }

    @Test
    void shouldLetWindowsCrossLines() throws IOException {
        byte[] file = Streams.bytes(">x\nA\r\nA\r\n\r\nC\r\nC");
        assertEquals(List.of("AACC"), Collected.kmers(Streams.dribble(file, new Random(1)), 4));
    }

    @Test
    void shouldDeliverTheCanonicalKmersInTheOrderOfTheFile() {
        RandomCases.run(1000, random -> {
            Records records = Records.random(random);
            int k = 1 + random.nextInt(31);
            String text = random.nextBoolean() ? records.fasta(random) : records.fastqOfManyLines(random);
            assertEquals(records.kmers(k), Collected.kmers(Streams.dribble(Streams.bytes(text), random), k));
        });
    }

    @Test
    void shouldVisitEveryWindowOfPlainFastaExactlyOnceForAnyNumberOfRanks() {
        RandomCases.run(500, random -> {
            Records records = Records.random(random);
            int k = 1 + random.nextInt(31);
            // Up to ranks whose share is less than a byte.
            int ranks = 1 + random.nextInt(random.nextInt(20) == 0 ? 500 : 8);
            Path file = Files.write(directory.resolve("x.fa"), Streams.bytes(records.fasta(random)));
            assertEquals(Collected.sorted(records.kmers(k)), Collected.kmersOfAllRanks(file, k, ranks));
        });
    }

    @Test
    void shouldVisitEveryWindowExactlyOnceWhereverAPlainFastaFileIsCut() throws IOException {
        Records records = new Records(List.of("ACGGTCA", "TT", "", "GATTACA"));
        String text = ">x >y\r\nACG\r\nGTCA\r\n>t\r\nTT\r\n>ACGT\r\n>y\r\nG\r\nATTACA";
        Path file = Files.write(directory.resolve("x.fa"), Streams.bytes(text));
        for (int ranks = 1; ranks <= text.length(); ranks++) {
            assertEquals(Collected.sorted(records.kmers(3)), Collected.kmersOfAllRanks(file, 3, ranks));
        }
    }

    @Test
    void shouldSkipClassicCommentsInEverySlice() throws IOException {
        String text = ">x\n;AAAA\nACG\n;CCCC\nGTCA\n";
        Path file = Files.write(directory.resolve("x.fa"), Streams.bytes(text));
        for (int ranks = 1; ranks <= text.length(); ranks++) {
            List<String> kmers = new ArrayList<>();
            for (int rank = 0; rank < ranks; rank++) {
                new KmerScan(new KmerCodec(3), rank, ranks).withClassicComments()
                        .scan(file, kmer -> kmers.add(new KmerCodec(3).decode(kmer)));
            }
            assertEquals(Collected.sorted(new Records(List.of("ACGGTCA")).kmers(3)), Collected.sorted(kmers));
        }
    }

    @Test
    void shouldShareOutFastqAndCompressedFilesLargerThanABlock() throws IOException {
        Random random = new Random(7);
        StringBuilder genome = new StringBuilder();
        for (int i = 0; i < 300_000; i++) {
            genome.append("ACGT".charAt(random.nextInt(4)));
        }
        Records records = new Records(List.of(genome.toString(), "ACGT", genome.substring(500)));
        List<String> expected = Collected.sorted(records.kmers(21));
        byte[] fastq = Streams.bytes(records.fastqOfManyLines(random));
        Path plain = Files.write(directory.resolve("x.fq"), fastq);
        Path packed = Files.write(directory.resolve("x.gz"), Streams.gzipMembers(fastq, random));
        Path fasta = Files.write(directory.resolve("x.fa"), Streams.bytes(records.fasta(random)));
        for (Path file : List.of(plain, packed, fasta)) {
            assertEquals(expected, Collected.kmersOfAllRanks(file, 21, 3));
        }
    }

    @Test
    void shouldNameTheLineOfTheWholeFileInEverySlice() throws IOException {
        String text = ">x\n" + "ACGT\n".repeat(100) + "ACG7\n";
        Path file = Files.write(directory.resolve("x.fa"), Streams.bytes(text));
        for (int ranks = 1; ranks < 20; ranks++) {
            KmerScan last = new KmerScan(new KmerCodec(5), ranks - 1, ranks);
            SequenceFormatException e = assertThrows(SequenceFormatException.class,
                    () -> last.scan(file, kmer -> {}));
            assertEquals(102, e.line());
        }
    }

    @Test
    void shouldTellTheListenerAboutTheOwnSlice() throws IOException {
        Path file = Files.write(directory.resolve("x.fa"), Streams.bytes(">x\n" + "ACGTT".repeat(100_000)));
        long[] last = new long[2];
        new KmerScan(new KmerCodec(5), 1, 3).withListener((done, total) -> {
            last[0] = done;
            last[1] = total;
        }).scan(file, kmer -> {});
        assertEquals((500_003 + 1) / 3, last[1]);
        assertEquals(last[1], last[0]);
    }

    @Test
    void shouldCountTheLambdaPhageAtElevenForAnyNumberOfRanks() throws IOException {
        for (int ranks = 1; ranks <= 3; ranks++) {
            Map<Long, Integer> counts = new HashMap<>();
            for (int rank = 0; rank < ranks; rank++) {
                new KmerScan(new KmerCodec(11), rank, ranks).scan(KmerScan.class.getResourceAsStream(LAMBDA),
                        LAMBDA, kmer -> counts.merge(kmer, 1, Integer::sum));
            }
            assertEquals(48_492, counts.values().stream().mapToInt(Integer::intValue).sum());
            assertEquals(47_379, counts.size());
            assertEquals(3, Collections.max(counts.values()));
        }
    }

    @Test
    void shouldRefuseRanksThatDoNotExist() {
        KmerCodec codec = new KmerCodec(3);
        assertThrows(IllegalArgumentException.class, () -> new KmerScan(codec, 0, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> new KmerScan(codec, 2, 2));
        assertThrows(IndexOutOfBoundsException.class, () -> new KmerScan(codec, -1, 2));
    }
}
