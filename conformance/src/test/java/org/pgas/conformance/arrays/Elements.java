package org.pgas.conformance.arrays;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongBinaryOperator;
import java.util.stream.IntStream;

import org.pgas.Team;
import org.pgas.arrays.Distribution;
import org.pgas.arrays.DoubleArray;
import org.pgas.arrays.FloatArray;
import org.pgas.arrays.GlobalArray;
import org.pgas.arrays.IntArray;
import org.pgas.arrays.LongArray;

/** Arrays of all types by one form: their elements as longs, which all of them can hold. */
final class Elements {
    static final int TYPES = 4;

    /** Below it, all types hold whole numbers exactly. */
    static final int MOST = 1 << 20;

    private Elements() {}

    /** An array of each type. Collective. */
    static List<GlobalArray> ofEveryType(Team team, Distribution distribution) {
        return IntStream.range(0, TYPES).mapToObj(type -> ofType(type, team, distribution)).toList();
    }

    /** An array of one of the types. Collective. */
    static GlobalArray ofType(int type, Team team, Distribution distribution) {
        return switch (type) {
            case 0 -> IntArray.create(team, distribution);
            case 1 -> LongArray.create(team, distribution);
            case 2 -> FloatArray.create(team, distribution);
            default -> DoubleArray.create(team, distribution);
        };
    }

    static Distribution random(SplittableRandom random, long elements) {
        return switch (random.nextInt(3)) {
            case 0 -> Distribution.block(elements);
            case 1 -> Distribution.cyclic(elements);
            default -> Distribution.blockCyclic(elements, 1 + random.nextInt(9));
        };
    }

    static long get(GlobalArray array, long index) {
        return switch (array) {
            case IntArray ints -> ints.get(index);
            case LongArray longs -> longs.get(index);
            case FloatArray floats -> (long) floats.get(index);
            case DoubleArray doubles -> (long) doubles.get(index);
        };
    }

    static void put(GlobalArray array, long index, long value) {
        switch (array) {
            case IntArray ints -> ints.put(index, (int) value);
            case LongArray longs -> longs.put(index, value);
            case FloatArray floats -> floats.put(index, value);
            case DoubleArray doubles -> doubles.put(index, value);
        }
    }

    static long getAcquire(GlobalArray array, long index) {
        return switch (array) {
            case IntArray ints -> ints.getAcquire(index);
            case LongArray longs -> longs.getAcquire(index);
            case FloatArray floats -> (long) floats.getAcquire(index);
            case DoubleArray doubles -> (long) doubles.getAcquire(index);
        };
    }

    static void putRelease(GlobalArray array, long index, long value) {
        switch (array) {
            case IntArray ints -> ints.putRelease(index, (int) value);
            case LongArray longs -> longs.putRelease(index, value);
            case FloatArray floats -> floats.putRelease(index, value);
            case DoubleArray doubles -> doubles.putRelease(index, value);
        }
    }

    static void add(GlobalArray array, long index, long delta) {
        switch (array) {
            case IntArray ints -> ints.add(index, (int) delta);
            case LongArray longs -> longs.add(index, delta);
            case FloatArray floats -> floats.add(index, delta);
            case DoubleArray doubles -> doubles.add(index, delta);
        }
    }

    static long fetchAdd(GlobalArray array, long index, long delta) {
        return switch (array) {
            case IntArray ints -> ints.fetchAdd(index, (int) delta);
            case LongArray longs -> longs.fetchAdd(index, delta);
            case FloatArray floats -> (long) floats.fetchAdd(index, delta);
            case DoubleArray doubles -> (long) doubles.fetchAdd(index, delta);
        };
    }

    static boolean compareAndSet(GlobalArray array, long index, long expected, long value) {
        return switch (array) {
            case IntArray ints -> ints.compareAndSet(index, (int) expected, (int) value);
            case LongArray longs -> longs.compareAndSet(index, expected, value);
            case FloatArray floats -> floats.compareAndSet(index, expected, value);
            case DoubleArray doubles -> doubles.compareAndSet(index, expected, value);
        };
    }

    /** As {@code count} entries, behind {@code first} that are not to change. */
    static long[] getRange(GlobalArray array, long from, int first, int count) {
        long[] got = new long[first + count];
        switch (array) {
            case IntArray ints -> {
                int[] target = new int[first + count];
                ints.getRange(from, target, first, count);
                for (int i = 0; i < got.length; i++) {
                    got[i] = target[i];
                }
            }
            case LongArray longs -> longs.getRange(from, got, first, count);
            case FloatArray floats -> {
                float[] target = new float[first + count];
                floats.getRange(from, target, first, count);
                for (int i = 0; i < got.length; i++) {
                    got[i] = (long) target[i];
                }
            }
            case DoubleArray doubles -> {
                double[] target = new double[first + count];
                doubles.getRange(from, target, first, count);
                for (int i = 0; i < got.length; i++) {
                    got[i] = (long) target[i];
                }
            }
        }
        return got;
    }

