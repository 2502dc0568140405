package org.pgas;

import java.lang.foreign.MemorySegment;

/**
 * This rank's contribution to the job's memory: peers read, write and update it while the job lives.
 *
 * <p>Starts zeroed. Usable by any thread. Source: GASNet-EX gex_Segment_t.
 */
public final class Segment {
    private final Job job;
    private final MemorySegment local;
    private volatile Object clientData;

    Segment(Job job, MemorySegment local) {
        this.job = job;
        this.local = local;
    }

    public Job job() {
        return job;
    }

    /** The rank whose memory this is. */
    public int owner() {
        return job.rank();
    }

    /** Bytes, a multiple of {@link Job#pageBytes()}. */
    public long size() {
        return local.byteSize();
    }

    /** The memory itself; offset 0 is offset 0 of remote accesses. An access after the job was closed throws. */
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
