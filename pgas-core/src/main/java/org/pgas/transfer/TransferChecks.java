package org.pgas.transfer;

import java.lang.foreign.MemorySegment;

import org.pgas.PgasException;
import org.pgas.RmaFlags;
import org.pgas.bulk.TransferFlags;
import org.pgas.memory.AddressMap;
import org.pgas.place.EndpointCore;
import org.pgas.place.SegmentCore;
import org.pgas.rank.LocalMemory;
import org.pgas.rank.PublicCall;
import org.pgas.rank.TeamMembers;
import org.pgas.rank.ThisRank;
import org.pgas.refusal.Refusals;
import org.pgas.spi.Topology;

/**
 * Checks the local side of transfers, always; and, in checked mode, the promises made by flags. Local memory is checked
 * below several calls: which one it was is looked up for the refusal alone.
 */
public final class TransferChecks {
    private final ThisRank self;
    private final TeamMembers members;
    private final EndpointCore local;
    private final LocalMemory memory;
    private final boolean on;

    public TransferChecks(ThisRank self, TeamMembers members, EndpointCore local) {
        this.self = self;
        this.members = members;
        this.local = local;
        memory = new LocalMemory(self);
        this.on = self.isChecked();
    }

    /** What is checked of local memory. */
    public LocalMemory memory() {
        return memory;
    }

    /** Whether checked mode is on. */
    boolean on() {
        return on;
    }

    public void local(String name, MemorySegment segment, long offset, long bytes) {
        memory.inside(name, segment, offset, bytes);
    }

    public void localTarget(MemorySegment target, long offset, long bytes) {
        if (!LocalMemory.takes(target, offset, bytes)) {
            local("target", target, offset, bytes);
            throw memory.readOnly(PublicCall.current());
        }
    }

    void length(long bytes) {
        if (bytes < 0) {
            throw memory.length(PublicCall.current(), bytes);
        }
    }

    public void valueBytes(int bytes) {
        if (bytes < 1 || bytes > 8) {
            throw self.refusal("a value of " + bytes + " bytes: legal are 1..8");
        }
    }

    /** The address of a signal word; a refusal says that the signal was meant and not the data. */
    long signalAddress(AddressMap addresses, int rank, long offset) {
        try {
            return addresses.atomicAddress(rank, offset, 8);
        } catch (PgasException e) {
            throw Refusals.noted(e, "the signal");
        }
    }

    /** Checked mode: the data of a put may not cover its signal. */
    void signalApart(long offset, long bytes, long signalOffset) {
        if (on && bytes > 0 && signalOffset < offset + bytes && offset < signalOffset + 8) {
            throw self.refusal("the signal at offset " + signalOffset + " overlaps the data, " + bytes
                    + " bytes at offset " + offset);
        }
    }

    public void flags(String call, int flags, int rank, MemorySegment memory, long offset, long bytes) {
        flags(call, flags);
        assertions(call, flags, rank, memory, offset, bytes);
    }

    public void flags(String call, int flags) {
        if ((flags & ~TransferFlags.ALL) != 0) {
            throw self.refusals().unknownBits(call, flags, TransferFlags.ALL, "RmaFlags");
        }
    }

    /** Checks the flags of a transfer without local memory. */
    public void valueFlags(String call, int flags, int rank) {
        if (flags != RmaFlags.NONE) {
            flags(call, flags);
            if (on) {
                truePeerAssertions(call, flags, rank);
            }
        }
    }

    /** Checked mode: what the flags promise must be true. */
    public void assertions(String call, int flags, int rank, MemorySegment memory, long offset, long bytes) {
        if (on) {
            trueAssertions(call, flags, rank, memory, offset, bytes);
        }
    }

    private void trueAssertions(String call, int flags, int rank, MemorySegment memory, long offset, long bytes) {
        truePeerAssertions(call, flags, rank);
        if ((flags & (RmaFlags.SELF_SEG_BOUND | RmaFlags.SELF_SEG_SOME)) != 0
                && !isInOwnSegment(memory, offset, bytes)) {
            throw self.refusals().bad(call,
                    "SELF_SEG_BOUND or SELF_SEG_SOME is untrue: the local memory is not in this rank's segment");
        }
    }

    private void truePeerAssertions(String call, int flags, int rank) {
        members.check(self, call, rank);
        if (Integer.bitCount(flags & (RmaFlags.SELF_SEG_UNKNOWN | RmaFlags.SELF_SEG_SOME | RmaFlags.SELF_SEG_BOUND)) > 1
                || Integer.bitCount(
                        flags & (RmaFlags.PEER_SEG_UNKNOWN | RmaFlags.PEER_SEG_SOME | RmaFlags.PEER_SEG_BOUND)) > 1) {
            throw self.refusals().bad(call, "at most one SELF_SEG and one PEER_SEG flag may be given");
        }
        if ((flags & RmaFlags.PEER_NEVER_NBRHD) != 0 && isNeighbour(members.jobRank(rank))) {
            throw self.refusals().bad(call,
                    "PEER_NEVER_NBRHD is untrue: rank " + rank + " is in this rank's neighbourhood");
        }
        if ((flags & RmaFlags.PEER_NEVER_SELF) != 0 && members.jobRank(rank) == self.rank()) {
            throw self.refusals().bad(call, "PEER_NEVER_SELF is untrue: rank " + rank + " is this rank");
        }
    }

    private boolean isNeighbour(int jobRank) {
        Topology topology = self.conduit().topology();
        return topology.neighbourhood(jobRank) == topology.neighbourhood(self.rank());
    }

    private boolean isInOwnSegment(MemorySegment memory, long offset, long bytes) {
        SegmentCore own = local.segment();
        if (own == null || memory == null || memory.isNative() != own.local().isNative()
                || !memory.heapBase().equals(own.local().heapBase())) {
            return false;
        }
        // of arrays, these are offsets in the array
        long start = memory.address() + offset - own.local().address();
        return start >= 0 && start <= own.size() - bytes;
    }
}
