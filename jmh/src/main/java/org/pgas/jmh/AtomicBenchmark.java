package org.pgas.jmh;

import org.openjdk.jmh.annotations.Benchmark;

/** Atomic updates of one word of a peer that nobody else touches. */
public class AtomicBenchmark extends RankBenchmark {
    private long expected;

    @Benchmark
    public long fetchAdd(HostedRanks ranks) {
        return ranks.atomics.fetchAdd(HostedRanks.PEER, Places.COUNTER, 1);
    }

    /** After the first, each succeeds: it expects what the one before has stored. */
    @Benchmark
    public long compareAndSwap(HostedRanks ranks) {
        long before = ranks.atomics.fetchCompareAndSwap(HostedRanks.PEER, Places.COUNTER, expected, expected + 1);
        expected = before == expected ? expected + 1 : before;
        return before;
    }

    @Benchmark
    public double fetchAddDouble(HostedRanks ranks) {
        return ranks.doubles.fetchAdd(HostedRanks.PEER, Places.DOUBLE_COUNTER, 1);
    }

    @Benchmark
    public void xor(HostedRanks ranks) {
        ranks.atomics.xor(HostedRanks.PEER, Places.COUNTER, 1);
    }

    @Benchmark
    public long get(HostedRanks ranks) {
        return ranks.atomics.get(HostedRanks.PEER, Places.COUNTER);
    }

    @Benchmark
    public void set(HostedRanks ranks) {
        ranks.atomics.set(HostedRanks.PEER, Places.COUNTER, 0);
    }
}
