package org.pgas.memory;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the segments of a job's endpoints are mapped in this JVM, by endpoint index and job rank. Transfers read the
 * {@link AddressMap}s that it keeps up to date.
 *
 * <p>Changes while transfers run. A transfer reads one reference, plainly, to an immutable {@link MappedRange}: it acts
 * on the old mapped range or on the new one, never on a mixture, and on an old one harmlessly, since mappings are never
 * taken away from under a table.
 */
public final class AddressTable {
    // field                     writer                                  reader     order
    // ranges, maps              under this                              the same   plain
    // ranges of an AddressMap   publish and withdraw, under this        transfers  plain, of immutable objects with
    //                                                                              final fields; a full fence ends each
    //                                                                              change

    private static final int ANY_USE = -1;

    private final int jobSize;

    /** By endpoint index, then job rank; only of those that have been published. Guarded by {@code this}. */
    private final Map<Integer, MappedRange[]> ranges = new HashMap<>();

    /** Guarded by {@code this}. Weak, so that a map ends with its team. */
    private final List<WeakReference<AddressMap>> maps = new ArrayList<>();

    public AddressTable(int jobSize) {
        this.jobSize = jobSize;
    }

    /** Brings a new map up to date, and includes it in every later change. */
    synchronized void keepUpToDate(AddressMap map) {
        map.fill(this);
        maps.removeIf(reference -> reference.get() == null);
        maps.add(new WeakReference<>(map));
    }

    /** Maps that are kept up to date: a measure of what is in use. */
    public synchronized int attached() {
        maps.removeIf(reference -> reference.get() == null);
        return maps.size();
    }

    /** Ends the use of a map: all its mapped ranges go, and it changes no more. */
    synchronized void forget(AddressMap map) {
        maps.removeIf(reference -> reference.get() == null || reference.get() == map);
        map.clear();
        // a thread that is told of the end by this one must not still see a mapped range
        SharedMemory.fullFence();
    }

    /**
     * Lets transfers reach {@code size} bytes, more than 0, of the primordial endpoint of {@code jobRank} at
     * {@code base}, behind which the {@link SegmentTrailer} lies. The base is a multiple of 8, else this throws:
     * {@link MappedRange#wordAt} would hide that it is not, and use another word.
     */
    public void publish(int jobRank, long base, long size) {
        publish(jobRank, 0, base, size, ANY_USE);
    }

    /** As {@link #publish(int, long, long)}, of any endpoint, for the uses that are given as bits. */
    public void publish(int jobRank, int endpoint, long base, long size, int uses) {
        if (base % Long.BYTES != 0) {
            throw new IllegalArgumentException(
                    "the segment of rank " + jobRank + " (endpoint " + endpoint + ") is mapped at 0x"
                            + Long.toHexString(base)
                            + ", which is no multiple of 8: a conduit has to map segments at the beginning of a page");
        }
        replace(jobRank, endpoint, new MappedRange(base, size, uses));
    }

    /** Makes every later access to the primordial endpoint of this rank fail its bounds check. */
    public void withdraw(int jobRank) {
        withdraw(jobRank, 0);
    }

    /** As {@link #withdraw(int)}, of any endpoint. */
    public void withdraw(int jobRank, int endpoint) {
        replace(jobRank, endpoint, MappedRange.NONE);
    }

    /** Makes every later access to anybody fail its bounds check. */
    public synchronized void withdrawAll() {
        for (int endpoint : ranges.keySet().toArray(Integer[]::new)) {
            for (int jobRank = 0; jobRank < jobSize; jobRank++) {
                withdraw(jobRank, endpoint);
            }
        }
    }

    private synchronized void replace(int jobRank, int endpoint, MappedRange mapped) {
        row(endpoint)[jobRank] = mapped;
        for (WeakReference<AddressMap> reference : maps) {
            AddressMap map = reference.get();
            if (map != null) {
                map.replace(jobRank, endpoint, mapped);
            }
        }
        // a thread that is told of a close by this one must not still see the mapped range
        SharedMemory.fullFence();
    }

    private MappedRange[] row(int endpoint) {
        return ranges.computeIfAbsent(endpoint, none -> {
            MappedRange[] row = new MappedRange[jobSize];
            Arrays.fill(row, MappedRange.NONE);
            return row;
        });
    }

    /** Guarded by {@code this}. */
    MappedRange mapped(int jobRank, int endpoint) {
        MappedRange[] row = ranges.get(endpoint);
        return row == null ? MappedRange.NONE : row[jobRank];
    }

    public long base(int jobRank) {
        return base(jobRank, 0);
    }

    public synchronized long base(int jobRank, int endpoint) {
        return mapped(jobRank, endpoint).base;
    }

    /** Bytes of the primordial endpoint's segment; 0 when nothing is mapped. */
    public long size(int jobRank) {
        return size(jobRank, 0);
    }

    /** Bytes; 0 when nothing is mapped. */
    public synchronized long size(int jobRank, int endpoint) {
        return Math.max(0, mapped(jobRank, endpoint).size);
    }
}
