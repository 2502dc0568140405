package org.pgas.examples.kmers;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.PriorityQueue;

import org.pgas.Job;

/**
 * Writes all counts in the order of the k-mers: every rank sorts its own, in parallel, and rank 0 merges the sorted
 * runs, which it fetches in chunks.
 */
public final class SortedOutput {
    private static final int CHUNK_PAIRS = 4096;

    private final Job job;
    private final SortedRuns runs;

    /** With {@code runs} as the way from the ranks' sorted pairs to the one that merges them. */
    public SortedOutput(Job job, SortedRuns runs) {
        this.job = job;
        this.runs = runs;
    }

    /** Sorts this rank's part of the table. Collective; the table may be gone afterwards. */
    public void sort(LocalCounts table) {
        int[] count = new int[1];
        table.forEachLocal((kmer, occurrences) -> count[0]++);
        long[] kmers = new long[count[0]];
        long[] counts = new long[count[0]];
        int[] next = new int[1];
        table.forEachLocal((kmer, occurrences) -> kmers[next[0]++] = kmer);
        Arrays.sort(kmers);
        table.forEachLocal((kmer, occurrences) -> counts[Arrays.binarySearch(kmers, kmer)] = occurrences);
        runs.publish(kmers, counts);
        job.world().barrier();
    }

    /** Merges all ranks' pairs into lines {@code KMER<TAB>COUNT}. One rank calls it, after {@link #sort}. */
    public void write(Path file, KmerCodec codec) throws IOException {
        PriorityQueue<Run> heads = new PriorityQueue<>((a, b) -> Long.compare(a.kmer(), b.kmer()));
        for (int rank = 0; rank < job.size(); rank++) {
            Run run = new Run(rank);
            if (run.advance()) {
                heads.add(run);
            }
        }
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            merge(file, codec, heads);
            return;
        }
        // complete or not at all: what was there stays until all is written
        Path unfinished = file.resolveSibling(file.getFileName() + ".part");
        try {
            merge(unfinished, codec, heads);
            Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    private static void merge(Path file, KmerCodec codec, PriorityQueue<Run> heads) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.US_ASCII)) {
            while (!heads.isEmpty()) {
                Run run = heads.poll();
                out.append(codec.decode(run.kmer())).append('\t').append(Long.toString(run.count())).append('\n');
                if (run.advance()) {
                    heads.add(run);
                }
            }
        }
    }

    /** A rank's sorted pairs, fetched in chunks. */
    private final class Run {
        private final int rank;
        private final long pairs;
        private final long[] chunk = new long[2 * CHUNK_PAIRS];
        private long at = -1;

        Run(int rank) {
            this.rank = rank;
            this.pairs = runs.pairs(rank);
        }

        boolean advance() {
            at++;
            if (at == pairs) {
                return false;
            }
            if (at % CHUNK_PAIRS == 0) {
                int count = (int) Math.min(CHUNK_PAIRS, pairs - at);
                runs.get(chunk, rank, at, count);
            }
            return true;
        }

        long kmer() {
            return chunk[(int) (2 * (at % CHUNK_PAIRS))];
        }

        long count() {
            return chunk[(int) (2 * (at % CHUNK_PAIRS)) + 1];
        }
    }
}
