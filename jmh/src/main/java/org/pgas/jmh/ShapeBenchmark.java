package org.pgas.jmh;

import java.util.SplittableRandom;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;
import org.pgas.vis.Section;
import org.pgas.vis.Shape;
import org.pgas.vis.ShapeCache;

/**
 * What it costs to make shapes, which programs do once for many transfers: of three levels, and of lists of 1,000
 * entries, at a constant distance ("even") or not ("mixed"); and to find those that were made of equal arguments
 * before. {@code first} is a list made and used for one transfer, which checks the target for overlaps and finds the
 * way from the one to the other.
 */
public class ShapeBenchmark extends RankBenchmark {
    private static final int ENTRIES = 1_000;
    private static final int BYTES = 64;
    private static final long SEED = 20_260_101;

    private final long[] even = new long[ENTRIES];
    private final long[] mixed = new long[ENTRIES];
    private final long[] shuffled = new long[ENTRIES];
    private final long[] evenLengths = new long[ENTRIES];
    private final long[] mixedLengths = new long[ENTRIES];
    private final long[] counts = {16, 16, 16};
    private final long[] strides = {16, 1024, 65536};
    private final int[] count = {64, 16, 16};
    private final int[] intStrides = {128, 65536};
    private final int[] deepCount = {8, 16, 16, 16};
    private final int[] deepStrides = {16, 1024, 65536};
    private Shape packed;
    private ShapeCache cache;

    /** Makes the lists, the same in every run. */
    @Setup
    public void prepare(HostedRanks ranks) {
        cache = ShapeCache.of(ranks.job.world());
        SplittableRandom random = new SplittableRandom(SEED);
        long offset = 0;
        long volume = 0;
        for (int i = 0; i < ENTRIES; i++) {
            even[i] = 2L * BYTES * i;
            evenLengths[i] = BYTES;
            mixed[i] = offset;
            mixedLengths[i] = 8 * random.nextLong(1, 9);
            offset += BYTES + 8 * random.nextLong(1, 9);
            volume += mixedLengths[i];
        }
        packed = Shape.contiguous(volume);
        System.arraycopy(mixed, 0, shuffled, 0, ENTRIES);
        for (int i = ENTRIES - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            long moved = shuffled[i];
            shuffled[i] = shuffled[other];
            shuffled[other] = moved;
        }
    }

    @Benchmark
    public Shape contiguous() {
        return Shape.contiguous(BYTES);
    }

    @Benchmark
    public Shape chunked() {
        return Shape.chunked(BYTES, ENTRIES, 2 * BYTES);
    }

    @Benchmark
    public Shape strided() {
        return Shape.strided(8, counts, strides);
    }

    @Benchmark
    public Shape section() {
        return Section.rowMajor(8, 64, 64, 64).range(0, 1, 62).range(1, 1, 62).range(2, 1, 1).shape();
    }

    @Benchmark
    public Shape indexedEven() {
        return Shape.indexed(BYTES, even);
    }

    @Benchmark
    public Shape indexedMixed() {
        return Shape.indexed(BYTES, mixed);
    }

    @Benchmark
    public Shape vectorEven() {
        return Shape.vector(even, evenLengths);
    }

    @Benchmark
    public Shape vectorMixed() {
        return Shape.vector(mixed, mixedLengths);
    }

    @Benchmark
    public Shape findStrided1() {
        return cache.strided("call", count, intStrides, 1);
    }

    @Benchmark
    public Shape findStrided2() {
        return cache.strided("call", count, intStrides, 2);
    }

    @Benchmark
    public Shape findStrided3() {
        return cache.strided("call", deepCount, deepStrides, 3);
    }

    @Benchmark
    public Shape findIndexed() {
        return cache.indexed("call", BYTES, mixed, ENTRIES);
    }

    @Benchmark
    public Shape findVector() {
        return cache.vector("call", mixed, mixedLengths, ENTRIES);
    }

    @Benchmark
    public void firstAscending(HostedRanks ranks) {
        ranks.vis.put(HostedRanks.PEER, Places.DATA, Shape.vector(mixed, mixedLengths), ranks.memory, 0, packed);
    }

    @Benchmark
    public void firstShuffled(HostedRanks ranks) {
        ranks.vis.put(HostedRanks.PEER, Places.DATA, Shape.vector(shuffled, mixedLengths), ranks.memory, 0, packed);
    }
}
