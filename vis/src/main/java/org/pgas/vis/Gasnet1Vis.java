package org.pgas.vis;

import java.lang.foreign.MemorySegment;

import org.pgas.Event;
import org.pgas.LocalCompletion;
import org.pgas.Team;
import org.pgas.team.TeamCore;

/**
 * The vector, indexed and strided calls of GASNet-1: putv and getv, puti and geti, puts and gets, blocking, with an
 * explicit event ({@code Nb}) and with an implicit one ({@code Nbi}, of category PUT or GET). Calls with arguments that
 * came lately allocate nothing and use again what was found out for them; lists are compared in each call. Programs
 * that reuse their lists, or have strides that permute or reflect, take {@link Vis} with {@link Shape}s.
 *
 * <p>One-sided, by any thread of any member, loopback included; no call in a restricted context (see
 * {@link org.pgas.Job}).
 *
 * <p><b>Units.</b> Bytes, at any alignment. Remote offsets are in the segment of team rank {@code rank}, local ones in
 * the memory segment given with them. An indexed list is offsets and the length that all its regions have.
 *
 * <p><b>Lists.</b> Both sides of a call have the same volume, cut into regions as they like. Empty lists, and regions
 * of 0 bytes, move nothing. If both sides have 0 bytes, all else is ignored.
 *
 * <p><b>Strides.</b> {@code count[0]} is in bytes, and {@code count[i]} for i from 1 the number of rounds that are
 * {@code strides[i - 1]} bytes apart; so a side has one stride fewer than there are counts, and the number of strides
 * is the document's stridelevels. With a single count, the strides are ignored; with a count of 0, all else is. Strides
 * grow, and describe no overlap: {@code strides[0] >= count[0]} and {@code strides[i] >= count[i] * strides[i - 1]}, on
 * both sides.
 *
 * <p><b>Lifetime.</b> Lists, strides and counts may be overwritten when a call returns, in every form (the document
 * asks to keep them until it is synchronised). The source may not change, and the target is undefined, until the
 * operation is synchronised. Targets' regions may not overlap each other nor a source's.
 *
 * <p><b>Errors.</b> {@link org.pgas.PgasException}, before anything was changed: those of {@link Vis}, and strides or
 * counts against these rules; it names the entry or the level.
 *
 * <p>Source: Bonachea, "Proposal for Extending the UPC Memory Copy Library Functions" 5.2.1, 5.3.1, 6.2.1.
 */
public final class Gasnet1Vis {
    private final Team team;
    private final Vis vis;
    private final ShapeCache shapes;

    private Gasnet1Vis(Team team) {
        this.team = team;
        this.vis = Vis.of(team);
        this.shapes = ShapeCache.of(team);
    }

