package org.pgas.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Copies between local segments, above all on the heap, and mapped memory, at one speed whatever the program has copied
 * before.
 *
 * <p>The JDK's copy asks both segments for what they are, through calls that the compiler replaces only where it has
 * seen one kind or two. So the kind is looked at here, by comparing classes, and each has branches of its own behind
 * which the compiler knows it. Of what the compiler inlines by its own judgement it leaves out what a program seldom
 * reaches, be it ever so short. So a branch has calls only of what the JDK has inlined by annotation: it is as fast
 * where one copy in a thousand takes it.
 *
 * <p>The method is longer than what HotSpot inlines at all (325 bytes of bytecode). Its callers are therefore short
 * enough to be inlined themselves ({@code HotPathsTest}).
 */
final class HeapCopies {
    private static final MemorySegment ALL = SharedMemory.everything();
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

    private static final Class<?> NATIVE = ALL.getClass();
    private static final Class<?> OF_BYTE = MemorySegment.ofArray(new byte[0]).getClass();
    private static final Class<?> OF_CHAR = MemorySegment.ofArray(new char[0]).getClass();
    private static final Class<?> OF_SHORT = MemorySegment.ofArray(new short[0]).getClass();
    private static final Class<?> OF_INT = MemorySegment.ofArray(new int[0]).getClass();
    private static final Class<?> OF_FLOAT = MemorySegment.ofArray(new float[0]).getClass();
    private static final Class<?> OF_LONG = MemorySegment.ofArray(new long[0]).getClass();
    private static final Class<?> OF_DOUBLE = MemorySegment.ofArray(new double[0]).getClass();

    private HeapCopies() {}

    /** Copies to an address, or from there; also for segments of other kinds, more slowly. */
    static void copy(boolean in, MemorySegment local, long at, long address, long bytes) {
        Class<?> kind = local.getClass();
        if (bytes > SharedMemory.PIECE_BYTES) {
            SharedMemory.copyPieces(in ? local : ALL, in ? at : address, in ? ALL : local, in ? address : at, bytes);
        } else if (kind == NATIVE) {
            if (in) {
                MemorySegment.copy((MemorySegment) NATIVE.cast(local), BYTE, at, ALL, BYTE, address, bytes);
            } else {
                MemorySegment.copy(ALL, BYTE, address, (MemorySegment) NATIVE.cast(local), BYTE, at, bytes);
            }
        } else if (kind == OF_BYTE) {
            if (in) {
                MemorySegment.copy((MemorySegment) OF_BYTE.cast(local), BYTE, at, ALL, BYTE, address, bytes);
            } else {
                MemorySegment.copy(ALL, BYTE, address, (MemorySegment) OF_BYTE.cast(local), BYTE, at, bytes);
            }
        } else if (kind == OF_CHAR) {
            if (in) {
                MemorySegment.copy((MemorySegment) OF_CHAR.cast(local), BYTE, at, ALL, BYTE, address, bytes);
            } else {
                MemorySegment.copy(ALL, BYTE, address, (MemorySegment) OF_CHAR.cast(local), BYTE, at, bytes);
            }
        } else if (kind == OF_SHORT) {
            if (in) {
                MemorySegment.copy((MemorySegment) OF_SHORT.cast(local), BYTE, at, ALL, BYTE, address, bytes);
            } else {
                MemorySegment.copy(ALL, BYTE, address, (MemorySegment) OF_SHORT.cast(local), BYTE, at, bytes);
            }
        } else if (kind == OF_INT) {
            if (in) {
                MemorySegment.copy((MemorySegment) OF_INT.cast(local), BYTE, at, ALL, BYTE, address, bytes);
            } else {
                MemorySegment.copy(ALL, BYTE, address, (MemorySegment) OF_INT.cast(local), BYTE, at, bytes);
            }
        } else if (kind == OF_FLOAT) {
            if (in) {
                MemorySegment.copy((MemorySegment) OF_FLOAT.cast(local), BYTE, at, ALL, BYTE, address, bytes);
            } else {
                MemorySegment.copy(ALL, BYTE, address, (MemorySegment) OF_FLOAT.cast(local), BYTE, at, bytes);
            }
        } else if (kind == OF_LONG) {
            if (in) {
                MemorySegment.copy((MemorySegment) OF_LONG.cast(local), BYTE, at, ALL, BYTE, address, bytes);
            } else {
                MemorySegment.copy(ALL, BYTE, address, (MemorySegment) OF_LONG.cast(local), BYTE, at, bytes);
            }
        } else if (kind == OF_DOUBLE) {
            if (in) {
                MemorySegment.copy((MemorySegment) OF_DOUBLE.cast(local), BYTE, at, ALL, BYTE, address, bytes);
            } else {
                MemorySegment.copy(ALL, BYTE, address, (MemorySegment) OF_DOUBLE.cast(local), BYTE, at, bytes);
            }
        } else if (in) {
            MemorySegment.copy(local, BYTE, at, ALL, BYTE, address, bytes);
        } else {
            MemorySegment.copy(ALL, BYTE, address, local, BYTE, at, bytes);
        }
    }
}
