package org.pgas;

import java.lang.foreign.MemorySegment;

/**
 * What is known of the segment bound to an endpoint, one's own or a peer's.
 *
 * <p>Source: GASNet-EX gex_EP_QueryBoundSegmentNB; GASNet-1 2.2.3 (gasnet_getSegmentInfo). The owner's address of the
 * documents is the offset 0 here.
 *
 * @param size bytes; 0 when no segment is bound, or none that was published to this rank
 * @param mapped the memory as it is mapped here, or null when it is not (a peer's client memory); for the caller's own
 *     client memory the memory itself; access to mapped memory after the job was closed, or after the segment was
 *     destroyed, throws
 */
public record BoundSegment(long size, MemorySegment mapped) {
    /** Offset of the first byte, for addresses that count from the owner's base. */
    public long ownerOffset() {
        return 0;
    }
}
