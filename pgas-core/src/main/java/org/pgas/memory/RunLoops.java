package org.pgas.memory;

import java.lang.constant.ConstantDescs;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The loops of {@link RunKernels}. Nobody uses this class: its copies are used, each for one pair of kinds of memory, which it knows as constants.
 *
 * <p>Short runs are moved by loads and stores, all loads of a run before its stores, since HotSpot keeps the order of accesses that may be to
 * the same place. From 16 bytes on they go through slices, so that a side is checked once a run. Longer runs, or more of them in one
 * method, are left to the JDK's copy: it is faster, and the method would not be compiled whole. A loop is as plain as can be: by hand,
 * unrolled, it takes 1.2 to 1.5 times as long (2026-11-21).
 */
final class RunLoops extends RunKernels {
    private static final MemorySegment ALL = SharedMemory.everything();
    private static final VarHandle BYTES = SharedMemory.BYTES;
    private static final VarHandle SHORTS = SharedMemory.SHORTS;
    private static final VarHandle INTS = SharedMemory.INTS;
    private static final VarHandle LONGS = SharedMemory.LONGS;

    /** Null where the memory is mapped. */
    private static final Class<?> FROM = kinds().from();

    private static final Class<?> TO = kinds().to();

    /** Runs up to this length are moved by loads and stores. */
    private static final int MOST_MOVED_BYTES = 64;

    /** Up to this length a run is one call of the JDK's copy, which delays a safepoint by less than 0.1 ms. */
    private static final long MOST_COPIED_BYTES = 1 << 20;

    /** Longer rows are done in parts, so that loops can count with ints. */
    private static final int MOST_RUNS = 1 << 30;

    /** Elements of a side of the squares of a transpose: 64 x 64 of 8 bytes are in the second cache, with their lines on either side. */
    private static final int TILE = 64;

    private static final int LINE_BYTES = 64;

