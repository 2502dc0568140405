package org.pgas.vis;

import java.lang.foreign.MemorySegment;

import org.pgas.Event;
import org.pgas.LocalCompletion;
import org.pgas.Team;
import org.pgas.team.TeamCore;
import org.pgas.vis.MppaShapes.Point2d;
import org.pgas.vis.MppaShapes.Point3d;

/**
 * The non-contiguous transfers of the MPPA interface. A segment of that interface is a rank here. Dense ones, with a
 * contiguous local side, are get and put; sparse ones, with a shape on both sides, are sget and sput. The contiguous
 * ones are those of {@link org.pgas.Rma}.
 *
 * <p>One-sided, by any thread of any member, loopback included; no call in a restricted context (see
 * {@link org.pgas.Job}). Calls with arguments that came lately allocate nothing and use again what was found out for
 * them. Lists are compared in each call; a program saves that with shapes made once by {@link MppaShapes}, for
 * {@link Vis}.
 *
 * <p><b>Units.</b> Places are (team rank, byte offset in the segment) and (memory, byte offset in it). Each call says
 * what its other arguments are.
 *
 * <p><b>Result.</b> The same as of the document's loops. One event covers the whole: for {@code Nb} forms the returned
 * one. Until then the target's bytes are undefined and the source may not change. Arrays may be overwritten when a call
 * returns.
 *
 * <p><b>Legal.</b> What {@link Vis} says. A volume of 0 moves nothing, whatever rank and place. Elements of a source
 * may overlap, those of a target may not. Blocks must lie in the matrices of both points, at both ends, also if they
 * are empty.
 *
 * <p><b>Errors.</b> {@link org.pgas.PgasException}, before anything was changed: those of {@link MppaShapes} and of
 * {@link Vis}.
 *
 * <p>Source: MPPA 6.2-6.5, 7.1-7.3.
 */
public final class MppaTransfers {
    private final Team team;
    private final SegmentPart vis;
    private final ShapeCache shapes;

    private MppaTransfers(Team team, SegmentPart part, ShapeCache shapes) {
        this.team = team;
        this.vis = part;
        this.shapes = shapes;
    }

    /**
     * Transfers with the segments of a team's members. Not collective, and cheap; to be kept, since it remembers the
     * shapes of its calls.
     */
    public static MppaTransfers of(Team team) {
        return new MppaTransfers(team, SegmentPart.whole(Vis.of(team)), ShapeCache.of(team));
    }

    /**
     * Transfers with {@code bytes} bytes from {@code base} on in the segments of a team's members, or of a TM-pair's
     * ends: places are counted from {@code base}, and what does not lie in these bytes is refused. Shapes are found in
     * {@code shapes}. Not collective, and cheap.
     */
    public static MppaTransfers of(Team team, long base, long bytes, ShapeCache shapes) {
        return new MppaTransfers(team, new SegmentPart(Vis.of(team), base, bytes), shapes);
    }

    /** The team: the calls reach the segments of its members. */
    public Team team() {
        return team;
    }

    /** What comes before a call's arguments are looked at. */
    private String call(String name) {
        TeamCore.of(team).checkUnrestricted(name);
        return name;
    }

    private Shape packed(Shape other) {
        return shapes.contiguous("MppaTransfers", other.bytes());
    }

    private void get(MemorySegment target, long targetOffset, int rank, long offset, Shape source) {
        vis.get(target, targetOffset, packed(source), rank, offset, source);
    }

    private Event getNb(MemorySegment target, long targetOffset, int rank, long offset, Shape source) {
        return vis.getNb(target, targetOffset, packed(source), rank, offset, source);
    }

    private void put(int rank, long offset, Shape target, MemorySegment source, long sourceOffset) {
        vis.put(rank, offset, target, source, sourceOffset, packed(target));
    }

    private Event putNb(int rank, long offset, Shape target, MemorySegment source, long sourceOffset) {
        return putNb(rank, offset, target, source, sourceOffset, packed(target));
    }

