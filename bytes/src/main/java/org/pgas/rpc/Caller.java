package org.pgas.rpc;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

import net.openhft.chronicle.bytes.Bytes;
import org.pgas.ErrorCode;
import org.pgas.Payload;
import org.pgas.PeerLostException;
import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.Token;
import org.pgas.bytes.TypeRegistry;
import org.pgas.refusal.Refusals;
import org.pgas.team.TeamCore;
import org.pgas.wait.SharedCondition;

/**
 * The caller's side: sends calls, takes in their results, and completes futures.
 *
 * <pre>
 * field     writer                            reader             order
 * lastLook  threads that look for lost ranks  the same           CAS
 * closed    the thread that closes            threads that call  volatile; before the look at futures, as Peer.failure
 * </pre>
 */
final class Caller {
    static final long UNLIMITED = -1;

    private static final int[] NOBODY = {};

    /** How often it is looked whether a rank that owes a result has left. */
    private static final long LOOK_NANOS = 10_000_000;

    /** More than the messages that a rank may have left behind: others may go on sending for ever. */
    private static final int MOST_POLLS = 1 << 14;

    private final Team team;
    private final Refusals refusals;
    private final TypeRegistry types;
    private final Peers peers;
    private final int mostBytes;
    private final Buffer.Pool buffers = new Buffer.Pool();

    /** Of the handler that runs. */
    private final Buffer taken = new Buffer();

    /** Calls that have got their results, for threads that poll to complete them. */
    private final CallQueue results;

    private final AtomicLong lastLook = new AtomicLong(System.nanoTime());
    private volatile boolean closed;

    Caller(Team team, TypeRegistry types, Peers peers, int mostBytes) {
        this.team = team;
        this.refusals = Refusals.of(team.job().rank());
        this.types = types;
        this.peers = peers;
        this.mostBytes = mostBytes;
        results = new CallQueue(peers.size() << Protocol.SLOT_BITS);
    }

    /** Refuses {@code call} after the close, in a restricted context, and to no rank of the team. */
    Peer begin(String call, int rank) {
        TeamCore.of(team).begin(call);
        if (rank < 0 || rank >= peers.size()) {
            throw refusals.bad(call, "rank " + rank + " is outside 0.." + (peers.size() - 1) + " of the team");
        }
        if (closed) {
            throw refusals.error(ErrorCode.NOT_INITIALIZED, call, "this Rpc was closed here");
        }
        return peers.get(rank);
    }

    /**
     * Sends a call: of {@code first} if it has one value, of {@code all} otherwise. False, with nothing done, if it had
     * to wait and may not.
     *
     * @param future null for a cast
     */
    boolean send(String call, Peer peer, RemoteFuture<?> future, String function, long number, Object first,
            Object[] all, int count, boolean waits) {
        Buffer buffer = buffers.take();
        try {
            write(call, peer, function, buffer, first, all, count);
            int slot = peer.failure() == null ? peer.takeSlot() : Peer.NONE;
            if (slot == Peer.NONE && peer.failure() == null) {
                if (!waits) {
                    return false;
                }
                slot = awaitSlot(call, function, peer);
            }
            if (slot == Peer.NONE) {
                throw peer.failure() == null ? closedMeanwhile(call, function, peer) : peer.failure();
            }
            if (closed) {
                // looked at after the slot was taken: the thread that closes stores it and then looks at the slots, and
                // nothing may be sent after that
                peer.giveSlot(slot);
                throw closedMeanwhile(call, function, peer);
            }
            peer.future(slot, future);
            if (!send(peer, slot, Protocol.first(slot, future == null ? Protocol.CAST : 0, count), number, buffer,
                    waits)) {
                return false;
            }
            if (future != null) {
                endIfTooLate(call, function, peer, future);
            }
            return true;
        } catch (PeerLostException e) {
            if (future == null) {
                throw e;
            }
            future.completeExceptionally(e);
            return true;
        } finally {
            buffers.give(buffer);
        }
    }

    /**
     * Ends the future itself if the close, or the thread that found the rank gone, may have looked at the call's slot
     * before the future was there.
     */
    private void endIfTooLate(String call, String function, Peer peer, RemoteFuture<?> future) {
        if (closed) {
            future.completeExceptionally(closedMeanwhile(call, function, peer));
        }
        PgasException lost = peer.failure();
        if (lost != null) {
            future.completeExceptionally(lost);
        }
    }

