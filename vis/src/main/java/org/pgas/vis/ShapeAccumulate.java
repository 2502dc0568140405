package org.pgas.vis;

import java.lang.foreign.MemorySegment;

import org.pgas.AccumulateType;
import org.pgas.Capabilities;
import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.atomics.Scale;
import org.pgas.atomics.locks.AccumulateLocks;
import org.pgas.memory.AddressMap;
import org.pgas.memory.MappedRange;
import org.pgas.refusal.Refusals;
import org.pgas.team.TeamCore;

/** Accumulates between shapes: their checks, and what is done where the target is mapped here. */
final class ShapeAccumulate {
    private final Team team;
    private final Refusals refusals;
    private final AddressMap addresses;
    private final VisChecks checks;
    private final AccumulateLocks locks;
    private final ThreadLocal<BlockAdder> adders;

    ShapeAccumulate(Team team, VisChecks checks) {
        this.team = team;
        this.refusals = Refusals.of(team.job().rank());
        this.addresses = TeamCore.of(team).addresses(Capabilities.VIS);
        this.checks = checks;
        this.locks = AccumulateLocks.of(team);
        this.adders = ThreadLocal.withInitial(this::newAdder);
    }

    private BlockAdder newAdder() {
        return new BlockAdder(locks);
    }

    /** Adds what needs no message; says whether it did. */
    boolean addHere(String call, int flags, int rank, long offset, Shape target, Scale scale, MemorySegment source,
            long sourceOffset, Shape sourceShape) {
        if (!sourceShape.isKnownTo(target)) {
            checks.sides(call, sourceShape, target);
        }
        return target.bytes() == 0
                || addMapped(call, flags, rank, offset, target, scale, source, sourceOffset, sourceShape);
    }

    private boolean addMapped(String call, int flags, int rank, long offset, Shape target, Scale scale,
            MemorySegment source, long sourceOffset, Shape sourceShape) {
        if (scale == null) {
            throw refusals.bad(call, "scale is null: give the type of the elements and their factor");
        }
        checkElements(call, scale.type(), offset, target, sourceShape);
        checks.localSource(call, source, sourceOffset, sourceShape);
        MappedRange mapped = addresses.mapped(rank, offset + target.low(), target.high() - target.low());
        if (mapped == null) {
            mapped = checks.peerMapped(call, true, rank, offset, target, source, sourceOffset, sourceShape);
            checks.assertions(call, flags, rank, source, sourceOffset, sourceShape);
        }
        if (mapped == null) {
            return false;
        }
        adder().add(mapped, rank, offset, sourceShape.planTo(target), scale, source, sourceOffset);
        TeamCore.of(team).ring(rank);
        return true;
    }

    /** Another one when this thread is at an accumulate: a call from a handler is illegal, but is not to disturb it. */
    private BlockAdder adder() {
        BlockAdder adder = adders.get();
        return adder.isInUse() ? newAdder() : adder;
    }

    /** Regions are whole elements on both sides, at places of the target where each part is aligned. */
    private void checkElements(String call, AccumulateType type, long offset, Shape target, Shape source) {
        if (target.regions().grain() < type.bytes()) {
            throw fraction(call, type, "the target", target);
        }
        if (source.regions().grain() < type.bytes()) {
            throw fraction(call, type, "the source", source);
        }
        int part = type.componentBytes();
        long first = offset + target.regions().offset(0);
        if (target.regions().spacing() < part || (first & part - 1) != 0) {
            throw refusals.bad(call, target.geometry().misaligned("the target", offset, part) + " a multiple of " + part
                    + ": what is updated atomically must be aligned");
        }
    }

    private PgasException fraction(String call, AccumulateType type, String role, Shape shape) {
        return refusals.bad(call,
                shape.geometry().fraction(role, type.bytes()) + ": legal are multiples of " + type.bytes()
                        + ", whole elements");
    }
}
