package org.pgas.vis;

import java.util.ArrayList;
import java.util.List;

import org.pgas.regions.Regions;

/** A range of a block-cyclic array: block b is the (b / ranks)-th of rank b % ranks. */
final class CyclicRuns extends GlobalRuns {
    private final long blockBytes;
    private final int[] ranks;

    /** Of each rank's first block, in its segment. */
    private final long base;

    /** Of the range, in the array. */
    private final long from;

    private final long bytes;

    /** Of the range's first byte. */
    private final long firstBlock;

    /** {@code ranks} is kept. */
    CyclicRuns(long blockBytes, int[] ranks, long base, long from, long bytes) {
        this.blockBytes = blockBytes;
        this.ranks = ranks;
        this.base = base;
        this.from = from;
        this.bytes = bytes;
        this.firstBlock = from / blockBytes;
    }

    @Override
    long bytes() {
        return bytes;
    }

    @Override
    long count() {
        return bytes == 0 ? 0 : (from + bytes - 1) / blockBytes - firstBlock + 1;
    }

    @Override
    int rank(long index) {
        return ranks[(int) ((firstBlock + index) % ranks.length)];
    }

    @Override
    long offset(long index) {
        long block = firstBlock + index;
        return base + block / ranks.length * blockBytes + (index == 0 ? from - block * blockBytes : 0);
    }

    @Override
    long length(long index) {
        return Math.min(bytes, (firstBlock + index + 1) * blockBytes - from) - position(index);
    }

    @Override
    long position(long index) {
        return index == 0 ? 0 : (firstBlock + index) * blockBytes - from;
    }

    @Override
    long runAt(long position) {
        return (from + position) / blockBytes - firstBlock;
    }

    @Override
    String name(long index) {
        return "block " + (firstBlock + index) + " (" + length(index) + " bytes at rank " + rank(index) + ", offset "
                + offset(index) + ")";
    }

    @Override
    GlobalRuns range(long start, long length) {
        return new CyclicRuns(blockBytes, ranks, base, from + start, length);
    }

    /**
     * A rank's blocks follow each other in its memory, and are evenly spread over the array; all but the first and the
     * last are whole.
     */
    @Override
    List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        long count = count();
        for (long lane = 0; lane < Math.min(count, ranks.length); lane++) {
            long first = lane;
            long last = lane + (count - 1 - lane) / ranks.length * ranks.length;
            if (length(first) < blockBytes) {
                parts.add(part(first, 1));
                first += ranks.length;
            }
            boolean isLastPartial = first <= last && length(last) < blockBytes;
            long whole = isLastPartial ? last - ranks.length : last;
            if (first <= whole) {
                parts.add(part(first, (whole - first) / ranks.length + 1));
            }
            if (isLastPartial) {
                parts.add(part(last, 1));
            }
        }
        return List.copyOf(parts);
    }

    /** Blocks of one rank and one length, from {@code first} on. */
    private Part part(long first, long blocks) {
        long length = length(first);
        return new Part(rank(first), offset(first), Shape.contiguous(length * blocks), Regions.nest(position(first),
                length, new long[]{blocks}, new long[]{ranks.length * blockBytes}));
    }

    @Override
    String overlap() {
        return "";
    }
}
