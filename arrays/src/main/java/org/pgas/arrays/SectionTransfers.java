package org.pgas.arrays;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReference;

import org.pgas.Rma;
import org.pgas.Team;
import org.pgas.vis.Shape;
import org.pgas.vis.Vis;

/**
 * Transfers between rectangular sections of a matrix that is dealt to ranks and local memory. A range of an array is a
 * section of the one row that it has.
 *
 * <p>What a rank has of a section is even in both directions but for what the section's edges cut off: so a section is
 * at most nine regular shapes on a rank, however small the blocks are.
 *
 * <pre>
 * field  writer      reader      order
 * kept   any thread  any thread  plain: pairs are immutable
 * spare  any thread  any thread  exchanged, given back by release
 * </pre>
 */
final class SectionTransfers {
    /** So many contiguous pieces are moved one by one: to make shapes for them takes longer than that. */
    private static final int FEW = 16;

    /** A power of two: shapes of the latest sections are kept, so that they are found again with what they remember. */
    private static final int KEPT = 64;

    /** The shapes of pieces that are alike, wherever they begin, in the memory of a rank, and in local memory. */
    private record Pair(long rows, long rowBlocks, long rowStep, long columns, long columnBlocks, long columnStep,
            long lead, Shape there, Shape here) {
        boolean isOf(Stretches down, Stretches along, long otherLead) {
            return lead == otherLead && columns == along.length && rows == down.length && columnBlocks == along.blocks
                    && rowBlocks == down.blocks && columnStep == along.step && rowStep == down.step;
        }
    }

    /** What a call goes through a section with. */
    private record Walk(Stretches down, Stretches along) {}

    private final Rma rma;
    private final Vis vis;
    private final GridDistribution grid;
    private final long base;
    private final long elementBytes;

    /** By what they were made of. Racy: pairs are immutable, and one that is lost is made again. */
    private final Pair[] kept = new Pair[KEPT];

    /**
     * For the next call, or null while one has it: another that comes meanwhile makes its own. Exchanged by any thread.
     */
    private final AtomicReference<Walk> spare = new AtomicReference<>();

    /**
     * {@code grid} knows its sides; the element (0, 0) of each rank's memory is at offset {@code base} of its segment.
     */
    SectionTransfers(Team team, GridDistribution grid, long base, long elementBytes) {
        this.rma = team.rma();
        this.vis = Vis.of(team);
        this.grid = grid;
        this.base = base;
        this.elementBytes = elementBytes;
    }

    /** Gets to {@code target}, where row i begins {@code i * lead} elements behind {@code offset} bytes. */
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
        moveParts(isPut, row, column, rows, columns, local, offset, lead);
    }

    private void moveParts(boolean isPut, long row, long column, long rows, long columns, MemorySegment local,
            long offset, long lead) {
        Walk known = spare.getAndSet(null);
        Walk walk = known == null ? new Walk(new Stretches(), new Stretches()) : known;
        Stretches down = walk.down;
        Stretches along = walk.along;
        down.cut(grid.rows(), row, rows);
        along.cut(grid.columns(), column, columns);
        for (int i = 0; i < down.pieces(); i++) {
            down.show(i);
            for (int k = 0; k < along.pieces(); k++) {
                along.show(k);
                move(isPut, down, along, local, offset + (down.at * lead + along.at) * elementBytes, lead);
            }
        }
        spare.setRelease(walk);
    }

    /** Of elements that all are on one rank; the first one is at {@code offset} of {@code local}. */
    private void move(boolean isPut, Stretches down, Stretches along, MemorySegment local, long offset, long lead) {
        int rank = grid.rank(down.part, along.part);
        long place = base + (down.local * grid.lead() + along.local) * elementBytes;
        long height = down.elements();
        long width = along.elements();
        boolean isWhole = width == grid.lead() && width == lead && down.blocks == 1;
        if (along.blocks == 1 && (height == 1 || isWhole)) {
            moveContiguous(isPut, rank, place, local, offset, height * width * elementBytes);
            return;
        }
        if (height * along.blocks <= FEW) {
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

    private Pair shapes(Stretches down, Stretches along, long lead) {
        int slot = slot(down, along, lead);
        Pair known = kept[slot];
        if (known != null && known.isOf(down, along, lead)) {
            return known;
        }
        Pair other = kept[slot ^ 1];
        if (other != null && other.isOf(down, along, lead)) {
            return other;
        }
        Shape there = Shape.chunked(along.elements() * elementBytes, down.elements(), grid.lead() * elementBytes);
        Shape here = Shape.strided(along.length * elementBytes,
                new long[]{along.blocks, down.length, down.blocks}, new long[]{along.step * elementBytes,
                    lead * elementBytes, down.step * lead * elementBytes});
        Pair made = new Pair(down.length, down.blocks, down.step, along.length, along.blocks, along.step, lead, there,
                here);
        // the neighbour's place, if it is free, else the own one: two that meet are both kept
        kept[known != null && other == null ? slot ^ 1 : slot] = made;
        return made;
    }

    private static int slot(Stretches down, Stretches along, long lead) {
        long hash = 31
                * (31 * (31 * (31 * (31 * along.blocks + along.length) + along.step) + down.length) + down.blocks)
                + lead;
        hash *= 0x9E37_79B9_7F4A_7C15L;
        return (int) (hash >>> 58) & KEPT - 1;
    }

    private void movePieces(boolean isPut, int rank, long place, Stretches down, Stretches along, MemorySegment local,
            long offset, long lead) {
        for (long i = 0; i < down.elements(); i++) {
            long row = i / down.length * down.step + i % down.length;
            for (long k = 0; k < along.blocks; k++) {
                moveContiguous(isPut, rank, place + (i * grid.lead() + k * along.length) * elementBytes, local,
                        offset + (row * lead + k * along.step) * elementBytes, along.length * elementBytes);
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
