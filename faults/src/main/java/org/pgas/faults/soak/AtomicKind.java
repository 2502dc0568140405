package org.pgas.faults.soak;

import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;

import org.pgas.Rma;
import org.pgas.atomics.AtomicDomain;
import org.pgas.atomics.DoubleAtomicDomain;
import org.pgas.atomics.FloatAtomicDomain;
import org.pgas.atomics.IntAtomicDomain;
import org.pgas.atomics.LongAtomicDomain;

/**
 * The operations of a type of atomic domains, and what each makes of a word.
 *
 * @param number where its words are, among those of all kinds
 * @param isWord whether an element has 8 bytes; else 4
 * @param toBits of an element of 4 bytes with its sign
 */
record AtomicKind<T>(String name, AtomicDomain domain, int number, boolean isWord, Function<RandomGenerator, T> random,
        ToLongFunction<T> toBits, LongFunction<T> fromBits, List<Step<T>> steps) {
    /**
     * Answers the value before, or for an operation that does not tell it {@code old}; something else if it finds that
     * it was another.
     */
    @FunctionalInterface
    interface Call<T> {
        T apply(int rank, long at, T old, T operand);
    }

    record Step<T>(Call<T> call, BinaryOperator<T> model) {}

    long bits(T value) {
        return toBits.applyAsLong(value);
    }

    T of(long bits) {
        return fromBits.apply(bits);
    }

    long read(Rma rma, int rank, long at) {
        return isWord ? rma.getLong(rank, at) : rma.getInt(rank, at);
    }

    private static <T> Step<T> step(Call<T> call, BinaryOperator<T> model) {
        return new Step<>(call, model);
    }

    static AtomicKind<Long> longs(int number, LongAtomicDomain d) {
        return new AtomicKind<>("long", d, number, true, RandomGenerator::nextLong, x -> x, x -> x, List.of(
                step((rank, at, old, x) -> {
                    d.set(rank, at, x);
                    return old;
                }, (old, x) -> x),
                step((rank, at, old, x) -> {
                    d.decrement(rank, at);
                    return old;
                }, (old, x) -> old - 1),
                step((rank, at, old, x) -> d.get(rank, at), (old, x) -> old),
                step((rank, at, old, x) -> d.swap(rank, at, x), (old, x) -> x),
                step((rank, at, old, x) -> d.fetchAdd(rank, at, x), Long::sum),
                step((rank, at, old, x) -> d.fetchSubtract(rank, at, x), (old, x) -> old - x),
                step((rank, at, old, x) -> d.fetchMultiply(rank, at, x), (old, x) -> old * x),
                step((rank, at, old, x) -> d.fetchMin(rank, at, x), Math::min),
                step((rank, at, old, x) -> d.fetchMax(rank, at, x), Math::max),
                step((rank, at, old, x) -> d.fetchAnd(rank, at, x), (old, x) -> old & x),
                step((rank, at, old, x) -> d.fetchOr(rank, at, x), (old, x) -> old | x),
                step((rank, at, old, x) -> d.fetchXor(rank, at, x), (old, x) -> old ^ x),
                step((rank, at, old, x) -> d.fetchIncrement(rank, at), (old, x) -> old + 1),
                step((rank, at, old, x) -> d.fetchCompareAndSwap(rank, at, old, x), (old, x) -> x),
                step((rank, at, old, x) -> d.fetchCompareAndSwap(rank, at, ~old, x), (old, x) -> old)));
    }

    static AtomicKind<Integer> ints(int number, IntAtomicDomain d) {
        return new AtomicKind<>("int", d, number, false, RandomGenerator::nextInt, x -> x, x -> (int) x, List.of(
                step((rank, at, old, x) -> d.get(rank, at), (old, x) -> old),
                step((rank, at, old, x) -> d.swap(rank, at, x), (old, x) -> x),
                step((rank, at, old, x) -> d.fetchAdd(rank, at, x), Integer::sum),
                step((rank, at, old, x) -> d.fetchMultiply(rank, at, x), (old, x) -> old * x),
                step((rank, at, old, x) -> d.fetchMin(rank, at, x), Math::min),
                step((rank, at, old, x) -> d.fetchMax(rank, at, x), Math::max),
                step((rank, at, old, x) -> d.fetchXor(rank, at, x), (old, x) -> old ^ x),
                step((rank, at, old, x) -> d.compareAndSwap(rank, at, old, x) ? old : ~old, (old, x) -> x)));
    }

    static AtomicKind<Double> doubles(int number, DoubleAtomicDomain d) {
        return new AtomicKind<>("double", d, number, true, random -> random.nextDouble() - 0.5,
                Double::doubleToRawLongBits, Double::longBitsToDouble, List.of(
                        step((rank, at, old, x) -> d.get(rank, at), (old, x) -> old),
                        step((rank, at, old, x) -> d.swap(rank, at, x), (old, x) -> x),
                        step((rank, at, old, x) -> d.fetchAdd(rank, at, x), Double::sum),
                        step((rank, at, old, x) -> d.fetchMultiply(rank, at, x), (old, x) -> old * x),
                        step((rank, at, old, x) -> d.fetchMin(rank, at, x), Math::min),
                        step((rank, at, old, x) -> d.fetchMax(rank, at, x), Math::max),
                        step((rank, at, old, x) -> d.compareAndSwap(rank, at, old, x) ? old : Double.NaN,
                                (old, x) -> x)));
    }

    static AtomicKind<Float> floats(int number, FloatAtomicDomain d) {
        return new AtomicKind<>("float", d, number, false, random -> random.nextFloat() - 0.5f,
                Float::floatToRawIntBits, bits -> Float.intBitsToFloat((int) bits), List.of(
                        step((rank, at, old, x) -> d.get(rank, at), (old, x) -> old),
                        step((rank, at, old, x) -> d.swap(rank, at, x), (old, x) -> x),
                        step((rank, at, old, x) -> d.fetchAdd(rank, at, x), Float::sum),
                        step((rank, at, old, x) -> d.fetchMultiply(rank, at, x), (old, x) -> old * x),
                        step((rank, at, old, x) -> d.fetchMin(rank, at, x), Math::min),
                        step((rank, at, old, x) -> d.fetchMax(rank, at, x), Math::max),
                        step((rank, at, old, x) -> d.compareAndSwap(rank, at, old, x) ? old : Float.NaN,
                                (old, x) -> x)));
    }
}
