package org.pgas.conformance;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.SplittableRandom;

import org.pgas.AccumulateType;
import org.pgas.atomics.Scale;
import org.pgas.vis.Shape;

/** Random shapes of whole elements, where each of their elements lies, and numbers to add. */
final class ShapeSums {
    private final SplittableRandom random;
    private final AccumulateType type;

    ShapeSums(SplittableRandom random, AccumulateType type) {
        this.random = random;
        this.type = type;
    }

    /** A shape, and the offset of each of its elements in its order; they are 0 and more. */
    record Elements(Shape shape, int[] offsets) {
        int high(int bytes) {
            return Arrays.stream(offsets).max().orElse(0) + bytes;
        }
    }

    /**
     * {@code count} elements within {@code count * spread} elements' room, at multiples of {@code align}; none twice.
     */
    Elements draw(int count, int spread, int align) {
        return switch (random.nextInt(4)) {
            case 0 -> strided(count, spread, align);
            case 1 -> indexed(count, spread, align);
            case 2 -> vector(count, spread, align);
            default ->
                new Elements(Shape.contiguous((long) count * type.bytes()), offsets(count, i -> i * type.bytes()));
        };
    }

    private interface Place {
        int of(int element);
    }

    private static int[] offsets(int count, Place place) {
        int[] offsets = new int[count];
        Arrays.setAll(offsets, place::of);
        return offsets;
    }

    private int divisor(int number) {
        int divisor = 1 + random.nextInt(number);
        while (number % divisor != 0) {
            divisor--;
        }
        return random.nextBoolean() ? divisor : number / divisor;
    }

    /** Three loops: of runs, of rows of them, of those; the inner two in either order, either one reflected. */
    private Elements strided(int count, int spread, int align) {
        int bytes = type.bytes();
        int run = divisor(count);
        int inner = divisor(count / run);
        int outer = count / run / inner;
        int slack = (spread - 1) * run * bytes / 2;
        int stride = run * bytes + random.nextInt(slack + 1) / align * align;
        int pitch = inner * stride + random.nextInt(slack + 1) / align * align;
        long[] counts = {inner, outer};
        long[] strides = {stride, pitch};
        int first = 0;
        if (random.nextInt(3) == 0) {
            strides[0] = -stride;
            first = (inner - 1) * stride;
        }
        if (random.nextBoolean()) {
            counts = new long[]{outer, inner};
            strides = new long[]{strides[1], strides[0]};
        }
        int origin = first;
        long[] c = counts;
        long[] s = strides;
        return new Elements(Shape.strided((long) run * bytes, c, s).at(origin), offsets(count, i -> {
            long round = i / run;
            return (int) (origin + i % run * bytes + round % c[0] * s[0] + round / c[0] * s[1]);
        }));
    }

    private Elements indexed(int count, int spread, int align) {
        int run = divisor(count);
        int[] starts = starts(offsets(count / run, i -> run), spread, align);
        return new Elements(
                Shape.indexed((long) run * type.bytes(), Arrays.stream(starts).asLongStream().toArray()),
                offsets(count, i -> starts[i / run] + i % run * type.bytes()));
    }

    private Elements vector(int count, int spread, int align) {
        int[] runs = new int[count];
        int entries = 0;
        int most = 1 + random.nextInt(count);
        for (int rest = count; rest > 0; entries++) {
            runs[entries] = Math.min(rest, 1 + random.nextInt(most));
            rest -= runs[entries];
        }
        runs = Arrays.copyOf(runs, entries);
        int[] starts = starts(runs, spread, align);
        int[] offsets = new int[count];
        int next = 0;
        for (int entry = 0; entry < entries; entry++) {
            for (int i = 0; i < runs[entry]; i++) {
                offsets[next++] = starts[entry] + i * type.bytes();
            }
        }
        return new Elements(Shape.vector(Arrays.stream(starts).asLongStream().toArray(),
                Arrays.stream(runs).mapToLong(run -> (long) run * type.bytes()).toArray()), offsets);
    }

    /** Offsets of runs of so many elements, in any order. */
    private int[] starts(int[] runs, int spread, int align) {
        Integer[] order = new Integer[runs.length];
        Arrays.setAll(order, i -> i);
        boolean shuffled = random.nextBoolean();
        for (int i = 1; i < order.length && shuffled; i++) {
            int other = random.nextInt(i + 1);
            Integer swapped = order[i];
            order[i] = order[other];
            order[other] = swapped;
        }
        int[] starts = new int[runs.length];
        int place = 0;
        for (int entry : order) {
            int bytes = runs[entry] * type.bytes();
            place += random.nextInt((spread - 1) * bytes + 1) / align * align;
            starts[entry] = place;
            place += bytes;
        }
        return starts;
    }

    /** Small whole numbers: any sum of products is exact, in any order. */
    void fill(MemorySegment memory) {
        for (long at = 0; at + type.componentBytes() <= memory.byteSize(); at += type.componentBytes()) {
            int number = random.nextInt(-20, 21);
            switch (type) {
                case INT -> memory.set(ValueLayout.JAVA_INT_UNALIGNED, at, number);
                case LNG -> memory.set(ValueLayout.JAVA_LONG_UNALIGNED, at, number);
                case FLT, CPL -> memory.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at, number);
                case DBL, DCP -> memory.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at, number);
            }
        }
    }

    Scale scale() {
        int re = random.nextInt(-3, 4);
        int im = random.nextBoolean() ? 0 : random.nextInt(1, 4);
        return switch (type) {
            case INT -> Scale.ofInt(re);
            case LNG -> Scale.ofLong(re);
            case FLT -> Scale.ofFloat(re);
            case DBL -> Scale.ofDouble(re);
            case CPL -> Scale.ofComplexFloat(re, im);
            case DCP -> Scale.ofComplexDouble(re, im);
        };
    }
}
