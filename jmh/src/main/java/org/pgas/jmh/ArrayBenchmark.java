package org.pgas.jmh;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.openjdk.jmh.annotations.Benchmark;

/** Elements, ranges and sections of distributed arrays, beside the same transfers by rank and offset. */
public class ArrayBenchmark extends RankBenchmark {
    private static final int LAST = HostedArrays.LENGTH - 1;

    /** Changes from call to call, so that no place is computed ahead. */
    private int next;

    private int index() {
        next = next + 97 & LAST;
        return next;
    }

    private int localIndex() {
        return index() >> 1;
    }

    private int remoteIndex() {
        return HostedArrays.LENGTH / 2 + localIndex();
    }

    @Benchmark
    public double baselineGetOwn(HostedRanks ranks) {
        return ranks.rma.getDouble(0, 8L * localIndex());
    }

    @Benchmark
    public double baselineGetRemote(HostedRanks ranks) {
        return ranks.rma.getDouble(HostedRanks.PEER, 8L * localIndex());
    }

    @Benchmark
    public void baselinePutRemote(HostedRanks ranks) {
        ranks.rma.putDouble(HostedRanks.PEER, 8L * localIndex(), 1);
    }

    @Benchmark
    public void baselineAddRemote(HostedRanks ranks) {
        ranks.doubles.add(HostedRanks.PEER, 8L * localIndex(), 1);
    }

    @Benchmark
    public void baselineGet64k(HostedRanks ranks) {
        ranks.rma.get(ranks.heap, 0, HostedRanks.PEER, 0, 8 * HostedArrays.RANGE);
    }

    @Benchmark
    public double getOwn(HostedRanks ranks, HostedArrays arrays) {
        return arrays.blocks.get(localIndex());
    }

    @Benchmark
    public double getLocal(HostedRanks ranks, HostedArrays arrays) {
        return arrays.blocks.getLocal(localIndex());
    }

    @Benchmark
    public double getLocalOfMatrix(HostedRanks ranks, HostedArrays arrays) {
        int index = localIndex();
        return arrays.matrix.getLocal(index & HostedArrays.ROWS / 2 - 1, index >> 6);
    }

    @Benchmark
    public double getRemote(HostedRanks ranks, HostedArrays arrays) {
        return arrays.blocks.get(remoteIndex());
    }

    @Benchmark
    public void putOwn(HostedRanks ranks, HostedArrays arrays) {
        arrays.blocks.put(localIndex(), 1);
    }

    @Benchmark
    public void putLocal(HostedRanks ranks, HostedArrays arrays) {
        arrays.blocks.putLocal(localIndex(), 1);
    }

    @Benchmark
    public void putRemote(HostedRanks ranks, HostedArrays arrays) {
        arrays.blocks.put(remoteIndex(), 1);
    }

    @Benchmark
    public void addRemote(HostedRanks ranks, HostedArrays arrays) {
        arrays.blocks.add(remoteIndex(), 1);
    }

    /** Every other one remote. */
    @Benchmark
    public double getCyclic(HostedRanks ranks, HostedArrays arrays) {
        return arrays.cyclic.get(index());
    }

    /** In blocks of no power of two. */
    @Benchmark
    public double getBlocksOfThousand(HostedRanks ranks, HostedArrays arrays) {
        return arrays.odd.get(index());
    }

    @Benchmark
    public double getOfMatrix(HostedRanks ranks, HostedArrays arrays) {
        int index = index();
        return arrays.matrix.get(index & HostedArrays.ROWS - 1, index >> 7);
    }

    /** All on the peer. */
    @Benchmark
    public void getRange64k(HostedRanks ranks, HostedArrays arrays) {
        arrays.blocks.getRange(HostedArrays.LENGTH / 2, HostedArrays.RANGE, ranks.heap, 0);
    }

    @Benchmark
    public void putRange64k(HostedRanks ranks, HostedArrays arrays) {
        arrays.blocks.putRange(HostedArrays.LENGTH / 2, HostedArrays.RANGE, ranks.heap, 0);
    }

    /** Half on the peer. */
    @Benchmark
    public void getRange64kOfBlocks(HostedRanks ranks, HostedArrays arrays) {
        arrays.odd.getRange(500, HostedArrays.RANGE, ranks.heap, 0);
    }

    /** Half on the peer, element by element. */
    @Benchmark
    public void getRange64kCyclic(HostedRanks ranks, HostedArrays arrays) {
        arrays.cyclic.getRange(500, HostedArrays.RANGE, ranks.heap, 0);
    }

    /** With a Java array, of which a view is made. */
    @Benchmark
    public void getRange64kToArray(HostedRanks ranks, HostedArrays arrays) {
        arrays.odd.getRange(500, arrays.heap);
    }

    /** 64 rows of 128 columns, half of them the peer's. */
    @Benchmark
    public void getSection64k(HostedRanks ranks, HostedArrays arrays) {
        arrays.matrix.getSection(32, 100, 64, 128, ranks.heap, 0, 128);
    }

    /** A column of 128 rows. */
    @Benchmark
    public void getColumn(HostedRanks ranks, HostedArrays arrays) {
        arrays.matrix.getSection(0, 7, 128, 1, ranks.heap, 0, 1);
    }

    @Benchmark
    public double sumOfLocal(HostedRanks ranks, HostedArrays arrays) {
        MemorySegment local = arrays.blocks.local();
        double sum = 0;
        for (long i = 0; i < local.byteSize(); i += Double.BYTES) {
            sum += local.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, i);
        }
        return sum;
    }

    @Benchmark
    public double sumByForEachLocal(HostedRanks ranks, HostedArrays arrays) {
        double[] sum = new double[1];
        arrays.blocks.forEachLocal((_, x) -> sum[0] += x);
        return sum[0];
    }
}
