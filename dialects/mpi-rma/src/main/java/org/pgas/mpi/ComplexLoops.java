package org.pgas.mpi;

/** Products of complex numbers: their real and imaginary parts, one after the other, as bits. */
final class ComplexLoops {
    private ComplexLoops() {}

    /** Of floats. */
    static void multiply(int[] target, int[] operand, int count) {
        for (int i = 0; i < 2 * count; i += 2) {
            float a = Float.intBitsToFloat(target[i]);
            float b = Float.intBitsToFloat(target[i + 1]);
            float c = Float.intBitsToFloat(operand[i]);
            float d = Float.intBitsToFloat(operand[i + 1]);
            target[i] = Float.floatToRawIntBits(a * c - b * d);
            target[i + 1] = Float.floatToRawIntBits(a * d + b * c);
        }
    }

    /** Of doubles. */
    static void multiply(long[] target, long[] operand, int count) {
        for (int i = 0; i < 2 * count; i += 2) {
            double a = Double.longBitsToDouble(target[i]);
            double b = Double.longBitsToDouble(target[i + 1]);
            double c = Double.longBitsToDouble(operand[i]);
            double d = Double.longBitsToDouble(operand[i + 1]);
            target[i] = Double.doubleToRawLongBits(a * c - b * d);
            target[i + 1] = Double.doubleToRawLongBits(a * d + b * c);
        }
    }
}
