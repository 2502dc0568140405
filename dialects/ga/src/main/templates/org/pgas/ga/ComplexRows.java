//$ Maven makes ComplexFloatRows and ComplexDoubleRows of this text with config/Templates.java: one class of each column
//$ of the first table. $part$ stands for what the column has in the row part; so do the other names between dollars.
//$ Lines behind "//$ multiply divide" stand once for each of these.
//$
//$ Complex | ComplexFloat                     | ComplexDouble
//$ part    | float                            | double
//$ Part    | Float                            | Double
//$ PART    | FLOAT                            | DOUBLE
//$ narrow  | "(float) "                       |
//$ ofBits  | Float.intBitsToFloat((int) bits) | Double.longBitsToDouble(bits)
//$
//$ op:     | isLeft
//$ maximum | x >= y
//$ minimum | x <= y

package org.pgas.ga;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.atomics.Scale;

/** Rows of complex numbers of two $part$s each. */
final class $Complex$Rows implements ElementRows {
    private static final ValueLayout.Of$Part$ ELEMENT = ValueLayout.JAVA_$PART$_UNALIGNED;
    private static final ValueLayout.OfDouble SUM = ValueLayout.JAVA_DOUBLE_UNALIGNED;
    private static final long PART = $Part$.BYTES;
    private static final long BYTES = 2 * PART;

    private static $part$ part(long bits) {
        return $ofBits$;
    }

    private static $part$ real(Scale scale) {
        return part(scale.real());
    }

    private static $part$ imaginary(Scale scale) {
        return part(scale.imaginary());
    }

    private static $part$ real(Cursor row, long i) {
        return row.memory.get(ELEMENT, row.at + i * BYTES);
    }

    private static $part$ imaginary(Cursor row, long i) {
        return row.memory.get(ELEMENT, row.at + i * BYTES + PART);
    }

    private static void set(Cursor row, long i, $part$ real, $part$ imaginary) {
        row.memory.set(ELEMENT, row.at + i * BYTES, real);
        row.memory.set(ELEMENT, row.at + i * BYTES + PART, imaginary);
    }

    private static double modulus(Cursor row, long i) {
        return Math.hypot(real(row, i), imaginary(row, i));
    }

    @Override
    public void fill(Cursor row, long count, Scale value) {
        $part$ real = real(value);
        $part$ imaginary = imaginary(value);
        for (long i = 0; i < count; i++) {
            set(row, i, real, imaginary);
        }
    }

    @Override
    public void scale(Cursor row, long count, Scale factor) {
        $part$ real = real(factor);
        $part$ imaginary = imaginary(factor);
        for (long i = 0; i < count; i++) {
            $part$ x = real(row, i);
            $part$ y = imaginary(row, i);
            set(row, i, x * real - y * imaginary, x * imaginary + y * real);
        }
    }

    @Override
    public void increase(Cursor row, long count, Scale addend) {
        $part$ real = real(addend);
        $part$ imaginary = imaginary(addend);
        for (long i = 0; i < count; i++) {
            set(row, i, real(row, i) + real, imaginary(row, i) + imaginary);
        }
    }

    @Override
    public void absolute(Cursor row, long count) {
        for (long i = 0; i < count; i++) {
            set(row, i, $narrow$modulus(row, i), 0);
        }
    }

    @Override
    public void reciprocal(Cursor row, long count) {
        for (long i = 0; i < count; i++) {
            divide(row, i, 1, 0, real(row, i), imaginary(row, i));
        }
    }

    /** By the greater part of the divisor first, so that no square overflows. */
    private static void divide(Cursor target, long i, $part$ a, $part$ b, $part$ c, $part$ d) {
        if (Math.abs(c) >= Math.abs(d)) {
            $part$ ratio = d / c;
            $part$ divisor = c + d * ratio;
            set(target, i, (a + b * ratio) / divisor, (b - a * ratio) / divisor);
        } else {
            $part$ ratio = c / d;
            $part$ divisor = c * ratio + d;
            set(target, i, (a * ratio + b) / divisor, (b * ratio - a) / divisor);
        }
    }

