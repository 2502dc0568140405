package org.pgas.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.Setting;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

@Seeded
class E03KmersIT {
    @TempDir
    private Path directory;

    @Test
    void shouldCountTheShippedGenomeLikeAPlainMapForAnyNumberOfRanks() throws Exception {
        List<String> expected = KmerModel.lines(KmerModel.count(List.of(KmerModel.genome()), 11));
        assertEquals(47_379, expected.size());
        for (int ranks : new int[]{1, 2, 4}) {
            Path out = directory.resolve("counts-" + ranks);
            ProgramRun run = ProgramRun.of(E03Kmers.class, ranks, Map.of(), "--out", out.toString());
            assertEquals(0, run.code(), run.toString());
            assertTrue(
                    run.out().getFirst()
                            .equals("lambda_virus.fa.gz: 48,492 11-mers, 47,379 distinct, on " + ranks + " ranks"),
                    run.toString());
            assertTrue(run.out().get(1).endsWith(", 3 times"), run.toString());
            assertEquals(expected, Files.readAllLines(out));
        }
    }

    @Test
    void shouldCountRandomReadsWithUnknownLettersLikeAPlainMap() throws Exception {
        SplittableRandom random = Seed.of("reads");
        List<String> reads = KmerModel.reads(random, 400);
        Path input = Files.writeString(directory.resolve("reads.fq"), KmerModel.fastq(reads));
        for (int k : new int[]{1, 5, 31}) {
            Path out = directory.resolve("counts");
            ProgramRun run = ProgramRun.of(E03Kmers.class, 3, Map.of(), "--input", input.toString(), "--k",
                    Integer.toString(k), "--out",
                    out.toString());
            assertEquals(0, run.code(), run.toString());
            assertEquals(KmerModel.lines(KmerModel.count(reads, k)), Files.readAllLines(out), "k = " + k);
        }
    }

    @Test
    void shouldSayWhatIsWrongWithItsInput() throws Exception {
        Path garbage = Files.writeString(directory.resolve("garbage"), "this is no sequence\n");
        check(2, "--k 0: legal are 1..31", Map.of(), "--k", "0");
        check(2, "--k 32: legal are 1..31", Map.of(), "--k", "32");
        check(2, "Invalid value for option '--k'", Map.of(), "--k", "many");
        check(2, "the nearest known: --input", Map.of(), "--inptu", "x");
        check(2, "no such file", Map.of(), "--input", directory.resolve("missing").toString());
        check(1, "garbage", Map.of(), "--input", garbage.toString());
        check(2, "does not exist", Map.of(), "--out", directory.resolve("no/where").toString());
    }

    @Test
    void shouldSayHowLargeASegmentAFullTableNeedsSoThatTheNextRunSucceeds() throws Exception {
        for (String segment : new String[]{"8k", "64k"}) {
            ProgramRun full = check(1, "is enough for this input", Map.of(Setting.SEGMENT, segment));
            Matcher advice = Pattern.compile("--segment (\\w+) is enough").matcher(full.toString());
            assertTrue(advice.find(), full.toString());
            ProgramRun run = ProgramRun.of(E03Kmers.class, 2, Map.of(Setting.SEGMENT, advice.group(1)));
            assertEquals(0, run.code(), run.toString());
        }
        check(2, "has no room for a table", Map.of(Setting.SEGMENT, "0"));
        check(2, "has no room for a table", Map.of(Setting.SEGMENT, "4k"));
    }

    /** The default of a container, of which the rings take a part. */
    @Test
    void shouldRunWhereThereIsLittleRoom() throws Exception {
        ProgramRun run = ProgramRun.of(E03Kmers.class, 4, Map.of(Setting.ROOM, "64m"));
        assertEquals(0, run.code(), run.toString());
        assertTrue(run.out().get(2).matches("table load [2-7]\\d\\.\\d\\d % of [0-9,]+ slots"), run.toString());
        ProgramRun least = ProgramRun.of(E03Kmers.class, 2, Map.of(Setting.ROOM, "3m"));
        assertEquals(0, least.code(), least.toString());
    }

    @Test
    void shouldNeverOverwriteItsInput() throws Exception {
        Path input = Files.writeString(directory.resolve("reads.fa"), ">a\nACGTACGT\n");
        Path link = Files.createSymbolicLink(directory.resolve("link"), input);
        check(2, "are the same file", Map.of(), "--input", input.toString(), "--out", link.toString());
        assertEquals(">a\nACGTACGT\n", Files.readString(input));
    }

    @Test
    void shouldSkipClassicCommentsWhenAsked() throws Exception {
        Path input = Files.writeString(directory.resolve("classic.fa"), ">a\n;comment\nACGTACGT\n");
        check(1, "comment", Map.of(), "--input", input.toString(), "--k", "4");
        ProgramRun run = ProgramRun.of(E03Kmers.class, 2, Map.of(), "--input", input.toString(), "--k", "4",
                "--classic-comments");
        assertEquals(0, run.code(), run.toString());
    }

    @Test
    void shouldSayOnARankWhatASegmentLargerThanTheRoomWouldNeed() throws Exception {
        ProgramRun run = check(2, "is free, limited by", Map.of(Setting.SEGMENT, "900g"));
        assertTrue(run.all().getFirst().contains("--segment"), run.toString());
    }

    private static ProgramRun check(int code, String message, Map<Setting, String> settings, String... arguments)
            throws InterruptedException {
        ProgramRun run = ProgramRun.of(E03Kmers.class, 2, settings, arguments);
        assertEquals(code, run.code(), run.toString());
        assertTrue(run.all().stream().anyMatch(line -> line.contains(message)), run.toString());
        assertFalse(run.all().stream().anyMatch(line -> line.contains("\tat ")),
                "a stack trace is not for users: " + run);
        return run;
    }
}
