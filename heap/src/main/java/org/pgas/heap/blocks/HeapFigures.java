package org.pgas.heap.blocks;

/**
 * How full a heap is. The last two arrays are by bin, the first by rank.
 *
 * @param bytes all blocks together
 */
public record HeapFigures(long bytes, long freeBytes, long largestFree, long handles, long[] cachedBytes,
        long[] allocations, long[] frees) {}
