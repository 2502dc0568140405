//$ Maven makes LongAtomicDomain and its siblings of this text with config/Templates.java: a class of each column of the
//$ first table. $Number$ stands for what the column has in the row Number; so do the other names between dollars. Lines
//$ behind "//$ Long Int" are for these alone; lines behind "//$ min max" stand once for each of these.
//$
//$ Number   | Long | Int | Double | Float
//$ number   | long | int | double | float
//$ Boxed    | Long | Integer | Double | Float
//$ bits     | long | int | long | int
//$ Bits     | Long | Int | Long | Int
//$ toBits   | | | Double.doubleToRawLongBits | Float.floatToRawIntBits
//$ fromBits | | | Double.longBitsToDouble | Float.intBitsToFloat
//$ narrow   | | "(int) " | | "(int) "
//$ numbers  | 64-bit integers | 32-bit integers | doubles | floats
//$ I64      | I64 | I32 | DBL | FLT
//$ U64      | U64 | U32 | |
//$ TYPES    | DataType.I64, DataType.U64 | DataType.I32, DataType.U32 | DataType.DBL | DataType.FLT
//$ types    | data types I64 and U64 | data types I32 and U32 | data type DBL | data type FLT
//$ and      | "type, " | "type, " | |
//$ illegal  | a type but I64 and U64 | a type but I32 and U32 | an operation not for DBL | an operation not for FLT
//$ type     | "DataType type, " | "DataType type, " | |
//$ given    | type | type | DataType.DBL | DataType.FLT
//$ bitByBit | | | " bit by bit" | " bit by bit"
//$ wrapping | ", wrapping around" | ", wrapping around" | |
//$ asTyped  | ", as the type compares" | ", as the type compares" | |
//$ adder    | SharedMemory.getAndAddLong | SharedMemory.getAndAddInt | DoubleUpdates.add | FloatUpdates.add
//$ in       | LongUpdates. | IntUpdates. | DoubleUpdates. | FloatUpdates.
//$ ordered  | | | DoubleUpdates. | FloatUpdates.
//$
//$ step:     | Step      | STEP | by     | operand              | says
//$ add       | Add       | ADD  | delta  | ", $number$ delta"   | Adds {@code delta}$wrapping$
//$ subtract  | Subtract  | SUB  | -delta | ", $number$ delta"   | Subtracts {@code delta}$wrapping$
//$ increment | Increment | INC  | 1      |                      | Adds 1$wrapping$
//$ decrement | Decrement | DEC  | -1     |                      | Subtracts 1$wrapping$
//$
//$ op:      | Op       | OP   | operand | of        | says
//$ multiply | Multiply | MULT | factor  | $in$      | Multiplies by {@code factor}$wrapping$
//$ min      | Min      | MIN  | value   | $ordered$ | Replaces the value by {@code value} unless it is less$asTyped$
//$ max      | Max      | MAX  | value   | $ordered$ | Replaces the value by {@code value} unless it is greater$asTyped$
//$ and      | And      | AND  | mask    | $in$      | Clears the bits that are clear in {@code mask}
//$ or       | Or       | OR   | mask    | $in$      | Sets the bits that are set in {@code mask}
//$ xor      | Xor      | XOR  | mask    | $in$      | Inverts the bits that are set in {@code mask}

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
 * Atomic operations on $numbers$ in the segments of a team's members. Legal callers, order and errors:
 * {@link AtomicDomain}.
 *
//$ Long Int
 * <p>On mapped memory get, set, swap, compare-and-swap, add, subtract, increment and decrement are one instruction of
 * the processor each; the others are loops that end in a compare-and-swap. Type $U64$ differs from $I64$ in min and max
 * only, which compare without sign.
