package org.pgas.regions;

import java.lang.foreign.MemorySegment;

import org.pgas.memory.SharedMemory;

/**
 * How to copy from one set of regions to another of equal volume: found once, used any number of times, without allocation.
 *
 * <p>The order of the copies is not that of the packed form, but what the memory likes best; so the target's runs may not overlap each other
 * nor the source's. Bytes have no atomicity. Ranges are not checked here but by the segments.
 *
 * <p>Immutable; any thread.
 */
public final class CopyPlan {
    private final Regions source;
    private final Regions target;

    private CopyPlan(Regions source, Regions target) {
        this.source = source;
        this.target = target;
    }

    /** For regions of equal volume. */
    public static CopyPlan of(Regions source, Regions target) {
        assert source.bytes() == target.bytes();
        return new CopyPlan(source, target);
    }

    public Regions source() {
        return source;
    }

    public Regions target() {
        return target;
    }

    /** Copies; offsets of the regions are relative to the bases, of memory of any kind. */
    public void copy(MemorySegment from, long fromBase, MemorySegment to, long toBase) {
        RunPairs pairs = new RunPairs(source, target);
        while (pairs.next()) {
            SharedMemory.copy(from, fromBase + pairs.sourceOffset(), to, toBase + pairs.targetOffset(),
                    pairs.bytes());
        }
    }

    /** Copies between mapped memory, at absolute addresses. */
    public void copy(long from, long to) {
        copy(SharedMemory.everything(), from, SharedMemory.everything(), to);
    }

    /** Copies from local memory to mapped memory. */
    public void copyIn(MemorySegment from, long fromBase, long to) {
        copy(from, fromBase, SharedMemory.everything(), to);
    }

    /** Copies from mapped memory to local memory. */
    public void copyOut(long from, MemorySegment to, long toBase) {
        copy(SharedMemory.everything(), from, to, toBase);
    }
}
