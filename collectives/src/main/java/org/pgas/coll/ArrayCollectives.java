package org.pgas.coll;

import java.lang.foreign.MemorySegment;

import org.pgas.DataType;
import org.pgas.Event;
import org.pgas.Opcode;

/** The collectives of single numbers and of arrays of primitives. */
abstract sealed class ArrayCollectives permits Collectives {
    private static final int OPCODES = Opcode.values().length;

    /** Built-in reductions that have been asked for; which of two equal ones is kept is all the same. */
    private final Reduction[] reductions = new Reduction[DataType.values().length * OPCODES];

    ArrayCollectives() {}

    private Reduction reduction(DataType type, Opcode opcode) {
        int index = type.ordinal() * OPCODES + opcode.ordinal();
        Reduction known = reductions[index];
        if (known == null) {
            known = Reduction.of(type, opcode);
            reductions[index] = known;
        }
        return known;
    }

    abstract void broadcast(int root, MemorySegment target, MemorySegment source);

    abstract Event broadcastNb(int root, MemorySegment target, MemorySegment source);

    abstract void allGather(MemorySegment target, MemorySegment source);

    abstract Event allGatherNb(MemorySegment target, MemorySegment source);

    abstract void reduceToAll(MemorySegment target, MemorySegment source, Reduction reduction);

    abstract Event reduceToAllNb(MemorySegment target, MemorySegment source, Reduction reduction);

    /** Of a number of 8 bytes, as its bits. */
    abstract long reduceToAll(long bits, Reduction reduction, boolean integer);

    /** Of a number of 8 bytes, as its bits. */
    abstract long broadcastBits(int root, long bits);

    /**
     * Reduces one number of every member; returns the left fold in the order of the ranks, the same bits everywhere. Blocking.
     *
     * @param reduction of I64 or U64, or a user operation on elements of 8 bytes
     */
    public final long reduceToAll(long value, Reduction reduction) {
        return reduceToAll(value, reduction, true);
    }

    /**
     * Reduces one number of every member; returns the left fold in the order of the ranks, the same bits everywhere. Blocking.
     *
     * @param reduction of DBL, or a user operation on elements of 8 bytes
     */
    public final double reduceToAll(double value, Reduction reduction) {
        return Double.longBitsToDouble(reduceToAll(Double.doubleToRawLongBits(value), reduction, false));
    }

    /** Returns the root's {@code value} on every member. Blocking. */
    public final long broadcast(int root, long value) {
        return broadcastBits(root, value);
    }

    /** Returns the root's {@code value} on every member. Blocking. */
    public final double broadcast(int root, double value) {
        return Double.longBitsToDouble(broadcastBits(root, Double.doubleToRawLongBits(value)));
    }

    /** Copies the root's array into every other member's of the same length. */
    public final void broadcast(int root, double[] data) {
        MemorySegment memory = MemorySegment.ofArray(data);
        broadcast(root, memory, memory);
    }

    /** {@link #broadcast(int, double[])}, non-blocking. */
    public final Event broadcastNb(int root, double[] data) {
        MemorySegment memory = MemorySegment.ofArray(data);
        return broadcastNb(root, memory, memory);
    }

    /** Copies the root's array into every other member's of the same length. */
    public final void broadcast(int root, long[] data) {
        MemorySegment memory = MemorySegment.ofArray(data);
        broadcast(root, memory, memory);
    }

    /** {@link #broadcast(int, long[])}, non-blocking. */
    public final Event broadcastNb(int root, long[] data) {
        MemorySegment memory = MemorySegment.ofArray(data);
        return broadcastNb(root, memory, memory);
    }

    /** Copies the root's array into every other member's of the same length. */
    public final void broadcast(int root, int[] data) {
        MemorySegment memory = MemorySegment.ofArray(data);
        broadcast(root, memory, memory);
    }

    /** {@link #broadcast(int, int[])}, non-blocking. */
    public final Event broadcastNb(int root, int[] data) {
        MemorySegment memory = MemorySegment.ofArray(data);
        return broadcastNb(root, memory, memory);
    }

    /** Copies the root's array into every other member's of the same length. */
    public final void broadcast(int root, float[] data) {
        MemorySegment memory = MemorySegment.ofArray(data);
        broadcast(root, memory, memory);
    }

    /** {@link #broadcast(int, float[])}, non-blocking. */
    public final Event broadcastNb(int root, float[] data) {
        MemorySegment memory = MemorySegment.ofArray(data);
        return broadcastNb(root, memory, memory);
    }

    /** Copies the root's array into every other member's of the same length. */
    public final void broadcast(int root, byte[] data) {
        MemorySegment memory = MemorySegment.ofArray(data);
        broadcast(root, memory, memory);
    }

    /** {@link #broadcast(int, byte[])}, non-blocking. */
    public final Event broadcastNb(int root, byte[] data) {
        MemorySegment memory = MemorySegment.ofArray(data);
        return broadcastNb(root, memory, memory);
    }

