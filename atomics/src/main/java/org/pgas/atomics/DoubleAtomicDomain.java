package org.pgas.atomics;

import java.lang.foreign.MemorySegment;
import java.util.Set;

import org.pgas.DataType;
import org.pgas.Event;
import org.pgas.Opcode;
import org.pgas.Team;
import org.pgas.memory.MappedRange;
import org.pgas.memory.SharedMemory;

/**
 * Atomic operations on doubles in the segments of a team's members. Who may call, order and errors: {@link AtomicDomain}.
 *
 * <p>On mapped memory get, set, swap and compare-and-swap are one instruction of the processor each; the others are loops that end in
 * a compare-and-swap of the bits.
 *
 * <p><b>NaN and zeros.</b> Sums, differences and products are Java's: with a NaN they are a NaN, whose bits are not defined. Get, set
 * and swap move bits, NaNs included. Compare-and-swap compares bits: 0.0 is not -0.0, and a NaN is itself only if all bits are the
 * same. Min stores the operand unless the value is less, max unless it is greater: so with a NaN on either side, and with 0.0 and
 * -0.0, the operand is stored. They are not {@link Math#min(double, double)} and its sibling.
 *
 * <p>Source: GASNet-EX "Remote Atomic Operations", data type DBL.
 */
public final class DoubleAtomicDomain extends AtomicDomain {
    // Fields and orders: BitUpdates.

    private static final int WIDTH = Double.BYTES;
    private static final Set<DataType> TYPES = Set.of(DataType.DBL);

    private DoubleAtomicDomain(Team team, Set<Opcode> operations, int flags) {
        super(team, TYPES, DataType.DBL, operations, flags);
    }

    /** A domain over a team with all operations of DBL. Collective. */
    public static DoubleAtomicDomain create(Team team) {
        return create(team, Opcode.legalFor(DataType.DBL), AtomicFlags.NONE);
    }

    /**
     * A domain over a team. Collective; operations and flags are the same on all ranks. Errors: an empty set of operations, one that is
     * not for DBL, flags other than one FAVOR flag.
     *
     * <p>Source: GASNet-EX gex_AD_Create.
     */
    public static DoubleAtomicDomain create(Team team, Set<Opcode> operations, int flags) {
        return new DoubleAtomicDomain(team, operations, flags);
    }

    /** Reads the value. An acquire. Source: GEX_OP_GET. */
    public double get(int rank, long offset) {
        MappedRange mapped = mapped(OpcodeBits.GET, rank, offset, WIDTH);
        long bits = mapped != null ? SharedMemory.getLongAcquire(mapped.wordAt(offset, WIDTH))
                : perform(rank, offset, Opcode.GET, 0, 0);
        return Double.longBitsToDouble(bits);
    }

    /** Replaces the value. A release. Source: GEX_OP_SET. */
    public void set(int rank, long offset, double value) {
        MappedRange mapped = mapped(OpcodeBits.SET, rank, offset, WIDTH);
        if (mapped != null) {
            SharedMemory.putLongRelease(mapped.wordAt(offset, WIDTH), Double.doubleToRawLongBits(value));
            members.ring(rank);
        } else {
            perform(rank, offset, Opcode.SET, Double.doubleToRawLongBits(value), 0);
        }
    }

    /** Replaces the value and returns the one before. Source: GEX_OP_SWAP. */
    public double swap(int rank, long offset, double value) {
        MappedRange mapped = mapped(OpcodeBits.SWAP, rank, offset, WIDTH);
        if (mapped == null) {
            return Double.longBitsToDouble(perform(rank, offset, Opcode.SWAP, Double.doubleToRawLongBits(value), 0));
        }
        long before = SharedMemory.getAndSetLong(mapped.wordAt(offset, WIDTH), Double.doubleToRawLongBits(value));
        members.ring(rank);
        return Double.longBitsToDouble(before);
    }

