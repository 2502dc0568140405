package org.pgas.examples.matmul;

import java.util.List;

import org.pgas.Job;
import org.pgas.examples.matrix.Matrix;

/**
 * The matrices of a multiplication, wherever they lie, and how ranks share the work. One object per rank, for one
 * thread.
 */
public interface Operands {
    /** Makes matrices that are zero. Collective, arguments single-valued. */
    @FunctionalInterface
    interface Maker {
        /**
         * Throws {@link org.pgas.PgasException} when there is no room.
         *
         * @param rows of the left factor and of the product
         * @param inner columns of the left factor, and rows of the right one
         * @param columns of the right factor and of the product
         */
        Operands make(Job job, int rows, int inner, int columns);
    }

    /** The left factor. */
    Matrix left();

    /** The right factor. */
    Matrix right();

    /** What the factors yield. */
    Matrix product();

    /** Draws the number of a task, from 0 on; no two ranks draw the same. */
    long nextTask();

    /** Waits for all ranks; what each of them has put or accumulated before is then in place. Collective. */
    void sync();

    /** What all ranks have done, in the order of ranks, on rank 0; nothing on others. Collective, once. */
    List<Share> gather(Share own);

    /** Ends the use of the matrices when no rank needs them any more. Collective. */
    void release();
}
