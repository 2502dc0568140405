package org.pgas.examples.cg;

import org.pgas.Opcode;
import org.pgas.coll.Collectives;

/**
 * Compares the rows of a matrix with its columns, without anybody having both: for each number one rank has the row,
 * and all have entries of the column. All add a hash of each entry to a sum for its row and take it from one for its
 * column, so that the sums of all ranks together are zero where row and column are alike. That they are zero and the
 * two are not happens once in 2<sup>64</sup> matrices.
 */
public final class SymmetryCheck {
    /** What {@link #firstDifference} answers when there is none. */
    public static final int NONE = -1;

    private SymmetryCheck() {}

    /** The first row that is not like its column, or {@link #NONE}; the same on all ranks. Collective. */
    public static int firstDifference(Collectives collectives, SparseRows matrix, int order) {
        long[] sums = new long[order];
        matrix.visit((row, column, value) -> {
            if (row != column && value != 0) {
                sums[row] += hash(row, column, value);
                sums[column] -= hash(column, row, value);
            }
        });
        collectives.reduceToAll(sums, sums, Opcode.ADD);
        for (int row = 0; row < order; row++) {
            if (sums[row] != 0) {
                return row;
            }
        }
        return NONE;
    }

    private static long hash(int row, int column, double value) {
        return mix(mix((long) row << 32 | column) + Double.doubleToLongBits(value));
    }

    /** Changes every bit with about every other one: the finaliser of SplitMix64. */
    private static long mix(long bits) {
        long mixed = bits + 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }
}
