package org.pgas.rank;

import org.pgas.memory.AddressMap;

/**
 * With {@code pgas.stats=on}: the only way of accesses that are counted although they are small. They find no address
 * in the fast map, as in checked mode, so that without the setting nothing on their way asks for it.
 *
 * @param counter what is run at each access that has been checked
 */
record CountedMisses(AddressMap guarded, Runnable counter) implements AddressMap.Miss {
    @Override
    public long resolve(int rank, long offset, long bytes) {
        long address = guarded.addressIfMapped(rank, offset, bytes);
        counter.run();
        return address;
    }

    @Override
    public long notMapped(int rank, long offset, long bytes) {
        return guarded.address(rank, offset, bytes);
    }

    @Override
    public boolean isElsewhere(int rank) {
        return guarded.isElsewhere(rank);
    }

    @Override
    public long misaligned(int rank, long offset, int width) {
        return guarded.atomicAddress(rank, offset, width);
    }
}
