package org.pgas.vis;

import java.lang.foreign.MemorySegment;

import org.pgas.LocalMemory;
import org.pgas.PgasException;
import org.pgas.Team;

/** Everything that transfers of several ranks refuse, before the first rank is written to. */
final class GlobalChecks {
    private final Team world;

    GlobalChecks(Team world) {
        this.world = world;
    }

    /** Says whether there are any bytes. */
    boolean totals(Call call, long target, long source) {
        if (target != source) {
            throw call.bad("the target has " + target + " bytes and the source " + source + ": they must have as many");
        }
        return target > 0;
    }

    void target(Call call, GlobalShape target) {
        String overlap = target.overlap();
        if (!overlap.isEmpty()) {
            throw call.bad("regions of the target overlap: " + overlap);
        }
        places(call, "target", target);
    }

    /** Ranks exist, and ranges lie in their segments. */
    void places(Call call, String side, GlobalShape shape) {
        for (GlobalRuns.Part part : shape.parts()) {
            try {
                check(part.rank(), part.base() + part.place().low(), part.place().high() - part.place().low());
            } catch (PgasException e) {
                throw new PgasException(e.code(), e.getMessage() + " (" + call.name() + ": " + culprit(shape.runs())
                        + " of the " + side + ")");
            }
        }
    }

    private void check(int rank, long offset, long bytes) {
        world.addresses().addressIfMapped(rank, offset, bytes);
    }

    /** The first region that is refused. */
    private String culprit(GlobalRuns runs) {
        for (long index = 0; index < runs.count(); index++) {
            try {
                if (runs.length(index) > 0) {
                    check(runs.rank(index), runs.offset(index), runs.length(index));
                }
            } catch (PgasException e) {
                return runs.name(index);
            }
        }
        return "regions";
    }

    void localSource(Call call, MemorySegment source, long offset, Shape shape) {
        local(call, "source", source, offset, shape);
        LocalMemory.readable(world, call.name(), source);
    }

    private void local(Call call, String side, MemorySegment memory, long offset, Shape shape) {
        long start = offset + shape.low();
        // offsets of a shape are so small that no sum with one wraps around into a legal range
        if (start < 0 || start > memory.byteSize() - (shape.high() - shape.low())) {
            throw call.bad("the shape's offsets " + shape.low() + " to " + shape.high() + " at offset " + offset
                    + " are outside the local " + side + " of " + memory.byteSize() + " bytes");
        }
    }

    void localTarget(Call call, MemorySegment target, long offset, Shape shape) {
        local(call, "target", target, offset, shape);
        String overlap = shape.overlap();
        if (!overlap.isEmpty()) {
            throw call.bad("regions of the local target overlap: " + overlap);
        }
        LocalMemory.writable(world, call.name(), target);
    }
}
