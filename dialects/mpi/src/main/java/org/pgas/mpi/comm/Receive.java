package org.pgas.mpi.comm;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

import org.pgas.Payload;
import org.pgas.memory.SharedMemory;
import org.pgas.message.PayloadCore;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.inside.TypedMemory;
import org.pgas.mpi.inside.Types;

/**
 * A receive. It waits among the {@link Posted}, is met by a message, gets its data, and is over. Those of blocking
 * calls are used again.
 *
 * <pre>
 * field                 writer                            reader               order
 * wanted, memory, type  the thread that makes the call    filling thread       before it is posted: the engine's lock
 * links, isPosted       under the lock of the engine      the same             the lock
 * what has come         taker out of Posted               a waiter             before over, in Operation
 * missing, kept         handlers, one at a time           a waiter (kept)      before over, in Operation
 * isTaken               one thread at a time, in goOn     the same             that of Work
 * </pre>
 */
final class Receive extends Operation {
    int wantedSource;
    int wantedTag;

    /** Of {@link Posted}. */
    long serial;
    boolean isPosted;
    Receive previous;
    Receive next;

    private Datatype type;
    private long count;
    private MemorySegment memory;
    private long offset;

    /** Bytes of data that it has room for. */
    private long room;

    /** Whether that is one run from {@link #offset} on. */
    private boolean isDense;

    private boolean isCancelled;
    private int source;
    private int tag;
    private long bytes;

    /** Of a message that was offered: its sender, its number there, and where its data lies. */
    private int peer;
    private long send;
    private long place;

    /** Number of this receive, for pieces. */
    private long number;

    private long missing;

    /** Whether the data was got from where it lies. */
    private boolean isTaken;

    /** For {@link #goOn}. */
    private final int[] arguments = new int[Protocol.TAKEN_ARGUMENTS];

    /** What a handler could not put into memory of a confined arena; null if there is nothing. */
    private List<Kept> kept;

    private record Kept(long position, byte[] data) {}

    /** Makes it a receive into memory that was checked. */
    void into(Channel newChannel, MemorySegment newMemory, long newOffset, long newCount, Datatype newType) {
        begin(newChannel);
        memory = newMemory == null ? MemorySegment.NULL : newMemory;
        offset = newOffset;
        count = newCount;
        type = newType;
        long dense = Types.denseRun(newType, newCount);
        isDense = dense != Types.NONE;
        room = isDense ? dense : Types.dataBytes(newType, newCount);
        isCancelled = false;
        isTaken = false;
        kept = null;
    }

    void from(int newSource, int newTag) {
        wantedSource = newSource;
        wantedTag = newTag;
    }

    boolean meets(int messageSource, int messageTag) {
        return (wantedSource == messageSource || wantedSource == Mpi.ANY_SOURCE)
                && (wantedTag == messageTag || wantedTag == Mpi.ANY_TAG);
    }

    /** No call has a use for it any more. */
    void forget() {
        memory = null;
        type = null;
        kept = null;
    }

    private void met(int newSource, int newTag, long newBytes) {
        source = newSource;
        tag = newTag;
        bytes = newBytes;
    }

    /** By a handler: the message that has met it, whole. */
    void deliver(int newSource, int newTag, Payload data) {
        met(newSource, newTag, data.bytes());
        if (bytes <= room) {
            put(0, data);
        }
        complete();
    }

    /** By the thread of the call: the data of a message that had come before. */
    void land(Early early) {
        met(early.source, early.tag, early.bytes);
        if (bytes <= room) {
            put(0, early.data, bytes);
        }
        complete();
    }

    private void put(long position, Payload data) {
        int length = data.bytes();
        if (length == 0) {
            return;
        }
        if (!isReachable()) {
            kept = kept == null ? new ArrayList<>() : kept;
            kept.add(new Kept(position, data.toByteArray()));
        } else if (isDense) {
            data.copyTo(0, memory, offset + position, length);
        } else {
            // from where it arrived
            Types.unpack(elements(), position, SharedMemory.everything(), PayloadCore.of(data).at(0, length), length);
        }
    }

