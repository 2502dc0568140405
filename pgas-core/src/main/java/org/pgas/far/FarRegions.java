package org.pgas.far;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.IntFunction;

import org.pgas.Event;
import org.pgas.EventCategory;
import org.pgas.operation.JointEvent;
import org.pgas.operation.UnawaitedOperations;
import org.pgas.place.ClientMemory;
import org.pgas.rank.TeamMembers;
import org.pgas.rank.ThisRank;
import org.pgas.regions.CopyPlan;
import org.pgas.regions.Regions;
import org.pgas.spi.MessageHead;

/**
 * Transfers and accumulates of regions of client memory, which no address reaches: this rank's own at once, that of a
 * peer by messages, which the peer carries out when it polls or waits.
 *
 * <p><b>Places.</b> Regions are relative to an offset, of the owner's memory or of this rank's. Both sides have the
 * same volume, of at least one byte: byte i of the packed form of one side is byte i of that of the other.
 *
 * <p><b>Order.</b> As for contiguous transfers and updates ({@link FarUpdates}): what one thread does to one rank's
 * memory is done in the order in which it began. Of one operation, no order of its bytes is promised; its regions on
 * the side that is written to may not overlap each other. Aligned words of 1, 2, 4 and 8 bytes do not tear where those
 * of a contiguous transfer do not, if the length of their run is a multiple of theirs.
 *
 * <p><b>Atomicity.</b> Accumulates exclude all other updates element by element. Every run of an accumulate's target is
 * whole elements; those of its source need not be.
 *
 * <p>The source of a put or an accumulate may be overwritten when the call returns. What a get brings may be for memory
 * confined to the calling thread; it is there when the operation has been synchronised.
 *
 * <p>Any thread. Callers have made the checks: the rank is in the team, both ranges in their memory, the volumes equal,
 * targets free of overlap and, for an accumulate, aligned; the context unrestricted, the memory not mapped here.
 * Errors: memory that this thread may not touch, before anything changes; the owner is gone ({@link PeerLostException},
 * from whatever waits); the owner has closed the memory's arena (its own call throws, a peer's ends the job).
 *
 * <p>Forms with {@code immediate} answer false or {@link Event#NOT_SENT}, with nothing done, when there is no room for
 * the first message; what has been begun is sent whole.
 */
@SuppressWarnings("exports") // regions are for the library's own modules, as this is
public final class FarRegions {
    private final UnawaitedOperations unawaited;
    private final ThisRank self;
    private final int endpoint;
    private final TeamMembers members;
    private final IntFunction<ClientMemory> memories;
    private final FarTransfers far;
    private final FarRegionSender sender;

    public FarRegions(UnawaitedOperations unawaited, FarTransfers far, TeamMembers members, int endpoint,
            IntFunction<ClientMemory> memories) {
        this.unawaited = unawaited;
        this.self = unawaited.self();
        this.far = far;
        this.members = members;
        this.endpoint = endpoint;
        this.memories = memories;
        this.sender = far.regions();
    }

    /** This rank's own memory if that is what {@code rank} names; null for a peer's. */
    private ClientMemory own(int rank) {
        return members.jobRank(rank) == self.rank() ? memories.apply(endpoint(rank)) : null;
    }

    private int peer(int rank) {
        return members.jobRank(rank);
    }

    private int endpoint(int rank) {
        return members.endpoint(rank);
    }

    /** What a blocking operation waits by. */
    private static FarWait wait(FarThread thread, String operation, int peer, long offset, Regions regions) {
        return thread.blocking().begin(operation, peer, offset + regions.low(), regions.bytes());
    }

    private FarEvent event(FarThread thread, String operation, int peer, long offset, Regions regions) {
        return far.event(thread, operation, peer, offset + regions.low(), regions.bytes());
    }

    /** The calling thread's, on {@code regions} of this rank's memory, with that member's owner. */
    private FarOperation begin(FarThread thread, FarSink sink, EventCategory category, int rank, MemorySegment memory,
            long memoryOffset, Regions regions) {
        return sender.begin(thread, sink, category, peer(rank), memory, memoryOffset, regions);
    }

    private boolean putHere(int rank, long offset, Regions target, MemorySegment source, long sourceOffset,
            Regions sourceRegions) {
        ClientMemory own = own(rank);
        if (own != null) {
            own.put(CopyPlan.of(sourceRegions, target), source, sourceOffset, offset);
        }
        return own != null;
    }

