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
 * Atomic operations on 32-bit integers in the segments of a team's members. Who may call, order and errors: {@link AtomicDomain}.
 *
 * <p>On mapped memory get, set, swap, compare-and-swap, add, subtract, increment and decrement are one instruction of the processor
 * each; the others are loops that end in a compare-and-swap. Type U32 differs from I32 in min and max only, which compare without sign.
 *
 * <p>Source: GASNet-EX "Remote Atomic Operations", data types I32 and U32.
 */
public final class IntAtomicDomain extends AtomicDomain {
    // Fields and orders: BitUpdates.

    private static final int WIDTH = Integer.BYTES;
    private static final Set<DataType> TYPES = Set.of(DataType.I32, DataType.U32);

    private final boolean unsigned;

    private IntAtomicDomain(Team team, DataType type, Set<Opcode> operations, int flags) {
        super(team, TYPES, type, operations, flags);
        this.unsigned = type.isUnsigned();
    }

    /** A domain over a team of type I32 with all operations. Collective. */
    public static IntAtomicDomain create(Team team) {
        return create(team, DataType.I32, Opcode.legalFor(DataType.I32), AtomicFlags.NONE);
    }

    /**
     * A domain over a team. Collective; type, operations and flags are the same on all ranks. Errors: a type other than I32 and U32, an
     * empty set of operations, flags other than one FAVOR flag.
     *
     * <p>Source: GASNet-EX gex_AD_Create.
     */
    public static IntAtomicDomain create(Team team, DataType type, Set<Opcode> operations, int flags) {
        return new IntAtomicDomain(team, type, operations, flags);
    }

    /** Reads the value. An acquire. Source: GEX_OP_GET. */
    public int get(int rank, long offset) {
        MappedRange mapped = mapped(OpcodeBits.GET, rank, offset, WIDTH);
        int bits = mapped != null ? SharedMemory.getIntAcquire(mapped.wordAt(offset, WIDTH))
                : (int) perform(rank, offset, Opcode.GET, 0, 0);
        return bits;
    }

    /** Replaces the value. A release. Source: GEX_OP_SET. */
    public void set(int rank, long offset, int value) {
        MappedRange mapped = mapped(OpcodeBits.SET, rank, offset, WIDTH);
        if (mapped != null) {
            SharedMemory.putIntRelease(mapped.wordAt(offset, WIDTH), value);
            members.ring(rank);
        } else {
            perform(rank, offset, Opcode.SET, value, 0);
        }
    }

    /** Replaces the value and returns the one before. Source: GEX_OP_SWAP. */
    public int swap(int rank, long offset, int value) {
        MappedRange mapped = mapped(OpcodeBits.SWAP, rank, offset, WIDTH);
        if (mapped == null) {
            return (int) perform(rank, offset, Opcode.SWAP, value, 0);
        }
        int before = SharedMemory.getAndSetInt(mapped.wordAt(offset, WIDTH), value);
        members.ring(rank);
        return before;
    }

    /** Replaces the value by {@code desired} if it is {@code expected}; says whether it did. Source: GEX_OP_CAS. */
    public boolean compareAndSwap(int rank, long offset, int expected, int desired) {
        int before = exchange(OpcodeBits.CAS, rank, offset, expected, desired);
        return before == expected;
    }

