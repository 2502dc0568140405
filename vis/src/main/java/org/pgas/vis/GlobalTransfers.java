package org.pgas.vis;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReference;

import org.pgas.Event;
import org.pgas.LocalCompletion;
import org.pgas.Team;
import org.pgas.operation.Completion;
import org.pgas.team.TeamCore;

/**
 * One-sided transfers of memory that is spread over several ranks: between local memory and a {@link GlobalShape}, or
 * between two of these, in one call.
 *
 * <p><b>Callers.</b> Any thread; not collective; not in a restricted context (see {@link org.pgas.Job}). Ranks are the
 * job ranks of global pointers, which need not be in the team, as in {@link org.pgas.Rma}. Loopback is legal, and so is
 * a copy between two other ranks. Owners of mapped memory take no part; those of client memory carry out what concerns
 * it when they poll or wait, and those of memory of another neighbourhood also while they compute.
 *
 * <p><b>Legal.</b> Both sides have the same volume, however they are cut into regions; of two sides of 0 bytes, all
 * else is ignored. Regions of a source may overlap each other, those of a target neither each other nor a source's. The
 * source may not change, and the target is undefined, until the call has returned (blocking) or was synchronised.
 *
 * <p><b>Forms.</b> Blocking; {@code Nb}, with one explicit event for the whole call; {@code Nbi}, with an implicit one,
 * of category PUT for puts and GET for gets; for copies, of both. {@code completion} as in {@link Vis}. Between mapped
 * memory all is done at once. What lies in memory of two peers that is not mapped here, client memory or that of other
 * neighbourhoods, goes through a buffer of 256 KiB of this rank: its gets are waited for in every form.
 *
 * <p><b>Order.</b> As of {@link Vis}; none between the regions.
 *
 * <p><b>Errors.</b> {@link org.pgas.PgasException}, before anything was changed on any rank, naming the entry: volumes
 * that differ, a rank outside the job, a range outside its segment, regions of the target that overlap, a range outside
 * the local memory, local memory that is closed, confined to another thread or, of a get, read-only; in checked mode,
 * sides that have bytes in common; job closed; a peer completion armed by this thread ({@link Vis#setPeerCompletion}),
 * as there is no one peer to tell. Memory that is closed during the call may be written in part. When a part fails
 * later, such as by the loss of a peer, all others are waited for first; their failures are suppressed exceptions of
 * the one that is thrown.
 *
 * <p>Source: Bonachea, "Proposal for Extending the UPC Memory Copy Library Functions" 5.2, 5.3, 6.1, 6.2, open issues
 * 1, 2, 10.
 */
public final class GlobalTransfers {
    // field  writer      reader      order
    // spare  any thread  any thread  exchanged, given back by release

    private final Team team;

    /** The team of the ranks that pointers name. */
    private final Team reach;

    private final Vis vis;
    private final GlobalChecks checks;
    private final GlobalCopy copies;

    /**
     * For the next call, or null while one has it: another that comes meanwhile makes its own. Exchanged by any thread.
     */
    private final AtomicReference<ExplicitTransfers> spare = new AtomicReference<>();

    private final Call putCall;
    private final Call putNbCall;
    private final Call putNbiCall;
    private final Call getCall;
    private final Call getNbCall;
    private final Call getNbiCall;
    private final Call copyCall;
    private final Call copyNbCall;
    private final Call copyNbiCall;

    private GlobalTransfers(Team team, Team reach) {
        this.team = team;
        this.reach = reach;
        this.vis = Vis.of(reach);
        this.checks = new GlobalChecks(reach);
        this.copies = new GlobalCopy(reach, vis);
        this.putCall = call("put");
        this.putNbCall = call("putNb");
        this.putNbiCall = call("putNbi");
        this.getCall = call("get");
        this.getNbCall = call("getNb");
        this.getNbiCall = call("getNbi");
        this.copyCall = call("copy");
        this.copyNbCall = call("copyNb");
        this.copyNbiCall = call("copyNbi");
    }

    /** Transfers with the segments of all ranks of the team's job. Not collective, and cheap. */
    public static GlobalTransfers of(Team team) {
        return new GlobalTransfers(team, team.job().world());
    }

    /**
     * As {@link #of}, with the segments bound to the endpoints that are members of {@code team}: what global pointers
     * have for a job rank is a rank in this team, and their endpoint index is 0. Not collective, and cheap.
     */
    public static GlobalTransfers over(Team team) {
        return new GlobalTransfers(team, team);
    }

    /** What it was made with. */
    public Team team() {
        return team;
    }

    private Call call(String form) {
        return new Call(reach, "GlobalTransfers." + form);
    }

    private Call begin(Call call) {
        TeamCore.of(reach).checkUnrestricted(call.name());
        vis.refuseArmed(call.name());
        return call;
    }

    private ExplicitTransfers parts() {
        ExplicitTransfers known = spare.getAndSet(null);
        return known == null ? new ExplicitTransfers(vis) : known;
    }

    /** Waits for all parts. The object is used again, but after a failure. */
    private void await(ExplicitTransfers parts) {
        parts.await();
        spare.setRelease(parts);
    }

    private Event eventOf(ExplicitTransfers parts) {
        Event event = parts.event();
        if (event == Event.DONE) {
            spare.setRelease(parts);
        }
        return event;
    }

