//$ Maven makes LongAtomicDomain and IntAtomicDomain of this text with config/Templates.java: one class of each
//$ column of the table. $Whole$ stands for what the column has in the row Whole; so do the other names between dollars.
//$ Lines behind "//$ Long" are for Long alone, until "//$".
//$
//$ Whole  | Long | Int
//$ whole  | long | int
//$ Boxed  | Long | Integer
//$ bits   | 64   | 32
//$ I64    | I64  | I32
//$ U64    | U64  | U32
//$ narrow |      | "(int) "

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
 * Atomic operations on $bits$-bit integers in the segments of a team's members. Legal callers, order and errors: {@link
 * AtomicDomain}.
 *
 * <p>On mapped memory get, set, swap, compare-and-swap, add, subtract, increment and decrement are one instruction of
 * the processor each; the others are loops that end in a compare-and-swap. Type $U64$ differs from $I64$ in min and max
 * only, which compare without sign.
 *
 * <p>Source: GASNet-EX "Remote Atomic Operations", data types $I64$ and $U64$.
 */
public final class $Whole$AtomicDomain extends AtomicDomain {
    // Fields and orders: BitUpdates.

    private static final int WIDTH = $Boxed$.BYTES;
    private static final Set<DataType> TYPES = Set.of(DataType.$I64$, DataType.$U64$);

    private final boolean unsigned;

    private $Whole$AtomicDomain(Team team, DataType type, Set<Opcode> operations, int flags) {
        super(team, TYPES, type, operations, flags);
        this.unsigned = type.isUnsigned();
    }

//$ Long
    private LongAtomicDomain(Team pair, Set<Opcode> operations) {
        super(pair, DataType.I64, operations);
        this.unsigned = false;
    }

    /** A domain of a TM-pair, of type I64. Not collective. */
    static LongAtomicDomain ofPair(Team pair, Set<Opcode> operations) {
        return new LongAtomicDomain(pair, operations);
    }

//$
    /** A domain over a team of type $I64$ with all operations. Collective. */
    public static $Whole$AtomicDomain create(Team team) {
        return create(team, DataType.$I64$, Opcode.legalFor(DataType.$I64$), AtomicFlags.NONE);
    }

    /**
     * A domain over a team. Collective; type, operations and flags are the same on all ranks. Errors: a type other than
     * $I64$ and $U64$, an empty set of operations, flags other than one FAVOR flag.
     *
     * <p>Source: GASNet-EX gex_AD_Create.
     */
    public static $Whole$AtomicDomain create(Team team, DataType type, Set<Opcode> operations, int flags) {
        return new $Whole$AtomicDomain(team, type, operations, flags);
    }

    /** Reads the value. An acquire. Source: GEX_OP_GET. */
    public $whole$ get(int rank, long offset) {
        MappedRange mapped = mapped(OpcodeBits.GET, rank, offset, WIDTH);
        $whole$ bits = mapped != null ? SharedMemory.get$Whole$Acquire(mapped.wordAt(offset, WIDTH))
                : $narrow$perform(rank, offset, Opcode.GET, 0, 0);
        return bits;
    }

    /** Replaces the value. A release. Source: GEX_OP_SET. */
    public void set(int rank, long offset, $whole$ value) {
        MappedRange mapped = mapped(OpcodeBits.SET, rank, offset, WIDTH);
        if (mapped != null) {
            SharedMemory.put$Whole$Release(mapped.wordAt(offset, WIDTH), value);
            members.ring(rank);
        } else {
            perform(rank, offset, Opcode.SET, value, 0);
        }
    }

    /** Replaces the value and returns the one before. Source: GEX_OP_SWAP. */
    public $whole$ swap(int rank, long offset, $whole$ value) {
        MappedRange mapped = mapped(OpcodeBits.SWAP, rank, offset, WIDTH);
        if (mapped == null) {
            return $narrow$perform(rank, offset, Opcode.SWAP, value, 0);
        }
        $whole$ before = SharedMemory.getAndSet$Whole$(mapped.wordAt(offset, WIDTH), value);
        members.ring(rank);
        return before;
    }

    /** Replaces the value by {@code desired} if it is {@code expected}; says whether it did. Source: GEX_OP_CAS. */
    public boolean compareAndSwap(int rank, long offset, $whole$ expected, $whole$ desired) {
        $whole$ before = exchange(OpcodeBits.CAS, rank, offset, expected, desired);
        return before == expected;
    }

    /**
     * Replaces the value by {@code desired} if it is {@code expected}; returns the value before, which is {@code
     * expected} exactly if it was replaced. Source: GEX_OP_FCAS.
     */
    public $whole$ fetchCompareAndSwap(int rank, long offset, $whole$ expected, $whole$ desired) {
        return exchange(OpcodeBits.FCAS, rank, offset, expected, desired);
    }

