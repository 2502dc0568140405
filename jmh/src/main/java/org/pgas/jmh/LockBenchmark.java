package org.pgas.jmh;

import org.openjdk.jmh.annotations.Benchmark;
import org.pgas.atomics.FairMutex;

/** A mutex in a peer's segment that nobody else wants. */
public class LockBenchmark extends RankBenchmark {
    @Benchmark
    public void lockAndUnlock(HostedRanks ranks) {
        ranks.mutex.lock();
        ranks.mutex.unlock();
    }

    @Benchmark
    public boolean tryLockAndUnlock(HostedRanks ranks) {
        boolean taken = ranks.mutex.tryLock();
        if (taken) {
            ranks.mutex.unlock();
        }
        return taken;
    }

    @Benchmark
    public boolean hold(HostedRanks ranks) {
        try (FairMutex.Held _ = ranks.mutex.hold()) {
            return true;
        }
    }
}
