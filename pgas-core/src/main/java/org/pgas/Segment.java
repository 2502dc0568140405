package org.pgas;

import java.lang.foreign.MemorySegment;

import org.pgas.place.SegmentCore;
import org.pgas.rank.Face;

/**
 * Memory of this rank that peers read, write and update, when it is bound to an endpoint: this rank's contribution to
 * the job's memory.
 *
 * <p>Either <em>mapped</em>, made by {@link Job#attach(long)} or {@link Segments}: peers reach it with loads and
 * stores. Or <em>client memory</em>, given to {@link Job#attach(MemorySegment)} or
 * {@link Segments#create(MemorySegment)}: memory of the program's own, which no peer can map. Its owner carries out the
 * operations of peers on it.
 *
 * <p>Usable by any thread. Source: GASNet-EX gex_Segment_t; Memory Kinds 4.
 */
@SuppressWarnings("exports") // what does its work is not for programs
public final class Segment extends Face<SegmentCore> {
    // field       writer       reader       order
    // clientData  the program  the program  volatile

    private final Job job;
    private final SegmentCore core;
    private volatile Object clientData;

    Segment(Job job, SegmentCore core) {
        super(core);
        this.job = job;
        this.core = core;
        core.face(this);
    }

    /** The type of the API that stands for {@code core}; null of null. */
    static Segment of(SegmentCore core) {
        return core == null ? null : (Segment) core.face();
    }

    public Job job() {
        return job;
    }

    /** The job rank to which this memory belongs. */
    public int owner() {
        return job.rank();
    }

    /** {@link MemoryKind#HOST}, also of client memory, or its file's kind. Source: GASNet-EX gex_Segment_QueryKind. */
    public MemoryKind kind() {
        return MemoryKind.of(core.kind());
    }

    /** Whether peers can map it; false for client memory. */
    public boolean isMapped() {
        return core.isMapped();
    }

    /** Bytes; of a mapped segment a multiple of {@link Job#pageBytes()}. */
    public long size() {
        return core.size();
    }

    /**
     * The memory itself; offset 0 is offset 0 of remote accesses. Client memory is the segment that was given; of a
     * mapped one, an access after its destruction, or after the job was closed, throws.
     */
    public MemorySegment local() {
        return core.local();
    }

    /**
     * Returns when what any rank has written to the segment before is on the device of its file. Memory of kind
     * {@link MemoryKind#HOST} has no device that outlives it: there is nothing to do then. Errors: the segment is
     * destroyed; the device refuses ({@link ErrorCode#RESOURCE}).
     */
    public void sync() {
        job.self().checkOpen();
        job.self().checkUnrestricted("Segment.sync");
        core.checkLives("Segment.sync");
        core.sync();
    }

    /**
     * Ends the segment and gives its memory back at once; client memory is the program's alone again. That of kind FILE
     * is brought to its device and marked as closed, when no peer has it mapped any more ({@link MemoryKind.File}); the
     * file stays.
     *
     * <p>Errors, before anything happens: it is bound to an endpoint ({@link Endpoint#unbind} comes first); the segment
     * of {@link Job#attach}; a second destruction; a device that refuses ({@link ErrorCode#RESOURCE}): the segment is
     * still there then, and may be destroyed again.
     *
     * <p>Transfers must be complete, on all ranks, before it is unbound; so must the events of non-blocking ones be, as
     * a thread of the library may still carry out a large one. Later transfers are errors, for which peers look a few
     * times a second. In between a read finds zeros, and a write is lost: of mapped memory of this host it takes a page
     * of the job's file system until the peer has looked, and where that has no room left, the access fails as damaged
     * memory does, with an {@link InternalError}.
     *
     * <p>Source: GASNet-EX Memory Kinds 4.3 (gex_Segment_Destroy).
     */
    public void destroy() {
        job.rooms().segments.destroy(core);
    }

    /** Whether {@link #destroy} has ended it. */
    public boolean isDestroyed() {
        return core.isDestroyed();
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
