package org.pgas.memory;

import java.util.Arrays;

/**
 * A team's way from (rank, offset) to an absolute address: one rank check, one bounds check.
 *
 * <p>Has a copy of its own of what the {@link AddressTable} says, in the order of the team's ranks: an ordered or
 * atomic access cannot keep anything in registers, so each level of tables would cost it a third of a nanosecond.
 */
public final class AddressMap {
    /** {@link #addressIfMapped}: the access is legal, but the memory is not mapped in this JVM. Never an address. */
    public static final long NOT_MAPPED = 0;

    /** Knows what to do with an access that the fast checks did not let pass. */
    public interface Miss {
        /**
         * The address, found in another way, or {@link #NOT_MAPPED}; or throws and says what is wrong: the rank is
         * outside the team, or the range outside that rank's segment.
         */
        long resolve(int rank, long offset, long bytes);

        /** Always throws: an access that needs mapped memory, of a range that is not mapped. */
        long notMapped(int rank, long offset, long bytes);

        /** Whether a member is of another neighbourhood, which maps nothing here; asked of checked ranks. */
        default boolean isElsewhere(int rank) {
            return false;
        }

        /** Always throws: an atomic access at an offset that is not a multiple of its width. */
        long misaligned(int rank, long offset, int width);
    }

    private final int[] jobRanks;
    private final int[] endpoints;
    private final int uses;
    private final Miss misses;

    /** By team rank. Written by the table, read plainly. */
    private final MappedRange[] ranges; // the table, under its lock | any thread | plain

    /** A map of primordial endpoints. {@code jobRanks} maps team rank to job rank; it is kept, and must not change. */
    public AddressMap(int[] jobRanks, AddressTable table, Miss misses) {
        this(jobRanks, new int[jobRanks.length], table, misses);
    }

    /** {@code jobRanks} and {@code endpoints} say where each team rank lives; not copied, they must not change. */
    public AddressMap(int[] jobRanks, int[] endpoints, AddressTable table, Miss misses) {
        this(jobRanks, endpoints, 0, table, misses);
    }

    /** As the other form, of mapped ranges that may be used for all of {@code uses} only. */
    public AddressMap(int[] jobRanks, int[] endpoints, int uses, AddressTable table, Miss misses) {
        this.jobRanks = jobRanks;
        this.endpoints = endpoints;
        this.uses = uses;
        this.misses = misses;
        this.ranges = new MappedRange[jobRanks.length];
        clear();
        table.keepUpToDate(this);
    }

    /** A map without any mapped range: every access is left to {@code misses}. */
    public AddressMap(Miss misses) {
        this.jobRanks = new int[0];
        this.endpoints = jobRanks;
        this.uses = 0;
        this.misses = misses;
        this.ranges = new MappedRange[0];
    }

    /**
     * What team rank {@code rank} has mapped here, if {@code [offset, offset + bytes)} lies inside; {@code bytes} is
     * not negative. Null when the fast checks do not let the access pass: {@link #addressIfMapped} finds out why. An
     * access that has another way for memory that is not mapped takes this form: on mapped memory it costs what
     * {@link #address} costs, since a missing mapped range, other than a special address, needs no test of its own.
     */
    public MappedRange mapped(int rank, long offset, long bytes) {
        return mapped(ranges, rank, offset, bytes);
    }

    /** What this map reads, by team rank: callers that keep it have one object less to load on their way. */
    public MappedRange[] ranges() {
        return ranges;
    }

    /** As the other form, of {@link #ranges}. */
    public static MappedRange mapped(MappedRange[] all, int rank, long offset, long bytes) {
        if (rank >= 0 && rank < all.length) {
            MappedRange mapped = all[rank];
            if (offset >= 0 && offset <= mapped.size - bytes) {
                return mapped;
            }
        }
        return null;
    }

    /** As {@link #mapped}, for an ordered access of {@code width} (4 or 8) bytes; throws when it is misaligned. */
    public MappedRange mappedWord(int rank, long offset, int width) {
        if ((offset & (width - 1)) != 0) {
            misses.misaligned(rank, offset, width);
        }
        return mapped(rank, offset, width);
    }

    /** The address of {@code [offset, offset + bytes)} in the segment of that team rank; throws if there is none. */
    public long address(int rank, long offset, long bytes) {
        MappedRange mapped = mapped(rank, offset, bytes);
        return mapped != null ? mapped.base + offset : resolve(rank, offset, bytes);
    }

    private long resolve(int rank, long offset, long bytes) {
        long address = misses.resolve(rank, offset, bytes);
        return address == NOT_MAPPED ? misses.notMapped(rank, offset, bytes) : address;
    }

    /** As {@link #address}; {@link #NOT_MAPPED} for memory that is not mapped here. */
    public long addressIfMapped(int rank, long offset, long bytes) {
        MappedRange mapped = mapped(rank, offset, bytes);
        return mapped != null ? mapped.base + offset : misses.resolve(rank, offset, bytes);
    }

    /** Whether that team rank, which was checked, is of another neighbourhood. */
    public boolean isElsewhere(int rank) {
        return misses.isElsewhere(rank);
    }

    /** As {@link #address}, for an atomic access of {@code width} (4 or 8) bytes. */
    public long atomicAddress(int rank, long offset, int width) {
        if ((offset & (width - 1)) != 0) {
            return misses.misaligned(rank, offset, width);
        }
        return address(rank, offset, width);
    }

    /** Takes this map out of its table: every later access fails its bounds check. */
    public void detach(AddressTable table) {
        table.forget(this);
    }

    void clear() {
        Arrays.fill(ranges, MappedRange.NONE);
    }

    /** Takes over what the table has for each rank. The caller holds the table's lock. */
    void fill(AddressTable table) {
        for (int rank = 0; rank < jobRanks.length; rank++) {
            ranges[rank] = shown(table.mapped(jobRanks[rank], endpoints[rank]));
        }
    }

    void replace(int jobRank, int endpoint, MappedRange mapped) {
        for (int rank = 0; rank < jobRanks.length; rank++) {
            if (jobRanks[rank] == jobRank && endpoints[rank] == endpoint) {
                ranges[rank] = shown(mapped);
            }
        }
    }

    private MappedRange shown(MappedRange mapped) {
        return (mapped.uses & uses) == uses ? mapped : MappedRange.NONE;
    }
}
