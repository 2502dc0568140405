package org.pgas.memory;

import java.util.Map;
import java.util.TreeMap;

/**
 * Where files are mapped that another process may still make shorter. An access to a page that has gone is an error in
 * Java; in a function of the C library it is the end of the process. So {@link LargeCopies} looks here first.
 *
 * <p>What maps a file says so before it hands the address out. It takes that back when the file has no name any more,
 * or when other memory is mapped in its place. What the JDK unmaps may stay here: copies there are only slower.
 *
 * <pre>
 * field   writer                            reader                         order
 * KNOWN   threads that map or unmap         the same, and the next copier  under the class lock
 * ranges  the same, and the next copier     copiers                        volatile, of arrays that never change
 * </pre>
 */
public final class CuttableMemory {
    /** End of each range, by its begin; no two overlap. Guarded by the class. */
    private static final TreeMap<Long, Long> KNOWN = new TreeMap<>();

    /** Begin and end of each, ascending; null when they have changed since. */
    private static volatile long[] ranges = {};

    private CuttableMemory() {}

    /**
     * Of a file that is about to be mapped there, or was just mapped and is known to nobody yet. What was mapped there
     * before is not there any more.
     */
    public static synchronized void add(long address, long bytes) {
        long end = address + bytes;
        Map.Entry<Long, Long> last = KNOWN.lowerEntry(end);
        while (last != null && last.getValue() > address) {
            KNOWN.remove(last.getKey());
            if (last.getValue() > end) {
                KNOWN.put(end, last.getValue());
            }
            if (last.getKey() < address) {
                KNOWN.put(last.getKey(), address);
            }
            last = KNOWN.lowerEntry(Math.max(last.getKey(), address));
        }
        KNOWN.put(address, end);
        ranges = null;
    }

    /** The range that begins there, if there is one. */
    public static synchronized void remove(long address) {
        if (KNOWN.remove(address) != null) {
            ranges = null;
        }
    }

    /** Whether any of these bytes is of such a file; there is at least one byte. */
    public static boolean touches(long address, long bytes) {
        long[] all = ranges;
        if (all == null) {
            all = listed();
        }
        int place = firstEndingBehind(all, address);
        return place < all.length && all[place] < address + bytes;
    }

    private static synchronized long[] listed() {
        long[] all = ranges;
        if (all == null) {
            all = new long[2 * KNOWN.size()];
            int place = 0;
            for (Map.Entry<Long, Long> each : KNOWN.entrySet()) {
                all[place++] = each.getKey();
                all[place++] = each.getValue();
            }
            ranges = all;
        }
        return all;
    }

    /** The place of the first range that ends behind an address, or the end of the array. */
    private static int firstEndingBehind(long[] all, long address) {
        int low = 0;
        int high = all.length / 2;
        while (low < high) {
            int middle = low + high >>> 1;
            if (all[2 * middle + 1] > address) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return 2 * low;
    }
}
