package org.pgas.conformance;

import java.math.BigInteger;

import org.pgas.DataType;
import org.pgas.Opcode;

/**
 * What the document says that atomic operations do, written once more: integers as unbounded numbers, floats by way of
 * doubles, which round to the same. Numbers are bits, those of 4 bytes sign-extended.
 */
final class AtomicMirror {
    private AtomicMirror() {}

    /** What the place holds after the operation. */
    static long after(DataType type, Opcode opcode, long op0, long op1, long op2) {
        String name = opcode.isFetching() && opcode != Opcode.GET ? opcode.toNonFetching().name() : opcode.name();
        return switch (name) {
            case "GET" -> op0;
            case "SET" -> op1;
            case "CAS" -> op0 == op1 ? op2 : op0;
            default -> type.isInteger() ? integer(type, name, op0, op1) : number(type, name, op0, op1);
        };
    }

    private static long integer(DataType type, String name, long op0, long op1) {
        BigInteger x = unbounded(type, op0);
        BigInteger y = unbounded(type, op1);
        BigInteger z = switch (name) {
            case "ADD" -> x.add(y);
            case "SUB" -> x.subtract(y);
            case "MULT" -> x.multiply(y);
            case "MIN" -> x.min(y);
            case "MAX" -> x.max(y);
            case "INC" -> x.add(BigInteger.ONE);
            case "DEC" -> x.subtract(BigInteger.ONE);
            case "AND" -> x.and(y);
            case "OR" -> x.or(y);
            case "XOR" -> x.xor(y);
            default -> throw new AssertionError(name);
        };
        return type.bytes() == 4 ? z.intValue() : z.longValue();
    }

    private static BigInteger unbounded(DataType type, long bits) {
        BigInteger signed = BigInteger.valueOf(bits);
        return type.isUnsigned() ? signed.mod(BigInteger.ONE.shiftLeft(8 * type.bytes())) : signed;
    }

    private static long number(DataType type, String name, long op0, long op1) {
        double x = value(type, op0);
        double y = value(type, op1);
        return switch (name) {
            case "ADD" -> bits(type, x + y);
            case "SUB" -> bits(type, x - y);
            case "MULT" -> bits(type, x * y);
            case "INC" -> bits(type, x + 1);
            case "DEC" -> bits(type, x - 1);
            // moved, not computed with
            case "MIN" -> x < y ? op0 : op1;
            case "MAX" -> x > y ? op0 : op1;
            default -> throw new AssertionError(name);
        };
    }

    static double value(DataType type, long bits) {
        return type == DataType.FLT ? Float.intBitsToFloat((int) bits) : Double.longBitsToDouble(bits);
    }

    static long bits(DataType type, double value) {
        return type == DataType.FLT ? Float.floatToRawIntBits((float) value) : Double.doubleToRawLongBits(value);
    }

    /** Whether these are the same bits, or NaNs that were computed, whose bits are not defined. */
    static boolean agrees(DataType type, Opcode opcode, long expected, long actual) {
        return expected == actual || !type.isInteger() && isArithmetic(opcode) && Double.isNaN(value(type, expected))
                && Double.isNaN(value(type, actual));
    }

    private static boolean isArithmetic(Opcode opcode) {
        return switch (opcode) {
            case ADD, FADD, SUB, FSUB, MULT, FMULT, INC, FINC, DEC, FDEC -> true;
            default -> false;
        };
    }
}
