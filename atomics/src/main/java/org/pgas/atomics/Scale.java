package org.pgas.atomics;

import java.util.Objects;

import org.pgas.AccumulateType;
import org.pgas.far.Scaling;

/**
 * The factor of an accumulate, and so also the type of its elements.
 *
 * <p>A complex factor with the imaginary part 0 is a real number: it multiplies each part by itself, so an infinite one
 * does not make the other NaN.
 *
 * @param type the elements
 * @param real the bits of the factor, or of its real part: of an int or a float, in the low half
 * @param imaginary the bits of the imaginary part; 0 for types that are not complex
 */
@SuppressWarnings("exports") // what the message path sees of it is not for programs
public record Scale(AccumulateType type, long real, long imaginary) implements Scaling {
    public Scale {
        Objects.requireNonNull(type, "type");
    }

    public static Scale ofInt(int factor) {
        return new Scale(AccumulateType.INT, factor & 0xFFFF_FFFFL, 0);
    }

    public static Scale ofLong(long factor) {
        return new Scale(AccumulateType.LNG, factor, 0);
    }

    public static Scale ofFloat(float factor) {
        return new Scale(AccumulateType.FLT, bits(factor), 0);
    }

    public static Scale ofDouble(double factor) {
        return new Scale(AccumulateType.DBL, bits(factor), 0);
    }

    public static Scale ofComplexFloat(float real, float imaginary) {
        return new Scale(AccumulateType.CPL, bits(real), bits(imaginary));
    }

    public static Scale ofComplexDouble(double real, double imaginary) {
        return new Scale(AccumulateType.DCP, bits(real), bits(imaginary));
    }

    static long bits(float number) {
        return Float.floatToRawIntBits(number) & 0xFFFF_FFFFL;
    }

    static long bits(double number) {
        return Double.doubleToRawLongBits(number);
    }
}
