package org.pgas.vis;

import java.lang.foreign.MemorySegment;

import org.pgas.Event;
import org.pgas.LocalCompletion;
import org.pgas.Team;
import org.pgas.team.TeamCore;

/**
 * Blocks of matrices and of bodies of three dimensions, and their transposes and mirror images, by numbers alone. Calls
 * with numbers that came lately allocate nothing and find all that was found for them. {@link Section} and
 * {@link Shape} make more, for {@link Vis}.
 *
 * <p>One-sided, by any thread of any member, loopback included; none in a restricted context (see
 * {@link org.pgas.Job}).
 *
 * <p><b>Units.</b> All in bytes but the numbers of rows, columns and slices. An offset is that of the block's first
 * byte, in the segment of team rank {@code rank} or in the local memory. A pitch is the distance from the beginning of
 * a row, or of a slice (a plane), to that of the next in the array that the block is part of; each side has its own.
 *
 * <p><b>Legal.</b> What {@link Vis} says; blocks of nothing move nothing. Rows of a target do not overlap: its row
 * pitch is at least a row, its slice pitch at least what its rows span. Pitches of a source are any from 0, so that a
 * row can be repeated. A pitch of what is passed over once does not count.
 *
 * <p><b>Forms.</b> Blocking; {@code Nb}, with an explicit event; {@code Nbi}, with an implicit one, of category PUT or
 * GET. {@code completion} as in {@link Vis}.
 *
 * <p><b>Errors.</b> {@link org.pgas.PgasException}, before anything was changed, naming the argument: those of
 * {@link Vis}, negative numbers, pitches below those legal.
 *
 * <p>Source: Bonachea, "Proposal for Extending the UPC Memory Copy Library Functions", open issues 8, 9.
 */
public final class BlockTransfers {
    private final Team team;
    private final Vis vis;
    private final ShapeCache shapes;

    private BlockTransfers(Team team) {
        this.team = team;
        this.vis = Vis.of(team);
        this.shapes = ShapeCache.of(team);
    }

    /** Which dimension of a block of rows arrives backwards. */
    public enum Reflection {
        /** The last row becomes the first: upside down. */
        ROWS,
        /** The last element of each row becomes its first: left to right. */
        COLUMNS,
        /** Both: turned by half. */
        BOTH
    }

    /**
     * Transfers with the segments of a team's members. Not collective, and cheap; to be kept, since it remembers the
     * shapes of its calls.
     */
    public static BlockTransfers of(Team team) {
        return new BlockTransfers(team);
    }

    /** The team: the calls reach the segments of its members. */
    public Team team() {
        return team;
    }

    /** What comes before a call's arguments are looked at. */
    private String begin(String name) {
        TeamCore.of(team).checkUnrestricted(name);
        return name;
    }

    /** Puts {@code rows} rows of {@code rowBytes} bytes. Blocking. */
    public void put2d(int rank, long offset, long targetPitch, MemorySegment source, long sourceOffset,
            long sourcePitch, long rowBytes, long rows) {
        String call = begin("BlockTransfers.put2d");
        Shape targetShape = Blocks.rows(shapes, call, "targetPitch", targetPitch, true, rowBytes, rows);
        Shape sourceShape = Blocks.rows(shapes, call, "sourcePitch", sourcePitch, false, rowBytes, rows);
        vis.put(rank, offset, targetShape, source, sourceOffset, sourceShape);
    }

    /** {@link #put2d} with an explicit event. */
    public Event put2dNb(int rank, long offset, long targetPitch, MemorySegment source, long sourceOffset,
            long sourcePitch, long rowBytes, long rows, LocalCompletion completion) {
        String call = begin("BlockTransfers.put2dNb");
        Shape targetShape = Blocks.rows(shapes, call, "targetPitch", targetPitch, true, rowBytes, rows);
        Shape sourceShape = Blocks.rows(shapes, call, "sourcePitch", sourcePitch, false, rowBytes, rows);
        return vis.putNb(rank, offset, targetShape, source, sourceOffset, sourceShape, completion);
    }

