package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.SplittableRandom;

import org.pgas.ga.Ga;
import org.pgas.ga.GaArray;
import org.pgas.ga.GaHandle;
import org.pgas.ga.GaType;

/** An array in plain memory that says what a global array must hold: whole numbers that are exact in every type. */
public final class GaModel {
    public final GaType type;
    public final long[] dims;
    public final double[] real;
    public final double[] imaginary;

    public GaModel(GaType type, long... dims) {
        this.type = type;
        this.dims = dims;
        this.real = new double[elements(dims)];
        this.imaginary = new double[real.length];
    }

    public static int elements(long[] extents) {
        return Math.toIntExact(Arrays.stream(extents).reduce(1, (a, b) -> a * b));
    }

    /** Is told of an element: its place in the model, and its number among those that are gone through. */
    public interface Visitor {
        void visit(int place, int number);
    }

    /** Goes through every {@code skip[d]}-th index of a patch. */
    public void forEach(long[] lo, long[] hi, long[] skip, Visitor visitor) {
        long[] index = lo.clone();
        int number = 0;
        int d;
        do {
            visitor.visit(place(index), number++);
            d = dims.length - 1;
            while (d >= 0 && (index[d] += skip[d]) > hi[d]) {
                index[d] = lo[d];
                d--;
            }
        } while (d >= 0);
    }

    public void forEach(long[] lo, long[] hi, Visitor visitor) {
        long[] ones = new long[lo.length];
        Arrays.fill(ones, 1);
        forEach(lo, hi, ones, visitor);
    }

    public int place(long[] index) {
        long place = 0;
        for (int d = 0; d < dims.length; d++) {
            place = place * dims[d] + index[d];
        }
        return (int) place;
    }

    public long[] last() {
        return Arrays.stream(dims).map(each -> each - 1).toArray();
    }

    /** Makes all elements something else, here and in the array, which others see after a sync. One process. */
    public void fill(GaArray array, SplittableRandom random) {
        randomise(random);
        array.put(new long[dims.length], last(), stored());
    }

    public void randomise(SplittableRandom random) {
        for (int i = 0; i < real.length; i++) {
            real[i] = random.nextInt(-20, 21);
            imaginary[i] = type.isComplex() ? random.nextInt(-20, 21) : 0;
        }
    }

    /** The elements as the array has them. */
    public MemorySegment stored() {
        MemorySegment memory = Arena.ofAuto().allocate((long) real.length * type.bytes(), 8);
        for (int i = 0; i < real.length; i++) {
            set(type, memory, (long) i * type.bytes(), real[i], imaginary[i]);
        }
        return memory;
    }

    /** Compares with all of the array. */
    public void check(GaArray array, String what) {
        MemorySegment found = Arena.ofAuto().allocate((long) real.length * type.bytes(), 8);
        array.get(new long[dims.length], last(), found);
        for (int i = 0; i < real.length; i++) {
            int place = i;
            // a zero of either sign is one: integers have no other
            assertEquals(real[i] + 0.0, 0.0 + real(type, found, (long) i * type.bytes()),
                    () -> what + ": element " + place + " of " + array);
            assertEquals(imaginary[i] + 0.0, 0.0 + imaginary(type, found, (long) i * type.bytes()),
                    () -> what + ": element " + place + " of " + array + ", imaginary part");
        }
    }

    public static void set(GaType type, MemorySegment memory, long at, double real, double imaginary) {
        switch (type) {
            case C_INT -> memory.set(ValueLayout.JAVA_INT_UNALIGNED, at, (int) real);
            case C_LONG -> memory.set(ValueLayout.JAVA_LONG_UNALIGNED, at, (long) real);
            case C_FLT -> memory.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at, (float) real);
            case C_DBL -> memory.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at, real);
            case C_SCPL -> {
                memory.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at, (float) real);
                memory.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at + 4, (float) imaginary);
            }
            case C_DCPL -> {
                memory.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at, real);
                memory.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at + 8, imaginary);
            }
        }
    }

    public static double real(GaType type, MemorySegment memory, long at) {
        return switch (type) {
            case C_INT -> memory.get(ValueLayout.JAVA_INT_UNALIGNED, at);
            case C_LONG -> memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
            case C_FLT, C_SCPL -> memory.get(ValueLayout.JAVA_FLOAT_UNALIGNED, at);
            case C_DBL, C_DCPL -> memory.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at);
        };
    }

    public static double imaginary(GaType type, MemorySegment memory, long at) {
        return type == GaType.C_SCPL ? memory.get(ValueLayout.JAVA_FLOAT_UNALIGNED, at + 4)
                : type == GaType.C_DCPL ? memory.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at + 8) : 0;
    }

    /** Extents of few elements, skewed to small ones. */
    public static long[] extents(SplittableRandom random, int ndim) {
        int[] most = {40, 12, 7, 5};
        long[] dims = new long[ndim];
        Arrays.setAll(dims, _ -> 1 + random.nextInt(random.nextInt(4) == 0 ? 2 : most[ndim - 1]));
        return dims;
    }

    /** A patch of the array: its first and last indices. */
    public static long[][] patch(SplittableRandom random, long[] dims) {
        long[] lo = new long[dims.length];
        long[] hi = new long[dims.length];
        for (int d = 0; d < dims.length; d++) {
            lo[d] = random.nextLong(dims[d]);
            hi[d] = random.nextLong(lo[d], dims[d]);
        }
        return new long[][]{lo, hi};
    }

    /** An array of those extents, distributed in any way. Collective, with the same random numbers on all processes. */
    public static GaArray create(Ga ga, SplittableRandom random, GaType type, long[] dims) {
        GaHandle handle = ga.createHandle().setData(type, dims).setArrayName("any");
        long[] blocks = new long[dims.length];
        Arrays.setAll(blocks, d -> 1 + random.nextLong(dims[d]));
        switch (random.nextInt(6)) {
            case 0 -> handle.setChunk(blocks);
            case 1 -> irregular(handle, random, dims, ga.nnodes());
            case 2 -> handle.setGhosts(Arrays.stream(dims).map(each -> random.nextLong(Math.min(each, 3) + 1))
                    .toArray());
            case 3 -> handle.setBlockCyclic(blocks);
            case 4 -> {
                int[] grid = new int[dims.length];
                int[] left = {ga.nnodes()};
                Arrays.setAll(grid, _ -> {
                    int side = 1 + random.nextInt(left[0]);
                    left[0] /= side;
                    return side;
                });
                handle.setBlockCyclicProcGrid(blocks, grid);
            }
            default -> {
            }
        }
        return handle.allocate();
    }

    private static void irregular(GaHandle handle, SplittableRandom random, long[] dims, int processes) {
        int[] counts = new int[dims.length];
        int left = processes;
        long[] starts = {};
        for (int d = 0; d < dims.length; d++) {
            counts[d] = 1 + random.nextInt((int) Math.min(left, dims[d]));
            left /= counts[d];
            long[] all = random.longs(1000, 1, Math.max(2, dims[d])).distinct().limit(counts[d] - 1).sorted()
                    .toArray();
            counts[d] = 1 + all.length;
            int at = starts.length;
            starts = Arrays.copyOf(starts, at + counts[d]);
            System.arraycopy(all, 0, starts, at + 1, all.length);
        }
        handle.setIrregDistr(starts, counts);
    }
}
