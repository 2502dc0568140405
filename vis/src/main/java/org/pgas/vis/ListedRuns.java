package org.pgas.vis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

import org.pgas.GlobalPointer;
import org.pgas.regions.Regions;

/** A list of (global pointer, length). */
final class ListedRuns extends GlobalRuns {
    private final long[] pointers;

    /** Where each region begins in the packed form, and behind them the volume. */
    private final long[] positions;

    private ListedRuns(long[] pointers, long[] positions) {
        this.pointers = pointers;
        this.positions = positions;
    }

    /** Of pointers and lengths that were checked and are kept; those of regions of 0 bytes are not looked at. */
    static ListedRuns of(long[] pointers, long[] lengths) {
        long[] positions = new long[pointers.length + 1];
        for (int i = 0; i < pointers.length; i++) {
            positions[i + 1] = positions[i] + lengths[i];
        }
        return new ListedRuns(pointers, positions);
    }

    static ListedRuns of(RunList list) {
        return of(list.offsets(), list.lengths());
    }

    static long pointer(int rank, long offset) {
        return GlobalPointer.of(rank, offset);
    }

    @Override
    long bytes() {
        return positions[pointers.length];
    }

    @Override
    long count() {
        return pointers.length;
    }

    @Override
    int rank(long index) {
        return GlobalPointer.jobRank(pointers[(int) index]);
    }

    @Override
    long offset(long index) {
        return GlobalPointer.offset(pointers[(int) index]);
    }

    @Override
    long length(long index) {
        return positions[(int) index + 1] - positions[(int) index];
    }

    @Override
    long position(long index) {
        return positions[(int) index];
    }

    /** Of regions that begin there, all but the last are empty. */
    @Override
    long runAt(long position) {
        int low = 0;
        int high = pointers.length - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (positions[middle] <= position) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    @Override
    String name(long index) {
        return "entry " + index + " (" + length(index) + " bytes at " + GlobalPointer.toString(pointers[(int) index])
                + ")";
    }

    @Override
    List<Part> parts() {
        RunList[] places = new RunList[GlobalPointer.MAX_RANKS];
        RunList[] packed = new RunList[GlobalPointer.MAX_RANKS];
        for (int i = 0; i < pointers.length; i++) {
            if (length(i) > 0) {
                int rank = rank(i);
                if (places[rank] == null) {
                    places[rank] = new RunList();
                    packed[rank] = new RunList();
                }
                places[rank].add(offset(i), length(i));
                packed[rank].add(position(i), length(i));
            }
        }
        List<Part> parts = new ArrayList<>();
        for (int rank = 0; rank < places.length; rank++) {
            if (places[rank] != null) {
                parts.add(new Part(rank, 0, places[rank].shape(),
                        Regions.vector(packed[rank].offsets(), packed[rank].lengths())));
            }
        }
        return List.copyOf(parts);
    }

    @Override
    String overlap() {
        // pointers are ordered by rank, then by offset
        int[] sorted = IntStream.range(0, pointers.length).filter(i -> length(i) > 0).toArray();
        if (isAscending(sorted)) {
            return "";
        }
        sorted = Arrays.stream(sorted).boxed().sorted(Comparator.comparingLong(i -> pointers[i]))
                .mapToInt(Integer::intValue).toArray();
        for (int i = 1; i < sorted.length; i++) {
            if (isBehind(sorted[i - 1], sorted[i])) {
                continue;
            }
            return name(Math.max(sorted[i - 1], sorted[i])) + " overlaps " + name(Math.min(sorted[i - 1], sorted[i]));
        }
        return "";
    }

    private boolean isAscending(int[] entries) {
        for (int i = 1; i < entries.length; i++) {
            if (!isBehind(entries[i - 1], entries[i])) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether {@code other} begins where {@code one} ends, or later; a region ends in its rank's memory, so it reaches
     * no other rank's pointers.
     */
    private boolean isBehind(int one, int other) {
        return pointers[other] - pointers[one] >= length(one);
    }
}
