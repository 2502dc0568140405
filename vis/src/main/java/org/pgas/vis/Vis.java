package org.pgas.vis;

import java.lang.foreign.MemorySegment;

import org.pgas.Capabilities;
import org.pgas.Event;
import org.pgas.LocalCompletion;
import org.pgas.RmaFlags;
import org.pgas.Team;
import org.pgas.atomics.Scale;
import org.pgas.events.Origin;
import org.pgas.events.Recorder;
import org.pgas.events.TransferEvent;
import org.pgas.far.FarRegions;
import org.pgas.memory.AddressMap;
import org.pgas.memory.MappedRange;
import org.pgas.memory.SharedMemory;
import org.pgas.operation.Completion;
import org.pgas.rank.LocalMemory;
import org.pgas.rank.ThreadSlot;
import org.pgas.regions.CopyPlan;
import org.pgas.team.TeamCore;

/**
 * One-sided transfers between memory of this rank and the segments of a team's members, each side of any {@link Shape}:
 * byte i in the order of the source's shape becomes byte i in the order of the target's.
 *
 * <pre>{@code
 * Shape column = Section.rowMajor(8, 512, 512).index(1, 511).shape();   // made once
 * Shape packed = Shape.contiguous(512 * 8);
 * vis.put(right, 0, halo, mine, 0, column);                              // used for millions of transfers
 * vis.get(buffer, 0, packed, left, 0, column);
 * }</pre>
 *
 * <p><b>Callers.</b> Any thread; not collective; not in a restricted context (see {@link org.pgas.Job}). Loopback is
 * legal. The peer takes no part where its memory is mapped here; on its client memory
 * ({@link org.pgas.Job#attach(MemorySegment)}) it carries the transfer out when it polls or waits.
 *
 * <p><b>Places.</b> (team rank, byte offset in the segment) and (memory, byte offset): what the shapes' offsets are
 * relative to. These places may lie outside the segment or the memory; only the bytes of the shapes have to be inside.
 *
 * <p><b>Legal.</b> Two shapes of equal volume, cut in any way. Where both have none, nothing happens and all other
 * arguments are ignored: rank, offsets and memory. Regions of a source may overlap; a target's may not. Source and
 * target that overlap are undefined (checked mode reports it where both are mapped here once, or both are this rank's
 * own client memory, for up to a million regions).
 *
 * <p><b>Forms.</b> Blocking; {@code Nb} with an explicit event; {@code Nbi} with an implicit one, of category PUT or
 * GET. On mapped memory all is done when the call returns, and the event is {@link Event#DONE}; on client memory the
 * source of a put may be overwritten when the call returns. Local completion is as for {@link org.pgas.Rma}: GASNet-EX'
 * GEX_FLAG_ENABLE_LEAF_LC is {@link LocalCompletion#event()} or {@link LocalCompletion#GROUP}, its absence
 * {@link LocalCompletion#DEFER}. Flags are {@link RmaFlags}. A shape is a value of the library's: there are no metadata
 * arrays that would have to stay as they are.
 *
 * <p><b>Peer completion.</b> A put may have a handler run at its target when its data is there: see
 * {@link PeerCompletion}.
 *
 * <p><b>Order.</b> Bytes have no atomicity and come in no order; completion (return of a blocking call, synchronisation
 * of an event) is a release, as for contiguous transfers.
 *
 * <p><b>Errors.</b> {@link org.pgas.PgasException}, before anything was changed, naming the entry or level: volumes
 * that differ; regions of the target that overlap; rank outside the team; bytes outside the segment or the local
 * memory, at either end; local memory that is read-only (get), closed, or confined to another thread; unknown flags;
 * local completion that the form does not have; no segment attached, job closed; of client memory, owner gone
 * ({@link org.pgas.PeerLostException}).
 *
 * <p>Source: GASNet-EX "Vector/Indexed/Strided (VIS)".
 */
public final class Vis {
    private final Team team;
    private final TeamCore core;
    private final FarRegions far;
    private final AddressMap addresses;
    private final LocalMemory local;

