package org.pgas.atomics;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.AccumulateType;
import org.pgas.Team;
import org.pgas.atomics.locks.AccumulateLocks;
import org.pgas.memory.MappedRange;
import org.pgas.memory.ScaledAdd;

/**
 * Accumulates on mapped memory, block by block of the target under the block's lock. Callers have made all checks.
 *
 * <p>Numbers are added in place from native memory and from arrays of their own type. Others, and complex numbers times
 * a factor that is not real, are first put into an array, multiplied, and added part by part: so no number has to be in
 * one block.
 */
final class MappedAccumulate {
    /** Bytes of these arrays: they stay in the first cache. */
    private static final int STAGED_BYTES = 4096;

    private static final long ONE_AS_FLOAT = Scale.bits(1f);
    private static final long ONE_AS_DOUBLE = Scale.bits(1d);

    private final AccumulateLocks locks;

    MappedAccumulate(Team team) {
        this.locks = AccumulateLocks.of(team);
    }

    /** Adds {@code bytes} of whole elements of any source. */
    void add(MappedRange mapped, int rank, long offset, AccumulateType type, long real, long imaginary,
            MemorySegment source, long sourceOffset, long bytes) {
        if (type.isComplex() && !isZero(type, imaginary)) {
            addStaged(mapped, rank, offset, type, real, imaginary, source, sourceOffset, bytes);
        } else if (source.isNative()) {
            addNative(mapped, rank, offset, type, real, source, sourceOffset, bytes);
        } else {
            Object array = source.heapBase().orElse(null);
            long from = source.address() + sourceOffset;
            if (array != null && isOfType(type, array) && from % type.componentBytes() == 0) {
                addArray(mapped, rank, offset, type, real, array, (int) (from / type.componentBytes()), bytes);
            } else {
                addStaged(mapped, rank, offset, type, real, imaginary, source, sourceOffset, bytes);
            }
        }
    }

    private static boolean isZero(AccumulateType type, long part) {
        return type == AccumulateType.CPL ? Float.intBitsToFloat((int) part) == 0
                : Double.longBitsToDouble(part) == 0;
    }

    private static boolean isOfType(AccumulateType type, Object array) {
        return switch (type) {
            case INT -> array instanceof int[];
            case LNG -> array instanceof long[];
            case FLT, CPL -> array instanceof float[];
            case DBL, DCP -> array instanceof double[];
        };
    }

    private void addNative(MappedRange mapped, int rank, long offset, AccumulateType type, long scale,
            MemorySegment source, long sourceOffset, long bytes) {
        long done = 0;
        while (done < bytes) {
            long piece = AccumulateLocks.inBlock(offset + done, bytes - done);
            long lock = locks.acquire(mapped, rank, offset + done);
            try {
                add(type, scale, source, sourceOffset + done, mapped.at(offset + done), piece);
            } finally {
                locks.release(lock);
            }
            done += piece;
        }
    }

    /** Adds from index {@code from} of an array of the type's parts. */
    void addArray(MappedRange mapped, int rank, long offset, AccumulateType type, long scale, Object array, int from,
            long bytes) {
        long done = 0;
        while (done < bytes) {
            long piece = AccumulateLocks.inBlock(offset + done, bytes - done);
            long lock = locks.acquire(mapped, rank, offset + done);
            try {
                add(type, scale, array, from + (int) (done / type.componentBytes()), mapped.at(offset + done),
                        (int) (piece / type.componentBytes()));
            } finally {
                locks.release(lock);
            }
            done += piece;
        }
    }

    private static void add(AccumulateType type, long scale, MemorySegment source, long from, long target,
            long bytes) {
        switch (type) {
            case INT -> ScaledAdd.addInts(source, from, target, bytes / 4, (int) scale);
            case LNG -> ScaledAdd.addLongs(source, from, target, bytes / 8, scale);
            case FLT, CPL -> ScaledAdd.addFloats(source, from, target, bytes / 4, Float.intBitsToFloat((int) scale));
            case DBL, DCP -> ScaledAdd.addDoubles(source, from, target, bytes / 8, Double.longBitsToDouble(scale));
        }
    }

    private static void add(AccumulateType type, long scale, Object array, int from, long target, int count) {
        switch (type) {
            case INT -> ScaledAdd.addInts((int[]) array, from, target, count, (int) scale);
            case LNG -> ScaledAdd.addLongs((long[]) array, from, target, count, scale);
            case FLT, CPL ->
                ScaledAdd.addFloats((float[]) array, from, target, count, Float.intBitsToFloat((int) scale));
            case DBL, DCP ->
                ScaledAdd.addDoubles((double[]) array, from, target, count, Double.longBitsToDouble(scale));
        }
    }

    private void addStaged(MappedRange mapped, int rank, long offset, AccumulateType type, long real, long imaginary,
            MemorySegment source, long sourceOffset, long bytes) {
        int most = (int) Math.min(bytes, STAGED_BYTES);
        Object array = array(type, most / type.componentBytes());
        for (long done = 0; done < bytes; done += most) {
            int piece = (int) Math.min(bytes - done, most);
            long scale = stage(type, real, imaginary, source, sourceOffset + done, array, piece);
            addArray(mapped, rank, offset + done, type, scale, array, 0, piece);
        }
    }

    private static Object array(AccumulateType type, int length) {
        return switch (type) {
            case INT -> new int[length];
            case LNG -> new long[length];
            case FLT, CPL -> new float[length];
            case DBL, DCP -> new double[length];
        };
    }

    /** Copies elements into an array, multiplied if the factor is not real; returns the factor that is left. */
    private static long stage(AccumulateType type, long real, long imaginary, MemorySegment source, long from,
            Object array, int bytes) {
        switch (type) {
            case INT -> MemorySegment.copy(source, ValueLayout.JAVA_INT_UNALIGNED, from, array, 0, bytes / 4);
            case LNG -> MemorySegment.copy(source, ValueLayout.JAVA_LONG_UNALIGNED, from, array, 0, bytes / 8);
            case FLT, CPL -> MemorySegment.copy(source, ValueLayout.JAVA_FLOAT_UNALIGNED, from, array, 0, bytes / 4);
            case DBL, DCP -> MemorySegment.copy(source, ValueLayout.JAVA_DOUBLE_UNALIGNED, from, array, 0, bytes / 8);
        }
        if (!type.isComplex() || isZero(type, imaginary)) {
            return real;
        }
        if (type == AccumulateType.CPL) {
            ScaledAdd.multiplyComplexFloats((float[]) array, bytes / 8, Float.intBitsToFloat((int) real),
                    Float.intBitsToFloat((int) imaginary));
            return ONE_AS_FLOAT;
        }
        ScaledAdd.multiplyComplexDoubles((double[]) array, bytes / 16, Double.longBitsToDouble(real),
                Double.longBitsToDouble(imaginary));
        return ONE_AS_DOUBLE;
    }
}
