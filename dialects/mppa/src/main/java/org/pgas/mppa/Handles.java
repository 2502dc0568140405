package org.pgas.mppa;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;

import org.pgas.BoundSegment;
import org.pgas.atomics.ByteFifo;
import org.pgas.heap.SharedHeap;
import org.pgas.team.TeamCore;

/**
 * The handles of an {@link Mppa}'s segments: makes segments, finds them, and ends both. The calls are described there.
 *
 * <pre>
 * field     writer                      reader       order
 * defaults  the thread that asks first  all threads  CAS from null, exchange at the end / volatile
 * </pre>
 */
final class Handles {
    private final Access access;
    private final AtomicReferenceArray<MppaSegment> defaults;

    /** All handles but those of default segments, until they are destroyed, in the order of their creation. */
    private final Set<MppaSegment> handles = Collections.synchronizedSet(new LinkedHashSet<>());

    Handles(Access access) {
        this.access = access;
        this.defaults = new AtomicReferenceArray<>(access.team.size());
    }

    MppaSegment segmentCreate(MemorySegment base, long size, int flags, int multi, long identifier, MppaEvent event) {
        String call = "Mppa.segmentCreate";
        access.begin(call, event);
        checkCreation(call, base, size, flags, multi);
        SegmentResources resources = SegmentResources.make(access.job, base == null ? null : base.asSlice(0, size),
                size);
        boolean entered = false;
        try {
            if (SegmentFlags.isQueue(flags)) {
                String refusal = resources.queueRefusal();
                if (refusal != null) {
                    throw access.refusals.bad(call, refusal);
                }
            }
            resources.entered(
                    access.registry.enter(call, resources.registration(identifier, size, flags, multi), () -> {
                        if (SegmentFlags.isQueue(flags)) {
                            resources.makeQueue(size);
                        }
                    }));
            entered = true;
        } finally {
            if (!entered) {
                resources.giveBack();
            }
        }
        return arrive(call, MppaSegment.of(access, identifier, resources), event);
    }

    private void checkCreation(String call, MemorySegment base, long size, int flags, int multi) {
        if (size < 1 || base != null && size > base.byteSize()) {
            throw access.refusals.bad(call, size + " bytes: legal are 1 and more"
                    + (base == null ? "" : ", up to the " + base.byteSize() + " of the base"));
        }
        if (base != null && base.isReadOnly()) {
            throw access.refusals.bad(call, "the base is read-only: give memory that others may write");
        }
        if (!SegmentFlags.isDefined(flags)) {
            throw access.refusals.bad(call,
                    "flags 0x" + Integer.toHexString(flags) + ": legal are those of SegmentFlags, or-ed");
        }
        if (multi < 0 || multi > access.job.size()) {
            throw access.refusals.bad(call, "multi is " + multi + ": legal are 0, and 1.." + access.job.size()
                    + " for a multicast segment of so many processes");
        }
        if (SegmentFlags.isQueue(flags) && multi > 0) {
            throw access.refusals.bad(call, "a multicast segment cannot be a queue: give multi 0, or no flag");
        }
        if (SegmentFlags.isQueue(flags) && size < QueueLayout.LEAST_BYTES) {
            throw access.refusals.bad(call,
                    size + " bytes: a queue takes " + QueueLayout.LEAST_BYTES + " and more (Mppa.queueBytes)");
        }
    }

    /** Completes a handle, or has the event do it. */
    private MppaSegment arrive(String call, MppaSegment segment, MppaEvent event) {
        handles.add(segment);
        boolean done = false;
        try {
            Arrival arrival = new Arrival(access, call, segment);
            if (!arrival.isMet() && event != null) {
                event.add(TeamCore.of(access.team).event(arrival, false));
            } else {
                TeamCore.of(access.team).await(arrival);
                arrival.synchronised();
            }
            done = true;
        } finally {
            if (!done) {
                handles.remove(segment);
                end(call, segment);
            }
        }
        return segment;
    }

