package org.pgas.hosts;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

import org.pgas.JobEndedException;
import org.pgas.PgasException;
import org.pgas.hosts.wire.Channel;
import org.pgas.hosts.wire.FrameReceiver;
import org.pgas.hosts.wire.Loss;
import org.pgas.hosts.wire.Wire;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.Bells;
import org.pgas.spi.Conduit;
import org.pgas.spi.JobEnd;
import org.pgas.spi.MessageHead;
import org.pgas.spi.MessageInbox;
import org.pgas.spi.MessageTransport;
import org.pgas.spi.Topology;

/**
 * All of this rank's ways to ranks that are no neighbours, and the polls of the wire. Nothing that comes is left on the
 * wire but what counts changes that have not come yet; so a thread that waits for room there waits for no call of the
 * peer's program.
 *
 * <pre>
 * field        writer               readers                  order
 * isPolled     threads that poll    any                      CAS from false / release
 * polls        threads of the rank  wire thread              plain: racy, only a guess depends on it
 * sends        threads that send    the same                 plain: racy, only when to poll depends on it
 * isServing    wire thread          threads that send        plain: exact for the wire thread, else only a guess
 * hasRefused   the polling thread   wire thread              volatile
 * hasLeftOne   the polling thread   the polling thread       isPolled
 * brokenSince  the polling thread   the polling thread       isPolled
 * pieces       threads that send    threads that send        the lock of Changes
 * </pre>
 */
final class Ways implements FrameReceiver {
    /** Frames in one poll. */
    private static final int BATCH = 64;

    private static final int MOST_BATCHES = 4;

    /** Longs in the head of a piece. */
    private static final int PIECE_LONGS = 3;

    /** Looks at a count that a neighbour is just raising, which copies at most a frame. */
    private static final int SPINS = 200;

    private static final int SENDS_BETWEEN_LOOKS = 64;

    /** Messages from one poll of threads that send to the next: what comes meanwhile is not held up. A power of two. */
    private static final int SENDS_BETWEEN_POLLS = 64;

    private static final int YIELDS = 2_000;
    private static final long PAUSE_NANOS = 100_000;

    /** For the death of a peer to be told by those that see processes, and know more of it. */
    private static final long PATIENCE_NANOS = 5_000_000_000L;

    private final int rank;
    private final int size;
    private final JobEnd end;
    private final Bells bells;
    private final Wire wire;
    private final Board board;
    private final Changes changes;

    /** By rank; null of this one and its neighbours. */
    private final Way[] ways;

    private final Way[] all;

    /** Pieces that were sent to each neighbourhood. */
    private final long[] pieces;

    private final AtomicBoolean isPolled = new AtomicBoolean();
    private int polls;
    private int sends;
    private boolean isServing;
    private volatile boolean hasRefused;

    /** Whether the poll of the wire that is under way has left a frame there. */
    private boolean hasLeftOne;

    private long brokenSince;

    /** Knows where the data of the core's own messages belong; null until it does. Racy: then they land later. */
    private MessageTransport.Landing core; // a thread that joins | polls | plain

    /** Past messages; null where the wire has none. */
    private Transfers transfers; // before anything is sent | any | plain

    /** How many of them the poll has seen done. */
    private long seenDone; // polls | polls | isPolled

    Ways(Conduit near, Topology topology, Wire wire, Board board, Changes changes) {
        rank = near.member().rank();
        size = near.member().size();
        end = near.end();
        bells = near.bells();
        this.wire = wire;
        this.board = board;
        this.changes = changes;
        ways = new Way[size];
        pieces = new long[topology.neighbourhoods()];
        int count = 0;
        for (int peer = 0; peer < size; peer++) {
            if (topology.neighbourhood(peer) != topology.neighbourhood(rank)) {
                ways[peer] = new Way(peer, rank, topology, size, wire, changes);
                count++;
            }
        }
        all = new Way[count];
        for (Way way : ways) {
            if (way != null) {
                all[--count] = way;
            }
        }
    }

