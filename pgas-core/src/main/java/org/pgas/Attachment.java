package org.pgas;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

import org.pgas.memory.AddressTable;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.Conduit;

/**
 * The segments of a job's ranks, and how they are reached from here: from the collective attach, which succeeds on all ranks or on
 * none, to the close of this membership.
 *
 * <p>Attach runs on one thread of the rank at a time; everything else is for any thread.
 */
final class Attachment {
    private final Job job;
    private final Conduit conduit;
    private final AddressTable table;
    private final BarrierLane lane;
    private final BulkTransfers bulk;

    /** Scope of every view of mapped memory: closed with the job, so that a late access throws. */
    private final Arena views = Arena.ofShared();

    /** By job rank; filled by attach. */
    private final BoundSegment[] bound;

    /** By job rank: whether it is client memory; filled by attach. */
    private final boolean[] client;

    /** This rank's own client memory, or null. Set before any peer knows of it. */
    private volatile ClientMemory clientMemory;

    private volatile boolean done;

    Attachment(Job job, Conduit conduit, AddressTable table) {
        this.job = job;
        this.conduit = conduit;
        this.table = table;
        lane = new BarrierLane(conduit, Conduit.Lane.INTERNAL);
        bound = new BoundSegment[conduit.size()];
        Arrays.fill(bound, BoundSegment.NONE);
        client = new boolean[conduit.size()];
        bulk = new BulkTransfers(job, conduit);
    }

    /** Large copies of mapped memory. */
    BulkTransfers bulk() {
        return bulk;
    }

    boolean isDone() {
        return done;
    }

    /** What is known of that rank's segment. */
    BoundSegment bound(int jobRank) {
        return bound[jobRank];
    }

    boolean hasSegment(int jobRank) {
        return bound[jobRank] != BoundSegment.NONE;
    }

    /** Bytes; 0 without segment. */
    long size(int jobRank) {
        return bound[jobRank].size();
    }

    /** Whether that rank attached memory of its own, which nobody else maps. */
    boolean isClientMemory(int jobRank) {
        return client[jobRank];
    }

    /** This rank's own client memory, or null. */
    ClientMemory clientMemory() {
        return clientMemory;
    }

    /** Takes part in the attach with a mapped segment; answers this rank's segment, or null for 0 bytes. */
    Segment attach(long bytes) {
        checkMayAttach();
        PgasException refusal = illegalSize(bytes);
        // a rank that gives up still takes part, so that its peers learn of it instead of waiting
        conduit.requestSegment(refusal == null ? bytes : -1);
        attach(refusal);
        BoundSegment own = bound[conduit.rank()];
        return own == BoundSegment.NONE ? null : new Segment(job, own.mapped(), true);
    }

    /** Takes part in the attach with client memory. */
    Segment attach(MemorySegment memory) {
        checkMayAttach();
        PgasException refusal = ClientMemory.refusal(conduit.rank(), memory);
        if (refusal == null) {
            clientMemory = new ClientMemory(job, memory);
            conduit.requestClientMemory(memory.byteSize());
        } else {
            conduit.requestSegment(-1);
        }
        try {
            attach(refusal);
        } catch (PgasException e) {
            clientMemory = null;
            throw e;
        }
        return new Segment(job, memory, false);
    }

    private void checkMayAttach() {
        job.checkUnrestricted("Job.attach");
        if (done) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT,
                    "rank " + conduit.rank() + ": Job.attach was called a second time");
        }
        job.namedBarrier().refuseWhileOpen("Job.attach");
    }

    private void attach(PgasException refusal) {
        step();
        conduit.createSegment();
        step();
        conduit.mapSegments();
        step();
        try {
            conduit.publishSegments(table);
            for (int rank = 0; rank < bound.length; rank++) {
                bind(rank);
            }
        } catch (AttachException e) {
            job.printIfVerbose(e.getMessage());
            throw refusal == null ? e : refusal;
        } finally {
            // after a failure too: a rank that tries again must not change what slower ranks still read
            step();
        }
        done = true;
    }

    private void bind(int rank) {
        long clientBytes = conduit.clientMemoryBytes(rank);
        if (clientBytes >= 0) {
            client[rank] = true;
            bound[rank] = new BoundSegment(clientBytes, rank == conduit.rank() ? clientMemory.segment() : null);
        } else if (table.size(rank) > 0) {
            bound[rank] = new BoundSegment(table.size(rank),
                    SharedMemory.view(table.base(rank), table.size(rank), views));
        }
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

    /** Makes every later access fail, here; what is under way is completed before. */
    void withdraw() {
        bulk.stop();
        for (int rank = 0; rank < bound.length; rank++) {
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