    /** {@link #put2d} with an implicit event. */
    public void put2dNbi(int rank, long offset, long targetPitch, MemorySegment source, long sourceOffset,
            long sourcePitch, long rowBytes, long rows, LocalCompletion completion) {
        String call = begin("BlockTransfers.put2dNbi");
        Shape targetShape = Blocks.rows(shapes, call, "targetPitch", targetPitch, true, rowBytes, rows);
        Shape sourceShape = Blocks.rows(shapes, call, "sourcePitch", sourcePitch, false, rowBytes, rows);
        vis.putNbi(rank, offset, targetShape, source, sourceOffset, sourceShape, completion);
    }

    /** Gets {@code rows} rows of {@code rowBytes} bytes. Blocking. */
    public void get2d(MemorySegment target, long targetOffset, long targetPitch, int rank, long offset,
            long sourcePitch, long rowBytes, long rows) {
        String call = begin("BlockTransfers.get2d");
        Shape targetShape = Blocks.rows(shapes, call, "targetPitch", targetPitch, true, rowBytes, rows);
        Shape sourceShape = Blocks.rows(shapes, call, "sourcePitch", sourcePitch, false, rowBytes, rows);
        vis.get(target, targetOffset, targetShape, rank, offset, sourceShape);
    }

    /** {@link #get2d} with an explicit event. */
    public Event get2dNb(MemorySegment target, long targetOffset, long targetPitch, int rank, long offset,
            long sourcePitch, long rowBytes, long rows) {
        String call = begin("BlockTransfers.get2dNb");
        Shape targetShape = Blocks.rows(shapes, call, "targetPitch", targetPitch, true, rowBytes, rows);
        Shape sourceShape = Blocks.rows(shapes, call, "sourcePitch", sourcePitch, false, rowBytes, rows);
        return vis.getNb(target, targetOffset, targetShape, rank, offset, sourceShape);
    }

    /** {@link #get2d} with an implicit event. */
    public void get2dNbi(MemorySegment target, long targetOffset, long targetPitch, int rank, long offset,
            long sourcePitch, long rowBytes, long rows) {
        String call = begin("BlockTransfers.get2dNbi");
        Shape targetShape = Blocks.rows(shapes, call, "targetPitch", targetPitch, true, rowBytes, rows);
        Shape sourceShape = Blocks.rows(shapes, call, "sourcePitch", sourcePitch, false, rowBytes, rows);
        vis.getNbi(target, targetOffset, targetShape, rank, offset, sourceShape);
    }

    /** Puts {@code slices} slices of {@code rows} rows of {@code rowBytes} bytes. Blocking. */
    public void put3d(int rank, long offset, long targetRowPitch, long targetSlicePitch, MemorySegment source,
            long sourceOffset, long sourceRowPitch, long sourceSlicePitch, long rowBytes, long rows, long slices) {
        String call = begin("BlockTransfers.put3d");
        Shape targetShape = Blocks.slices(shapes, call, true, targetRowPitch, targetSlicePitch, rowBytes, rows, slices);
        Shape sourceShape = Blocks.slices(shapes, call, false, sourceRowPitch, sourceSlicePitch, rowBytes, rows,
                slices);
        vis.put(rank, offset, targetShape, source, sourceOffset, sourceShape);
    }

    /** {@link #put3d} with an explicit event. */
    public Event put3dNb(int rank, long offset, long targetRowPitch, long targetSlicePitch, MemorySegment source,
            long sourceOffset, long sourceRowPitch, long sourceSlicePitch, long rowBytes, long rows, long slices,
            LocalCompletion completion) {
        String call = begin("BlockTransfers.put3dNb");
        Shape targetShape = Blocks.slices(shapes, call, true, targetRowPitch, targetSlicePitch, rowBytes, rows, slices);
        Shape sourceShape = Blocks.slices(shapes, call, false, sourceRowPitch, sourceSlicePitch, rowBytes, rows,
                slices);
        return vis.putNb(rank, offset, targetShape, source, sourceOffset, sourceShape, completion);
    }

