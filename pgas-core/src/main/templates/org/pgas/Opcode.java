//$ One class, made by config/Templates.java. Lines behind "//$ Float Double" stand once for each of these columns.
//$ Real     | Float | Double
//$ real     | float | double
//$ bits     | int | long
//$ toBits   | Float.floatToRawIntBits | Double.doubleToRawLongBits
//$ fromBits | Float.intBitsToFloat | Double.longBitsToDouble
//$
//$ OP       | ADD | SUB | MULT | MIN | MAX | INC | DEC | AND | OR | XOR
//$ operands | 1   | 1   | 1    | 1   | 1   | 0   | 0   | 1   | 1  | 1
package org.pgas;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * What an atomic operation does. In the formulas, op0 is the value at the target before, op1 and op2 are the operands,
 * and the target holds the formula's value after; a fetching operation returns op0.
 *
 * <p>Integers wrap around. Floating-point numbers follow Java, which is IEEE 754: a sum or product with a NaN is a NaN.
 * MIN and MAX are the formulas as they stand: a comparison with a NaN is false, so op1 is stored; of 0.0 and -0.0
 * neither is less, so op1 is stored too. CAS and FCAS compare bits: 0.0 is not -0.0, and a NaN is equal to a NaN of the
 * same bits only.
 *
 * <p>Source: GASNet-EX "Operation codes (opcodes) for atomics and reductions" (gex_OP_t), "Opcode conversion".
 */
public enum Opcode {
    /** op0 + op1. */
    ADD(1, false),
    /** op0 - op1. */
    SUB(1, false),
    /** op0 * op1. */
    MULT(1, false),
    /** op0 &lt; op1 ? op0 : op1. */
    MIN(1, false),
    /** op0 &gt; op1 ? op0 : op1. */
    MAX(1, false),
    /** op0 + 1. */
    INC(0, false),
    /** op0 - 1. */
    DEC(0, false),
    /** op0 &amp; op1; integers only. */
    AND(1, false),
    /** op0 | op1; integers only. */
    OR(1, false),
    /** op0 ^ op1; integers only. */
    XOR(1, false),
    /** op1. */
    SET(1, false),
    /** op0 == op1 ? op2 : op0; never fails spuriously. */
    CAS(2, false),
//$ ADD SUB MULT MIN MAX INC DEC AND OR XOR
    /** {@link #$OP$}, fetching. */
    F$OP$($operands$, true),
//$
    /** op1: {@link #SET}, fetching. */
    SWAP(1, true),
    /** {@link #CAS}, fetching. */
    FCAS(2, true),
    /** op0: reads, and changes nothing. */
    GET(0, true);

    private static final Opcode[] ALL = values();

    /** From a non-fetching operation to its fetching form: the two stand in the same order, {@link #GET} after them. */
    private static final int TO_FETCHING = 12;

    private final int operands;
    private final boolean fetching;

    Opcode(int operands, boolean fetching) {
        this.operands = operands;
        this.fetching = fetching;
    }

    /** How many operands it takes: 0, 1 or 2. Further ones are ignored. */
    public int operands() {
        return operands;
    }

    /** Whether it returns the value before. */
    public boolean isFetching() {
        return fetching;
    }

    /** Whether it may be applied to numbers of {@code type}: the bit-wise ones only to integers, all others to all. */
    public boolean isLegalFor(DataType type) {
        return type.isInteger() || switch (this) {
            case AND, OR, XOR, FAND, FOR, FXOR -> false;
            default -> true;
        };
    }

    /** All that {@link #isLegalFor} a type; unmodifiable. */
    public static Set<Opcode> legalFor(DataType type) {
        EnumSet<Opcode> legal = EnumSet.allOf(Opcode.class);
        legal.removeIf(opcode -> !opcode.isLegalFor(type));
        return Collections.unmodifiableSet(legal);
    }

    /** The category by which implicit operations are synchronised: SET is a put, GET a get, all others are RMW. */
    public EventCategory category() {
        return switch (this) {
            case SET -> EventCategory.PUT;
            case GET -> EventCategory.GET;
            default -> EventCategory.RMW;
        };
    }

