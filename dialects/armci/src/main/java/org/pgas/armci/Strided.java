package org.pgas.armci;

import java.lang.foreign.MemorySegment;

import org.pgas.Team;
import org.pgas.atomics.Scale;
import org.pgas.team.TeamCore;
import org.pgas.vis.Shape;
import org.pgas.vis.ShapeCache;
import org.pgas.vis.Vis;

/** Transfers of sections of arrays. */
record Strided(Team team, Places places, Vis vis, ShapeCache shapes, Contiguous contiguous) {
    void put(String call, MemorySegment src, long srcOffset, int[] srcStrides, long dst, int[] dstStrides, int[] count,
            int levels, int proc) {
        TeamCore.of(team).checkUnrestricted(call);
        checkLevels(call, srcStrides, dstStrides, count, levels);
        Shape from = shapes.strided(call, count, srcStrides, levels);
        Shape to = shapes.strided(call, count, dstStrides, levels);
        long offset = places.origin(call, "dst", dst, to.low(), to.high(), proc);
        places.checkLocal(call, "src", src, srcOffset + from.low(), from.high() - from.low());
        try {
            vis.put(proc, offset, to, src, srcOffset, from);
        } catch (RuntimeException e) {
            throw places.refusal(call, "src", src, false, to, e);
        }
    }

    void get(String call, long src, int[] srcStrides, MemorySegment dst, long dstOffset, int[] dstStrides, int[] count,
            int levels, int proc) {
        TeamCore.of(team).checkUnrestricted(call);
        checkLevels(call, srcStrides, dstStrides, count, levels);
        Shape from = shapes.strided(call, count, srcStrides, levels);
        Shape to = shapes.strided(call, count, dstStrides, levels);
        long offset = places.origin(call, "src", src, from.low(), from.high(), proc);
        places.checkLocal(call, "dst", dst, dstOffset + to.low(), to.high() - to.low());
        try {
            vis.get(dst, dstOffset, to, proc, offset, from);
        } catch (RuntimeException e) {
            throw places.refusal(call, "dst", dst, true, to, e);
        }
    }

    void acc(String call, Scale scale, MemorySegment src, long srcOffset, int[] srcStrides, long dst, int[] dstStrides,
            int[] count, int levels, int proc) {
        TeamCore.of(team).checkUnrestricted(call);
        checkLevels(call, srcStrides, dstStrides, count, levels);
        Shape from = shapes.strided(call, count, srcStrides, levels);
        Shape to = shapes.strided(call, count, dstStrides, levels);
        long offset = places.origin(call, "dst", dst, to.low(), to.high(), proc);
        places.checkLocal(call, "src", src, srcOffset + from.low(), from.high() - from.low());
        places.checkElements(call, scale, offset, count[0]);
        try {
            vis.accumulate(proc, offset, to, scale, src, srcOffset, from);
        } catch (RuntimeException e) {
            throw places.refusal(call, "src", src, false, to, e);
        }
    }

    void putFlag(MemorySegment src, long srcOffset, int[] srcStrides, long dst, int[] dstStrides, int[] count,
            int levels, long flag, int value, int proc) {
        TeamCore.of(team).checkUnrestricted("Armci.putSFlag");
        long flagOffset = contiguous.flagOffset("Armci.putSFlag", flag, proc);
        put("Armci.putSFlag", src, srcOffset, srcStrides, dst, dstStrides, count, levels, proc);
        contiguous.flag(flagOffset, value, proc);
    }

    private void checkLevels(String call, int[] srcStrides, int[] dstStrides, int[] count, int levels) {
        String refusal = refusal(srcStrides, dstStrides, count, levels);
        if (refusal != null) {
            throw places.refusals.bad(call, refusal);
        }
    }

    private static String refusal(int[] srcStrides, int[] dstStrides, int[] count, int levels) {
        if (levels < 0) {
            return "strideLevels: " + levels + ": legal are 0 and more";
        }
        if (count == null || count.length <= levels) {
            return "count: " + length(count) + ": " + levels + " stride levels take " + (levels + 1)
                    + " numbers at least";
        }
        if (levels > 0 && (isShort(srcStrides, levels) || isShort(dstStrides, levels))) {
            return (isShort(srcStrides, levels) ? "srcStrides: " + length(srcStrides)
                    : "dstStrides: " + length(dstStrides)) + ": " + levels
                    + " stride levels take as many numbers at least";
        }
        for (int i = 0; i <= levels; i++) {
            if (count[i] < 0) {
                return "count[" + i + "]: " + count[i] + ": legal are 0 and more";
            }
        }
        return null;
    }

    private static boolean isShort(int[] array, int least) {
        return array == null || array.length < least;
    }

    private static String length(int[] array) {
        return array == null ? "the array is null" : "the array has " + array.length;
    }
}
