package org.pgas.mpi.comm;

import java.lang.foreign.MemorySegment;

import org.pgas.HandlerSafeLock;
import org.pgas.PgasException;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.inside.TypedMemory;
import org.pgas.mpi.inside.Types;
import org.pgas.rank.PublicCall;
import org.pgas.wait.Awaited;

/**
 * Messages in one context of a communicator: those of the program, of its collective calls, or of how communicators are
 * made. What is sent through one is met by receives through the same one alone. Its calls check no arguments but memory
 * where they say so, and know no {@link Mpi#PROC_NULL}.
 */
final class Channel {
    /** The uses that a communicator makes of its messages. */
    static final int PROGRAM = 0;
    static final int COLLECTIVE = 1;
    static final int MAKING = 2;
    static final int MAKING_OF_GROUPS = 3;

    private static final int USES = 4;

    final Engine engine;

    /** With the number, what messages name the context by. */
    final int leader;
    final int number;

    /** This rank in the communicator. */
    final int rank;

    private final Comm comm;
    private final int[] members;
    private final Matching matching;

    /** @param members by rank the job rank; null if these are the same */
    Channel(Comm comm, CommId id, int[] members, int rank, int use) {
        this.comm = comm;
        this.engine = comm.engine();
        this.leader = id.leader();
        this.number = id.number() * USES + use;
        this.members = members;
        this.rank = rank;
        this.matching = engine.context(key());
    }

    private long key() {
        return Contexts.key(leader, number);
    }

    /** Forgets the context, once every member has done with it. */
    void free() {
        engine.removeContext(key());
    }

    /** The job rank of a member. */
    int peer(int member) {
        return members == null ? member : members[member];
    }

    /** The error that an argument is not legal, as the error handler has it. */
    PgasException bad(String what) {
        PgasException error = engine.refusals.bad(PublicCall.current(), what);
        raised(error);
        return error;
    }

    /** After the communicator's error handler has had it. */
    RuntimeException raised(RuntimeException error) {
        if (error instanceof PgasException refusal) {
            comm.errorHandler().handle(comm, refusal);
        }
        return error;
    }

    /** Refuses what data cannot be taken from. */
    void checkSource(MemorySegment memory, long offset, long count, Datatype type) {
        check("send", memory, offset, count, type);
    }

    /** Refuses what data cannot be written to. */
    void checkTarget(MemorySegment memory, long offset, long count, Datatype type) {
        check("receive", memory, offset, count, type);
        if (memory != null && memory.isReadOnly()) {
            throw bad("the memory to receive into is read-only");
        }
        if (Types.denseRun(type, count) == Types.NONE) {
            String overlap = Types.overlap(type, "receive", count);
            if (overlap != null) {
                throw bad(overlap);
            }
        }
    }

    private void check(String role, MemorySegment memory, long offset, long count, Datatype type) {
        if (type == null) {
            throw bad("the " + role + " datatype is null: give one of the constants of Datatype, or a committed type");
        }
        long dense = Types.denseRun(type, count);
        if (dense >= 0 && (memory == null ? dense == 0 : offset >= 0 && offset <= memory.byteSize() - dense)) {
            return;
        }
        String refusal = Types.refusal(type, role, count);
        if (refusal != null) {
            throw bad(refusal);
        }
        if (memory == null) {
            if (Types.dataBytes(type, count) == 0) {
                return;
            }
            throw bad("the " + role + " memory is null: legal with no elements only");
        }
        long low = offset + Types.lowest(type, count);
        long high = offset + Types.highest(type, count);
        if (offset < 0 || low < 0 || high > memory.byteSize()) {
            throw bad(count + " of " + type + " at offset " + offset + " are bytes " + low + ".." + (high - 1)
                    + " of the " + role + " memory, which has " + memory.byteSize()
                    + " bytes: give a larger one, or fewer elements");
        }
    }

    /** Sends, and returns when that is done as the mode says. */
    void send(SendMode mode, MemorySegment memory, long offset, long count, Datatype type, int dest, int tag) {
        Send send = begin(mode, memory, offset, count, type, dest, tag);
        if (send == null) {
            engine.poll();
        } else {
            send.await(null);
        }
    }

