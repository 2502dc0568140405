package org.pgas;

/**
 * What a number in a segment is, for operations that compute with it. Numbers are in native byte order.
 *
 * <p>Source: GASNet-EX "Data types for atomics and reductions" (gex_DT_t).
 */
public enum DataType {
    /** 32-bit integer with sign: Java's int. */
    I32(4, true, false),
    /** 32-bit integer without sign: the bits of an int, compared by {@link Integer#compareUnsigned}. */
    U32(4, true, true),
    /** 64-bit integer with sign: Java's long. */
    I64(8, true, false),
    /** 64-bit integer without sign: the bits of a long, compared by {@link Long#compareUnsigned}. */
    U64(8, true, true),
    /** 32-bit IEEE 754 number: Java's float. */
    FLT(4, false, false),
    /** 64-bit IEEE 754 number: Java's double. */
    DBL(8, false, false);

    private final int bytes;
    private final boolean integer;
    private final boolean unsigned;

    DataType(int bytes, boolean integer, boolean unsigned) {
        this.bytes = bytes;
        this.integer = integer;
        this.unsigned = unsigned;
    }

    /** Size and alignment: 4 or 8. */
    public int bytes() {
        return bytes;
    }

    public boolean isInteger() {
        return integer;
    }

    /** Whether this is an integer type that compares all bits as magnitude. */
    public boolean isUnsigned() {
        return unsigned;
    }
}