    /**
     * Replaces the value by {@code desired} if it is {@code expected}; returns the value before, which is {@code expected} exactly if
     * it was replaced. Source: GEX_OP_FCAS.
     */
    public int fetchCompareAndSwap(int rank, long offset, int expected, int desired) {
        return exchange(OpcodeBits.FCAS, rank, offset, expected, desired);
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

    /** Adds {@code delta}, wrapping around. Source: GEX_OP_ADD. */
    public void add(int rank, long offset, int delta) {
        add(OpcodeBits.ADD, rank, offset, delta);
    }

    /** As {@link #add}, and returns the value before. Source: GEX_OP_FADD. */
    public int fetchAdd(int rank, long offset, int delta) {
        return add(OpcodeBits.FADD, rank, offset, delta);
    }

    /** Subtracts {@code delta}, wrapping around. Source: GEX_OP_SUB. */
    public void subtract(int rank, long offset, int delta) {
        add(OpcodeBits.SUB, rank, offset, -delta);
    }

    /** As {@link #subtract}, and returns the value before. Source: GEX_OP_FSUB. */
    public int fetchSubtract(int rank, long offset, int delta) {
        return add(OpcodeBits.FSUB, rank, offset, -delta);
    }

    /** Adds 1, wrapping around. Source: GEX_OP_INC. */
    public void increment(int rank, long offset) {
        add(OpcodeBits.INC, rank, offset, 1);
    }

    /** As {@link #increment}, and returns the value before. Source: GEX_OP_FINC. */
    public int fetchIncrement(int rank, long offset) {
        return add(OpcodeBits.FINC, rank, offset, 1);
    }

    /** Subtracts 1, wrapping around. Source: GEX_OP_DEC. */
    public void decrement(int rank, long offset) {
        add(OpcodeBits.DEC, rank, offset, -1);
    }

    /** As {@link #decrement}, and returns the value before. Source: GEX_OP_FDEC. */
    public int fetchDecrement(int rank, long offset) {
        return add(OpcodeBits.FDEC, rank, offset, -1);
    }

    private int add(int bit, int rank, long offset, int delta) {
        MappedRange mapped = mapped(bit, rank, offset, WIDTH);
        if (mapped == null) {
            return (int) perform(rank, offset, Opcode.FADD, delta, 0);
        }
        int before = SharedMemory.getAndAddInt(mapped.wordAt(offset, WIDTH), delta);
        members.ring(rank);
        return before;
    }

    /** Multiplies by {@code factor}, wrapping around. Source: GEX_OP_MULT. */
    public void multiply(int rank, long offset, int factor) {
        multiply(OpcodeBits.MULT, rank, offset, factor);
    }

    /** As {@link #multiply}, and returns the value before. Source: GEX_OP_FMULT. */
    public int fetchMultiply(int rank, long offset, int factor) {
        return multiply(OpcodeBits.FMULT, rank, offset, factor);
    }

    private int multiply(int bit, int rank, long offset, int factor) {
        MappedRange mapped = mapped(bit, rank, offset, WIDTH);
        if (mapped == null) {
            return (int) perform(rank, offset, Opcode.FMULT, factor, 0);
        }
        int before = IntUpdates.multiply(mapped.wordAt(offset, WIDTH), factor);
        members.ring(rank);
        return before;
    }

    /** Replaces the value by {@code value} unless it is less, as the type compares. Source: GEX_OP_MIN. */
    public void min(int rank, long offset, int value) {
        min(OpcodeBits.MIN, rank, offset, value);
    }

    /** As {@link #min}, and returns the value before. Source: GEX_OP_FMIN. */
    public int fetchMin(int rank, long offset, int value) {
        return min(OpcodeBits.FMIN, rank, offset, value);
    }

    private int min(int bit, int rank, long offset, int value) {
        MappedRange mapped = mapped(bit, rank, offset, WIDTH);
        if (mapped == null) {
            return (int) perform(rank, offset, Opcode.FMIN, value, 0);
        }
        long address = mapped.wordAt(offset, WIDTH);
        int before = unsigned ? IntUpdates.minUnsigned(address, value) : IntUpdates.min(address, value);
        members.ring(rank);
        return before;
    }

    /** Replaces the value by {@code value} unless it is greater, as the type compares. Source: GEX_OP_MAX. */
    public void max(int rank, long offset, int value) {
        max(OpcodeBits.MAX, rank, offset, value);
    }

    /** As {@link #max}, and returns the value before. Source: GEX_OP_FMAX. */
    public int fetchMax(int rank, long offset, int value) {
        return max(OpcodeBits.FMAX, rank, offset, value);
    }

    private int max(int bit, int rank, long offset, int value) {
        MappedRange mapped = mapped(bit, rank, offset, WIDTH);
        if (mapped == null) {
            return (int) perform(rank, offset, Opcode.FMAX, value, 0);
        }
        long address = mapped.wordAt(offset, WIDTH);
        int before = unsigned ? IntUpdates.maxUnsigned(address, value) : IntUpdates.max(address, value);
        members.ring(rank);
        return before;
    }

    /** Clears the bits that are clear in {@code mask}. Source: GEX_OP_AND. */
    public void and(int rank, long offset, int mask) {
        and(OpcodeBits.AND, rank, offset, mask);
    }

    /** As {@link #and}, and returns the value before. Source: GEX_OP_FAND. */
    public int fetchAnd(int rank, long offset, int mask) {
        return and(OpcodeBits.FAND, rank, offset, mask);
    }

    private int and(int bit, int rank, long offset, int mask) {
        MappedRange mapped = mapped(bit, rank, offset, WIDTH);
        if (mapped == null) {
            return (int) perform(rank, offset, Opcode.FAND, mask, 0);
        }
        int before = IntUpdates.and(mapped.wordAt(offset, WIDTH), mask);
        members.ring(rank);
        return before;
    }

    /** Sets the bits that are set in {@code mask}. Source: GEX_OP_OR. */
    public void or(int rank, long offset, int mask) {
        or(OpcodeBits.OR, rank, offset, mask);
    }

    /** As {@link #or}, and returns the value before. Source: GEX_OP_FOR. */
    public int fetchOr(int rank, long offset, int mask) {
        return or(OpcodeBits.FOR, rank, offset, mask);
    }

    private int or(int bit, int rank, long offset, int mask) {
        MappedRange mapped = mapped(bit, rank, offset, WIDTH);
        if (mapped == null) {
            return (int) perform(rank, offset, Opcode.FOR, mask, 0);
        }
        int before = IntUpdates.or(mapped.wordAt(offset, WIDTH), mask);
        members.ring(rank);
        return before;
    }

    /** Inverts the bits that are set in {@code mask}. Source: GEX_OP_XOR. */
    public void xor(int rank, long offset, int mask) {
        xor(OpcodeBits.XOR, rank, offset, mask);
    }

    /** As {@link #xor}, and returns the value before. Source: GEX_OP_FXOR. */
    public int fetchXor(int rank, long offset, int mask) {
        return xor(OpcodeBits.FXOR, rank, offset, mask);
    }

    private int xor(int bit, int rank, long offset, int mask) {
        MappedRange mapped = mapped(bit, rank, offset, WIDTH);
        if (mapped == null) {
            return (int) perform(rank, offset, Opcode.FXOR, mask, 0);
        }
        int before = IntUpdates.xor(mapped.wordAt(offset, WIDTH), mask);
        members.ring(rank);
        return before;
    }

    /**
     * Any operation; returns the value before if it fetches, else 0. Flags: {@link AtomicFlags} but IMMEDIATE. Operands that the
     * operation does not take are ignored.
     */
    public int apply(int rank, long offset, Opcode opcode, int operand1, int operand2, int flags) {
        return (int) performBlocking(rank, offset, opcode, operand1, operand2, flags);
    }

    /**
     * Any operation with an explicit event, or {@link Event#NOT_SENT} only if IMMEDIATE is given. The value before goes to {@code
     * resultOffset} of {@code result} if the operation fetches.
     *
     * <p>Source: GASNet-EX gex_AD_OpNB_*.
     */
    public Event applyNb(MemorySegment result, long resultOffset, int rank, long offset, Opcode opcode, int operand1,
            int operand2, int flags) {
        return performNb(result, resultOffset, rank, offset, opcode, operand1, operand2, flags);
    }

    /**
     * As {@link #applyNb} with an implicit event of category {@link Opcode#category}; false, with nothing done, only if IMMEDIATE is
     * given.
     *
     * <p>Source: GASNet-EX gex_AD_OpNBI_*.
     */
    public boolean applyNbi(MemorySegment result, long resultOffset, int rank, long offset, Opcode opcode,
            int operand1, int operand2, int flags) {
        return performNbi(result, resultOffset, rank, offset, opcode, operand1, operand2, flags);
    }
}
