package org.pgas.jmh;

import org.openjdk.jmh.annotations.Benchmark;
import org.pgas.mpi.Assertions;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.LockType;
import org.pgas.mpi.Op;

/**
 * Calls of windows of which the peer knows nothing: communication, locks, and dedicated synchronisation with oneself.
 */
public class WindowBenchmark extends RankBenchmark {
    @Benchmark
    public void put(HostedRanks ranks, HostedWindow windows) {
        windows.locked.put(windows.word, 1, Datatype.LONG, HostedRanks.PEER, 64, 1, Datatype.LONG);
    }

    @Benchmark
    public void putHeap(HostedRanks ranks, HostedWindow windows) {
        windows.locked.put(windows.heapWord, 1, Datatype.LONG, HostedRanks.PEER, 64, 1, Datatype.LONG);
    }

    @Benchmark
    public void get(HostedRanks ranks, HostedWindow windows) {
        windows.locked.get(windows.word, 1, Datatype.LONG, HostedRanks.PEER, 64, 1, Datatype.LONG);
    }

    /** 1 KiB of INTs with gaps. */
    @Benchmark
    public void putVector(HostedRanks ranks, HostedWindow windows) {
        windows.locked.put(ranks.memory, 1, windows.vector, HostedRanks.PEER, 0, 1, windows.vector);
    }

    @Benchmark
    public void accumulate(HostedRanks ranks, HostedWindow windows) {
        windows.locked.accumulate(windows.word, 1, Datatype.LONG, HostedRanks.PEER, 64, 1, Datatype.LONG, Op.SUM);
    }

    @Benchmark
    public void getAccumulate(HostedRanks ranks, HostedWindow windows) {
        windows.locked.getAccumulate(windows.word, 1, Datatype.LONG, windows.result, 1, Datatype.LONG,
                HostedRanks.PEER, 64, 1, Datatype.LONG, Op.SUM);
    }

    @Benchmark
    public long fetchAndOp(HostedRanks ranks, HostedWindow windows) {
        return windows.locked.fetchAndOp(1, HostedRanks.PEER, 64, Op.SUM);
    }

    @Benchmark
    public long compareAndSwap(HostedRanks ranks, HostedWindow windows) {
        return windows.locked.compareAndSwap(0, 1, HostedRanks.PEER, 128);
    }

    @Benchmark
    public void flush(HostedRanks ranks, HostedWindow windows) {
        windows.locked.flush(HostedRanks.PEER);
    }

    @Benchmark
    public void lockAndUnlock(HostedRanks ranks, HostedWindow windows) {
        windows.idle.lock(LockType.EXCLUSIVE, HostedRanks.PEER, Assertions.NONE);
        windows.idle.unlock(HostedRanks.PEER);
    }

    @Benchmark
    public void lockSharedAndUnlock(HostedRanks ranks, HostedWindow windows) {
        windows.idle.lock(LockType.SHARED, HostedRanks.PEER, Assertions.NONE);
        windows.idle.unlock(HostedRanks.PEER);
    }

    @Benchmark
    public void postToAwait(HostedRanks ranks, HostedWindow windows) {
        windows.idle.post(windows.self, Assertions.NONE);
        windows.idle.start(windows.self, Assertions.NONE);
        windows.idle.complete();
        windows.idle.await();
    }
}
