package org.pgas.mpi.inside;

import java.lang.foreign.MemorySegment;

/** Datatypes for code that moves their elements. Any thread. */
public final class Types {
    /** No number of elements. */
    public static final long NONE = -1;

    private Types() {}

    /** Why {@code count} elements may not be used in communication; null if they may. The type is not null. */
    public static String refusal(TypeInside type, String role, long count) {
        return type.refusal(role, count);
    }

    /** Why {@code count} elements may not be written to, since a byte is in two of them; null if they may. */
    public static String overlap(TypeInside type, String role, long count) {
        return type.overlap(role, count);
    }

    /**
     * Bytes of {@code count} elements that are one run, which begins where the first element does; {@link #NONE} of
     * others, and of those that may not be used.
     */
    public static long denseRun(TypeInside type, long count) {
        return type.denseRun(count);
    }

    /** Bytes of data in {@code count} elements, without gaps. */
    public static long dataBytes(TypeInside type, long count) {
        return type.dataBytes(count);
    }

    /** Offset of the lowest byte of {@code count} elements relative to where they begin; 0 where there are none. */
    public static long lowest(TypeInside type, long count) {
        return type.lowest(count);
    }

    /** Offset behind the highest byte of {@code count} elements. */
    public static long highest(TypeInside type, long count) {
        return type.highest(count);
    }

    /**
     * How many elements of predefined kinds {@code bytes} bytes of packed data are, of as many of the type as that
     * takes; {@link #NONE} if an element is cut.
     */
    public static long elementsIn(TypeInside type, long bytes) {
        return type.elementsIn(bytes);
    }

    /** Copies {@code bytes} of the packed form of {@code elements}, from {@code position} on, to {@code packed}. */
    public static void pack(TypedMemory elements, long position, MemorySegment packed, long at, long bytes) {
        elements.type().pack(elements, position, packed, at, bytes);
    }

    /** The reverse of {@link #pack}. */
    public static void unpack(TypedMemory elements, long position, MemorySegment packed, long at, long bytes) {
        elements.type().unpack(elements, position, packed, at, bytes);
    }
}