    /** Begins to send. May wait while the way to the receiver is full. */
    MessageRequest isend(SendMode mode, MemorySegment memory, long offset, long count, Datatype type, int dest,
            int tag) {
        Send send = begin(mode, memory, offset, count, type, dest, tag);
        engine.poll();
        return send == null ? engine.sent : send;
    }

    /** Null if nothing is left to do for the sender. */
    private Send begin(SendMode mode, MemorySegment memory, long offset, long count, Datatype type, int dest,
            int tag) {
        long dense = Types.denseRun(type, count);
        long bytes = dense >= 0 ? dense : Types.dataBytes(type, count);
        int peer = peer(dest);
        MemorySegment source = memory == null ? MemorySegment.NULL : memory;
        if (mode != SendMode.SYNCHRONOUS && bytes <= engine.eagerBytes() && engine.credits.take(peer, bytes)) {
            if (dense >= 0) {
                engine.messages().requestMedium(peer, Protocol.EAGER, source, offset, bytes, leader, number, rank, tag);
            } else {
                sendPacked(new TypedMemory(type, count, source, offset), bytes, peer, tag);
            }
            return null;
        }
        TypedMemory elements = new TypedMemory(type, count, source, offset);
        if (mode != SendMode.BUFFERED) {
            Send send = new Send(this, elements, type, dest, tag);
            send.offer();
            return send;
        }
        BufferedSends.Part part = engine.buffered.pack(this, elements, bytes);
        Send send = new Send(this, new TypedMemory(Datatype.BYTE, bytes, part.memory(), part.start), Datatype.BYTE,
                dest, tag);
        send.with(part);
        send.offer();
        return null;
    }

    /** A copy of the data, packed, of any thread. */
    MemorySegment packed(MemorySegment memory, long offset, long count, Datatype type) {
        long bytes = Types.dataBytes(type, count);
        MemorySegment packed = MemorySegment.ofArray(new long[Math.toIntExact(Math.ceilDiv(bytes, Long.BYTES))])
                .asSlice(0, bytes);
        if (bytes > 0) {
            Types.pack(new TypedMemory(type, count, memory, offset), 0, packed, 0, bytes);
        }
        return packed;
    }

    private void sendPacked(TypedMemory elements, long bytes, int peer, int tag) {
        MemorySegment packed;
        try (HandlerSafeLock.Held _ = engine.lock.hold()) {
            packed = engine.pool.memory((int) bytes);
        }
        Types.pack(elements, 0, packed, 0, bytes);
        engine.messages().requestMedium(peer, Protocol.EAGER, packed, 0, bytes, leader, number, rank, tag);
        try (HandlerSafeLock.Held _ = engine.lock.hold()) {
            engine.pool.giveBack(packed);
        }
    }

    /** Receives into memory that was checked. {@code status} may be null. */
    void recv(MemorySegment memory, long offset, long count, Datatype type, int source, int tag, Status status) {
        Receive receive;
        Early early;
        try (HandlerSafeLock.Held _ = engine.lock.hold()) {
            receive = engine.spare();
            receive.into(this, memory, offset, count, type);
            early = post(receive, source, tag);
        }
        finish(receive, early, status);
    }

    /** Begins to receive into memory that was checked. */
    MessageRequest irecv(MemorySegment memory, long offset, long count, Datatype type, int source, int tag) {
        Receive receive = new Receive();
        receive.into(this, memory, offset, count, type);
        Early early;
        try (HandlerSafeLock.Held _ = engine.lock.hold()) {
            early = post(receive, source, tag);
        }
        if (early != null) {
            meet(receive, early);
        }
        engine.poll();
        return receive;
    }

    /** Receives a message that a probe has taken out. */
    void recvEarly(Early early, MemorySegment memory, long offset, long count, Datatype type, Status status) {
        Receive receive;
        try (HandlerSafeLock.Held _ = engine.lock.hold()) {
            receive = engine.spare();
        }
        receive.into(this, memory, offset, count, type);
        receive.from(early.source, early.tag);
        finish(receive, early, status);
    }

