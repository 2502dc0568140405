package org.pgas.mpi.comm;

import java.lang.foreign.MemorySegment;

import org.pgas.LocalCompletion;
import org.pgas.Rma;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.inside.TypedMemory;
import org.pgas.mpi.inside.Types;

/**
 * A send that leaves its data where it is until a receive has met the message.
 *
 * <pre>
 * field                     writer                              reader            order
 * memory, type, bytes       the thread that makes the call      running it        before it is in the engine's table
 * receive, place            the handler of the wish             running it        the lock of the engine
 * position, isPut           one thread at a time, in goOn       the same          that of Work
 * </pre>
 */
final class Send extends Operation {
    /** Pieces of one {@link #goOn}: between them this rank takes in messages. */
    private static final int MOST_PIECES = 16;

    private final int rank;
    private final int tag;

    /** The receiver's rank in the job. */
    private final int peer;
    private final MemorySegment memory;
    private final long offset;
    private final long count;
    private final Datatype type;
    private final long bytes;
    private final boolean isDense;

    /** What ends with it; null if nothing does. */
    private BufferedSends.Part part;

    private final int[] arguments = new int[Protocol.OFFER_ARGUMENTS];

    /** The receiver's number of the receive, and where that has its memory. */
    private long receive;
    private long place;

    /** So many bytes of packed data are on their way. */
    private long position;

    private boolean isPut;

    /** Of memory that was checked, to a rank of the communicator. */
    Send(Channel channel, TypedMemory elements, Datatype type, int rank, int tag) {
        begin(channel);
        this.rank = rank;
        this.tag = tag;
        this.peer = channel.peer(rank);
        this.memory = elements.memory();
        this.offset = elements.base();
        this.count = elements.count();
        this.type = type;
        long dense = Types.denseRun(type, count);
        this.isDense = dense != Types.NONE;
        this.bytes = isDense ? dense : Types.dataBytes(type, count);
    }

    /** Gives {@code ended} back when it is over. Before {@link #offer}. */
    void with(BufferedSends.Part ended) {
        part = ended;
    }

    /** Tells the receiver of it; waits while the way to that is full. */
    void offer() {
        Engine engine = channel.engine;
        arguments[0] = channel.leader;
        arguments[1] = channel.number;
        arguments[2] = channel.rank;
        arguments[3] = tag;
        Protocol.put(arguments, 4, engine.addSend(this));
        Protocol.put(arguments, 6, bytes);
        Protocol.put(arguments, 8, isDense ? engine.place(memory, offset, peer) : Protocol.SCATTERED);
        engine.messages().requestShort(peer, Protocol.OFFER, arguments, Protocol.OFFER_ARGUMENTS);
    }

    /** By the handler of the wish, under the lock of the engine. */
    void wished(long newReceive, long newPlace) {
        receive = newReceive;
        place = newPlace;
    }

    /** By the handler: nothing of it is needed any more. Under the lock of the engine. */
    void taken() {
        over();
    }

    private void over() {
        if (part != null) {
            part.free();
            part = null;
        }
        complete();
    }

    @Override
    boolean isReachable() {
        return memory.isAccessibleBy(Thread.currentThread());
    }

    @Override
    boolean goOn() {
        boolean isSent = place >= 0 ? put() : sendPieces();
        if (isSent) {
            channel.engine.end(this::over);
        }
        return isSent;
    }

    private boolean put() {
        Engine engine = channel.engine;
        if (!isPut) {
            Rma rma = engine.rma;
            rma.put(peer, place, memory, offset, bytes);
            isPut = true;
        }
        Protocol.put(arguments, 0, receive);
        return engine.messages().tryRequestShort(peer, Protocol.LANDED, arguments, Protocol.LANDED_ARGUMENTS);
    }

    private boolean sendPieces() {
        Engine engine = channel.engine;
        for (int piece = 0; piece < MOST_PIECES && position < bytes; piece++) {
            long length = Math.min(engine.pieceBytes(), bytes - position);
            MemorySegment source = memory;
            long from = offset + position;
            if (!isDense) {
                source = engine.packed();
                from = 0;
                Types.pack(new TypedMemory(type, count, memory, offset), position, source, 0, length);
            }
            Protocol.put(arguments, 0, receive);
            Protocol.put(arguments, 2, position);
            if (!engine.messages().tryRequestMedium(peer, Protocol.PIECE, source, from, length, LocalCompletion.NOW,
                    arguments, Protocol.PIECE_ARGUMENTS)) {
                return false;
            }
            position += length;
        }
        return position == bytes;
    }

    @Override
    void cancelOperation() {
        // its receiver knows of it
    }

    @Override
    void tell(Status status) {
        if (status != null) {
            status.setEmpty(false);
        }
    }

    @Override
    public int[] missing() {
        return isMet() ? NOBODY : new int[]{peer};
    }

    @Override
    public String describe() {
        return "a receive by rank " + rank + " of " + channel + " of a message of " + bytes + " bytes with tag " + tag;
    }
}
