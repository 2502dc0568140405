package org.pgas.area;

import org.pgas.Capabilities;
import org.pgas.GlobalPointer;
import org.pgas.memory.SharedArea;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.AreaParts;
import org.pgas.spi.Conduit;
import org.pgas.spi.Member;
import org.pgas.spi.WordCopies;

/**
 * What every rank tells of its endpoints and segments, for all ranks to look at without asking: the directory at the
 * beginning of its part of the area.
 *
 * <pre>
 * offset  bytes  field                        writer         reader     order
 * 0       32768  a long for each endpoint     its rank       all ranks  release, acquire
 * 32768   8      place of its tickets        its rank       all ranks  release, acquire
 * 32776   32760  a long for each segment slot its rank       all ranks  release, acquire
 *
 * endpoint, bit  0       it exists
 *           bits 8..15   its {@link Capabilities}
 *           bits 32..63  its binding: counts what was bound here and unbound, and its creations and destructions
 * segment        0       none
 *                other   its generation, which no other segment of that rank ever has
 * </pre>
 *
 * <p>What a rank has been told of a peer's endpoint and segment (a {@link SegmentCard}) is true for as long as binding
 * and generation are those of the card. The words of the primordial endpoint are not asked for its existence: it always
 * exists.
 *
 * <p>Any thread. A rank writes each of its words under a lock of its own.
 */
public final class EndpointDirectory {
    /** How many slots there are; number 0 is not used. */
    public static final int SLOTS = 4096;

    private static final int SEGMENTS = GlobalPointer.MAX_ENDPOINTS * Long.BYTES;
    private static final int CAPABILITIES_SHIFT = 8;
    private static final int BINDING_SHIFT = 32;
    private static final long EXISTS = 1;

    static {
        if (SEGMENTS + SLOTS * Long.BYTES > SharedArea.DIRECTORY_BYTES) {
            throw new AssertionError("the directory is too small");
        }
    }

    private final AreaParts parts;
    private final Member membership;

    /** Null in a job of one neighbourhood. */
    private final WordCopies copies;

    public EndpointDirectory(Conduit conduit) {
        parts = conduit.area();
        membership = conduit.member();
        copies = conduit.copies();
    }

    private long endpointWord(int jobRank, int index) {
        return parts.address(jobRank) + (long) index * Long.BYTES;
    }

    private long segmentWord(int jobRank, int slot) {
        return parts.address(jobRank) + SEGMENTS + (long) slot * Long.BYTES;
    }

    /** Tells of an own endpoint. */
    public void endpoint(int index, int capabilities, int binding) {
        tell(endpointWord(membership.rank(), index), EXISTS
                | (long) capabilities << CAPABILITIES_SHIFT | (long) binding << BINDING_SHIFT);
    }

    /** Tells that an own endpoint is no more. Its index goes on counting. */
    public void noEndpoint(int index, int binding) {
        tell(endpointWord(membership.rank(), index), (long) binding << BINDING_SHIFT);
    }

    public boolean exists(int jobRank, int index) {
        // SYNC: directory
        return index == 0 || (SharedMemory.getLongAcquire(endpointWord(jobRank, index)) & EXISTS) != 0;
    }

    /** 0 when there is no such endpoint. */
    public int capabilities(int jobRank, int index) {
        // SYNC: directory
        return index == 0 ? Capabilities.ALL
                : (int) (SharedMemory.getLongAcquire(endpointWord(jobRank, index)) >>> CAPABILITIES_SHIFT) & 0xFF;
    }

    public int binding(int jobRank, int index) {
        // SYNC: directory
        return (int) (SharedMemory.getLongAcquire(endpointWord(jobRank, index)) >>> BINDING_SHIFT);
    }

    /** Tells of an own segment; generation 0 tells that it is no more. */
    public void segment(int slot, long generation) {
        tell(segmentWord(membership.rank(), slot), generation);
    }

    /** Tells where the tickets of this rank's {@link Offers} are: in the word of the slot that no segment has. */
    public void offers(long place) {
        tell(segmentWord(membership.rank(), 0), place);
    }

    private void tell(long address, long word) {
        if (copies != null) {
            copies.beginChange();
        }
        // SYNC: directory
        SharedMemory.putLongRelease(address, word);
        if (copies != null) {
            copies.endChange(address, Long.BYTES);
        }
    }

    /** 0 when there are none. */
    public long offers(int jobRank) {
        // SYNC: directory
        return SharedMemory.getLongAcquire(segmentWord(jobRank, 0));
    }

    public long generation(int jobRank, int slot) {
        // SYNC: directory
        return SharedMemory.getLongAcquire(segmentWord(jobRank, slot));
    }
}