    /** All that is mapped here, also what checked mode does not show in {@link #addresses}. */
    private final AddressMap all;
    private final int self;
    private final boolean checked;
    private final VisChecks checks;

    /** The peer completion that a thread has armed; of the job, so that its next put of any team finds it. */
    private final ThreadSlot armed;
    private final PeerCompletions peers;
    private final ShapeAccumulate sums;
    private final Origin origin;

    private Vis(Team team) {
        this.team = team;
        this.core = TeamCore.of(team);
        this.far = core.farRegions();
        this.addresses = core.addresses(Capabilities.VIS);
        this.local = core.local();
        this.all = core.destinations();
        this.self = core.memberRank();
        this.checked = team.job().isChecked();
        this.checks = new VisChecks(team);
        this.armed = core.peerCompletions();
        this.peers = new PeerCompletions(team);
        this.sums = new ShapeAccumulate(team, checks);
        this.origin = core.origin();
    }

    /** Transfers that name peers by their rank in this team. Not collective, and cheap. */
    public static Vis of(Team team) {
        return new Vis(team);
    }

    public Team team() {
        return team;
    }

    /**
     * Puts what {@code sourceShape} takes of {@code source}, at {@code sourceOffset}, to where {@code target} says, at
     * {@code offset} of {@code rank}. Blocking.
     */
    public void put(int rank, long offset, Shape target, MemorySegment source, long sourceOffset, Shape sourceShape) {
        put(rank, offset, target, source, sourceOffset, sourceShape, RmaFlags.NONE);
    }

    /**
     * As the other form, with flags; false, with nothing done, only with {@link RmaFlags#IMMEDIATE}, on client memory
     * of a peer.
     */
    public boolean put(int rank, long offset, Shape target, MemorySegment source, long sourceOffset,
            Shape sourceShape, int flags) {
        return put(rank, offset, target, source, sourceOffset, sourceShape, flags, beginPut("Vis.put", rank, flags));
    }

    /** As {@code put}, and tells the target. A put of no bytes tells it too, and then the rank is not ignored. */
    public void put(int rank, long offset, Shape target, MemorySegment source, long sourceOffset, Shape sourceShape,
            PeerCompletion peerCompletion) {
        begin("Vis.put", RmaFlags.NONE);
        put(rank, offset, target, source, sourceOffset, sourceShape, RmaFlags.NONE,
                peers.given("Vis.put", rank, peerCompletion));
    }

    private boolean put(int rank, long offset, Shape target, MemorySegment source, long sourceOffset,
            Shape sourceShape, int flags, PeerCompletion peer) {
        boolean done = putHere("Vis.put", flags, rank, offset, target, source, sourceOffset, sourceShape)
                || far.put(rank, offset, target.regions(), source, sourceOffset,
                        sourceShape.regions(), isImmediate(flags));
        if (peer != null) {
            peers.send(peer, rank);
        }
        return done;
    }

    /** With an explicit event. {@code completion}: NOW, DEFER or {@link LocalCompletion#event()}. */
    public Event putNb(int rank, long offset, Shape target, MemorySegment source, long sourceOffset,
            Shape sourceShape, LocalCompletion completion) {
        return putNb(rank, offset, target, source, sourceOffset, sourceShape, completion, RmaFlags.NONE);
    }

    /** As {@code putNb}, with flags; {@link Event#NOT_SENT} where {@code put} with flags answers false. */
    public Event putNb(int rank, long offset, Shape target, MemorySegment source, long sourceOffset,
            Shape sourceShape, LocalCompletion completion, int flags) {
        return putNb(rank, offset, target, source, sourceOffset, sourceShape, completion, flags,
                beginPut("Vis.putNb", rank, flags));
    }

    /** As {@code putNb}, and tells the target, as {@code put} does. */
    public Event putNb(int rank, long offset, Shape target, MemorySegment source, long sourceOffset,
            Shape sourceShape, LocalCompletion completion, PeerCompletion peerCompletion) {
        begin("Vis.putNb", RmaFlags.NONE);
        return putNb(rank, offset, target, source, sourceOffset, sourceShape, completion, RmaFlags.NONE,
                peers.given("Vis.putNb", rank, peerCompletion));
    }

