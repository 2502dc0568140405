package org.pgas.examples.ga;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.armci.Armci;
import org.pgas.armci.NbHandle;
import org.pgas.atomics.Scale;
import org.pgas.examples.grid.RankGrid;
import org.pgas.examples.matrix.Blocks;
import org.pgas.examples.matrix.Dense;
import org.pgas.examples.matrix.Matrix;
import org.pgas.examples.matrix.Numbers;
import org.pgas.examples.matrix.Patch;

/**
 * An array of doubles in two dimensions, cut into blocks, one in each rank's memory, stored row after row.
 *
 * <p>A put or an accumulate that has returned has taken what it was given; others find it in the array after a
 * {@link GlobalArrays#sync}, the rank itself at once. A get finds what was there before the last sync, and what this
 * rank has done since. Accumulates of several ranks to the same numbers add up; what else is done to a number in one
 * phase must be one rank's alone.
 *
 * <p>Errors: a patch that is not wholly in the array, or for which the caller's memory is too small,
 * {@link IndexOutOfBoundsException}, before anything moves.
 */
public final class GlobalArray implements Matrix {
    private final Armci armci;
    private final String name;
    private final Blocks blocks;
    private final long[] pointers;
    private final NbHandle[] handles;
    private final MemorySegment own;

    GlobalArray(Armci armci, String name, RankGrid grid) {
        this.armci = armci;
        this.name = name;
        blocks = new Blocks(grid);
        handles = new NbHandle[armci.nproc()];
        for (int rank = 0; rank < handles.length; rank++) {
            handles[rank] = new NbHandle();
        }
        Patch block = blocks.block(armci.me());
        long bytes = (long) Double.BYTES * block.rows() * block.columns();
        pointers = armci.malloc(bytes);
        own = bytes == 0 ? MemorySegment.ofArray(new double[0]) : armci.memory(pointers[armci.me()], bytes);
    }

    @Override
    public int rows() {
        return blocks.rows();
    }

    @Override
    public int columns() {
        return blocks.columns();
    }

    /** The patch that a rank has in its memory; it may be empty. */
    public Patch block(int rank) {
        return blocks.block(rank);
    }

    /** The rank that has a number in its memory. */
    public int owner(int row, int column) {
        check(new Patch(row, column, 1, 1));
        return blocks.owner(row, column);
    }

    /** This rank's block, row after row: for loads, and for stores that others find after a sync. */
    public MemorySegment access() {
        return own;
    }

    /** Makes all numbers of this rank's block {@code value}; others find it after a sync. */
    public void fill(double value) {
        long numbers = own.byteSize() / Double.BYTES;
        for (long at = 0; at < numbers; at++) {
            own.setAtIndex(ValueLayout.JAVA_DOUBLE, at, value);
        }
    }

    @Override
    public void fill(Numbers numbers) {
        Patch block = block(armci.me());
        long at = 0;
        for (int row = 0; row < block.rows(); row++) {
            for (int column = 0; column < block.columns(); column++) {
                own.setAtIndex(ValueLayout.JAVA_DOUBLE, at, numbers.at(block.row() + row, block.column() + column));
                at++;
            }
        }
    }

    @Override
    public void get(Patch patch, MemorySegment target, Dense layout) {
        each(patch, target, layout, (rank, there, here, strides) -> armci.nbGetS(there, strides.theirs(), target, here,
                strides.ours(), strides.count(), strides.levels(), rank, handles[rank]));
    }

    @Override
    public void put(Patch patch, MemorySegment source, Dense layout) {
        each(patch, source, layout, (rank, there, here, strides) -> armci.nbPutS(source, here, strides.ours(), there,
                strides.theirs(), strides.count(), strides.levels(), rank, handles[rank]));
    }

    @Override
    public void accumulate(Patch patch, MemorySegment source, Dense layout) {
        accumulate(1, patch, source, layout);
    }

    /** Adds to a patch {@code alpha} times what {@link #put} would put there, atomically towards other accumulates. */
    public void accumulate(double alpha, Patch patch, MemorySegment source, Dense layout) {
        Scale scale = Scale.ofDouble(alpha);
        each(patch, source, layout,
                (rank, there, here, strides) -> armci.nbAccS(scale, source, here, strides.ours(), there,
                        strides.theirs(), strides.count(), strides.levels(), rank, handles[rank]));
    }

    @Override
    public void add(int row, int column, double value) {
        int owner = owner(row, column);
        long pointer = pointer(owner, row, column);
        armci.putValueDouble(armci.getValueDouble(pointer, owner) + value, pointer, owner);
    }

    @Override
    public void getRow(int row, double[] target) {
        get(new Patch(row, 0, 1, columns()), MemorySegment.ofArray(target), Dense.rowMajor(1, columns()));
    }

    /** Gives the memory back. Collective, after a sync; the array is not used any more. */
    public void destroy() {
        armci.free(pointers);
    }

    private long pointer(int owner, int row, int column) {
        Patch block = block(owner);
        return pointers[owner]
                + Double.BYTES * ((long) (row - block.row()) * block.columns() + column - block.column());
    }

    /** Starts the transfer of what is one rank's. */
    @FunctionalInterface
    private interface Transfer {
        void start(int rank, long there, long here, PatchStrides strides);
    }

    /** Starts a transfer with every owner before it waits for the first of them. */
    private void each(Patch patch, MemorySegment memory, Dense layout, Transfer transfer) {
        check(patch);
        checkRoom(patch, memory, layout);
        blocks.cut(patch, (rank, part) -> transfer.start(rank, pointer(rank, part.row(), part.column()),
                layout.offset(part.row() - patch.row(), part.column() - patch.column()),
                PatchStrides.of(part, block(rank).columns(), layout)));
        blocks.cut(patch, (rank, part) -> armci.await(handles[rank]));
    }

    private void check(Patch patch) {
        boolean inside = inside(patch.row(), patch.rows(), rows())
                && inside(patch.column(), patch.columns(), columns());
        if (!inside) {
            throw new IndexOutOfBoundsException("rank " + armci.me() + ": global array " + this + ": a patch of "
                    + patch.rows() + " x " + patch.columns() + " from row " + patch.row() + " and column "
                    + patch.column() + " is not in it");
        }
    }

    private void checkRoom(Patch patch, MemorySegment memory, Dense layout) {
        boolean empty = patch.rows() == 0 || patch.columns() == 0;
        long bytes = empty ? 0 : layout.offset(patch.rows() - 1, patch.columns() - 1) + Double.BYTES;
        if (bytes > memory.byteSize()) {
            throw new IndexOutOfBoundsException("rank " + armci.me() + ": global array " + this + ": a patch of "
                    + patch.rows() + " x " + patch.columns() + " takes " + bytes
                    + " bytes in that layout, and the memory has "
                    + memory.byteSize());
        }
    }

    private static boolean inside(int first, int count, int extent) {
        return first >= 0 && count >= 0 && first <= extent - count;
    }

    /** Such as {@code forces (864 x 3)}. */
    @Override
    public String toString() {
        return name + " (" + rows() + " x " + columns() + ")";
    }
}