    /** Puts what {@code sourceRegions} are of {@code source} to {@code target} of that rank. Blocking. */
    public boolean put(int rank, long offset, Regions target, MemorySegment source, long sourceOffset,
            Regions sourceRegions, boolean immediate) {
        if (putHere(rank, offset, target, source, sourceOffset, sourceRegions)) {
            return true;
        }
        FarThread thread = far.thread();
        FarWait wait = wait(thread, "put", peer(rank), offset, target);
        FarOperation operation = begin(thread, wait, EventCategory.PUT, rank, source, sourceOffset, sourceRegions);
        return sender.put(operation, endpoint(rank), offset, target, immediate) && far.finish(thread, wait);
    }

    /** As {@link #put}, with an explicit event. */
    public Event putNb(int rank, long offset, Regions target, MemorySegment source, long sourceOffset,
            Regions sourceRegions, boolean immediate) {
        if (putHere(rank, offset, target, source, sourceOffset, sourceRegions)) {
            return Event.DONE;
        }
        FarThread thread = far.thread();
        FarEvent event = event(thread, "putNb", peer(rank), offset, target);
        FarOperation operation = begin(thread, event.sink(), EventCategory.PUT, rank, source, sourceOffset,
                sourceRegions);
        return event.ifSent(sender.put(operation, endpoint(rank), offset, target, immediate));
    }

    /** As {@link #put}, with an implicit event of category PUT. */
    public boolean putNbi(int rank, long offset, Regions target, MemorySegment source, long sourceOffset,
            Regions sourceRegions, boolean immediate) {
        if (putHere(rank, offset, target, source, sourceOffset, sourceRegions)) {
            return true;
        }
        FarThread thread = far.thread();
        FarOperation operation = begin(thread, far.implicit(thread), EventCategory.PUT, rank, source, sourceOffset,
                sourceRegions);
        return sender.put(operation, endpoint(rank), offset, target, immediate);
    }

    private boolean getHere(MemorySegment target, long targetOffset, Regions targetRegions, int rank, long offset,
            Regions source) {
        ClientMemory own = own(rank);
        if (own != null) {
            own.get(CopyPlan.of(source, targetRegions), offset, target, targetOffset);
        }
        return own != null;
    }

    /** Gets {@code source} of that rank to what {@code targetRegions} are of {@code target}. Blocking. */
    public boolean get(MemorySegment target, long targetOffset, Regions targetRegions, int rank, long offset,
            Regions source, boolean immediate) {
        if (getHere(target, targetOffset, targetRegions, rank, offset, source)) {
            return true;
        }
        FarThread thread = far.thread();
        FarWait wait = wait(thread, "get", peer(rank), offset, source);
        FarOperation operation = begin(thread, wait, EventCategory.GET, rank, target, targetOffset, targetRegions);
        return sender.get(operation, endpoint(rank), offset, source, immediate) && far.finish(thread, wait);
    }

    /** As {@link #get}, with an explicit event. */
    public Event getNb(MemorySegment target, long targetOffset, Regions targetRegions, int rank, long offset,
            Regions source, boolean immediate) {
        if (getHere(target, targetOffset, targetRegions, rank, offset, source)) {
            return Event.DONE;
        }
        FarThread thread = far.thread();
        FarEvent event = event(thread, "getNb", peer(rank), offset, source);
        FarOperation operation = begin(thread, event.sink(), EventCategory.GET, rank, target, targetOffset,
                targetRegions);
        return event.ifSent(sender.get(operation, endpoint(rank), offset, source, immediate));
    }

    /** As {@link #get}, with an implicit event of category GET. */
    public boolean getNbi(MemorySegment target, long targetOffset, Regions targetRegions, int rank, long offset,
            Regions source, boolean immediate) {
        if (getHere(target, targetOffset, targetRegions, rank, offset, source)) {
            return true;
        }
        FarThread thread = far.thread();
        FarOperation operation = begin(thread, far.implicit(thread), EventCategory.GET, rank, target, targetOffset,
                targetRegions);
        return sender.get(operation, endpoint(rank), offset, source, immediate);
    }

