package org.pgas.memory;

/**
 * Where the segments of one endpoint index are mapped in this JVM, by job rank; one table per (job, endpoint index).
 *
 * <p>Updated in place while transfers run. Readers are plain, so the order of the writes is the protocol: an entry shrinks to
 * size 0, then its base changes, then it grows. A reader that mixes old and new sees size 0 or an address that is still mapped,
 * since mappings are never taken away from under a table. Size 0 also means: not mapped here, closed, or never attached.
 */
public final class AddressTable {
    /** Base at {@code 2 * jobRank}, size at {@code 2 * jobRank + 1}: one cache line serves both. */
    final long[] entries;

    public AddressTable(int jobSize) {
        entries = new long[2 * jobSize];
    }

    public synchronized void publish(int jobRank, long base, long size) {
        withdraw(jobRank);
        entries[2 * jobRank] = base;
        SharedMemory.fullFence();
        entries[2 * jobRank + 1] = size;
    }

    /** Makes every later access to this rank fail its bounds check. The base stays, for accesses that passed it already. */
    public synchronized void withdraw(int jobRank) {
        entries[2 * jobRank + 1] = 0;
        SharedMemory.fullFence();
    }

    public long base(int jobRank) {
        return entries[2 * jobRank];
    }

    public long size(int jobRank) {
        return entries[2 * jobRank + 1];
    }
}
