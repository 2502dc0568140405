package org.pgas.mpi;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Types of any constructors, nested, with the model of each. */
final class RandomTypes {
    static final List<Datatype> PREDEFINED = List.of(Datatype.BYTE, Datatype.INT8, Datatype.UINT8, Datatype.BOOLEAN,
            Datatype.CHAR, Datatype.SHORT, Datatype.UINT16, Datatype.INT, Datatype.UINT32, Datatype.LONG,
            Datatype.UINT64, Datatype.FLOAT, Datatype.DOUBLE, Datatype.FLOAT_COMPLEX, Datatype.DOUBLE_COMPLEX,
            Datatype.FLOAT_INT, Datatype.DOUBLE_INT, Datatype.LONG_INT, Datatype.SHORT_INT, Datatype.TWO_INT);

    private static final int MOST_BYTES = 4000;

    private final SplittableRandom random;

    record Pair(Datatype type, TypeModel model) {}

    RandomTypes(SplittableRandom random) {
        this.random = random;
    }

    /** Committed. */
    Pair next() {
        return next(random.nextInt(5));
    }

    Pair next(int depth) {
        Pair pair = of(depth);
        while (pair.model.size() > MOST_BYTES) {
            pair = of(depth);
        }
        return new Pair(pair.type.commit(), pair.model);
    }

    private Pair of(int depth) {
        if (depth == 0) {
            Datatype type = PREDEFINED.get(random.nextInt(PREDEFINED.size()));
            return new Pair(type, TypeModel.of(type));
        }
        Pair inner = next(depth - 1);
        int count = random.nextInt(12) == 0 ? 0 : random.nextInt(1, 4);
        int length = random.nextInt(12) == 0 ? 0 : random.nextInt(1, 4);
        int stride = random.nextInt(-5, 8);
        return switch (random.nextInt(11)) {
            case 0 -> new Pair(Datatype.contiguous(count, inner.type), inner.model.contiguous(count));
            case 1 -> new Pair(Datatype.vector(count, length, stride, inner.type),
                    inner.model.vector(count, length, stride));
            case 2 -> new Pair(Datatype.hvector(count, length, stride * 7, inner.type),
                    inner.model.hvector(count, length, stride * 7));
            case 3 -> {
                int[] displacements = displacements(count);
                yield new Pair(Datatype.indexed(lengths(count, displacements), displacements, inner.type),
                        inner.model.hindexed(lengths(count, displacements), inBytes(displacements, inner.model)));
            }
            case 4 -> {
                int[] displacements = displacements(count);
                long[] bytes = inBytes(displacements, null);
                yield new Pair(Datatype.hindexed(lengths(count, displacements), bytes, inner.type),
                        inner.model.hindexed(lengths(count, displacements), bytes));
            }
            case 5 -> {
                int[] displacements = displacements(count);
                yield new Pair(Datatype.indexedBlock(length, displacements, inner.type),
                        inner.model.hindexed(equal(count, length), inBytes(displacements, inner.model)));
            }
            case 6 -> {
                long[] bytes = inBytes(displacements(count), null);
                yield new Pair(Datatype.hindexedBlock(length, bytes, inner.type),
                        inner.model.hindexed(equal(count, length), bytes));
            }
            case 7, 8 -> struct(inner, depth, count);
            case 9 -> {
                int lower = random.nextInt(-40, 40);
                int extent = random.nextInt(-60, 120);
                yield new Pair(Datatype.resized(inner.type, lower, extent), inner.model.resized(lower, extent));
            }
            default -> subarray(inner);
        };
    }

    private Pair struct(Pair inner, int depth, int count) {
        List<Pair> parts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            parts.add(random.nextInt(3) == 0 ? inner : next(random.nextInt(depth)));
        }
        int[] displacements = displacements(count);
        int[] lengths = lengths(count, displacements);
        long[] bytes = inBytes(displacements, null);
        return new Pair(Datatype.struct(lengths, bytes, parts.stream().map(Pair::type).toArray(Datatype[]::new)),
                TypeModel.struct(lengths, bytes, parts.stream().map(Pair::model).toList()));
    }

    private Pair subarray(Pair inner) {
        int dimensions = random.nextInt(1, 4);
        int[] sizes = new int[dimensions];
        int[] subsizes = new int[dimensions];
        int[] starts = new int[dimensions];
        for (int i = 0; i < dimensions; i++) {
            sizes[i] = random.nextInt(1, 5);
            subsizes[i] = random.nextInt(1, sizes[i] + 1);
            starts[i] = random.nextInt(sizes[i] - subsizes[i] + 1);
        }
        return new Pair(Datatype.subarray(sizes, subsizes, starts, inner.type),
                inner.model.subarray(sizes, subsizes, starts));
    }

    private int[] displacements(int count) {
        int[] displacements = new int[count];
        for (int i = 0; i < count; i++) {
            displacements[i] = random.nextInt(-6, 12);
        }
        return displacements;
    }

    /** The same for the same displacements. */
    private static int[] lengths(int count, int[] displacements) {
        int[] lengths = new int[count];
        for (int i = 0; i < count; i++) {
            lengths[i] = Math.floorMod(displacements[i] * 5 + i, 4);
        }
        return lengths;
    }

    private static int[] equal(int count, int length) {
        int[] lengths = new int[count];
        java.util.Arrays.fill(lengths, length);
        return lengths;
    }

    /** In extents of the model, or else any unit. */
    private static long[] inBytes(int[] displacements, TypeModel model) {
        long unit = model == null ? 11 : model.extent();
        return java.util.Arrays.stream(displacements).mapToLong(displacement -> displacement * unit).toArray();
    }
}