    private boolean accumulateHere(int rank, long offset, Regions target, Scaling scaling, MemorySegment source,
            long sourceOffset, Regions sourceRegions) {
        ClientMemory own = own(rank);
        if (own != null) {
            sender.accumulateHere(far.thread(), own, offset, target, scaling, source, sourceOffset, sourceRegions);
        }
        return own != null;
    }

    /**
     * Adds the scaled elements that {@code sourceRegions} are of {@code source} to those of {@code target} of that
     * rank. Blocking.
     */
    public boolean accumulate(int rank, long offset, Regions target, Scaling scaling, MemorySegment source,
            long sourceOffset, Regions sourceRegions, boolean immediate) {
        if (accumulateHere(rank, offset, target, scaling, source, sourceOffset, sourceRegions)) {
            return true;
        }
        FarThread thread = far.thread();
        FarWait wait = wait(thread, "accumulate", peer(rank), offset, target);
        FarOperation operation = begin(thread, wait, EventCategory.RMW, rank, source, sourceOffset, sourceRegions);
        return sender.accumulate(operation, endpoint(rank), offset, target, scaling, immediate)
                && far.finish(thread, wait);
    }

    /** As {@link #accumulate}, with an explicit event. */
    public Event accumulateNb(int rank, long offset, Regions target, Scaling scaling, MemorySegment source,
            long sourceOffset, Regions sourceRegions, boolean immediate) {
        if (accumulateHere(rank, offset, target, scaling, source, sourceOffset, sourceRegions)) {
            return Event.DONE;
        }
        FarThread thread = far.thread();
        FarEvent event = event(thread, "accumulateNb", peer(rank), offset, target);
        FarOperation operation = begin(thread, event.sink(), EventCategory.RMW, rank, source, sourceOffset,
                sourceRegions);
        return event.ifSent(sender.accumulate(operation, endpoint(rank), offset, target, scaling, immediate));
    }

    /** As {@link #accumulate}, with an implicit event of category RMW. */
    public boolean accumulateNbi(int rank, long offset, Regions target, Scaling scaling, MemorySegment source,
            long sourceOffset, Regions sourceRegions, boolean immediate) {
        if (accumulateHere(rank, offset, target, scaling, source, sourceOffset, sourceRegions)) {
            return true;
        }
        FarThread thread = far.thread();
        FarOperation operation = begin(thread, far.implicit(thread), EventCategory.RMW, rank, source, sourceOffset,
                sourceRegions);
        return sender.accumulate(operation, endpoint(rank), offset, target, scaling, immediate);
    }

    /** The endpoints of a transfer, as in the head of a message. */
    private long between(int rank) {
        return MessageHead.between(endpoint, members.endpoint(rank));
    }

    /** Largest payload of {@link #notifyPeer}. */
    public int maxNotification() {
        return far.completion().most();
    }

    /**
     * Refuses, in the name of {@code call}, what {@link #notifyPeer} would refuse: for callers that do something
     * before. Errors: a handler index out of range, a payload too large or outside its memory; in checked mode, a
     * handler that is not registered at that rank for medium replies without arguments.
     */
    public void checkNotification(String call, int rank, int handler, MemorySegment payload, long payloadOffset,
            int bytes) {
        far.completion().check(call, peer(rank), between(rank), handler, payload, payloadOffset, bytes);
    }

    /**
     * Has that rank run handler {@code handler} of its endpoint, of medium replies without arguments, for this payload,
     * as for a reply; behind everything that this thread has put there before, be it mapped memory or not, but for
     * large puts that are not synchronised. Does not wait for it. Where the handler is not registered for that, the job
     * ends. With 0 bytes the payload is ignored.
     *
     * @return false, with nothing done, only if {@code immediate}
     */
    public boolean notifyPeer(int rank, int handler, MemorySegment payload, long payloadOffset, int bytes,
            boolean immediate) {
        checkNotification("peer completion", rank, handler, payload, payloadOffset, bytes);
        return far.completion().send(peer(rank), between(rank), handler, payload, payloadOffset, bytes, immediate);
    }

    /**
     * One event for several, which are not used on their own any more: complete when all are, and {@link Event#DONE} if
     * all are that. Error: {@link Event#NOT_SENT} is among them.
     */
    public Event joint(List<Event> parts) {
        return JointEvent.of(unawaited, parts);
    }
}
