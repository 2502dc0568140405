package org.pgas.jmh;

import org.openjdk.jmh.annotations.Benchmark;

/** Shared variables, and elements of their rows, beside the same calls by rank and offset. */
public class VariableBenchmark extends RankBenchmark {
    /** Changes from call to call, so that no place is computed ahead. */
    private int next;

    private int index() {
        next = next + 97 & HostedVariables.LENGTH - 1;
        return next;
    }

    @Benchmark
    public long baselineGet(HostedRanks ranks, HostedVariables variables) {
        return ranks.rma.getLong(HostedRanks.PEER, variables.offset);
    }

    @Benchmark
    public long get(HostedRanks ranks, HostedVariables variables) {
        return variables.one.get(HostedRanks.PEER);
    }

    @Benchmark
    public void baselinePut(HostedRanks ranks, HostedVariables variables) {
        ranks.rma.putLong(HostedRanks.PEER, variables.offset, 1);
    }

    @Benchmark
    public void put(HostedRanks ranks, HostedVariables variables) {
        variables.one.put(HostedRanks.PEER, 1);
    }

    @Benchmark
    public long baselineFetchAdd(HostedRanks ranks, HostedVariables variables) {
        return ranks.atomics.fetchAdd(HostedRanks.PEER, variables.offset, 1);
    }

    @Benchmark
    public long fetchAdd(HostedRanks ranks, HostedVariables variables) {
        return variables.one.fetchAdd(HostedRanks.PEER, 1);
    }

    @Benchmark
    public long baselineGetElement(HostedRanks ranks, HostedVariables variables) {
        return ranks.rma.getLong(HostedRanks.PEER, variables.rowOffset + 8L * index());
    }

    @Benchmark
    public long getElement(HostedRanks ranks, HostedVariables variables) {
        return variables.row.get(HostedRanks.PEER, index());
    }

    @Benchmark
    public void baselinePutElement(HostedRanks ranks, HostedVariables variables) {
        ranks.rma.putLong(HostedRanks.PEER, variables.rowOffset + 8L * index(), 1);
    }

    @Benchmark
    public void putElement(HostedRanks ranks, HostedVariables variables) {
        variables.row.put(HostedRanks.PEER, index(), 1);
    }
}