    @Override
    public void add(Cursor target, Scale alpha, Cursor left, Scale beta, Cursor right, long count) {
        $part$ a = real(alpha);
        $part$ b = imaginary(alpha);
        $part$ c = real(beta);
        $part$ d = imaginary(beta);
        for (long i = 0; i < count; i++) {
            $part$ x = real(left, i);
            $part$ y = imaginary(left, i);
            $part$ v = real(right, i);
            $part$ w = imaginary(right, i);
            set(target, i, a * x - b * y + (c * v - d * w), a * y + b * x + (c * w + d * v));
        }
    }

    @Override
    public void multiply(Cursor target, Cursor left, Cursor right, long count) {
        for (long i = 0; i < count; i++) {
            $part$ x = real(left, i);
            $part$ y = imaginary(left, i);
            $part$ v = real(right, i);
            $part$ w = imaginary(right, i);
            set(target, i, x * v - y * w, x * w + y * v);
        }
    }

    @Override
    public void divide(Cursor target, Cursor left, Cursor right, long count) {
        for (long i = 0; i < count; i++) {
            divide(target, i, real(left, i), imaginary(left, i), real(right, i), imaginary(right, i));
        }
    }

//$ maximum minimum
    @Override
    public void $op$(Cursor target, Cursor left, Cursor right, long count) {
        for (long i = 0; i < count; i++) {
            double x = modulus(left, i);
            double y = modulus(right, i);
            copy(target, $isLeft$ ? left : right, i);
        }
    }

//$
    private static void copy(Cursor target, Cursor source, long i) {
        set(target, i, real(source, i), imaginary(source, i));
    }

    @Override
    public void median(Cursor target, Cursor left, Cursor middle, Cursor right, long count) {
        for (long i = 0; i < count; i++) {
            double x = modulus(left, i);
            double y = modulus(middle, i);
            double z = modulus(right, i);
            boolean isLeft = x >= Math.min(y, z) && x <= Math.max(y, z);
            boolean isMiddle = y >= Math.min(x, z) && y <= Math.max(x, z);
            copy(target, isLeft ? left : isMiddle ? middle : right, i);
        }
    }

    @Override
    public void dot(Cursor left, Cursor right, long count, MemorySegment sum) {
        double real = sum.get(SUM, 0);
        double imaginary = sum.get(SUM, Double.BYTES);
        for (long i = 0; i < count; i++) {
            double x = real(left, i);
            double y = imaginary(left, i);
            double v = real(right, i);
            double w = imaginary(right, i);
            real += x * v - y * w;
            imaginary += x * w + y * v;
        }
        sum.set(SUM, 0, real);
        sum.set(SUM, Double.BYTES, imaginary);
    }

    @Override
    public double sumOfAbsolutes(Cursor row, long count) {
        double sum = 0;
        for (long i = 0; i < count; i++) {
            sum += modulus(row, i);
        }
        return sum;
    }

    @Override
    public void addAbsolutes(Cursor row, long count, double[] sums, int first) {
        for (int i = 0; i < count; i++) {
            sums[first + i] += modulus(row, i);
        }
    }

    @Override
    public long extreme(Cursor row, long count, boolean greatest) {
        long found = 0;
        for (long i = 1; i < count; i++) {
            double each = modulus(row, i);
            double best = modulus(row, found);
            if (greatest ? each > best : each < best) {
                found = i;
            }
        }
        return found;
    }

    @Override
    public boolean isBeyond(Cursor row, Cursor other, boolean greatest) {
        double one = modulus(row, 0);
        double another = modulus(other, 0);
        return greatest ? one > another : one < another;
    }

    @Override
    public String show(MemorySegment memory, long at) {
        return "(" + memory.get(ELEMENT, at) + "," + memory.get(ELEMENT, at + PART) + ")";
    }
}
