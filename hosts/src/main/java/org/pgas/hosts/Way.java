package org.pgas.hosts;

import java.lang.foreign.MemorySegment;
import java.util.Locale;
import java.util.stream.IntStream;

import org.pgas.hosts.wire.Channel;
import org.pgas.hosts.wire.Loss;
import org.pgas.hosts.wire.Wire;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.Topology;
import org.pgas.spi.WayNumber;

/**
 * This rank's way to a rank that is no neighbour.
 *
 * <pre>
 * field               writer                         readers  order
 * heads, told         senders                        senders  the lock of this
 * isLeaving, isHeard  polls                          any      volatile: all that it has sent before was taken in
 * owesHeard           polls                          polls    volatile
 * lands               polls                          polls    plain
 * toldTaken           the thread that tells, locked  any      plain: racy, a look may be old
 * framesWhenTold      the thread that tells, locked  the same  the lock, under which framesSent is written
 * framesSent, bytesSent, withoutRoom             senders  observers  plain: racy, for people
 * framesReceived, refused, lacks  polls    observers  plain: racy, for people
 * bytesReceived                   polls, and taking in replies  observers  plain: racy, for people
 * waitsSince          the thread that changes words, by Changes' lock  observers  plain: racy, for people
 * </pre>
 */
final class Way {
    /** What the peer's ring may lack of what was taken here, before it is told. */
    private static final int TELL_BYTES = Room.RING_BYTES / 4;

    /**
     * When more than this was not told, the peer may believe that the largest message has no room here. A message needs
     * its own bytes, and nearly as many again where they do not fit before the end of the ring.
     */
    private static final int URGENT_BYTES = Room.RING_BYTES - 2 * Room.MOST_BYTES;

    /** At least what a frame has before its data, with what a wire puts in front. */
    private static final int HEAD_BYTES = Wire.MAX_HEAD * Long.BYTES + 64;

    private final int peer;
    private final int neighbourhood;
    private final Wire wire;
    private final Changes changes;
    private final Room[] rooms = new Room[Frame.NETWORKS];
    private final Arrivals[] arrivals = new Arrivals[Frame.NETWORKS];
    private final long[] head = new long[Wire.MAX_HEAD];
    private final long[] small = new long[1 + Frame.NETWORKS];

    /** The counts that the peer was told last. */
    private final long[] told;

    /**
     * This rank may see changes of these ranks before the peer does: they are neither this rank nor the peer's
     * neighbours.
     */
    private final int[] seen;

    private final long[] toldTaken = new long[Frame.NETWORKS];
    private boolean lands;
    private volatile boolean isLeaving;
    private volatile boolean isHeard;
    private volatile boolean owesHeard;
    private long framesSent;

    /** Frames that were sent when the peer was last told what was taken. */
    private long framesWhenTold;

    private long bytesSent;
    private long withoutRoom;

    /** When a frame of the library's own began to wait for room; 0 when none waits. */
    private long waitsSince;

    private long framesReceived;
    private long bytesReceived;
    private long refused;

    /** As {@link WayNumber#LACKS_RANK}. */
    private int lacks;

    Way(int peer, int rank, Topology topology, int size, Wire wire, Changes changes) {
        this.peer = peer;
        this.wire = wire;
        this.changes = changes;
        neighbourhood = topology.neighbourhood(peer);
        int there = neighbourhood;
        seen = IntStream.range(0, size).filter(each -> each != rank && topology.neighbourhood(each) != there).toArray();
        for (int network = 0; network < Frame.NETWORKS; network++) {
            rooms[network] = new Room();
            arrivals[network] = new Arrivals(peer);
        }
        told = new long[size];
    }

    int peer() {
        return peer;
    }

    /** The peer's. */
    int neighbourhood() {
        return neighbourhood;
    }

    Room room(int network) {
        return rooms[network];
    }

    /** The peer says how many bytes it has taken, of each network; false when it cannot have. */
    boolean taken(long counts) {
        boolean isPossible = true;
        for (int network = 0; network < Frame.NETWORKS; network++) {
            isPossible &= rooms[network].taken(SharedMemory.getLong(counts + (long) network * Long.BYTES));
        }
        return isPossible;
    }

    /** Whether there is room for any answer, or the peer has left, and wants none. */
    boolean canAnswer() {
        return isLeaving
                || rooms[Frame.REPLIES].has(Room.MOST_BYTES) && wire.room(peer, Channel.REPLIES) >= mostOfAnswer();
    }

    /** Bytes of the frames of the largest answer, with the counts before it. */
    private int mostOfAnswer() {
        return Math.min(wire.maxData(), Room.maxPayload()) + told.length * Long.BYTES + 2 * HEAD_BYTES;
    }

    Arrivals arrivals(int network) {
        return arrivals[network];
    }

    /** The data of the message that is just coming are written to where they belong, or not. */
    void lands(boolean isSo) {
        lands = isSo;
    }