    private $whole$ exchange(int bit, int rank, long offset, $whole$ expected, $whole$ desired) {
        MappedRange mapped = mapped(bit, rank, offset, WIDTH);
        if (mapped == null) {
            return $narrow$perform(rank, offset, Opcode.FCAS, expected, desired);
        }
        $whole$ before = SharedMemory.compareAndExchange$Whole$(mapped.wordAt(offset, WIDTH), expected, desired);
        if (before == expected) {
            members.ring(rank);
        }
        return before;
    }

    /** Adds {@code delta}, wrapping around. Source: GEX_OP_ADD. */
    public void add(int rank, long offset, $whole$ delta) {
        add(OpcodeBits.ADD, rank, offset, delta);
    }

    /** As {@link #add}, and returns the value before. Source: GEX_OP_FADD. */
    public $whole$ fetchAdd(int rank, long offset, $whole$ delta) {
        return add(OpcodeBits.FADD, rank, offset, delta);
    }

    /** Subtracts {@code delta}, wrapping around. Source: GEX_OP_SUB. */
    public void subtract(int rank, long offset, $whole$ delta) {
        add(OpcodeBits.SUB, rank, offset, -delta);
    }

    /** As {@link #subtract}, and returns the value before. Source: GEX_OP_FSUB. */
    public $whole$ fetchSubtract(int rank, long offset, $whole$ delta) {
        return add(OpcodeBits.FSUB, rank, offset, -delta);
    }

    /** Adds 1, wrapping around. Source: GEX_OP_INC. */
    public void increment(int rank, long offset) {
        add(OpcodeBits.INC, rank, offset, 1);
    }

    /** As {@link #increment}, and returns the value before. Source: GEX_OP_FINC. */
    public $whole$ fetchIncrement(int rank, long offset) {
        return add(OpcodeBits.FINC, rank, offset, 1);
    }

    /** Subtracts 1, wrapping around. Source: GEX_OP_DEC. */
    public void decrement(int rank, long offset) {
        add(OpcodeBits.DEC, rank, offset, -1);
    }

    /** As {@link #decrement}, and returns the value before. Source: GEX_OP_FDEC. */
    public $whole$ fetchDecrement(int rank, long offset) {
        return add(OpcodeBits.FDEC, rank, offset, -1);
    }

    private $whole$ add(int bit, int rank, long offset, $whole$ delta) {
        MappedRange mapped = mapped(bit, rank, offset, WIDTH);
        if (mapped == null) {
            return $narrow$perform(rank, offset, Opcode.FADD, delta, 0);
        }
        $whole$ before = SharedMemory.getAndAdd$Whole$(mapped.wordAt(offset, WIDTH), delta);
        members.ring(rank);
        return before;
    }

    /** Multiplies by {@code factor}, wrapping around. Source: GEX_OP_MULT. */
    public void multiply(int rank, long offset, $whole$ factor) {
        multiply(OpcodeBits.MULT, rank, offset, factor);
    }

    /** As {@link #multiply}, and returns the value before. Source: GEX_OP_FMULT. */
    public $whole$ fetchMultiply(int rank, long offset, $whole$ factor) {
        return multiply(OpcodeBits.FMULT, rank, offset, factor);
    }

    private $whole$ multiply(int bit, int rank, long offset, $whole$ factor) {
        MappedRange mapped = mapped(bit, rank, offset, WIDTH);
        if (mapped == null) {
            return $narrow$perform(rank, offset, Opcode.FMULT, factor, 0);
        }
        $whole$ before = $Whole$Updates.multiply(mapped.wordAt(offset, WIDTH), factor);
        members.ring(rank);
        return before;
    }

    /** Replaces the value by {@code value} unless it is less, as the type compares. Source: GEX_OP_MIN. */
    public void min(int rank, long offset, $whole$ value) {
        min(OpcodeBits.MIN, rank, offset, value);
    }

    /** As {@link #min}, and returns the value before. Source: GEX_OP_FMIN. */
    public $whole$ fetchMin(int rank, long offset, $whole$ value) {
        return min(OpcodeBits.FMIN, rank, offset, value);
    }

    private $whole$ min(int bit, int rank, long offset, $whole$ value) {
        MappedRange mapped = mapped(bit, rank, offset, WIDTH);
        if (mapped == null) {
            return $narrow$perform(rank, offset, Opcode.FMIN, value, 0);
        }
        long address = mapped.wordAt(offset, WIDTH);
        $whole$ before = unsigned ? $Whole$Updates.minUnsigned(address, value) : $Whole$Updates.min(address, value);
        members.ring(rank);
        return before;
    }

    /** Replaces the value by {@code value} unless it is greater, as the type compares. Source: GEX_OP_MAX. */
    public void max(int rank, long offset, $whole$ value) {
        max(OpcodeBits.MAX, rank, offset, value);
    }

