package org.pgas.mpi;

import java.lang.foreign.MemorySegment;

import org.pgas.lend.PeerOffer;
import org.pgas.team.TeamCore;

/**
 * Parts in local memory that this rank reaches by itself, one copy between the processes, where the kernel permits it.
 * For any thread.
 *
 * <p>Nothing that MPI orders is overtaken: it orders accumulates with each other only, and those are messages.
 */
final class OfferedParts {
    private final WindowCore core;

    /**
     * By window rank: names of offers, 0 for none, also once it was sought in vain. Plain: what is found twice is the
     * same.
     */
    private final long[] tickets; // any thread | any thread | plain

    /** Null until it is first wanted. Immutable, so found whole also without an order. */
    private final PeerOffer[] found;

    OfferedParts(WindowCore core, long[] tickets) {
        this.core = core;
        this.tickets = tickets;
        this.found = new PeerOffer[tickets.length];
    }

    /** Puts contiguous data if that part is reached so, and it is worth it; says whether it did. */
    boolean put(int target, long offset, MemorySegment origin, long bytes) {
        PeerOffer offer = bytes < PeerOffer.LEAST_BYTES ? null : find(target);
        return offer != null && offer.put(offset, origin, 0, bytes);
    }

    /** The reverse of {@link #put}. */
    boolean get(int target, long offset, MemorySegment origin, long bytes) {
        PeerOffer offer = bytes < PeerOffer.LEAST_BYTES ? null : find(target);
        return offer != null && offer.get(origin, 0, offset, bytes);
    }

    private PeerOffer find(int target) {
        PeerOffer known = found[target];
        long ticket = tickets[target];
        if (known != null || ticket == 0) {
            return known;
        }
        PeerOffer offer = TeamCore.of(core.team.job().world()).offers().findTicket(core.team.toJobRank(target), ticket);
        if (offer == null) {
            tickets[target] = 0;
        }
        found[target] = offer;
        return offer;
    }
}
