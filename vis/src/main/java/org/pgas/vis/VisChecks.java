package org.pgas.vis;

import java.lang.foreign.MemorySegment;

import org.pgas.BoundSegment;
import org.pgas.Capabilities;
import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.memory.AddressMap;
import org.pgas.memory.MappedRange;
import org.pgas.memory.SharedMemory;
import org.pgas.rank.LocalMemory;
import org.pgas.refusal.Refusals;
import org.pgas.team.TeamCore;

/**
 * What a transfer between shapes refuses before it moves a byte; and the way to memory that the fast map does not show.
 */
final class VisChecks {
    private final Team team;
    private final TeamCore core;
    private final Refusals refusals;
    private final AddressMap addresses;
    private final LocalMemory local;
    private final boolean checked;

    VisChecks(Team team) {
        this.team = team;
        this.refusals = Refusals.of(team.job().rank());
        this.core = TeamCore.of(team);
        this.addresses = core.addresses(Capabilities.VIS);
        this.local = core.local();
        this.checked = team.job().isChecked();
    }

    /** What flags and checked mode ask of every call. */
    void begin(String call, int flags) {
        core.checkFlags(call, flags);
        core.checkUnrestricted(call);
    }

    /** Throws when these two, which {@link Shape#isKnownTo} does not know, cannot be the sides of one transfer. */
    void sides(String call, Shape source, Shape target) {
        if (source.bytes() != target.bytes()) {
            throw refusals.bad(call, "the volumes differ: the source, " + source + ", has " + source.bytes()
                    + " bytes, the target, " + target + ", has " + target.bytes()
                    + " bytes: legal are equal ones");
        }
        String overlap = target.overlap();
        if (!overlap.isEmpty()) {
            throw refusals.bad(call, "the target, " + target + ", has bytes that would be written twice: " + overlap
                    + ": only a source may have regions that overlap");
        }
    }

    void localSource(String call, MemorySegment source, long offset, Shape shape) {
        if (!shape.isWithin(source, offset)) {
            throw outsideLocal(call, "the source", source, offset, shape);
        }
        local.readable(call, source);
    }

    void localTarget(String call, MemorySegment target, long offset, Shape shape) {
        if (!shape.isWithin(target, offset)) {
            throw outsideLocal(call, "the target", target, offset, shape);
        }
        local.writable(call, target);
    }

    PgasException outsideLocal(String call, String role, MemorySegment memory, long offset, Shape shape) {
        return refusals.bad(call, shape.geometry().outside(role, offset, memory.byteSize()) + " the local memory of "
                + memory.byteSize() + " bytes");
    }

    /**
     * The mapped range of a peer's side that the fast map has none for, the target of a {@code put} or the source of a
     * get, after the checks of checked mode; null when it is not mapped here.
     */
    MappedRange peerMapped(String call, boolean put, int rank, long offset, Shape peer, MemorySegment memory,
            long place, Shape shape) {
        long address = address(call, put, rank, offset, peer);
        if (checked) {
            apart(call, put, rank, offset, peer, memory, place, shape);
        }
        return mapped(rank, offset, peer, address);
    }

    /** In checked mode, refuses flags that say what is not so of a peer or of local memory. */
    void assertions(String call, int flags, int rank, MemorySegment memory, long place, Shape shape) {
        if (checked) {
            core.checkAssertions(call, flags, rank, memory, place + shape.low(), span(shape));
        }
    }

    /** Refuses local memory that has bytes of the peer's side. */
    void apart(String call, boolean put, int rank, long offset, Shape peer, MemorySegment local, long place,
            Shape shape) {
        long address = address(call, put, rank, offset, peer);
        boolean isMapped = address != AddressMap.NOT_MAPPED;
        MemorySegment memory = isMapped ? SharedMemory.everything() : core.ownMemory(rank);
        if (isSame(memory, local)) {
            long peerPlace = isMapped ? address - peer.low() : memory.address() + offset;
            long localPlace = local.address() + place;
            if (put) {
                refuseOverlap(call, shape, localPlace, peer, peerPlace);
            } else {
                refuseOverlap(call, peer, peerPlace, shape, localPlace);
            }
        }
    }

    private static long span(Shape shape) {
        return shape.high() - shape.low();
    }

    /** Where the lowest byte is, or {@link AddressMap#NOT_MAPPED}; throws when the shape leads out of the segment. */
    private long address(String call, boolean put, int rank, long offset, Shape shape) {
        try {
            return addresses.addressIfMapped(rank, offset + shape.low(), span(shape));
        } catch (PgasException refused) {
            throw explained(call, put ? "the target" : "the source", rank, offset, shape, refused);
        }
    }

    private PgasException explained(String call, String role, int rank, long offset, Shape shape,
            PgasException refused) {
        if (rank < 0 || rank >= core.memberCount()) {
            return refusals.bad(call,
                    "rank " + rank + " is outside 0.." + (core.memberCount() - 1) + " of the team");
        }
        String outside = outsideSegment(role, rank, offset, shape);
        return outside == null ? refused : refusals.bad(call, outside);
    }

    /** Which part of a shape is not in the segment of a member, in words; null when all are, or there is no segment. */
    String outsideSegment(String role, int rank, long offset, Shape shape) {
        long[] size = new long[1];
        team.endpoint().boundSegmentImmediate(team, rank, (BoundSegment segment) -> size[0] = segment.size());
        String outside = shape.geometry().outside(role, offset, size[0]);
        return size[0] == 0 || outside == null ? null
                : outside + " the segment of rank " + rank + " (" + size[0] + " bytes)";
    }

    /** The mapped range of an address that {@link #address} has found. */
    private MappedRange mapped(int rank, long offset, Shape shape, long address) {
        if (address == AddressMap.NOT_MAPPED) {
            return null;
        }
        MappedRange mapped = core.mapped(rank, offset + shape.low(), span(shape));
        if (mapped == null) {
            addresses.address(rank, offset + shape.low(), span(shape)); // closed meanwhile: this says so
        }
        return mapped;
    }

    private static boolean isSame(MemorySegment memory, MemorySegment local) {
        return memory != null && memory.isNative() == local.isNative()
                && memory.heapBase().equals(local.heapBase());
    }

    /** Places are where the shapes' offsets count from, in the same memory. */
    void refuseOverlap(String call, Shape source, long sourcePlace, Shape target, long targetPlace) {
        long run = SideOverlap.find(source.regions(), target.regions(), sourcePlace - targetPlace);
        if (run != SideOverlap.NONE) {
            throw refusals.bad(call, "source and target overlap: of the source's " + source.regions().length(run)
                    + " bytes at its offset + " + source.regions().offset(run) + ", some would be written");
        }
    }
}
