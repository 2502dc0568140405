package org.pgas.upc;

import java.util.Arrays;

import org.pgas.vis.Memvec;

/** The lists of one call, checked entry by entry, and taken apart into numbers. */
record ListArguments(UpcCore core, String call) {
    /** One side of a call: pointers, or offsets in private memory, and as many lengths. */
    record Side(long[] places, long[] lengths) {
        long bytes() {
            long bytes = 0;
            for (long length : lengths) {
                bytes += length;
            }
            return bytes;
        }
    }

    /** Whether the lists are not both empty. */
    boolean hasEntries(int dstcount, int srccount) {
        notNegative("dstcount", dstcount);
        notNegative("srccount", srccount);
        return dstcount > 0 || srccount > 0;
    }

    void notNegative(String argument, long value) {
        if (value < 0) {
            throw core.bad(call, argument + " is " + value + ": legal are 0 and more");
        }
    }

    private void hasAll(String list, int length, int count) {
        if (count > length) {
            throw core.bad(call, list + (length < 0 ? " is null" : " has " + length + " entries")
                    + ", but its count is " + count);
        }
    }

    private static String entry(String list, int index) {
        return list + "[" + index + "]";
    }

    /** Entries of 0 bytes are not looked at any further. */
    Side shared(String list, SharedMemvec[] entries, int count) {
        hasAll(list, entries == null ? -1 : entries.length, count);
        long[] places = new long[count];
        long[] lengths = new long[count];
        for (int i = 0; i < count; i++) {
            if (entries[i] == null) {
                throw core.bad(call, entry(list, i) + " is null");
            }
            places[i] = entries[i].addr();
            lengths[i] = entries[i].len();
            if (lengths[i] != 0 && !core.isThere(places[i], lengths[i])) {
                throw core.notThere(call, entry(list, i), places[i], lengths[i]);
            }
        }
        return new Side(places, lengths);
    }

    /** Offsets are checked by who knows the memory. */
    Side local(String list, Memvec[] entries, int count) {
        hasAll(list, entries == null ? -1 : entries.length, count);
        long[] places = new long[count];
        long[] lengths = new long[count];
        for (int i = 0; i < count; i++) {
            if (entries[i] == null) {
                throw core.bad(call, entry(list, i) + " is null");
            }
            places[i] = entries[i].offset();
            lengths[i] = entries[i].length();
            if (lengths[i] < 0) {
                throw core.bad(call, entry(list, i) + " has a length of " + lengths[i] + ": legal are 0 and more");
            }
        }
        return new Side(places, lengths);
    }

    /** Regions of {@code len} bytes each. */
    Side shared(String list, long[] pointers, int count, String name, long len) {
        Side side = local(list, pointers, count, name, len);
        for (int i = 0; i < count; i++) {
            if (!core.isThere(pointers[i], len)) {
                throw core.notThere(call, entry(list, i), pointers[i], len);
            }
        }
        return side;
    }

    Side local(String list, long[] offsets, int count, String name, long len) {
        if (len <= 0) {
            throw core.bad(call, name + " is " + len + ": legal are 1 and more");
        }
        hasAll(list, offsets == null ? -1 : offsets.length, count);
        long[] lengths = new long[count];
        Arrays.fill(lengths, len);
        return new Side(Arrays.copyOf(offsets == null ? new long[0] : offsets, count), lengths);
    }

    /** Both sides have as many bytes; in checked mode, of shared memory, none has been named by both. */
    void match(Side dst, Side src, boolean areBothShared) {
        totals(dst.bytes(), src.bytes());
        if (core.checked && areBothShared) {
            refuseOverlap(dst, src);
        }
    }

    void totals(long dst, long src) {
        if (dst != src) {
            throw core.bad(call, "the destination has " + dst + " bytes and the source " + src
                    + ": they must have as many");
        }
    }

    /** Regions of the destination that overlap each other are found by the transfer. */
    private void refuseOverlap(Side dst, Side src) {
        Integer[] order = new Integer[dst.places.length];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (one, other) -> Long.compare(dst.places[one], dst.places[other]));
        for (int i = 0; i < src.places.length; i++) {
            int hit = overlapping(dst, order, src.places[i], src.lengths[i]);
            if (hit >= 0) {
                throw core.bad(call, "source and destination overlap: region " + i + " of the source and region " + hit
                        + " of the destination");
            }
        }
    }

    /** Which region, of those in the order of their places, of which none overlap, has a byte of this one; -1 if none. */
    private static int overlapping(Side dst, Integer[] order, long place, long length) {
        int low = 0;
        int high = order.length;
        while (low < high) {
            int middle = low + high >>> 1;
            if (dst.places[order[middle]] < place + length) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        for (int i = low - 1; i >= 0; i--) {
            int index = order[i];
            if (dst.lengths[index] > 0) {
                return length > 0 && dst.places[index] + dst.lengths[index] > place ? index : -1;
            }
        }
        return -1;
    }
}