    boolean lands() {
        return lands;
    }

    /** Why nothing more comes or goes, or null. */
    Loss loss() {
        return wire.lost(peer);
    }

    /** Whether the peer leaves the job, or has left it: everything it has sent before was taken in. */
    boolean isLeaving() {
        return isLeaving;
    }

    /** Whether the peer has said that it has taken in everything up to the own goodbye. */
    boolean isHeard() {
        return isHeard;
    }

    void heard() {
        isHeard = true;
    }

    /** The peer says that it leaves; it is owed a word when that is polled for. */
    void leaving() {
        isLeaving = true;
        owesHeard = true;
    }

    /** Whether the peer leaves, and is owed the word that it was heard. */
    boolean owesHeard() {
        return owesHeard;
    }

    /** Says to a peer that it was heard; by the thread that polls. */
    void sayHeard() {
        if (send(Frame.HEARD)) {
            owesHeard = false;
        }
    }

    /** Tells the peer how much room it has again, when that has become much. Any thread. */
    void tellTaken() {
        long most = 0;
        for (int network = 0; network < Frame.NETWORKS; network++) {
            most = Math.max(most, untold(network));
        }
        if (most >= TELL_BYTES) {
            // another thread may just tell: then it is told twice, or a little later
            tellTakenLocked(isUrgent(most));
        }
    }

    /** Whether a peer that was not told of so many bytes may lack room, as far as it knows. */
    static boolean isUrgent(long untold) {
        return untold > URGENT_BYTES;
    }

    /** Tells the peer all that was taken and was not worth telling yet, so that what it shows of this way is true. */
    void tellRest() {
        for (int network = 0; network < Frame.NETWORKS; network++) {
            if (untold(network) != 0 && loss() == null) {
                tellTakenLocked(true);
                return;
            }
        }
    }

    private long untold(int network) {
        return arrivals[network].taken() - toldTaken[network];
    }

    /** Where nothing has gone since the last time, the peer may not know of that yet. */
    private synchronized void tellTakenLocked(boolean isUrgent) {
        small[0] = Frame.TAKEN;
        for (int network = 0; network < Frame.NETWORKS; network++) {
            small[1 + network] = arrivals[network].taken();
        }
        boolean isSent = isUrgent || framesSent == framesWhenTold
                ? sendFrame(small, small.length, MemorySegment.NULL, 0, 0)
                : sendAhead(small, small.length, MemorySegment.NULL, 0, 0);
        if (isSent) {
            System.arraycopy(small, 1, toldTaken, 0, Frame.NETWORKS);
            framesWhenTold = framesSent;
        }
    }

    /** Sends a frame that has no more than its kind. */
    synchronized boolean send(int kind) {
        small[0] = kind;
        return sendFrame(small, 1, MemorySegment.NULL, 0, 0);
    }

    /** Under the lock. */
    private boolean sendFrame(long[] frame, int longs, MemorySegment data, long offset, int bytes) {
        return noted(wire.send(peer, Channel.REPLIES, frame, longs, data, offset, bytes), bytes);
    }

    /** A frame that nobody needs before the next one. Under the lock. */
    private boolean sendAhead(long[] frame, int longs, MemorySegment data, long offset, int bytes) {
        return noted(wire.sendAhead(peer, Channel.REPLIES, frame, longs, data, offset, bytes), bytes);
    }

    private boolean noted(boolean isSent, int bytes) {
        if (isSent) {
            framesSent++;
            bytesSent += bytes;
        } else {
            withoutRoom++;
        }
        return isSent;
    }

    /**
     * Sends a change; its data begin with the counts. The caller holds the lock of {@link Changes}.
     *
     * @param isAhead whether no rank needs it before the next one
     */
    synchronized boolean sendChange(long[] change, int longs, MemorySegment data, int bytes, boolean isAhead) {
        boolean isSent = isAhead ? sendAhead(change, longs, data, 0, bytes) : sendFrame(change, longs, data, 0, bytes);
        if (!isSent) {
            return false;
        }
        Changes.copyCounts(data, told);
        return true;
    }

    /** Whether the peer takes in data for its neighbours: one that leaves may be gone before they come. */
    boolean takesPieces() {
        return !isLeaving && loss() == null;
    }

    /**
     * Sends a piece, behind the counts of what was seen here, and not to a peer that leaves. It goes before the word
     * that the peer was heard, for which that waits; a change that tells of it follows. The caller holds the lock of
     * {@link Changes}.
     */
    synchronized boolean sendPiece(long[] piece, int longs, long address, int bytes) {
        return !isLeaving && sendCounts() && sendAhead(piece, longs, SharedMemory.everything(), address, bytes);
    }

    /** The head of the next message, for the holder of this object's lock, from its second long on. */
    long[] head() {
        return head;
    }

