package org.pgas.arrays;

import java.lang.foreign.MemorySegment;

import org.pgas.atomics.AtomicDomain;

/**
 * What matrices have in common, whatever the type of their elements. Element (i, j) lies on rank {@code
 * distribution().owner(i, j)}, and there as number {@code rows().localIndex(i) * lead() + columns().localIndex(j)} of
 * {@link #local}, with the rows and columns of {@link #distribution}. See {@link Distributed}.
 *
 * <p>A section is the rectangle of {@code rows} rows from {@code row} on and {@code columns} columns from {@code
 * column} on. In local memory its rows begin {@code lead} elements apart.
 */
public abstract sealed class GlobalMatrix extends Distributed
        permits IntMatrix, LongMatrix, FloatMatrix, DoubleMatrix {
    private final Distribution down;
    private final Distribution across;
    private final long lead;

    /** The rank of the place (i, j) in the grid is i * rowStep + j * columnStep. */
    private final int rowStep;

    private final int columnStep;

    /** Of this rank, in the grid. */
    private final int gridRow;

    private final int gridColumn;

    GlobalMatrix(ArrayMemory memory, AtomicDomain atomics) {
        super(memory, atomics);
        this.down = grid.rows();
        this.across = grid.columns();
        this.lead = grid.lead();
        this.gridRow = grid.rowOf(team.rank());
        this.gridColumn = grid.columnOf(team.rank());
        this.rowStep = grid.isTransposedGrid() ? 1 : grid.gridColumns();
        this.columnStep = grid.isTransposedGrid() ? grid.gridRows() : 1;
    }

    /** How rows and columns are dealt; of a known grid. */
    public final GridDistribution distribution() {
        return grid;
    }

    /** How many rows there are, on all ranks together. */
    public final long rows() {
        return down.elements();
    }

    /** How many columns there are, on all ranks together. */
    public final long columns() {
        return across.elements();
    }

    /** How many rows this rank has elements of; 0 if it has none. */
    public final long localRows() {
        return ownRows;
    }

    /** How many columns this rank has elements of. */
    public final long localColumns() {
        return ownColumns;
    }

    /** How many elements lie between the beginnings of two rows of {@link #local}, on all ranks alike. */
    public final long lead() {
        return lead;
    }

    /** The number in the matrix of this rank's row {@code localRow}. Error: it has no such row. */
    public final long globalRow(long localRow) {
        if (localRow < 0 || localRow >= localRows()) {
            throw memory.bad("globalRow", "local row " + localRow + ": this rank has " + localRows() + " rows");
        }
        return matrixRow(localRow);
    }

    /** The number in the matrix of this rank's column {@code localColumn}. Error: it has no such column. */
    public final long globalColumn(long localColumn) {
        if (localColumn < 0 || localColumn >= localColumns()) {
            throw memory.bad("globalColumn",
                    "local column " + localColumn + ": this rank has " + localColumns() + " columns");
        }
        return matrixColumn(localColumn);
    }

    /**
     * Gets a section, of whatever ranks, to {@code target}, at {@code targetOffset} bytes. One-sided. Errors: a section
     * outside the matrix; a lead below the columns if there are several rows; too little memory, or read-only.
     */
    public final void getSection(long row, long column, long rows, long columns, MemorySegment target,
            long targetOffset, long lead) {
        checkSection("getSection", row, column, rows, columns);
        checkMemory("getSection", target, targetOffset, rows, columns, lead, true);
        transfers.get(row, column, rows, columns, target, targetOffset, lead);
    }

    /** As {@link #getSection}, from {@code source}, at {@code sourceOffset} bytes, into the section. */
    public final void putSection(long row, long column, long rows, long columns, MemorySegment source,
            long sourceOffset, long lead) {
        checkSection("putSection", row, column, rows, columns);
        checkMemory("putSection", source, sourceOffset, rows, columns, lead, false);
        transfers.put(row, column, rows, columns, source, sourceOffset, lead);
    }

    private void checkSection(String call, long row, long column, long rows, long columns) {
        checkOpen(call);
        if (row < 0 || rows < 0 || row > openRows - rows || column < 0 || columns < 0
                || column > openColumns - columns) {
            throw memory.bad(call, "a section of " + rows + " x " + columns + " elements at (" + row + ", " + column
                    + ") is outside the matrix of " + openRows + " x " + openColumns);
        }
    }

    final void check(String call, long row, long column) {
        if (row < 0 || row >= openRows || column < 0 || column >= openColumns) {
            checkOpen(call);
            throw memory.bad(call, "element (" + row + ", " + column + ") is outside the matrix of " + openRows + " x "
                    + openColumns);
        }
    }

    /** The byte offset in {@link #local} of this rank's element (localRow, localColumn). */
    final long localPlace(String call, long localRow, long localColumn) {
        if (localRow < 0 || localRow >= openLocalRows || localColumn < 0 || localColumn >= openLocalColumns) {
            checkOpen(call);
            throw memory.bad(call, "local element (" + localRow + ", " + localColumn + "): this rank has "
                    + localRows() + " x " + localColumns() + " elements");
        }
        return localRow * lead + localColumn << shift;
    }

    /** As {@link #globalRow}, of a row that exists. */
    final long matrixRow(long localRow) {
        return down.global(gridRow, localRow);
    }

    /** As {@link #globalColumn}, of a column that exists. */
    final long matrixColumn(long localColumn) {
        return across.global(gridColumn, localColumn);
    }

    /** The rank that has an element, which exists. */
    final int owner(long row, long column) {
        return down.part(row) * rowStep + across.part(column) * columnStep;
    }

    /** The byte offset there of that element. */
    final long place(long row, long column) {
        return base + (down.local(row) * lead + across.local(column) << shift);
    }

    /** Behind the last of this rank's columns from {@code localColumn} on that are neighbours in the matrix too. */
    final long blockEnd(long localColumn) {
        return Math.min(ownColumns, localColumn + across.blockSize());
    }

    @Override
    final String extents(long rows, long columns) {
        return rows + " x " + columns;
    }

    @Override
    public final String toString() {
        return memory.name + " of " + grid;
    }
}
