package org.pgas.ga;

import java.lang.foreign.MemorySegment;

import org.pgas.AccumulateType;
import org.pgas.DataType;
import org.pgas.PgasException;
import org.pgas.atomics.Scale;
import org.pgas.refusal.Refusals;

/**
 * What the elements of an array are, in native byte order; a complex number has its real part first.
 *
 * <p>A number that a call is given, such as the factor of an accumulate, is a {@link Scale} of the array's type:
 * {@code array.type().number(0.5)}.
 *
 * <p>Source: the constants of the toolkit's C interface. C_LONGLONG is C_LONG.
 */
public enum GaType {
    /** 32-bit integers; Java's int. */
    C_INT(AccumulateType.INT, DataType.I32, new IntRows()),
    /** 64-bit integers; Java's long. */
    C_LONG(AccumulateType.LNG, DataType.I64, new LongRows()),
    /** Floats. */
    C_FLT(AccumulateType.FLT, DataType.FLT, new FloatRows()),
    /** Doubles. */
    C_DBL(AccumulateType.DBL, DataType.DBL, new DoubleRows()),
    /** Complex numbers of two floats. */
    C_SCPL(AccumulateType.CPL, DataType.FLT, new ComplexFloatRows()),
    /** Complex numbers of two doubles. */
    C_DCPL(AccumulateType.DCP, DataType.DBL, new ComplexDoubleRows());

    private final AccumulateType elements;
    private final DataType components;
    private final ElementRows rows;

    GaType(AccumulateType elements, DataType components, ElementRows rows) {
        this.elements = elements;
        this.components = components;
        this.rows = rows;
    }

    /** Bytes of an element: 4, 8 or 16. */
    public int bytes() {
        return elements.bytes();
    }

    /** Whether elements are complex numbers. */
    public boolean isComplex() {
        return elements.isComplex();
    }

    /** Whether elements are integers, which wrap around. */
    public boolean isInteger() {
        return this == C_INT || this == C_LONG;
    }

    /** A number of this type. Error: it is none, such as 0.5 of C_INT. */
    public Scale number(double value) {
        if (isInteger()) {
            if (value != Math.rint(value) || Math.abs(value) > 0x1p53) {
                throw refused(String.valueOf(value), "whole ones up to 2^53; number(long) takes all");
            }
            return number((long) value);
        }
        return number(value, 0);
    }

    /** As {@link #number(double)}; of C_LONG any, of other types what is exact in them. */
    public Scale number(long value) {
        return switch (this) {
            case C_INT -> {
                if (value != (int) value) {
                    throw refused(String.valueOf(value), Integer.MIN_VALUE + ".." + Integer.MAX_VALUE);
                }
                yield Scale.ofInt((int) value);
            }
            case C_LONG -> Scale.ofLong(value);
            default -> number((double) value);
        };
    }

    /** A complex number; of the other types one with the imaginary part 0. Error: it is no number of this type. */
    public Scale number(double real, double imaginary) {
        if (!isComplex() && imaginary != 0) {
            throw refused(real + " + " + imaginary + "i", "real ones");
        }
        return switch (this) {
            case C_INT, C_LONG -> number(real);
            case C_FLT -> Scale.ofFloat((float) real);
            case C_DBL -> Scale.ofDouble(real);
            case C_SCPL -> Scale.ofComplexFloat((float) real, (float) imaginary);
            case C_DCPL -> Scale.ofComplexDouble(real, imaginary);
        };
    }

    private PgasException refused(String value, String legal) {
        return Refusals.OF_NO_RANK.bad("GaType.number", value + " is no number of type " + this + ": legal are "
                + legal);
    }

    AccumulateType elements() {
        return elements;
    }

    /** What a complex number has two of, and any other is. */
    DataType components() {
        return components;
    }

    ElementRows rows() {
        return rows;
    }

    /** Whether {@code number}, which is of this type, is what {@link #number(double)} answers for {@code value}. */
    boolean isNumber(Scale number, double value) {
        long bits = switch (this) {
            case C_INT -> (int) value & 0xFFFF_FFFFL;
            case C_LONG -> (long) value;
            case C_FLT, C_SCPL -> Float.floatToRawIntBits((float) value) & 0xFFFF_FFFFL;
            case C_DBL, C_DCPL -> Double.doubleToRawLongBits(value);
        };
        return number.real() == bits && number.imaginary() == 0 && (!isInteger() || value == Math.rint(value));
    }

    /** The element at byte {@code at}. */
    Scale read(MemorySegment memory, long at) {
        int part = elements.componentBytes();
        return new Scale(elements, bits(memory, at, part), isComplex() ? bits(memory, at + part, part) : 0);
    }

    private static long bits(MemorySegment memory, long at, int bytes) {
        return bytes == Integer.BYTES ? memory.get(ElementRows.INT, at) & 0xFFFF_FFFFL
                : memory.get(ElementRows.LONG, at);
    }
}
