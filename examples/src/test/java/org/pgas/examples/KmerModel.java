package org.pgas.examples;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;

/** Counts k-mers with a plain map of words, and has something to count. */
final class KmerModel {
    private KmerModel() {}

    /** The letters of the genome that comes with the programs. */
    static String genome() throws IOException {
        try (InputStream in = new GZIPInputStream(E03Kmers.class.getResourceAsStream("kmers/lambda_virus.fa.gz"))) {
            String genome = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
            return genome.substring(genome.indexOf('\n')).replace("\n", "");
        }
    }

    /** Short reads in both cases, some with unknown letters. */
    static List<String> reads(SplittableRandom random, int count) {
        List<String> reads = new ArrayList<>();
        for (int read = 0; read < count; read++) {
            StringBuilder letters = new StringBuilder();
            for (int i = random.nextInt(1, 90); i > 0; i--) {
                letters.append("ACGTacgtN".charAt(random.nextInt(random.nextInt(10) == 0 ? 9 : 4)));
            }
            reads.add(letters.toString());
        }
        return reads;
    }

    /** The reads as a FASTQ file. */
    static String fastq(List<String> reads) {
        StringBuilder fastq = new StringBuilder();
        for (int read = 0; read < reads.size(); read++) {
            fastq.append("@read").append(read).append('\n').append(reads.get(read)).append("\n+\n")
                    .append("I".repeat(reads.get(read).length())).append('\n');
        }
        return fastq.toString();
    }

    /** Canonical k-mers and how often they occur. */
    static Map<String, Integer> count(List<String> records, int k) {
        Map<String, Integer> counts = new TreeMap<>();
        for (String record : records) {
            String letters = record.toUpperCase(Locale.ROOT);
            for (int i = 0; i + k <= letters.length(); i++) {
                String window = letters.substring(i, i + k);
                if (window.matches("[ACGT]*")) {
                    String reverse = reverseComplement(window);
                    counts.merge(window.compareTo(reverse) <= 0 ? window : reverse, 1, Integer::sum);
                }
            }
        }
        return counts;
    }

    private static String reverseComplement(String letters) {
        StringBuilder reverse = new StringBuilder();
        for (int i = letters.length() - 1; i >= 0; i--) {
            reverse.append("TGCA".charAt("ACGT".indexOf(letters.charAt(i))));
        }
        return reverse.toString();
    }

    /** The lines of a program's output file. */
    static List<String> lines(Map<String, Integer> counts) {
        return counts.entrySet().stream().map(entry -> entry.getKey() + "\t" + entry.getValue()).toList();
    }
}
