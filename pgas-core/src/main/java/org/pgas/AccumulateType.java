package org.pgas;

import org.pgas.memory.ScaledAdd;

/**
 * The kinds of elements that an accumulate, {@code target = target + scale * source}, works on. Elements are in native byte order.
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

    /**
     * For the library's other modules; not part of the API. Adds {@code count} scaled elements between two addresses, not atomically.
     * {@code scale} and {@code imaginary} are the bits of the factor's parts; the second only counts for complex numbers, and if it is
     * 0, the first multiplies each part by itself.
     *
     * @hidden
     */
    public void add(long source, long target, long count, long scale, long imaginary) {
        switch (this) {
            case INT -> ScaledAdd.addInts(source, target, count, (int) scale);
            case LNG -> ScaledAdd.addLongs(source, target, count, scale);
            case FLT -> ScaledAdd.addFloats(source, target, count, Float.intBitsToFloat((int) scale));
            case DBL -> ScaledAdd.addDoubles(source, target, count, Double.longBitsToDouble(scale));
            case CPL -> addComplexFloats(source, target, count, Float.intBitsToFloat((int) scale),
                    Float.intBitsToFloat((int) imaginary));
            case DCP -> addComplexDoubles(source, target, count, Double.longBitsToDouble(scale),
                    Double.longBitsToDouble(imaginary));
        }
    }

    private static void addComplexFloats(long source, long target, long count, float real, float imaginary) {
        if (imaginary == 0) {
            ScaledAdd.addFloats(source, target, 2 * count, real);
        } else {
            ScaledAdd.addComplexFloats(source, target, count, real, imaginary);
        }
    }

    private static void addComplexDoubles(long source, long target, long count, double real, double imaginary) {
        if (imaginary == 0) {
            ScaledAdd.addDoubles(source, target, 2 * count, real);
        } else {
            ScaledAdd.addComplexDoubles(source, target, count, real, imaginary);
        }
    }
}
