package org.pgas.examples;

import java.util.Locale;

import org.pgas.Job;
import org.pgas.examples.uts.GeometricTree;
import org.pgas.examples.uts.Tally;
import org.pgas.examples.uts.TreeSearch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Counts the nodes of a random tree with branches of wildly different sizes: ranks that have run out of nodes steal
 * some from others by Active Messages. Without options it is the tree T1 of the Unbalanced Tree Search benchmark.
 *
 * <pre>
 * $ ./pgas run -n 2 uts
 * [0] nodes=4130071 leaves=3305118 depth=10
 * [0] rank=0 nodes=2101344 rate=5012417
 * [0] rank=1 nodes=2028727 rate=4839204
 * </pre>
 */
@Command(name = "uts", description = "Unbalanced Tree Search: counts the nodes of a random tree; idle ranks steal "
        + "work by Active Messages.")
public final class E06Uts {
    @Option(names = "--b0", description = "Mean number of children of a node above the depth limit (default: "
            + "${DEFAULT-VALUE})")
    private double b0 = 4;

    @Option(names = "--depth", description = "Depth of the deepest nodes there may be (default: ${DEFAULT-VALUE})")
    private int depth = 10;

    @Option(names = "--seed", description = "Seed of the tree (default: ${DEFAULT-VALUE})")
    private int seed = 19;

    @Option(names = "--chunk", description = "Nodes that are stolen at a time (default: ${DEFAULT-VALUE})")
    private int chunk = 8;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Shows this help")
    private boolean help;

    private E06Uts() {}

    /** Options: see {@code --help}. */
    public static void main(String[] arguments) {
        CommandLineOfJob.run(new E06Uts(), arguments, E06Uts::run);
    }

    private void run(Job job) {
        int largestChunk = TreeSearch.largestChunk(job);
        if (chunk < 1 || chunk > largestChunk) {
            throw CommandLineOfJob.refuse(job, "uts", "--chunk " + chunk + ": legal are 1.." + largestChunk);
        }
        GeometricTree tree;
        try {
            tree = new GeometricTree(b0, depth, seed);
        } catch (IllegalArgumentException e) {
            throw CommandLineOfJob.refuse(job, "uts", "--" + e.getMessage());
        }
        Tally tally = new TreeSearch(job, tree, chunk).run();
        if (job.rank() == 0) {
            System.out.println("nodes=" + tally.nodes() + " leaves=" + tally.leaves() + " depth=" + tally.depth());
            for (int rank = 0; rank < job.size(); rank++) {
                System.out.printf(Locale.ROOT, "rank=%d nodes=%d rate=%.0f%n", rank, tally.nodes(rank),
                        tally.rate(rank));
            }
        }
    }
}
