package org.pgas.arrays;

import java.lang.foreign.MemorySegment;
import java.util.List;

import org.pgas.Rma;
import org.pgas.Team;
import org.pgas.vis.Shape;
import org.pgas.vis.Vis;

/**
 * Transfers between rectangular sections of a matrix that is dealt to ranks and local memory. A range of an array is a section of the one row that it has.
 *
 * <p>What a rank has of a section is even in both directions but for what the section's edges cut off: so a section is at most nine regular shapes on a rank,
 * however small the blocks are.
 */
final class SectionTransfers {
    /** So many contiguous pieces are moved one by one: to make shapes for them takes longer than that. */
    private static final int FEW = 16;

    /** A power of two: shapes of the latest sections are kept, so that they are found again with what they remember. */
    private static final int KEPT = 16;

    /** The shapes of some elements in the memory of a rank, and in local memory. */
    private record Pair(Stretch down, Stretch along, long lead, Shape there, Shape here) {
        boolean isOf(Stretch otherDown, Stretch otherAlong, long otherLead) {
            return lead == otherLead && isAlike(down, otherDown) && isAlike(along, otherAlong);
        }

        /** Wherever they begin. */
        private static boolean isAlike(Stretch one, Stretch other) {
            return one.length() == other.length() && one.blocks() == other.blocks() && one.step() == other.step();
        }
    }

    private final Rma rma;
    private final Vis vis;
    private final GridDistribution grid;
    private final long base;
    private final long elementBytes;

    /** By what they were made of. Written and read plainly by any thread: pairs are immutable, and one that is lost is made again. */
    private final Pair[] kept = new Pair[KEPT];

    /** {@code grid} knows its sides; the element (0, 0) of each rank's memory is at offset {@code base} of its segment. */
    SectionTransfers(Team team, GridDistribution grid, long base, long elementBytes) {
        this.rma = team.rma();
        this.vis = Vis.of(team);
        this.grid = grid;
        this.base = base;
        this.elementBytes = elementBytes;
    }

    /** Gets what is in the matrix to {@code target}, where row i begins {@code i * lead} elements behind {@code offset} bytes. */
    void get(long row, long column, long rows, long columns, MemorySegment target, long offset, long lead) {
        move(false, row, column, rows, columns, target, offset, lead);
    }

    /** Puts into the matrix what {@code source} has, as for {@link #get}. */
    void put(long row, long column, long rows, long columns, MemorySegment source, long offset, long lead) {
        move(true, row, column, rows, columns, source, offset, lead);
    }

    private void move(boolean isPut, long row, long column, long rows, long columns, MemorySegment local, long offset,
            long lead) {
        if (rows == 0 || columns == 0) {
            return;
        }
        if (rows == 1) {
            long block = grid.columns().blockOf(column);
            if (block == grid.columns().blockOf(column + columns - 1)) {
                int rank = grid.rank(grid.rows().part(row), grid.columns().partOfBlock(block));
                long place = grid.rows().local(row) * grid.lead() + grid.columns().local(column);
                moveContiguous(isPut, rank, base + place * elementBytes, local, offset, columns * elementBytes);
                return;
            }
        }
        List<Stretch> across = Stretch.of(grid.columns(), column, columns);
        for (Stretch down : Stretch.of(grid.rows(), row, rows)) {
            for (Stretch along : across) {
                long place = offset + (down.at() * lead + along.at()) * elementBytes;
                move(isPut, down, along, local, place, lead);
            }
        }
    }

    /** Of elements that all are on one rank; the first one is at {@code offset} of {@code local}. */
    private void move(boolean isPut, Stretch down, Stretch along, MemorySegment local, long offset, long lead) {
        int rank = grid.rank(down.part(), along.part());
        long place = base + (down.local() * grid.lead() + along.local()) * elementBytes;
        long height = down.elements();
        long width = along.elements();
        boolean isWhole = width == grid.lead() && width == lead && down.blocks() == 1;
        if (along.blocks() == 1 && (height == 1 || isWhole)) {
            moveContiguous(isPut, rank, place, local, offset, height * width * elementBytes);
            return;
        }
        if (height * along.blocks() <= FEW) {
            movePieces(isPut, rank, place, down, along, local, offset, lead);
            return;
        }
        Pair shapes = shapes(down, along, lead);
        if (isPut) {
            vis.put(rank, place, shapes.there, local, offset, shapes.here);
        } else {
            vis.get(local, offset, shapes.here, rank, place, shapes.there);
        }
    }

    private Pair shapes(Stretch down, Stretch along, long lead) {
        int slot = (int) (31 * (31 * (31 * along.blocks() + along.length()) + down.elements()) + lead) & KEPT - 1;
        Pair known = kept[slot];
        if (known != null && known.isOf(down, along, lead)) {
            return known;
        }
        Shape there = Shape.chunked(along.elements() * elementBytes, down.elements(), grid.lead() * elementBytes);
        Shape here = Shape.strided(along.length() * elementBytes,
                new long[]{along.blocks(), down.length(), down.blocks()}, new long[]{along.step() * elementBytes,
                    lead * elementBytes, down.step() * lead * elementBytes});
        Pair made = new Pair(down, along, lead, there, here);
        kept[slot] = made;
        return made;
    }

    private void movePieces(boolean isPut, int rank, long place, Stretch down, Stretch along, MemorySegment local,
            long offset, long lead) {
        for (long i = 0; i < down.elements(); i++) {
            long row = i / down.length() * down.step() + i % down.length();
            for (long k = 0; k < along.blocks(); k++) {
                moveContiguous(isPut, rank, place + (i * grid.lead() + k * along.length()) * elementBytes, local,
                        offset + (row * lead + k * along.step()) * elementBytes, along.length() * elementBytes);
            }
        }
    }

    private void moveContiguous(boolean isPut, int rank, long place, MemorySegment local, long offset, long bytes) {
        if (isPut) {
            rma.put(rank, place, local, offset, bytes);
        } else {
            rma.get(local, offset, rank, place, bytes);
        }
    }
}
