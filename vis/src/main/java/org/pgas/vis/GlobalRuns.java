package org.pgas.vis;

import java.util.List;

import org.pgas.regions.Regions;

/**
 * Regions of several ranks' memory in the order in which a transfer takes them. Those of 0 bytes are skipped by a
 * walk.
 *
 * <p>Immutable; any thread.
 */
abstract sealed class GlobalRuns permits ListedRuns, CyclicRuns, PlacedRuns {
    /**
     * What a rank has of the whole.
     *
     * @param rank job rank
     * @param base where {@code place} counts from in its segment
     * @param place its bytes, in the order of the whole
     * @param packed where these belong in the packed form of the whole, in the same order
     */
    record Part(int rank, long base, Shape place, Regions packed) {}

    abstract long bytes();

    /** How many regions there are. */
    abstract long count();

    /** Job rank that has the region. */
    abstract int rank(long index);

    /** Offset in that rank's segment. */
    abstract long offset(long index);

    abstract long length(long index);

    /** Where the region begins in the packed form. */
    abstract long position(long index);

    /** The region that has the byte at this position of the packed form. */
    abstract long runAt(long position);

    /** A region as the user knows it. */
    abstract String name(long index);

    /** By rank; a rank may have several. */
    abstract List<Part> parts();

    /** Which two regions have a byte in common, in words; empty when none do. */
    abstract String overlap();

    /** {@code bytes} bytes from {@code from} of the packed form on. */
    GlobalRuns range(long from, long bytes) {
        return select(from, Regions.contiguous(0, bytes));
    }

    /** What {@code regions}, from {@code from} on, take of the packed form. */
    GlobalRuns select(long from, Regions regions) {
        RunList selected = new RunList();
        for (long run = 0; run < regions.runs(); run++) {
            long position = from + regions.offset(run);
            long rest = regions.length(run);
            for (long index = runAt(position); rest > 0; index++) {
                long skipped = position - position(index);
                long taken = Math.min(rest, length(index) - skipped);
                if (taken > 0) {
                    selected.add(ListedRuns.pointer(rank(index), offset(index) + skipped), taken);
                    position += taken;
                    rest -= taken;
                }
            }
        }
        return ListedRuns.of(selected);
    }
}
