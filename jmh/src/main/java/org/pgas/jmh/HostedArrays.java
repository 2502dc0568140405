package org.pgas.jmh;

import java.util.concurrent.CompletableFuture;

import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.pgas.Team;
import org.pgas.arrays.Distribution;
import org.pgas.arrays.DoubleArray;
import org.pgas.arrays.DoubleMatrix;
import org.pgas.arrays.GridDistribution;

/**
 * Distributed arrays for {@link HostedRanks}; they end with the job. Rank 1 has the second half of what is dealt in one
 * block for each rank.
 */
@State(Scope.Benchmark)
public class HostedArrays {
    static final int LENGTH = 1 << 16;

    /** Elements of 64 KiB. */
    static final int RANGE = 8192;

    static final int ROWS = 128;
    static final int COLUMNS = 512;

    final double[] heap = new double[RANGE];

    DoubleArray blocks;
    DoubleArray cyclic;
    DoubleArray odd;
    DoubleMatrix matrix;

    @Setup(Level.Trial)
    public void make(HostedRanks ranks) {
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> make(ranks.peer().world(), false),
                HostedArrays::start);
        make(ranks.job.world(), true);
        other.join();
    }

    private void make(Team team, boolean isMeasured) {
        DoubleArray block = DoubleArray.create(team, Distribution.block(LENGTH));
        DoubleArray single = DoubleArray.create(team, Distribution.cyclic(LENGTH));
        DoubleArray uneven = DoubleArray.create(team, Distribution.blockCyclic(LENGTH, 1000));
        DoubleMatrix rows = DoubleMatrix.create(team, GridDistribution.rowBlocks(ROWS, COLUMNS));
        if (isMeasured) {
            blocks = block;
            cyclic = single;
            odd = uneven;
            matrix = rows;
        }
    }

    private static void start(Runnable task) {
        Thread.ofPlatform().daemon().name("rank 1's arrays").start(task);
    }
}
