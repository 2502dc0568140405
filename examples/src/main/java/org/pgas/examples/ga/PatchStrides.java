package org.pgas.examples.ga;

import org.pgas.examples.matrix.Dense;
import org.pgas.examples.matrix.Patch;

/**
 * Part of a patch as ARMCI's strided calls want it told: {@code count[0]} bytes that are neighbours on both sides,
 * repeated at distances of {@code theirs[0]} and {@code ours[0]} bytes, all that at distances of {@code theirs[1]} and
 * {@code ours[1]}.
 *
 * @param theirs between repetitions in the owner's block
 * @param ours between repetitions in the caller's buffer
 * @param count bytes, then repetitions
 */
record PatchStrides(int[] theirs, int[] ours, int[] count) {
    /**
     * @param width columns of the owner's block
     * @param layout of the caller's buffer; where that is not row after row, numbers move one by one
     */
    static PatchStrides of(Patch part, int width, Dense layout) {
        int theirRow = Math.multiplyExact(Double.BYTES, width);
        int ourRow = Math.toIntExact(layout.rowStride());
        if (layout.columnStride() == Double.BYTES) {
            return new PatchStrides(new int[]{theirRow}, new int[]{ourRow},
                    new int[]{Double.BYTES * part.columns(), part.rows()});
        }
        int ourColumn = Math.toIntExact(layout.columnStride());
        return new PatchStrides(new int[]{Double.BYTES, theirRow}, new int[]{ourColumn, ourRow},
                new int[]{Double.BYTES, part.columns(), part.rows()});
    }

    int levels() {
        return count.length - 1;
    }
}
