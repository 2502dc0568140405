//$ Maven makes IntRows, LongRows, FloatRows and DoubleRows of this text with config/Templates.java: one class of each
//$ column of the first table. $Number$ stands for what the column has in the row Number; so do the other names between
//$ dollars. Lines behind "//$ multiply divide" stand once for each of these.
//$
//$ Number | Int        | Long | Float                            | Double
//$ number | int        | long | float                            | double
//$ NUMBER | INT        | LONG | FLOAT                            | DOUBLE
//$ Boxed  | Integer    | Long | Float                            | Double
//$ sum    | long       | long | double                           | double
//$ Sum    | Long       | Long | Double                           | Double
//$ SUM    | LONG       | LONG | DOUBLE                           | DOUBLE
//$ ofBits | (int) bits | bits | Float.intBitsToFloat((int) bits) | Double.longBitsToDouble(bits)
//$
//$ op:      | result
//$ multiply | x * y
//$ divide   | x / y
//$ maximum  | Math.max(x, y)
//$ minimum  | Math.min(x, y)

package org.pgas.ga;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.atomics.Scale;

/** Rows of $number$s. */
final class $Number$Rows implements ElementRows {
    private static final ValueLayout.Of$Number$ ELEMENT = ValueLayout.JAVA_$NUMBER$_UNALIGNED;
    private static final ValueLayout.Of$Sum$ SUM = ValueLayout.JAVA_$SUM$_UNALIGNED;
    private static final long BYTES = $Boxed$.BYTES;

    private static $number$ value(Scale scale) {
        long bits = scale.real();
        return $ofBits$;
    }

    @Override
    public void fill(Cursor row, long count, Scale value) {
        MemorySegment memory = row.memory;
        long at = row.at;
        $number$ each = value(value);
        for (long i = 0; i < count; i++) {
            memory.set(ELEMENT, at + i * BYTES, each);
        }
    }

    @Override
    public void scale(Cursor row, long count, Scale factor) {
        MemorySegment memory = row.memory;
        long at = row.at;
        $number$ by = value(factor);
        for (long i = 0; i < count; i++) {
            memory.set(ELEMENT, at + i * BYTES, memory.get(ELEMENT, at + i * BYTES) * by);
        }
    }

    @Override
    public void increase(Cursor row, long count, Scale addend) {
        MemorySegment memory = row.memory;
        long at = row.at;
        $number$ by = value(addend);
        for (long i = 0; i < count; i++) {
            memory.set(ELEMENT, at + i * BYTES, memory.get(ELEMENT, at + i * BYTES) + by);
        }
    }

    @Override
    public void absolute(Cursor row, long count) {
        MemorySegment memory = row.memory;
        long at = row.at;
        for (long i = 0; i < count; i++) {
            memory.set(ELEMENT, at + i * BYTES, Math.abs(memory.get(ELEMENT, at + i * BYTES)));
        }
    }

    @Override
    public void reciprocal(Cursor row, long count) {
        MemorySegment memory = row.memory;
        long at = row.at;
        for (long i = 0; i < count; i++) {
            memory.set(ELEMENT, at + i * BYTES, 1 / memory.get(ELEMENT, at + i * BYTES));
        }
    }

    @Override
    public void add(Cursor target, Scale alpha, Cursor left, Scale beta, Cursor right, long count) {
        MemorySegment to = target.memory;
        MemorySegment one = left.memory;
        MemorySegment other = right.memory;
        long toAt = target.at;
        long oneAt = left.at;
        long otherAt = right.at;
        $number$ a = value(alpha);
        $number$ b = value(beta);
        for (long i = 0; i < count; i++) {
            to.set(ELEMENT, toAt + i * BYTES,
                    a * one.get(ELEMENT, oneAt + i * BYTES) + b * other.get(ELEMENT, otherAt + i * BYTES));
        }
    }

//$ multiply divide maximum minimum
    @Override
    public void $op$(Cursor target, Cursor left, Cursor right, long count) {
        MemorySegment to = target.memory;
        MemorySegment one = left.memory;
        MemorySegment other = right.memory;
        long toAt = target.at;
        long oneAt = left.at;
        long otherAt = right.at;
        for (long i = 0; i < count; i++) {
            $number$ x = one.get(ELEMENT, oneAt + i * BYTES);
            $number$ y = other.get(ELEMENT, otherAt + i * BYTES);
            to.set(ELEMENT, toAt + i * BYTES, $result$);
        }
    }

//$
    @Override
    public void median(Cursor target, Cursor left, Cursor middle, Cursor right, long count) {
        for (long i = 0; i < count; i++) {
            $number$ x = left.memory.get(ELEMENT, left.at + i * BYTES);
            $number$ y = middle.memory.get(ELEMENT, middle.at + i * BYTES);
            $number$ z = right.memory.get(ELEMENT, right.at + i * BYTES);
            target.memory.set(ELEMENT, target.at + i * BYTES,
                    Math.max(Math.min(x, y), Math.min(Math.max(x, y), z)));
        }
    }

    @Override
    public void dot(Cursor left, Cursor right, long count, MemorySegment sum) {
        MemorySegment one = left.memory;
        MemorySegment other = right.memory;
        long oneAt = left.at;
        long otherAt = right.at;
        $sum$ found = sum.get(SUM, 0);
        for (long i = 0; i < count; i++) {
            $sum$ x = one.get(ELEMENT, oneAt + i * BYTES);
            $sum$ y = other.get(ELEMENT, otherAt + i * BYTES);
            found += x * y;
        }
        sum.set(SUM, 0, found);
    }

    @Override
    public double sumOfAbsolutes(Cursor row, long count) {
        double sum = 0;
        for (long i = 0; i < count; i++) {
            double each = row.memory.get(ELEMENT, row.at + i * BYTES);
            sum += Math.abs(each);
        }
        return sum;
    }

    @Override
    public void addAbsolutes(Cursor row, long count, double[] sums, int first) {
        for (int i = 0; i < count; i++) {
            double each = row.memory.get(ELEMENT, row.at + i * BYTES);
            sums[first + i] += Math.abs(each);
        }
    }

    @Override
    public long extreme(Cursor row, long count, boolean greatest) {
        long found = 0;
        $number$ best = row.memory.get(ELEMENT, row.at);
        for (long i = 1; i < count; i++) {
            $number$ each = row.memory.get(ELEMENT, row.at + i * BYTES);
            if (greatest ? each > best : each < best) {
                best = each;
                found = i;
            }
        }
        return found;
    }

    @Override
    public boolean isBeyond(Cursor row, Cursor other, boolean greatest) {
        $number$ one = row.memory.get(ELEMENT, row.at);
        $number$ another = other.memory.get(ELEMENT, other.at);
        return greatest ? one > another : one < another;
    }

    @Override
    public String show(MemorySegment memory, long at) {
        return String.valueOf(memory.get(ELEMENT, at));
    }
}
