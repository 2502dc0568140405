package org.pgas;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

import org.pgas.memory.SharedMemory;
import org.pgas.spi.MappedSegment;

/**
 * Memory of this rank that peers read, write and update, when it is bound to an endpoint: this rank's contribution to the job's
 * memory.
 *
 * <p>Either <em>mapped</em>, made by {@link Job#attach(long)} or {@link Segments}: reached by peers with loads and stores; or <em>client
 * memory</em>, given to {@link Job#attach(MemorySegment)} or {@link Segments#create(MemorySegment)}: memory of the program's own, which
 * peers cannot map and whose owner carries out what they ask for.
 *
 * <p>Usable by any thread. Source: GASNet-EX gex_Segment_t; Memory Kinds 4.
 */
public final class Segment {
    // field       writer        reader       order
    // destroyed   who destroys  all threads  volatile
    // clientData  the program   the program  volatile

    private final Job job;
    private final MemoryKind kind;
    private final MemorySegment local;

    /** In the directory; 0 of what the collective attach has made. */
    private final int slot;

    private final long generation;

    /** Null of what the collective attach has made, and of client memory. */
    private final MappedSegment mapped;

    /** Of {@link #local}; null where {@link #mapped} is. */
    private final Arena views;

    /** Null of mapped memory. */
    private final ClientMemory clientMemory;

    /** Guarded by the lock of {@link Endpoints}, as is the next one's writing. */
    private final List<Endpoint> endpoints = new ArrayList<>(1);

    private volatile boolean destroyed;
    private volatile Object clientData;

    private Segment(Job job, MemoryKind kind, MemorySegment local, int slot, long generation, MappedSegment mapped,
            Arena views, ClientMemory clientMemory) {
        this.job = job;
        this.kind = kind;
        this.local = local;
        this.slot = slot;
        this.generation = generation;
        this.mapped = mapped;
        this.views = views;
        this.clientMemory = clientMemory;
    }

    /** What the collective attach has mapped. */
    static Segment attached(Job job, MemorySegment local) {
        return new Segment(job, MemoryKind.HOST, local, 0, 0, null, null, null);
    }

    /** Client memory of the collective attach. */
    static Segment attached(Job job, ClientMemory memory) {
        return new Segment(job, MemoryKind.HOST, memory.segment(), 0, 0, null, null, memory);
    }

    static Segment mapped(Job job, MemoryKind kind, int slot, long generation, MappedSegment mapped) {
        Arena views = Arena.ofShared();
        return new Segment(job, kind, SharedMemory.view(mapped.address(), mapped.bytes(), views), slot, generation,
                mapped, views, null);
    }

    static Segment client(Job job, int slot, long generation, ClientMemory memory) {
        return new Segment(job, MemoryKind.HOST, memory.segment(), slot, generation, null, null, memory);
    }

    public Job job() {
        return job;
    }

    /** The rank whose memory this is. */
    public int owner() {
        return job.rank();
    }

    /** {@link MemoryKind#HOST}, also of client memory, or the kind of its file. Source: GASNet-EX gex_Segment_QueryKind. */
    public MemoryKind kind() {
        return kind;
    }

    /** Whether peers can map it; false for client memory. */
    public boolean isMapped() {
        return clientMemory == null;
    }

    /** Bytes; of a mapped segment a multiple of {@link Job#pageBytes()}. */
    public long size() {
        return local.byteSize();
    }

    /**
     * The memory itself; offset 0 is offset 0 of remote accesses. Client memory is the segment that was given; of a mapped one, an
     * access after its destruction, or after the job was closed, throws.
     */
    public MemorySegment local() {
        return local;
    }

    /**
     * Returns when what any rank has written to the segment before is on the device of its file. Memory of kind {@link MemoryKind#HOST}
     * has no device that outlives it: there is nothing to do then. Errors: the segment is destroyed; the device refuses
     * ({@link ErrorCode#RESOURCE}).
     */
    public void sync() {
        job.checkOpen();
        job.checkUnrestricted("Segment.sync");
        checkLives("Segment.sync");
        if (mapped != null) {
            mapped.sync();
        }
    }

