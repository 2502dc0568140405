package org.pgas.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.pgas.Job;
import org.pgas.examples.kmers.KmerCodec;
import picocli.CommandLine.Option;

/** The options of the programs that count k-mers. */
final class KmerOptions {
    /** What is read without {@code --input}, a resource beside {@link KmerCodec}. */
    static final String GENOME = "lambda_virus.fa.gz";

    @Option(names = "--input", description = "FASTA or FASTQ file, plain or .gz (default: the genome of phage lambda)")
    private Path input;

    @Option(names = "--k", description = "Letters of a k-mer, 1..31 (default: ${DEFAULT-VALUE})")
    private int k = 11;

    @Option(names = "--out", description = "File for KMER<TAB>COUNT lines, sorted by k-mer")
    private Path out;

    @Option(names = "--classic-comments", description = "Skips lines of FASTA that start with ; instead of refusing "
            + "them")
    private boolean classicComments;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Shows this help")
    private boolean help;

    /** Ends the job if they cannot be fulfilled. */
    void check(Job job, String program) {
        if (k < KmerCodec.MIN_K || k > KmerCodec.MAX_K) {
            throw CommandLineOfJob.refuse(job, program,
                    "--k " + k + ": legal are " + KmerCodec.MIN_K + ".." + KmerCodec.MAX_K);
        }
        FilesOfJob.checkInput(job, program, "--input", input);
        FilesOfJob.checkOutput(job, program, "--out", out);
        Outcome.check(job, program, Outcome.USAGE_ERROR, !sameFile() ? null
                : "--out and --input are the same file, " + out + ": it would be overwritten");
    }

    private boolean sameFile() {
        try {
            return out != null && input != null && Files.exists(out) && Files.isSameFile(out, input);
        } catch (IOException e) {
            // said when it is read
            return false;
        }
    }

    /** The file to read; null for {@link #GENOME}. */
    Path input() {
        return input;
    }

    /** What is read, for people. */
    String inputName() {
        return input == null ? GENOME : input.toString();
    }

    int k() {
        return k;
    }

    /** The file to write; null for none. */
    Path out() {
        return out;
    }

    boolean classicComments() {
        return classicComments;
    }
}
