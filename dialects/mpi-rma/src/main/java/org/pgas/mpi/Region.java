package org.pgas.mpi;

import org.pgas.memory.AddressMap;

/**
 * Mapped memory that a rank has attached to a dynamic window, as another rank of the window, or its own, reaches it.
 * Immutable.
 */
final class Region extends Part {
    /** Tells it from what its rank has attached before and after in the same row. */
    final long stamp;

    final AddressMap addresses;
    final Updates updates;

    /** {@code holder}: in the TM-pair by which it is reached, so a rank of the job. */
    Region(int rank, int holder, long base, long bytes, long stamp, AddressMap addresses, Updates updates) {
        super(rank, holder, base, bytes, 1, true);
        this.stamp = stamp;
        this.addresses = addresses;
        this.updates = updates;
    }
}
