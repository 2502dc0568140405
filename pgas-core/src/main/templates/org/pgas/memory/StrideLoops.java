//$ One class, made by config/Templates.java. Lines behind "//$ int long" stand once for each of these columns.
//$ value | byte | short | int | long
//$ VALUE | BYTE | SHORT | INT | LONG
//$ bytes | 1    | 2     | 4   | 8
package org.pgas.memory;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The loops of {@link StrideKernels}. Only copies of this class are used, each with constants of its own.
 *
 * <p>They count with longs and multiply, since HotSpot makes wide loads and stores of a run only then: neither with an
 * int, nor where places are added up from round to round, nor where the counter is an offset itself. An address is cut
 * down to what any address is, so that no check of it is left in the loop.
 */
final class StrideLoops extends StrideKernels {
    private static final Constants CONSTANTS = LoopCopies.constants(MethodHandles.lookup(), Constants.class);
    private static final MemorySegment ALL = SharedMemory.everything();
//$ byte short int long
    private static final VarHandle $VALUE$S = SharedMemory.$VALUE$S;
//$

    /** Null where the memory is mapped. */
    private static final Class<?> FROM = CONSTANTS.runs().from();

    private static final Class<?> TO = CONSTANTS.runs().to();

    /** The length of a run, a power of two up to 64: of all the branches on it, a copy of this class has one. */
    private static final int RUN = CONSTANTS.runs().run();

    private static final long SOURCE_STRIDE = CONSTANTS.sourceStride();
    private static final long TARGET_STRIDE = CONSTANTS.targetStride();

    /** 0: single runs. */
    private static final long SOURCE_INNER = CONSTANTS.sourceInner();

    private static final long TARGET_INNER = CONSTANTS.targetInner();

    StrideLoops() {
        super(CONSTANTS);
    }

    @Override
    void row(int count, MemorySegment from, long source, MemorySegment to, long target) {
        MemorySegment f = FROM == null ? ALL : (MemorySegment) FROM.cast(from);
        MemorySegment g = TO == null ? ALL : (MemorySegment) TO.cast(to);
        long s0 = FROM == null ? source & SharedMemory.HIGHEST_ADDRESS : source;
        long t0 = TO == null ? target & SharedMemory.HIGHEST_ADDRESS : target;
        if (RUN == 4 && SOURCE_INNER != 0) {
            groups(count, f, s0, g, t0);
            return;
        }
//$ byte short int long
        if (RUN == $bytes$) {
            for (long i = 0; i < count; i++) {
                $VALUE$S.set(g, t0 + i * TARGET_STRIDE, ($value$) $VALUE$S.get(f, s0 + i * SOURCE_STRIDE));
            }
        }
//$
        if (RUN == 16) {
            for (long i = 0; i < count; i++) {
                long s = s0 + i * SOURCE_STRIDE;
                long t = t0 + i * TARGET_STRIDE;
                long v0 = (long) LONGS.get(f, s);
                long v1 = (long) LONGS.get(f, s + 8);
                LONGS.set(g, t, v0);
                LONGS.set(g, t + 8, v1);
            }
        } else if (RUN == 32) {
            for (long i = 0; i < count; i++) {
                long s = s0 + i * SOURCE_STRIDE;
                long t = t0 + i * TARGET_STRIDE;
                long v0 = (long) LONGS.get(f, s);
                long v1 = (long) LONGS.get(f, s + 8);
                long v2 = (long) LONGS.get(f, s + 16);
                long v3 = (long) LONGS.get(f, s + 24);
                LONGS.set(g, t, v0);
                LONGS.set(g, t + 8, v1);
                LONGS.set(g, t + 16, v2);
                LONGS.set(g, t + 24, v3);
            }
        } else if (RUN == 64) {
            for (long i = 0; i < count; i++) {
                long s = s0 + i * SOURCE_STRIDE;
                long t = t0 + i * TARGET_STRIDE;
                long v0 = (long) LONGS.get(f, s);
                long v1 = (long) LONGS.get(f, s + 8);
                long v2 = (long) LONGS.get(f, s + 16);
                long v3 = (long) LONGS.get(f, s + 24);
                long v4 = (long) LONGS.get(f, s + 32);
                long v5 = (long) LONGS.get(f, s + 40);
                long v6 = (long) LONGS.get(f, s + 48);
                long v7 = (long) LONGS.get(f, s + 56);
                LONGS.set(g, t, v0);
                LONGS.set(g, t + 8, v1);
                LONGS.set(g, t + 16, v2);
                LONGS.set(g, t + 24, v3);
                LONGS.set(g, t + 32, v4);
                LONGS.set(g, t + 40, v5);
                LONGS.set(g, t + 48, v6);
                LONGS.set(g, t + 56, v7);
            }
        }
    }

    /**
     * Groups of four ints. Four that lie together in the target are not made two longs of: it takes longer
     * (jmh/NOTES.md, Strides).
     */
    private static void groups(int count, MemorySegment f, long s0, MemorySegment g, long t0) {
        for (long i = 0; i < count; i++) {
            long s = s0 + i * SOURCE_STRIDE;
            long t = t0 + i * TARGET_STRIDE;
            int v0 = (int) INTS.get(f, s);
            int v1 = (int) INTS.get(f, s + SOURCE_INNER);
            int v2 = (int) INTS.get(f, s + 2 * SOURCE_INNER);
            int v3 = (int) INTS.get(f, s + 3 * SOURCE_INNER);
            INTS.set(g, t, v0);
            INTS.set(g, t + TARGET_INNER, v1);
            INTS.set(g, t + 2 * TARGET_INNER, v2);
            INTS.set(g, t + 3 * TARGET_INNER, v3);
        }
    }
}
