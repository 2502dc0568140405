//$ One class, made by config/Templates.java. Lines behind "//$ int long" stand once for each of these columns.
//$ value | byte | short | int | long
//$ VALUE | BYTE | SHORT | INT | LONG
//$ bytes | 1    | 2     | 4   | 8
//$
//$ listed | both | source | target
//$ lists  | sourceOffsets != null && targetOffsets != null | targetOffsets == null | sourceOffsets == null
//$ from   | source + sourceOffsets[sourceFirst + i] | source + sourceOffsets[sourceFirst + i] | s
//$ to     | target + targetOffsets[targetFirst + i] | t | target + targetOffsets[targetFirst + i]
//$ next   | | t += run; | s += run;
package org.pgas.memory;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The loops of {@link RunKernels}. Only copies of this class are used: each is for one pair of kinds of memory, which
 * it knows as constants.
 *
 * <p>Short runs are moved by loads and stores, four longs at a time, which the processor's registers hold: loads before
 * stores, since HotSpot keeps the order of accesses that may be to the same place. No slices: whether the compiler
 * removes them depends on what the rest of the program does with segments. The JDK's copy moves longer runs, and, by
 * lists, all from 64 bytes on. A loop is as plain as can be: by hand, unrolled, it takes longer (jmh/NOTES.md,
 * Strides).
 */
final class RunLoops extends RunKernels {
    private static final Constants CONSTANTS = LoopCopies.constants(MethodHandles.lookup(), Constants.class);
    private static final MemorySegment ALL = SharedMemory.everything();
//$ byte short int long
    private static final VarHandle $VALUE$S = SharedMemory.$VALUE$S;
//$

    /** Null where the memory is mapped. */
    private static final Class<?> FROM = CONSTANTS.from();

    private static final Class<?> TO = CONSTANTS.to();

    /** A run's length, or {@link #OTHER} or {@link #COPIED}: of all branches on it, a copy of this class has one. */
    private static final int RUN = CONSTANTS.run();

    /** Up to this length a run is one call of the JDK's copy, which delays a safepoint by less than 0.1 ms. */
    private static final long MOST_COPIED_BYTES = 1 << 20;

    /** Rows of longs up to this length go by fours, in one loop for all of them. */
    private static final int MOST_IN_QUADS = 64;

    /** Shorter rows are done column by column: to begin a loop for each row takes longer than its rounds. */
    private static final int SHORT_ROW = 8;

    /** Rows of a band, which is done column by column: few enough to stay in the first cache. */
    private static final int BAND = 128;

    /** The side of the squares of a transpose: 64 x 64 longs fit the second cache, with their lines on either side. */
    private static final int TILE = 64;

    private static final int LINE_BYTES = 64;

    RunLoops() {
        super(CONSTANTS);
    }

    /** The source, with its class known to the compiler. */
    private static MemorySegment from(MemorySegment memory) {
        return FROM == null ? ALL : (MemorySegment) FROM.cast(memory);
    }

    private static MemorySegment to(MemorySegment memory) {
        return TO == null ? ALL : (MemorySegment) TO.cast(memory);
    }

    @Override
    void rowPart(long run, int count, MemorySegment from, long source, long sourceStride, MemorySegment to,
            long target, long targetStride) {
        MemorySegment f = from(from);
        MemorySegment g = to(to);
        long s = source;
        long t = target;
//$ byte short int long
        if (RUN == $bytes$) {
            for (int i = 0; i < count; i++) {
                $VALUE$S.set(g, t, ($value$) $VALUE$S.get(f, s));
                s += sourceStride;
                t += targetStride;
            }
        }
//$
        if (RUN == 16) {

            for (int i = 0; i < count; i++) {
                long from0 = source(s);
                long to0 = target(t);
                long a = (long) LONGS.get(f, from0);
                long b = (long) LONGS.get(f, from0 + 8);
                LONGS.set(g, to0, a);
                LONGS.set(g, to0 + 8, b);
                s += sourceStride;
                t += targetStride;
            }
        } else if (RUN == 32) {
            for (int i = 0; i < count; i++) {
                long from0 = source(s);
                long to0 = target(t);
                long a = (long) LONGS.get(f, from0);
                long b = (long) LONGS.get(f, from0 + 8);
                long c = (long) LONGS.get(f, from0 + 16);
                long d = (long) LONGS.get(f, from0 + 24);
                LONGS.set(g, to0, a);
                LONGS.set(g, to0 + 8, b);
                LONGS.set(g, to0 + 16, c);
                LONGS.set(g, to0 + 24, d);
                s += sourceStride;
                t += targetStride;
            }
        } else if (RUN == 64) {
            for (int i = 0; i < count; i++) {
                long from0 = source(s);
                long to0 = target(t);
                long a = (long) LONGS.get(f, from0);
                long b = (long) LONGS.get(f, from0 + 8);
                long c = (long) LONGS.get(f, from0 + 16);
                long d = (long) LONGS.get(f, from0 + 24);
                LONGS.set(g, to0, a);
                LONGS.set(g, to0 + 8, b);
                LONGS.set(g, to0 + 16, c);
                LONGS.set(g, to0 + 24, d);
                a = (long) LONGS.get(f, from0 + 32);
                b = (long) LONGS.get(f, from0 + 40);
                c = (long) LONGS.get(f, from0 + 48);
                d = (long) LONGS.get(f, from0 + 56);
                LONGS.set(g, to0 + 32, a);
                LONGS.set(g, to0 + 40, b);
                LONGS.set(g, to0 + 48, c);
                LONGS.set(g, to0 + 56, d);
                s += sourceStride;
                t += targetStride;
            }
        } else if (RUN == OTHER) {
            for (int i = 0; i < count; i++) {
                other(run, f, s, g, t);
                s += sourceStride;
                t += targetStride;
            }
        } else if (RUN == COPIED) {
            for (int i = 0; i < count; i++) {
                copy(run, f, s, g, t);
                s += sourceStride;
                t += targetStride;
            }
        }
    }