    /** Begins to receive a message that a probe has taken out. */
    MessageRequest irecvEarly(Early early, MemorySegment memory, long offset, long count, Datatype type) {
        Receive receive = new Receive();
        receive.into(this, memory, offset, count, type);
        receive.from(early.source, early.tag);
        meet(receive, early);
        engine.poll();
        return receive;
    }

    /** The message that it meets at once; null if it waits for one now. Under the lock. */
    private Early post(Receive receive, int source, int tag) {
        receive.from(source, tag);
        Early early = matching.unexpected.take(source, tag);
        if (early == null) {
            matching.posted.add(receive);
        }
        return early;
    }

    /** Not under the lock. */
    private void meet(Receive receive, Early early) {
        if (early.data != null) {
            receive.land(early);
            engine.giveBack(early);
            return;
        }
        int[] answer = new int[Protocol.WISH_ARGUMENTS];
        int peer = early.peer;
        int handler = receive.meet(early, answer);
        engine.giveBack(early);
        if (handler != Protocol.NOTHING) {
            engine.messages().requestShort(peer, handler, answer, Protocol.arguments(handler));
        }
    }

    private void finish(Receive receive, Early early, Status status) {
        if (early != null) {
            meet(receive, early);
        }
        if (receive.isMet()) {
            engine.poll();
        } else {
            awaitPosted(receive);
        }
        try {
            receive.end(status);
        } finally {
            engine.giveBack(receive);
        }
    }

    /** Waits for a receive. When the call fails, no message meets the receive any more. */
    private void awaitPosted(Receive receive) {
        try {
            engine.await(receive);
        } catch (RuntimeException e) {
            cancel(receive);
            throw e;
        }
    }

    /** Takes back a receive that nothing has met; says whether it was so. */
    boolean cancel(Receive receive) {
        try (HandlerSafeLock.Held _ = engine.lock.hold()) {
            boolean isPosted = receive.isPosted;
            if (isPosted) {
                matching.posted.remove(receive);
            }
            return isPosted;
        }
    }

    /** Whether such a receive would be met at once; fills {@code status} then, which may be null. */
    boolean iprobe(int source, int tag, Status status) {
        engine.poll();
        return found(source, tag, status);
    }

    private boolean found(int source, int tag, Status status) {
        try (HandlerSafeLock.Held _ = engine.lock.hold()) {
            Early early = matching.unexpected.find(source, tag);
            if (early != null && status != null) {
                status.set(early.source, early.tag, early.bytes);
            }
            return early != null;
        }
    }

    void probe(int source, int tag, Status status) {
        // another thread may receive what the wait has found
        while (!iprobe(source, tag, status)) {
            engine.await(new Probe(this, source, tag));
        }
    }

    /** Takes out the message that such a receive would meet; null if there is none. */
    Early improbe(int source, int tag, Status status) {
        engine.poll();
        return take(source, tag, status);
    }

    private Early take(int source, int tag, Status status) {
        try (HandlerSafeLock.Held _ = engine.lock.hold()) {
            Early early = matching.unexpected.take(source, tag);
            if (early != null && status != null) {
                status.set(early.source, early.tag, early.bytes);
            }
            return early;
        }
    }

    Early mprobe(int source, int tag, Status status) {
        Early early = improbe(source, tag, status);
        while (early == null) {
            engine.await(new Probe(this, source, tag));
            early = take(source, tag, status);
        }
        return early;
    }

    /** The name of the communicator, for messages. */
    @Override
    public String toString() {
        return comm.toString();
    }

    /** That there is a message which such a receive meets. */
    private record Probe(Channel channel, int source, int tag) implements Awaited {
        @Override
        public boolean isMet() {
            return channel.found(source, tag, null);
        }

        @Override
        public int[] missing() {
            return source == Mpi.ANY_SOURCE ? NOBODY : new int[]{channel.peer(source)};
        }

        @Override
        public String describe() {
            return "a message of " + (source == Mpi.ANY_SOURCE ? "any rank" : "rank " + source) + " of " + channel
                    + " to probe" + (tag == Mpi.ANY_TAG ? "" : ", with tag " + tag);
        }
    }
}