//$ Double Float
 * <p>On mapped memory get, set, swap and compare-and-swap are one instruction of the processor each; the others are
 * loops that end in a compare-and-swap of the bits.
 *
 * <p><b>NaN and zeros.</b> Sums, differences and products are Java's: with a NaN they are a NaN, with undefined bits.
 * Get, set and swap move bits, NaNs included. Compare-and-swap compares bits: 0.0 is not -0.0, and a NaN is itself only
 * if all bits are the same. Min stores the operand unless the value is less, max unless it is greater: so with a NaN on
 * either side, and with 0.0 and -0.0, the operand is stored. They are not {@link Math#min($number$, $number$)} and its
 * sibling.
//$
 *
 * <p>Source: GASNet-EX "Remote Atomic Operations", $types$.
 */
public final class $Number$AtomicDomain extends AtomicDomain {
    // Fields and orders: BitUpdates.

    private static final int WIDTH = $Boxed$.BYTES;
    private static final Set<DataType> TYPES = Set.of($TYPES$);

//$ Long Int
    private final boolean unsigned;

//$
    private $Number$AtomicDomain(Team team, DataType type, Set<Opcode> operations, int flags) {
        super(team, TYPES, type, operations, flags);
//$ Long Int
        this.unsigned = type.isUnsigned();
//$
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
    public static $Number$AtomicDomain create(Team team) {
        return new $Number$AtomicDomain(team, DataType.$I64$, Opcode.legalFor(DataType.$I64$), AtomicFlags.NONE);
    }

    /**
     * A domain over a team. Collective; $and$operations and flags are the same on all ranks. Errors: $illegal$, an
     * empty set of operations, flags other than one FAVOR flag.
     *
     * <p>Source: GASNet-EX gex_AD_Create.
     */
    public static $Number$AtomicDomain create(Team team, $type$Set<Opcode> operations, int flags) {
        return new $Number$AtomicDomain(team, $given$, operations, flags);
    }

    /** Reads the value. An acquire. Source: GEX_OP_GET. */
    public $number$ get(int rank, long offset) {
        MappedRange mapped = mapped(OpcodeBits.GET, rank, offset, WIDTH);
        $bits$ bits = mapped != null ? SharedMemory.get$Bits$Acquire(mapped.wordAt(offset, WIDTH))
                : $narrow$perform(rank, offset, Opcode.GET, 0, 0);
        return $fromBits$(bits);
    }

    /** Replaces the value. A release. Source: GEX_OP_SET. */
    public void set(int rank, long offset, $number$ value) {
        MappedRange mapped = mapped(OpcodeBits.SET, rank, offset, WIDTH);
        if (mapped != null) {
            SharedMemory.put$Bits$Release(mapped.wordAt(offset, WIDTH), $toBits$(value));
            members.ring(rank);
        } else {
            perform(rank, offset, Opcode.SET, $toBits$(value), 0);
        }
    }

    /** Replaces the value and returns the one before. Source: GEX_OP_SWAP. */
    public $number$ swap(int rank, long offset, $number$ value) {
        MappedRange mapped = mapped(OpcodeBits.SWAP, rank, offset, WIDTH);
        if (mapped == null) {
            return $fromBits$($narrow$perform(rank, offset, Opcode.SWAP, $toBits$(value), 0));
        }
        $bits$ before = SharedMemory.getAndSet$Bits$(mapped.wordAt(offset, WIDTH), $toBits$(value));
        members.ring(rank);
        return $fromBits$(before);
    }

    /**
     * Replaces the value by {@code desired} if it is {@code expected}$bitByBit$; says whether it did.
     * Source: GEX_OP_CAS.
     */
    public boolean compareAndSwap(int rank, long offset, $number$ expected, $number$ desired) {
        $bits$ before = exchange(OpcodeBits.CAS, rank, offset, $toBits$(expected), $toBits$(desired));
        return before == $toBits$(expected);
    }

    /**
     * Replaces the value by {@code desired} if it is {@code expected}$bitByBit$; returns the value before, which
     * is {@code expected} exactly if it was replaced. Source: GEX_OP_FCAS.
     */
    public $number$ fetchCompareAndSwap(int rank, long offset, $number$ expected, $number$ desired) {
        return $fromBits$(exchange(OpcodeBits.FCAS, rank, offset, $toBits$(expected), $toBits$(desired)));
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

//$ add subtract increment decrement
    /** $says$. Source: GEX_OP_$STEP$. */
    public void $step$(int rank, long offset$operand$) {
        add(OpcodeBits.$STEP$, rank, offset, $by$);
    }

    /** As {@link #$step$}, and returns the value before. Source: GEX_OP_F$STEP$. */
    public $number$ fetch$Step$(int rank, long offset$operand$) {
        return add(OpcodeBits.F$STEP$, rank, offset, $by$);
    }

//$
    private $number$ add(int bit, int rank, long offset, $number$ delta) {
        MappedRange mapped = mapped(bit, rank, offset, WIDTH);
        if (mapped == null) {
            return $fromBits$($narrow$perform(rank, offset, Opcode.FADD, $toBits$(delta), 0));
        }
        $number$ before = $adder$(mapped.wordAt(offset, WIDTH), delta);
        members.ring(rank);
        return before;
    }

//$ multiply min max, Long Int and or xor
    /** $says$. Source: GEX_OP_$OP$. */
    public void $op$(int rank, long offset, $number$ $operand$) {
        $op$(OpcodeBits.$OP$, rank, offset, $operand$);
    }

    /** As {@link #$op$}, and returns the value before. Source: GEX_OP_F$OP$. */
    public $number$ fetch$Op$(int rank, long offset, $number$ $operand$) {
        return $op$(OpcodeBits.F$OP$, rank, offset, $operand$);
    }

    private $number$ $op$(int bit, int rank, long offset, $number$ $operand$) {
        MappedRange mapped = mapped(bit, rank, offset, WIDTH);
        if (mapped == null) {
            return $fromBits$($narrow$perform(rank, offset, Opcode.F$OP$, $toBits$($operand$), 0));
        }
        $number$ before = $of$$op$(mapped.wordAt(offset, WIDTH), $operand$);
        members.ring(rank);
        return before;
    }

//$
//$ Long Int min max
    private $number$ $op$(long address, $number$ value) {
        return unsigned ? $Number$Updates.$op$Unsigned(address, value) : $Number$Updates.$op$(address, value);
    }

//$
    /**
     * Any operation; returns the value before if it fetches, else 0. Flags: {@link AtomicFlags} but IMMEDIATE. Operands
     * that the operation does not take are ignored.
     */
    public $number$ apply(int rank, long offset, Opcode opcode, $number$ operand1, $number$ operand2, int flags) {
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
            $number$ operand1, $number$ operand2, int flags) {
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
            $number$ operand1, $number$ operand2, int flags) {
        return performNbi(result, resultOffset, rank, offset, opcode, $toBits$(operand1),
                $toBits$(operand2), flags);
    }
}
