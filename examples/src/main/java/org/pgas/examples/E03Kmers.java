package org.pgas.examples;

import java.io.IOException;

import org.pgas.GlobalPointer;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.Segment;
import org.pgas.Setting;
import org.pgas.examples.kmers.KmerScan;
import org.pgas.examples.kmers.KmerTable;
import org.pgas.examples.kmers.SegmentRuns;
import org.pgas.examples.kmers.Summary;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Counts the canonical k-mers of a FASTA or FASTQ file: each rank reads its share and counts into a hash table that
 * lies in the segments of all ranks. Without {@code --input} it counts the genome of phage lambda, which comes with the
 * program.
 *
 * <pre>
 * $ ./pgas run -n 4 kmers --k 11
 * [0] lambda_virus.fa.gz: 48,492 11-mers, 47,379 distinct, on 4 ranks
 * </pre>
 */
@Command(name = E03Kmers.NAME, description = "Counts the canonical k-mers of a FASTA or FASTQ file (plain or .gz) in "
        + "a table over all ranks.")
public final class E03Kmers {
    static final String NAME = "kmers";

    private static final long GENOME_LETTERS = 48_502;

    @Mixin
    private KmerOptions options = new KmerOptions();

    private E03Kmers() {}

    /** Options: see {@code --help}. */
    public static void main(String[] arguments) {
        CommandLineOfJob.run(new E03Kmers(), arguments, E03Kmers::run);
    }

    private void run(Job job) {
        options.check(job, NAME);
        Segment segment = attach(job);
        KmerCounting counting = new KmerCounting(job, NAME, options);
        KmerTable table = new KmerTable(job, segment, Summary.bytes(job));
        long start = System.nanoTime();
        try {
            counting.read(table);
        } catch (KmerTable.TableFullException e) {
            throw counting
                    .fail(e.getMessage() + ": give each rank a larger segment; --segment " + (largerBytes(job) >> 10)
                            + "k is enough for this input");
        }
        counting.report(table, System.nanoTime() - start);
        counting.write(table, new SegmentRuns(job, segment, Summary.bytes(job)));
    }

    private Segment attach(Job job) {
        try {
            Segment segment = job.settings().isSet(Setting.SEGMENT) ? job.attach() : job.attach(fitting(job));
            if (segment == null || segment.size() < Summary.bytes(job) + KmerTable.SLOT_BYTES) {
                throw CommandLineOfJob.refuse(job, NAME, "a segment of " + (segment == null ? 0 : segment.size())
                        + " bytes has no room for a table: give each rank --segment " + (Summary.bytes(job) * 2 >> 10)
                        + "k or more");
            }
            return segment;
        } catch (PgasException e) {
            throw CommandLineOfJob.refuse(job, NAME, e.getMessage());
        }
    }

    /** What is enough for the input, but at most half of the room, unless that is none for a table. */
    private long fitting(Job job) {
        long page = job.pageBytes();
        long enough = Math.ceilDiv((long) Math.min(enoughBytes(job), GlobalPointer.MAX_SEGMENT_BYTES / 2), page) * page;
        return Math.max(Summary.bytes(job) + page, Math.min(enough, RoomOfJob.half(job)));
    }

    /**
     * A larger segment than that there is, in which all k-mers of the input find room even if all are different, in
     * whole KiB.
     */
    private long largerBytes(Job job) {
        return (long) Math.max(2 * job.endpoint().segment().size(), enoughBytes(job) + 1023) >> 10 << 10;
    }

    /** Of a segment in which all k-mers of the input find room even if all are different. */
    private double enoughBytes(Job job) {
        long letters;
        try {
            letters = options.input() == null ? GENOME_LETTERS : KmerScan.lettersAtMost(options.input());
        } catch (IOException e) {
            letters = Long.MAX_VALUE >> 8;
        }
        double distinct = Math.min(letters, Math.pow(4, options.k()));
        return distinct * KmerTable.SLOT_BYTES / job.size() / KmerTable.COMFORTABLE_LOAD + Summary.bytes(job);
    }
}
