package org.pgas.memory;

import java.util.ArrayList;
import java.util.List;

/**
 * Where the segments of one endpoint index are mapped in this JVM, by job rank; one table per (job, endpoint index). Transfers read
 * the {@link AddressMap}s that it keeps up to date.
 *
 * <p>Maps are updated in place while transfers run. Readers are plain, so the order of the writes is the protocol: an entry shrinks
 * to size 0, then its base changes, then it grows. A reader that mixes old and new sees size 0 or an address that is still mapped,
 * since mappings are never taken away from under a table. Size 0 also means: not mapped here, closed, or never attached.
 */
public final class AddressTable {
    private final long[] bases;
    private final long[] sizes;

    /** Guarded by {@code this}. */
    private final List<AddressMap> maps = new ArrayList<>();

    public AddressTable(int jobSize) {
        bases = new long[jobSize];
        sizes = new long[jobSize];
    }

    /** Brings a new map up to date, and includes it in every later change. */
    synchronized void keepUpToDate(AddressMap map) {
        for (int jobRank = 0; jobRank < sizes.length; jobRank++) {
            map.base(jobRank, bases[jobRank]);
        }
        SharedMemory.fullFence();
        for (int jobRank = 0; jobRank < sizes.length; jobRank++) {
            map.size(jobRank, sizes[jobRank]);
        }
        maps.add(map);
    }

    public synchronized void publish(int jobRank, long base, long size) {
        withdraw(jobRank);
        bases[jobRank] = base;
        maps.forEach(map -> map.base(jobRank, base));
        SharedMemory.fullFence();
        sizes[jobRank] = size;
        maps.forEach(map -> map.size(jobRank, size));
    }

    /** Makes every later access to this rank fail its bounds check. The base stays, for accesses that passed it already. */
    public synchronized void withdraw(int jobRank) {
        sizes[jobRank] = 0;
        maps.forEach(map -> map.size(jobRank, 0));
        SharedMemory.fullFence();
    }

    public synchronized long base(int jobRank) {
        return bases[jobRank];
    }

    public synchronized long size(int jobRank) {
        return sizes[jobRank];
    }
}
