package org.pgas.examples.exchange;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

import org.pgas.ActiveMessages;
import org.pgas.DataType;
import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.Opcode;
import org.pgas.Payload;
import org.pgas.PgasException;
import org.pgas.Segment;
import org.pgas.Team;
import org.pgas.Token;
import org.pgas.coll.Collectives;
import org.pgas.coll.Reduction;

/**
 * Sends to one rank and receives from one, as MPI_Sendrecv does, with Active Messages. A message meets the receives that its target makes of its
 * sender, in the order of both; both sides give the same size.
 *
 * <p>Up to {@link #eagerBytes} the data travels with the message: into the target of the receive if that waits, else into a buffer
 * until it does. Above, the receiver tells a place in its segment, and the sender puts the data there: one copy, if the target of the receive
 * lies in {@link #memory}; otherwise the receiver copies it once more, out of {@link #staging}.
 *
 * <p>For one thread of each rank; handlers may run on others. Ranks are those of the world.
 */
public final class SendReceive {
    private static final long MOST_EAGER_BYTES = 16L << 10;
    private static final long NONE = -1;
    private static final Reduction LEAST = Reduction.of(DataType.I64, Opcode.MIN);

    private final Job job;
    private final Team world;
    private final ActiveMessages messages;
    private final long eagerBytes;
    private final Inbox[] inboxes;
    private final Offer[] offers;
    private final int eagerHandler;
    private final int offerHandler;
    private final int landedHandler;

    private Segment segment;
    private long stagingBytes;

    /** Where in its segment a receiver waits for data of this rank: its handler sets it, who sends takes it. */
    private static final class Offer {
        final AtomicLong place = new AtomicLong(NONE);
        final BooleanSupplier isMade = () -> place.getAcquire() != NONE;
    }

    /** Collective; once in a job. */
    public SendReceive(Job job) {
        this.job = job;
        this.world = job.world();
        this.messages = world.am();
        this.eagerBytes = Math.min(MOST_EAGER_BYTES,
                messages.maxRequestMedium(Team.INVALID_RANK, LocalCompletion.NOW, 0, 0));
        this.inboxes = new Inbox[job.size()];
        this.offers = new Offer[job.size()];
        for (int rank = 0; rank < inboxes.length; rank++) {
            inboxes[rank] = new Inbox(job, rank);
            offers[rank] = new Offer();
        }
        int[] handlers = job.endpoint().handlers().register(
                HandlerEntry.ofMedium(this::onEager).name("eager").request().arguments(0),
                HandlerEntry.ofShort(this::onOffer).name("offer").request().arguments(2),
                HandlerEntry.ofLong(this::onLanded).name("landed").request().arguments(0));
        eagerHandler = handlers[0];
        offerHandler = handlers[1];
        landedHandler = handlers[2];
        world.barrier();
    }

    private void onEager(Token token, Payload payload) {
        inboxes[token.sourceRank()].deliver(payload);
    }

    private void onOffer(Token token) {
        offers[token.sourceRank()].place.setRelease(token.argumentLong(0));
    }

    private void onLanded(Token token, long place, long bytes) {
        inboxes[token.sourceRank()].landed(bytes);
    }

    /** Largest size that travels with its message. */
    public long eagerBytes() {
        return eagerBytes;
    }

    /**
     * Makes {@link #staging} and {@link #memory} of at least these sizes, of zeros, in place of earlier ones. Collective, with the same sizes; nothing is under
     * way. Throws {@link NoRoomException}, and leaves none then.
     */
    public void reserve(long newStagingBytes, long memoryBytes) {
        free();
        Segment made = null;
        PgasException failure = null;
        try {
            made = job.segments().create(Math.max(1, newStagingBytes + memoryBytes));
        } catch (PgasException e) {
            failure = e;
        }
        long failed = Collectives.of(world).reduceToAll(failure == null ? job.size() : job.rank(), LEAST);
        if (failed < job.size()) {
            if (made != null) {
                made.destroy();
            }
            throw failure != null ? new NoRoomException(failure)
                    : new NoRoomException("rank " + job.rank() + ": SendReceive.reserve: rank " + failed
                            + " finds no room for " + (newStagingBytes + memoryBytes) + " bytes");
        }
        segment = made;
        stagingBytes = newStagingBytes;
        job.endpoint().bind(made);
        world.publish(job.endpoint());
    }

    /** Memory of this rank that others reach, for one message at a time that goes on elsewhere. */
    public MemorySegment staging() {
        return segment.local().asSlice(0, stagingBytes);
    }

    /** Memory of this rank that others reach, for targets of receives. */
    public MemorySegment memory() {
        return segment.local().asSlice(stagingBytes);
    }

    /** Sends all of {@code source}, which may be changed on return, and returns when {@code target} is full. The two do not overlap. */
    public void exchange(int to, MemorySegment source, int from, MemorySegment target) {
        long bytes = target.byteSize();
        Inbox inbox = inboxes[from];
        inbox.expect(target);
        boolean staged = false;
        if (bytes > eagerBytes) {
            long place = placeOf(target);
            staged = place == NONE;
            long told = staged ? 0 : place;
            messages.requestShort(from, offerHandler, (int) told, (int) (told >>> 32));
        }
        send(to, source);
        job.blockUntil(inbox.arrival());
        if (staged) {
            MemorySegment.copy(segment.local(), 0, target, 0, bytes);
        }
    }

    private void send(int to, MemorySegment source) {
        long bytes = source.byteSize();
        if (bytes <= eagerBytes) {
            messages.requestMedium(to, eagerHandler, source, 0, bytes);
            return;
        }
        Offer offer = offers[to];
        job.blockUntil(offer.isMade);
        // the receiver makes the next one when this one is served
        long place = offer.place.getAndSet(NONE);
        messages.requestLong(to, landedHandler, source, 0, bytes, place);
    }

    private long placeOf(MemorySegment target) {
        if (segment != null && target.isNative()) {
            MemorySegment local = segment.local();
            long place = target.address() - local.address();
            if (place >= 0 && target.byteSize() <= local.byteSize() - place) {
                return place;
            }
        }
        if (target.byteSize() > stagingBytes) {
            throw new IllegalArgumentException(
                    "a target of " + target.byteSize() + " bytes that is not in the memory of receives: at most "
                            + stagingBytes + " bytes are reserved to stage it");
        }
        return NONE;
    }

    /** Gives the memory back, if there is any. Collective. */
    public void free() {
        if (segment != null) {
            world.unpublish(job.endpoint());
            job.endpoint().unbind().destroy();
            segment = null;
            stagingBytes = 0;
        }
    }
}