    private void put(long position, MemorySegment data, long length) {
        if (isDense) {
            SharedMemory.copy(data, 0, memory, offset + position, length);
        } else {
            Types.unpack(elements(), position, data, 0, length);
        }
    }

    private TypedMemory elements() {
        return new TypedMemory(type, count, memory, offset);
    }

    /**
     * A message that is offered has met it. Answers the message for its sender, with its arguments in {@code answer},
     * or {@link Protocol#NOTHING} if this goes on first. Not under the lock of the engine, which it takes.
     *
     * @param offer what is in it of the offer is copied
     */
    int meet(Early offer, int[] answer) {
        met(offer.source, offer.tag, offer.bytes);
        peer = offer.peer;
        send = offer.send;
        place = offer.place;
        Protocol.put(answer, 0, send);
        if (bytes > room || bytes == 0) {
            complete();
            return Protocol.TAKEN;
        }
        Engine engine = channel.engine;
        if (place >= 0 && isDense) {
            engine.goOnWith(this);
            return Protocol.NOTHING;
        }
        missing = bytes;
        number = engine.addReceive(this);
        Protocol.put(answer, 2, number);
        boolean isPut = isDense && place == Protocol.PRIVATE;
        Protocol.put(answer, 4, isPut ? engine.place(memory, offset, peer) : Protocol.PRIVATE);
        return Protocol.WISH;
    }

    /** By a handler: a piece of the data, wherever it begins. Says whether it is one. */
    boolean piece(long position, Payload data) {
        int length = data.bytes();
        if (position < 0 || length > missing || position > bytes - length) {
            return false;
        }
        put(position, data);
        missing -= length;
        if (missing == 0) {
            channel.engine.removeReceive(number);
            complete();
        }
        return true;
    }

    /** By a handler: all data is in its memory. */
    void landed() {
        channel.engine.removeReceive(number);
        complete();
    }

    @Override
    boolean isReachable() {
        return memory.isAccessibleBy(Thread.currentThread());
    }

    /** Gets the data from its sender's segment, and tells that. */
    @Override
    boolean goOn() {
        Engine engine = channel.engine;
        if (!isTaken) {
            engine.rma.get(memory, offset, peer, place, bytes);
            isTaken = true;
        }
        Protocol.put(arguments, 0, send);
        if (!engine.messages().tryRequestShort(peer, Protocol.TAKEN, arguments, Protocol.TAKEN_ARGUMENTS)) {
            return false;
        }
        complete();
        return true;
    }

    @Override
    void cancelOperation() {
        if (channel.cancel(this)) {
            isCancelled = true;
            complete();
        }
    }

    @Override
    void tell(Status status) {
        if (isCancelled) {
            if (status != null) {
                status.setEmpty(true);
            }
            return;
        }
        if (status != null) {
            status.set(source, tag, bytes);
        }
        if (bytes > room) {
            throw channel.bad("the message of rank " + source + " with tag " + tag + " has " + bytes
                    + " bytes, and the memory of the receive of rank " + channel.rank + " room for " + room
                    + " (" + count + " of " + type + "): the message is dropped; give more room, or probe before");
        }
        if (kept != null) {
            for (Kept each : kept) {
                put(each.position, MemorySegment.ofArray(each.data), each.data.length);
            }
            kept = null;
        }
    }

    @Override
    public int[] missing() {
        return wantedSource == Mpi.ANY_SOURCE || isMet() ? NOBODY : new int[]{channel.peer(wantedSource)};
    }

    @Override
    public String describe() {
        return "a message of " + (wantedSource == Mpi.ANY_SOURCE ? "any rank" : "rank " + wantedSource) + " of "
                + channel + (wantedTag == Mpi.ANY_TAG ? " with any tag" : " with tag " + wantedTag);
    }
}
