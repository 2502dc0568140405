package org.pgas;

import java.lang.foreign.MemorySegment;

/**
 * This rank's contribution to the job's memory: peers read, write and update it while the job lives.
 *
 * <p>Either <em>mapped</em>, made by {@link Job#attach(long)}: zeroed at first, and reached by peers with loads and stores; or
 * <em>client memory</em>, given to {@link Job#attach(MemorySegment)}: memory of the program's own, which peers cannot map and whose
 * owner carries out what they ask for.
 *
 * <p>Usable by any thread. Source: GASNet-EX gex_Segment_t.
 */
public final class Segment {
    private final Job job;
    private final MemorySegment local;
    private final boolean mapped;
    private volatile Object clientData;

    Segment(Job job, MemorySegment local, boolean mapped) {
        this.job = job;
        this.local = local;
        this.mapped = mapped;
    }

    public Job job() {
        return job;
    }

    /** The rank whose memory this is. */
    public int owner() {
        return job.rank();
    }

    /** Whether peers have it mapped; false for client memory. */
    public boolean isMapped() {
        return mapped;
    }

    /** Bytes; of a mapped segment a multiple of {@link Job#pageBytes()}. */
    public long size() {
        return local.byteSize();
    }

    /**
     * The memory itself; offset 0 is offset 0 of remote accesses. Client memory is the segment that was attached;
     * of a mapped one, an access after the job was closed throws.
     */
    public MemorySegment local() {
        return local;
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