    private Event putNb(int rank, long offset, Shape target, MemorySegment source, long sourceOffset,
            Shape sourceShape, LocalCompletion completion, int flags, PeerCompletion peer) {
        Completion.of(completion).legalForNb(team.job().rank());
        Event event = putHere("Vis.putNb", flags, rank, offset, target, source, sourceOffset, sourceShape)
                ? Event.DONE
                : far.putNb(rank, offset, target.regions(), source, sourceOffset,
                        sourceShape.regions(), isImmediate(flags));
        if (event != Event.NOT_SENT) {
            Completion.of(completion).completed();
        }
        if (peer != null) {
            peers.send(peer, rank);
        }
        return event;
    }

    /** With an implicit event, of category PUT. {@code completion}: NOW, DEFER or GROUP. */
    public void putNbi(int rank, long offset, Shape target, MemorySegment source, long sourceOffset,
            Shape sourceShape, LocalCompletion completion) {
        putNbi(rank, offset, target, source, sourceOffset, sourceShape, completion, RmaFlags.NONE);
    }

    /** As {@code putNbi}, with flags; false where {@code put} with flags answers false. */
    public boolean putNbi(int rank, long offset, Shape target, MemorySegment source, long sourceOffset,
            Shape sourceShape, LocalCompletion completion, int flags) {
        return putNbi(rank, offset, target, source, sourceOffset, sourceShape, completion, flags,
                beginPut("Vis.putNbi", rank, flags));
    }

    /** As {@code putNbi}, and tells the target, as {@code put} does. */
    public void putNbi(int rank, long offset, Shape target, MemorySegment source, long sourceOffset,
            Shape sourceShape, LocalCompletion completion, PeerCompletion peerCompletion) {
        begin("Vis.putNbi", RmaFlags.NONE);
        putNbi(rank, offset, target, source, sourceOffset, sourceShape, completion, RmaFlags.NONE,
                peers.given("Vis.putNbi", rank, peerCompletion));
    }

    private boolean putNbi(int rank, long offset, Shape target, MemorySegment source, long sourceOffset,
            Shape sourceShape, LocalCompletion completion, int flags, PeerCompletion peer) {
        Completion.of(completion).legalForNbi(team.job().rank());
        boolean sent = putHere("Vis.putNbi", flags, rank, offset, target, source, sourceOffset, sourceShape)
                || far.putNbi(rank, offset, target.regions(), source, sourceOffset,
                        sourceShape.regions(), isImmediate(flags));
        if (peer != null) {
            peers.send(peer, rank);
        }
        return sent;
    }

    /** What holds for every call, one that moves nothing too. */
    private void begin(String call, int flags) {
        if (flags != RmaFlags.NONE || checked) {
            checks.begin(call, flags);
        }
    }

    /** Returns what this thread has armed for the put; a load while no thread has ever armed anything. */
    private PeerCompletion beginPut(String call, int rank, int flags) {
        begin(call, flags);
        Object found = armed.get();
        return found == null ? null : peers.checked(call, rank, flags, (PeerCompletion) found);
    }

    /** Puts what needs no message; says whether it did. */
    private boolean putHere(String call, int flags, int rank, long offset, Shape target, MemorySegment source,
            long sourceOffset, Shape sourceShape) {
        if (!sourceShape.isKnownTo(target)) {
            checks.sides(call, sourceShape, target);
        }
        return target.bytes() == 0
                || putMapped(call, flags, rank, offset, target, source, sourceOffset, sourceShape);
    }

