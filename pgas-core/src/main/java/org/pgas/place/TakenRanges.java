package org.pgas.place;

import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which ranges of a segment are taken: given out as blocks, or excluded. What lies between them is free, so that
 * neighbours that are given back are one range again. Offsets in bytes; knows no memory.
 *
 * <p>Blocks are taken from the end, so that the low offsets stay free for those that a program chooses itself. Any
 * thread.
 */
public final class TakenRanges {
    /** Nothing is free that would do. */
    public static final long NONE = -1;

    /** Where it ends, and whether it was excluded: no block. */
    private record Range(long end, boolean isExcluded) {}

    private final long size;

    /** By their beginnings; none overlap. Guarded by this. */
    private final TreeMap<Long, Range> taken = new TreeMap<>();

    /** Of teams that look for a place here: the lowest may. Guarded by this. */
    private final TreeSet<Long> turns = new TreeSet<>();

    /** Of a segment of that many bytes. */
    public TakenRanges(long size) {
        this.size = size;
    }

    /**
     * Takes the block of {@code bytes}, 1 at least, that begins at the highest multiple of {@code alignment}, a power
     * of two, up to {@code most}; returns where it begins, or {@link #NONE}.
     */
    public synchronized long take(long bytes, long alignment, long most) {
        long end = size;
        for (Map.Entry<Long, Range> each : taken.descendingMap().entrySet()) {
            long place = highest(bytes, alignment, end, most);
            if (place >= each.getValue().end()) {
                return taken(place, bytes);
            }
            end = each.getKey();
        }
        long place = highest(bytes, alignment, end, most);
        return place < 0 ? NONE : taken(place, bytes);
    }

    /** Where a block may begin that ends at {@code end} or before; less than 0 if nowhere. */
    private static long highest(long bytes, long alignment, long end, long most) {
        return Math.min(end - bytes, most) & -alignment;
    }

    private long taken(long place, long bytes) {
        taken.put(place, new Range(place + bytes, false));
        return place;
    }

    /**
     * Tells that a team looks for a place here, until it says {@link #leave}; {@code team} is the same on all ranks.
     */
    public synchronized void enter(long team) {
        turns.add(team);
    }

    public synchronized void leave(long team) {
        turns.remove(team);
    }

    /** Whether no lower team looks for a place here. */
    public synchronized boolean isTurnOf(long team) {
        return turns.first() == team;
    }

    /** Frees the block that begins there, if one does. */
    public synchronized void giveBack(long place) {
        taken.remove(place);
    }

    /** Has no block lie in this range of 1 byte at least any more; says whether none did. */
    public synchronized boolean exclude(long offset, long bytes) {
        if (holdsBlockOf(offset, bytes)) {
            return false;
        }
        long from = offset;
        long end = offset + bytes;
        // what was excluded before and overlaps becomes a part of it
        for (Map.Entry<Long, Range> below = taken.lowerEntry(end); below != null
                && below.getValue().end() > offset; below = taken.lowerEntry(end)) {
            from = Math.min(from, below.getKey());
            end = Math.max(end, below.getValue().end());
            taken.remove(below.getKey());
        }
        taken.put(from, new Range(end, true));
        return true;
    }

    /** Whether a block has a byte of this range. */
    public synchronized boolean holdsBlockOf(long offset, long bytes) {
        for (Map.Entry<Long, Range> each = taken.lowerEntry(offset + bytes); each != null
                && each.getValue().end() > offset; each = taken.lowerEntry(each.getKey())) {
            if (!each.getValue().isExcluded()) {
                return true;
            }
        }
        return false;
    }

    /** The longest range that is free, in bytes. */
    public synchronized long largestFree() {
        long largest = 0;
        long end = size;
        for (Map.Entry<Long, Range> each : taken.descendingMap().entrySet()) {
            largest = Math.max(largest, end - each.getValue().end());
            end = each.getKey();
        }
        return Math.max(largest, end);
    }
}
