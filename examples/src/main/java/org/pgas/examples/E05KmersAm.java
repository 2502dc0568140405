package org.pgas.examples;

import org.pgas.Job;
import org.pgas.examples.kmers.MessageRuns;
import org.pgas.examples.kmers.MessageTable;
import org.pgas.examples.kmers.Summary;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Counts k-mers a second way: where {@link E03Kmers} updates the memory of others, here every k-mer is sent to the rank
 * that owns it, which counts it in a table of its own. Same options, same answer.
 *
 * <pre>
 * $ ./pgas run -n 4 kmers-am --k 11 --get ACGTACGTACG
 * [0] lambda_virus.fa.gz: 48,492 11-mers, 47,379 distinct, on 4 ranks
 * ...
 * [0] ACGTACGTACG: 0 times
 * </pre>
 */
@Command(name = E05KmersAm.NAME, description = "Counts the canonical k-mers of a FASTA or FASTQ file (plain or .gz) "
        + "by Active Messages to their owners.")
public final class E05KmersAm {
    static final String NAME = "kmers-am";

    @Mixin
    private KmerOptions options = new KmerOptions();

    @Option(names = "--get", description = "A k-mer whose count is asked of its owner at the end")
    private String asked;

    private E05KmersAm() {}

    /** Options: see {@code --help}. */
    public static void main(String[] arguments) {
        CommandLineOfJob.run(new E05KmersAm(), arguments, E05KmersAm::run);
    }

    private void run(Job job) {
        options.check(job, NAME);
        KmerCounting counting = new KmerCounting(job, NAME, options);
        long askedKmer = asked == null ? 0 : askedKmer(job, counting);
        job.attach(Summary.bytes(job));
        try (MessageTable table = new MessageTable(job)) {
            long start = System.nanoTime();
            counting.read(table);
            table.complete();
            counting.report(table, System.nanoTime() - start);
            if (asked != null && job.rank() == 0) {
                System.out.println(asked + ": " + table.get(askedKmer) + " times");
            }
            counting.write(table, new MessageRuns(job));
        }
    }

    private long askedKmer(Job job, KmerCounting counting) {
        try {
            return counting.codec().canonical(counting.codec().encode(asked));
        } catch (IllegalArgumentException e) {
            throw CommandLineOfJob.refuse(job, NAME, "--get: " + e.getMessage());
        }
    }
}