    /**
     * The fetching form of a non-fetching operation; of {@link #SET}, {@link #SWAP}. Error: an operation that fetches
     * already.
     *
     * <p>Source: GASNet-EX GEX_OP_TO_FETCHING.
     */
    public Opcode toFetching() {
        if (fetching) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT,
                    "Opcode.toFetching: " + this + " is fetching already: legal are ADD to CAS");
        }
        return ALL[ordinal() + TO_FETCHING];
    }

    /**
     * The non-fetching form of a fetching operation; of {@link #SWAP}, {@link #SET}. Error: {@link #GET}, which has
     * none, or an operation that does not fetch.
     *
     * <p>Source: GASNet-EX GEX_OP_TO_NONFETCHING.
     */
    public Opcode toNonFetching() {
        if (!fetching || this == GET) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT,
                    "Opcode.toNonFetching: " + this + " has no non-fetching form: legal are FADD to FCAS");
        }
        return ALL[ordinal() - TO_FETCHING];
    }

    /**
     * What the target holds after this operation, as bits.
     *
     * <p>Numbers of 4 bytes are the low-order 32 bits of a long: given so, whatever the others are, and returned
     * sign-extended. {@code op1} and {@code op2} are ignored where the operation takes fewer.
     */
    public long result(DataType type, long op0, long op1, long op2) {
        return switch (type) {
            case I32 -> integer((int) op0, (int) op1, (int) op2);
            case U32 -> (int) unsigned(op0 & 0xFFFF_FFFFL, op1 & 0xFFFF_FFFFL, op2 & 0xFFFF_FFFFL);
            case I64 -> integer(op0, op1, op2);
            case U64 -> unsigned(op0, op1, op2);
            case FLT -> ofFloat((int) op0, (int) op1, (int) op2);
            case DBL -> ofDouble(op0, op1, op2);
        };
    }

    private int integer(int op0, int op1, int op2) {
        return (int) integer((long) op0, op1, op2);
    }

    private long integer(long op0, long op1, long op2) {
        return switch (this) {
            case MIN, FMIN -> Math.min(op0, op1);
            case MAX, FMAX -> Math.max(op0, op1);
            default -> anyInteger(op0, op1, op2);
        };
    }

    private long unsigned(long op0, long op1, long op2) {
        return switch (this) {
            case MIN, FMIN -> Long.compareUnsigned(op0, op1) < 0 ? op0 : op1;
            case MAX, FMAX -> Long.compareUnsigned(op0, op1) > 0 ? op0 : op1;
            default -> anyInteger(op0, op1, op2);
        };
    }

    private long anyInteger(long op0, long op1, long op2) {
        return switch (this) {
            case ADD, FADD -> op0 + op1;
            case SUB, FSUB -> op0 - op1;
            case MULT, FMULT -> op0 * op1;
            case INC, FINC -> op0 + 1;
            case DEC, FDEC -> op0 - 1;
            case AND, FAND -> op0 & op1;
            case OR, FOR -> op0 | op1;
            case XOR, FXOR -> op0 ^ op1;
            default -> access(op0, op1, op2);
        };
    }

    /** The operations that move bits. */
    private long access(long op0, long op1, long op2) {
        return switch (this) {
            case SET, SWAP -> op1;
            case CAS, FCAS -> op0 == op1 ? op2 : op0;
            case GET -> op0;
            default -> throw new PgasException(ErrorCode.BAD_ARGUMENT,
                    "Opcode.result: " + this + " is for integers only: legal for FLT and DBL are the others");
        };
    }

//$ Float Double
    private long of$Real$($bits$ bits0, $bits$ bits1, $bits$ bits2) {
        $real$ op0 = $fromBits$(bits0);
        $real$ op1 = $fromBits$(bits1);
        return switch (this) {
            case ADD, FADD -> $toBits$(op0 + op1);
            case SUB, FSUB -> $toBits$(op0 - op1);
            case MULT, FMULT -> $toBits$(op0 * op1);
            case MIN, FMIN -> op0 < op1 ? bits0 : bits1;
            case MAX, FMAX -> op0 > op1 ? bits0 : bits1;
            case INC, FINC -> $toBits$(op0 + 1);
            case DEC, FDEC -> $toBits$(op0 - 1);
            default -> access(bits0, bits1, bits2);
        };
    }

//$
}
