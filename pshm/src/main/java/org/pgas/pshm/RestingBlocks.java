package org.pgas.pshm;

import java.util.Map;
import java.util.TreeMap;

/**
 * Which addresses rest, whatever the sizes of their ranges: to know when all of one page of the page tables is at rest.
 *
 * <p>The kernel frees such a page when all its addresses are unmapped or replaced by one call, and never when they are
 * bit by bit. So ranges that are smaller, each replaced by itself, would leave a page of the kernel's for each 2 MiB of
 * addresses: a gibibyte for half a tebibyte that rests.
 *
 * <p>Neighbours are one entry, so there are no more of them than the kernel has mappings. Not thread-safe.
 */
final class RestingBlocks {
    /** What a page of the page tables describes, with pages of 4 KiB. */
    static final long BLOCK_BYTES = 2L << 20;

    /** Ends by beginnings of what rests; no two touch each other. */
    private final TreeMap<Long, Long> ends = new TreeMap<>();

    /** Is told of blocks. */
    interface Whole {
        /** All {@link #BLOCK_BYTES} from {@code block} on rest, which were replaced in several pieces. */
        void rests(long block);
    }

    /**
     * So many bytes come to rest, none of which did; tells of the blocks at the borders, two at most, that rest now.
     */
    void add(long address, long bytes, Whole whole) {
        long end = address + bytes;
        long from = address;
        long to = end;
        Map.Entry<Long, Long> before = ends.floorEntry(address);
        if (before != null && before.getValue() == address) {
            from = before.getKey();
        }
        Long behind = ends.remove(end);
        if (behind != null) {
            to = behind;
        }
        ends.put(from, to);
        long first = address / BLOCK_BYTES * BLOCK_BYTES;
        long last = (end - 1) / BLOCK_BYTES * BLOCK_BYTES;
        tell(first, address, end, from, to, whole);
        if (last != first) {
            tell(last, address, end, from, to, whole);
        }
    }

    /** Not of a block that is within what has come: one call has replaced it. */
    private static void tell(long block, long address, long end, long from, long to, Whole whole) {
        boolean own = block >= address && block + BLOCK_BYTES <= end;
        if (!own && block >= from && block + BLOCK_BYTES <= to) {
            whole.rests(block);
        }
    }

    /** {@code bytes} from {@code address} on rest no longer; all of them did. */
    void remove(long address, long bytes) {
        long end = address + bytes;
        Map.Entry<Long, Long> around = ends.floorEntry(address);
        if (around == null || around.getValue() < end) {
            throw new IllegalStateException("no range of " + bytes + " bytes rests at 0x" + Long.toHexString(address));
        }
        if (around.getKey() == address) {
            ends.remove(address);
        } else {
            ends.put(around.getKey(), address);
        }
        if (around.getValue() > end) {
            ends.put(end, around.getValue());
        }
    }

    /** How many entries there are. */
    int size() {
        return ends.size();
    }
}
