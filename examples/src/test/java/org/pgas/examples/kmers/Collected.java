package org.pgas.examples.kmers;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What readers deliver, in a form to compare. */
final class Collected {
    private Collected() {}

    /** The letters of each record that has any. */
    static List<String> sequences(SequenceReader reader) throws IOException {
        List<StringBuilder> records = new ArrayList<>();
        try (reader) {
            reader.read(new SequenceSink() {
                @Override
                public void startRecord() {
                    records.add(new StringBuilder());
                }

                @Override
                public void letters(byte[] buffer, int from, int to) {
                    records.getLast().append(new String(buffer, from, to - from, StandardCharsets.ISO_8859_1));
                }
            });
        }
        return records.stream().map(StringBuilder::toString).filter(text -> !text.isEmpty()).toList();
    }

    static List<String> sequences(String file) throws IOException {
        return sequences(SequenceReader.of(new ByteArrayInputStream(Streams.bytes(file)), "test"));
    }

    static List<String> kmers(InputStream in, int k) throws IOException {
        KmerCodec codec = new KmerCodec(k);
        List<String> kmers = new ArrayList<>();
        new KmerScan(codec, 0, 1).scan(in, "test", kmer -> kmers.add(codec.decode(kmer)));
        return kmers;
    }

    /** The k-mers of all ranks, sorted. */
    static List<String> kmersOfAllRanks(Path file, int k, int ranks) throws IOException {
        KmerCodec codec = new KmerCodec(k);
        List<String> kmers = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            new KmerScan(codec, rank, ranks).scan(file, kmer -> kmers.add(codec.decode(kmer)));
        }
        return sorted(kmers);
    }

    static List<String> sorted(List<String> words) {
        List<String> copy = new ArrayList<>(words);
        Collections.sort(copy);
        return copy;
    }
}
