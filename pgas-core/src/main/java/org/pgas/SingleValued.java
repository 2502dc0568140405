package org.pgas;

import org.pgas.memory.SharedMemory;
import org.pgas.spi.Conduit;

/**
 * Checked mode: finds out whether all ranks gave a collective call the same arguments, where it demands that (single-valued ones).
 *
 * <pre>
 * field             writer    reader     order
 * value of rank r   rank r    all ranks  plain, ordered by the arrival count of the internal lane
 * </pre>
 */
final class SingleValued {
    /** Offset of the two values in a rank's line, by parity of the phase: the next phase writes the one that nobody reads. */
    private static final int VALUES_OFFSET = 8;

    private final Job job;
    private final Conduit conduit;
    private final BarrierLane lane;

    SingleValued(Job job, Conduit conduit) {
        this.job = job;
        this.conduit = conduit;
        this.lane = new BarrierLane(conduit, Conduit.Lane.INTERNAL);
    }

    /** Collective over the job: throws on all ranks when one has given other arguments than another. */
    void check(String call, String arguments) {
        long value = call.hashCode() * 31L + arguments.hashCode();
        long own = lane.line(conduit.rank());
        long phase = SharedMemory.getLong(own) + 1;
        SharedMemory.putLong(own + valueOffset(phase), value);
        lane.arrive();
        job.waiting().await(lane.phase(phase, Conduit.Activity.EVENT, call));
        for (int rank = 0; rank < conduit.size(); rank++) {
            if (SharedMemory.getLong(lane.line(rank) + valueOffset(phase)) != value) {
                throw new PgasException(ErrorCode.BAD_ARGUMENT,
                        "rank " + job.rank() + ": " + call + ": rank " + rank
                                + " called something else than this rank, or with other "
                                + "arguments than " + arguments
                                + ": collective calls are made in the same order with the same "
                                + "arguments on all ranks");
            }
        }
    }

    private static long valueOffset(long phase) {
        return VALUES_OFFSET + 8 * (phase & 1);
    }
}