    /** The way to a rank; null when it is this one or a neighbour. */
    Way to(int peer) {
        return ways[peer];
    }

    Way[] all() {
        return all;
    }

    /**
     * Sends a change to every rank that is there, also to one that leaves: others may count on it there. Waits for room
     * on the wire.
     *
     * @param isAhead whether nobody needs it before the next one
     */
    void sendToAll(long[] head, int longs, MemorySegment data, int bytes, boolean isAhead) {
        for (Way way : all) {
            head[2] = pieces[way.neighbourhood()];
            for (int tries = 1; way.loss() == null && !way.sendChange(head, longs, data, bytes, isAhead); tries++) {
                waitForRoom(way, tries);
            }
            way.waitsNoMore();
        }
    }

    private void waitForRoom(Way way, int tries) {
        way.waits();
        if (tries % SENDS_BETWEEN_LOOKS == 0) {
            end.checkRunning();
        }
        poll();
        pause(tries);
    }

    /**
     * Sends data to one rank of a neighbourhood: to {@code peer}, or to another when that leaves; to nobody when all
     * have left. Waits for room on the wire.
     */
    void sendPiece(int peer, long[] head, int longs, long address, int bytes) {
        int there = ways[peer].neighbourhood();
        head[1] = pieces[there] + 1;
        Way taker = taker(peer);
        for (int tries = 1; taker != null && !taker.sendPiece(head, longs, address, bytes); tries++) {
            waitForRoom(taker, tries);
            Way next = taker(peer);
            if (next != taker) {
                taker.waitsNoMore();
            }
            taker = next;
        }
        if (taker != null) {
            taker.waitsNoMore();
            pieces[there]++;
        }
    }

    private Way taker(int peer) {
        Way wanted = ways[peer];
        if (wanted.takesPieces()) {
            return wanted;
        }
        for (Way way : all) {
            if (way.neighbourhood() == wanted.neighbourhood() && way.takesPieces()) {
                return way;
            }
        }
        return null;
    }

    private static void pause(int tries) {
        if (tries < SPINS) {
            Thread.onSpinWait();
        } else if (tries < YIELDS) {
            Thread.yield();
        } else {
            park();
        }
    }

    /** Also of a thread that is interrupted, and stays so: it would not park, and look for room without a pause. */
    private static void park() {
        boolean interrupted = Thread.interrupted();
        LockSupport.parkNanos(PAUSE_NANOS);
        if (interrupted) {
            // the interrupt has left a permit, which ends one pause at once
            LockSupport.parkNanos(PAUSE_NANOS);
            Thread.currentThread().interrupt();
        }
    }

