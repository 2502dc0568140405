package org.pgas.memory;

/** A team's way from (rank, offset) to an absolute address: one rank check, one bounds check, two loads. */
public final class AddressMap {
    /** Says what is wrong with an access that the fast checks refused. Never returns normally from {@link #fault}. */
    public interface Faults {
        /** Always throws: the rank is outside the team, or the range outside what is mapped of that rank's segment. */
        RuntimeException fault(int rank, long offset, long bytes);

        /** Always throws: an atomic access whose offset is not a multiple of its width. */
        RuntimeException misaligned(int rank, long offset, int width);
    }

    private final int[] jobRanks;
    private final long[] entries;
    private final Faults faults;

    /** {@code jobRanks} maps team rank to job rank; it is not copied and must not change. */
    public AddressMap(int[] jobRanks, AddressTable table, Faults faults) {
        this.jobRanks = jobRanks;
        this.entries = table.entries;
        this.faults = faults;
    }

    /** The address of {@code [offset, offset + bytes)} in the segment of team rank {@code rank}; {@code bytes} is not negative. */
    public long address(int rank, long offset, long bytes) {
        int[] ranks = jobRanks;
        if (rank >= 0 && rank < ranks.length) {
            int slot = ranks[rank] << 1;
            if (offset >= 0 && offset <= entries[slot + 1] - bytes) {
                return entries[slot] + offset;
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
}
