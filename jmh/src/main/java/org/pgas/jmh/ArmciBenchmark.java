package org.pgas.jmh;

import org.openjdk.jmh.annotations.Benchmark;
import org.pgas.atomics.ArmciRmw;
import org.pgas.atomics.Scale;

/** Calls of the ARMCI dialect that the peer takes no part in. */
public class ArmciBenchmark extends RankBenchmark {
    private static final Scale SCALE = Scale.ofDouble(1);

    @Benchmark
    public void put(HostedRanks ranks, HostedDialects dialects) {
        dialects.armci.put(dialects.local, 0, dialects.pointer, 8, HostedRanks.PEER);
    }

    @Benchmark
    public void putFence(HostedRanks ranks, HostedDialects dialects) {
        dialects.armci.put(dialects.local, 0, dialects.pointer, 8, HostedRanks.PEER);
        dialects.armci.fence(HostedRanks.PEER);
    }

    @Benchmark
    public void get(HostedRanks ranks, HostedDialects dialects) {
        dialects.armci.get(dialects.pointer, dialects.local, 0, 8, HostedRanks.PEER);
    }

    @Benchmark
    public void putValue(HostedRanks ranks, HostedDialects dialects) {
        dialects.armci.putValueLong(1, dialects.pointer + 64, HostedRanks.PEER);
    }

    @Benchmark
    public long getValue(HostedRanks ranks, HostedDialects dialects) {
        return dialects.armci.getValueLong(dialects.pointer + 64, HostedRanks.PEER);
    }

    @Benchmark
    public void acc(HostedRanks ranks, HostedDialects dialects) {
        dialects.armci.acc(SCALE, dialects.local, 0, dialects.pointer, 64, HostedRanks.PEER);
    }

    @Benchmark
    public void putS(HostedRanks ranks, HostedDialects dialects) {
        dialects.armci.putS(dialects.local, 0, dialects.strides, dialects.pointer, dialects.strides, dialects.count, 1,
                HostedRanks.PEER);
    }

    @Benchmark
    public void getS(HostedRanks ranks, HostedDialects dialects) {
        dialects.armci.getS(dialects.pointer, dialects.strides, dialects.local, 0, dialects.strides, dialects.count, 1,
                HostedRanks.PEER);
    }

    @Benchmark
    public void accS(HostedRanks ranks, HostedDialects dialects) {
        dialects.armci.accS(SCALE, dialects.local, 0, dialects.strides, dialects.pointer, dialects.strides,
                dialects.count, 1, HostedRanks.PEER);
    }

    @Benchmark
    public void putV(HostedRanks ranks, HostedDialects dialects) {
        dialects.armci.putV(dialects.vector, 1, HostedRanks.PEER);
    }

    @Benchmark
    public void nbPutAwait(HostedRanks ranks, HostedDialects dialects) {
        dialects.armci.nbPut(dialects.local, 0, dialects.pointer, 8, HostedRanks.PEER, dialects.handle);
        dialects.armci.await(dialects.handle);
    }

    @Benchmark
    public void nbPutImplicitAwaitAll(HostedRanks ranks, HostedDialects dialects) {
        dialects.armci.nbPut(dialects.local, 0, dialects.pointer, 8, HostedRanks.PEER, null);
        dialects.armci.awaitAll();
    }

    @Benchmark
    public void rmw(HostedRanks ranks, HostedDialects dialects) {
        dialects.armci.rmw(ArmciRmw.Operation.FETCH_AND_ADD_LONG, dialects.local, 0, dialects.pointer + 128, 1,
                HostedRanks.PEER);
    }

    @Benchmark
    public long fetchAndAdd(HostedRanks ranks, HostedDialects dialects) {
        return dialects.armci.fetchAndAdd(dialects.pointer + 128, 1, HostedRanks.PEER);
    }

    @Benchmark
    public void lockAndUnlock(HostedRanks ranks, HostedDialects dialects) {
        dialects.armci.lock(0, HostedRanks.PEER);
        dialects.armci.unlock(0, HostedRanks.PEER);
    }
}
