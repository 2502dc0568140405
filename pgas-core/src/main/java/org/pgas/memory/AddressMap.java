package org.pgas.memory;

/**
 * A team's way from (rank, offset) to an absolute address: one rank check, one bounds check.
 *
 * <p>Has a copy of its own of what the {@link AddressTable} says, in the order of the team's ranks: an ordered or atomic access
 * cannot keep anything in registers, so each level of tables would cost it a third of a nanosecond.
 */
public final class AddressMap {
    /** Says what is wrong with an access that the fast checks refused. Never returns normally from {@link #fault}. */
    public interface Faults {
        /** Always throws: the rank is outside the team, or the range outside what is mapped of that rank's segment. */
        RuntimeException fault(int rank, long offset, long bytes);

        /** Always throws: an atomic access whose offset is not a multiple of its width. */
        RuntimeException misaligned(int rank, long offset, int width);
    }

    private final int[] jobRanks;
    private final Faults faults;

    /** By team rank. Written by the table, read plainly. */
    private final Window[] windows;

    /** {@code jobRanks} maps team rank to job rank; it is not copied and must not change. */
    public AddressMap(int[] jobRanks, AddressTable table, Faults faults) {
        this.jobRanks = jobRanks;
        this.faults = faults;
        this.windows = new Window[jobRanks.length];
        table.keepUpToDate(this);
    }

    /** The address of {@code [offset, offset + bytes)} in the segment of team rank {@code rank}; {@code bytes} is not negative. */
    public long address(int rank, long offset, long bytes) {
        Window[] all = windows;
        if (rank >= 0 && rank < all.length) {
            Window window = all[rank];
            if (offset >= 0 && offset <= window.size - bytes) {
                return window.base + offset;
            }
        }
        throw faults.fault(rank, offset, bytes);
    }

    /** As {@link #address}, for an atomic access of {@code width} (4 or 8) bytes. */
    public long atomicAddress(int rank, long offset, int width) {
        if ((offset & (width - 1)) != 0) {
            throw faults.misaligned(rank, offset, width);
        }
        return address(rank, offset, width);
    }

    void window(int jobRank, Window window) {
        for (int rank = 0; rank < jobRanks.length; rank++) {
            if (jobRanks[rank] == jobRank) {
                windows[rank] = window;
            }
        }
    }
}
