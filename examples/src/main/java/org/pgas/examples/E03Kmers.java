package org.pgas.examples;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Locale;

import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.Segment;
import org.pgas.examples.kmers.CountHistogram;
import org.pgas.examples.kmers.KmerCodec;
import org.pgas.examples.kmers.KmerScan;
import org.pgas.examples.kmers.KmerTable;
import org.pgas.examples.kmers.Progress;
import org.pgas.examples.kmers.SequenceFormatException;
import org.pgas.examples.kmers.SortedOutput;
import org.pgas.examples.kmers.Summary;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Counts the canonical k-mers of a FASTA or FASTQ file: each rank reads its share and counts into a hash table that lies in the
 * segments of all ranks. Without {@code --input} it counts the genome of phage lambda, which comes with the program.
 *
 * <pre>
 * $ ./pgas run -n 4 kmers --k 11
 * [0] lambda_virus.fa.gz: 48,492 11-mers, 47,379 distinct, on 4 ranks
 * </pre>
 */
@Command(name = "kmers", description = "Counts the canonical k-mers of a FASTA or FASTQ file (plain or .gz) in a table over all ranks.")
public final class E03Kmers {
    private static final String GENOME = "lambda_virus.fa.gz";
    private static final int WIDTH = 80;

    private static final long GENOME_LETTERS = 48_502;

    @Option(names = "--input", description = "FASTA or FASTQ file, plain or .gz (default: the genome of phage lambda)")
    private Path input;

    @Option(names = "--k", description = "Letters of a k-mer, 1..31 (default: ${DEFAULT-VALUE})")
    private int k = 11;

    @Option(names = "--out", description = "File for KMER<TAB>COUNT lines, sorted by k-mer")
    private Path out;

    @Option(names = "--classic-comments", description = "Skips lines of FASTA that start with ; instead of refusing them")
    private boolean classicComments;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Shows this help")
    private boolean help;

    private E03Kmers() {}

    /** Options: see {@code --help}. */
    public static void main(String[] arguments) {
        try (Job job = Job.join()) {
            E03Kmers program = new E03Kmers();
            CommandLineOfJob.parse(job, program, arguments);
            program.run(job);
        }
    }

    private void run(Job job) {
        if (k < KmerCodec.MIN_K || k > KmerCodec.MAX_K) {
            throw CommandLineOfJob.refuse(job, "kmers",
                    "--k " + k + ": legal are " + KmerCodec.MIN_K + ".." + KmerCodec.MAX_K);
        }
        String fault = out == null ? null : SortedOutput.fault(out, input);
        if (fault != null) {
            throw CommandLineOfJob.refuse(job, "kmers", fault);
        }
        KmerCodec codec = new KmerCodec(k);
        Segment segment = attach(job);
        KmerTable table = new KmerTable(job, segment, Summary.bytes(job));
        long start = System.nanoTime();
        count(job, codec, table);
        long elapsed = System.nanoTime() - start;
        // nobody sums up before everybody has counted
        job.world().barrier();
        Summary summary = new Summary(job);
        summary.add(table, elapsed);
        if (job.rank() == 0) {
            print(job, codec, table, summary);
        }
        job.world().barrier();
        if (out != null) {
            write(job, codec, segment, table);
        }
    }

    private static Segment attach(Job job) {
        try {
            Segment segment = job.attach();
            if (segment == null || segment.size() < Summary.bytes(job) + KmerTable.SLOT_BYTES) {
                throw CommandLineOfJob.refuse(job, "kmers", "a segment of " + (segment == null ? 0 : segment.size())
                        + " bytes has no room for a table: give each rank --segment " + (Summary.bytes(job) * 2 >> 10)
                        + "k or more");
            }
            return segment;
        } catch (PgasException e) {
            throw CommandLineOfJob.refuse(job, "kmers", e.getMessage());
        }
    }

    private void count(Job job, KmerCodec codec, KmerTable table) {
        KmerScan scan = new KmerScan(codec, job.rank(), job.size());
        if (classicComments) {
            scan.withClassicComments();
        }
        Progress progress = new Progress(System.err, System::nanoTime);
        if (job.rank() == 0) {
            scan.withListener(progress);
        }
        try {
            if (input != null) {
                scan.scan(input, table);
            } else {
                try (InputStream genome = KmerScan.class.getResourceAsStream(GENOME)) {
                    scan.scan(genome, GENOME, table);
                }
            }
        } catch (SequenceFormatException e) {
            throw fail(job, e.getMessage());
        } catch (IOException e) {
            throw fail(job, "cannot read " + name() + ": " + e);
        } catch (KmerTable.TableFullException e) {
            throw fail(job, e.getMessage() + ": give each rank a larger segment; --segment " + (enoughBytes(job) >> 10)
                    + "k is enough for this input");
        }
        progress.finish();
    }

    /** A segment in which all k-mers of the input find room even if all are different, in whole KiB. */
    private long enoughBytes(Job job) {
        long letters;
        try {
            letters = input == null ? GENOME_LETTERS : KmerScan.lettersAtMost(input);
        } catch (IOException e) {
            letters = Long.MAX_VALUE >> 8;
        }
        double distinct = Math.min(letters, Math.pow(4, k));
        double bytes = distinct * KmerTable.SLOT_BYTES / job.size() / KmerTable.COMFORTABLE_LOAD + Summary.bytes(job);
        return Math.max(2 * job.endpoint().segment().size(), (long) bytes + 1023) >> 10 << 10;
    }

    /** Ends the job for a fault that other ranks may not see; whoever is first says it for all. */
    private static RuntimeException fail(Job job, String message) {
        // several ranks may find the same fault: the first to take the word in rank 0's memory speaks
        if (org.pgas.atomics.LongAtomicDomain.create(job.world()).fetchAdd(0, 0, 1) == 0) {
            System.err.println("kmers: " + message);
            throw job.exit(1);
        }
        job.world().barrier();
        throw new AssertionError("the first rank to fail ends the job instead of arriving");
    }

    private String name() {
        return input == null ? GENOME : input.toString();
    }

    private void print(Job job, KmerCodec codec, KmerTable table, Summary summary) {
        double seconds = Math.max(1, summary.slowestNanos()) / 1e9;
        double load = 100.0 * summary.distinct() / (table.slots() * (double) job.size());
        System.out.printf(Locale.ROOT, "%s: %,d %d-mers, %,d distinct, on %d ranks%n", name(), summary.total(), k,
                summary.distinct(),
                job.size());
        long[] most = summary.mostFrequent();
        if (most[1] > 0) {
            System.out.printf(Locale.ROOT, "most frequent: %s, %,d times%n", codec.decode(most[0]), most[1]);
        }
        System.out.printf(Locale.ROOT, "%.2f M k-mers/s per rank (%.3f s); table load %.2f %% of %,d slots%n",
                summary.total() / seconds / job.size() / 1e6, seconds, load, table.slots() * job.size());
        System.out.print(CountHistogram.render(summary.bins(), WIDTH));
        System.out.flush();
    }

    private void write(Job job, KmerCodec codec, Segment segment, KmerTable table) {
        SortedOutput output = new SortedOutput(job, segment, Summary.bytes(job));
        output.sort(table);
        if (job.rank() == 0) {
            try {
                output.write(out, codec);
            } catch (IOException e) {
                System.err.println("kmers: cannot write " + out + ": " + e.getMessage());
                throw job.exit(1);
            }
            System.out.println("counts written to " + out);
        }
        // the runs lie in all ranks' memory, so all stay until rank 0 has read them
        job.world().barrier();
    }
}
