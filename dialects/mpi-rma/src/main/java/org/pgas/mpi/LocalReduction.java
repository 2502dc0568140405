package org.pgas.mpi;

import java.lang.foreign.MemorySegment;

import org.pgas.regions.Regions;
import org.pgas.vis.inside.Shapes;

/** Reductions of two memories of one rank. Any thread. */
final class LocalReduction {
    private LocalReduction() {}

    static void check(String call, MemorySegment in, MemorySegment inout, long count, Datatype type) {
        TypeArguments arguments = new TypeArguments(call);
        arguments.given("type", type);
        arguments.elements(type, "in", in, count);
        arguments.elements(type, "inout", inout, count);
        arguments.writable("inout", inout);
        if (in.asOverlappingSlice(inout).isPresent()) {
            throw arguments.bad("in and inout overlap: give two memories");
        }
        String overlap = type.denseBytes(count) >= 0 ? "" : type.layout.overlap(count);
        if (!overlap.isEmpty()) {
            throw arguments.bad(TypeChecks.overlapping("inout", count, type, overlap));
        }
    }

    /** By a predefined operation. */
    static void reduce(Op op, MemorySegment in, MemorySegment inout, long count, Datatype type) {
        check("Op.reduceLocal", in, inout, count, type);
        TypeArguments arguments = new TypeArguments("Op.reduceLocal");
        if (op == Op.REPLACE || op == Op.NO_OP) {
            throw arguments.bad(op + " is for accumulates of windows: legal are the others");
        }
        Basic basic = type.uniform();
        if (basic == null) {
            throw arguments
                    .bad(type + " has elements of several kinds: a predefined operation takes one; give a UserOp");
        }
        if (!op.isDefinedFor(basic)) {
            throw arguments.bad(op + " is not defined on " + basic + ": it is on " + op.domain());
        }
        long dense = type.denseBytes(count);
        if (dense >= 0) {
            Folds.fold(op, basic, in, 0, inout, 0, dense / basic.span);
        } else if (count > 0) {
            reduceRuns(op, basic, in, inout, count, type);
        }
    }

    /** A run is whole elements. */
    private static void reduceRuns(Op op, Basic basic, MemorySegment in, MemorySegment inout, long count,
            Datatype type) {
        Regions regions = Shapes.regions(type.elements(1));
        long runs = regions.runs();
        for (long element = 0; element < count; element++) {
            long base = element * type.extent();
            for (long run = 0; run < runs; run++) {
                long at = base + regions.offset(run);
                Folds.fold(op, basic, in, at, inout, at, regions.length(run) / basic.span);
            }
        }
    }
}
