package org.pgas.regions;

import java.lang.foreign.MemorySegment;

import org.pgas.memory.SharedMemory;

/** Copies between a part of the packed form, which is contiguous, and regions. */
public final class Packing {
    private Packing() {}

    /** Packs {@code bytes} bytes from {@code position} of the packed form on to {@code at} of {@code packed}. */
    public static void pack(Regions regions, MemorySegment memory, long base, long position, MemorySegment packed,
            long at, long bytes) {
        RunPairs pairs = new RunPairs(regions, Regions.contiguous(0, regions.bytes()), position, bytes);
        while (pairs.next()) {
            SharedMemory.copy(memory, base + pairs.sourceOffset(), packed, at - position + pairs.targetOffset(),
                    pairs.bytes());
        }
    }

    /** Unpacks {@code bytes} bytes at {@code at} of {@code packed}, which belong to {@code position} of the packed form and on. */
    public static void unpack(Regions regions, MemorySegment memory, long base, long position, MemorySegment packed,
            long at, long bytes) {
        RunPairs pairs = new RunPairs(Regions.contiguous(0, regions.bytes()), regions, position, bytes);
        while (pairs.next()) {
            SharedMemory.copy(packed, at - position + pairs.sourceOffset(), memory, base + pairs.targetOffset(),
                    pairs.bytes());
        }
    }
}
