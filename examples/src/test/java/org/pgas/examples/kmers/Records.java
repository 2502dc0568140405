package org.pgas.examples.kmers;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Random records, the ways to write them to a file, and the dumb model of their k-mers. */
record Records(List<String> sequences) {
    private static final String LETTERS = "ACGTACGTACGTACGTACGTacgtacgtNnRYx-*.";
    private static final String QUALITIES = "@+>;IIIIFF#!~";

    static Records random(Random random) {
        List<String> sequences = new ArrayList<>();
        for (int i = random.nextInt(7); i >= 0; i--) {
            // One in six is empty: a header and nothing more.
            int length = random.nextInt(6) == 0 ? 0 : random.nextInt(random.nextBoolean() ? 20 : 300);
            sequences.add(text(LETTERS, length, random));
        }
        return new Records(sequences);
    }

    private static String text(String alphabet, int length, Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }

    String fasta(Random random) {
        String lineEnd = random.nextBoolean() ? "\n" : "\r\n";
        StringBuilder text = new StringBuilder();
        for (String sequence : sequences) {
            text.append('>').append(header(random)).append(lineEnd);
            lines(text, sequence, 1 + random.nextInt(80), lineEnd);
            text.append(random.nextInt(4) == 0 ? lineEnd : "");
        }
        return withOrWithoutLastLineEnd(text, random);
    }

    String fastqOfFourLines(Random random) {
        return fastq(Integer.MAX_VALUE, random);
    }

    String fastqOfManyLines(Random random) {
        return fastq(1 + random.nextInt(80), random);
    }

    private String fastq(int width, Random random) {
        String lineEnd = random.nextBoolean() ? "\n" : "\r\n";
        StringBuilder text = new StringBuilder();
        for (String sequence : sequences) {
            text.append('@').append(header(random)).append(lineEnd);
            lines(text, sequence, width, lineEnd);
            text.append('+').append(random.nextBoolean() ? header(random) : "").append(lineEnd);
            lines(text, text(QUALITIES, sequence.length(), random), width, lineEnd);
        }
        return withOrWithoutLastLineEnd(text, random);
    }

    private static void lines(StringBuilder text, String letters, int width, String lineEnd) {
        int at = 0;
        while (at < letters.length()) {
            int end = at + Math.min(width, letters.length() - at);
            text.append(letters, at, end).append(lineEnd);
            at = end;
        }
        // An empty sequence is an empty line in four-line FASTQ.
        text.append(letters.isEmpty() ? lineEnd : "");
    }

    private static String header(Random random) {
        return text("ACGTacgt >@;+|0123", random.nextInt(30), random);
    }

    private static String withOrWithoutLastLineEnd(StringBuilder text, Random random) {
        return random.nextBoolean() ? text.toString() : text.toString().stripTrailing();
    }

    /** The canonical k-mers in the order of the file, as words. */
    List<String> kmers(int k) {
        List<String> kmers = new ArrayList<>();
        for (String sequence : sequences) {
            for (int at = 0; at + k <= sequence.length(); at++) {
                String word = sequence.substring(at, at + k).toUpperCase(Locale.ROOT);
                if (word.matches("[ACGT]+")) {
                    kmers.add(canonical(word));
                }
            }
        }
        return kmers;
    }

    static String canonical(String word) {
        String other = reverseComplement(word);
        return word.compareTo(other) <= 0 ? word : other;
    }

    static String reverseComplement(String word) {
        String complement = word.replace('A', 't').replace('C', 'g').replace('G', 'c').replace('T', 'a');
        return new StringBuilder(complement).reverse().toString().toUpperCase(Locale.ROOT);
    }
}
