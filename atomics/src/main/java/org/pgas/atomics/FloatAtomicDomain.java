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
 * Atomic operations on floats in the segments of a team's members. Who may call, order and errors: {@link AtomicDomain}.
 *
 * <p>On mapped memory get, set, swap and compare-and-swap are one instruction of the processor each; the others are loops that end in
 * a compare-and-swap of the bits.
 *
 * <p><b>NaN and zeros.</b> Sums, differences and products are Java's: with a NaN they are a NaN, whose bits are not defined. Get, set
 * and swap move bits, NaNs included. Compare-and-swap compares bits: 0.0 is not -0.0, and a NaN is itself only if all bits are the
 * same. Min stores the operand unless the value is less, max unless it is greater: so with a NaN on either side, and with 0.0 and
 * -0.0, the operand is stored. They are not {@link Math#min(float, float)} and its sibling.
 *
 * <p>Source: GASNet-EX "Remote Atomic Operations", data type FLT.
 */
public final class FloatAtomicDomain extends AtomicDomain {
    // Fields and orders: BitUpdates.

    private static final int WIDTH = Float.BYTES;
    private static final Set<DataType> TYPES = Set.of(DataType.FLT);

    private FloatAtomicDomain(Team team, Set<Opcode> operations, int flags) {
        super(team, TYPES, DataType.FLT, operations, flags);
    }

    /** A domain over a team with all operations of FLT. Collective. */
    public static FloatAtomicDomain create(Team team) {
        return create(team, Opcode.legalFor(DataType.FLT), AtomicFlags.NONE);
    }

    /**
     * A domain over a team. Collective; operations and flags are the same on all ranks. Errors: an empty set of operations, one that is
     * not for FLT, flags other than one FAVOR flag.
     *
     * <p>Source: GASNet-EX gex_AD_Create.
     */
    public static FloatAtomicDomain create(Team team, Set<Opcode> operations, int flags) {
        return new FloatAtomicDomain(team, operations, flags);
    }

    /** Reads the value. An acquire. Source: GEX_OP_GET. */
    public float get(int rank, long offset) {
        MappedRange mapped = mapped(OpcodeBits.GET, rank, offset, WIDTH);
        int bits = mapped != null ? SharedMemory.getIntAcquire(mapped.wordAt(offset, WIDTH))
                : (int) perform(rank, offset, Opcode.GET, 0, 0);
        return Float.intBitsToFloat(bits);
    }

    /** Replaces the value. A release. Source: GEX_OP_SET. */
    public void set(int rank, long offset, float value) {
        MappedRange mapped = mapped(OpcodeBits.SET, rank, offset, WIDTH);
        if (mapped != null) {
            SharedMemory.putIntRelease(mapped.wordAt(offset, WIDTH), Float.floatToRawIntBits(value));
            members.ring(rank);
        } else {
            perform(rank, offset, Opcode.SET, Float.floatToRawIntBits(value), 0);
        }
    }

    /** Replaces the value and returns the one before. Source: GEX_OP_SWAP. */
    public float swap(int rank, long offset, float value) {
        MappedRange mapped = mapped(OpcodeBits.SWAP, rank, offset, WIDTH);
        if (mapped == null) {
            return Float.intBitsToFloat((int) perform(rank, offset, Opcode.SWAP, Float.floatToRawIntBits(value), 0));
        }
        int before = SharedMemory.getAndSetInt(mapped.wordAt(offset, WIDTH), Float.floatToRawIntBits(value));
        members.ring(rank);
        return Float.intBitsToFloat(before);
    }

    /** Replaces the value by {@code desired} if it is {@code expected} bit by bit; says whether it did. Source: GEX_OP_CAS. */
    public boolean compareAndSwap(int rank, long offset, float expected, float desired) {
        int before = exchange(OpcodeBits.CAS, rank, offset, Float.floatToRawIntBits(expected),
                Float.floatToRawIntBits(desired));
        return before == Float.floatToRawIntBits(expected);
    }

    /**
     * Replaces the value by {@code desired} if it is {@code expected} bit by bit; returns the value before, which is {@code expected}
     * exactly if it was replaced. Source: GEX_OP_FCAS.
     */
    public float fetchCompareAndSwap(int rank, long offset, float expected, float desired) {
        return Float.intBitsToFloat(exchange(OpcodeBits.FCAS, rank, offset, Float.floatToRawIntBits(expected),
                Float.floatToRawIntBits(desired)));
    }

    private int exchange(int bit, int rank, long offset, int expected, int desired) {
        MappedRange mapped = mapped(bit, rank, offset, WIDTH);
        if (mapped == null) {
            return (int) perform(rank, offset, Opcode.FCAS, expected, desired);
        }
        int before = SharedMemory.compareAndExchangeInt(mapped.wordAt(offset, WIDTH), expected, desired);
        if (before == expected) {
            members.ring(rank);
        }
        return before;
    }

    /** Adds {@code delta}. Source: GEX_OP_ADD. */
    public void add(int rank, long offset, float delta) {
        add(OpcodeBits.ADD, rank, offset, delta);
    }

    /** As {@link #add}, and returns the value before. Source: GEX_OP_FADD. */
    public float fetchAdd(int rank, long offset, float delta) {
        return add(OpcodeBits.FADD, rank, offset, delta);
    }

    /** Subtracts {@code delta}. Source: GEX_OP_SUB. */
    public void subtract(int rank, long offset, float delta) {
        subtract(OpcodeBits.SUB, rank, offset, delta);
    }

    /** As {@link #subtract}, and returns the value before. Source: GEX_OP_FSUB. */
    public float fetchSubtract(int rank, long offset, float delta) {
        return subtract(OpcodeBits.FSUB, rank, offset, delta);
    }

    /** Adds 1. Source: GEX_OP_INC. */
    public void increment(int rank, long offset) {
        add(OpcodeBits.INC, rank, offset, 1);
    }

    /** As {@link #increment}, and returns the value before. Source: GEX_OP_FINC. */
    public float fetchIncrement(int rank, long offset) {
        return add(OpcodeBits.FINC, rank, offset, 1);
    }

    /** Subtracts 1. Source: GEX_OP_DEC. */
    public void decrement(int rank, long offset) {
        add(OpcodeBits.DEC, rank, offset, -1);
    }

    /** As {@link #decrement}, and returns the value before. Source: GEX_OP_FDEC. */
    public float fetchDecrement(int rank, long offset) {
        return add(OpcodeBits.FDEC, rank, offset, -1);
    }

    private float add(int bit, int rank, long offset, float delta) {
        MappedRange mapped = mapped(bit, rank, offset, WIDTH);
        if (mapped == null) {
            return Float.intBitsToFloat((int) perform(rank, offset, Opcode.FADD, Float.floatToRawIntBits(delta), 0));
        }
        float before = FloatUpdates.add(mapped.wordAt(offset, WIDTH), delta);
        members.ring(rank);
        return before;
    }

    private float subtract(int bit, int rank, long offset, float delta) {
        MappedRange mapped = mapped(bit, rank, offset, WIDTH);
        if (mapped == null) {
            return Float.intBitsToFloat((int) perform(rank, offset, Opcode.FSUB, Float.floatToRawIntBits(delta), 0));
        }
        float before = FloatUpdates.subtract(mapped.wordAt(offset, WIDTH), delta);
        members.ring(rank);
        return before;
    }

    /** Multiplies by {@code factor}. Source: GEX_OP_MULT. */
    public void multiply(int rank, long offset, float factor) {
        multiply(OpcodeBits.MULT, rank, offset, factor);
    }

    /** As {@link #multiply}, and returns the value before. Source: GEX_OP_FMULT. */
    public float fetchMultiply(int rank, long offset, float factor) {
        return multiply(OpcodeBits.FMULT, rank, offset, factor);
    }

    private float multiply(int bit, int rank, long offset, float factor) {
        MappedRange mapped = mapped(bit, rank, offset, WIDTH);
        if (mapped == null) {
            return Float.intBitsToFloat((int) perform(rank, offset, Opcode.FMULT, Float.floatToRawIntBits(factor), 0));
        }
        float before = FloatUpdates.multiply(mapped.wordAt(offset, WIDTH), factor);
        members.ring(rank);
        return before;
    }

    /** Replaces the value by {@code value} unless it is less. Source: GEX_OP_MIN. */
    public void min(int rank, long offset, float value) {
        min(OpcodeBits.MIN, rank, offset, value);
    }

    /** As {@link #min}, and returns the value before. Source: GEX_OP_FMIN. */
    public float fetchMin(int rank, long offset, float value) {
        return min(OpcodeBits.FMIN, rank, offset, value);
    }

    private float min(int bit, int rank, long offset, float value) {
        MappedRange mapped = mapped(bit, rank, offset, WIDTH);
        if (mapped == null) {
            return Float.intBitsToFloat((int) perform(rank, offset, Opcode.FMIN, Float.floatToRawIntBits(value), 0));
        }
        float before = FloatUpdates.min(mapped.wordAt(offset, WIDTH), value);
        members.ring(rank);
        return before;
    }

    /** Replaces the value by {@code value} unless it is greater. Source: GEX_OP_MAX. */
    public void max(int rank, long offset, float value) {
        max(OpcodeBits.MAX, rank, offset, value);
    }

    /** As {@link #max}, and returns the value before. Source: GEX_OP_FMAX. */
    public float fetchMax(int rank, long offset, float value) {
        return max(OpcodeBits.FMAX, rank, offset, value);
    }

    private float max(int bit, int rank, long offset, float value) {
        MappedRange mapped = mapped(bit, rank, offset, WIDTH);
        if (mapped == null) {
            return Float.intBitsToFloat((int) perform(rank, offset, Opcode.FMAX, Float.floatToRawIntBits(value), 0));
        }
        float before = FloatUpdates.max(mapped.wordAt(offset, WIDTH), value);
        members.ring(rank);
        return before;
    }

    /**
     * Any operation; returns the value before if it fetches, else 0. Flags: {@link AtomicFlags} but IMMEDIATE. Operands that the
     * operation does not take are ignored.
     */
    public float apply(int rank, long offset, Opcode opcode, float operand1, float operand2, int flags) {
        return Float.intBitsToFloat((int) performBlocking(rank, offset, opcode, Float.floatToRawIntBits(operand1),
                Float.floatToRawIntBits(operand2), flags));
    }

    /**
     * Any operation with an explicit event, or {@link Event#NOT_SENT} only if IMMEDIATE is given. The value before goes to {@code
     * resultOffset} of {@code result} if the operation fetches.
     *
     * <p>Source: GASNet-EX gex_AD_OpNB_*.
     */
    public Event applyNb(MemorySegment result, long resultOffset, int rank, long offset, Opcode opcode, float operand1,
            float operand2, int flags) {
        return performNb(result, resultOffset, rank, offset, opcode, Float.floatToRawIntBits(operand1),
                Float.floatToRawIntBits(operand2), flags);
    }

    /**
     * As {@link #applyNb} with an implicit event of category {@link Opcode#category}; false, with nothing done, only if IMMEDIATE is
     * given.
     *
     * <p>Source: GASNet-EX gex_AD_OpNBI_*.
     */
    public boolean applyNbi(MemorySegment result, long resultOffset, int rank, long offset, Opcode opcode,
            float operand1, float operand2, int flags) {
        return performNbi(result, resultOffset, rank, offset, opcode, Float.floatToRawIntBits(operand1),
                Float.floatToRawIntBits(operand2), flags);
    }
}
