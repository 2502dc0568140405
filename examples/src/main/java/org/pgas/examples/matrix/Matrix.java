package org.pgas.examples.matrix;

import java.lang.foreign.MemorySegment;

/**
 * A dense matrix of doubles, in blocks that lie in the memory of all ranks. Any rank gets, puts and accumulates any
 * patch, without a look at which ranks have it. Blocking; for one thread of each rank.
 */
public interface Matrix {
    /** Rows of the whole matrix. */
    int rows();

    /** Columns of the whole matrix. */
    int columns();

    /** Puts numbers into this rank's block; seen by others after a barrier. */
    void fill(Numbers numbers);

    /** Gets a patch into memory that is laid out as {@code layout}, beginning with its first row and column. */
    void get(Patch patch, MemorySegment target, Dense layout);

    /** Puts a patch from memory that is laid out as {@code layout}, beginning with its first row and column. */
    void put(Patch patch, MemorySegment source, Dense layout);

    /** Adds to a patch what {@link #put} would put there, atomically towards other accumulates. */
    void accumulate(Patch patch, MemorySegment source, Dense layout);

    /** Adds to a single number. Nobody else may be at it. */
    void add(int row, int column, double value);

    /** Gets a whole row. */
    void getRow(int row, double[] target);
}
