package org.pgas.jmh;

import java.lang.foreign.MemorySegment;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/** Many bytes put to and got from a peer, from and to native memory and the Java heap, beside one copy of the JDK. */
public class BulkBenchmark extends RankBenchmark {
    static final int MOST_BYTES = 16 << 20;

    @Param({"64", "256", "1024", "4096", "65536", "1048576", "16777216"})
    int bytes;

    @Benchmark
    public void baselineCopy(HostedRanks ranks) {
        MemorySegment.copy(ranks.memory, 0, ranks.mapped, 0, bytes);
    }

    @Benchmark
    public void baselineFill(HostedRanks ranks) {
        ranks.mapped.asSlice(0, bytes).fill((byte) 1);
    }

    @Benchmark
    public void putNative(HostedRanks ranks) {
        ranks.rma.put(HostedRanks.PEER, 0, ranks.memory, 0, bytes);
    }

    @Benchmark
    public void getNative(HostedRanks ranks) {
        ranks.rma.get(ranks.memory, 0, HostedRanks.PEER, 0, bytes);
    }

    @Benchmark
    public void putHeap(HostedRanks ranks) {
        ranks.rma.put(HostedRanks.PEER, 0, ranks.heap, 0, bytes);
    }

    @Benchmark
    public void getHeap(HostedRanks ranks) {
        ranks.rma.get(ranks.heap, 0, HostedRanks.PEER, 0, bytes);
    }

    @Benchmark
    public void memset(HostedRanks ranks) {
        ranks.rma.memset(HostedRanks.PEER, 0, (byte) 1, bytes);
    }
}
