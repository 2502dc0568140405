package org.pgas.place;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.pgas.AttachException;
import org.pgas.Capabilities;
import org.pgas.GlobalPointer;
import org.pgas.PgasException;
import org.pgas.barrier.BarrierLane;
import org.pgas.barrier.NamedPhase;
import org.pgas.lend.Offers;
import org.pgas.memory.AddressTable;
import org.pgas.memory.SharedMemory;
import org.pgas.rank.ThisRank;
import org.pgas.spi.Activity;
import org.pgas.spi.AttachedSegments;
import org.pgas.spi.Conduit;
import org.pgas.spi.Member;
import org.pgas.spi.SyncLane;
import org.pgas.wait.Serving;
import org.pgas.wait.Waiting;

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
public final class Attachment {
    private final ThisRank self;
    private final Conduit conduit;
    private final AttachedSegments exchange;
    private final Member membership;
    private final AddressTable table;
    private final BarrierLane lane;
    private final Waiting waiting;
    private final EndpointTable endpoints;
    private final PeerSegments peers;
    private final Offers offers;
    private final Serving serving;
    private final NamedPhase namedPhase;

    /** Scope of every view of mapped memory: closed with the job, so that a late access throws. */
    private final Arena views = Arena.ofShared();

    /** By job rank; filled by attach. Null where nothing was attached. */
    private final PeerSegment[] attached;

    private volatile boolean done;

    public Attachment(ThisRank self, Waiting waiting, EndpointTable endpoints, PeerSegments peers, AddressTable table,
            Offers offers, Serving serving, NamedPhase namedPhase) {
        this.self = self;
        this.waiting = waiting;
        this.endpoints = endpoints;
        this.peers = peers;
        this.table = table;
        this.offers = offers;
        this.serving = serving;
        this.namedPhase = namedPhase;
        conduit = self.conduit();
        exchange = conduit.attached();
        membership = conduit.member();
        lane = BarrierLane.of(conduit, SyncLane.INTERNAL);
        attached = new PeerSegment[membership.size()];
    }

    public boolean isDone() {
        return done;
    }

    /** What that rank has attached, or null. */
    public PeerSegment segment(int jobRank) {
        return attached[jobRank];
    }

    /** Takes part in the attach with a mapped segment; answers this rank's segment, or null for 0 bytes. */
    public SegmentCore attach(long bytes) {
        checkMayAttach();
        PgasException refusal = alreadyBound();
        if (refusal == null) {
            refusal = illegalSize(bytes);
        }
        // a rank that gives up still takes part, so that its peers learn of it instead of waiting
        exchange.request(refusal == null ? bytes : -1);
        takePart(refusal);
        PeerSegment own = attached[membership.rank()];
        return own == null ? null : SegmentCore.attached(self, own.view());
    }

    /** Takes part in the attach with client memory. */
    public SegmentCore attach(MemorySegment memory) {
        checkMayAttach();
        PgasException refusal = alreadyBound();
        if (refusal == null) {
            refusal = ClientMemory.refusal(self, "Job.attach(MemorySegment)", memory);
        }
        if (refusal != null) {
            exchange.request(-1);
            takePart(refusal);
            throw refusal;
        }
        ClientMemory clientMemory = new ClientMemory(self, offers, serving, memory, 0);
        // before any peer knows of it
        endpoints.primordial().serve(clientMemory);
        boolean succeeded = false;
        try {
            exchange.requestClientMemory(memory.byteSize());
            takePart(null);
            succeeded = true;
        } finally {
            if (!succeeded) {
                clientMemory.end();
                endpoints.primordial().serve(null);
            }
        }
        return SegmentCore.attached(self, clientMemory);
    }

    /** Attach binds a segment to the primordial endpoint, where none may be bound then. */
    private PgasException alreadyBound() {
        return endpoints.primordial().segment() == null ? null
                : self.refusals().bad("Job.attach", "the primordial endpoint has a bound segment already, of "
                        + endpoints.primordial().segment().size()
                        + " bytes: attach first, or unbind it (Endpoint.unbind)");
    }

    private void checkMayAttach() {
        self.checkUnrestricted("Job.attach");
        if (done) {
            throw self.refusals().bad("Job.attach",
                    "it was called a second time: segments beside the attached one are made by Job.segments");
        }
        namedPhase.refuseWhileOpen("Job.attach");
    }

    private void takePart(PgasException refusal) {
        step();
        exchange.create();
        step();
        exchange.map();
        step();
        // nothing is bound to a primordial endpoint here, so a mapped range of one is of a segment that was unbound: it
        // is not to be taken for what the attach maps
        peers.checkAll();
        try {
            exchange.publish(table);
            for (int rank = 0; rank < attached.length; rank++) {
                bind(rank);
            }
        } catch (AttachException e) {
            self.printIfVerbose(e.getMessage());
            throw refusal == null ? e : refusal;
        } finally {
            // after a failure too: a rank that tries again must not change what slower ranks still read
            step();
        }
        done = true;
    }

    private void bind(int rank) {
        long clientBytes = exchange.clientMemoryBytes(rank);
        if (clientBytes >= 0) {
            attached[rank] = new PeerSegment(card(rank, SegmentCard.Reach.MESSAGES, clientBytes));
        } else if (table.size(rank) > 0) {
            attached[rank] = new PeerSegment(card(rank, SegmentCard.Reach.ATTACHED, table.size(rank)),
                    SharedMemory.view(table.base(rank), table.size(rank), views));
        }
        if (attached[rank] != null && rank != membership.rank()) {
            peers.attached(attached[rank]);
        } else if (attached[rank] != null && attached[rank].isMapped()) {
            // before any peer can know that the attach is over
            endpoints.serveMapped(endpoints.primordial(), attached[rank].view(), false);
        }
    }

    private static SegmentCard card(int rank, SegmentCard.Reach reach, long bytes) {
        return new SegmentCard(rank, 0, Capabilities.ALL, SegmentCard.ALWAYS, reach, bytes, 0, 0, "");
    }

    private PgasException illegalSize(long bytes) {
        if (bytes >= 0 && bytes % exchange.pageBytes() == 0 && bytes <= GlobalPointer.MAX_SEGMENT_BYTES) {
            return null;
        }
        return self.refusals().bad("Job.attach", bytes + " bytes: legal are multiples of "
                + exchange.pageBytes() + " from 0 to " + GlobalPointer.MAX_SEGMENT_BYTES);
    }

    private void step() {
        long phase = lane.arrive();
        waiting.awaitAll(lane.phase(phase, Activity.ATTACHING, "attach step"));
    }

    /** Makes every later access fail, here, to memory of whatever endpoint; what is under way is completed before. */
    public void withdraw() {
        table.withdrawAll();
        SegmentViews.close(views);
    }
}
