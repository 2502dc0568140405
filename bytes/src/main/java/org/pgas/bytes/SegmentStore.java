package org.pgas.bytes;

import java.lang.foreign.MemorySegment;

import org.pgas.ErrorCode;
import org.pgas.Team;
import org.pgas.memory.MappedRange;
import org.pgas.refusal.Refusals;
import org.pgas.team.TeamCore;

/**
 * A range of a mapped segment: a peer's, which ends when its mapped range goes, or this rank's own, which ends with its
 * scope. The mapping itself stays, so an access that comes at the same moment finds what a transfer would find.
 */
final class SegmentStore extends AddressStore {
    private final String name;
    private final long address;
    private final long size;

    /** Null of this rank's own, as is the mapped range. */
    private final Team team;

    private final int rank;
    private final long offset;
    private final MappedRange mapped;

    /** Null of a peer's. */
    private final MemorySegment.Scope scope;

    private SegmentStore(String name, long address, long size, Team team, int rank, long offset, MappedRange mapped,
            MemorySegment.Scope scope) {
        this.name = name;
        this.address = address;
        this.size = size;
        this.team = team;
        this.rank = rank;
        this.offset = offset;
        this.mapped = mapped;
        this.scope = scope;
    }

    static SegmentStore ofPeer(Team team, int rank, long offset, long size, MappedRange mapped) {
        return new SegmentStore("rank " + team.job().rank() + ": the segment of rank " + rank + " of the team",
                mapped.at(offset), size, team,
                rank, offset, mapped, null);
    }

    static SegmentStore ofOwn(String name, MemorySegment memory) {
        return new SegmentStore(name, memory.address(), memory.byteSize(), null, 0, 0, null, memory.scope());
    }

    @Override
    long size() {
        return size;
    }

    @Override
    BoundedStore again() {
        return this;
    }

    @Override
    long address(long at, long length) {
        if (team != null ? TeamCore.of(team).mapped(rank, offset, 0) != mapped : !scope.isAlive()) {
            throw Refusals.OF_NO_RANK.failure(ErrorCode.NOT_INITIALIZED, name
                    + " was used through a view after it was unbound or destroyed, or after the job was closed: make a "
                    + "view of what is there now (SegmentBytes.of)");
        }
        return address + at;
    }
}
