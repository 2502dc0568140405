package org.pgas.upc;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

import org.pgas.GlobalPointer;
import org.pgas.vis.Memvec;

/** Checks the lists of a call entry by entry, and takes them apart into numbers. */
record ListArguments(UpcCore core) {
    /** Begins a call; says whether the lists are not both empty. */
    boolean begin(String call, int dstcount, int srccount) {
        core.begin(call);
        notNegative(call, "dstcount", dstcount);
        notNegative(call, "srccount", srccount);
        return dstcount > 0 || srccount > 0;
    }

    private void notNegative(String call, String argument, long value) {
        if (value < 0) {
            throw core.refusals.illegal(call, argument, value, "0 and more");
        }
    }

    private void hasAll(String call, String list, int length, int count) {
        if (count > Math.max(0, length)) {
            throw core.refusals.bad(call, list + (length < 0 ? " is null" : " has " + length + " entries")
                    + ", but its count is " + count);
        }
    }

    private static String entry(String list, int index) {
        return list + "[" + index + "]";
    }

    /** Entries of 0 bytes are not looked at any further. */
    ListSide shared(String call, ListSide kept, String list, SharedMemvec[] entries, int count) {
        hasAll(call, list, entries == null ? -1 : entries.length, count);
        ListSide side = ListSide.of(kept, count);
        for (int i = 0; i < count; i++) {
            SharedMemvec each = entries[i];
            if (each == null) {
                throw core.refusals.bad(call, entry(list, i) + " is null");
            }
            if (each.len() != 0 && !core.isThere(each.addr(), each.len())) {
                throw core.notThere(call, entry(list, i), each.addr(), each.len());
            }
            side.set(i, each.addr(), each.len());
        }
        return side;
    }

    /** Checks all but the offsets: the code that knows the memory checks those. */
    ListSide local(String call, ListSide kept, String list, Memvec[] entries, int count) {
        hasAll(call, list, entries == null ? -1 : entries.length, count);
        ListSide side = ListSide.of(kept, count);
        for (int i = 0; i < count; i++) {
            Memvec each = entries[i];
            if (each == null) {
                throw core.refusals.bad(call, entry(list, i) + " is null");
            }
            if (each.length() < 0 || each.length() > GlobalPointer.MAX_SEGMENT_BYTES) {
                throw core.refusals.bad(call,
                        entry(list, i) + " has a length of " + each.length() + ": legal are 0..2^40");
            }
            side.set(i, each.offset(), each.length());
        }
        return side;
    }

    /** Refuses regions of {@code len} bytes that are not there. */
    void shared(String call, String list, long[] pointers, int count, String name, long len) {
        local(call, list, pointers, count, name, len);
        for (int i = 0; i < count; i++) {
            if (!core.isThere(pointers[i], len)) {
                throw core.notThere(call, entry(list, i), pointers[i], len);
            }
        }
    }

    /** Checks all but the offsets: the code that knows the memory checks those. */
    void local(String call, String list, long[] offsets, int count, String name, long len) {
        if (len <= 0 || len > GlobalPointer.MAX_SEGMENT_BYTES) {
            throw core.refusals.illegal(call, name, len, "1..2^40");
        }
        hasAll(call, list, offsets == null ? -1 : offsets.length, count);
    }

    /** Private memory, unless nothing of it is taken. */
    void given(String call, String argument, MemorySegment memory, long bytes) {
        if (bytes > 0) {
            core.given(call, argument, memory);
        }
    }

    void totals(String call, long dst, long src) {
        if (dst != src) {
            throw core.refusals.bad(call, "the destination has " + dst + " bytes and the source " + src
                    + ": they must have as many");
        }
    }

    /** Checked mode: refuses a byte of shared memory on both sides. The transfer finds overlaps in the destination. */
    void apart(String call, ListSide dst, ListSide src) {
        if (!core.checked) {
            return;
        }
        Integer[] order = new Integer[dst.count];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (one, other) -> Long.compare(dst.places[one], dst.places[other]));
        for (int i = 0; i < src.count; i++) {
            int hit = overlapping(dst, order, src.places[i], src.lengths[i]);
            if (hit >= 0) {
                throw core.refusals.bad(call, "source and destination overlap: " + entry("srclist", i) + " and "
                        + entry("dstlist", hit));
            }
        }
    }

    /** As the other form, of regions of one length. */
    void apart(String call, long[] dst, int dstcount, long dstlen, long[] src, int srccount, long srclen) {
        if (core.checked) {
            apart(call, regions(dst, dstcount, dstlen), regions(src, srccount, srclen));
        }
    }

    private static ListSide regions(long[] places, int count, long length) {
        ListSide side = ListSide.of(new ListSide(), count);
        for (int i = 0; i < count; i++) {
            side.set(i, places[i], length);
        }
        return side;
    }

    /** Which region has a byte of this one, -1 if none; they are in the order of their places, and none overlap. */
    private static int overlapping(ListSide dst, Integer[] order, long place, long length) {
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
