package org.pgas.vis;

import java.lang.foreign.MemorySegment;

import org.pgas.Event;
import org.pgas.LocalCompletion;
import org.pgas.Team;
import org.pgas.memory.AddressMap;
import org.pgas.memory.Window;
import org.pgas.regions.CopyPlan;

/**
 * One-sided transfers between memory of this rank and the segments of a team's members, each side of any {@link Shape}.
 *
 * <p>Source: GASNet-EX "Vector/Indexed/Strided (VIS)".
 */
public final class Vis {
    private final Team team;
    private final AddressMap addresses;

    private Vis(Team team) {
        this.team = team;
        this.addresses = team.addresses();
    }

    /** Transfers that name peers by their rank in this team. Not collective, and cheap. */
    public static Vis of(Team team) {
        return new Vis(team);
    }

    public Team team() {
        return team;
    }

    /**
     * Puts what {@code sourceShape} takes of {@code source}, at {@code sourceOffset}, to where {@code target} says, at {@code offset} of
     * {@code rank}. Blocking.
     */
    public void put(int rank, long offset, Shape target, MemorySegment source, long sourceOffset, Shape sourceShape) {
        put(rank, offset, target, source, sourceOffset, sourceShape, 0);
    }

    /** As the other form, with flags; false, with nothing done, only with {@link org.pgas.RmaFlags#IMMEDIATE}. */
    public boolean put(int rank, long offset, Shape target, MemorySegment source, long sourceOffset,
            Shape sourceShape, int flags) {
        if (target.bytes() == 0) {
            return true;
        }
        Window window = window(rank, offset, target);
        CopyPlan.of(sourceShape.regions(), target.regions()).copyIn(source, sourceOffset, window.at(offset));
        return true;
    }

    private Window window(int rank, long offset, Shape shape) {
        addresses.address(rank, offset + shape.low(), shape.high() - shape.low());
        return team.window(rank, offset + shape.low(), shape.high() - shape.low());
    }

    /** With an explicit event. {@code completion}: NOW, DEFER or {@link LocalCompletion#event()}. */
    public Event putNb(int rank, long offset, Shape target, MemorySegment source, long sourceOffset,
            Shape sourceShape, LocalCompletion completion) {
        return putNb(rank, offset, target, source, sourceOffset, sourceShape, completion, 0);
    }

    /** As {@code putNb}, with flags; {@link Event#NOT_SENT} where {@code put} with flags answers false. */
    public Event putNb(int rank, long offset, Shape target, MemorySegment source, long sourceOffset,
            Shape sourceShape, LocalCompletion completion, int flags) {
        put(rank, offset, target, source, sourceOffset, sourceShape, flags);
        completion.completed();
        return Event.DONE;
    }

    /** With an implicit event, of category PUT. {@code completion}: NOW, DEFER or GROUP. */
    public void putNbi(int rank, long offset, Shape target, MemorySegment source, long sourceOffset,
            Shape sourceShape, LocalCompletion completion) {
        putNbi(rank, offset, target, source, sourceOffset, sourceShape, completion, 0);
    }

    /** As {@code putNbi}, with flags; false where {@code put} with flags answers false. */
    public boolean putNbi(int rank, long offset, Shape target, MemorySegment source, long sourceOffset,
            Shape sourceShape, LocalCompletion completion, int flags) {
        return put(rank, offset, target, source, sourceOffset, sourceShape, flags);
    }

    /** Gets what {@code source} takes at {@code offset} of {@code rank} to where {@code targetShape} says, at {@code targetOffset} of {@code target}. Blocking. */
    public void get(MemorySegment target, long targetOffset, Shape targetShape, int rank, long offset, Shape source) {
        get(target, targetOffset, targetShape, rank, offset, source, 0);
    }

    /** As the other form, with flags; false, with nothing done, only with {@link org.pgas.RmaFlags#IMMEDIATE}. */
    public boolean get(MemorySegment target, long targetOffset, Shape targetShape, int rank, long offset,
            Shape source, int flags) {
        if (source.bytes() == 0) {
            return true;
        }
        Window window = window(rank, offset, source);
        CopyPlan.of(source.regions(), targetShape.regions()).copyOut(window.at(offset), target, targetOffset);
        return true;
    }

    /** With an explicit event. */
    public Event getNb(MemorySegment target, long targetOffset, Shape targetShape, int rank, long offset,
            Shape source) {
        return getNb(target, targetOffset, targetShape, rank, offset, source, 0);
    }

    /** As {@code getNb}, with flags; {@link Event#NOT_SENT} where {@code get} with flags answers false. */
    public Event getNb(MemorySegment target, long targetOffset, Shape targetShape, int rank, long offset,
            Shape source, int flags) {
        get(target, targetOffset, targetShape, rank, offset, source, flags);
        return Event.DONE;
    }

    /** With an implicit event, of category GET. */
    public void getNbi(MemorySegment target, long targetOffset, Shape targetShape, int rank, long offset,
            Shape source) {
        getNbi(target, targetOffset, targetShape, rank, offset, source, 0);
    }

    /** As {@code getNbi}, with flags; false where {@code get} with flags answers false. */
    public boolean getNbi(MemorySegment target, long targetOffset, Shape targetShape, int rank, long offset,
            Shape source, int flags) {
        return get(target, targetOffset, targetShape, rank, offset, source, flags);
    }
}
