package org.pgas.jmh;

import org.openjdk.jmh.annotations.Benchmark;

/** Calls of the UPC dialect that copy from and to memory of the peer. */
public class UpcBenchmark extends RankBenchmark {
    @Benchmark
    public void memput(HostedRanks ranks, HostedDialects dialects) {
        dialects.upc.memput(dialects.shared, dialects.local, 0, 8);
    }

    @Benchmark
    public void memget(HostedRanks ranks, HostedDialects dialects) {
        dialects.upc.memget(dialects.local, 0, dialects.shared, 8);
    }

    /** Within the peer's memory. */
    @Benchmark
    public void memcpy(HostedRanks ranks, HostedDialects dialects) {
        dialects.upc.memcpy(dialects.shared, dialects.shared + HostedDialects.BYTES / 2, 8);
    }

    @Benchmark
    public void memset(HostedRanks ranks, HostedDialects dialects) {
        dialects.upc.memset(dialects.shared, 0, 8);
    }

    @Benchmark
    public void memputAsyncWait(HostedRanks ranks, HostedDialects dialects) {
        dialects.upc.waitsync(dialects.upc.memputAsync(dialects.shared, dialects.local, 0, 8));
    }

    @Benchmark
    public void memputAsynciWait(HostedRanks ranks, HostedDialects dialects) {
        dialects.upc.memputAsynci(dialects.shared, dialects.local, 0, 8);
        dialects.upc.waitsynci();
    }

    @Benchmark
    public void memputStrided(HostedRanks ranks, HostedDialects dialects) {
        dialects.upc.memputStrided(dialects.shared, dialects.longStrides, dialects.local, 0, dialects.longStrides,
                dialects.longCount, 1);
    }

    @Benchmark
    public void memputFstrided(HostedRanks ranks, HostedDialects dialects) {
        dialects.upc.memputFstrided(dialects.shared, HostedDialects.ROW_BYTES, HostedDialects.LEADING,
                HostedDialects.ROWS, dialects.local, 0, HostedDialects.ROW_BYTES, HostedDialects.LEADING,
                HostedDialects.ROWS);
    }

    @Benchmark
    public void memgetVlist(HostedRanks ranks, HostedDialects dialects) {
        dialects.upc.memgetVlist(HostedDialects.ENTRIES, dialects.local, dialects.regions, HostedDialects.ENTRIES,
                dialects.sharedRegions);
    }
}