    /**
     * Puts what {@code sourceShape} takes of {@code source}, at {@code sourceOffset}, to {@code target}. Blocking.
     * Source: upc_memput_vlist.
     */
    public void put(GlobalShape target, MemorySegment source, long sourceOffset, Shape sourceShape) {
        Call call = begin(putCall);
        ExplicitTransfers parts = parts();
        put(call, target, source, sourceOffset, sourceShape, parts);
        await(parts);
    }

    /** {@link #put} with an explicit event. Source: upc_memput_vlist_async. */
    public Event putNb(GlobalShape target, MemorySegment source, long sourceOffset, Shape sourceShape,
            LocalCompletion completion) {
        Call call = begin(putNbCall);
        Completion.of(completion).legalForNb(reach.job().rank());
        ExplicitTransfers parts = parts();
        put(call, target, source, sourceOffset, sourceShape, parts);
        Completion.of(completion).completed();
        return eventOf(parts);
    }

    /** {@link #put} with an implicit event, of category PUT. */
    public void putNbi(GlobalShape target, MemorySegment source, long sourceOffset, Shape sourceShape,
            LocalCompletion completion) {
        Call call = begin(putNbiCall);
        Completion.of(completion).legalForNbi(reach.job().rank());
        put(call, target, source, sourceOffset, sourceShape, new ImplicitTransfers(vis));
    }

    private void put(Call call, GlobalShape target, MemorySegment source, long sourceOffset, Shape sourceShape,
            PartialTransfers parts) {
        try {
            if (checks.totals(call, target.bytes(), sourceShape.bytes())) {
                checks.target(call, target);
                checks.localSource(call, source, sourceOffset, sourceShape);
                checks.apart(call, target, source, sourceOffset, sourceShape);
                for (LocalMatch.Part part : target.match(sourceShape).parts()) {
                    parts.put(part.rank(), part.base(), part.place(), source, sourceOffset + part.localBase(),
                            part.local());
                }
            }
        } catch (RuntimeException | Error failure) {
            parts.abandon(failure);
            throw failure;
        }
    }

    /**
     * Gets {@code source} to where {@code targetShape} says, at {@code targetOffset} of {@code target}. Blocking.
     * Source: upc_memget_vlist.
     */
    public void get(MemorySegment target, long targetOffset, Shape targetShape, GlobalShape source) {
        Call call = begin(getCall);
        ExplicitTransfers parts = parts();
        get(call, target, targetOffset, targetShape, source, parts);
        await(parts);
    }

    /** {@link #get} with an explicit event. Source: upc_memget_vlist_async. */
    public Event getNb(MemorySegment target, long targetOffset, Shape targetShape, GlobalShape source) {
        Call call = begin(getNbCall);
        ExplicitTransfers parts = parts();
        get(call, target, targetOffset, targetShape, source, parts);
        return eventOf(parts);
    }

    /** {@link #get} with an implicit event, of category GET. */
    public void getNbi(MemorySegment target, long targetOffset, Shape targetShape, GlobalShape source) {
        Call call = begin(getNbiCall);
        get(call, target, targetOffset, targetShape, source, new ImplicitTransfers(vis));
    }

    private void get(Call call, MemorySegment target, long targetOffset, Shape targetShape, GlobalShape source,
            PartialTransfers parts) {
        try {
            if (checks.totals(call, targetShape.bytes(), source.bytes())) {
                checks.localTarget(call, target, targetOffset, targetShape);
                checks.places(call, "source", source);
                checks.apart(call, target, targetOffset, targetShape, source);
                for (LocalMatch.Part part : source.match(targetShape).parts()) {
                    parts.get(target, targetOffset + part.localBase(), part.local(), part.rank(), part.base(),
                            part.place());
                }
            }
        } catch (RuntimeException | Error failure) {
            parts.abandon(failure);
            throw failure;
        }
    }

    /** Copies {@code source} to {@code target}, both of any ranks. Blocking. Source: upc_memcpy_vlist. */
    public void copy(GlobalShape target, GlobalShape source) {
        Call call = begin(copyCall);
        ExplicitTransfers parts = parts();
        copy(call, target, source, parts);
        await(parts);
    }

    /** {@link #copy} with an explicit event. Source: upc_memcpy_vlist_async. */
    public Event copyNb(GlobalShape target, GlobalShape source) {
        Call call = begin(copyNbCall);
        ExplicitTransfers parts = parts();
        copy(call, target, source, parts);
        return eventOf(parts);
    }

    /** {@link #copy} with an implicit event, of categories PUT and GET: synchronise both. */
    public void copyNbi(GlobalShape target, GlobalShape source) {
        Call call = begin(copyNbiCall);
        copy(call, target, source, new ImplicitTransfers(vis));
    }

    private void copy(Call call, GlobalShape target, GlobalShape source, PartialTransfers parts) {
        try {
            if (checks.totals(call, target.bytes(), source.bytes())) {
                checks.target(call, target);
                checks.places(call, "source", source);
                checks.apart(call, target, source);
                copies.copy(target, source, parts);
            }
        } catch (RuntimeException | Error failure) {
            parts.abandon(failure);
            throw failure;
        }
    }
}
