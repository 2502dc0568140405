package org.pgas.coll;

import java.util.Arrays;
import java.util.Objects;

import org.pgas.refusal.Refusals;

/**
 * Where each member's block lies in the memory of a collective with blocks of different sizes: for each rank of a team
 * the number of bytes of its block and where they begin. Immutable: any thread may use it again.
 *
 * <p>Blocks that are written do not overlap, which the call checks; blocks that are read may. A block without bytes is
 * nowhere: its offset is 0, whatever was given.
 */
public final class Blocks {
    private final long[] bytes;
    private final long[] offsets;
    private final long extent;
    private final boolean overlapping;

    private Blocks(long[] bytes, long[] offsets, long extent, boolean overlapping) {
        this.bytes = bytes;
        this.offsets = offsets;
        this.extent = extent;
        this.overlapping = overlapping;
    }

    /**
     * Blocks one behind the other in the order of ranks.
     *
     * @param bytes of each member's block, at least 0
     */
    public static Blocks packed(long... bytes) {
        Objects.requireNonNull(bytes, "bytes");
        long[] sizes = bytes.clone();
        long[] offsets = new long[sizes.length];
        long end = 0;
        for (int i = 0; i < sizes.length; i++) {
            checkSize("Blocks.packed", i, sizes[i]);
            offsets[i] = sizes[i] > 0 ? end : 0;
            end = end("Blocks.packed", i, end, sizes[i]);
        }
        return new Blocks(sizes, offsets, end, false);
    }

    /**
     * Blocks anywhere.
     *
     * @param bytes of each member's block, at least 0
     * @param offsets where each begins, in bytes from the beginning of the memory, at least 0; as many as {@code bytes}
     */
    public static Blocks of(long[] bytes, long[] offsets) {
        Objects.requireNonNull(bytes, "bytes");
        Objects.requireNonNull(offsets, "offsets");
        if (bytes.length != offsets.length) {
            throw Refusals.OF_NO_RANK.bad("Blocks.of", bytes.length + " sizes and " + offsets.length
                    + " offsets: there must be one of each for every rank of the team");
        }
        long[] sizes = bytes.clone();
        long[] places = offsets.clone();
        long extent = 0;
        for (int i = 0; i < sizes.length; i++) {
            checkSize("Blocks.of", i, sizes[i]);
            if (places[i] < 0) {
                throw Refusals.OF_NO_RANK.bad("Blocks.of",
                        "the block of rank " + i + " is at offset " + places[i] + ": it must be at least 0");
            }
            if (sizes[i] == 0) {
                places[i] = 0;
            }
            extent = Math.max(extent, end("Blocks.of", i, places[i], sizes[i]));
        }
        return new Blocks(sizes, places, extent, overlap(sizes, places));
    }

    private static void checkSize(String call, int rank, long bytes) {
        if (bytes < 0) {
            throw Refusals.OF_NO_RANK.bad(call,
                    "the block of rank " + rank + " has " + bytes + " bytes: it must have at least 0");
        }
    }

    private static long end(String call, int rank, long offset, long bytes) {
        if (bytes > Long.MAX_VALUE - offset) {
            throw Refusals.OF_NO_RANK.bad(call, "the block of rank " + rank + " has " + bytes + " bytes at offset "
                    + offset + ", which ends behind all memory");
        }
        return offset + bytes;
    }

    private static boolean overlap(long[] bytes, long[] offsets) {
        Integer[] order = new Integer[bytes.length];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> Long.compare(offsets[a], offsets[b]));
        long end = 0;
        for (int i : order) {
            if (bytes[i] > 0) {
                if (offsets[i] < end) {
                    return true;
                }
                end = offsets[i] + bytes[i];
            }
        }
        return false;
    }

    /** How many blocks there are: one for each rank of a team. */
    public int count() {
        return bytes.length;
    }

    /** Bytes of a rank's block. */
    public long bytes(int rank) {
        return bytes[Objects.checkIndex(rank, bytes.length)];
    }

    /** Where a rank's block begins. */
    public long offset(int rank) {
        return offsets[Objects.checkIndex(rank, offsets.length)];
    }

    /** Bytes that a memory needs at least to have all blocks in it. */
    public long extent() {
        return extent;
    }

    /** Whether any two blocks have a byte in common. */
    public boolean isOverlapping() {
        return overlapping;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Blocks blocks && Arrays.equals(bytes, blocks.bytes)
                && Arrays.equals(offsets, blocks.offsets);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(bytes) + Arrays.hashCode(offsets);
    }

    @Override
    public String toString() {
        return "bytes " + Arrays.toString(bytes) + " at " + Arrays.toString(offsets);
    }
}
