package org.pgas.pshm;

import org.pgas.memory.SharedMemory;
import org.pgas.spi.Topology;

/**
 * Files of a job that lose their names once all ranks that need them have mapped them, where they are memory (tmpfs).
 * No other process finds such a file any more, to shorten it, so copies in it need no care; and the kernel frees its
 * memory with the last process that has it, however that ends. What is left is the descriptor of the area that each
 * rank keeps to reserve memory, which only this user and root reach, on purpose, by {@code /proc}.
 *
 * <p>Each rank says when it has mapped the area and the slabs of its neighbourhood. When all have, the first of them
 * says that the names go, and then removes them. The others take notice at a look of their watchers. Files of segments
 * lose theirs at attach ({@link SegmentFiles}).
 *
 * <p>For the watcher alone, but for what says otherwise.
 */
final class NamelessFiles {
    // Fields and orders: ControlLayout.

    private static final int OPENED = 1;

    /** What the first rank says of the files. */
    private static final int GOING = 1;
    private static final int GONE = 2;

    /** Garbage is not to make a sum overflow. */
    private static final long MOST_BYTES = 1L << 50;

    private final ControlFile control;
    private final int rank;
    private final int[] neighbours;
    private final boolean keepsNames;
    private final SegmentFiles segments;
    private final AreaFile area;
    private final SlabFile slabs;
    private boolean settled;
    private long slabBytes;

    /**
     * @param keepsNames whether area and slabs keep their names; that of the neighbourhood's first rank counts
     * @param slabs null where there are none
     */
    NamelessFiles(ControlFile control, int rank, Topology topology, boolean keepsNames, SegmentFiles segments,
            AreaFile area, SlabFile slabs) {
        this.control = control;
        this.rank = rank;
        this.neighbours = topology.neighboursOf(rank);
        this.keepsNames = keepsNames;
        this.segments = segments;
        this.area = area;
        this.slabs = slabs;
    }

    /** For the joining thread, when this rank has mapped what it needs. */
    void opened() {
        SharedMemory.putIntRelease(control.slot(rank, ControlLayout.OPENED), OPENED);
    }

    /** Whether the names are gone, or going: then a name that is missing is no damage. Any thread. */
    boolean isGoing() {
        long said = said();
        return said == sign(GOING) || said == sign(GONE);
    }

    void tick() {
        segments.settle();
        if (!settled && rank == neighbours[0] && !keepsNames) {
            removeNames();
        }
        if (!settled && said() == sign(GONE)) {
            settle();
        }
        SharedMemory.putLongRelease(control.slot(rank, ControlLayout.NAMELESS_BYTES),
                settled && isFirstThatIsHere() ? area.allocatedBytes() + slabBytes : 0);
    }

    private void removeNames() {
        for (int neighbour : neighbours) {
            if (SharedMemory.getIntAcquire(control.slot(neighbour, ControlLayout.OPENED)) != OPENED) {
                return;
            }
        }
        // elsewhere names stay, and what is done to the files is told
        if (!isGoing() && area.isInMemory()) {
            say(GOING);
            // one that has a name elsewhere too may be cut for as long as the job runs
            boolean areaIsGone = area.removeName();
            if ((slabs == null || slabs.removeName()) && areaIsGone) {
                say(GONE);
            }
        }
    }

    private void settle() {
        area.mapping().cannotBeCut();
        if (slabs != null) {
            slabBytes = slabs.allocatedBytes();
            slabs.mapping().cannotBeCut();
            slabs.closeFile();
        }
        SharedMemory.prepareLargeCopies();
        settled = true;
    }

    private boolean isFirstThatIsHere() {
        for (int neighbour : neighbours) {
            if (control.state(neighbour) == RankView.State.JOINED) {
                return neighbour == rank;
            }
        }
        return false;
    }

    /** What a job's files without names take of memory, as its ranks say. */
    static long bytes(ControlFile control) {
        long bytes = SegmentFiles.namelessBytes(control);
        for (int rank = 0; rank < control.size(); rank++) {
            if (control.state(rank) == RankView.State.JOINED) {
                bytes += Math.clamp(SharedMemory.getLongAcquire(control.slot(rank, ControlLayout.NAMELESS_BYTES)), 0,
                        MOST_BYTES);
            }
        }
        return bytes;
    }

    private long said() {
        return SharedMemory.getLongAcquire(control.slot(neighbours[0], ControlLayout.FILES_NAMELESS));
    }

    private void say(int what) {
        SharedMemory.putLongRelease(control.slot(rank, ControlLayout.FILES_NAMELESS), sign(what));
    }

    private long sign(int what) {
        return area.identity().sign(what) ^ (slabs == null ? 0 : slabs.identity().sign(-what));
    }
}
