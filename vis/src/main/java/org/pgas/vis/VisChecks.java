package org.pgas.vis;

import java.lang.foreign.MemorySegment;

import org.pgas.BoundSegment;
import org.pgas.Capabilities;
import org.pgas.PgasException;
import org.pgas.RmaFlags;
import org.pgas.Team;
import org.pgas.memory.AddressMap;
import org.pgas.memory.MappedRange;
import org.pgas.memory.SharedMemory;
import org.pgas.refusal.Refusals;
import org.pgas.team.TeamCore;

/** What a transfer between shapes refuses before it moves a byte; and the way to memory that the fast map does not show. */
final class VisChecks {
    private final Team team;
    private final Refusals refusals;
    private final AddressMap addresses;
    private final boolean checked;

    VisChecks(Team team) {
        this.team = team;
        this.refusals = Refusals.of(team.job().rank());
        this.addresses = TeamCore.of(team).addresses(Capabilities.VIS);
        this.checked = team.job().isChecked();
    }

    /** What holds for every call, one that moves nothing too. */
    void begin(String call, int flags) {
        if (flags != RmaFlags.NONE || checked) {
            TeamCore.of(team).checkFlags(call, flags);
            TeamCore.of(team).checkUnrestricted(call);
        }
    }

    /** Whether there is anything to move; throws when these two cannot be the sides of one transfer. */
    boolean hasBytes(String call, Shape source, Shape target) {
        if (source.bytes() != target.bytes()) {
            throw refusals.bad(call, "the volumes differ: the source, " + source + ", has " + source.bytes()
                    + " bytes, the target, " + target + ", has " + target.bytes()
                    + " bytes: legal are equal ones");
        }
        if (!target.isKnownTarget()) {
            checkTarget(call, target);
        }
        return target.bytes() > 0;
    }

    private void checkTarget(String call, Shape target) {
        String overlap = target.overlap();
        if (!overlap.isEmpty()) {
            throw refusals.bad(call, "the target, " + target + ", has bytes that would be written twice: " + overlap
                    + ": only a source may have regions that overlap");
        }
    }

    void localSource(String call, MemorySegment source, long offset, Shape shape) {
        if (!isInside(source, offset, shape)) {
            throw outsideLocal(call, "the source", source, offset, shape);
        }
        TeamCore.of(team).local().readable(call, source);
    }

    void localTarget(String call, MemorySegment target, long offset, Shape shape) {
        if (!isInside(target, offset, shape)) {
            throw outsideLocal(call, "the target", target, offset, shape);
        }
        TeamCore.of(team).local().writable(call, target);
    }

    /** Offsets of a shape are so small that no sum with one wraps around into a legal range. */
    private static boolean isInside(MemorySegment memory, long offset, Shape shape) {
        long start = offset + shape.low();
        return start >= 0 && start <= memory.byteSize() - (shape.high() - shape.low());
    }

    private PgasException outsideLocal(String call, String role, MemorySegment memory, long offset, Shape shape) {
        return refusals.bad(call, shape.geometry().outside(role, offset, memory.byteSize()) + " the local memory of "
                + memory.byteSize() + " bytes");
    }

    /**
     * The mapped range of a target that the fast map has none for, after the checks of checked mode; null when it is
     * not mapped here.
     */
    MappedRange targetMapped(String call, int flags, int rank, long offset, Shape target, MemorySegment source,
            long sourceOffset, Shape sourceShape) {
        long address = address(call, "the target", rank, offset, target);
        if (checked) {
            TeamCore.of(team).checkAssertions(call, flags, rank, source, sourceOffset + sourceShape.low(),
                    span(sourceShape));
            targetApart(call, rank, offset, address, target, source, sourceOffset, sourceShape);
        }
        return mapped(rank, offset, target, address);
    }

    /** Refuses a local source that has bytes of the target. */
    void targetApart(String call, int rank, long offset, Shape target, MemorySegment source, long sourceOffset,
            Shape sourceShape) {
        targetApart(call, rank, offset, address(call, "the target", rank, offset, target), target, source,
                sourceOffset, sourceShape);
    }

    private void targetApart(String call, int rank, long offset, long address, Shape target, MemorySegment source,
            long sourceOffset, Shape sourceShape) {
        MemorySegment memory = memory(rank, address);
        if (isSame(memory, source)) {
            long place = address == AddressMap.NOT_MAPPED ? memory.address() + offset : address - target.low();
            refuseOverlap(call, sourceShape, source.address() + sourceOffset, target, place);
        }
    }

    /** As {@link #targetMapped}, of a source. */
    MappedRange sourceMapped(String call, int flags, int rank, long offset, Shape source, MemorySegment target,
            long targetOffset, Shape targetShape) {
        long address = address(call, "the source", rank, offset, source);
        if (checked) {
            TeamCore.of(team).checkAssertions(call, flags, rank, target, targetOffset + targetShape.low(),
                    span(targetShape));
            sourceApart(call, rank, offset, address, source, target, targetOffset, targetShape);
        }
        return mapped(rank, offset, source, address);
    }

    /** Refuses a local target that has bytes of the source. */
    void sourceApart(String call, int rank, long offset, Shape source, MemorySegment target, long targetOffset,
            Shape targetShape) {
        sourceApart(call, rank, offset, address(call, "the source", rank, offset, source), source, target,
                targetOffset, targetShape);
    }

    private void sourceApart(String call, int rank, long offset, long address, Shape source, MemorySegment target,
            long targetOffset, Shape targetShape) {
        MemorySegment memory = memory(rank, address);
        if (isSame(memory, target)) {
            long place = address == AddressMap.NOT_MAPPED ? memory.address() + offset : address - source.low();
            refuseOverlap(call, source, place, targetShape, target.address() + targetOffset);
        }
    }

    private static long span(Shape shape) {
        return shape.high() - shape.low();
    }

    /** Where the lowest byte is, or {@link AddressMap#NOT_MAPPED}; throws when the shape leads out of the segment. */
    long address(String call, String role, int rank, long offset, Shape shape) {
        try {
            return addresses.addressIfMapped(rank, offset + shape.low(), span(shape));
        } catch (PgasException refused) {
            throw explained(call, role, rank, offset, shape, refused);
        }
    }

    private PgasException explained(String call, String role, int rank, long offset, Shape shape,
            PgasException refused) {
        if (rank < 0 || rank >= TeamCore.of(team).memberCount()) {
            return refusals.bad(call,
                    "rank " + rank + " is outside 0.." + (TeamCore.of(team).memberCount() - 1) + " of the team");
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
    MappedRange mapped(int rank, long offset, Shape shape, long address) {
        if (address == AddressMap.NOT_MAPPED) {
            return null;
        }
        MappedRange mapped = TeamCore.of(team).mapped(rank, offset + shape.low(), span(shape));
        if (mapped == null) {
            addresses.address(rank, offset + shape.low(), span(shape)); // closed meanwhile: this says so
        }
        return mapped;
    }

    /** The memory that a peer's bytes are compared in with local ones; null when they are nowhere in this process. */
    private MemorySegment memory(int rank, long address) {
        if (address != AddressMap.NOT_MAPPED) {
            return SharedMemory.everything();
        }
        return TeamCore.of(team).ownMemory(rank);
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
