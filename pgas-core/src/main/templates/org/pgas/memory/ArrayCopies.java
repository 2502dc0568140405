//$ One class, made by config/Templates.java. Lines behind "//$ int long" stand once for each of these columns.
//$ number | byte | int           | long           | float           | double
//$ LAYOUT | BYTE | INT_UNALIGNED | LONG_UNALIGNED | FLOAT_UNALIGNED | DOUBLE_UNALIGNED

package org.pgas.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Copies between arrays and mapped memory. A method for each type: where it is compiled, the compiler knows the array's
 * class, and makes no segment of it. Addresses are checked by nobody, as everywhere in {@link SharedMemory}.
 */
public final class ArrayCopies {
    private static final MemorySegment ALL = SharedMemory.everything();

    private ArrayCopies() {}

//$ byte int long float double
    /** Copies {@code count} elements, from {@code index}, to an address; at most {@link SharedMemory#PIECE_BYTES}. */
    public static void in($number$[] source, int index, long target, int count) {
        MemorySegment.copy(source, index, ALL, ValueLayout.JAVA_$LAYOUT$, target, count);
    }

    /** Copies {@code count} elements from an address, to {@code index}; at most {@link SharedMemory#PIECE_BYTES}. */
    public static void out(long source, $number$[] target, int index, int count) {
        MemorySegment.copy(ALL, ValueLayout.JAVA_$LAYOUT$, source, target, index, count);
    }

//$
}
