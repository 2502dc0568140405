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
 * Sends to one rank and receives from one, as MPI_Sendrecv does, with Active Messages. A message meets the receives
 * that its target makes of its sender, in the order of both; both sides give the same size.
 *
 * <p>Up to {@link #eagerBytes} the data travels with the message: into the target of the receive if that waits, else
 * into a buffer until it does. Above, the receiver tells where its target is. If that lies in {@link #memory} or
 * {@link #staging}, the sender puts the data there: one copy. Otherwise the sender sends it in messages that may leave
 * it where it is until their handler copies it to the target: one copy where the kernel permits it, else two.
 *
 * <p>For one thread of each rank; handlers may run on others. Ranks are those of the world.
 */
public final class SendReceive {
    private static final long MOST_EAGER_BYTES = 8L << 10;
    private static final long NONE = -1;

    /** The place of a target that others do not reach. */
    private static final long PRIVATE = -2;

    /** Pieces of a message that are under way at once. */
    private static final int MOST_UNDER_WAY = 8;

    private static final int LINE = 64;
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
    private final int pieceHandler;

    /** Of pieces that were sent last; those from 0 up to the number are to be awaited. */
    private final LocalCompletion[] completions = new LocalCompletion[MOST_UNDER_WAY];

    private int underWay;
    private final int[] arguments = new int[2];

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
        for (int i = 0; i < MOST_UNDER_WAY; i++) {
            completions[i] = LocalCompletion.event();
        }
        int[] handlers = job.endpoint().handlers().register(
                HandlerEntry.ofMedium(this::onEager).name("eager").request().arguments(0),
                HandlerEntry.ofShort(this::onOffer).name("offer").request().arguments(2),
                HandlerEntry.ofLong(this::onLanded).name("landed").request().arguments(0),
                HandlerEntry.ofMedium(this::onPiece).name("piece").request().arguments(2));
        eagerHandler = handlers[0];
        offerHandler = handlers[1];
        landedHandler = handlers[2];
        pieceHandler = handlers[3];
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

    private void onPiece(Token token, Payload payload) {
        inboxes[token.sourceRank()].piece(token.argumentLong(0), payload);
    }

    /** Largest size that travels with its message. */
    public long eagerBytes() {
        return eagerBytes;
    }

    /**
     * Makes {@link #staging} and {@link #memory} of at least these sizes, of zeros, in place of earlier ones.
     * Collective, with the same sizes; nothing is under way. Throws {@link NoRoomException}, and leaves none then.
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

    /** Memory of this rank that others reach, for the target of a receive that goes on elsewhere. */
    public MemorySegment staging() {
        return segment.local().asSlice(0, stagingBytes);
    }

    /** Memory of this rank that others reach, for targets of receives. */
    public MemorySegment memory() {
        return segment.local().asSlice(stagingBytes);
    }

    /**
     * Sends all of {@code source}, which may be changed on return, and returns when {@code target} is full. The two do
     * not overlap.
     */
    public void exchange(int to, MemorySegment source, int from, MemorySegment target) {
        long bytes = target.byteSize();
        Inbox inbox = inboxes[from];
        inbox.expect(target);
        if (bytes > eagerBytes) {
            long place = placeOf(target);
            messages.requestShort(from, offerHandler, (int) place, (int) (place >>> 32));
        }
        send(to, source);
        job.blockUntil(inbox.arrival());
        awaitPieces();
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
        if (place == PRIVATE) {
            sendPieces(to, source);
        } else {
            messages.requestLong(to, landedHandler, source, 0, bytes, place);
        }
    }

    /** Pieces of about equal size; whole cache lines but for the last. */
    private void sendPieces(int to, MemorySegment source) {
        long bytes = source.byteSize();
        long most = messages.maxRequestMedium(to, completions[0], 0, arguments.length) & -LINE;
        long pieces = Math.ceilDiv(bytes, most);
        long size = Math.ceilDiv(Math.ceilDiv(bytes, pieces), LINE) * LINE;
        for (long done = 0; done < bytes; done += size) {
            if (underWay == MOST_UNDER_WAY) {
                awaitPieces();
            }
            arguments[0] = (int) done;
            arguments[1] = (int) (done >>> 32);
            messages.requestMedium(to, pieceHandler, source, done, Math.min(size, bytes - done),
                    completions[underWay], arguments, arguments.length);
            underWay++;
        }
    }

    private void awaitPieces() {
        while (underWay > 0) {
            underWay--;
            completions[underWay].leaf().await();
        }
    }

    private long placeOf(MemorySegment target) {
        if (segment != null && target.isNative()) {
            MemorySegment local = segment.local();
            long place = target.address() - local.address();
            if (place >= 0 && target.byteSize() <= local.byteSize() - place) {
                return place;
            }
        }
        return PRIVATE;
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
