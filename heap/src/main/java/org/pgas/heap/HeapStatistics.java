package org.pgas.heap;

import java.util.Arrays;

import org.pgas.heap.blocks.Bins;
import org.pgas.heap.blocks.Blocks;
import org.pgas.heap.blocks.HeapFigures;

/**
 * How full a {@link SharedHeap} is: bytes of blocks, each with its 16 bytes in front, and numbers of blocks.
 *
 * <p>Figures that were counted while others allocated and freed are about right, and of different moments. Immutable,
 * any thread.
 */
public final class HeapStatistics {
    private final long bytes;
    private final long freeBytes;
    private final long largestFree;
    private final long handles;
    private final long[] cachedBytes;
    private final long[] allocations;
    private final long[] frees;

    /** The arrays are not copied. The last two are by bin. */
    HeapStatistics(HeapFigures figures) {
        this(figures.bytes(), figures.freeBytes(), figures.largestFree(), figures.handles(), figures.cachedBytes(),
                figures.allocations(), figures.frees());
    }

    HeapStatistics(long bytes, long freeBytes, long largestFree, long handles, long[] cachedBytes, long[] allocations,
            long[] frees) {
        this.bytes = bytes;
        this.freeBytes = freeBytes;
        this.largestFree = largestFree;
        this.handles = handles;
        this.cachedBytes = cachedBytes;
        this.allocations = allocations;
        this.frees = frees;
    }

    /** All blocks together, whether in use or not: the heap less what it needs for itself. */
    public long bytes() {
        return bytes;
    }

    /** Blocks in use, or on their way between a cache and the bins. */
    public long bytesInUse() {
        return bytes - freeBytes - cachedBytes();
    }

    /** Blocks that are free for every rank; without those in caches. */
    public long bytesFree() {
        return freeBytes;
    }

    /** Free blocks in the caches of all ranks; allocations that find no other room get these too. */
    public long cachedBytes() {
        return Arrays.stream(cachedBytes).sum();
    }

    /**
     * Those in the caches of one job rank, which it shares with others if the heap was made for a job of fewer ranks.
     */
    public long cachedBytes(int jobRank) {
        return cachedBytes[Math.floorMod(jobRank, cachedBytes.length)];
    }

    /**
     * The largest request that the bins have room for, in bytes; 0 if there is none. Blocks in caches do not count.
     */
    public long largestFree() {
        return largestFree;
    }

    /** Handles that are open, and those that ranks left without closing. */
    public long handles() {
        return handles;
    }

    /** Blocks in use. */
    public long blocks() {
        return allocations() - frees();
    }

    /** Blocks given out since the heap was made, or recovered: then those count that were found. */
    public long allocations() {
        return Arrays.stream(allocations).sum();
    }

    /** Blocks given back since the heap was made, or recovered. */
    public long frees() {
        return Arrays.stream(frees).sum();
    }

    /** Number of size classes; class {@code i} has blocks from {@link #classBytes} of {@code i} up to the next. */
    public int classes() {
        return allocations.length - Bins.MIN_GRANULES;
    }

    /** What the smallest block of a class has room for. Error: {@code index} outside 0..{@link #classes} - 1. */
    public long classBytes(int index) {
        return Bins.usable(Bins.least(bin(index)));
    }

    /** Blocks of a class in use. Error: {@code index} outside 0..{@link #classes} - 1. */
    public long blocks(int index) {
        int bin = bin(index);
        return allocations[bin] - frees[bin];
    }

    private int bin(int index) {
        if (index < 0 || index >= classes()) {
            throw new IndexOutOfBoundsException("class " + index + " is outside 0.." + (classes() - 1));
        }
        return index + Bins.MIN_GRANULES;
    }

    @Override
    public String toString() {
        return bytesInUse() + " bytes in use in " + blocks() + " blocks, " + bytesFree() + " free, the largest takes "
                + largestFree + ", " + cachedBytes() + " in caches";
    }
}