    static void putRange(GlobalArray array, long from, long[] source, int first, int count) {
        switch (array) {
            case IntArray ints -> {
                int[] converted = new int[source.length];
                for (int i = 0; i < source.length; i++) {
                    converted[i] = (int) source[i];
                }
                ints.putRange(from, converted, first, count);
            }
            case LongArray longs -> longs.putRange(from, source, first, count);
            case FloatArray floats -> {
                float[] converted = new float[source.length];
                for (int i = 0; i < source.length; i++) {
                    converted[i] = source[i];
                }
                floats.putRange(from, converted, first, count);
            }
            case DoubleArray doubles -> {
                double[] converted = new double[source.length];
                for (int i = 0; i < source.length; i++) {
                    converted[i] = source[i];
                }
                doubles.putRange(from, converted, first, count);
            }
        }
    }

    static GlobalArray redistribute(GlobalArray array, Distribution distribution) {
        return switch (array) {
            case IntArray ints -> ints.redistribute(distribution);
            case LongArray longs -> longs.redistribute(distribution);
            case FloatArray floats -> floats.redistribute(distribution);
            case DoubleArray doubles -> doubles.redistribute(distribution);
        };
    }

    static void fill(GlobalArray array, long value) {
        switch (array) {
            case IntArray ints -> ints.fill((int) value);
            case LongArray longs -> longs.fill(value);
            case FloatArray floats -> floats.fill(value);
            case DoubleArray doubles -> doubles.fill(value);
        }
    }

    /** Sum, product, least and greatest element, of the types that the array answers. */
    static List<? extends Number> folds(GlobalArray array) {
        return switch (array) {
            case IntArray ints -> List.of(ints.sum(), ints.product(), ints.min(), ints.max());
            case LongArray longs -> List.of(longs.sum(), longs.product(), longs.min(), longs.max());
            case FloatArray floats -> List.of(floats.sum(), floats.product(), floats.min(), floats.max());
            case DoubleArray doubles -> List.of(doubles.sum(), doubles.product(), doubles.min(), doubles.max());
        };
    }

    static long reduce(GlobalArray array, long identity, LongBinaryOperator operator) {
        return switch (array) {
            case IntArray ints -> ints.reduce((int) identity, (x, y) -> (int) operator.applyAsLong(x, y));
            case LongArray longs -> longs.reduce(identity, operator);
            case FloatArray floats -> (long) floats.reduce(identity,
                    (x, y) -> operator.applyAsLong((long) x, (long) y));
            case DoubleArray doubles -> (long) doubles.reduce(identity,
                    (x, y) -> operator.applyAsLong((long) x, (long) y));
        };
    }

    static void updateLocal(GlobalArray array, LongBinaryOperator update) {
        switch (array) {
            case IntArray ints -> ints.updateLocal((i, x) -> (int) update.applyAsLong(i, x));
            case LongArray longs -> longs.updateLocal(update::applyAsLong);
            case FloatArray floats -> floats.updateLocal((i, x) -> update.applyAsLong(i, (long) x));
            case DoubleArray doubles -> doubles.updateLocal((i, x) -> update.applyAsLong(i, (long) x));
        }
    }

    /** By index; 0 where another rank has it. */
    static long[] forEachLocal(GlobalArray array) {
        long[] seen = new long[(int) array.length()];
        switch (array) {
            case IntArray ints -> ints.forEachLocal((i, x) -> seen[(int) i] += x);
            case LongArray longs -> longs.forEachLocal((i, x) -> seen[(int) i] += x);
            case FloatArray floats -> floats.forEachLocal((i, x) -> seen[(int) i] += (long) x);
            case DoubleArray doubles -> doubles.forEachLocal((i, x) -> seen[(int) i] += (long) x);
        }
        return seen;
    }

    static long getLocal(GlobalArray array, long localIndex) {
        return switch (array) {
            case IntArray ints -> ints.getLocal(localIndex);
            case LongArray longs -> longs.getLocal(localIndex);
            case FloatArray floats -> (long) floats.getLocal(localIndex);
            case DoubleArray doubles -> (long) doubles.getLocal(localIndex);
        };
    }

    static void putLocal(GlobalArray array, long localIndex, long value) {
        switch (array) {
            case IntArray ints -> ints.putLocal(localIndex, (int) value);
            case LongArray longs -> longs.putLocal(localIndex, value);
            case FloatArray floats -> floats.putLocal(localIndex, value);
            case DoubleArray doubles -> doubles.putLocal(localIndex, value);
        }
    }
}