    private Event putNb(int rank, long offset, Shape target, MemorySegment source, long sourceOffset,
            Shape sourceShape) {
        return vis.putNb(rank, offset, target, source, sourceOffset, sourceShape, LocalCompletion.DEFER);
    }

    /**
     * Gets elements of {@code size} bytes from places {@code space} bytes apart. Blocking. Source:
     * mppa_async_get_spaced without an event.
     */
    public void getSpaced(MemorySegment target, long targetOffset, int rank, long offset, long size, int count,
            long space) {
        get(target, targetOffset, rank, offset,
                MppaShapes.spaced(shapes, call("MppaTransfers.getSpaced"), size, count, space));
    }

    /** {@link #getSpaced} with an event. Source: mppa_async_get_spaced. */
    public Event getSpacedNb(MemorySegment target, long targetOffset, int rank, long offset, long size, int count,
            long space) {
        return getNb(target, targetOffset, rank, offset,
                MppaShapes.spaced(shapes, call("MppaTransfers.getSpacedNb"), size, count, space));
    }

    /**
     * Puts elements of {@code size} bytes to places {@code space} bytes apart. Blocking. Source: mppa_async_put_spaced
     * without an event.
     */
    public void putSpaced(int rank, long offset, MemorySegment source, long sourceOffset, long size, int count,
            long space) {
        put(rank, offset, MppaShapes.spaced(shapes, call("MppaTransfers.putSpaced"), size, count, space), source,
                sourceOffset);
    }

    /** {@link #putSpaced} with an event. Source: mppa_async_put_spaced. */
    public Event putSpacedNb(int rank, long offset, MemorySegment source, long sourceOffset, long size, int count,
            long space) {
        return putNb(rank, offset, MppaShapes.spaced(shapes, call("MppaTransfers.putSpacedNb"), size, count, space),
                source, sourceOffset);
    }

    /**
     * Gets elements of {@code size} bytes from places {@code stride} elements apart. Blocking. Source:
     * mppa_async_get_strided without an event.
     */
    public void getStrided(MemorySegment target, long targetOffset, int rank, long offset, long size, int count,
            long stride) {
        get(target, targetOffset, rank, offset,
                MppaShapes.strided(shapes, call("MppaTransfers.getStrided"), size, count, stride));
    }

    /** {@link #getStrided} with an event. Source: mppa_async_get_strided. */
    public Event getStridedNb(MemorySegment target, long targetOffset, int rank, long offset, long size, int count,
            long stride) {
        return getNb(target, targetOffset, rank, offset,
                MppaShapes.strided(shapes, call("MppaTransfers.getStridedNb"), size, count, stride));
    }

    /**
     * Puts elements of {@code size} bytes to places {@code stride} elements apart. Blocking. Source:
     * mppa_async_put_strided without an event.
     */
    public void putStrided(int rank, long offset, MemorySegment source, long sourceOffset, long size, int count,
            long stride) {
        put(rank, offset, MppaShapes.strided(shapes, call("MppaTransfers.putStrided"), size, count, stride), source,
                sourceOffset);
    }

    /** {@link #putStrided} with an event. Source: mppa_async_put_strided. */
    public Event putStridedNb(int rank, long offset, MemorySegment source, long sourceOffset, long size, int count,
            long stride) {
        return putNb(rank, offset, MppaShapes.strided(shapes, call("MppaTransfers.putStridedNb"), size, count, stride),
                source, sourceOffset);
    }

    /**
     * Gets regions of {@code sizes} bytes from {@code offsets} in the rank's segment. Blocking. Source:
     * mppa_async_get_vectored without an event.
     */
    public void getVectored(MemorySegment target, long targetOffset, int rank, int count, long[] offsets,
            long[] sizes) {
        get(target, targetOffset, rank, 0,
                MppaShapes.vectored(shapes, call("MppaTransfers.getVectored"), count, offsets, sizes));
    }