    private boolean putMapped(String call, int flags, int rank, long offset, Shape target, MemorySegment source,
            long sourceOffset, Shape sourceShape) {
        if (!sourceShape.isWithin(source, sourceOffset)) {
            throw checks.outsideLocal(call, "the source", source, sourceOffset, sourceShape);
        }
        local.readable(call, source);
        MappedRange mapped = addresses.mapped(rank, offset + target.low(), target.high() - target.low());
        if (mapped == null) {
            mapped = checks.peerMapped(call, true, rank, offset, target, source, sourceOffset, sourceShape);
            checks.assertions(call, flags, rank, source, sourceOffset, sourceShape);
        }
        if (mapped == null) {
            return false;
        }
        if (target.bytes() < origin.leastBytes()) {
            copyIn(mapped, offset, target, source, sourceOffset, sourceShape);
        } else {
            TransferEvent event = Recorder.isOn() ? Recorder.transfer() : null;
            copyIn(mapped, offset, target, source, sourceOffset, sourceShape);
            finish(event, call, rank, target);
        }
        return true;
    }

    private void finish(TransferEvent event, String call, int rank, Shape shape) {
        if (event != null) {
            event.finish(origin, call, core.memberJobRank(rank), shape.bytes());
        }
    }

    private void copyIn(MappedRange mapped, long offset, Shape target, MemorySegment source, long sourceOffset,
            Shape sourceShape) {
        if (target.isContiguous() && sourceShape.isContiguous()) {
            SharedMemory.copyIn(source, sourceOffset + sourceShape.low(), mapped.at(offset + target.low()),
                    target.bytes());
        } else {
            CopyPlan plan = sourceShape.planTo(target);
            if (isMapped(source)) {
                plan.copy(source.address() + sourceOffset, place(mapped, offset, target));
            } else {
                plan.copyIn(source, sourceOffset, place(mapped, offset, target));
            }
        }
    }

    /**
     * Gets what {@code source} takes at {@code offset} of {@code rank} to where {@code targetShape} says, at
     * {@code targetOffset} of {@code target}. Blocking.
     */
    public void get(MemorySegment target, long targetOffset, Shape targetShape, int rank, long offset, Shape source) {
        get(target, targetOffset, targetShape, rank, offset, source, RmaFlags.NONE);
    }

    /**
     * As the other form, with flags; false, with nothing done, only with {@link RmaFlags#IMMEDIATE}, on client memory
     * of a peer.
     */
    public boolean get(MemorySegment target, long targetOffset, Shape targetShape, int rank, long offset,
            Shape source, int flags) {
        return getHere("Vis.get", flags, target, targetOffset, targetShape, rank, offset, source)
                || far.get(target, targetOffset, targetShape.regions(), rank, offset,
                        source.regions(), isImmediate(flags));
    }

    /** With an explicit event. */
    public Event getNb(MemorySegment target, long targetOffset, Shape targetShape, int rank, long offset,
            Shape source) {
        return getNb(target, targetOffset, targetShape, rank, offset, source, RmaFlags.NONE);
    }

    /** As {@code getNb}, with flags; {@link Event#NOT_SENT} where {@code get} with flags answers false. */
    public Event getNb(MemorySegment target, long targetOffset, Shape targetShape, int rank, long offset,
            Shape source, int flags) {
        return getHere("Vis.getNb", flags, target, targetOffset, targetShape, rank, offset, source)
                ? Event.DONE
                : far.getNb(target, targetOffset, targetShape.regions(), rank, offset,
                        source.regions(), isImmediate(flags));
    }

    /** With an implicit event, of category GET. */
    public void getNbi(MemorySegment target, long targetOffset, Shape targetShape, int rank, long offset,
            Shape source) {
        getNbi(target, targetOffset, targetShape, rank, offset, source, RmaFlags.NONE);
    }

    /** As {@code getNbi}, with flags; false where {@code get} with flags answers false. */
    public boolean getNbi(MemorySegment target, long targetOffset, Shape targetShape, int rank, long offset,
            Shape source, int flags) {
        return getHere("Vis.getNbi", flags, target, targetOffset, targetShape, rank, offset, source)
                || far.getNbi(target, targetOffset, targetShape.regions(), rank, offset,
                        source.regions(), isImmediate(flags));
    }

    /** Gets what needs no message; says whether it did. */
    private boolean getHere(String call, int flags, MemorySegment target, long targetOffset, Shape targetShape,
            int rank, long offset, Shape source) {
        beginOther(call, flags);
        if (!source.isKnownTo(targetShape)) {
            checks.sides(call, source, targetShape);
        }
        return targetShape.bytes() == 0
                || getMapped(call, flags, target, targetOffset, targetShape, rank, offset, source);
    }

