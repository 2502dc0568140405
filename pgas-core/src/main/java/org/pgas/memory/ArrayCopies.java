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

    /** Copies {@code count} elements, from {@code index}, to an address; at most {@link SharedMemory#PIECE_BYTES}. */
    public static void in(byte[] source, int index, long target, int count) {
        MemorySegment.copy(source, index, ALL, ValueLayout.JAVA_BYTE, target, count);
    }

    /** Copies {@code count} elements from an address, to {@code index}; at most {@link SharedMemory#PIECE_BYTES}. */
    public static void out(long source, byte[] target, int index, int count) {
        MemorySegment.copy(ALL, ValueLayout.JAVA_BYTE, source, target, index, count);
    }

    /** Copies {@code count} elements, from {@code index}, to an address; at most {@link SharedMemory#PIECE_BYTES}. */
    public static void in(int[] source, int index, long target, int count) {
        MemorySegment.copy(source, index, ALL, ValueLayout.JAVA_INT_UNALIGNED, target, count);
    }

    /** Copies {@code count} elements from an address, to {@code index}; at most {@link SharedMemory#PIECE_BYTES}. */
    public static void out(long source, int[] target, int index, int count) {
        MemorySegment.copy(ALL, ValueLayout.JAVA_INT_UNALIGNED, source, target, index, count);
    }

    /** Copies {@code count} elements, from {@code index}, to an address; at most {@link SharedMemory#PIECE_BYTES}. */
    public static void in(long[] source, int index, long target, int count) {
        MemorySegment.copy(source, index, ALL, ValueLayout.JAVA_LONG_UNALIGNED, target, count);
    }

    /** Copies {@code count} elements from an address, to {@code index}; at most {@link SharedMemory#PIECE_BYTES}. */
    public static void out(long source, long[] target, int index, int count) {
        MemorySegment.copy(ALL, ValueLayout.JAVA_LONG_UNALIGNED, source, target, index, count);
    }

    /** Copies {@code count} elements, from {@code index}, to an address; at most {@link SharedMemory#PIECE_BYTES}. */
    public static void in(float[] source, int index, long target, int count) {
        MemorySegment.copy(source, index, ALL, ValueLayout.JAVA_FLOAT_UNALIGNED, target, count);
    }

    /** Copies {@code count} elements from an address, to {@code index}; at most {@link SharedMemory#PIECE_BYTES}. */
    public static void out(long source, float[] target, int index, int count) {
        MemorySegment.copy(ALL, ValueLayout.JAVA_FLOAT_UNALIGNED, source, target, index, count);
    }

    /** Copies {@code count} elements, from {@code index}, to an address; at most {@link SharedMemory#PIECE_BYTES}. */
    public static void in(double[] source, int index, long target, int count) {
        MemorySegment.copy(source, index, ALL, ValueLayout.JAVA_DOUBLE_UNALIGNED, target, count);
    }

    /** Copies {@code count} elements from an address, to {@code index}; at most {@link SharedMemory#PIECE_BYTES}. */
    public static void out(long source, double[] target, int index, int count) {
        MemorySegment.copy(ALL, ValueLayout.JAVA_DOUBLE_UNALIGNED, source, target, index, count);
    }
}
