package org.pgas.examples.matrix;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.atomics.Scale;
import org.pgas.ga.Ga;
import org.pgas.ga.GaArray;
import org.pgas.ga.GaType;

/**
 * A matrix that is a global array, in blocks as even as may be. What a rank has put, accumulated or filled in, others
 * find after a {@link Ga#sync}.
 */
public final class GaMatrix implements Matrix {
    /** More than the library takes beside a block: its header, and what rounds it up. */
    private static final long BESIDE_BYTES = 256;

    private static final Scale ONE = Scale.ofDouble(1);

    private final Ga ga;
    private final GaArray array;
    private final int rows;
    private final int columns;

    /** The patch of a transfer, and numbers in a row of the memory: made once, as tiles move all the time. */
    private final long[] lo = new long[2];
    private final long[] hi = new long[2];
    private final long[] ld = new long[1];

    private final double[] number = new double[1];
    private final MemorySegment numberMemory = MemorySegment.ofArray(number);

    /** A matrix that is zero. Collective, arguments single-valued; throws what {@link Ga#create} throws. */
    public GaMatrix(Ga ga, String name, int rows, int columns) {
        this.ga = ga;
        this.rows = rows;
        this.columns = columns;
        array = ga.create(GaType.C_DBL, new long[]{rows, columns}, name, null);
        array.zero();
    }

    /** The most that a matrix takes of a rank's memory, in bytes: no block is larger than slabs of rows would be. */
    public static long bytes(int ranks, int rows, int columns) {
        return (long) Double.BYTES * Math.ceilDiv(rows, ranks) * columns + BESIDE_BYTES;
    }

    @Override
    public int rows() {
        return rows;
    }

    @Override
    public int columns() {
        return columns;
    }

    @Override
    public void fill(Numbers numbers) {
        if (!array.distribution(ga.nodeid(), lo, hi)) {
            return; // nothing of it is this rank's
        }
        MemorySegment own = array.access(lo, hi, ld);
        for (long row = lo[0]; row <= hi[0]; row++) {
            for (long column = lo[1]; column <= hi[1]; column++) {
                own.setAtIndex(ValueLayout.JAVA_DOUBLE, (row - lo[0]) * ld[0] + column - lo[1],
                        numbers.at((int) row, (int) column));
            }
        }
        array.releaseUpdate(lo, hi);
    }

    @Override
    public void get(Patch patch, MemorySegment target, Dense layout) {
        for (int piece = 0; piece < pieces(patch, layout); piece++) {
            array.get(lo, hi, target, select(patch, layout, piece), ld);
        }
    }

    @Override
    public void put(Patch patch, MemorySegment source, Dense layout) {
        for (int piece = 0; piece < pieces(patch, layout); piece++) {
            array.put(lo, hi, source, select(patch, layout, piece), ld);
        }
    }

    @Override
    public void accumulate(Patch patch, MemorySegment source, Dense layout) {
        for (int piece = 0; piece < pieces(patch, layout); piece++) {
            array.acc(lo, hi, source, select(patch, layout, piece), ld, ONE);
        }
    }

    /** Transfers of a patch: one where memory has it row after row, as the array; else one for each column. */
    private static int pieces(Patch patch, Dense layout) {
        if (patch.rows() == 0 || patch.columns() == 0) {
            return 0;
        }
        return isByRows(layout) ? 1 : patch.columns();
    }

    private static boolean isByRows(Dense layout) {
        return layout.columnStride() == Double.BYTES;
    }

    /** Makes {@link #lo}, {@link #hi} and {@link #ld} those of a piece. Returns where it begins in memory, in bytes. */
    private long select(Patch patch, Dense layout, int piece) {
        int width = isByRows(layout) ? patch.columns() : 1;
        lo[0] = patch.row();
        lo[1] = patch.column() + piece;
        hi[0] = lo[0] + patch.rows() - 1;
        hi[1] = lo[1] + width - 1;
        // in a layout of one row, column after column, a row has no next one
        ld[0] = Math.max(layout.rowStride() / Double.BYTES, width);
        return layout.offset(0, piece);
    }

    @Override
    public void add(int row, int column, double value) {
        lo[0] = row;
        lo[1] = column;
        number[0] = value;
        array.acc(lo, lo, numberMemory, 0, null, ONE);
    }

    @Override
    public void getRow(int row, double[] target) {
        lo[0] = row;
        lo[1] = 0;
        hi[0] = row;
        hi[1] = columns - 1;
        array.get(lo, hi, MemorySegment.ofArray(target));
    }
}
