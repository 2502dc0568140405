package org.pgas.regions;

import java.lang.foreign.MemorySegment;

import org.pgas.memory.RunKernels;
import org.pgas.memory.SharedMemory;

/** Copies between regions and a part of their packed form, which is contiguous. Allocates nothing. */
public final class Packing {
    private Packing() {}

    /** Packs {@code bytes} bytes from {@code position} of the packed form on to {@code at} of {@code packed}. */
    public static void pack(Regions regions, MemorySegment memory, long base, long position, MemorySegment packed,
            long at, long bytes) {
        long run = regions.runAt(position);
        long skipped = position - regions.position(run);
        long done = 0;
        while (done < bytes) {
            long whole = skipped == 0 ? wholeRuns(regions, run, bytes - done) : 0;
            if (whole == 0) {
                long piece = Math.min(regions.length(run) - skipped, bytes - done);
                SharedMemory.copy(memory, base + regions.offset(run) + skipped, packed, at + done, piece);
                done += piece;
                skipped = 0;
                run++;
            } else {
                long length = regions.length(run);
                RunKernels kernels = RunKernels.of(memory, packed, length);
                if (regions instanceof IndexedRuns list) {
                    kernels.lists(length, (int) whole, memory, base, list.offsets, (int) run, packed, at + done, null,
                            0);
                } else {
                    kernels.row(length, whole, memory, base + regions.offset(run), stride(regions), packed,
                            at + done, length);
                }
                done += whole * length;
                run += whole;
            }
        }
    }

    /** Unpacks {@code bytes} bytes at {@code at} of {@code packed}, which belong to {@code position} of the packed form and on. */
    public static void unpack(Regions regions, MemorySegment memory, long base, long position, MemorySegment packed,
            long at, long bytes) {
        long run = regions.runAt(position);
        long skipped = position - regions.position(run);
        long done = 0;
        while (done < bytes) {
            long whole = skipped == 0 ? wholeRuns(regions, run, bytes - done) : 0;
            if (whole == 0) {
                long piece = Math.min(regions.length(run) - skipped, bytes - done);
                SharedMemory.copy(packed, at + done, memory, base + regions.offset(run) + skipped, piece);
                done += piece;
                skipped = 0;
                run++;
            } else {
                long length = regions.length(run);
                RunKernels kernels = RunKernels.of(packed, memory, length);
                if (regions instanceof IndexedRuns list) {
                    kernels.lists(length, (int) whole, packed, at + done, null, 0, memory, base, list.offsets,
                            (int) run);
                } else {
                    kernels.row(length, whole, packed, at + done, length, memory, base + regions.offset(run),
                            stride(regions));
                }
                done += whole * length;
                run += whole;
            }
        }
    }

    /** How many whole runs of equal length, at most {@code bytes} in all, follow each other in the innermost loop or the list. */
    private static long wholeRuns(Regions regions, long run, long bytes) {
        return switch (regions) {
            case Nest nest when nest.levels() > 0 -> Math.min(bytes / nest.run, nest.counts[0] - run % nest.counts[0]);
            case Nest _ -> 0;
            case IndexedRuns list -> Math.min(bytes / list.run, list.offsets.length - run);
            case VectorRuns _ -> 0;
        };
    }

    private static long stride(Regions regions) {
        return ((Nest) regions).strides[0];
    }
}