    /** {@link #getVectored} with an event. Source: mppa_async_get_vectored. */
    public Event getVectoredNb(MemorySegment target, long targetOffset, int rank, int count, long[] offsets,
            long[] sizes) {
        return getNb(target, targetOffset, rank, 0,
                MppaShapes.vectored(shapes, call("MppaTransfers.getVectoredNb"), count, offsets, sizes));
    }

    /**
     * Puts regions of {@code sizes} bytes to {@code offsets} in the rank's segment. Blocking. Source:
     * mppa_async_put_vectored without an event.
     */
    public void putVectored(int rank, MemorySegment source, long sourceOffset, int count, long[] offsets,
            long[] sizes) {
        put(rank, 0, MppaShapes.vectored(shapes, call("MppaTransfers.putVectored"), count, offsets, sizes), source,
                sourceOffset);
    }

    /** {@link #putVectored} with an event. Source: mppa_async_put_vectored. */
    public Event putVectoredNb(int rank, MemorySegment source, long sourceOffset, int count, long[] offsets,
            long[] sizes) {
        return putNb(rank, 0, MppaShapes.vectored(shapes, call("MppaTransfers.putVectoredNb"), count, offsets, sizes),
                source, sourceOffset);
    }

    /**
     * Gets elements of {@code size} bytes from {@code indices[i] * size} bytes behind {@code offset}. Blocking. Source:
     * mppa_async_get_indexed without an event.
     */
    public void getIndexed(MemorySegment target, long targetOffset, int rank, long offset, long size, int count,
            int[] indices) {
        get(target, targetOffset, rank, offset,
                MppaShapes.indexed(shapes, call("MppaTransfers.getIndexed"), size, count, indices));
    }

    /** {@link #getIndexed} with an event. Source: mppa_async_get_indexed. */
    public Event getIndexedNb(MemorySegment target, long targetOffset, int rank, long offset, long size, int count,
            int[] indices) {
        return getNb(target, targetOffset, rank, offset,
                MppaShapes.indexed(shapes, call("MppaTransfers.getIndexedNb"), size, count, indices));
    }

    /**
     * Puts elements of {@code size} bytes to {@code indices[i] * size} bytes behind {@code offset}. Blocking. Source:
     * mppa_async_put_indexed without an event.
     */
    public void putIndexed(int rank, long offset, MemorySegment source, long sourceOffset, long size, int count,
            int[] indices) {
        put(rank, offset, MppaShapes.indexed(shapes, call("MppaTransfers.putIndexed"), size, count, indices), source,
                sourceOffset);
    }

    /** {@link #putIndexed} with an event. Source: mppa_async_put_indexed. */
    public Event putIndexedNb(int rank, long offset, MemorySegment source, long sourceOffset, long size, int count,
            int[] indices) {
        return putNb(rank, offset, MppaShapes.indexed(shapes, call("MppaTransfers.putIndexedNb"), size, count, indices),
                source, sourceOffset);
    }

    /**
     * Gets elements of {@code size} bytes from places {@code stride} elements apart, with {@code skip} elements more
     * behind every {@code span}. Blocking. Source: mppa_async_get_streamed without an event.
     */
    public void getStreamed(MemorySegment target, long targetOffset, int rank, long offset, long size, int count,
            int stride, int span, int skip) {
        get(target, targetOffset, rank, offset,
                MppaShapes.streamed(shapes, call("MppaTransfers.getStreamed"), size, count, stride, span, skip));
    }

    /** {@link #getStreamed} with an event. Source: mppa_async_get_streamed. */
    public Event getStreamedNb(MemorySegment target, long targetOffset, int rank, long offset, long size, int count,
            int stride, int span, int skip) {
        return getNb(target, targetOffset, rank, offset,
                MppaShapes.streamed(shapes, call("MppaTransfers.getStreamedNb"), size, count, stride, span, skip));
    }

