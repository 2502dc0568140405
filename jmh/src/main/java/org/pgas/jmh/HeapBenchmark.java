package org.pgas.jmh;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Setup;
import org.pgas.heap.SharedHeap;

/** Blocks taken from a heap in a peer's segment and given back, by one thread. */
public class HeapBenchmark extends RankBenchmark {
    private SharedHeap heap;

    @Setup(Level.Trial)
    public void make(HostedRanks ranks) {
        heap = SharedHeap.initialise(ranks.job.world(), HostedRanks.PEER, HeapRows.HEAP, HeapRows.HEAP_BYTES);
    }

    /** Out of the rank's cache and back. */
    @Benchmark
    public void mallocAndFree() {
        heap.free(heap.malloc(48));
    }

    /** Out of the bins, which are locked for each. */
    @Benchmark
    public void mallocAndFreeLarge() {
        heap.free(heap.malloc(10_000));
    }

    @Benchmark
    public void callocAndFree() {
        heap.free(heap.calloc(6, 8));
    }
}