    private void write(String call, Peer peer, String function, Buffer buffer, Object first, Object[] all, int count) {
        Bytes<?> out = buffer.empty(mostBytes);
        int at = 0;
        try {
            if (count == 1) {
                types.write(first, out);
            } else {
                for (; at < count; at++) {
                    types.write(all[at], out);
                }
            }
        } catch (PgasException e) {
            throw refusals.error(e.code(), called(call, function, peer),
                    "value " + at + " of " + count + ": " + e.getMessage() + (e.code() == ErrorCode.RESOURCE
                            ? ": a call's values take at most " + mostBytes + " bytes (Rpc.Builder.mostBytes)"
                            : ""),
                    e);
        }
    }

    /** Gives the slot back if not even the first message was sent. */
    private static boolean send(Peer peer, int slot, int first, long number, Buffer buffer, boolean waits) {
        int total = buffer.size();
        int sent = peer.part(total);
        boolean begun = false;
        try {
            if (waits) {
                peer.sendCall(first, number, total, buffer.segment(), sent);
                begun = true;
            } else {
                begun = peer.trySendCall(first, number, total, buffer.segment(), sent);
            }
        } finally {
            if (!begun) {
                peer.future(slot, null);
                peer.giveSlot(slot);
            }
        }
        if (!begun) {
            return false;
        }
        while (sent < total) {
            int part = peer.part(total - sent);
            peer.sendMore(slot, sent, buffer.segment(), part);
            sent += part;
        }
        return true;
    }

    private int awaitSlot(String call, String function, Peer peer) {
        int[] slot = {Peer.NONE};
        TeamCore.of(team).await(new SharedCondition() {
            @Override
            public boolean isMet() {
                if (slot[0] == Peer.NONE && peer.failure() == null && !closed) {
                    slot[0] = peer.takeSlot();
                }
                return slot[0] != Peer.NONE || peer.failure() != null || closed;
            }

            @Override
            public int[] needed() {
                return NOBODY;
            }

            @Override
            public String describe() {
                return call + " of '" + function + "': the end of one of the calls that are under way to rank "
                        + peer.rank;
            }
        });
        return slot[0];
    }

    private PgasException closedMeanwhile(String call, String function, Peer peer) {
        return refusals.error(ErrorCode.NOT_INITIALIZED, called(call, function, peer),
                "this Rpc was closed here while the call was under way");
    }

    private static String called(String call, String function, Peer peer) {
        return call + " of '" + function + "' on rank " + peer.rank;
    }

    // Handlers

    /** The first part of a result, or all of it. */
    void result(Token token, Payload payload) {
        int first = token.argument(0);
        int total = token.argument(1);
        Peer peer = peers.ofJobRank(token.sourceRank());
        int slot = Protocol.slot(first);
        if (peer == null || !peer.isTaken(slot) || total < payload.bytes() || total > limit()) {
            return;
        }
        if (total == payload.bytes()) {
            payload.copyTo(0, taken.segment(total), 0, total);
            arrived(peer, first, taken.reader(total));
            return;
        }
        Parts parts = new Parts(total, first);
        parts.add(0, payload);
        peer.parts(slot, parts);
    }

    /** A failure has room even where few bytes are allowed. */
    private int limit() {
        return Math.max(mostBytes, Failures.MOST_BYTES);
    }

    /** A further part of a result. */
    void rest(Token token, Payload payload) {
        Peer peer = peers.ofJobRank(token.sourceRank());
        int slot = Protocol.slot(token.argument(0));
        Parts parts = peer == null || !peer.isTaken(slot) ? null : peer.parts(slot);
        if (parts == null || !parts.add(token.argument(1), payload)) {
            return;
        }
        if (parts.isComplete()) {
            peer.parts(slot, null);
            arrived(peer, parts.first, parts.reader());
        }
    }

    private void arrived(Peer peer, int first, Bytes<?> in) {
        int slot = Protocol.slot(first);
        RemoteFuture<?> future = peer.future(slot);
        if (future == null) {
            if (Protocol.flags(first) == Protocol.DONE) {
                peer.giveSlot(slot);
            }
            return;
        }
        Object value = null;
        Throwable failure = null;
        try {
            switch (Protocol.flags(first)) {
                case Protocol.VALUE -> value = types.read(in);
                case Protocol.THROWN -> failure = thrown(future, peer, Failures.read(in));
                default -> failure = refused(future, in);
            }
        } catch (RuntimeException | StackOverflowError e) {
            failure = refusals.bad(future.describe(), "its result cannot be read: " + Failures.messageOf(e), e);
        }
        if (future.arrived(value, failure)) {
            results.put(peer.rank << Protocol.SLOT_BITS | slot);
        }
    }

