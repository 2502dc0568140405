//$ One class, made by config/Templates.java. Lines behind "//$ int long" stand once for each of these columns.
//$ number | byte | char | short | int | float | long | double
//$ NUMBER | BYTE | CHAR | SHORT | INT | FLOAT | LONG | DOUBLE

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
//$ byte char short int float long double
    private static final Class<?> OF_$NUMBER$ = MemorySegment.ofArray(new $number$[0]).getClass();
//$

    private HeapCopies() {}

    /** Copies to an address, or from there; also for segments of other kinds, more slowly. */
    static void copy(boolean in, MemorySegment local, long at, long address, long bytes) {
        Class<?> kind = local.getClass();
        if (bytes >= LargeCopies.LEAST_BYTES) {
            SharedMemory.copyLarge(in ? local : ALL, in ? at : address, in ? ALL : local, in ? address : at, bytes);
        } else if (kind == NATIVE) {
            if (in) {
                MemorySegment.copy((MemorySegment) NATIVE.cast(local), BYTE, at, ALL, BYTE, address, bytes);
            } else {
                MemorySegment.copy(ALL, BYTE, address, (MemorySegment) NATIVE.cast(local), BYTE, at, bytes);
            }
//$ byte char short int float long double
        } else if (kind == OF_$NUMBER$) {
            if (in) {
                MemorySegment.copy((MemorySegment) OF_$NUMBER$.cast(local), BYTE, at, ALL, BYTE, address, bytes);
            } else {
                MemorySegment.copy(ALL, BYTE, address, (MemorySegment) OF_$NUMBER$.cast(local), BYTE, at, bytes);
            }
//$
        } else if (in) {
            MemorySegment.copy(local, BYTE, at, ALL, BYTE, address, bytes);
        } else {
            MemorySegment.copy(ALL, BYTE, address, local, BYTE, at, bytes);
        }
    }
}