    /** As {@link #max}, and returns the value before. Source: GEX_OP_FMAX. */
    public $whole$ fetchMax(int rank, long offset, $whole$ value) {
        return max(OpcodeBits.FMAX, rank, offset, value);
    }

    private $whole$ max(int bit, int rank, long offset, $whole$ value) {
        MappedRange mapped = mapped(bit, rank, offset, WIDTH);
        if (mapped == null) {
            return $narrow$perform(rank, offset, Opcode.FMAX, value, 0);
        }
        long address = mapped.wordAt(offset, WIDTH);
        $whole$ before = unsigned ? $Whole$Updates.maxUnsigned(address, value) : $Whole$Updates.max(address, value);
        members.ring(rank);
        return before;
    }

    /** Clears the bits that are clear in {@code mask}. Source: GEX_OP_AND. */
    public void and(int rank, long offset, $whole$ mask) {
        and(OpcodeBits.AND, rank, offset, mask);
    }

    /** As {@link #and}, and returns the value before. Source: GEX_OP_FAND. */
    public $whole$ fetchAnd(int rank, long offset, $whole$ mask) {
        return and(OpcodeBits.FAND, rank, offset, mask);
    }

    private $whole$ and(int bit, int rank, long offset, $whole$ mask) {
        MappedRange mapped = mapped(bit, rank, offset, WIDTH);
        if (mapped == null) {
            return $narrow$perform(rank, offset, Opcode.FAND, mask, 0);
        }
        $whole$ before = $Whole$Updates.and(mapped.wordAt(offset, WIDTH), mask);
        members.ring(rank);
        return before;
    }

    /** Sets the bits that are set in {@code mask}. Source: GEX_OP_OR. */
    public void or(int rank, long offset, $whole$ mask) {
        or(OpcodeBits.OR, rank, offset, mask);
    }

    /** As {@link #or}, and returns the value before. Source: GEX_OP_FOR. */
    public $whole$ fetchOr(int rank, long offset, $whole$ mask) {
        return or(OpcodeBits.FOR, rank, offset, mask);
    }

    private $whole$ or(int bit, int rank, long offset, $whole$ mask) {
        MappedRange mapped = mapped(bit, rank, offset, WIDTH);
        if (mapped == null) {
            return $narrow$perform(rank, offset, Opcode.FOR, mask, 0);
        }
        $whole$ before = $Whole$Updates.or(mapped.wordAt(offset, WIDTH), mask);
        members.ring(rank);
        return before;
    }

    /** Inverts the bits that are set in {@code mask}. Source: GEX_OP_XOR. */
    public void xor(int rank, long offset, $whole$ mask) {
        xor(OpcodeBits.XOR, rank, offset, mask);
    }

    /** As {@link #xor}, and returns the value before. Source: GEX_OP_FXOR. */
    public $whole$ fetchXor(int rank, long offset, $whole$ mask) {
        return xor(OpcodeBits.FXOR, rank, offset, mask);
    }

    private $whole$ xor(int bit, int rank, long offset, $whole$ mask) {
        MappedRange mapped = mapped(bit, rank, offset, WIDTH);
        if (mapped == null) {
            return $narrow$perform(rank, offset, Opcode.FXOR, mask, 0);
        }
        $whole$ before = $Whole$Updates.xor(mapped.wordAt(offset, WIDTH), mask);
        members.ring(rank);
        return before;
    }

    /**
     * Any operation; returns the value before if it fetches, else 0. Flags: {@link AtomicFlags} but IMMEDIATE. Operands
     * that the operation does not take are ignored.
     */
    public $whole$ apply(int rank, long offset, Opcode opcode, $whole$ operand1, $whole$ operand2, int flags) {
        return $narrow$performBlocking(rank, offset, opcode, operand1, operand2, flags);
    }

    /**
     * Any operation with an explicit event, or {@link Event#NOT_SENT} only if IMMEDIATE is given. The value before goes
     * to {@code resultOffset} of {@code result} if the operation fetches.
     *
     * <p>Source: GASNet-EX gex_AD_OpNB_*.
     */
    public Event applyNb(MemorySegment result, long resultOffset, int rank, long offset, Opcode opcode,
            $whole$ operand1, $whole$ operand2, int flags) {
        return performNb(result, resultOffset, rank, offset, opcode, operand1, operand2, flags);
    }

    /**
     * As {@link #applyNb} with an implicit event of category {@link Opcode#category}; false, with nothing done, only if
     * IMMEDIATE is given.
     *
     * <p>Source: GASNet-EX gex_AD_OpNBI_*.
     */
    public boolean applyNbi(MemorySegment result, long resultOffset, int rank, long offset, Opcode opcode,
            $whole$ operand1, $whole$ operand2, int flags) {
        return performNbi(result, resultOffset, rank, offset, opcode, operand1, operand2, flags);
    }
}
