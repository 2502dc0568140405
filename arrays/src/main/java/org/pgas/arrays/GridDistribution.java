package org.pgas.arrays;

import java.util.Objects;

import org.pgas.GlobalPointer;
import org.pgas.PgasException;
import org.pgas.refusal.Refusals;

/**
 * How the elements of a matrix are dealt to ranks that form a grid: its rows to the rows of the grid, its columns to
 * the columns of the grid, by a {@link Distribution} each. An immutable value; any thread.
 *
 * <pre>
 * element (i, j)     lies on grid row      rows.owner(i)                 of gridRows()
 *                    and grid column       columns.owner(j)              of gridColumns()
 * which is rank      gridRow * gridColumns + gridColumn;   of a transposed grid gridColumn * gridRows + gridRow
 * in its memory      at element            rows.localIndex(i) * lead() + columns.localIndex(j)
 *
 * GridDistribution.block(4, 6).grid(2, 2)          0 0 0 1 1 1
 *                                                  0 0 0 1 1 1
 *                                                  2 2 2 3 3 3
 *                                                  2 2 2 3 3 3
 * GridDistribution.of(Distribution.cyclic(4), Distribution.blockCyclic(6, 2)).grid(2, 2)
 *                                                  0 0 1 1 0 0
 *                                                  2 2 3 3 2 2
 *                                                  0 0 1 1 0 0
 *                                                  2 2 3 3 2 2
 * </pre>
 *
 * <p>The grid need not be given: over p ranks it has as many rows as the largest divisor of p that is at most the root
 * of p. A grid must have as many places as there are ranks.
 *
 * <p><b>Errors.</b> {@link PgasException}: numbers outside their range; asked for places while the grid is not known.
 */
public final class GridDistribution {
    private final Distribution rows;
    private final Distribution columns;
    private final boolean transposed;

    private GridDistribution(Distribution rows, Distribution columns, boolean transposed) {
        this.rows = rows;
        this.columns = columns;
        this.transposed = transposed;
    }

    /** Rows dealt one way, columns another; {@link Distribution#over} ranks gives a side of the grid. Error: null. */
    public static GridDistribution of(Distribution rows, Distribution columns) {
        if (rows == null || columns == null) {
            throw Refusals.OF_NO_RANK.bad("GridDistribution.of",
                    (rows == null ? "rows" : "columns") + " is null: give a Distribution");
        }
        return new GridDistribution(rows, columns, false);
    }

    /** One block for each rank. Errors as of {@link Distribution#block}. */
    public static GridDistribution block(long rows, long columns) {
        return of(Distribution.block(rows), Distribution.block(columns));
    }

    /** One block of whole rows for each rank. Errors as of {@link Distribution#block}. */
    public static GridDistribution rowBlocks(long rows, long columns) {
        return of(Distribution.block(rows), Distribution.block(columns).over(1));
    }

    /** Blocks of so many rows and columns, as of ScaLAPACK. Errors as of {@link Distribution#blockCyclic}. */
    public static GridDistribution blockCyclic(long rows, long columns, long blockRows, long blockColumns) {
        return of(Distribution.blockCyclic(rows, blockRows), Distribution.blockCyclic(columns, blockColumns));
    }

    /** The same over such a grid of ranks. Error: a side, or all places, outside 1..{@link GlobalPointer#MAX_RANKS}. */
    public GridDistribution grid(int gridRows, int gridColumns) {
        if (gridRows < 1 || gridColumns < 1 || (long) gridRows * gridColumns > GlobalPointer.MAX_RANKS) {
            throw Refusals.OF_NO_RANK.bad("GridDistribution.grid", "a grid of " + gridRows + " x " + gridColumns
                    + " ranks: legal are 1 and more, and " + GlobalPointer.MAX_RANKS + " ranks together");
        }
        return new GridDistribution(rows.over(gridRows), columns.over(gridColumns), transposed);
    }

    /** The same, with the ranks numbered down the columns of the grid instead of along its rows; twice, as before. */
    public GridDistribution transposedGrid() {
        return new GridDistribution(rows, columns, !transposed);
    }