    /** Whether messages of a network have come and their handlers have not run yet. */
    boolean hasMessages(int network) {
        for (Way way : all) {
            if (!way.arrivals(network).isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Once; handlers are there. */
    void landBy(MessageTransport.Landing landing) {
        core = landing;
    }

    /** Once, before anything is sent; where the wire has such. */
    void transferBy(Transfers all) {
        transfers = all;
    }

    /** Whether transfers past messages have ended that were not told. */
    boolean areTransfersDone() {
        return transfers != null && transfers.isAnyDone();
    }

    /** Tells of these, as {@link MessageInbox#receive}. */
    int receiveDone(MessageInbox.Receiver receiver, int limit) {
        return transfers == null ? 0 : transfers.receive(receiver, limit);
    }

    /** How often threads of the rank have polled, about. */
    int polls() {
        return polls;
    }

    /** Whether the last poll left something on the wire for which no frame has to come. */
    boolean hasRefused() {
        return hasRefused;
    }

    /** Takes in what has come, unless another thread does; by a thread of the rank. */
    void poll() {
        polls++;
        pollOnce();
    }

    /** A message was sent, or found no room: a thread that sends many polls now and then. Not under a lock. */
    void tried() {
        if ((++sends & SENDS_BETWEEN_POLLS - 1) != 0) {
            return;
        }
        if (isServing) {
            pollOnce();
        } else {
            poll();
        }
    }

    /** Whether the wire's own thread sends answers, which tell nothing of the program. By that thread. */
    void serving(boolean on) {
        isServing = on;
    }

    /**
     * The same by the wire's own thread.
     *
     * @return whether sleepers were woken, of this rank or of others
     */
    boolean pollOnce() {
        // SYNC: polls of the wire
        if (!isPolled.compareAndSet(false, true)) {
            return false;
        }
        try {
            int taken = 0;
            boolean isMore;
            hasRefused = false;
            do {
                hasLeftOne = false;
                int more = wire.poll(this, BATCH);
                taken += more;
                // what was taken may be what was waited for by a frame that was refused before it
                isMore = more == BATCH || more > 0 && hasLeftOne;
            } while (isMore && taken < MOST_BATCHES * BATCH);
            hasRefused |= isMore;
            for (Way way : all) {
                settle(way);
            }
            look();
            boolean haveEnded = transfers != null && haveTransfersEnded();
            return (haveEnded || taken > 0) && wakeSleepers();
        } finally {
            // SYNC: polls of the wire
            isPolled.setRelease(false);
        }
    }

    /** Sends what a peer is owed: that it was heard, and how much of its messages was taken. */
    private void settle(Way way) {
        if (way.owesHeard() && isQuiet(way)) {
            way.sayHeard();
        }
        way.tellTaken();
    }

    /** Whether nothing of this rank is under way there past messages: a peer that were gone then would fail in it. */
    private boolean isQuiet(Way way) {
        return transfers == null || transfers.isQuiet(way.peer());
    }

    private boolean haveTransfersEnded() {
        long before = seenDone;
        seenDone = transfers.finished();
        return seenDone != before;
    }

    /** What came may be what neighbours wait for, or threads of this rank. */
    private boolean wakeSleepers() {
        // a sleeper says so, and then looks; here it was stored before, and is looked for behind the fence
        SharedMemory.fullFence();
        if (SharedMemory.getIntVolatile(bells.sleepersAddress()) == 0) {
            return false;
        }
        bells.ringAll();
        return true;
    }

    /** Ends the job because of a peer that is lost and has not left. */
    private void look() {
        boolean isBroken = false;
        for (Way way : all) {
            Loss loss = way.loss();
            String text = loss != null ? loss.text() : transfers == null ? null : transfers.lost(way.peer());
            if (text == null || way.isLeaving()) {
                continue;
            }
            if (loss != null && loss.cause() == Loss.Cause.HOSTILE) {
                throw fail(text);
            }
            isBroken = true;
            long now = System.nanoTime();
            if (brokenSince == 0) {
                brokenSince = now;
            } else if (now - brokenSince > PATIENCE_NANOS && !end.hasEnded()) {
                throw fail(text);
            }
        }
        if (!isBroken) {
            brokenSince = 0;
        }
    }

    private RuntimeException fail(String what) {
        throw end.fail("rank " + rank + ": " + what);
    }

    /** By the wire's thread, which goes on no more: the wire gives no means, or we have made a mistake. */
    void endJob(String why) {
        try {
            fail(why);
        } catch (JobEndedException e) {
            // as it should
        }
    }

    private RuntimeException hostile(int source) {
        throw fail("rank " + source + " has sent a frame over the wire that this library never writes");
    }

    @Override
    public boolean received(int source, Channel channel, long head, int longs, long data, int bytes) {
        Way way = ways[source];
        if (way == null || longs == 0 || channel != Channel.REPLIES) {
            throw hostile(source);
        }
        boolean isTaken = take(way, head, longs, data, bytes);
        way.came(isTaken, bytes);
        hasLeftOne |= !isTaken;
        return isTaken;
    }

    /**
     * Frames come on one channel, so nothing else of their rank reaches a ring while data are written there. The data
     * of messages are written to where they belong, where the core knows that, or to where they wait for their handler;
     * those of pieces to the memory of the neighbourhood. What is not legal is refused when it has come.
     */
    @Override
    public ByteBuffer place(int source, Channel channel, long head, int longs, int bytes) {
        Way way = ways[source];
        long first = longs == 0 ? 0 : SharedMemory.getLong(head);
        if (way == null || channel != Channel.REPLIES) {
            return null;
        }
        if (Frame.kind(first) == Frame.PIECE) {
            return placeOfPiece(source, head, longs, bytes);
        }
        return Frame.kind(first) == Frame.MESSAGE && isMessage(first, head, longs)
                ? placeOfMessage(way, first, head, bytes)
                : null;
    }

    /** Only of the piece that comes next: what the one before it brings might be for the same memory. */
    private ByteBuffer placeOfPiece(int source, long head, int longs, int bytes) {
        boolean isNext = longs == PIECE_LONGS && board.pieces(source) == SharedMemory.getLong(head + 8) - 1;
        return isNext ? changes.view(SharedMemory.getLong(head + 16), bytes) : null;
    }

    private ByteBuffer placeOfMessage(Way way, long first, long head, int bytes) {
        int source = way.peer();
        Arrivals arrivals = way.arrivals(Frame.network(first));
        ByteBuffer inRing = arrivals.place(bytes);
        ByteBuffer landing = inRing == null || core == null ? null
                : core.place(source, SharedMemory.getLong(head + 8), head + Frame.ARGUMENTS, bytes,
                        arrivals.haveOthersRun() && way.arrivals(Frame.SERVED).haveOthersRun());
        way.lands(landing != null);
        return landing != null ? landing : inRing;
    }

    @Override
    public void placed(int source, Channel channel, long head, int longs, int bytes) {
        Way way = ways[source];
        long first = SharedMemory.getLong(head);
        boolean isThere = Frame.kind(first) == Frame.PIECE || way.lands();
        long data = isThere ? 0 : way.arrivals(Frame.network(first)).placed(bytes);
        received(source, channel, head, longs, data, bytes);
    }

    private boolean take(Way way, long head, int longs, long data, int bytes) {
        int source = way.peer();
        long first = SharedMemory.getLong(head);
        int kind = Frame.kind(first);
        switch (kind) {
            case Frame.WORDS -> {
                return change(source, kind, head, longs == 4, data, bytes);
            }
            case Frame.ZEROS -> {
                return change(source, kind, head, longs == 5, data, bytes);
            }
            case Frame.PAGES -> {
                return change(source, kind, head, longs == 6, data, bytes);
            }
            case Frame.PIECE -> {
                return piece(source, head, longs == PIECE_LONGS, data, bytes);
            }
            case Frame.COUNTS -> {
                if (bytes != size * Long.BYTES) {
                    throw hostile(source);
                }
                return hasCome(source, data);
            }
            case Frame.MESSAGE -> message(way, first, head, longs, data, bytes);
            case Frame.TAKEN -> {
                if (longs != 1 + Frame.NETWORKS || !way.taken(head + Long.BYTES)) {
                    throw hostile(source);
                }
            }
            case Frame.LEAVING -> way.leaving();
            case Frame.HEARD -> way.heard();
            default -> throw hostile(source);
        }
        return true;
    }

    private void message(Way way, long first, long head, int longs, long data, int bytes) {
        if (!isMessage(first, head, longs)
                || !way.arrivals(Frame.network(first)).put(head + 8, arguments(head), data, bytes)) {
            throw hostile(way.peer());
        }
    }

    /** Whether the head of a frame of that kind is one of a message. */
    private static boolean isMessage(long first, long head, int longs) {
        return longs >= 4 && MessageHead.isLegal(SharedMemory.getLong(head + 8))
                && Frame.network(first) < Frame.NETWORKS && longs == 4 + (arguments(head) + 1 >> 1);
    }

    private static int arguments(long head) {
        return MessageHead.argumentCount(SharedMemory.getLong(head + 8));
    }

    /** Applies a change, unless a neighbour has; false when it has to wait. */
    private boolean change(int source, int kind, long head, boolean isOfKind, long data, int bytes) {
        int counts = size * Long.BYTES;
        if (!isOfKind || bytes < counts) {
            throw hostile(source);
        }
        long number = SharedMemory.getLong(head + 8);
        for (int i = 0; i < SPINS; i++) {
            long word = board.word(source);
            if (word >> 1 >= number) {
                return true;
            }
            if ((word & 1) == 0) {
                if (word >> 1 != number - 1) {
                    throw fail("change " + number + " of rank " + source + " came behind " + (word >> 1));
                }
                if (!hasCome(source, data) || !havePiecesCome(source, SharedMemory.getLong(head + 16))) {
                    return false;
                }
                if (board.beginApplying(source, number)) {
                    apply(source, kind, head + 24, data + counts, bytes - counts);
                    board.endApplying(source, number);
                    return true;
                }
            }
            Thread.onSpinWait();
        }
        hasRefused = true;
        return false;
    }

    /**
     * Whether a rank elsewhere has so many pieces here; its frames may be on wires of neighbours, which tell nothing.
     */
    private boolean havePiecesCome(int source, long number) {
        if (board.pieces(source) >= number) {
            return true;
        }
        ways[source].lacks(source);
        hasRefused = true;
        return false;
    }

    /**
     * Takes in a piece, for all neighbours; false when it has to wait.
     *
     * @param data 0 where they have been written to their place
     */
    private boolean piece(int source, long head, boolean isOfKind, long data, int bytes) {
        if (!isOfKind || bytes == 0) {
            throw hostile(source);
        }
        long number = SharedMemory.getLong(head + 8);
        if (board.pieces(source) >= number) {
            throw fail("piece " + number + " of rank " + source + " came behind " + board.pieces(source));
        }
        if (!havePiecesCome(source, number - 1)) {
            return false;
        }
        if (data != 0) {
            apply(source, Frame.PIECE, head + 16, data, bytes);
        }
        board.takenPiece(source, number);
        return true;
    }

    private void apply(int source, int kind, long place, long words, int bytes) {
        boolean isOurs;
        try {
            isOurs = changes.apply(kind, place, words, bytes);
        } catch (JobEndedException e) {
            throw e;
        } catch (PgasException e) {
            throw fail("the copy of memory of rank " + source + " cannot be kept: " + e.getMessage());
        }
        if (!isOurs) {
            throw hostile(source);
        }
    }

    /** Whether all changes that a rank counts have come here. */
    private boolean hasCome(int source, long counts) {
        for (Way way : all) {
            int each = way.peer();
            if (each != source && board.changes(each) < SharedMemory.getLong(counts + (long) each * Long.BYTES)) {
                ways[source].lacks(each);
                return false;
            }
        }
        return true;
    }

    /**
     * Says goodbye to all, and returns when each has taken in everything that this rank has sent, or is gone, or the
     * job has ended.
     */
    void leave() {
        if (transfers != null) {
            transfers.leave();
        }
        for (Way way : all) {
            for (int tries = 1; isThere(way) && !(isQuiet(way) && way.send(Frame.LEAVING)); tries++) {
                poll();
                pause(tries);
            }
        }
        for (Way way : all) {
            for (int tries = 1; isThere(way) && !way.isHeard(); tries++) {
                poll();
                pause(tries);
            }
        }
    }

    /** Returns when the poll that is under way is over; nobody polls any more, so that the wire may be closed. */
    void endPolls() {
        // SYNC: polls of the wire
        for (int tries = 1; !isPolled.compareAndSet(false, true); tries++) {
            pause(tries);
        }
    }

    private boolean isThere(Way way) {
        return way.loss() == null && !end.hasEnded();
    }
}
