package org.pgas.transfer;

import org.pgas.memory.AddressMap;
import org.pgas.place.PeerSegments;
import org.pgas.rank.TeamMembers;
import org.pgas.rank.ThisRank;

/**
 * Checked mode: looks at every remote access, so that one in a restricted context is refused, and one to what its owner
 * has destroyed or unbound, which has a mapped range here until the next look otherwise. The accesses themselves are
 * the same code as outside checked mode: they find no address in the fast map and come here.
 */
public final class CheckedMisses implements AddressMap.Miss {
    private final ThisRank self;
    private final PeerSegments peers;
    private final TeamMembers members;
    private final AddressMap guarded;

    public CheckedMisses(ThisRank self, PeerSegments peers, TeamMembers members, AddressMap guarded) {
        this.self = self;
        this.peers = peers;
        this.members = members;
        this.guarded = guarded;
    }

    private void check(int rank) {
        self.restrictedContext().checkCaller();
        if (rank >= 0 && rank < members.size() && members.jobRank(rank) != self.rank()) {
            peers.check(members.jobRank(rank), members.endpoint(rank));
        }
    }

    @Override
    public long resolve(int rank, long offset, long bytes) {
        check(rank);
        return guarded.addressIfMapped(rank, offset, bytes);
    }

    @Override
    public long notMapped(int rank, long offset, long bytes) {
        return guarded.address(rank, offset, bytes);
    }

    @Override
    public boolean isElsewhere(int rank) {
        return guarded.isElsewhere(rank);
    }

    @Override
    public long misaligned(int rank, long offset, int width) {
        check(rank);
        return guarded.atomicAddress(rank, offset, width);
    }
}