    /**
     * The same over {@code ranks} ranks: sides of the grid that are not known are found. Errors: ranks outside
     * 1..{@link GlobalPointer#MAX_RANKS}; the sides that are known do not give so many ranks.
     */
    public GridDistribution over(int ranks) {
        if (ranks < 1 || ranks > GlobalPointer.MAX_RANKS) {
            throw Refusals.OF_NO_RANK.bad("GridDistribution.over",
                    ranks + " ranks: legal are 1.." + GlobalPointer.MAX_RANKS);
        }
        int down = gridRows();
        int across = gridColumns();
        if (down == 0 && across == 0) {
            down = nearRoot(ranks);
        }
        if (down == 0) {
            down = ranks / across;
        } else if (across == 0) {
            across = ranks / down;
        }
        if (down * across != ranks) {
            throw Refusals.OF_NO_RANK.bad("GridDistribution.over",
                    "a grid of " + side(gridRows()) + " x " + side(gridColumns())
                            + " ranks cannot be made of " + ranks + ": give a grid of as many places (grid), or none");
        }
        return grid(down, across);
    }

    private static String side(int known) {
        return known == 0 ? "any" : String.valueOf(known);
    }

    private static int nearRoot(int ranks) {
        int divisor = (int) Math.sqrt(ranks);
        while (ranks % divisor != 0) {
            divisor--;
        }
        return divisor;
    }

    /** How rows are dealt to the rows of the grid. */
    public Distribution rows() {
        return rows;
    }

    /** How columns are dealt to the columns of the grid. */
    public Distribution columns() {
        return columns;
    }

    /** Rows of the grid; 0 when not known yet. */
    public int gridRows() {
        return rows.ranks();
    }

    /** Columns of the grid; 0 when not known yet. */
    public int gridColumns() {
        return columns.ranks();
    }

    /** Whether the ranks are numbered down the columns of the grid. */
    public boolean isTransposedGrid() {
        return transposed;
    }

    /** To how many ranks the matrix is dealt; 0 when not known yet. */
    public int ranks() {
        return gridRows() * gridColumns();
    }

    /** The rank that has element (row, column). Error: outside the matrix. */
    public int owner(long row, long column) {
        checkGrid("GridDistribution.owner");
        return rank(rows.owner(row), columns.owner(column));
    }

    /** The row of the grid that {@code rank} is in. Error: rank outside 0..ranks-1. */
    public int gridRow(int rank) {
        checkRank("GridDistribution.gridRow", rank);
        return rowOf(rank);
    }

    /** The column of the grid that {@code rank} is in. Error: rank outside 0..ranks-1. */
    public int gridColumn(int rank) {
        checkRank("GridDistribution.gridColumn", rank);
        return columnOf(rank);
    }

    /** How many rows {@code rank} has elements of, or would have with more columns. Error: rank outside 0..ranks-1. */
    public long localRows(int rank) {
        return rows.count(gridRow(rank));
    }

    /** How many columns {@code rank} has elements of, or would have with more rows. Error: rank outside 0..ranks-1. */
    public long localColumns(int rank) {
        return columns.count(gridColumn(rank));
    }

    /** From row to row in any rank's memory: as many elements as the rank with most columns has columns. */
    public long lead() {
        checkGrid("GridDistribution.lead");
        return columns.mostLocalElements();
    }

    private void checkRank(String call, int rank) {
        checkGrid(call);
        if (rank < 0 || rank >= ranks()) {
            throw Refusals.OF_NO_RANK.outside(call, "rank", rank, ranks());
        }
    }

    private void checkGrid(String call) {
        if (ranks() == 0) {
            throw Refusals.OF_NO_RANK.bad(call,
                    "the grid is not known yet: say it (grid), or of how many ranks (over), or ask a matrix's");
        }
    }

    // What follows takes numbers that are right, of a known grid.

    int rank(int gridRow, int gridColumn) {
        return transposed ? gridColumn * gridRows() + gridRow : gridRow * gridColumns() + gridColumn;
    }

    int rowOf(int rank) {
        return transposed ? rank % gridRows() : rank / gridColumns();
    }

    int columnOf(int rank) {
        return transposed ? rank / gridRows() : rank % gridColumns();
    }

    /** Equal are distributions that deal alike to the same ranks. */
    @Override
    public boolean equals(Object other) {
        return other instanceof GridDistribution that && rows.equals(that.rows) && columns.equals(that.columns)
                && transposed == that.transposed;
    }

    @Override
    public int hashCode() {
        return Objects.hash(rows, columns, transposed);
    }

    /** {@code "rows: 4 elements in blocks of 2 over 2 ranks, columns: ..."}. */
    @Override
    public String toString() {
        return "rows: " + rows + ", columns: " + columns + (transposed ? ", on a transposed grid" : "");
    }
}