    /**
     * Ends the segment and gives its memory back at once; client memory is the program's alone again. That of kind FILE is brought to
     * its device and marked as closed, when no peer has it mapped any more ({@link MemoryKind.File}); the file stays.
     *
     * <p>Errors, before anything happens: it is bound to an endpoint ({@link Endpoint#unbind} comes first); the segment of {@link
     * Job#attach}; a second destruction; a device that refuses ({@link ErrorCode#RESOURCE}): the segment is still there then, and may
     * be destroyed again.
     *
     * <p>Transfers must be complete, on all ranks, before it is unbound; so must the events of non-blocking ones be, as a thread of the
     * library may still carry out a large one. Later transfers are errors, for which peers look a few times a second. In between a read
     * finds zeros, and a write is lost: of mapped memory of this host it takes a page of the job's file system until the peer has
     * looked, and where that has no room left, the access fails as damaged memory does, with an {@link InternalError}.
     *
     * <p>Source: GASNet-EX Memory Kinds 4.3 (gex_Segment_Destroy).
     */
    public void destroy() {
        job.checkOpen();
        job.checkUnrestricted("Segment.destroy");
        synchronized (job.endpoints()) {
            checkMayGo();
        }
        if (mapped != null) {
            // what a device refuses is refused while the segment is still there
            mapped.sync();
        }
        synchronized (job.endpoints()) {
            checkMayGo();
            destroyed = true;
        }
        job.segments().destroyed(this);
    }

    private void checkMayGo() {
        checkLives("Segment.destroy");
        if (isAttached()) {
            throw bad("Segment.destroy", "the segment of Job.attach lasts as long as the job");
        }
        if (!endpoints.isEmpty()) {
            throw bad("Segment.destroy",
                    "the segment is bound to " + endpoints + ": unbind it there first (Endpoint.unbind)");
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

    /** Whether {@link #destroy} has ended it. */
    public boolean isDestroyed() {
        return destroyed;
    }

    void checkLives(String call) {
        if (destroyed) {
            throw bad(call,
                    "the segment, of " + size() + " bytes, was destroyed: it is of no use after its destruction");
        }
    }

    /** Whether the collective attach has made it. */
    boolean isAttached() {
        return slot == 0;
    }

    /** Where in it {@code memory} lies; -1 when it does not, or peers cannot map this. */
    long offsetOf(MemorySegment memory) {
        if (!isMapped() || !memory.isNative()) {
            return -1;
        }
        long offset = memory.address() - local.address();
        return offset >= 0 && offset <= size() - memory.byteSize() ? offset : -1;
    }

    int slot() {
        return slot;
    }

    long generation() {
        return generation;
    }

    ClientMemory clientMemory() {
        return clientMemory;
    }

    /** What peers are to know of it when it is bound to {@code endpoint}; the caller holds the lock of {@link Endpoints}. */
    SegmentCard card(Endpoint endpoint, int binding) {
        return new SegmentCard(job.rank(), endpoint.index(), endpoint.capabilities(),
                isAttached() && endpoint.index() == 0 ? SegmentCard.ALWAYS : binding, reach(), size(), slot, generation,
                kind.path());
    }

    private SegmentCard.Reach reach() {
        return clientMemory != null ? SegmentCard.Reach.MESSAGES
                : isAttached() ? SegmentCard.Reach.ATTACHED
                        : kind.memoryClass() == MemoryKind.Class.FILE ? SegmentCard.Reach.FILE
                                : SegmentCard.Reach.MAPPED;
    }

    /** Notes an endpoint; the caller holds the lock of {@link Endpoints}. */
    void bound(Endpoint endpoint) {
        endpoints.add(endpoint);
    }

    void unbound(Endpoint endpoint) {
        endpoints.remove(endpoint);
    }

    private PgasException bad(String call, String what) {
        return new PgasException(ErrorCode.BAD_ARGUMENT, "rank " + job.rank() + ": " + call + ": " + what);
    }

    /** What {@link #clientData(Object)} stored last; null at first. */
    public Object clientData() {
        return clientData;
    }

    /** Stores one object of the program's own with this segment. Source: GASNet-EX "Client-Data". */
    public void clientData(Object data) {
        clientData = data;
    }
}