    private boolean getMapped(String call, int flags, MemorySegment target, long targetOffset, Shape targetShape,
            int rank, long offset, Shape source) {
        if (!targetShape.isWithin(target, targetOffset)) {
            throw checks.outsideLocal(call, "the target", target, targetOffset, targetShape);
        }
        local.writable(call, target);
        MappedRange mapped = addresses.mapped(rank, offset + source.low(), source.high() - source.low());
        if (mapped == null) {
            mapped = checks.peerMapped(call, false, rank, offset, source, target, targetOffset, targetShape);
            checks.assertions(call, flags, rank, target, targetOffset, targetShape);
        }
        if (mapped == null) {
            return false;
        }
        if (source.bytes() < origin.leastBytes()) {
            copyOut(mapped, offset, source, target, targetOffset, targetShape);
        } else {
            TransferEvent event = Recorder.isOn() ? Recorder.transfer() : null;
            copyOut(mapped, offset, source, target, targetOffset, targetShape);
            finish(event, call, rank, source);
        }
        return true;
    }

    private void copyOut(MappedRange mapped, long offset, Shape source, MemorySegment target, long targetOffset,
            Shape targetShape) {
        if (source.isContiguous() && targetShape.isContiguous()) {
            SharedMemory.copyOut(mapped.at(offset + source.low()), target, targetOffset + targetShape.low(),
                    source.bytes());
        } else {
            CopyPlan plan = source.planTo(targetShape);
            if (isMapped(target)) {
                plan.copy(place(mapped, offset, source), target.address() + targetOffset);
            } else {
                plan.copyOut(place(mapped, offset, source), target, targetOffset);
            }
        }
    }

    /**
     * Adds the scaled elements that {@code sourceShape} takes of {@code source}, at {@code sourceOffset}, to those that
     * {@code target} takes at {@code offset} of {@code rank}: {@code target[i] = target[i] + scale * source[i]}.
     * Blocking.
     *
     * <p><b>Atomic</b> is each component (of a complex number, each of its two parts) towards all accumulates, those of
     * {@link org.pgas.atomics.Accumulator} too; the accumulate as a whole is not. All else that is said there holds
     * here too. Regions are added in any order.
     *
     * <p><b>Legal.</b> Every region of either shape is a multiple of an element's size; each of the target is at a
     * multiple of the component's size in the segment.
     *
     * <p>Source: ARMCI_AccS, ARMCI_AccV.
     */
    public void accumulate(int rank, long offset, Shape target, Scale scale, MemorySegment source, long sourceOffset,
            Shape sourceShape) {
        accumulate(rank, offset, target, scale, source, sourceOffset, sourceShape, RmaFlags.NONE);
    }

    /**
     * As the other form, with flags; false, with nothing done, only with {@link RmaFlags#IMMEDIATE}, on client memory
     * of a peer.
     */
    public boolean accumulate(int rank, long offset, Shape target, Scale scale, MemorySegment source,
            long sourceOffset, Shape sourceShape, int flags) {
        beginOther("Vis.accumulate", flags);
        return sums.addHere("Vis.accumulate", flags, rank, offset, target, scale, source, sourceOffset, sourceShape)
                || far.accumulate(rank, offset, target.regions(), scale, source,
                        sourceOffset, sourceShape.regions(), isImmediate(flags));
    }

    /** With an explicit event. {@code completion}: NOW, DEFER or {@link LocalCompletion#event()}. */
    public Event accumulateNb(int rank, long offset, Shape target, Scale scale, MemorySegment source,
            long sourceOffset, Shape sourceShape, LocalCompletion completion) {
        return accumulateNb(rank, offset, target, scale, source, sourceOffset, sourceShape, completion, RmaFlags.NONE);
    }