    /** Replaces the value by {@code desired} if it is {@code expected} bit by bit; says whether it did. Source: GEX_OP_CAS. */
    public boolean compareAndSwap(int rank, long offset, double expected, double desired) {
        long before = exchange(OpcodeBits.CAS, rank, offset, Double.doubleToRawLongBits(expected),
                Double.doubleToRawLongBits(desired));
        return before == Double.doubleToRawLongBits(expected);
    }

    /**
     * Replaces the value by {@code desired} if it is {@code expected} bit by bit; returns the value before, which is {@code expected}
     * exactly if it was replaced. Source: GEX_OP_FCAS.
     */
    public double fetchCompareAndSwap(int rank, long offset, double expected, double desired) {
        return Double.longBitsToDouble(exchange(OpcodeBits.FCAS, rank, offset, Double.doubleToRawLongBits(expected),
                Double.doubleToRawLongBits(desired)));
    }

    private long exchange(int bit, int rank, long offset, long expected, long desired) {
        MappedRange mapped = mapped(bit, rank, offset, WIDTH);
        if (mapped == null) {
            return perform(rank, offset, Opcode.FCAS, expected, desired);
        }
        long before = SharedMemory.compareAndExchangeLong(mapped.wordAt(offset, WIDTH), expected, desired);
        if (before == expected) {
            members.ring(rank);
        }
        return before;
    }

    /** Adds {@code delta}. Source: GEX_OP_ADD. */
    public void add(int rank, long offset, double delta) {
        add(OpcodeBits.ADD, rank, offset, delta);
    }

    /** As {@link #add}, and returns the value before. Source: GEX_OP_FADD. */
    public double fetchAdd(int rank, long offset, double delta) {
        return add(OpcodeBits.FADD, rank, offset, delta);
    }

    /** Subtracts {@code delta}. Source: GEX_OP_SUB. */
    public void subtract(int rank, long offset, double delta) {
        subtract(OpcodeBits.SUB, rank, offset, delta);
    }

    /** As {@link #subtract}, and returns the value before. Source: GEX_OP_FSUB. */
    public double fetchSubtract(int rank, long offset, double delta) {
        return subtract(OpcodeBits.FSUB, rank, offset, delta);
    }

    /** Adds 1. Source: GEX_OP_INC. */
    public void increment(int rank, long offset) {
        add(OpcodeBits.INC, rank, offset, 1);
    }

    /** As {@link #increment}, and returns the value before. Source: GEX_OP_FINC. */
    public double fetchIncrement(int rank, long offset) {
        return add(OpcodeBits.FINC, rank, offset, 1);
    }

    /** Subtracts 1. Source: GEX_OP_DEC. */
    public void decrement(int rank, long offset) {
        add(OpcodeBits.DEC, rank, offset, -1);
    }

    /** As {@link #decrement}, and returns the value before. Source: GEX_OP_FDEC. */
    public double fetchDecrement(int rank, long offset) {
        return add(OpcodeBits.FDEC, rank, offset, -1);
    }

    private double add(int bit, int rank, long offset, double delta) {
        MappedRange mapped = mapped(bit, rank, offset, WIDTH);
        if (mapped == null) {
            return Double.longBitsToDouble(perform(rank, offset, Opcode.FADD, Double.doubleToRawLongBits(delta), 0));
        }
        double before = DoubleUpdates.add(mapped.wordAt(offset, WIDTH), delta);
        members.ring(rank);
        return before;
    }

    private double subtract(int bit, int rank, long offset, double delta) {
        MappedRange mapped = mapped(bit, rank, offset, WIDTH);
        if (mapped == null) {
            return Double.longBitsToDouble(perform(rank, offset, Opcode.FSUB, Double.doubleToRawLongBits(delta), 0));
        }
        double before = DoubleUpdates.subtract(mapped.wordAt(offset, WIDTH), delta);
        members.ring(rank);
        return before;
    }

    /** Multiplies by {@code factor}. Source: GEX_OP_MULT. */
    public void multiply(int rank, long offset, double factor) {
        multiply(OpcodeBits.MULT, rank, offset, factor);
    }

