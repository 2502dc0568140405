package org.pgas.mpi;

import org.pgas.regions.Nest;
import org.pgas.regions.Regions;

/**
 * The bytes of one element of a datatype, in the order of the type map: {@code repeat} copies of some regions,
 * {@code step} bytes apart. Built with the type, from those of its parts; what is a nest of loops stays one, at any
 * depth of the type.
 *
 * <p>Copies of a nest of loops are a nest of loops again, so they are only counted here where the regions are a list.
 * Of a short list a longer list is made.
 *
 * <p>Immutable; any thread.
 *
 * @param repeat 1 unless {@code unit} is a list, or 0 of nothing
 */
record Flat(Regions unit, long repeat, long step) {
    /** Up to so many runs copies of a list are a list. */
    static final int MOST_LISTED = 4096;

    /** More runs than that are not made by nesting lists: 64 MB. */
    static final int MOST_RUNS = 1 << 22;

    static final Flat NONE = new Flat(Regions.EMPTY, 1, 0);

    /** A type would need a list of more than {@link #MOST_RUNS}. */
    static final class TooManyRuns extends ArithmeticException {
        private static final long serialVersionUID = 1;

        TooManyRuns(long runs) {
            super("it needs a list of " + runs + " byte ranges: legal are up to " + MOST_RUNS
                    + "; use a smaller type and a larger count, or strides instead of lists");
        }
    }

    static Flat of(Regions regions) {
        return new Flat(regions, 1, 0);
    }

    static Flat run(long bytes) {
        return of(Regions.contiguous(0, bytes));
    }

    boolean isEmpty() {
        return unit.bytes() == 0;
    }

    long runs() {
        return Math.multiplyExact(unit.runs(), repeat);
    }

    /** Whether it is one run that begins at 0 and has this length. */
    boolean isDense(long bytes) {
        return repeat == 1 && unit.isContiguous() && unit.low() == 0 && unit.bytes() == bytes && bytes > 0;
    }

    /** Copies, {@code stride} bytes apart. */
    Flat times(long count, long stride) {
        if (count == 0 || isEmpty()) {
            return NONE;
        }
        if (count == 1) {
            return this;
        }
        if (repeat == 1 && (unit instanceof Nest || Math.multiplyExact(unit.runs(), count) <= MOST_LISTED)) {
            return of(copies(unit, count, stride));
        }
        if (repeat == 1) {
            return new Flat(unit, count, stride);
        }
        return stride == step * repeat
                ? new Flat(unit, Math.multiplyExact(repeat, count), step)
                : of(regions()).times(count, stride);
    }

    /** Copies of regions, as regions. */
    static Regions copies(Regions regions, long count, long stride) {
        if (count == 1) {
            return regions;
        }
        if (regions instanceof Nest nest) {
            return nest(nest, 0, count, stride);
        }
        RunCollector runs = new RunCollector(Math.multiplyExact(regions.runs(), count));
        for (long copy = 0; copy < count; copy++) {
            runs.add(regions, copy * stride);
        }
        return runs.regions();
    }

    private static Regions nest(Nest nest, long displacement, long count, long stride) {
        if (nest.bytes() == 0) {
            return Regions.EMPTY;
        }
        int levels = nest.levels();
        long[] counts = new long[levels + 1];
        long[] strides = new long[levels + 1];
        for (int level = 0; level < levels; level++) {
            counts[level] = nest.count(level);
            strides[level] = nest.stride(level);
        }
        counts[levels] = count;
        strides[levels] = stride;
        return Regions.nest(Math.addExact(nest.offset(0), displacement), nest.run(), counts, strides);
    }

    Flat at(long displacement) {
        if (displacement == 0 || isEmpty()) {
            return this;
        }
        if (unit instanceof Nest nest) {
            return of(nest(nest, displacement, 1, 0));
        }
        RunCollector runs = new RunCollector(unit.runs());
        runs.add(unit, displacement);
        return new Flat(runs.regions(), repeat, step);
    }

    /** As regions. */
    Regions regions() {
        return repeat == 1 ? unit : copies(unit, repeat, step);
    }

    /**
     * {@code lengths[i]} copies, {@code extent} bytes apart, from each of {@code displacements} on.
     */
    Flat blocks(long extent, long[] lengths, long[] displacements) {
        if (isEmpty() || lengths.length == 0) {
            return NONE;
        }
        if (isDense(extent)) {
            long[] bytes = new long[lengths.length];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = Math.multiplyExact(lengths[i], extent);
            }
            return of(Regions.vector(displacements, bytes));
        }
        if (isEven(lengths, displacements)) {
            long stride = lengths.length == 1 ? 0 : Math.subtractExact(displacements[1], displacements[0]);
            return times(lengths[0], extent).times(lengths.length, stride).at(displacements[0]);
        }
        Flat[] blocks = new Flat[lengths.length];
        for (int i = 0; i < blocks.length; i++) {
            // those of equal length share their regions
            blocks[i] = i > 0 && lengths[i] == lengths[i - 1] ? blocks[i - 1] : times(lengths[i], extent);
        }
        return sequence(blocks, displacements);
    }

    private static boolean isEven(long[] lengths, long[] displacements) {
        for (int i = 1; i < lengths.length; i++) {
            if (lengths[i] != lengths[0]
                    || displacements[i] - displacements[i - 1] != displacements[1] - displacements[0]) {
                return false;
            }
        }
        return true;
    }

    /** One behind the other, each moved by its displacement. */
    static Flat sequence(Flat[] parts, long[] displacements) {
        long runs = 0;
        int last = -1;
        int filled = 0;
        for (int i = 0; i < parts.length; i++) {
            if (!parts[i].isEmpty()) {
                runs = Math.addExact(runs, parts[i].runs());
                last = i;
                filled++;
            }
        }
        if (filled <= 1) {
            return filled == 0 ? NONE : parts[last].at(displacements[last]);
        }
        RunCollector all = new RunCollector(runs);
        for (int i = 0; i < parts.length; i++) {
            for (long copy = 0; copy < parts[i].repeat; copy++) {
                all.add(parts[i].unit, Math.addExact(displacements[i], copy * parts[i].step));
            }
        }
        return of(all.regions());
    }

    /** A list of runs of a number that is known. */
    private static final class RunCollector {
        private final long[] offsets;
        private final long[] lengths;
        private int count;

        RunCollector(long runs) {
            if (runs > MOST_RUNS) {
                throw new TooManyRuns(runs);
            }
            offsets = new long[(int) runs];
            lengths = new long[(int) runs];
        }

        void add(Regions regions, long displacement) {
            long runs = regions.runs();
            for (long run = 0; run < runs; run++) {
                offsets[count] = Math.addExact(regions.offset(run), displacement);
                lengths[count++] = regions.length(run);
            }
        }

        Regions regions() {
            return Regions.vector(offsets, lengths);
        }
    }
}
