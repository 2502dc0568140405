//$ One class, made by config/Templates.java. Lines behind "//$ pack unpack" stand once for each of these columns.
//$ pack  | pack                            | unpack
//$ sides | memory, packed                  | packed, memory
//$ piece | memory, offset, packed, there   | packed, there, memory, offset
//$ lists | memory, base, offsets, first, packed, there, null, 0 | packed, there, null, 0, memory, base, offsets, first
//$ rows  | memory, offset, stride, packed, there, length | packed, there, length, memory, offset, stride
//$ does  | Packs                           | Unpacks
//$ to    | to                              | from

package org.pgas.regions;

import java.lang.foreign.MemorySegment;

import org.pgas.memory.RunKernels;
import org.pgas.memory.SharedMemory;

/** Copies between regions and a part of their packed form, which is contiguous. Allocates nothing. */
public final class Packing {
    private Packing() {}

//$ pack unpack
    /** $does$ {@code bytes} bytes from {@code position} of the packed form on, $to$ {@code at} of {@code packed}. */
    public static void $pack$(Regions regions, MemorySegment memory, long base, long position, MemorySegment packed,
            long at, long bytes) {
        long run = regions.runAt(position);
        long skipped = position - regions.position(run);
        long done = 0;
        while (done < bytes) {
            long there = at + done;
            long whole = skipped == 0 ? wholeRuns(regions, run, bytes - done) : 0;
            if (whole == 0) {
                long piece = Math.min(regions.length(run) - skipped, bytes - done);
                long offset = base + regions.offset(run) + skipped;
                SharedMemory.copy($piece$, piece);
                done += piece;
                skipped = 0;
                run++;
            } else {
                long length = regions.length(run);
                RunKernels kernels = RunKernels.of($sides$, length);
                if (regions instanceof IndexedRuns list) {
                    long[] offsets = list.offsets;
                    int first = (int) run;
                    kernels.lists(length, (int) whole, $lists$);
                } else {
                    long offset = base + regions.offset(run);
                    long stride = ((Nest) regions).strides[0];
                    kernels.row(length, whole, $rows$);
                }
                done += whole * length;
                run += whole;
            }
        }
    }

//$
    /** How many whole runs of equal length, up to {@code bytes} in all, follow in the innermost loop or the list. */
    private static long wholeRuns(Regions regions, long run, long bytes) {
        return switch (regions) {
            case Nest nest when nest.levels() > 0 -> Math.min(bytes / nest.run, nest.counts[0] - run % nest.counts[0]);
            case Nest _ -> 0;
            case IndexedRuns list -> Math.min(bytes / list.run, list.offsets.length - run);
            case VectorRuns _ -> 0;
        };
    }
}
