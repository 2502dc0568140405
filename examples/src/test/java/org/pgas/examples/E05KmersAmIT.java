package org.pgas.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

@Seeded
class E05KmersAmIT {
    /** The line that tells times and the size of tables. */
    private static final int TIMES = 2;

    @TempDir
    private Path directory;

    @Test
    void shouldSayAndWriteAboutTheShippedGenomeWhatKmersDoes() throws Exception {
        List<String> expected = KmerModel.lines(KmerModel.count(List.of(KmerModel.genome()), 11));
        for (int ranks : new int[]{1, 4}) {
            Path out = directory.resolve("counts");
            Path other = directory.resolve("counts of messages");
            ProgramRun oneSided = ProgramRun.of(E03Kmers.class, ranks, Map.of(), "--out", out.toString());
            ProgramRun messages = ProgramRun.of(E05KmersAm.class, ranks, Map.of(), "--out", other.toString());
            assertEquals(0, oneSided.code(), oneSided.toString());
            assertEquals(0, messages.code(), messages.toString());
            assertEquals(report(oneSided), report(messages));
            assertTrue(messages.out().get(TIMES).startsWith("table load "),
                    "a rate of so little says nothing: " + messages);
            assertEquals("counts written to " + other, messages.out().getLast());
            assertEquals(expected, Files.readAllLines(other));
            assertEquals(-1, Files.mismatch(out, other));
        }
    }

    private static List<String> report(ProgramRun run) {
        List<String> lines = new ArrayList<>(run.out());
        lines.remove(TIMES);
        lines.removeLast();
        return lines;
    }

    @Test
    void shouldCountRandomReadsWithUnknownLettersLikeAPlainMap() throws Exception {
        List<String> reads = KmerModel.reads(Seed.of("reads"), 400);
        Path input = Files.writeString(directory.resolve("reads.fq"), KmerModel.fastq(reads));
        for (int k : new int[]{1, 31}) {
            Path out = directory.resolve("counts");
            ProgramRun run = ProgramRun.of(E05KmersAm.class, 3, Map.of(), "--input", input.toString(), "--k",
                    Integer.toString(k), "--out", out.toString());
            assertEquals(0, run.code(), run.toString());
            assertEquals(KmerModel.lines(KmerModel.count(reads, k)), Files.readAllLines(out), "k = " + k);
        }
    }

    @Test
    void shouldGetTheCountOfOneKmerWhicheverStrandIsNamed() throws Exception {
        Path input = Files.writeString(directory.resolve("reads.fa"), ">a\nAAGTAAGTGG\n");
        checkCount(2, "AAGT", input);
        checkCount(2, "actt", input);
        checkCount(0, "CCCC", input);
    }

    private static void checkCount(int times, String kmer, Path input) throws InterruptedException {
        ProgramRun run = ProgramRun.of(E05KmersAm.class, 3, Map.of(), "--k", "4", "--get", kmer, "--input",
                input.toString());
        assertEquals(0, run.code(), run.toString());
        assertEquals(kmer + ": " + times + " times", run.out().getLast());
    }

    @Test
    void shouldSayWhatIsWrongWithItsInput() throws Exception {
        Path garbage = Files.writeString(directory.resolve("garbage"), "this is no sequence\n");
        check(2, "--k 32: legal are 1..31", "--k", "32");
        check(2, "has 3 letters, not k=4", "--k", "4", "--get", "ACG");
        check(2, "has the letter 'N', legal are ACGT", "--k", "4", "--get", "ACGN");
        check(1, "kmers-am: ", "--input", garbage.toString());
        check(2, "no such file", "--input", directory.resolve("missing").toString());
        check(2, "does not exist", "--out", directory.resolve("no/where").toString());
    }

    private static void check(int code, String message, String... arguments) throws InterruptedException {
        ProgramRun run = ProgramRun.of(E05KmersAm.class, 2, Map.of(), arguments);
        assertEquals(code, run.code(), run.toString());
        assertTrue(run.all().stream().anyMatch(line -> line.contains(message)), run.toString());
        assertFalse(run.all().stream().anyMatch(line -> line.contains("\tat ")),
                "a stack trace is not for users: " + run);
    }
}