    /** {@link #put3d} with an implicit event. */
    public void put3dNbi(int rank, long offset, long targetRowPitch, long targetSlicePitch, MemorySegment source,
            long sourceOffset, long sourceRowPitch, long sourceSlicePitch, long rowBytes, long rows, long slices,
            LocalCompletion completion) {
        String call = begin("BlockTransfers.put3dNbi");
        Shape targetShape = Blocks.slices(shapes, call, true, targetRowPitch, targetSlicePitch, rowBytes, rows, slices);
        Shape sourceShape = Blocks.slices(shapes, call, false, sourceRowPitch, sourceSlicePitch, rowBytes, rows,
                slices);
        vis.putNbi(rank, offset, targetShape, source, sourceOffset, sourceShape, completion);
    }

    /** Gets {@code slices} slices of {@code rows} rows of {@code rowBytes} bytes. Blocking. */
    public void get3d(MemorySegment target, long targetOffset, long targetRowPitch, long targetSlicePitch, int rank,
            long offset, long sourceRowPitch, long sourceSlicePitch, long rowBytes, long rows, long slices) {
        String call = begin("BlockTransfers.get3d");
        Shape targetShape = Blocks.slices(shapes, call, true, targetRowPitch, targetSlicePitch, rowBytes, rows, slices);
        Shape sourceShape = Blocks.slices(shapes, call, false, sourceRowPitch, sourceSlicePitch, rowBytes, rows,
                slices);
        vis.get(target, targetOffset, targetShape, rank, offset, sourceShape);
    }

    /** {@link #get3d} with an explicit event. */
    public Event get3dNb(MemorySegment target, long targetOffset, long targetRowPitch, long targetSlicePitch, int rank,
            long offset, long sourceRowPitch, long sourceSlicePitch, long rowBytes, long rows, long slices) {
        String call = begin("BlockTransfers.get3dNb");
        Shape targetShape = Blocks.slices(shapes, call, true, targetRowPitch, targetSlicePitch, rowBytes, rows, slices);
        Shape sourceShape = Blocks.slices(shapes, call, false, sourceRowPitch, sourceSlicePitch, rowBytes, rows,
                slices);
        return vis.getNb(target, targetOffset, targetShape, rank, offset, sourceShape);
    }

    /** {@link #get3d} with an implicit event. */
    public void get3dNbi(MemorySegment target, long targetOffset, long targetRowPitch, long targetSlicePitch, int rank,
            long offset, long sourceRowPitch, long sourceSlicePitch, long rowBytes, long rows, long slices) {
        String call = begin("BlockTransfers.get3dNbi");
        Shape targetShape = Blocks.slices(shapes, call, true, targetRowPitch, targetSlicePitch, rowBytes, rows, slices);
        Shape sourceShape = Blocks.slices(shapes, call, false, sourceRowPitch, sourceSlicePitch, rowBytes, rows,
                slices);
        vis.getNbi(target, targetOffset, targetShape, rank, offset, sourceShape);
    }

    /**
     * Puts the transpose of {@code rows} rows of {@code columns} elements of the source, which is {@code columns} rows
     * of {@code rows} elements at the target. Blocking.
     */
    public void putTransposed(int rank, long offset, long targetPitch, MemorySegment source, long sourceOffset,
            long sourcePitch, long elementBytes, long rows, long columns) {
        String call = begin("BlockTransfers.putTransposed");
        Shape sourceShape = Blocks.transpose(shapes, call, "sourcePitch", sourcePitch, elementBytes, rows, columns);
        Shape targetShape = Blocks.matrix(shapes, call, "targetPitch", targetPitch, true, elementBytes, columns, rows);
        vis.put(rank, offset, targetShape, source, sourceOffset, sourceShape);
    }