    private RemoteCallException thrown(RemoteFuture<?> future, Peer peer, RemoteCause cause) {
        return new RemoteCallException(refusals + future.describe() + ": it threw " + cause, peer.rank,
                future.function(), cause);
    }

    private PgasException refused(RemoteFuture<?> future, Bytes<?> in) {
        int code = in.readInt();
        ErrorCode[] codes = ErrorCode.values();
        return refusals.error(codes[Math.clamp(code, 0, codes.length - 1)], future.describe(),
                "refused there: " + in.readUtf8());
    }

    // Threads that poll

    /** Completes futures that have got their results; says whether there was one. */
    boolean completeSome() {
        int number = results.take();
        if (number == CallQueue.EMPTY) {
            return false;
        }
        do {
            Peer peer = peers.get(number >> Protocol.SLOT_BITS);
            int slot = number & Protocol.SLOTS - 1;
            RemoteFuture<?> future = peer.future(slot);
            peer.future(slot, null);
            peer.giveSlot(slot);
            future.finish();
            number = results.take();
        } while (number != CallQueue.EMPTY);
        return true;
    }

    /** Waits, taking in messages; false when the time is up before. */
    boolean await(String call, SharedCondition condition, long nanos) {
        TeamCore.of(team).begin(call);
        if (nanos == UNLIMITED) {
            TeamCore.of(team).await(condition);
            return true;
        }
        return TeamCore.of(team).await(condition, nanos);
    }

    void poll() {
        team.job().poll();
    }

    <T> T await(CompletableFuture<T> future) {
        if (future instanceof RemoteFuture<T> || future.isDone()) {
            return future.join();
        }
        await("Rpc.await", new SharedCondition() {
            @Override
            public boolean isMet() {
                return future.isDone();
            }

            @Override
            public int[] needed() {
                return NOBODY;
            }

            @Override
            public String describe() {
                return "Rpc.await of " + future;
            }
        }, UNLIMITED);
        return future.join();
    }

    // Ends

    /** Whether a call or cast is under way: its slot is taken. After the close, only those begun before it. */
    boolean hasCalls() {
        return peers.all().stream().anyMatch(Peer::hasCalls);
    }

    /**
     * Fails the calls to ranks that have left the job, and gives up results for them. Now and then; one thread at a
     * time begins a look. It holds nothing while it takes in messages: a function that runs then may wait for a rank
     * that has left, and has to find out itself.
     */
    void lookForLostPeers() {
        long now = System.nanoTime();
        long last = lastLook.get();
        if (now - last < LOOK_NANOS || !lastLook.compareAndSet(last, now)) {
            return;
        }
        for (Peer peer : peers.all()) {
            if (peer.failure() == null && peer.isWaitedFor() && peer.jobRank != team.job().rank()) {
                look(peer);
            }
        }
    }

    /** By several threads at once, at worst: to fail a peer twice does no harm. */
    private void look(Peer peer) {
        SharedCondition answers = new SharedCondition() {
            @Override
            public boolean isMet() {
                return !peer.isWaitedFor();
            }

            @Override
            public int[] needed() {
                return new int[]{peer.jobRank};
            }

            @Override
            public String describe() {
                return Caller.this.describe(peer);
            }
        };
        try {
            TeamCore.of(team).checkNeeded(answers);
            return;
        } catch (PeerLostException e) {
            // it has left: what it sent before is in the rings already, and is taken in first
        }
        for (int polls = 0; polls < MOST_POLLS && team.job().poll() > 0; polls++) {
            Thread.onSpinWait();
        }
        try {
            TeamCore.of(team).checkNeeded(answers);
        } catch (PeerLostException e) {
            peer.fail(e);
            failAll(peer, e);
        }
    }

    private String describe(Peer peer) {
        for (int slot = 0; slot < Protocol.SLOTS; slot++) {
            RemoteFuture<?> future = peer.future(slot);
            if (future != null) {
                return future.describe();
            }
        }
        return peer.hasCalls() ? "a cast to rank " + peer.rank : "room for a result to rank " + peer.rank;
    }

    private static void failAll(Peer peer, PgasException why) {
        for (int slot = 0; slot < Protocol.SLOTS; slot++) {
            RemoteFuture<?> future = peer.future(slot);
            if (future != null) {
                future.completeExceptionally(why);
            }
        }
    }

    /** Later calls are refused, those under way fail. */
    void close() {
        closed = true;
        for (Peer peer : peers.all()) {
            for (int slot = 0; slot < Protocol.SLOTS; slot++) {
                RemoteFuture<?> future = peer.future(slot);
                if (future != null) {
                    future.completeExceptionally(closedMeanwhile("Rpc.call", future.function(), peer));
                }
            }
        }
    }
}
