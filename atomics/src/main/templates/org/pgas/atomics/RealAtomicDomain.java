//$ Maven makes DoubleAtomicDomain and FloatAtomicDomain of this text with config/Templates.java: one class of each
//$ column of the table. $Real$ stands for what the column has in the row Real; so do the other names between dollars.
//$
//$ Real     | Double                     | Float
//$ real     | double                     | float
//$ bits     | long                       | int
//$ Bits     | Long                       | Int
//$ toBits   | Double.doubleToRawLongBits | Float.floatToRawIntBits
//$ fromBits | Double.longBitsToDouble    | Float.intBitsToFloat
//$ narrow   |                            | "(int) "
//$ DBL      | DBL                        | FLT

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
 * Atomic operations on $real$s in the segments of a team's members. Legal callers, order and errors: {@link
 * AtomicDomain}.
 *
 * <p>On mapped memory get, set, swap and compare-and-swap are one instruction of the processor each; the others are
 * loops that end in a compare-and-swap of the bits.
 *
 * <p><b>NaN and zeros.</b> Sums, differences and products are Java's: with a NaN they are a NaN, whose bits are not
 * defined. Get, set and swap move bits, NaNs included. Compare-and-swap compares bits: 0.0 is not -0.0, and a NaN is
 * itself only if all bits are the same. Min stores the operand unless the value is less, max unless it is greater: so
 * with a NaN on either side, and with 0.0 and -0.0, the operand is stored. They are not
 * {@link Math#min($real$, $real$)} and its sibling.
 *
 * <p>Source: GASNet-EX "Remote Atomic Operations", data type $DBL$.
 */
public final class $Real$AtomicDomain extends AtomicDomain {
    // Fields and orders: BitUpdates.

    private static final int WIDTH = $Real$.BYTES;
    private static final Set<DataType> TYPES = Set.of(DataType.$DBL$);

    private $Real$AtomicDomain(Team team, Set<Opcode> operations, int flags) {
        super(team, TYPES, DataType.$DBL$, operations, flags);
    }

    /** A domain over a team with all operations of $DBL$. Collective. */
    public static $Real$AtomicDomain create(Team team) {
        return create(team, Opcode.legalFor(DataType.$DBL$), AtomicFlags.NONE);
    }

    /**
     * A domain over a team. Collective; operations and flags are the same on all ranks. Errors: an empty set of
     * operations, one that is not for $DBL$, flags other than one FAVOR flag.
     *
     * <p>Source: GASNet-EX gex_AD_Create.
     */
    public static $Real$AtomicDomain create(Team team, Set<Opcode> operations, int flags) {
        return new $Real$AtomicDomain(team, operations, flags);
    }

    /** Reads the value. An acquire. Source: GEX_OP_GET. */
    public $real$ get(int rank, long offset) {
        MappedRange mapped = mapped(OpcodeBits.GET, rank, offset, WIDTH);
        $bits$ bits = mapped != null ? SharedMemory.get$Bits$Acquire(mapped.wordAt(offset, WIDTH))
                : $narrow$perform(rank, offset, Opcode.GET, 0, 0);
        return $fromBits$(bits);
    }

    /** Replaces the value. A release. Source: GEX_OP_SET. */
    public void set(int rank, long offset, $real$ value) {
        MappedRange mapped = mapped(OpcodeBits.SET, rank, offset, WIDTH);
        if (mapped != null) {
            SharedMemory.put$Bits$Release(mapped.wordAt(offset, WIDTH), $toBits$(value));
            members.ring(rank);
        } else {
            perform(rank, offset, Opcode.SET, $toBits$(value), 0);
        }
    }

    /** Replaces the value and returns the one before. Source: GEX_OP_SWAP. */
    public $real$ swap(int rank, long offset, $real$ value) {
        MappedRange mapped = mapped(OpcodeBits.SWAP, rank, offset, WIDTH);
        if (mapped == null) {
            return $fromBits$($narrow$perform(rank, offset, Opcode.SWAP, $toBits$(value), 0));
        }
        $bits$ before = SharedMemory.getAndSet$Bits$(mapped.wordAt(offset, WIDTH), $toBits$(value));
        members.ring(rank);
        return $fromBits$(before);
    }

    /**
     * Replaces the value by {@code desired} if it is {@code expected} bit by bit; says whether it did. Source:
     * GEX_OP_CAS.
     */
    public boolean compareAndSwap(int rank, long offset, $real$ expected, $real$ desired) {
        $bits$ before = exchange(OpcodeBits.CAS, rank, offset, $toBits$(expected),
                $toBits$(desired));
        return before == $toBits$(expected);
    }

    /**
     * Replaces the value by {@code desired} if it is {@code expected} bit by bit; returns the value before, which is
     * {@code expected} exactly if it was replaced. Source: GEX_OP_FCAS.
     */
    public $real$ fetchCompareAndSwap(int rank, long offset, $real$ expected, $real$ desired) {
        return $fromBits$(exchange(OpcodeBits.FCAS, rank, offset, $toBits$(expected),
                $toBits$(desired)));
    }

    private $bits$ exchange(int bit, int rank, long offset, $bits$ expected, $bits$ desired) {
        MappedRange mapped = mapped(bit, rank, offset, WIDTH);
        if (mapped == null) {
            return $narrow$perform(rank, offset, Opcode.FCAS, expected, desired);
        }
        $bits$ before = SharedMemory.compareAndExchange$Bits$(mapped.wordAt(offset, WIDTH), expected, desired);
        if (before == expected) {
            members.ring(rank);
        }
        return before;
    }

    /** Adds {@code delta}. Source: GEX_OP_ADD. */
    public void add(int rank, long offset, $real$ delta) {
        add(OpcodeBits.ADD, rank, offset, delta);
    }

    /** As {@link #add}, and returns the value before. Source: GEX_OP_FADD. */
    public $real$ fetchAdd(int rank, long offset, $real$ delta) {
        return add(OpcodeBits.FADD, rank, offset, delta);
    }

    /** Subtracts {@code delta}. Source: GEX_OP_SUB. */
    public void subtract(int rank, long offset, $real$ delta) {
        subtract(OpcodeBits.SUB, rank, offset, delta);
    }

    /** As {@link #subtract}, and returns the value before. Source: GEX_OP_FSUB. */
    public $real$ fetchSubtract(int rank, long offset, $real$ delta) {
        return subtract(OpcodeBits.FSUB, rank, offset, delta);
    }

    /** Adds 1. Source: GEX_OP_INC. */
    public void increment(int rank, long offset) {
        add(OpcodeBits.INC, rank, offset, 1);
    }

    /** As {@link #increment}, and returns the value before. Source: GEX_OP_FINC. */
    public $real$ fetchIncrement(int rank, long offset) {
        return add(OpcodeBits.FINC, rank, offset, 1);
    }

    /** Subtracts 1. Source: GEX_OP_DEC. */
    public void decrement(int rank, long offset) {
        add(OpcodeBits.DEC, rank, offset, -1);
    }

    /** As {@link #decrement}, and returns the value before. Source: GEX_OP_FDEC. */
    public $real$ fetchDecrement(int rank, long offset) {
        return add(OpcodeBits.FDEC, rank, offset, -1);
    }

    private $real$ add(int bit, int rank, long offset, $real$ delta) {
        MappedRange mapped = mapped(bit, rank, offset, WIDTH);
        if (mapped == null) {
            return $fromBits$($narrow$perform(rank, offset, Opcode.FADD, $toBits$(delta), 0));
        }
        $real$ before = $Real$Updates.add(mapped.wordAt(offset, WIDTH), delta);
        members.ring(rank);
        return before;
    }

    private $real$ subtract(int bit, int rank, long offset, $real$ delta) {
        MappedRange mapped = mapped(bit, rank, offset, WIDTH);
        if (mapped == null) {
            return $fromBits$($narrow$perform(rank, offset, Opcode.FSUB, $toBits$(delta), 0));
        }
        $real$ before = $Real$Updates.subtract(mapped.wordAt(offset, WIDTH), delta);
        members.ring(rank);
        return before;
    }

    /** Multiplies by {@code factor}. Source: GEX_OP_MULT. */
    public void multiply(int rank, long offset, $real$ factor) {
        multiply(OpcodeBits.MULT, rank, offset, factor);
    }

    /** As {@link #multiply}, and returns the value before. Source: GEX_OP_FMULT. */
    public $real$ fetchMultiply(int rank, long offset, $real$ factor) {
        return multiply(OpcodeBits.FMULT, rank, offset, factor);
    }

    private $real$ multiply(int bit, int rank, long offset, $real$ factor) {
        MappedRange mapped = mapped(bit, rank, offset, WIDTH);
        if (mapped == null) {
            return $fromBits$($narrow$perform(rank, offset, Opcode.FMULT, $toBits$(factor), 0));
        }
        $real$ before = $Real$Updates.multiply(mapped.wordAt(offset, WIDTH), factor);
        members.ring(rank);
        return before;
    }

    /** Replaces the value by {@code value} unless it is less. Source: GEX_OP_MIN. */
    public void min(int rank, long offset, $real$ value) {
        min(OpcodeBits.MIN, rank, offset, value);
    }

    /** As {@link #min}, and returns the value before. Source: GEX_OP_FMIN. */
    public $real$ fetchMin(int rank, long offset, $real$ value) {
        return min(OpcodeBits.FMIN, rank, offset, value);
    }

    private $real$ min(int bit, int rank, long offset, $real$ value) {
        MappedRange mapped = mapped(bit, rank, offset, WIDTH);
        if (mapped == null) {
            return $fromBits$($narrow$perform(rank, offset, Opcode.FMIN, $toBits$(value), 0));
        }
        $real$ before = $Real$Updates.min(mapped.wordAt(offset, WIDTH), value);
        members.ring(rank);
        return before;
    }

    /** Replaces the value by {@code value} unless it is greater. Source: GEX_OP_MAX. */
    public void max(int rank, long offset, $real$ value) {
        max(OpcodeBits.MAX, rank, offset, value);
    }

    /** As {@link #max}, and returns the value before. Source: GEX_OP_FMAX. */
    public $real$ fetchMax(int rank, long offset, $real$ value) {
        return max(OpcodeBits.FMAX, rank, offset, value);
    }

    private $real$ max(int bit, int rank, long offset, $real$ value) {
        MappedRange mapped = mapped(bit, rank, offset, WIDTH);
        if (mapped == null) {
            return $fromBits$($narrow$perform(rank, offset, Opcode.FMAX, $toBits$(value), 0));
        }
        $real$ before = $Real$Updates.max(mapped.wordAt(offset, WIDTH), value);
        members.ring(rank);
        return before;
    }

    /**
     * Any operation; returns the value before if it fetches, else 0. Flags: {@link AtomicFlags} but IMMEDIATE. Operands
     * that the operation does not take are ignored.
     */
    public $real$ apply(int rank, long offset, Opcode opcode, $real$ operand1, $real$ operand2, int flags) {
        return $fromBits$($narrow$performBlocking(rank, offset, opcode, $toBits$(operand1),
                $toBits$(operand2), flags));
    }

    /**
     * Any operation with an explicit event, or {@link Event#NOT_SENT} only if IMMEDIATE is given. The value before goes
     * to {@code resultOffset} of {@code result} if the operation fetches.
     *
     * <p>Source: GASNet-EX gex_AD_OpNB_*.
     */
    public Event applyNb(MemorySegment result, long resultOffset, int rank, long offset, Opcode opcode,
            $real$ operand1, $real$ operand2, int flags) {
        return performNb(result, resultOffset, rank, offset, opcode, $toBits$(operand1),
                $toBits$(operand2), flags);
    }

    /**
     * As {@link #applyNb} with an implicit event of category {@link Opcode#category}; false, with nothing done, only if
     * IMMEDIATE is given.
     *
     * <p>Source: GASNet-EX gex_AD_OpNBI_*.
     */
    public boolean applyNbi(MemorySegment result, long resultOffset, int rank, long offset, Opcode opcode,
            $real$ operand1, $real$ operand2, int flags) {
        return performNbi(result, resultOffset, rank, offset, opcode, $toBits$(operand1),
                $toBits$(operand2), flags);
    }
}
