package org.pgas.conformance;

/** Loops in loops, as GASNet-1's strided calls count them: {@code count[0]} is what one element has in bytes. */
final class ModelNest {
    private ModelNest() {}

    /** Where each element begins, in the order of the loops; level 1 is the innermost one. */
    static int[] offsets(long[] count, long[] strides) {
        int elements = 1;
        for (int level = 1; level < count.length; level++) {
            elements *= (int) count[level];
        }
        int[] offsets = new int[elements];
        for (int element = 0; element < elements; element++) {
            long rest = element;
            for (int level = 1; level < count.length; level++) {
                offsets[element] += (int) (rest % count[level] * strides[level - 1]);
                rest /= count[level];
            }
        }
        return offsets;
    }
}
