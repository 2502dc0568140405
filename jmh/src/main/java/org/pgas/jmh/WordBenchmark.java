package org.pgas.jmh;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.pgas.LocalCompletion;

/**
 * Words put to and got from a peer, in every form that completes at once; and, for scale, the same loop over a Java
 * array and over a segment of the JDK.
 */
@OperationsPerInvocation(Pattern.COUNT)
public class WordBenchmark extends RankBenchmark {
    @Param
    Pattern pattern;

    private long[] offsets;
    private long[] array;

    /** Draws the offsets. */
    @Setup
    public void prepare() {
        offsets = pattern.offsets();
        array = new long[Places.FAR_BYTES / Long.BYTES];
    }

    @Benchmark
    public void baselineArrayPut() {
        long[] target = array;
        for (long offset : offsets) {
            target[(int) (offset >>> 3)] = offset;
        }
    }

    @Benchmark
    public long baselineArrayGet() {
        long[] source = array;
        long sum = 0;
        for (long offset : offsets) {
            sum += source[(int) (offset >>> 3)];
        }
        return sum;
    }

    @Benchmark
    public void baselineSegmentPut(HostedRanks ranks) {
        MemorySegment target = ranks.mapped;
        for (long offset : offsets) {
            target.set(ValueLayout.JAVA_LONG_UNALIGNED, offset, offset);
        }
    }

    @Benchmark
    public long baselineSegmentGet(HostedRanks ranks) {
        MemorySegment source = ranks.mapped;
        long sum = 0;
        for (long offset : offsets) {
            sum += source.get(ValueLayout.JAVA_LONG_UNALIGNED, offset);
        }
        return sum;
    }

    @Benchmark
    public void put(HostedRanks ranks) {
        for (long offset : offsets) {
            ranks.rma.putLong(HostedRanks.PEER, offset, offset);
        }
    }

    @Benchmark
    public long get(HostedRanks ranks) {
        long sum = 0;
        for (long offset : offsets) {
            sum += ranks.rma.getLong(HostedRanks.PEER, offset);
        }
        return sum;
    }

    @Benchmark
    public void putRelease(HostedRanks ranks) {
        for (long offset : offsets) {
            ranks.rma.putLongRelease(HostedRanks.PEER, offset, offset);
        }
    }

    @Benchmark
    public long getAcquire(HostedRanks ranks) {
        long sum = 0;
        for (long offset : offsets) {
            sum += ranks.rma.getLongAcquire(HostedRanks.PEER, offset);
        }
        return sum;
    }

    @Benchmark
    public void putFence(HostedRanks ranks) {
        for (long offset : offsets) {
            ranks.rma.putLong(HostedRanks.PEER, offset, offset);
            ranks.rma.fence();
        }
    }

    @Benchmark
    public void putValueNb(HostedRanks ranks) {
        for (long offset : offsets) {
            ranks.rma.putValueNb(HostedRanks.PEER, offset, offset, Long.BYTES).await();
        }
    }

    @Benchmark
    public void putValueNbi(HostedRanks ranks) {
        for (long offset : offsets) {
            ranks.rma.putValueNbi(HostedRanks.PEER, offset, offset, Long.BYTES);
            ranks.job.nbi().await();
        }
    }

    @Benchmark
    public long getValueNb(HostedRanks ranks) {
        long sum = 0;
        for (long offset : offsets) {
            sum += ranks.rma.getValueNb(HostedRanks.PEER, offset, Long.BYTES).await();
        }
        return sum;
    }

    @Benchmark
    public void putMemory(HostedRanks ranks) {
        for (long offset : offsets) {
            ranks.rma.put(HostedRanks.PEER, offset, ranks.memory, 0, Long.BYTES);
        }
    }

    @Benchmark
    public void putMemoryNb(HostedRanks ranks) {
        for (long offset : offsets) {
            ranks.rma.putNb(HostedRanks.PEER, offset, ranks.memory, 0, Long.BYTES, LocalCompletion.DEFER).await();
        }
    }

    @Benchmark
    public void putMemoryNbi(HostedRanks ranks) {
        for (long offset : offsets) {
            ranks.rma.putNbi(HostedRanks.PEER, offset, ranks.memory, 0, Long.BYTES, LocalCompletion.DEFER);
            ranks.job.nbi().await();
        }
    }
}
