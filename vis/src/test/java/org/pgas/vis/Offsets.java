package org.pgas.vis;

import java.util.Arrays;

import org.pgas.regions.Regions;

/** Offsets of single bytes, in the order of a transfer: what shapes are compared by. */
final class Offsets {
    private Offsets() {}

    /** Of a shape, run by run. */
    static long[] of(Shape shape) {
        Regions regions = shape.regions();
        long[] all = new long[Math.toIntExact(regions.bytes())];
        int next = 0;
        for (long run = 0; run < regions.runs(); run++) {
            for (long i = 0; i < regions.length(run); i++) {
                all[next++] = regions.offset(run) + i;
            }
        }
        return Arrays.copyOf(all, next);
    }

    /** Of a nest of loops, as the documents write it: the last level is the outermost loop. */
    static long[] ofNest(long elementBytes, long[] counts, long[] strides) {
        long elements = Arrays.stream(counts).reduce(1, (a, b) -> a * b);
        long[] all = new long[(int) (elements * elementBytes)];
        for (int element = 0; element < elements; element++) {
            long rest = element;
            long start = 0;
            for (int level = 0; level < counts.length; level++) {
                start += rest % counts[level] * strides[level];
                rest /= counts[level];
            }
            for (int i = 0; i < elementBytes; i++) {
                all[(int) (element * elementBytes + i)] = start + i;
            }
        }
        return all;
    }

    static long[] ofList(long[] offsets, long[] lengths) {
        long[] all = new long[(int) Arrays.stream(lengths).sum()];
        int next = 0;
        for (int entry = 0; entry < offsets.length; entry++) {
            for (long i = 0; i < lengths[entry]; i++) {
                all[next++] = offsets[entry] + i;
            }
        }
        return all;
    }

    static boolean haveTwins(long[] offsets) {
        return Arrays.stream(offsets).distinct().count() < offsets.length;
    }
}