    /**
     * Puts elements of {@code size} bytes to places {@code stride} elements apart, with {@code skip} elements more
     * behind every {@code span}. Blocking. Source: mppa_async_put_streamed without an event.
     */
    public void putStreamed(int rank, long offset, MemorySegment source, long sourceOffset, long size, int count,
            int stride, int span, int skip) {
        put(rank, offset,
                MppaShapes.streamed(shapes, call("MppaTransfers.putStreamed"), size, count, stride, span, skip),
                source, sourceOffset);
    }

    /** {@link #putStreamed} with an event. Source: mppa_async_put_streamed. */
    public Event putStreamedNb(int rank, long offset, MemorySegment source, long sourceOffset, long size, int count,
            int stride, int span, int skip) {
        return putNb(rank, offset,
                MppaShapes.streamed(shapes, call("MppaTransfers.putStreamedNb"), size, count, stride, span, skip),
                source, sourceOffset);
    }

    /**
     * Gets elements of {@code size} bytes, {@code space} bytes apart in the segment and {@code skew} bytes apart in
     * local memory. Blocking. Source: mppa_async_sget_spaced without an event.
     */
    public void sgetSpaced(MemorySegment target, long targetOffset, int rank, long offset, long size, int count,
            long skew, long space) {
        String call = call("MppaTransfers.sgetSpaced");
        vis.get(target, targetOffset, MppaShapes.spaced(shapes, call, size, count, skew), rank, offset,
                MppaShapes.spaced(shapes, call, size, count, space));
    }

    /** {@link #sgetSpaced} with an event. Source: mppa_async_sget_spaced. */
    public Event sgetSpacedNb(MemorySegment target, long targetOffset, int rank, long offset, long size, int count,
            long skew, long space) {
        String call = call("MppaTransfers.sgetSpacedNb");
        return vis.getNb(target, targetOffset, MppaShapes.spaced(shapes, call, size, count, skew), rank, offset,
                MppaShapes.spaced(shapes, call, size, count, space));
    }

    /**
     * Puts elements of {@code size} bytes, {@code space} bytes apart in the segment and {@code skew} bytes apart in
     * local memory. Blocking. Source: mppa_async_sput_spaced without an event.
     */
    public void sputSpaced(int rank, long offset, MemorySegment source, long sourceOffset, long size, int count,
            long skew, long space) {
        String call = call("MppaTransfers.sputSpaced");
        vis.put(rank, offset, MppaShapes.spaced(shapes, call, size, count, space), source, sourceOffset,
                MppaShapes.spaced(shapes, call, size, count, skew));
    }

    /** {@link #sputSpaced} with an event. Source: mppa_async_sput_spaced. */
    public Event sputSpacedNb(int rank, long offset, MemorySegment source, long sourceOffset, long size, int count,
            long skew, long space) {
        String call = call("MppaTransfers.sputSpacedNb");
        return putNb(rank, offset, MppaShapes.spaced(shapes, call, size, count, space), source, sourceOffset,
                MppaShapes.spaced(shapes, call, size, count, skew));
    }

    /**
     * Gets a block of {@code width} times {@code height} elements of {@code size} bytes. Blocking. Source:
     * mppa_async_sget_block2d without an event.
     */
    public void sgetBlock2d(MemorySegment target, long targetOffset, int rank, long offset, long size, int width,
            int height, Point2d localPoint, Point2d remotePoint) {
        String call = call("MppaTransfers.sgetBlock2d");
        vis.get(target, targetOffset, MppaShapes.block2d(shapes, call, size, width, height, "local point", localPoint),
                rank,
                offset, MppaShapes.block2d(shapes, call, size, width, height, "remote point", remotePoint));
    }

    /** {@link #sgetBlock2d} with an event. Source: mppa_async_sget_block2d. */
    public Event sgetBlock2dNb(MemorySegment target, long targetOffset, int rank, long offset, long size, int width,
            int height, Point2d localPoint, Point2d remotePoint) {
        String call = call("MppaTransfers.sgetBlock2dNb");
        return vis.getNb(target, targetOffset,
                MppaShapes.block2d(shapes, call, size, width, height, "local point", localPoint),
                rank, offset, MppaShapes.block2d(shapes, call, size, width, height, "remote point", remotePoint));
    }