    MppaSegment segmentClone(long identifier, MppaEvent event) {
        String call = "Mppa.segmentClone";
        access.begin(call, event);
        return arrive(call, MppaSegment.of(access, identifier, null), event);
    }

    void segmentDestroy(MppaSegment segment) {
        String call = "Mppa.segmentDestroy";
        access.begin(call);
        if (segment == null || segment.owner != access || segment.isDefault || !handles.remove(segment)) {
            throw access.refusals.bad(call, segment == null ? "the segment is null: create or clone one"
                    : segment.owner != access ? segment + " belongs to another Mppa"
                            : segment.isDefault ? segment + " lasts as long as the job"
                                    : "this handle of " + segment + " was destroyed already");
        }
        try {
            end(call, segment);
        } finally {
            if (!segment.isDestroyed()) {
                handles.add(segment); // it can be destroyed again
            }
        }
    }

    /**
     * Ends all handles, the last ones first, since they may lie in the memory of earlier ones. Answers what has gone
     * wrong: others wait for this rank.
     */
    RuntimeException endAll() {
        List<MppaSegment> all;
        synchronized (handles) {
            all = new ArrayList<>(handles);
        }
        for (int server = 0; server < defaults.length(); server++) {
            MppaSegment known = defaults.getAndSet(server, null);
            if (known != null) {
                all.add(known);
            }
        }
        RuntimeException failure = null;
        for (MppaSegment each : all.reversed()) {
            try {
                end("Mppa.finish", each);
            } catch (RuntimeException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        return failure;
    }

    /** Ends a handle; one that still is what it was when something has been thrown is not destroyed. */
    private void end(String call, MppaSegment segment) {
        SharedHeap heap = segment.heap();
        try {
            if (heap != null) {
                // its creator may destroy the segment at the same time
                access.registry.whileThere(call, segment.single(), at -> heap.close());
            }
        } finally {
            if (segment.isCreator()) {
                leave(call, segment);
            } else {
                segment.end();
            }
        }
    }

    private void leave(String call, MppaSegment segment) {
        SegmentResources resources = segment.resources;
        Registration own = resources.registration();
        try {
            access.registry.leave(call, own, resources::destroyHeap);
        } finally {
            if (!access.registry.isThere(own)) {
                giveBack(segment);
            }
        }
    }

    /** What a segment had that is entered no more. */
    private static void giveBack(MppaSegment segment) {
        ByteFifo queue = segment.queue();
        segment.end();
        try {
            if (queue != null) {
                queue.destroy();
            }
        } finally {
            segment.resources.giveBack();
        }
    }

    MppaSegment defaultSegment(int server) {
        String call = "Mppa.defaultSegment";
        access.begin(call);
        if (server < 0 || server >= access.job.size()) {
            throw access.refusals.bad(call,
                    "server " + server + " is outside 0.." + (access.job.size() - 1) + ", the ranks of the job");
        }
        MppaSegment known = defaults.get(server);
        return known != null ? known : makeDefault(server);
    }

    private MppaSegment makeDefault(int server) {
        BoundSegment bound = access.job.endpoint().boundSegment(access.job.world(), server);
        if (bound.size() == 0) {
            return null;
        }
        boolean mappable = server == access.job.rank() ? access.job.endpoint().segment().isMapped()
                : bound.mapped() != null || isElsewhere(server);
        MppaSegment made = MppaSegment.ofDefault(access,
                Member.ofDefault(access.job, server, bound.size(), mappable, access.registry.defaultWords(server),
                        access.shapes),
                bound.size());
        return defaults.compareAndSet(server, null, made) ? made : defaults.get(server);
    }

    /** Whether this rank cannot know what a server has attached: a heap there is refused when it is made. */
    private boolean isElsewhere(int server) {
        return TeamCore.of(access.job.world()).addresses().isElsewhere(server);
    }
}