    /** {@link #putTransposed} with an explicit event. */
    public Event putTransposedNb(int rank, long offset, long targetPitch, MemorySegment source, long sourceOffset,
            long sourcePitch, long elementBytes, long rows, long columns, LocalCompletion completion) {
        String call = begin("BlockTransfers.putTransposedNb");
        Shape sourceShape = Blocks.transpose(shapes, call, "sourcePitch", sourcePitch, elementBytes, rows, columns);
        Shape targetShape = Blocks.matrix(shapes, call, "targetPitch", targetPitch, true, elementBytes, columns, rows);
        return vis.putNb(rank, offset, targetShape, source, sourceOffset, sourceShape, completion);
    }

    /** {@link #putTransposed} with an implicit event. */
    public void putTransposedNbi(int rank, long offset, long targetPitch, MemorySegment source, long sourceOffset,
            long sourcePitch, long elementBytes, long rows, long columns, LocalCompletion completion) {
        String call = begin("BlockTransfers.putTransposedNbi");
        Shape sourceShape = Blocks.transpose(shapes, call, "sourcePitch", sourcePitch, elementBytes, rows, columns);
        Shape targetShape = Blocks.matrix(shapes, call, "targetPitch", targetPitch, true, elementBytes, columns, rows);
        vis.putNbi(rank, offset, targetShape, source, sourceOffset, sourceShape, completion);
    }

    /**
     * Gets the transpose of {@code rows} rows of {@code columns} elements of the source, which is {@code columns} rows
     * of {@code rows} elements at the target. Blocking.
     */
    public void getTransposed(MemorySegment target, long targetOffset, long targetPitch, int rank, long offset,
            long sourcePitch, long elementBytes, long rows, long columns) {
        String call = begin("BlockTransfers.getTransposed");
        Shape sourceShape = Blocks.transpose(shapes, call, "sourcePitch", sourcePitch, elementBytes, rows, columns);
        Shape targetShape = Blocks.matrix(shapes, call, "targetPitch", targetPitch, true, elementBytes, columns, rows);
        vis.get(target, targetOffset, targetShape, rank, offset, sourceShape);
    }

    /** {@link #getTransposed} with an explicit event. */
    public Event getTransposedNb(MemorySegment target, long targetOffset, long targetPitch, int rank, long offset,
            long sourcePitch, long elementBytes, long rows, long columns) {
        String call = begin("BlockTransfers.getTransposedNb");
        Shape sourceShape = Blocks.transpose(shapes, call, "sourcePitch", sourcePitch, elementBytes, rows, columns);
        Shape targetShape = Blocks.matrix(shapes, call, "targetPitch", targetPitch, true, elementBytes, columns, rows);
        return vis.getNb(target, targetOffset, targetShape, rank, offset, sourceShape);
    }

    /** {@link #getTransposed} with an implicit event. */
    public void getTransposedNbi(MemorySegment target, long targetOffset, long targetPitch, int rank, long offset,
            long sourcePitch, long elementBytes, long rows, long columns) {
        String call = begin("BlockTransfers.getTransposedNbi");
        Shape sourceShape = Blocks.transpose(shapes, call, "sourcePitch", sourcePitch, elementBytes, rows, columns);
        Shape targetShape = Blocks.matrix(shapes, call, "targetPitch", targetPitch, true, elementBytes, columns, rows);
        vis.getNbi(target, targetOffset, targetShape, rank, offset, sourceShape);
    }

