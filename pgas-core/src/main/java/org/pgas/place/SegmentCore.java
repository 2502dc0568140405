package org.pgas.place;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

import org.pgas.lend.Offer;
import org.pgas.memory.SharedMemory;
import org.pgas.rank.ThisRank;
import org.pgas.spi.MappedSegment;

/**
 * A segment of this rank: its memory, and how peers reach it.
 *
 * <pre>
 * field      writer                                                reader       order
 * endpoints  the thread that binds, under the lock of the endpoints the same    the lock
 * destroyed  the thread that destroys, under the same lock         all threads  volatile
 * face       the thread that creates, before it is listed          all threads  the lock of the table that lists it
 * </pre>
 */
public final class SegmentCore {
    private final ThisRank self;
    private final KindCore kind;
    private final MemorySegment local;

    /** In the directory; 0 of what the collective attach has made. */
    private final int slot;

    private final long generation;

    /** Null of what the collective attach has made, and of client memory. */
    private final MappedSegment mapped;

    /** The arena of {@link #local}; null where {@link #mapped} is. */
    private final Arena views;

    /** Null of mapped memory. */
    private final ClientMemory clientMemory;

    private final TakenRanges taken;
    private final List<EndpointCore> endpoints = new ArrayList<>(1);
    private volatile boolean destroyed;
    private Object face;

    private SegmentCore(ThisRank self, KindCore kind, MemorySegment local, int slot, long generation,
            MappedSegment mapped, Arena views, ClientMemory clientMemory) {
        this.self = self;
        this.kind = kind;
        this.local = local;
        this.slot = slot;
        this.generation = generation;
        this.mapped = mapped;
        this.views = views;
        this.clientMemory = clientMemory;
        this.taken = new TakenRanges(local.byteSize());
    }

    /** What the collective attach has mapped. */
    static SegmentCore attached(ThisRank self, MemorySegment local) {
        return new SegmentCore(self, KindCore.HOST, local, 0, 0, null, null, null);
    }

    /** Client memory of the collective attach. */
    static SegmentCore attached(ThisRank self, ClientMemory memory) {
        return new SegmentCore(self, KindCore.HOST, memory.segment(), 0, 0, null, null, memory);
    }

    static SegmentCore mapped(ThisRank self, KindCore kind, int slot, long generation, MappedSegment mapped) {
        Arena views = Arena.ofShared();
        return new SegmentCore(self, kind, SharedMemory.view(mapped.address(), mapped.bytes(), views), slot,
                generation, mapped, views, null);
    }

    static SegmentCore client(ThisRank self, int slot, long generation, ClientMemory memory) {
        return new SegmentCore(self, KindCore.HOST, memory.segment(), slot, generation, null, null, memory);
    }

    ThisRank self() {
        return self;
    }

    /** The type of the API that stands for it. */
    public Object face() {
        return face;
    }

    public void face(Object newFace) {
        face = newFace;
    }

    public KindCore kind() {
        return kind;
    }

    /** Whether peers can map it; false for client memory. */
    public boolean isMapped() {
        return clientMemory == null;
    }

    public long size() {
        return local.byteSize();
    }

    public MemorySegment local() {
        return local;
    }

    /** What teams have allocated in it. */
    public TakenRanges taken() {
        return taken;
    }

    /** Returns when all of it is on the device of its file, if it has one. */
    public void sync() {
        if (mapped != null) {
            mapped.sync();
        }
    }

    /** Refuses what may not be destroyed now; the caller holds the lock of the endpoints. */
    void checkMayGo() {
        checkLives("Segment.destroy");
        if (isAttached()) {
            throw self.refusals().bad("Segment.destroy", "the segment of Job.attach lasts as long as the job");
        }
        if (!endpoints.isEmpty()) {
            throw self.refusals().bad("Segment.destroy",
                    "the segment is bound to " + endpoints + ": unbind it there first (Endpoint.unbind)");
        }
    }

    void markDestroyed() {
        destroyed = true;
    }

    public boolean isDestroyed() {
        return destroyed;
    }

    public void checkLives(String call) {
        if (destroyed) {
            throw self.refusals().bad(call,
                    "the segment, of " + size() + " bytes, was destroyed: it is of no use after its destruction");
        }
    }

    /** Ends the memory behind it, when nobody is to find it any more. */
    void release() {
        closeViews();
        if (mapped != null) {
            mapped.close();
        }
    }

    /** Makes every later access through {@link #local} throw, unless it is client memory. */
    void closeViews() {
        if (views != null) {
            SegmentViews.close(views);
        }
    }

    /** Whether the collective attach has made it. */
    public boolean isAttached() {
        return slot == 0;
    }

    /** Where in it {@code memory} lies; -1 when it does not, or peers cannot map this. */
    public long offsetOf(MemorySegment memory) {
        if (!isMapped() || !memory.isNative()) {
            return -1;
        }
        long offset = memory.address() - local.address();
        return offset >= 0 && offset <= size() - memory.byteSize() ? offset : -1;
    }

    public int slot() {
        return slot;
    }

    public long generation() {
        return generation;
    }

    ClientMemory clientMemory() {
        return clientMemory;
    }

    /** The ticket that says to peers where to find what is offered of its client memory; 0 when nothing is. */
    public long ticket() {
        Offer offer = clientMemory == null ? null : clientMemory.offer();
        return offer == null ? 0 : offer.ticket();
    }

    /**
     * What peers are to know of it when it is bound to {@code endpoint}; the caller holds the lock of the endpoints.
     */
    SegmentCard card(EndpointCore endpoint, int binding) {
        return new SegmentCard(self.rank(), endpoint.index(), endpoint.capabilities(),
                isAttached() && endpoint.index() == 0 ? SegmentCard.ALWAYS : binding, reach(), size(), slot, generation,
                kind.path());
    }

    private SegmentCard.Reach reach() {
        return clientMemory != null ? SegmentCard.Reach.MESSAGES
                : isAttached() ? SegmentCard.Reach.ATTACHED
                        : kind.isFile() ? SegmentCard.Reach.FILE
                                : SegmentCard.Reach.MAPPED;
    }

    /** Notes an endpoint; the caller holds the lock of the endpoints. */
    void bound(EndpointCore endpoint) {
        endpoints.add(endpoint);
    }

    void unbound(EndpointCore endpoint) {
        endpoints.remove(endpoint);
    }
}