    /**
     * As {@code accumulateNb}, with flags; {@link Event#NOT_SENT} where {@code accumulate} with flags answers false.
     */
    public Event accumulateNb(int rank, long offset, Shape target, Scale scale, MemorySegment source,
            long sourceOffset, Shape sourceShape, LocalCompletion completion, int flags) {
        beginOther("Vis.accumulateNb", flags);
        Completion.of(completion).legalForNb(team.job().rank());
        Event event = sums.addHere("Vis.accumulateNb", flags, rank, offset, target, scale, source, sourceOffset,
                sourceShape)
                        ? Event.DONE
                        : far.accumulateNb(rank, offset, target.regions(), scale, source,
                                sourceOffset, sourceShape.regions(), isImmediate(flags));
        if (event != Event.NOT_SENT) {
            Completion.of(completion).completed();
        }
        return event;
    }

    /** With an implicit event, of category RMW. {@code completion}: NOW, DEFER or GROUP. */
    public void accumulateNbi(int rank, long offset, Shape target, Scale scale, MemorySegment source,
            long sourceOffset, Shape sourceShape, LocalCompletion completion) {
        accumulateNbi(rank, offset, target, scale, source, sourceOffset, sourceShape, completion, RmaFlags.NONE);
    }

    /** As {@code accumulateNbi}, with flags; false where {@code accumulate} with flags answers false. */
    public boolean accumulateNbi(int rank, long offset, Shape target, Scale scale, MemorySegment source,
            long sourceOffset, Shape sourceShape, LocalCompletion completion, int flags) {
        beginOther("Vis.accumulateNbi", flags);
        Completion.of(completion).legalForNbi(team.job().rank());
        return sums.addHere("Vis.accumulateNbi", flags, rank, offset, target, scale, source, sourceOffset, sourceShape)
                || far.accumulateNbi(rank, offset, target.regions(), scale, source,
                        sourceOffset, sourceShape.regions(), isImmediate(flags));
    }

    /** Begins what is no put. */
    private void beginOther(String call, int flags) {
        begin(call, flags);
        peers.refuseArmed(call);
    }

    /** Of calls that are made of several puts and gets: none of them is the next put that was meant. */
    void refuseArmed(String call) {
        peers.refuseArmed(call);
    }

    /**
     * What the shape's offsets are relative to; it may lie far outside the mapped range, or below 0: only bytes of the
     * shape have been checked.
     */
    private static long place(MappedRange mapped, long offset, Shape shape) {
        return mapped.at(offset + shape.low()) - shape.low();
    }

    /**
     * Whether local memory lies in this rank's own segment: that is never unmapped, so nothing has to watch over its
     * accesses.
     */
    private boolean isMapped(MemorySegment memory) {
        MappedRange own = all.mapped(self, 0, 0);
        return own != null && own.contains(memory);
    }

    private static boolean isImmediate(int flags) {
        return (flags & RmaFlags.IMMEDIATE) != 0;
    }

    /**
     * Arms the calling thread's next put of shapes in this job, of whatever form, team and target, with a peer
     * completion; {@link PeerCompletion#NONE} disarms. Only the next put that is started is affected, which disarms
     * too; one that is refused is not started. One that moves no bytes is a put, and its rank is not ignored. Until
     * then, gets and accumulates of shapes, {@link GlobalTransfers}, and puts with {@link RmaFlags#IMMEDIATE} are
     * errors.
     *
     * <p>The payload must stay as it is from this call on. A put that is given its {@link PeerCompletion} says the same
     * in one call, and is the form to prefer; this one is that of GASNet-EX. Legal where communication is not.
     *
     * <p>Errors: a payload of more than {@link #maxPeerCompletion} bytes, closed, or confined to another thread. In
     * checked mode, the put is refused when the handler is not registered at its target.
     *
     * <p>Source: GASNet-EX gex_VIS_SetPeerCompletionHandler.
     */
    public void setPeerCompletion(PeerCompletion peerCompletion) {
        peers.arm("Vis.setPeerCompletion", peerCompletion);
    }

    /**
     * Largest payload of a {@link PeerCompletion} in bytes; at least 127. Source: GASNet-EX GEX_VIS_MAX_PEERCOMPLETION.
     */
    public int maxPeerCompletion() {
        return peers.most();
    }
}