    /** Puts the mirror image of {@code rows} rows of {@code columns} elements. Blocking. */
    public void putReflected(int rank, long offset, long targetPitch, MemorySegment source, long sourceOffset,
            long sourcePitch, long elementBytes, long rows, long columns, Reflection reflection) {
        String call = begin("BlockTransfers.putReflected");
        Shape targetShape = Blocks.matrix(shapes, call, "targetPitch", targetPitch, true, elementBytes, rows, columns);
        Shape sourceShape = Blocks.reflect(shapes, call, "sourcePitch", sourcePitch, elementBytes, rows, columns,
                reflection);
        vis.put(rank, offset, targetShape, source, sourceOffset, sourceShape);
    }

    /** {@link #putReflected} with an explicit event. */
    public Event putReflectedNb(int rank, long offset, long targetPitch, MemorySegment source, long sourceOffset,
            long sourcePitch, long elementBytes, long rows, long columns, Reflection reflection,
            LocalCompletion completion) {
        String call = begin("BlockTransfers.putReflectedNb");
        Shape targetShape = Blocks.matrix(shapes, call, "targetPitch", targetPitch, true, elementBytes, rows, columns);
        Shape sourceShape = Blocks.reflect(shapes, call, "sourcePitch", sourcePitch, elementBytes, rows, columns,
                reflection);
        return vis.putNb(rank, offset, targetShape, source, sourceOffset, sourceShape, completion);
    }

    /** {@link #putReflected} with an implicit event. */
    public void putReflectedNbi(int rank, long offset, long targetPitch, MemorySegment source, long sourceOffset,
            long sourcePitch, long elementBytes, long rows, long columns, Reflection reflection,
            LocalCompletion completion) {
        String call = begin("BlockTransfers.putReflectedNbi");
        Shape targetShape = Blocks.matrix(shapes, call, "targetPitch", targetPitch, true, elementBytes, rows, columns);
        Shape sourceShape = Blocks.reflect(shapes, call, "sourcePitch", sourcePitch, elementBytes, rows, columns,
                reflection);
        vis.putNbi(rank, offset, targetShape, source, sourceOffset, sourceShape, completion);
    }

    /** Gets the mirror image of {@code rows} rows of {@code columns} elements. Blocking. */
    public void getReflected(MemorySegment target, long targetOffset, long targetPitch, int rank, long offset,
            long sourcePitch, long elementBytes, long rows, long columns, Reflection reflection) {
        String call = begin("BlockTransfers.getReflected");
        Shape targetShape = Blocks.matrix(shapes, call, "targetPitch", targetPitch, true, elementBytes, rows, columns);
        Shape sourceShape = Blocks.reflect(shapes, call, "sourcePitch", sourcePitch, elementBytes, rows, columns,
                reflection);
        vis.get(target, targetOffset, targetShape, rank, offset, sourceShape);
    }

    /** {@link #getReflected} with an explicit event. */
    public Event getReflectedNb(MemorySegment target, long targetOffset, long targetPitch, int rank, long offset,
            long sourcePitch, long elementBytes, long rows, long columns, Reflection reflection) {
        String call = begin("BlockTransfers.getReflectedNb");
        Shape targetShape = Blocks.matrix(shapes, call, "targetPitch", targetPitch, true, elementBytes, rows, columns);
        Shape sourceShape = Blocks.reflect(shapes, call, "sourcePitch", sourcePitch, elementBytes, rows, columns,
                reflection);
        return vis.getNb(target, targetOffset, targetShape, rank, offset, sourceShape);
    }

    /** {@link #getReflected} with an implicit event. */
    public void getReflectedNbi(MemorySegment target, long targetOffset, long targetPitch, int rank, long offset,
            long sourcePitch, long elementBytes, long rows, long columns, Reflection reflection) {
        String call = begin("BlockTransfers.getReflectedNbi");
        Shape targetShape = Blocks.matrix(shapes, call, "targetPitch", targetPitch, true, elementBytes, rows, columns);
        Shape sourceShape = Blocks.reflect(shapes, call, "sourcePitch", sourcePitch, elementBytes, rows, columns,
                reflection);
        vis.getNbi(target, targetOffset, targetShape, rank, offset, sourceShape);
    }
}
