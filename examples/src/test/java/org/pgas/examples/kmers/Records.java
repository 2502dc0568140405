package org.pgas.examples.kmers;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Random records, the ways to write them to a file, and the dumb model of their k-mers. */
record Records(List<String> sequences) {
    private static final String LETTERS = "ACGTACGTACGTACGTACGTacgtacgtNnRYx-*.";
    private static final String QUALITIES = "@+>;IIIIFF#!~";

    static Records random(final Random random) {
        final List<String> sequences = new ArrayList<>();
        for (int i = random.nextInt(7); i >= 0; i--) {
            // One in six is empty: a header and nothing more.
            final int length = random.nextInt(6) == 0 ? 0 : random.nextInt(random.nextBoolean() ? 20 : 300);
            sequences.add(text(LETTERS, length, random));
        }
        return new Records(sequences);
    }

    private static String text(final String alphabet, final int length, final Random random) {
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }

    String fasta(final Random random) {
        final String lineEnd = random.nextBoolean() ? "\n" : "\r\n";
        final StringBuilder text = new StringBuilder();
        for (final String sequence : sequences) {
            text.append('>').append(header(random)).append(lineEnd);
            lines(text, sequence, 1 + random.nextInt(80), lineEnd);
            text.append(random.nextInt(4) == 0 ? lineEnd : "");
        }
        return withOrWithoutLastLineEnd(text, random);
    }

    String fastqOfFourLines(final Random random) {
        return fastq(Integer.MAX_VALUE, random);
    }

    String fastqOfManyLines(final Random random) {
        return fastq(1 + random.nextInt(80), random);
    }

    private String fastq(final int width, final Random random) {
        final String lineEnd = random.nextBoolean() ? "\n" : "\r\n";
        final StringBuilder text = new StringBuilder();
        for (final String sequence : sequences) {
            text.append('@').append(header(random)).append(lineEnd);
            lines(text, sequence, width, lineEnd);
            text.append('+').append(random.nextBoolean() ? header(random) : "").append(lineEnd);
            lines(text, text(QUALITIES, sequence.length(), random), width, lineEnd);
        }
        return withOrWithoutLastLineEnd(text, random);
    }

    private static void lines(final StringBuilder text, final String letters, final int width, final String lineEnd) {
        int at = 0;
        while (at < letters.length()) {
            final int end = at + Math.min(width, letters.length() - at);
            text.append(letters, at, end).append(lineEnd);
            at = end;
        }
        // An empty sequence is an empty line in four-line FASTQ.
        text.append(letters.isEmpty() ? lineEnd : "");
    }

    private static String header(final Random random) {
        return text("ACGTacgt >@;+|0123", random.nextInt(30), random);
    }

    private static String withOrWithoutLastLineEnd(final StringBuilder text, final Random random) {
        return random.nextBoolean() ? text.toString() : text.toString().stripTrailing();
    }

    /** The canonical k-mers in the order of the file, as words. */
    List<String> kmers(final int k) {
        final List<String> kmers = new ArrayList<>();
        for (final String sequence : sequences) {
            for (int at = 0; at + k <= sequence.length(); at++) {
                final String word = sequence.substring(at, at + k).toUpperCase(Locale.ROOT);
                if (word.matches("[ACGT]+")) {
                    kmers.add(canonical(word));
                }
            }
        }
        return kmers;
    }

    static String canonical(final String word) {
        final String other = reverseComplement(word);
        return word.compareTo(other) <= 0 ? word : other;
    }

    static String reverseComplement(final String word) {
        final String complement = word.replace('A', 't').replace('C', 'g').replace('G', 'c').replace('T', 'a');
        return new StringBuilder(complement).reverse().toString().toUpperCase(Locale.ROOT);
    }
}