    /** The place of a run in the source. Cutting an address down changes nothing, and spares accesses their checks. */
    private static long source(long offset) {
        return FROM == null ? offset & SharedMemory.HIGHEST_ADDRESS : offset;
    }

    private static long target(long offset) {
        return TO == null ? offset & SharedMemory.HIGHEST_ADDRESS : offset;
    }

    private static void half(MemorySegment from, long source, MemorySegment to, long target) {
        long a = (long) LONGS.get(from, source);
        long b = (long) LONGS.get(from, source + 8);
        long c = (long) LONGS.get(from, source + 16);
        long d = (long) LONGS.get(from, source + 24);
        LONGS.set(to, target, a);
        LONGS.set(to, target + 8, b);
        LONGS.set(to, target + 16, c);
        LONGS.set(to, target + 24, d);
    }

    /** Up to 64 bytes: head and tail, which overlap. No slices, which not all its callers' compilations remove. */
    private static void other(long run, MemorySegment from, long source, MemorySegment to, long target) {
        if (run > 32) {
            half(from, source, to, target);
            half(from, source + run - 32, to, target + run - 32);
        } else if (run >= 16) {
            ends(from, source, to, target);
            ends(from, source + run - 16, to, target + run - 16);
        } else if (run >= 8) {
            ends(from, source, source + run - 8, to, target, target + run - 8);
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

    private static void ends(MemorySegment from, long source, MemorySegment to, long target) {
        ends(from, source, source + 8, to, target, target + 8);
    }

    private static void ends(MemorySegment from, long source, long sourceEnd, MemorySegment to, long target,
            long targetEnd) {
        long a = (long) LONGS.get(from, source);
        long b = (long) LONGS.get(from, sourceEnd);
        LONGS.set(to, target, a);
        LONGS.set(to, targetEnd, b);
    }

    private static void copy(long run, MemorySegment from, long source, MemorySegment to, long target) {
        if (run <= MOST_COPIED_BYTES) {
            MemorySegment.copy(from, source, to, target, run);
        } else {
            SharedMemory.copy(from, source, to, target, run);
        }
    }

    /** A run of any length; the commonest one first. */
    private static void any(long run, MemorySegment from, long source, MemorySegment to, long target) {
        if (run == 8) {
            LONGS.set(to, target, (long) LONGS.get(from, source));
        } else if (run < LINE_BYTES) {
            other(run, from, source, to, target);
        } else {
            copy(run, from, source, to, target);
        }
    }

    @Override
    public void grid(long run, long count, long rows, MemorySegment from, long source, long sourceStride,
            long sourcePitch, MemorySegment to, long target, long targetStride, long targetPitch) {
        if (RUN == 8 && (count & 3) == 0 && count <= MOST_IN_QUADS) {
            long most = 4 * MOST_RUNS / count;
            for (long top = 0; top < rows; top += most) {
                quads((int) count / 4, (int) Math.min(most, rows - top), from, source + top * sourcePitch,
                        sourceStride, sourcePitch, to, target + top * targetPitch, targetStride, targetPitch);
            }
        } else if (RUN == 4 && count == GROUP && groups(run, rows, from, source, sourceStride, sourcePitch, to, target,
                targetStride, targetPitch)) {
            return; // neighbours are stored one after the other, which takes half as long as column by column
        } else if (RUN != COPIED && count < SHORT_ROW && count < rows) {
            for (long top = 0; top < rows; top += BAND) {
                long height = Math.min(BAND, rows - top);
                for (long i = 0; i < count; i++) {
                    row(run, height, from, source + top * sourcePitch + i * sourceStride, sourcePitch, to,
                            target + top * targetPitch + i * targetStride, targetPitch);
                }
            }
        } else {
            for (long i = 0; i < rows; i++) {
                row(run, count, from, source + i * sourcePitch, sourceStride, to, target + i * targetPitch,
                        targetStride);
            }
        }
    }

    /** Rows of longs, four at a time. */
    private static void quads(int quads, int rows, MemorySegment from, long source, long sourceStride,
            long sourcePitch, MemorySegment to, long target, long targetStride, long targetPitch) {
        long sourceStep = sourcePitch - 4 * quads * sourceStride;
        long targetStep = targetPitch - 4 * quads * targetStride;
        MemorySegment f = from(from);
        MemorySegment g = to(to);
        long s = source;
        long t = target;
        int left = quads;
        for (int i = quads * rows; i > 0; i--) {
            long a = (long) LONGS.get(f, s);
            long b = (long) LONGS.get(f, s + sourceStride);
            long c = (long) LONGS.get(f, s + 2 * sourceStride);
            long d = (long) LONGS.get(f, s + 3 * sourceStride);
            LONGS.set(g, t, a);
            LONGS.set(g, t + targetStride, b);
            LONGS.set(g, t + 2 * targetStride, c);
            LONGS.set(g, t + 3 * targetStride, d);
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
        MemorySegment g = to(to);
        boolean isDense = RUN == 8 && targetStride == 8;
        for (long left = 0; left < count; left += TILE) {
            int width = (int) Math.min(TILE, count - left);
            int whole = isDense ? width & -8 : 0;
            for (long top = 0; top < rows; top += TILE) {
                int height = (int) Math.min(TILE, rows - top);
                for (int i = 0; i < height; i++) {
                    long s = source + left * sourceStride + (top + i) * sourcePitch;
                    long t = target + left * targetStride + (top + i) * targetPitch;
                    for (int at = 0; at < whole; at += 8) {
                        // eight longs of a column become a line
                        long line = target(t);
                        long a = (long) LONGS.get(f, s);
                        long b = (long) LONGS.get(f, s + sourceStride);
                        long c = (long) LONGS.get(f, s + 2 * sourceStride);
                        long d = (long) LONGS.get(f, s + 3 * sourceStride);
                        LONGS.set(g, line, a);
                        LONGS.set(g, line + 8, b);
                        LONGS.set(g, line + 16, c);
                        LONGS.set(g, line + 24, d);
                        a = (long) LONGS.get(f, s + 4 * sourceStride);
                        b = (long) LONGS.get(f, s + 5 * sourceStride);
                        c = (long) LONGS.get(f, s + 6 * sourceStride);
                        d = (long) LONGS.get(f, s + 7 * sourceStride);
                        LONGS.set(g, line + 32, a);
                        LONGS.set(g, line + 40, b);
                        LONGS.set(g, line + 48, c);
                        LONGS.set(g, line + 56, d);
                        s += 8 * sourceStride;
                        t += LINE_BYTES;
                    }
                    if (isDense) {
                        for (int at = whole; at < width; at++) {
                            LONGS.set(g, t, (long) LONGS.get(f, s));
                            s += sourceStride;
                            t += 8;
                        }
                    } else {
                        row(run, width, from, s, sourceStride, to, t, targetStride);
                    }
                }
            }
        }
    }

    @Override
    void listsPart(long run, int count, MemorySegment from, long source, long[] sourceOffsets, int sourceFirst,
            MemorySegment to, long target, long[] targetOffsets, int targetFirst) {
        MemorySegment f = from(from);
        MemorySegment g = to(to);
        long s = source;
        long t = target;
//$ both source target
        if ($lists$) {
            if (RUN == 8) {
                for (int i = 0; i < count; i++) {
                    LONGS.set(g, $to$, (long) LONGS.get(f, $from$));
                    $next$
                }
            } else if (RUN != COPIED && RUN != LINE_BYTES) {
                for (int i = 0; i < count; i++) {
                    other(run, f, $from$, g, $to$);
                    $next$
                }
            } else {
                for (int i = 0; i < count; i++) {
                    copy(run, f, $from$, g, $to$);
                    $next$
                }
            }
        }
//$
    }

    @Override
    void piecesPart(int first, int end, MemorySegment from, long source, long[] sourceOffsets, MemorySegment to,
            long target, long[] targetOffsets, long[] lengths) {
        MemorySegment f = from(from);
        MemorySegment g = to(to);
        for (int i = first; i < end; i++) {
            any(lengths[i], f, source + sourceOffsets[i], g, target + targetOffsets[i]);
        }
    }
}
