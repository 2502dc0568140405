package org.pgas;

/**
 * The kinds of elements that an accumulate, {@code target = target + scale * source}, works on. Elements are in native
 * byte order.
 *
 * <p>Source: ARMCI_Acc (ARMCI_ACC_INT and its siblings).
 */
public enum AccumulateType {
    /** 32-bit integers, wrapping around. */
    INT(4, 4),
    /** 64-bit integers, wrapping around. */
    LNG(8, 8),
    /** Floats. */
    FLT(4, 4),
    /** Doubles. */
    DBL(8, 8),
    /** Complex numbers of two floats, the real part first. */
    CPL(8, 4),
    /** Complex numbers of two doubles, the real part first. */
    DCP(16, 8);

    private final int bytes;
    private final int componentBytes;

    AccumulateType(int bytes, int componentBytes) {
        this.bytes = bytes;
        this.componentBytes = componentBytes;
    }

    /** Size of an element: 4, 8 or 16. */
    public int bytes() {
        return bytes;
    }

    /** Size of what is updated atomically, and alignment of an element: of a complex number, one of its two parts. */
    public int componentBytes() {
        return componentBytes;
    }

    public boolean isComplex() {
        return bytes != componentBytes;
    }
}