    /** As {@link #multiply}, and returns the value before. Source: GEX_OP_FMULT. */
    public double fetchMultiply(int rank, long offset, double factor) {
        return multiply(OpcodeBits.FMULT, rank, offset, factor);
    }

    private double multiply(int bit, int rank, long offset, double factor) {
        MappedRange mapped = mapped(bit, rank, offset, WIDTH);
        if (mapped == null) {
            return Double.longBitsToDouble(perform(rank, offset, Opcode.FMULT, Double.doubleToRawLongBits(factor), 0));
        }
        double before = DoubleUpdates.multiply(mapped.wordAt(offset, WIDTH), factor);
        members.ring(rank);
        return before;
    }

    /** Replaces the value by {@code value} unless it is less. Source: GEX_OP_MIN. */
    public void min(int rank, long offset, double value) {
        min(OpcodeBits.MIN, rank, offset, value);
    }

    /** As {@link #min}, and returns the value before. Source: GEX_OP_FMIN. */
    public double fetchMin(int rank, long offset, double value) {
        return min(OpcodeBits.FMIN, rank, offset, value);
    }

    private double min(int bit, int rank, long offset, double value) {
        MappedRange mapped = mapped(bit, rank, offset, WIDTH);
        if (mapped == null) {
            return Double.longBitsToDouble(perform(rank, offset, Opcode.FMIN, Double.doubleToRawLongBits(value), 0));
        }
        double before = DoubleUpdates.min(mapped.wordAt(offset, WIDTH), value);
        members.ring(rank);
        return before;
    }

    /** Replaces the value by {@code value} unless it is greater. Source: GEX_OP_MAX. */
    public void max(int rank, long offset, double value) {
        max(OpcodeBits.MAX, rank, offset, value);
    }

    /** As {@link #max}, and returns the value before. Source: GEX_OP_FMAX. */
    public double fetchMax(int rank, long offset, double value) {
        return max(OpcodeBits.FMAX, rank, offset, value);
    }

    private double max(int bit, int rank, long offset, double value) {
        MappedRange mapped = mapped(bit, rank, offset, WIDTH);
        if (mapped == null) {
            return Double.longBitsToDouble(perform(rank, offset, Opcode.FMAX, Double.doubleToRawLongBits(value), 0));
        }
        double before = DoubleUpdates.max(mapped.wordAt(offset, WIDTH), value);
        members.ring(rank);
        return before;
    }

    /**
     * Any operation; returns the value before if it fetches, else 0. Flags: {@link AtomicFlags} but IMMEDIATE. Operands that the
     * operation does not take are ignored.
     */
    public double apply(int rank, long offset, Opcode opcode, double operand1, double operand2, int flags) {
        return Double.longBitsToDouble(performBlocking(rank, offset, opcode, Double.doubleToRawLongBits(operand1),
                Double.doubleToRawLongBits(operand2), flags));
    }

    /**
     * Any operation with an explicit event, or {@link Event#NOT_SENT} only if IMMEDIATE is given. The value before goes to {@code
     * resultOffset} of {@code result} if the operation fetches.
     *
     * <p>Source: GASNet-EX gex_AD_OpNB_*.
     */
    public Event applyNb(MemorySegment result, long resultOffset, int rank, long offset, Opcode opcode, double operand1,
            double operand2, int flags) {
        return performNb(result, resultOffset, rank, offset, opcode, Double.doubleToRawLongBits(operand1),
                Double.doubleToRawLongBits(operand2), flags);
    }

    /**
     * As {@link #applyNb} with an implicit event of category {@link Opcode#category}; false, with nothing done, only if IMMEDIATE is
     * given.
     *
     * <p>Source: GASNet-EX gex_AD_OpNBI_*.
     */
    public boolean applyNbi(MemorySegment result, long resultOffset, int rank, long offset, Opcode opcode,
            double operand1, double operand2, int flags) {
        return performNbi(result, resultOffset, rank, offset, opcode, Double.doubleToRawLongBits(operand1),
                Double.doubleToRawLongBits(operand2), flags);
    }
}
