package org.pgas.examples.kmers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

final class WindowShareTest {
    @Test
    void shouldVisitEveryWindowExactlyOnceForAnyNumberOfRanks() {
        RandomCases.run(2000, random -> {
            Records records = Records.random(random);
            int k = 1 + random.nextInt(31);
            int ranks = 1 + random.nextInt(6);
            int block = k + random.nextInt(50);
            List<String> visited = new ArrayList<>();
            for (int rank = 0; rank < ranks; rank++) {
                visited.addAll(share(records, new KmerCodec(k), rank, ranks, block, random));
            }
            assertEquals(Collected.sorted(records.kmers(k)), Collected.sorted(visited));
        });
    }

    @Test
    void shouldGiveBlocksOfWindowsToRanksInTurn() {
        Records records = new Records(List.of("AAAAACCCCCAAAAACCCCC", "AC", "AAACCCCCCC"));
        List<String> words = records.kmers(3);
        Random random = new Random(1);
        assertEquals(26, words.size());
        assertEquals(concat(words.subList(0, 5), words.subList(15, 20)),
                share(records, new KmerCodec(3), 0, 3, 5, random));
        assertEquals(concat(words.subList(5, 10), words.subList(20, 25)),
                share(records, new KmerCodec(3), 1, 3, 5, random));
        assertEquals(concat(words.subList(10, 15), words.subList(25, 26)),
                share(records, new KmerCodec(3), 2, 3, 5, random));
    }

    @Test
    void shouldNumberWindowsWithOtherLettersToo() {
        Records records = new Records(List.of("NNNNNACGTT"));
        assertEquals(List.of(), share(records, new KmerCodec(1), 0, 2, 5, new Random(1)));
    }

    @Test
    void shouldRefuseBlocksShorterThanAWord() {
        Exception e = assertThrows(IllegalArgumentException.class,
                () -> new WindowShare(new KmerCodec(9), 0, 2, 8, kmer -> {}));
        assertEquals("block is 8, legal is k=9 or more", e.getMessage());
    }

    private static List<String> concat(List<String> one, List<String> two) {
        List<String> both = new ArrayList<>(one);
        both.addAll(two);
        return both;
    }

    private static List<String> share(Records records, KmerCodec codec, int rank, int ranks,
            int block, Random random) {
        List<String> kmers = new ArrayList<>();
        WindowShare share = new WindowShare(codec, rank, ranks, block, kmer -> kmers.add(codec.decode(kmer)));
        for (String sequence : records.sequences()) {
            share.startRecord();
            byte[] letters = Streams.bytes(sequence);
            int at = 0;
            while (at < letters.length) {
                int end = Math.min(letters.length, at + random.nextInt(100));
                share.letters(letters, at, end);
                at = end;
            }
        }
        return kmers;
    }
}
