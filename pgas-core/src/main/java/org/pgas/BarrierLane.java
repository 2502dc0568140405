package org.pgas;

import java.util.concurrent.atomic.AtomicLong;

import org.pgas.memory.SharedMemory;
import org.pgas.spi.Conduit;

/**
 * A flat barrier with any number of phases under way: each rank counts its arrivals in a cache line of its own; phase p is complete
 * when every rank's count is at least p.
 *
 * <p>Per barrier a rank writes one line and reads the others', so two ranks pay one line transfer in each direction, the least
 * there can be. Counts never wrap: at a barrier every 100 ns, 63 bits last 29,000 years.
 *
 * <pre>
 * field            writer        reader      order
 * count of rank r  threads of r  all ranks   getAndAdd (full) / acquire
 * sleepers         sleepers      arrivers    volatile after the getAndAdd, which is volatile too: the two keep their order
 * reached          this rank     this rank   release / acquire: whoever skips the shared counts inherits their acquire
 * </pre>
 */
final class BarrierLane {
    private final Conduit conduit;
    private final long base;
    private final int stride;
    private final int[] jobRanks;
    private final int size;
    private final long own;
    private final long sleepers;

    /** A lower bound of every rank's count; saves looking at all of them again for phases known to be over. */
    private final AtomicLong reached = new AtomicLong();

    /** A lane of the whole job. */
    BarrierLane(Conduit conduit, Conduit.Lane lane) {
        this(conduit, conduit.laneAddress(lane), conduit.laneStride(), RankSet.identity(conduit.size()),
                conduit.rank());
    }

    /**
     * A lane of any set of members.
     *
     * @param base address of the line of member 0
     * @param stride bytes from one member's line to the next one's
     * @param jobRanks where each member lives; not copied
     * @param member which of them arrives here
     */
    BarrierLane(Conduit conduit, long base, int stride, int[] jobRanks, int member) {
        this.conduit = conduit;
        this.base = base;
        this.stride = stride;
        this.jobRanks = jobRanks;
        size = jobRanks.length;
        own = line(member);
        sleepers = conduit.sleepersAddress();
    }

    /** The line of the member that arrives here. */
    long ownLine() {
        return own;
    }

    /** Where each member lives; not a copy. */
    int[] jobRanks() {
        return jobRanks;
    }

    long line(int rank) {
        return base + (long) rank * stride;
    }

    /** Counts this rank as arrived and returns the phase it arrived at, 1 for the first. A release. */
    long arrive() {
        // SYNC: barrier arrival; everything stored before is seen by whoever reads this count
        long phase = SharedMemory.getAndAddLong(own, 1) + 1;
        if (SharedMemory.getIntVolatile(sleepers) != 0) {
            conduit.ringAll();
        }
        return phase;
    }

    /** Phases at which this rank has arrived. */
    long arrivals() {
        return SharedMemory.getLongAcquire(own);
    }

    /** Whether every rank has arrived at {@code phase}; an acquire when so. */
    boolean isComplete(long phase) {
        if (reached.getAcquire() >= phase) {
            return true;
        }
        long least = Long.MAX_VALUE;
        long line = base;
        for (int rank = 0; rank < size; rank++) {
            // SYNC: barrier arrival
            long count = SharedMemory.getLongAcquire(line);
            if (count < phase) {
                return false;
            }
            least = Math.min(least, count);
            line += stride;
        }
        reached.setRelease(least);
        return true;
    }

    /** Job ranks of the members that have not arrived. */
    int[] missing(long phase) {
        int[] ranks = new int[size];
        int count = 0;
        for (int rank = 0; rank < size; rank++) {
            if (SharedMemory.getLongAcquire(line(rank)) < phase) {
                ranks[count++] = jobRanks[rank];
            }
        }
        return java.util.Arrays.copyOf(ranks, count);
    }

    /** What to wait for when {@code phase} is not complete soon. */
    Awaited phase(long phase, Conduit.Activity activity, String name) {
        return new Awaited() {
            @Override
            public boolean isMet() {
                return isComplete(phase);
            }

            @Override
            public Conduit.Activity activity() {
                return activity;
            }

            @Override
            public int[] missing() {
                return BarrierLane.this.missing(phase);
            }

            @Override
            public String describe() {
                return describePhase(phase, name);
            }
        };
    }

    String describePhase(long phase, String name) {
        return name + " " + phase + ": " + (size - missing(phase).length) + " of " + size + " ranks arrived";
    }
}