    private static Kinds kinds() {
        try {
            return MethodHandles.classData(MethodHandles.lookup(), ConstantDescs.DEFAULT_NAME, Kinds.class);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The source, with its class known to the compiler. */
    private static MemorySegment from(MemorySegment memory) {
        return FROM == null ? ALL : (MemorySegment) FROM.cast(memory);
    }

    private static MemorySegment to(MemorySegment memory) {
        return TO == null ? ALL : (MemorySegment) TO.cast(memory);
    }

    @Override
    public void row(long run, long count, MemorySegment from, long source, long sourceStride, MemorySegment to,
            long target, long targetStride) {
        for (long done = 0; done < count; done += MOST_RUNS) {
            int part = (int) Math.min(MOST_RUNS, count - done);
            row(run, part, from(from), source + done * sourceStride, sourceStride, to(to),
                    target + done * targetStride, targetStride);
        }
    }

    private static void row(long run, int count, MemorySegment from, long source, long sourceStride, MemorySegment to,
            long target, long targetStride) {
        switch ((int) Math.min(run, MOST_MOVED_BYTES + 1)) {
            case 1 -> bytes(count, from, source, sourceStride, to, target, targetStride);
            case 2 -> shorts(count, from, source, sourceStride, to, target, targetStride);
            case 4 -> ints(count, from, source, sourceStride, to, target, targetStride);
            case 8 -> longs(count, from, source, sourceStride, to, target, targetStride);
            case 16 -> pairs(count, from, source, sourceStride, to, target, targetStride);
            case 32 -> fours(count, from, source, sourceStride, to, target, targetStride);
            case 64 -> lines(count, from, source, sourceStride, to, target, targetStride);
            case MOST_MOVED_BYTES + 1 -> copies(run, count, from, source, sourceStride, to, target, targetStride);
            default -> others(run, count, from, source, sourceStride, to, target, targetStride);
        }
    }

    private static void bytes(int count, MemorySegment from, long source, long sourceStride, MemorySegment to,
            long target, long targetStride) {
        long s = source;
        long t = target;
        for (int i = 0; i < count; i++) {
            BYTES.set(to, t, (byte) BYTES.get(from, s));
            s += sourceStride;
            t += targetStride;
        }
    }

    private static void shorts(int count, MemorySegment from, long source, long sourceStride, MemorySegment to,
            long target, long targetStride) {
        long s = source;
        long t = target;
        for (int i = 0; i < count; i++) {
            SHORTS.set(to, t, (short) SHORTS.get(from, s));
            s += sourceStride;
            t += targetStride;
        }
    }

    private static void ints(int count, MemorySegment from, long source, long sourceStride, MemorySegment to,
            long target, long targetStride) {
        long s = source;
        long t = target;
        for (int i = 0; i < count; i++) {
            INTS.set(to, t, (int) INTS.get(from, s));
            s += sourceStride;
            t += targetStride;
        }
    }

    private static void longs(int count, MemorySegment from, long source, long sourceStride, MemorySegment to,
            long target, long targetStride) {
        long s = source;
        long t = target;
        for (int i = 0; i < count; i++) {
            LONGS.set(to, t, (long) LONGS.get(from, s));
            s += sourceStride;
            t += targetStride;
        }
    }

    private static void pairs(int count, MemorySegment from, long source, long sourceStride, MemorySegment to,
            long target, long targetStride) {
        long s = source;
        long t = target;
        for (int i = 0; i < count; i++) {
            pair(from, s, to, t);
            s += sourceStride;
            t += targetStride;
        }
    }

    private static void fours(int count, MemorySegment from, long source, long sourceStride, MemorySegment to,
            long target, long targetStride) {
        long s = source;
        long t = target;
        for (int i = 0; i < count; i++) {
            four(from, s, to, t);
            s += sourceStride;
            t += targetStride;
        }
    }

    private static void lines(int count, MemorySegment from, long source, long sourceStride, MemorySegment to,
            long target, long targetStride) {
        long s = source;
        long t = target;
        for (int i = 0; i < count; i++) {
            line(from, s, to, t);
            s += sourceStride;
            t += targetStride;
        }
    }

    private static void others(long run, int count, MemorySegment from, long source, long sourceStride,
            MemorySegment to, long target, long targetStride) {
        long s = source;
        long t = target;
        for (int i = 0; i < count; i++) {
            other(run, from, s, to, t);
            s += sourceStride;
            t += targetStride;
        }
    }

    private static void copies(long run, int count, MemorySegment from, long source, long sourceStride,
            MemorySegment to, long target, long targetStride) {
        long s = source;
        long t = target;
        for (int i = 0; i < count; i++) {
            copy(run, from, s, to, t);
            s += sourceStride;
            t += targetStride;
        }
    }

    private static void pair(MemorySegment from, long source, MemorySegment to, long target) {
        MemorySegment s = from.asSlice(source, 16);
        MemorySegment t = to.asSlice(target, 16);
        long a = (long) LONGS.get(s, 0L);
        long b = (long) LONGS.get(s, 8L);
        LONGS.set(t, 0L, a);
        LONGS.set(t, 8L, b);
    }

    private static void four(MemorySegment from, long source, MemorySegment to, long target) {
        MemorySegment s = from.asSlice(source, 32);
        MemorySegment t = to.asSlice(target, 32);
        long a = (long) LONGS.get(s, 0L);
        long b = (long) LONGS.get(s, 8L);
        long c = (long) LONGS.get(s, 16L);
        long d = (long) LONGS.get(s, 24L);
        LONGS.set(t, 0L, a);
        LONGS.set(t, 8L, b);
        LONGS.set(t, 16L, c);
        LONGS.set(t, 24L, d);
    }

    private static void line(MemorySegment from, long source, MemorySegment to, long target) {
        MemorySegment s = from.asSlice(source, 64);
        MemorySegment t = to.asSlice(target, 64);
        long a = (long) LONGS.get(s, 0L);
        long b = (long) LONGS.get(s, 8L);
        long c = (long) LONGS.get(s, 16L);
        long d = (long) LONGS.get(s, 24L);
        long e = (long) LONGS.get(s, 32L);
        long f = (long) LONGS.get(s, 40L);
        long g = (long) LONGS.get(s, 48L);
        long h = (long) LONGS.get(s, 56L);
        LONGS.set(t, 0L, a);
        LONGS.set(t, 8L, b);
        LONGS.set(t, 16L, c);
        LONGS.set(t, 24L, d);
        LONGS.set(t, 32L, e);
        LONGS.set(t, 40L, f);
        LONGS.set(t, 48L, g);
        LONGS.set(t, 56L, h);
    }

    /** Up to 64 bytes: head and tail, which overlap. */
    private static void other(long run, MemorySegment from, long source, MemorySegment to, long target) {
        if (run > 32) {
            ends(run, from, source, to, target);
        } else if (run >= 16) {
            MemorySegment s = from.asSlice(source, run);
            MemorySegment t = to.asSlice(target, run);
            long a = (long) LONGS.get(s, 0L);
            long b = (long) LONGS.get(s, 8L);
            long c = (long) LONGS.get(s, run - 16);
            long d = (long) LONGS.get(s, run - 8);
            LONGS.set(t, 0L, a);
            LONGS.set(t, 8L, b);
            LONGS.set(t, run - 16, c);
            LONGS.set(t, run - 8, d);
        } else if (run >= 8) {
            long a = (long) LONGS.get(from, source);
            long b = (long) LONGS.get(from, source + run - 8);
            LONGS.set(to, target, a);
            LONGS.set(to, target + run - 8, b);
        } else if (run >= 4) {
            int a = (int) INTS.get(from, source);
            int b = (int) INTS.get(from, source + run - 4);
            INTS.set(to, target, a);
            INTS.set(to, target + run - 4, b);
        } else {
            for (int i = 0; i < run; i++) {
                BYTES.set(to, target + i, (byte) BYTES.get(from, source + i));
            }
        }
    }

    /** 32 to 64 bytes. */
    private static void ends(long run, MemorySegment from, long source, MemorySegment to, long target) {
        MemorySegment s = from.asSlice(source, run);
        MemorySegment t = to.asSlice(target, run);
        long tail = run - 32;
        long a = (long) LONGS.get(s, 0L);
        long b = (long) LONGS.get(s, 8L);
        long c = (long) LONGS.get(s, 16L);
        long d = (long) LONGS.get(s, 24L);
        long e = (long) LONGS.get(s, tail);
        long f = (long) LONGS.get(s, tail + 8);
        long g = (long) LONGS.get(s, tail + 16);
        long h = (long) LONGS.get(s, tail + 24);
        LONGS.set(t, 0L, a);
        LONGS.set(t, 8L, b);
        LONGS.set(t, 16L, c);
        LONGS.set(t, 24L, d);
        LONGS.set(t, tail, e);
        LONGS.set(t, tail + 8, f);
        LONGS.set(t, tail + 16, g);
        LONGS.set(t, tail + 24, h);
    }

    private static void copy(long run, MemorySegment from, long source, MemorySegment to, long target) {
        if (run <= MOST_COPIED_BYTES) {
            MemorySegment.copy(from, source, to, target, run);
        } else {
            SharedMemory.copy(from, source, to, target, run);
        }
    }

    /** A run of any length; the commonest ones first. */
    private static void any(long run, MemorySegment from, long source, MemorySegment to, long target) {
        if (run == 8) {
            LONGS.set(to, target, (long) LONGS.get(from, source));
        } else if (run == 4) {
            INTS.set(to, target, (int) INTS.get(from, source));
        } else if (run == 64) {
            line(from, source, to, target);
        } else if (run <= MOST_MOVED_BYTES) {
            other(run, from, source, to, target);
        } else {
            copy(run, from, source, to, target);
        }
    }

    @Override
    public void grid(long run, long count, long rows, MemorySegment from, long source, long sourceStride,
            long sourcePitch, MemorySegment to, long target, long targetStride, long targetPitch) {
        MemorySegment f = from(from);
        MemorySegment t = to(to);
        if (run == 8 && (count & 3) == 0 && count <= 64) {
            for (long done = 0; done < rows; done += MOST_RUNS / 16) {
                quads((int) count / 4, (int) Math.min(MOST_RUNS / 16, rows - done), f, source + done * sourcePitch,
                        sourceStride, sourcePitch, t, target + done * targetPitch, targetStride, targetPitch);
            }
            return;
        }
        for (long i = 0; i < rows; i++) {
            row(run, count, f, source + i * sourcePitch, sourceStride, t, target + i * targetPitch, targetStride);
        }
    }

    /** Short rows of longs: one loop over fours of them, since to begin and end a loop for each row takes longer than its rounds. */
    private static void quads(int quads, int rows, MemorySegment from, long source, long sourceStride,
            long sourcePitch, MemorySegment to, long target, long targetStride, long targetPitch) {
        long sourceStep = sourcePitch - 4 * quads * sourceStride;
        long targetStep = targetPitch - 4 * quads * targetStride;
        long s = source;
        long t = target;
        int left = quads;
        for (int i = quads * rows; i > 0; i--) {
            long a = (long) LONGS.get(from, s);
            long b = (long) LONGS.get(from, s + sourceStride);
            long c = (long) LONGS.get(from, s + 2 * sourceStride);
            long d = (long) LONGS.get(from, s + 3 * sourceStride);
            LONGS.set(to, t, a);
            LONGS.set(to, t + targetStride, b);
            LONGS.set(to, t + 2 * targetStride, c);
            LONGS.set(to, t + 3 * targetStride, d);
            s += 4 * sourceStride;
            t += 4 * targetStride;
            if (--left == 0) {
                left = quads;
                s += sourceStep;
                t += targetStep;
            }
        }
    }

    @Override
    public void transpose(long run, long count, long rows, MemorySegment from, long source, long sourceStride,
            long sourcePitch, MemorySegment to, long target, long targetStride, long targetPitch) {
        MemorySegment f = from(from);
        MemorySegment t = to(to);
        boolean isDense = run == 8 && targetStride == 8;
        for (long left = 0; left < count; left += TILE) {
            int width = (int) Math.min(TILE, count - left);
            for (long top = 0; top < rows; top += TILE) {
                int height = (int) Math.min(TILE, rows - top);
                long s = source + left * sourceStride + top * sourcePitch;
                long d = target + left * targetStride + top * targetPitch;
                if (isDense) {
                    tile(width, height, f, s, sourceStride, sourcePitch, t, d, targetPitch);
                } else {
                    for (int i = 0; i < height; i++) {
                        row(run, width, f, s + i * sourcePitch, sourceStride, t, d + i * targetPitch, targetStride);
                    }
                }
            }
        }
    }

    /** Longs, whose target's rows are dense: eight of them are a line, which one slice checks. */
    private static void tile(int width, int height, MemorySegment from, long source, long sourceStride,
            long sourcePitch, MemorySegment to, long target, long targetPitch) {
        int whole = width & -8;
        for (int i = 0; i < height; i++) {
            long s = source + i * sourcePitch;
            long t = target + i * targetPitch;
            for (int at = 0; at < whole; at += 8) {
                column(from, s, sourceStride, to, t);
                s += 8 * sourceStride;
                t += LINE_BYTES;
            }
            longs(width - whole, from, s, sourceStride, to, t, 8);
        }
    }

    /** Eight longs of a column become a line. */
    private static void column(MemorySegment from, long source, long stride, MemorySegment to, long target) {
        MemorySegment t = to.asSlice(target, LINE_BYTES);
        long a = (long) LONGS.get(from, source);
        long b = (long) LONGS.get(from, source + stride);
        long c = (long) LONGS.get(from, source + 2 * stride);
        long d = (long) LONGS.get(from, source + 3 * stride);
        long e = (long) LONGS.get(from, source + 4 * stride);
        long f = (long) LONGS.get(from, source + 5 * stride);
        long g = (long) LONGS.get(from, source + 6 * stride);
        long h = (long) LONGS.get(from, source + 7 * stride);
        LONGS.set(t, 0L, a);
        LONGS.set(t, 8L, b);
        LONGS.set(t, 16L, c);
        LONGS.set(t, 24L, d);
        LONGS.set(t, 32L, e);
        LONGS.set(t, 40L, f);
        LONGS.set(t, 48L, g);
        LONGS.set(t, 56L, h);
    }

    @Override
    public void lists(long run, MemorySegment from, long source, long[] sourceOffsets, MemorySegment to, long target,
            long[] targetOffsets) {
        MemorySegment f = from(from);
        MemorySegment t = to(to);
        if (run == 8) {
            for (int i = 0; i < sourceOffsets.length; i++) {
                LONGS.set(t, target + targetOffsets[i], (long) LONGS.get(f, source + sourceOffsets[i]));
            }
            return;
        }
        for (int i = 0; i < sourceOffsets.length; i++) {
            any(run, f, source + sourceOffsets[i], t, target + targetOffsets[i]);
        }
    }

    @Override
    public void gather(long run, int count, MemorySegment from, long source, long[] offsets, int first,
            MemorySegment to, long target, long targetStride) {
        MemorySegment f = from(from);
        MemorySegment t = to(to);
        long d = target;
        if (run == 8) {
            for (int i = first; i < first + count; i++) {
                LONGS.set(t, d, (long) LONGS.get(f, source + offsets[i]));
                d += targetStride;
            }
            return;
        }
        for (int i = first; i < first + count; i++) {
            any(run, f, source + offsets[i], t, d);
            d += targetStride;
        }
    }

    @Override
    public void scatter(long run, int count, MemorySegment from, long source, long sourceStride, MemorySegment to,
            long target, long[] offsets, int first) {
        MemorySegment f = from(from);
        MemorySegment t = to(to);
        long s = source;
        if (run == 8) {
            for (int i = first; i < first + count; i++) {
                LONGS.set(t, target + offsets[i], (long) LONGS.get(f, s));
                s += sourceStride;
            }
            return;
        }
        for (int i = first; i < first + count; i++) {
            any(run, f, s, t, target + offsets[i]);
            s += sourceStride;
        }
    }

    @Override
    public void pieces(MemorySegment from, long source, long[] sourceOffsets, MemorySegment to, long target,
            long[] targetOffsets, long[] lengths) {
        MemorySegment f = from(from);
        MemorySegment t = to(to);
        for (int i = 0; i < lengths.length; i++) {
            any(lengths[i], f, source + sourceOffsets[i], t, target + targetOffsets[i]);
        }
    }
}
