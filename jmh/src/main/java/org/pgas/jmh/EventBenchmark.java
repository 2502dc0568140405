package org.pgas.jmh;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.pgas.Event;
import org.pgas.LocalCompletion;

/** A batch of non-blocking puts of 8 bytes, synchronised together: by an array of events or by the implicit set. */
public class EventBenchmark extends RankBenchmark {
    @Param({"1", "16", "256"})
    int batch;

    private Event[] events;

    @Setup
    public void prepare() {
        events = new Event[batch];
    }

    @Benchmark
    public void baselineBlocking(HostedRanks ranks) {
        for (int i = 0; i < batch; i++) {
            ranks.rma.put(HostedRanks.PEER, 8L * i, ranks.memory, 8L * i, Long.BYTES);
        }
    }

    @Benchmark
    public void awaitAll(HostedRanks ranks) {
        putAll(ranks);
        Event.awaitAll(events);
    }

    @Benchmark
    public boolean testAll(HostedRanks ranks) {
        putAll(ranks);
        return Event.testAll(events);
    }

    @Benchmark
    public boolean testSome(HostedRanks ranks) {
        putAll(ranks);
        return Event.testSome(events);
    }

    @Benchmark
    public void implicit(HostedRanks ranks) {
        for (int i = 0; i < batch; i++) {
            ranks.rma.putNbi(HostedRanks.PEER, 8L * i, ranks.memory, 8L * i, Long.BYTES, LocalCompletion.DEFER);
        }
        ranks.job.nbi().await();
    }

    private void putAll(HostedRanks ranks) {
        for (int i = 0; i < batch; i++) {
            events[i] = ranks.rma.putNb(HostedRanks.PEER, 8L * i, ranks.memory, 8L * i, Long.BYTES,
                    LocalCompletion.DEFER);
        }
    }
}