    /**
     * Transfers with the segments of a team's members. Not collective, and cheap; to be kept, since it remembers the
     * shapes of its calls.
     */
    public static Gasnet1Vis of(Team team) {
        return new Gasnet1Vis(team);
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

    /** Puts regions of any lengths. Blocking. Source: gasnet_putv_bulk. */
    public void putv(int rank, Memvec[] targets, MemorySegment source, Memvec[] sources) {
        String call = begin("Gasnet1Vis.putv");
        Shape targetShape = RegionArguments.vector(shapes, call, "targets", targets);
        Shape sourceShape = RegionArguments.vector(shapes, call, "sources", sources);
        vis.put(rank, 0, targetShape, source, 0, sourceShape);
    }

    /** {@link #putv} with an explicit event. Source: gasnet_putv_nb_bulk. */
    public Event putvNb(int rank, Memvec[] targets, MemorySegment source, Memvec[] sources) {
        String call = begin("Gasnet1Vis.putvNb");
        Shape targetShape = RegionArguments.vector(shapes, call, "targets", targets);
        Shape sourceShape = RegionArguments.vector(shapes, call, "sources", sources);
        return vis.putNb(rank, 0, targetShape, source, 0, sourceShape, LocalCompletion.DEFER);
    }

    /** {@link #putv} with an implicit event, of category PUT. Source: gasnet_putv_nbi_bulk. */
    public void putvNbi(int rank, Memvec[] targets, MemorySegment source, Memvec[] sources) {
        String call = begin("Gasnet1Vis.putvNbi");
        Shape targetShape = RegionArguments.vector(shapes, call, "targets", targets);
        Shape sourceShape = RegionArguments.vector(shapes, call, "sources", sources);
        vis.putNbi(rank, 0, targetShape, source, 0, sourceShape, LocalCompletion.DEFER);
    }

    /** Gets regions of any lengths. Blocking. Source: gasnet_getv_bulk. */
    public void getv(MemorySegment target, Memvec[] targets, int rank, Memvec[] sources) {
        String call = begin("Gasnet1Vis.getv");
        Shape targetShape = RegionArguments.vector(shapes, call, "targets", targets);
        Shape sourceShape = RegionArguments.vector(shapes, call, "sources", sources);
        vis.get(target, 0, targetShape, rank, 0, sourceShape);
    }

    /** {@link #getv} with an explicit event. Source: gasnet_getv_nb_bulk. */
    public Event getvNb(MemorySegment target, Memvec[] targets, int rank, Memvec[] sources) {
        String call = begin("Gasnet1Vis.getvNb");
        Shape targetShape = RegionArguments.vector(shapes, call, "targets", targets);
        Shape sourceShape = RegionArguments.vector(shapes, call, "sources", sources);
        return vis.getNb(target, 0, targetShape, rank, 0, sourceShape);
    }

    /** {@link #getv} with an implicit event, of category GET. Source: gasnet_getv_nbi_bulk. */
    public void getvNbi(MemorySegment target, Memvec[] targets, int rank, Memvec[] sources) {
        String call = begin("Gasnet1Vis.getvNbi");
        Shape targetShape = RegionArguments.vector(shapes, call, "targets", targets);
        Shape sourceShape = RegionArguments.vector(shapes, call, "sources", sources);
        vis.getNbi(target, 0, targetShape, rank, 0, sourceShape);
    }

    /**
     * Puts regions of {@code targetBytes} and {@code sourceBytes} each, at these offsets. Blocking. Source:
     * gasnet_puti_bulk.
     */
    public void puti(int rank, long[] targets, long targetBytes, MemorySegment source, long[] sources,
            long sourceBytes) {
        String call = begin("Gasnet1Vis.puti");
        Shape targetShape = RegionArguments.indexed(shapes, call, "targetBytes", targetBytes, "targets", targets);
        Shape sourceShape = RegionArguments.indexed(shapes, call, "sourceBytes", sourceBytes, "sources", sources);
        vis.put(rank, 0, targetShape, source, 0, sourceShape);
    }

    /** {@link #puti} with an explicit event. Source: gasnet_puti_nb_bulk. */
    public Event putiNb(int rank, long[] targets, long targetBytes, MemorySegment source, long[] sources,
            long sourceBytes) {
        String call = begin("Gasnet1Vis.putiNb");
        Shape targetShape = RegionArguments.indexed(shapes, call, "targetBytes", targetBytes, "targets", targets);
        Shape sourceShape = RegionArguments.indexed(shapes, call, "sourceBytes", sourceBytes, "sources", sources);
        return vis.putNb(rank, 0, targetShape, source, 0, sourceShape, LocalCompletion.DEFER);
    }

    /** {@link #puti} with an implicit event, of category PUT. Source: gasnet_puti_nbi_bulk. */
    public void putiNbi(int rank, long[] targets, long targetBytes, MemorySegment source, long[] sources,
            long sourceBytes) {
        String call = begin("Gasnet1Vis.putiNbi");
        Shape targetShape = RegionArguments.indexed(shapes, call, "targetBytes", targetBytes, "targets", targets);
        Shape sourceShape = RegionArguments.indexed(shapes, call, "sourceBytes", sourceBytes, "sources", sources);
        vis.putNbi(rank, 0, targetShape, source, 0, sourceShape, LocalCompletion.DEFER);
    }

    /**
     * Gets regions of {@code targetBytes} and {@code sourceBytes} each, at these offsets. Blocking. Source:
     * gasnet_geti_bulk.
     */
    public void geti(MemorySegment target, long[] targets, long targetBytes, int rank, long[] sources,
            long sourceBytes) {
        String call = begin("Gasnet1Vis.geti");
        Shape targetShape = RegionArguments.indexed(shapes, call, "targetBytes", targetBytes, "targets", targets);
        Shape sourceShape = RegionArguments.indexed(shapes, call, "sourceBytes", sourceBytes, "sources", sources);
        vis.get(target, 0, targetShape, rank, 0, sourceShape);
    }

    /** {@link #geti} with an explicit event. Source: gasnet_geti_nb_bulk. */
    public Event getiNb(MemorySegment target, long[] targets, long targetBytes, int rank, long[] sources,
            long sourceBytes) {
        String call = begin("Gasnet1Vis.getiNb");
        Shape targetShape = RegionArguments.indexed(shapes, call, "targetBytes", targetBytes, "targets", targets);
        Shape sourceShape = RegionArguments.indexed(shapes, call, "sourceBytes", sourceBytes, "sources", sources);
        return vis.getNb(target, 0, targetShape, rank, 0, sourceShape);
    }

    /** {@link #geti} with an implicit event, of category GET. Source: gasnet_geti_nbi_bulk. */
    public void getiNbi(MemorySegment target, long[] targets, long targetBytes, int rank, long[] sources,
            long sourceBytes) {
        String call = begin("Gasnet1Vis.getiNbi");
        Shape targetShape = RegionArguments.indexed(shapes, call, "targetBytes", targetBytes, "targets", targets);
        Shape sourceShape = RegionArguments.indexed(shapes, call, "sourceBytes", sourceBytes, "sources", sources);
        vis.getNbi(target, 0, targetShape, rank, 0, sourceShape);
    }

    /** Puts a rectangular section. Blocking. Source: gasnet_puts_bulk. */
    public void puts(int rank, long targetOffset, long[] targetStrides, MemorySegment source, long sourceOffset,
            long[] sourceStrides, long[] count) {
        String call = begin("Gasnet1Vis.puts");
        Shape targetShape = RegionArguments.strided(shapes, call, "targetStrides", targetStrides, count);
        Shape sourceShape = RegionArguments.strided(shapes, call, "sourceStrides", sourceStrides, count);
        vis.put(rank, targetOffset, targetShape, source, sourceOffset, sourceShape);
    }

    /** {@link #puts} with an explicit event. Source: gasnet_puts_nb_bulk. */
    public Event putsNb(int rank, long targetOffset, long[] targetStrides, MemorySegment source, long sourceOffset,
            long[] sourceStrides, long[] count) {
        String call = begin("Gasnet1Vis.putsNb");
        Shape targetShape = RegionArguments.strided(shapes, call, "targetStrides", targetStrides, count);
        Shape sourceShape = RegionArguments.strided(shapes, call, "sourceStrides", sourceStrides, count);
        return vis.putNb(rank, targetOffset, targetShape, source, sourceOffset, sourceShape, LocalCompletion.DEFER);
    }

    /** {@link #puts} with an implicit event, of category PUT. Source: gasnet_puts_nbi_bulk. */
    public void putsNbi(int rank, long targetOffset, long[] targetStrides, MemorySegment source, long sourceOffset,
            long[] sourceStrides, long[] count) {
        String call = begin("Gasnet1Vis.putsNbi");
        Shape targetShape = RegionArguments.strided(shapes, call, "targetStrides", targetStrides, count);
        Shape sourceShape = RegionArguments.strided(shapes, call, "sourceStrides", sourceStrides, count);
        vis.putNbi(rank, targetOffset, targetShape, source, sourceOffset, sourceShape, LocalCompletion.DEFER);
    }

    /** Gets a rectangular section. Blocking. Source: gasnet_gets_bulk. */
    public void gets(MemorySegment target, long targetOffset, long[] targetStrides, int rank, long sourceOffset,
            long[] sourceStrides, long[] count) {
        String call = begin("Gasnet1Vis.gets");
        Shape targetShape = RegionArguments.strided(shapes, call, "targetStrides", targetStrides, count);
        Shape sourceShape = RegionArguments.strided(shapes, call, "sourceStrides", sourceStrides, count);
        vis.get(target, targetOffset, targetShape, rank, sourceOffset, sourceShape);
    }

    /** {@link #gets} with an explicit event. Source: gasnet_gets_nb_bulk. */
    public Event getsNb(MemorySegment target, long targetOffset, long[] targetStrides, int rank, long sourceOffset,
            long[] sourceStrides, long[] count) {
        String call = begin("Gasnet1Vis.getsNb");
        Shape targetShape = RegionArguments.strided(shapes, call, "targetStrides", targetStrides, count);
        Shape sourceShape = RegionArguments.strided(shapes, call, "sourceStrides", sourceStrides, count);
        return vis.getNb(target, targetOffset, targetShape, rank, sourceOffset, sourceShape);
    }

    /** {@link #gets} with an implicit event, of category GET. Source: gasnet_gets_nbi_bulk. */
    public void getsNbi(MemorySegment target, long targetOffset, long[] targetStrides, int rank, long sourceOffset,
            long[] sourceStrides, long[] count) {
        String call = begin("Gasnet1Vis.getsNbi");
        Shape targetShape = RegionArguments.strided(shapes, call, "targetStrides", targetStrides, count);
        Shape sourceShape = RegionArguments.strided(shapes, call, "sourceStrides", sourceStrides, count);
        vis.getNbi(target, targetOffset, targetShape, rank, sourceOffset, sourceShape);
    }
}
