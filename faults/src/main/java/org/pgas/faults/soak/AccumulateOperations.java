package org.pgas.faults.soak;

import java.lang.foreign.MemorySegment;

import org.pgas.LocalCompletion;
import org.pgas.atomics.Accumulator;
import org.pgas.atomics.Scale;
import org.pgas.vis.Shape;
import org.pgas.vis.Vis;

/**
 * Accumulates of longs and of doubles that hold whole numbers, contiguous and in shapes, by all strands into the same
 * elements: the sums must come out.
 */
final class AccumulateOperations extends Operations {
    private static final int ELEMENTS = 512;

    private final long longs;
    private final long doubles;
    private final long[][][] sums;
    private final Accumulator accumulator;
    private final Vis vis;

    AccumulateOperations(Stage stage) {
        super(stage, "accumulates");
        longs = stage.place(8L * ELEMENTS);
        doubles = stage.place(8L * ELEMENTS);
        sums = new long[stage.strands()][stage.ranks()][2 * ELEMENTS];
        accumulator = Accumulator.of(stage.world());
        vis = Vis.of(stage.world());
    }

    @Override
    void burst(Strand strand) {
        for (int i = 0; i < 4; i++) {
            strand.does(this);
            int rank = strand.below(stage().ranks());
            int count = strand.below(ELEMENTS / 2);
            int step = strand.below(2) + 1;
            int first = strand.below(ELEMENTS - step * count + 1);
            int factor = strand.below(7) - 3;
            long[] sum = sums[strand.index()][rank];
            if (step == 2) {
                shaped(strand, rank, first, count, factor, sum);
            } else if (strand.below(2) == 0) {
                long[] source = strand.random().longs(count).toArray();
                accumulator.accumulateLongs(rank, longs + 8L * first, source, 0, count, factor);
                for (int e = 0; e < count; e++) {
                    sum[first + e] += factor * source[e];
                }
            } else {
                double[] source = wholes(strand, count);
                if (strand.below(2) == 0) {
                    accumulator.accumulateDoubles(rank, doubles + 8L * first, source, 0, count, factor);
                } else {
                    accumulator.accumulateNb(rank, doubles + 8L * first, Scale.ofDouble(factor),
                            MemorySegment.ofArray(source), 0, 8L * count, LocalCompletion.DEFER).await();
                }
                add(sum, first, 1, source, factor);
            }
        }
    }

    private static double[] wholes(Strand strand, int count) {
        return strand.random().ints(count, -1000, 1000).asDoubleStream().toArray();
    }

    private void shaped(Strand strand, int rank, int first, int count, int factor, long[] sum) {
        double[] source = wholes(strand, count);
        vis.accumulate(rank, doubles + 8L * first, Shape.chunked(8, count, 16), Scale.ofDouble(factor),
                MemorySegment.ofArray(source), 0, Shape.contiguous(8L * count));
        add(sum, first, 2, source, factor);
    }

    private static void add(long[] sum, int first, int step, double[] source, int factor) {
        for (int e = 0; e < source.length; e++) {
            sum[ELEMENTS + first + step * e] += factor * (long) source[e];
        }
    }

    @Override
    void verify(Strand main) {
        for (int rank = 0; rank < stage().ranks(); rank++) {
            long[] own = new long[2 * ELEMENTS];
            for (int index = 0; index < stage().strands(); index++) {
                for (int e = 0; e < own.length; e++) {
                    own[e] += sums[index][rank][e];
                }
            }
            long[] all = stage().sums(own);
            for (int e = 0; e < ELEMENTS; e++) {
                main.same("a sum of longs", rank, longs + 8L * e, all[e], rma().getLong(rank, longs + 8L * e));
                main.same("a sum of doubles", rank, doubles + 8L * e, all[ELEMENTS + e],
                        (long) rma().getDouble(rank, doubles + 8L * e));
            }
        }
    }
}
