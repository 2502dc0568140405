package org.pgas.conformance;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

import org.pgas.DataType;
import org.pgas.Event;
import org.pgas.Opcode;
import org.pgas.Team;
import org.pgas.atomics.AtomicDomain;
import org.pgas.atomics.AtomicFlags;
import org.pgas.atomics.DoubleAtomicDomain;
import org.pgas.atomics.FloatAtomicDomain;
import org.pgas.atomics.IntAtomicDomain;
import org.pgas.atomics.LongAtomicDomain;

/** An atomic domain of any type as tests see it: all numbers are bits, those of 4 bytes sign-extended. */
final class BitDomain {
    private final AtomicDomain domain;

    private BitDomain(AtomicDomain domain) {
        this.domain = domain;
    }

    /** With all operations. Collective. */
    static BitDomain of(Team team, DataType type) {
        return new BitDomain(switch (type) {
            case I32, U32 -> IntAtomicDomain.create(team, type, Opcode.legalFor(type), AtomicFlags.NONE);
            case I64, U64 -> LongAtomicDomain.create(team, type, Opcode.legalFor(type), AtomicFlags.NONE);
            case FLT -> FloatAtomicDomain.create(team);
            case DBL -> DoubleAtomicDomain.create(team);
        });
    }

    DataType type() {
        return domain.type();
    }

    long apply(int rank, long offset, Opcode opcode, long operand1, long operand2, int flags) {
        return switch (domain) {
            case IntAtomicDomain ints -> ints.apply(rank, offset, opcode, (int) operand1, (int) operand2, flags);
            case LongAtomicDomain longs -> longs.apply(rank, offset, opcode, operand1, operand2, flags);
            case FloatAtomicDomain floats -> Float.floatToRawIntBits(
                    floats.apply(rank, offset, opcode, asFloat(operand1), asFloat(operand2), flags));
            case DoubleAtomicDomain doubles -> Double.doubleToRawLongBits(
                    doubles.apply(rank, offset, opcode, asDouble(operand1), asDouble(operand2), flags));
        };
    }

    Event applyNb(MemorySegment result, long resultOffset, int rank, long offset, Opcode opcode, long operand1,
            long operand2, int flags) {
        return switch (domain) {
            case IntAtomicDomain ints -> ints.applyNb(result, resultOffset, rank, offset, opcode, (int) operand1,
                    (int) operand2, flags);
            case LongAtomicDomain longs -> longs.applyNb(result, resultOffset, rank, offset, opcode, operand1,
                    operand2, flags);
            case FloatAtomicDomain floats -> floats.applyNb(result, resultOffset, rank, offset, opcode,
                    asFloat(operand1), asFloat(operand2), flags);
            case DoubleAtomicDomain doubles -> doubles.applyNb(result, resultOffset, rank, offset, opcode,
                    asDouble(operand1), asDouble(operand2), flags);
        };
    }

    boolean applyNbi(MemorySegment result, long resultOffset, int rank, long offset, Opcode opcode, long operand1,
            long operand2, int flags) {
        return switch (domain) {
            case IntAtomicDomain ints -> ints.applyNbi(result, resultOffset, rank, offset, opcode, (int) operand1,
                    (int) operand2, flags);
            case LongAtomicDomain longs -> longs.applyNbi(result, resultOffset, rank, offset, opcode, operand1,
                    operand2, flags);
            case FloatAtomicDomain floats -> floats.applyNbi(result, resultOffset, rank, offset, opcode,
                    asFloat(operand1), asFloat(operand2), flags);
            case DoubleAtomicDomain doubles -> doubles.applyNbi(result, resultOffset, rank, offset, opcode,
                    asDouble(operand1), asDouble(operand2), flags);
        };
    }

    /** By the method that has the operation's name. The value before if it fetches; of CAS, 1 if it swapped; else 0. */
    long named(int rank, long offset, Opcode opcode, long operand1, long operand2) {
        Object[] arguments = new Object[2 + opcode.operands()];
        arguments[0] = rank;
        arguments[1] = offset;
        for (int i = 2; i < arguments.length; i++) {
            arguments[i] = number(i == 2 ? operand1 : operand2);
        }
        try {
            return bits(method(opcode).invoke(domain, arguments));
        } catch (InvocationTargetException e) {
            throw (RuntimeException) e.getCause();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private Method method(Opcode opcode) throws NoSuchMethodException {
        Class<?> number = switch (domain) {
            case IntAtomicDomain _ -> int.class;
            case LongAtomicDomain _ -> long.class;
            case FloatAtomicDomain _ -> float.class;
            case DoubleAtomicDomain _ -> double.class;
        };
        String name = name(opcode);
        return switch (opcode.operands()) {
            case 0 -> domain.getClass().getMethod(name, int.class, long.class);
            case 1 -> domain.getClass().getMethod(name, int.class, long.class, number);
            default -> domain.getClass().getMethod(name, int.class, long.class, number, number);
        };
    }

    private static String name(Opcode opcode) {
        return switch (opcode) {
            case GET -> "get";
            case SET -> "set";
            case SWAP -> "swap";
            case ADD -> "add";
            case SUB -> "subtract";
            case MULT -> "multiply";
            case MIN -> "min";
            case MAX -> "max";
            case INC -> "increment";
            case DEC -> "decrement";
            case AND -> "and";
            case OR -> "or";
            case XOR -> "xor";
            case CAS -> "compareAndSwap";
            default -> {
                String plain = name(opcode.toNonFetching());
                yield "fetch" + Character.toUpperCase(plain.charAt(0)) + plain.substring(1);
            }
        };
    }

    private Object number(long bits) {
        return switch (domain) {
            case IntAtomicDomain _ -> (Object) (int) bits;
            case LongAtomicDomain _ -> (Object) bits;
            case FloatAtomicDomain _ -> (Object) asFloat(bits);
            case DoubleAtomicDomain _ -> (Object) asDouble(bits);
        };
    }

    private static long bits(Object number) {
        return switch (number) {
            case null -> 0;
            case Boolean swapped -> swapped ? 1 : 0;
            case Float value -> Float.floatToRawIntBits(value);
            case Double value -> Double.doubleToRawLongBits(value);
            default -> ((Number) number).longValue();
        };
    }

    private static float asFloat(long bits) {
        return Float.intBitsToFloat((int) bits);
    }

    private static double asDouble(long bits) {
        return Double.longBitsToDouble(bits);
    }
}
