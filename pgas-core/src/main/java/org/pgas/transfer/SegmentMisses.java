package org.pgas.transfer;

import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.memory.AddressMap;
import org.pgas.place.EndpointCore;
import org.pgas.place.PeerSegment;
import org.pgas.place.PeerSegments;
import org.pgas.place.Places;
import org.pgas.place.SegmentCore;
import org.pgas.rank.PublicCall;
import org.pgas.rank.TeamMembers;
import org.pgas.rank.ThisRank;
import org.pgas.spi.Topology;

/**
 * Resolves the accesses of a team that find no mapped range, for one use of its members' endpoints: finds memory that
 * is reached otherwise, maps what was not mapped yet, and says why anything else is refused.
 */
public final class SegmentMisses implements AddressMap.Miss {
    private final ThisRank self;
    private final Places places;
    private final Liveness team;
    private final EndpointCore local;
    private final TeamMembers members;

    /** One of {@link Capabilities}, or 0: whatever the endpoints can be used for. */
    private final int use;

    public SegmentMisses(ThisRank self, Places places, Liveness team, EndpointCore local, TeamMembers members,
            int use) {
        this.self = self;
        this.places = places;
        this.team = team;
        this.local = local;
        this.members = members;
        this.use = use;
    }

    @Override
    public long resolve(int rank, long offset, long bytes) {
        self.checkOpen();
        if (!members.has(rank) || local.isDestroyed() || team.isDestroyed()) {
            refuse(PublicCall.current(), rank);
        }
        checkUse(self.rank(), local.index(), "");
        int jobRank = members.jobRank(rank);
        int index = members.endpoint(rank);
        checkUse(jobRank, index, rank == jobRank ? "" : " (rank " + rank + " of the team)");
        return jobRank == self.rank() ? resolveOwn(rank, index, offset, bytes)
                : resolvePeers(rank, jobRank, index, offset, bytes);
    }

    private void refuse(String call, int rank) {
        members.check(self, call, rank);
        local.checkExists(call);
        team.checkNotDestroyed(call);
    }

    private void checkUse(int jobRank, int index, String name) {
        // the name of the call is found by a walk of the stack: only for the message
        if (use != 0 && (places.endpoints().capabilities(jobRank, index) & use) == 0) {
            places.endpoints().checkCapability(PublicCall.current(), jobRank, index, name, use);
        }
    }

    private long resolveOwn(int rank, int index, long offset, long bytes) {
        EndpointCore endpoint = places.endpoints().find(index);
        SegmentCore segment = endpoint == null ? null : endpoint.segment();
        if (segment == null) {
            throw noSegment(rank, index == 0 ? attachment()
                    : endpoint == null
                            ? "this rank has no endpoint of index " + index
                                    + ": create it (Job.endpoints) before it is used"
                            : endpoint + " has no bound segment: bind one (Endpoint.bind)");
        }
        checkRange(rank, segment.size(), offset, bytes);
        return segment.isMapped() ? segment.local().address() + offset : AddressMap.NOT_MAPPED;
    }

    private long resolvePeers(int rank, int jobRank, int index, long offset, long bytes) {
        PeerSegments peers = places.peers();
        PeerSegment segment = peers.find(jobRank, index);
        if (segment == null) {
            String absence = peers.absence(jobRank, index, name(jobRank, index));
            throw noSegment(rank, index == 0 && !peers.wasPublished(jobRank, index) ? attachment() : absence);
        }
        checkRange(rank, segment.bytes(), offset, bytes);
        return segment.isClientMemory() ? AddressMap.NOT_MAPPED
                : peers.map(jobRank, index, segment, name(jobRank, index)) + offset;
    }

    private static String name(int jobRank, int index) {
        return "endpoint " + index + " of rank " + jobRank;
    }

    private String attachment() {
        return (places.attachment().isDone() ? "it attached 0 bytes" : "call Job.attach on all ranks first")
                + ", or bind a segment and publish it";
    }

    private PgasException noSegment(int rank, String why) {
        return self.refusals().error(ErrorCode.NOT_INITIALIZED, PublicCall.current(),
                "rank " + rank + " has no segment: " + why);
    }

    private void checkRange(int rank, long size, long offset, long bytes) {
        if (offset < 0 || bytes < 0 || offset > size - bytes) {
            throw self.refusal(bytes + " bytes at offset " + offset
                    + " are outside the segment of rank " + rank + " (" + size + " bytes)"
                    + (bytes > size ? "" : ": legal offsets for this length are 0.." + (size - bytes)));
        }
    }

    @Override
    public long notMapped(int rank, long offset, long bytes) {
        if (isElsewhere(rank)) {
            throw self.refusal("rank " + rank
                    + " is of another neighbourhood, whose memory is not mapped here, and this call needs its address: "
                    + "use transfers, signals, atomic operations, structures, heaps and messages");
        }
        throw self.refusal("rank " + rank
                + " attached client memory, which only its owner can reach: signals, locks, queues and long "
                + "messages need a mapped segment: let rank " + rank
                + " attach one (Job.attach(long), Segments.create(long)), or use put, get, atomic operations and "
                + "accumulates");
    }

    @Override
    public boolean isElsewhere(int rank) {
        Topology topology = self.conduit().topology();
        return topology.neighbourhood(members.jobRank(rank)) != topology.neighbourhood(self.rank());
    }

    @Override
    public long misaligned(int rank, long offset, int width) {
        throw self.refusal("offset " + offset + " on rank " + rank + " is not a multiple of " + width
                + ": ordered and atomic accesses must be aligned");
    }
}