    /** Reduces the members' sources, element by element, to every member's target, which may be the source on all members. */
    public final void reduceToAll(double[] target, double[] source, Opcode opcode) {
        reduceToAll(MemorySegment.ofArray(target), MemorySegment.ofArray(source), reduction(DataType.DBL, opcode));
    }

    /** {@link #reduceToAll(double[], double[], Opcode)}, non-blocking. */
    public final Event reduceToAllNb(double[] target, double[] source, Opcode opcode) {
        return reduceToAllNb(MemorySegment.ofArray(target), MemorySegment.ofArray(source),
                reduction(DataType.DBL, opcode));
    }

    /** Reduces the members' sources, element by element, to every member's target, which may be the source on all members. */
    public final void reduceToAll(long[] target, long[] source, Opcode opcode) {
        reduceToAll(MemorySegment.ofArray(target), MemorySegment.ofArray(source), reduction(DataType.I64, opcode));
    }

    /** {@link #reduceToAll(long[], long[], Opcode)}, non-blocking. */
    public final Event reduceToAllNb(long[] target, long[] source, Opcode opcode) {
        return reduceToAllNb(MemorySegment.ofArray(target), MemorySegment.ofArray(source),
                reduction(DataType.I64, opcode));
    }

    /** Reduces the members' sources, element by element, to every member's target, which may be the source on all members. */
    public final void reduceToAll(int[] target, int[] source, Opcode opcode) {
        reduceToAll(MemorySegment.ofArray(target), MemorySegment.ofArray(source), reduction(DataType.I32, opcode));
    }

    /** {@link #reduceToAll(int[], int[], Opcode)}, non-blocking. */
    public final Event reduceToAllNb(int[] target, int[] source, Opcode opcode) {
        return reduceToAllNb(MemorySegment.ofArray(target), MemorySegment.ofArray(source),
                reduction(DataType.I32, opcode));
    }

    /** Reduces the members' sources, element by element, to every member's target, which may be the source on all members. */
    public final void reduceToAll(float[] target, float[] source, Opcode opcode) {
        reduceToAll(MemorySegment.ofArray(target), MemorySegment.ofArray(source), reduction(DataType.FLT, opcode));
    }

    /** {@link #reduceToAll(float[], float[], Opcode)}, non-blocking. */
    public final Event reduceToAllNb(float[] target, float[] source, Opcode opcode) {
        return reduceToAllNb(MemorySegment.ofArray(target), MemorySegment.ofArray(source),
                reduction(DataType.FLT, opcode));
    }

    /** Copies every member's source to every member's target, of as many times its length, in the order of the ranks. */
    public final void allGather(double[] target, double[] source) {
        allGather(MemorySegment.ofArray(target), MemorySegment.ofArray(source));
    }

    /** {@link #allGather(double[], double[])}, non-blocking. */
    public final Event allGatherNb(double[] target, double[] source) {
        return allGatherNb(MemorySegment.ofArray(target), MemorySegment.ofArray(source));
    }

    /** Copies every member's source to every member's target, of as many times its length, in the order of the ranks. */
    public final void allGather(long[] target, long[] source) {
        allGather(MemorySegment.ofArray(target), MemorySegment.ofArray(source));
    }

    /** {@link #allGather(long[], long[])}, non-blocking. */
    public final Event allGatherNb(long[] target, long[] source) {
        return allGatherNb(MemorySegment.ofArray(target), MemorySegment.ofArray(source));
    }

    /** Copies every member's source to every member's target, of as many times its length, in the order of the ranks. */
    public final void allGather(int[] target, int[] source) {
        allGather(MemorySegment.ofArray(target), MemorySegment.ofArray(source));
    }

    /** {@link #allGather(int[], int[])}, non-blocking. */
    public final Event allGatherNb(int[] target, int[] source) {
        return allGatherNb(MemorySegment.ofArray(target), MemorySegment.ofArray(source));
    }

    /** Copies every member's source to every member's target, of as many times its length, in the order of the ranks. */
    public final void allGather(float[] target, float[] source) {
        allGather(MemorySegment.ofArray(target), MemorySegment.ofArray(source));
    }

    /** {@link #allGather(float[], float[])}, non-blocking. */
    public final Event allGatherNb(float[] target, float[] source) {
        return allGatherNb(MemorySegment.ofArray(target), MemorySegment.ofArray(source));
    }

    /** Copies every member's source to every member's target, of as many times its length, in the order of the ranks. */
    public final void allGather(byte[] target, byte[] source) {
        allGather(MemorySegment.ofArray(target), MemorySegment.ofArray(source));
    }

    /** {@link #allGather(byte[], byte[])}, non-blocking. */
    public final Event allGatherNb(byte[] target, byte[] source) {
        return allGatherNb(MemorySegment.ofArray(target), MemorySegment.ofArray(source));
    }
}
