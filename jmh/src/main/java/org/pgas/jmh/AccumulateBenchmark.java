package org.pgas.jmh;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/** Doubles added to a peer's segment, where nobody else adds. */
public class AccumulateBenchmark extends RankBenchmark {
    static final int MOST_DOUBLES = (1 << 20) / Double.BYTES;

    /** How many doubles. */
    @Param({"1", "8", "512", "8192", "131072"})
    public int count;

    private final double[] heap = new double[MOST_DOUBLES];

    @Benchmark
    public void memory(HostedRanks ranks) {
        ranks.accumulator.accumulateDoubles(HostedRanks.PEER, Places.DATA, ranks.memory, 0, count, 0.5);
    }

    @Benchmark
    public void heap(HostedRanks ranks) {
        ranks.accumulator.accumulateDoubles(HostedRanks.PEER, Places.DATA, heap, 0, count, 0.5);
    }
}