    /**
     * Sends a message after its {@link #head} was written, behind the counts of what was seen here; under the lock.
     *
     * @return false when there is no room, and nothing was done
     */
    boolean sendMessage(int network, int longs, MemorySegment payload, long offset, int bytes) {
        int length = Room.length(bytes);
        Room room = rooms[network];
        if (!room.has(length)) {
            withoutRoom++;
            return false;
        }
        if (!sendCounts()) {
            return false;
        }
        head[0] = Frame.message(network);
        long position = room.use(length);
        boolean isSent = false;
        try {
            isSent = sendFrame(head, longs, payload, offset, bytes);
        } finally {
            // also where the payload's memory cannot be used
            if (!isSent) {
                room.undo(position);
            }
        }
        return isSent;
    }

    /** Tells the peer what was seen here if that is more than it was told; under the lock. */
    private boolean sendCounts() {
        if (changes.areAsTold(told, seen)) {
            return true;
        }
        // a change of this rank that is begun and not sent is among what others have counted: it has to be sent before
        MemorySegment counts = changes.tryLock();
        if (counts == null) {
            return false;
        }
        try {
            small[0] = Frame.COUNTS;
            if (!sendAhead(small, 1, counts, 0, told.length * Long.BYTES)) {
                return false;
            }
            Changes.copyCounts(counts, told);
            return true;
        } finally {
            changes.unlock();
        }
    }

    /** A frame of the library's own has found no room and will be tried again. Pair with {@link #waitsNoMore}. */
    void waits() {
        if (waitsSince == 0) {
            waitsSince = System.nanoTime();
        }
    }

    void waitsNoMore() {
        waitsSince = 0;
    }

    /** A frame has come, and was taken in, or was left on the wire; by the thread that polls. */
    void came(boolean isTaken, int bytes) {
        if (isTaken) {
            framesReceived++;
            bytesReceived += bytes;
            lacks = 0;
        } else {
            refused++;
        }
    }

    /** So many bytes go there past frames. */
    void hasPut(int bytes) {
        bytesSent += bytes;
    }

    /** So many bytes have come past frames. */
    void hasGot(int bytes) {
        bytesReceived += bytes;
    }

    /**
     * The next frame waits for changes of a rank, or for pieces when that is the peer; by the thread that polls.
     */
    void lacks(int rank) {
        lacks = 1 + rank;
    }

    /** What is shown of this way: for people, and each for itself. */
    long number(WayNumber number) {
        return switch (number) {
            case FRAMES_SENT -> framesSent;
            case BYTES_SENT -> bytesSent;
            case FRAMES_RECEIVED -> framesReceived;
            case BYTES_RECEIVED -> bytesReceived;
            case WITHOUT_ROOM -> withoutRoom;
            case REFUSED -> refused;
            case RING_BYTES -> Room.RING_BYTES;
            case REQUESTS_HELD -> rooms[Frame.REQUESTS].held();
            case REPLIES_HELD -> rooms[Frame.REPLIES].held();
            case SERVED_HELD -> rooms[Frame.SERVED].held();
            case REQUESTS_WAITING -> arrivals[Frame.REQUESTS].waiting();
            case REPLIES_WAITING -> arrivals[Frame.REPLIES].waiting();
            case SERVED_WAITING -> arrivals[Frame.SERVED].waiting();
            case WIRE_ROOM -> wire.room(peer, Channel.REPLIES);
            case WAITED_NANOS -> waited();
            case LACKS_RANK -> lacks;
            case LEFT -> isLeaving ? 1 : 0;
            case LOST -> loss() == null ? 0 : 1;
        };
    }

    private long waited() {
        long since = waitsSince;
        return since == 0 ? 0 : Math.max(1, System.nanoTime() - since);
    }

    /** For a message about the peer: what is on its way there and back; empty when that is nothing. */
    String describe() {
        long there = number(WayNumber.REQUESTS_HELD) + number(WayNumber.SERVED_HELD) + number(WayNumber.REPLIES_HELD);
        long here = number(WayNumber.REQUESTS_WAITING) + number(WayNumber.SERVED_WAITING)
                + number(WayNumber.REPLIES_WAITING);
        int missing = lacks - 1;
        long waited = waited();
        return (loss() == null ? "" : ", " + loss().text())
                + (there == 0 ? "" : ", it has not taken " + there + " bytes of messages from here")
                + (here == 0 ? "" : ", " + here + " bytes of messages from it wait here for a handler")
                + (missing < 0 ? "" : ", what it sends waits here for " + described(missing))
                + (waited == 0 ? ""
                        : String.format(Locale.ROOT, ", a frame to it has waited %.1f s for room", waited / 1e9));
    }

    private String described(int missing) {
        return missing == peer ? "data that it has sent to a neighbour" : "changes of rank " + missing;
    }

    @Override
    public String toString() {
        return "way to rank " + peer;
    }
}
