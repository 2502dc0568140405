package org.pgas;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.pgas.memory.AddressTable;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.Conduit;

/**
 * The collective attach, which succeeds on all ranks or on none: what it maps is published to all of them.
 *
 * <p>Attach runs on one thread of the rank at a time; everything else is for any thread.
 *
 * <pre>
 * field  writer                reader               order
 * done   the attaching thread  threads of the rank  volatile: what was attached was written before
 * </pre>
 */
final class Attachment {
    private final Job job;
    private final Conduit conduit;
    private final AddressTable table;
    private final BarrierLane lane;
    private final BulkTransfers bulk;

    /** Scope of every view of mapped memory: closed with the job, so that a late access throws. */
    private final Arena views = Arena.ofShared();

    /** By job rank; filled by attach. Null where nothing was attached. */
    private final PeerSegment[] attached;

    private volatile boolean done;

    Attachment(Job job, Conduit conduit, AddressTable table) {
        this.job = job;
        this.conduit = conduit;
        this.table = table;
        lane = new BarrierLane(conduit, Conduit.Lane.INTERNAL);
        attached = new PeerSegment[conduit.size()];
        bulk = new BulkTransfers(job, conduit);
    }

    /** Large copies of mapped memory. */
    BulkTransfers bulk() {
        return bulk;
    }

    boolean isDone() {
        return done;
    }

    /** What that rank has attached, or null. */
    PeerSegment segment(int jobRank) {
        return attached[jobRank];
    }

    /** Takes part in the attach with a mapped segment; answers this rank's segment, or null for 0 bytes. */
    Segment attach(long bytes) {
        checkMayAttach();
        PgasException refusal = alreadyBound();
        if (refusal == null) {
            refusal = illegalSize(bytes);
        }
        // a rank that gives up still takes part, so that its peers learn of it instead of waiting
        conduit.requestSegment(refusal == null ? bytes : -1);
        takePart(refusal);
        PeerSegment own = attached[conduit.rank()];
        return own == null ? null : Segment.attached(job, own.view());
    }

    /** Takes part in the attach with client memory. */
    Segment attach(MemorySegment memory) {
        checkMayAttach();
        PgasException refusal = alreadyBound();
        if (refusal == null) {
            refusal = ClientMemory.refusal(conduit.rank(), "Job.attach(MemorySegment)", memory);
        }
        if (refusal != null) {
            conduit.requestSegment(-1);
            takePart(refusal);
            throw refusal;
        }
        ClientMemory clientMemory = new ClientMemory(job, memory, 0);
        // before any peer knows of it
        job.endpoint().serve(clientMemory);
        boolean succeeded = false;
        try {
            conduit.requestClientMemory(memory.byteSize());
            takePart(null);
            succeeded = true;
        } finally {
            if (!succeeded) {
                clientMemory.end();
                job.endpoint().serve(null);
            }
        }
        return Segment.attached(job, clientMemory);
    }

    /** Attach binds a segment to the primordial endpoint, where none may be bound then. */
    private PgasException alreadyBound() {
        return job.endpoint().segment() == null ? null
                : new PgasException(ErrorCode.BAD_ARGUMENT, "rank " + conduit.rank()
                        + ": Job.attach: the primordial endpoint has a bound segment already, of "
                        + job.endpoint().segment().size() + " bytes: attach first, or unbind it (Endpoint.unbind)");
    }

    private void checkMayAttach() {
        job.checkUnrestricted("Job.attach");
        if (done) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT,
                    "rank " + conduit.rank() + ": Job.attach was called a second time");
        }
        job.namedBarrier().refuseWhileOpen("Job.attach");
    }

    private void takePart(PgasException refusal) {
        step();
        conduit.createSegment();
        step();
        conduit.mapSegments();
        step();
        // nothing is bound to a primordial endpoint here, so a window of one is of a segment that was unbound: it is not to be
        // taken for what the attach maps
        job.segments().peers().checkAll();
        try {
            conduit.publishSegments(table);
            for (int rank = 0; rank < attached.length; rank++) {
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
            attached[rank] = new PeerSegment(card(rank, SegmentCard.Reach.MESSAGES, clientBytes));
        } else if (table.size(rank) > 0) {
            attached[rank] = new PeerSegment(card(rank, SegmentCard.Reach.ATTACHED, table.size(rank)),
                    SharedMemory.view(table.base(rank), table.size(rank), views));
        }
        if (attached[rank] != null && rank != conduit.rank()) {
            job.segments().peers().attached(attached[rank]);
        }
    }

    private static SegmentCard card(int rank, SegmentCard.Reach reach, long bytes) {
        return new SegmentCard(rank, 0, Capabilities.ALL, SegmentCard.ALWAYS, reach, bytes, 0, 0, "");
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

    /** Makes every later access fail, here, to memory of whatever endpoint; what is under way is completed before. */
    void withdraw() {
        bulk.stop();
        table.withdrawAll();
        SegmentViews.close(views);
    }
}
