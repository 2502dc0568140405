package org.pgas.examples;

import org.pgas.Job;
import org.pgas.Rma;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The smallest program that shares memory: each rank puts a number into its neighbour's segment, and reads what it got.
 *
 * <pre>
 * $ ./pgas run -n 3 hello
 * [0] rank 0 of 3 got 1002 from rank 2
 * [1] rank 1 of 3 got 1000 from rank 0
 * [2] rank 2 of 3 got 1001 from rank 1
 * </pre>
 */
@Command(name = "hello", description = "Every rank puts a number into its neighbour's segment.")
public final class E01Hello {
    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Shows this help")
    private boolean help;

    private E01Hello() {}

    /** Takes no arguments but {@code --help}. */
    public static void main(String[] arguments) {
        CommandLineOfJob.run(new E01Hello(), arguments, E01Hello::run);
    }

    private void run(Job job) {
        job.attach(job.pageBytes());
        Rma rma = job.world().rma();
        int next = (job.rank() + 1) % job.size();
        int previous = (job.rank() + job.size() - 1) % job.size();

        rma.putLong(next, 0, 1000 + job.rank());
        // returns when every rank has put, and lets this rank see it
        job.world().barrier();

        long got = rma.getLong(job.rank(), 0);
        System.out.println("rank " + job.rank() + " of " + job.size() + " got " + got + " from rank " + previous);
    }
}
