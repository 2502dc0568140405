package org.pgas;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.pgas.memory.AddressTable;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.Conduit;

/**
 * The segments of a job's ranks as they are mapped here: from the collective attach, which succeeds on all ranks or on none, to the
 * close of this membership.
 *
 * <p>Attach runs on one thread of the rank at a time; everything else is for any thread.
 */
final class Attachment {
    private final Job job;
    private final Conduit conduit;
    private final AddressTable table;
    private final BarrierLane lane;

    /** Scope of every view of mapped memory: closed with the job, so that a late access throws. */
    private final Arena views = Arena.ofShared();

    /** By job rank; filled by attach. */
    private final MemorySegment[] mapped;

    private volatile boolean done;

    Attachment(Job job, Conduit conduit, AddressTable table) {
        this.job = job;
        this.conduit = conduit;
        this.table = table;
        lane = new BarrierLane(conduit, Conduit.Lane.INTERNAL);
        mapped = new MemorySegment[conduit.size()];
    }

    boolean isDone() {
        return done;
    }

    /** Bytes; 0 when nothing is mapped. */
    long size(int jobRank) {
        return table.size(jobRank);
    }

    /** The segment of that rank, or null. */
    MemorySegment mapped(int jobRank) {
        return mapped[jobRank];
    }

    /** Takes part in the attach; afterwards {@link #mapped} answers. */
    void attach(long bytes) {
        PgasException refusal = illegalSize(bytes);
        // a rank that gives up still takes part, so that its peers learn of it instead of waiting
        conduit.requestSegment(refusal == null ? bytes : -1);
        step();
        conduit.createSegment();
        step();
        conduit.mapSegments();
        step();
        try {
            conduit.publishSegments(table);
        } catch (AttachException e) {
            job.printIfVerbose(e.getMessage());
            throw refusal == null ? e : refusal;
        } finally {
            // after a failure too: a rank that tries again must not change what slower ranks still read
            step();
        }
        for (int rank = 0; rank < mapped.length; rank++) {
            if (table.size(rank) > 0) {
                mapped[rank] = SharedMemory.view(table.base(rank), table.size(rank), views);
            }
        }
        done = true;
    }

    private PgasException illegalSize(long bytes) {
        if (bytes >= 0 && bytes % conduit.pageBytes() == 0 && bytes <= GlobalPointer.MAX_SEGMENT_BYTES) {
            return null;
        }
        return new PgasException(
                ErrorCode.BAD_ARGUMENT,
                "rank " + conduit.rank() + ": Job.attach: " + bytes + " bytes: legal are multiples of "
                        + conduit.pageBytes() + " from 0 to " + GlobalPointer.MAX_SEGMENT_BYTES);
    }

    private void step() {
        long phase = lane.arrive();
        job.waiting().await(lane.phase(phase, Conduit.Activity.ATTACHING, "attach step"));
    }

    /** Makes every later access fail, here. */
    void withdraw() {
        for (int rank = 0; rank < mapped.length; rank++) {
            table.withdraw(rank);
        }
        try {
            views.close();
        } catch (IllegalStateException e) {
            // A thread is in a system call on a view. The views stay open then: like every late access they find zeros.
            System.getLogger(Job.class.getName()).log(System.Logger.Level.DEBUG, "views stay open", e);
        }
    }
}
