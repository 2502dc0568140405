package org.pgas.memory;

import java.util.Map;
import java.util.TreeMap;

/**
 * Shared memory of the library's own, from which each rank takes pieces that every rank reaches: words of teams, data
 * in transit.
 *
 * <p>A piece is named by its <em>place</em>, the same number for all ranks. It lies in the part of the rank that took
 * it, which alone gives it back, when no rank uses it any more. Which pieces are taken is known to that rank alone;
 * nothing of it is in shared memory. Every access to a piece succeeds: its memory is reserved before it is handed out,
 * and stays reserved for the next piece.
 *
 * <p>Any thread.
 */
public final class SharedArea {
    /** The alignment of pieces, in bytes: two cache lines, which travel together. */
    public static final int ALIGNMENT = 128;

    /** Bytes at the beginning of each part that are no pieces: a long for each endpoint, then one for each segment. */
    public static final int DIRECTORY_BYTES = 64 << 10;

    private static final long PAGE = 4 << 10;

    /** Memory is reserved in units of this many bytes. */
    private static final long GRANULE = 64 << 10;

    /** The memory below: one contiguous range of addresses, the ranks' parts one after the other. */
    public interface Backing {
        /** Address of the part of rank 0. */
        long base();

        long partBytes();

        /** Reserves memory in the own part; what was reserved before keeps what it holds. Throws for lack of room. */
        void reserve(long offset, long bytes);

        /** A piece was filled with zeros. */
        default void zeroed(long place, long bytes) {}

        /** Whether there are ranks that do not see what is written here, and have to be sent copies. */
        default boolean isCopied() {
            return false;
        }

        /**
         * Before the store of a word that others look for, where {@link #isCopied}; then nothing else until the end.
         */
        default void beginChange() {}

        /** Behind that store: sends the word, and what lies behind it up to {@code bytes}. */
        default void endChange(long address, long bytes) {}

        /** Sends data that a later word tells of, where {@link #isCopied}. */
        default void copy(long address, long bytes) {}

        /** The same for the neighbourhood of one rank, which takes it in. */
        default void copyTo(int jobRank, long address, long bytes) {}

        /** The error of a part that is full. */
        RuntimeException full(long bytes);
    }

    private final Backing backing;
    private final int rank;
    private final long base;
    private final long part;
    private final long end;

    /** Pieces that are free, by offset in the own part; neighbours are one. Guarded by {@code this}. */
    private final TreeMap<Long, Long> free = new TreeMap<>();

    /** Bytes of the pieces taken, by offset. Guarded by {@code this}. */
    private final Map<Long, Long> taken = new java.util.HashMap<>();

    /** Up to here memory is reserved. Guarded by {@code this}. */
    private long reserved;

    /** @param first offset in the own part from which pieces may lie */
    public SharedArea(Backing backing, int rank, int ranks, long first) {
        end = ranks * backing.partBytes();
        this.backing = backing;
        this.rank = rank;
        base = backing.base();
        part = (long) rank * backing.partBytes();
        reserved = wholeLines(first);
        free.put(reserved, backing.partBytes() - reserved);
    }

    private static long wholeLines(long bytes) {
        return bytes + ALIGNMENT - 1 & -ALIGNMENT;
    }

    /** A piece of at least {@code bytes} zeros, more than 0. Throws, for people, when there is no room. */
    public synchronized long allocate(long bytes) {
        long length = wholeLines(bytes);
        for (Map.Entry<Long, Long> candidate : free.entrySet()) {
            if (candidate.getValue() >= length) {
                return part + take(candidate.getKey(), candidate.getValue(), length);
            }
        }
        throw backing.full(bytes);
    }

    private long take(long offset, long available, long length) {
        long end = offset + length;
        if (end > reserved) {
            long limit = Math.min(backing.partBytes(), end + GRANULE - 1 & -GRANULE);
            backing.reserve(reserved & -PAGE, limit - (reserved & -PAGE));
            reserved = limit;
        }
        free.remove(offset);
        if (available > length) {
            free.put(end, available - length);
        }
        taken.put(offset, length);
        SharedMemory.fill(base + part + offset, (byte) 0, length);
        backing.zeroed(part + offset, length);
        return offset;
    }

    /** Gives a piece back that this rank took, and that no rank uses any more. */
    public synchronized void free(long place) {
        long offset = place - part;
        Long length = taken.remove(offset);
        if (length == null) {
            throw new IllegalArgumentException("no piece of rank " + rank + " begins at place " + place);
        }
        long from = offset;
        long bytes = length;
        Map.Entry<Long, Long> before = free.lowerEntry(offset);
        if (before != null && before.getKey() + before.getValue() == offset) {
            from = before.getKey();
            bytes += before.getValue();
        }
        Long after = free.remove(offset + length);
        if (after != null) {
            bytes += after;
        }
        free.put(from, bytes);
    }

    /** The memory below, for classes that write into pieces what others look for. */
    public Backing backing() {
        return backing;
    }

    /** Where a piece of any rank is mapped here. Of no use after the membership has ended: zeros are there then. */
    public long address(long place) {
        return base + place;
    }

    /** Whether a number can be the place of a piece, of any rank: its address is one of the area then. */
    public boolean isPlace(long place) {
        return place >= DIRECTORY_BYTES && place < end && (place & ALIGNMENT - 1) == 0;
    }

    /** As {@link #isPlace(long)}, of a piece of so many bytes: all their addresses are of the area then. */
    public boolean isPlace(long place, long bytes) {
        return isPlace(place) && bytes >= 0 && bytes <= end - place;
    }

    /** Bytes that this rank has taken and not given back. */
    public synchronized long bytesTaken() {
        return taken.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Bytes of this rank's part up to which memory is reserved: what was in use at once, and the gaps between. */
    public synchronized long bytesReserved() {
        return reserved;
    }
}
