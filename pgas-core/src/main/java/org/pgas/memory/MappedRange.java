package org.pgas.memory;

import java.lang.foreign.MemorySegment;

/**
 * Where one rank's segment is mapped in this JVM. Immutable, so base and size always belong together: a thread that
 * sees the mapped range, by whatever race, sees both as they were made.
 */
public final class MappedRange {
    /** Nothing is mapped: never attached, attached 0 bytes, or closed. Not even an access of 0 bytes fits. */
    static final MappedRange NONE = new MappedRange(0, -1, 0);

    final long base;
    final long size;

    /** What it may be used for, as bits; only maps for uses that are all among them show it. */
    final int uses;

    MappedRange(long base, long size, int uses) {
        this.base = base;
        this.size = size;
        this.uses = uses;
    }

    /** The address of the {@link SegmentTrailer} behind the segment. */
    public long trailer() {
        return base + size;
    }

    /**
     * The address of an offset that has been checked. Of one that has not, this is a wrong address, even if what is
     * added to it later leads back into the mapped range: a sum below 0 comes out 2^62 too high. A caller that still
     * has something to add takes the address of the sum, and subtracts afterwards.
     */
    public long at(long offset) {
        return base + offset & SharedMemory.HIGHEST_ADDRESS;
    }

    /** As {@link #at}, of a word of {@code width} (4 or 8) bytes; {@code offset} was checked to be a multiple of it. */
    public long wordAt(long offset, int width) {
        return SharedMemory.word(base + offset, width);
    }

    /** Whether all of a segment lies in it. */
    public boolean contains(MemorySegment memory) {
        long offset = memory.address() - base;
        return memory.isNative() && offset >= 0 && offset <= size - memory.byteSize();
    }
}