    /**
     * Puts a block of {@code width} times {@code height} elements of {@code size} bytes. Blocking. Source:
     * mppa_async_sput_block2d without an event.
     */
    public void sputBlock2d(int rank, long offset, MemorySegment source, long sourceOffset, long size, int width,
            int height, Point2d localPoint, Point2d remotePoint) {
        String call = call("MppaTransfers.sputBlock2d");
        vis.put(rank, offset, MppaShapes.block2d(shapes, call, size, width, height, "remote point", remotePoint),
                source,
                sourceOffset, MppaShapes.block2d(shapes, call, size, width, height, "local point", localPoint));
    }

    /** {@link #sputBlock2d} with an event. Source: mppa_async_sput_block2d. */
    public Event sputBlock2dNb(int rank, long offset, MemorySegment source, long sourceOffset, long size, int width,
            int height, Point2d localPoint, Point2d remotePoint) {
        String call = call("MppaTransfers.sputBlock2dNb");
        return putNb(rank, offset, MppaShapes.block2d(shapes, call, size, width, height, "remote point", remotePoint),
                source,
                sourceOffset, MppaShapes.block2d(shapes, call, size, width, height, "local point", localPoint));
    }

    /**
     * Gets a block of {@code width} times {@code height} times {@code depth} elements of {@code size} bytes. Blocking.
     * Source: mppa_async_sget_block3d without an event.
     */
    public void sgetBlock3d(MemorySegment target, long targetOffset, int rank, long offset, long size, int width,
            int height, int depth, Point3d localPoint, Point3d remotePoint) {
        String call = call("MppaTransfers.sgetBlock3d");
        vis.get(target, targetOffset,
                MppaShapes.block3d(shapes, call, size, width, height, depth, "local point", localPoint),
                rank, offset,
                MppaShapes.block3d(shapes, call, size, width, height, depth, "remote point", remotePoint));
    }

    /** {@link #sgetBlock3d} with an event. Source: mppa_async_sget_block3d. */
    public Event sgetBlock3dNb(MemorySegment target, long targetOffset, int rank, long offset, long size, int width,
            int height, int depth, Point3d localPoint, Point3d remotePoint) {
        String call = call("MppaTransfers.sgetBlock3dNb");
        return vis.getNb(target, targetOffset,
                MppaShapes.block3d(shapes, call, size, width, height, depth, "local point", localPoint), rank, offset,
                MppaShapes.block3d(shapes, call, size, width, height, depth, "remote point", remotePoint));
    }

    /**
     * Puts a block of {@code width} times {@code height} times {@code depth} elements of {@code size} bytes. Blocking.
     * Source: mppa_async_sput_block3d without an event.
     */
    public void sputBlock3d(int rank, long offset, MemorySegment source, long sourceOffset, long size, int width,
            int height, int depth, Point3d localPoint, Point3d remotePoint) {
        String call = call("MppaTransfers.sputBlock3d");
        vis.put(rank, offset, MppaShapes.block3d(shapes, call, size, width, height, depth, "remote point", remotePoint),
                source,
                sourceOffset, MppaShapes.block3d(shapes, call, size, width, height, depth, "local point", localPoint));
    }

    /** {@link #sputBlock3d} with an event. Source: mppa_async_sput_block3d. */
    public Event sputBlock3dNb(int rank, long offset, MemorySegment source, long sourceOffset, long size, int width,
            int height, int depth, Point3d localPoint, Point3d remotePoint) {
        String call = call("MppaTransfers.sputBlock3dNb");
        return putNb(rank, offset,
                MppaShapes.block3d(shapes, call, size, width, height, depth, "remote point", remotePoint),
                source, sourceOffset,
                MppaShapes.block3d(shapes, call, size, width, height, depth, "local point", localPoint));
    }
}
