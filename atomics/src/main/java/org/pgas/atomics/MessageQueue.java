package org.pgas.atomics;

import java.lang.foreign.MemorySegment;
import java.time.Duration;

import org.pgas.Team;
import org.pgas.atomics.words.MessageSlots;
import org.pgas.atomics.words.StructureKind;
import org.pgas.memory.SharedMemory;
import org.pgas.refusal.Refusals;
import org.pgas.team.TeamCore;

/**
 * A bounded queue of byte messages in a member's segment: any thread of any member puts messages in, and any takes them
 * out.
 *
 * <pre>{@code
 * MessageQueue queue = MessageQueue.create(team, 0, 64, 256); // in the segment of rank 0
 * queue.put(message, 0, message.byteSize());
 * long bytes = queue.take(target, 0);
 * }</pre>
 *
 * <p><b>Users.</b> Any number of producers and consumers, through any handles; the program of the segment's owner takes
 * no part. Each message is taken out whole, by one consumer, once; first in, first out. Messages may be empty. A
 * message is copied in and out; no call allocates unless it has to wait, or the queue is in another neighbourhood.
 *
 * <p><b>Order.</b> Putting in is a release, taking out an acquire: the consumer of a message sees what its producer did
 * before.
 *
 * <p><b>Waiting.</b> The forms without wait still wait for a thread that is in the middle of its copy, in or out, where
 * the order of the messages demands it. All waits take in messages of the network, and end only with success, with
 * their time, or with the structure or the job. No rank in particular is waited for, so one that leaves the job ends no
 * wait, but for the owner of a queue in another neighbourhood ({@link org.pgas.PeerLostException}); one that dies ends
 * the job. If a thread of a rank closes the job while another is in the middle of its copy, that message stays half
 * done, and all threads that come to it later wait for ever. So a rank's threads make their last call before the close.
 * Waiters are not served in turn. A thread that puts into a full queue which only it would empty waits for ever. A
 * thread of a block mode sleeps, and is rung; in rare cases it is not, and finds out by itself within a millisecond.
 *
 * <p><b>Errors</b>, before anything is changed: a message longer than {@link #maxMessageBytes}; a target too small for
 * the next message, which stays where it is; local memory that is too small, closed, read-only or confined to another
 * thread; any call but queries in a restricted context (see {@link org.pgas.Job}; checked mode), after
 * {@link #destroy}, and after the close of the job. If another thread closes the arena of the source during the call,
 * no message is made; if it closes that of the target, one is lost.
 *
 * <p>Of a queue in another neighbourhood each attempt is a message to its owner, and the answer; a message of more than
 * a few kilobytes takes a transfer beside them. Client memory cannot hold a queue.
 */
public final class MessageQueue extends SharedStructure {
    /** The answer when there is no message. */
    public static final long NO_MESSAGE = -1;

    private static final StructureKind KIND = StructureKind.MESSAGE_QUEUE;

    private final int capacity;
    private final int maxMessageBytes;
    private final MessageSlots slots;
    private final long waitingProducers;
    private final long waitingConsumers;

    /** Null where the queue is mapped; else the four before are of no use. */
    private final FarQueue elsewhere;

    private MessageQueue(Team team, int rank, long offset) {
        super(KIND, team, rank, offset);
        this.capacity = (int) dimension(0);
        this.maxMessageBytes = (int) dimension(1);
        reached("MessageQueue.open", team, rank, offset, bytes(capacity, maxMessageBytes));
        this.slots = new MessageSlots(base(), capacity, maxMessageBytes);
        this.waitingProducers = MessageSlots.waitingProducers(base());
        this.waitingConsumers = MessageSlots.waitingConsumers(base());
        this.elsewhere = far() == null ? null : new FarQueue(this);
    }

    /**
     * How many bytes a queue takes, a multiple of 64. Errors: {@code capacity} is less than 1 or above 2^30,
     * {@code maxMessageBytes} is negative or above {@code Integer.MAX_VALUE - 127}.
     */
    public static long bytes(int capacity, int maxMessageBytes) {
        if (capacity < 1 || capacity > MessageSlots.MAX_CAPACITY) {
            throw Refusals.OF_NO_RANK.bad("MessageQueue.bytes", "capacity " + capacity + ": legal are 1.."
                    + MessageSlots.MAX_CAPACITY + ": say how many messages it is to hold at least");
        }
        if (maxMessageBytes < 0 || maxMessageBytes > MessageSlots.MAX_MESSAGE_BYTES) {
            throw Refusals.OF_NO_RANK.bad("MessageQueue.bytes", "messages of up to " + maxMessageBytes
                    + " bytes: legal are 0.." + MessageSlots.MAX_MESSAGE_BYTES + ": cut longer ones into pieces");
        }
        return MessageSlots.bytes(rounded(capacity), maxMessageBytes);
    }

    /**
     * Makes a queue, empty, at {@code offset}, a multiple of {@link #ALIGNMENT}, in the segment of team rank
     * {@code rank}. Collective: all members name the same place and sizes, where nothing may be in use any more, and
     * none returns before it is there.
     *
     * @param capacity messages that it holds at least: the next power of two is what it holds
     * @param maxMessageBytes the longest message
     */
    public static MessageQueue create(Team team, int rank, long offset, int capacity, int maxMessageBytes) {
        checkSizes(team, capacity, maxMessageBytes);
        create(KIND, team, rank, offset, rounded(capacity), maxMessageBytes);
        return new MessageQueue(team, rank, offset);
    }

    /**
     * As the other form, in memory that the team {@linkplain Team#symmetric allocates} for it. Collective. It goes back
     * when all members have called {@code team.symmetric().freeAt(rank, queue.offset())}, after their last call on the
     * queue.
     */
    public static MessageQueue create(Team team, int rank, int capacity, int maxMessageBytes) {
        checkSizes(team, capacity, maxMessageBytes);
        return new MessageQueue(team, rank, create(KIND, team, rank, rounded(capacity), maxMessageBytes));
    }

    private static void checkSizes(Team team, int capacity, int maxMessageBytes) {
        TeamCore.of(team).checkUnrestricted("MessageQueue.create");
        TeamCore.of(team).checkSingleValued("MessageQueue.create",
                "capacity " + capacity + ", messages of up to " + maxMessageBytes + " bytes");
        bytes(capacity, maxMessageBytes); // refuses what cannot be
    }

    /** As {@link #create}, by one rank alone: the others {@link #open} it when they know that it is there. */
    public static MessageQueue initialise(Team team, int rank, long offset, int capacity, int maxMessageBytes) {
        TeamCore.of(team).checkUnrestricted("MessageQueue.initialise");
        bytes(capacity, maxMessageBytes); // refuses what cannot be
        initialise(KIND, team, rank, offset, rounded(capacity), maxMessageBytes);
        return new MessageQueue(team, rank, offset);
    }

    private static int rounded(int capacity) {
        return Integer.highestOneBit(2 * capacity - 1);
    }

    /** Another handle of a queue that is there. Error: there is none. */
    public static MessageQueue open(Team team, int rank, long offset) {
        return new MessageQueue(team, rank, offset);
    }

    /** How many messages it holds. */
    public int capacity() {
        return capacity;
    }

    /** The longest message that it takes. */
    public int maxMessageBytes() {
        return maxMessageBytes;
    }

    /** How many messages were in it a moment ago. */
    public int size() {
        return isHere("MessageQueue.size") ? slots.size() : elsewhere.size("MessageQueue.size");
    }

    /** Puts a message in if there is room, and says whether it did. */
    public boolean offer(MemorySegment source, long sourceOffset, long bytes) {
        return checkMessage("MessageQueue.offer", source, sourceOffset, bytes)
                ? offered("MessageQueue.offer", source, sourceOffset, bytes)
                : elsewhere.put("MessageQueue.offer", source, sourceOffset, bytes, true, AnnouncedWait.FOREVER);
    }

    /** {@link #offer(MemorySegment, long, long)} of a whole array. */
    public boolean offer(byte[] source) {
        return offer(MemorySegment.ofArray(source), 0, source.length);
    }

    /** As {@link #put}, for about as long as {@code timeout} at most; says whether the message is in. */
    public boolean offer(MemorySegment source, long sourceOffset, long bytes, Duration timeout) {
        long nanos = nanos(timeout);
        if (!checkMessage("MessageQueue.offer", source, sourceOffset, bytes)) {
            return elsewhere.put("MessageQueue.offer", source, sourceOffset, bytes, nanos <= 0,
                    nanos <= 0 ? AnnouncedWait.FOREVER : nanos);
        }
        if (nanos <= 0) {
            return offered("MessageQueue.offer", source, sourceOffset, bytes);
        }
        return tryPut(source, sourceOffset, bytes) > 0
                || new PutWait("MessageQueue.offer", source, sourceOffset, bytes, false).await(nanos);
    }

    /** Puts a message in, as soon as there is room. */
    public void put(MemorySegment source, long sourceOffset, long bytes) {
        if (!checkMessage("MessageQueue.put", source, sourceOffset, bytes)) {
            elsewhere.put("MessageQueue.put", source, sourceOffset, bytes, false, AnnouncedWait.FOREVER);
        } else if (tryPut(source, sourceOffset, bytes) <= 0) {
            new PutWait("MessageQueue.put", source, sourceOffset, bytes, false).await(AnnouncedWait.FOREVER);
        }
    }

    /** {@link #put(MemorySegment, long, long)} of a whole array. */
    public void put(byte[] source) {
        put(MemorySegment.ofArray(source), 0, source.length);
    }

    /** Says whether the queue is here. */
    private boolean checkMessage(String call, MemorySegment source, long sourceOffset, long bytes) {
        boolean isHere = isHere(call);
        TeamCore.of(team()).local().source(call, source, sourceOffset, bytes);
        if (bytes > maxMessageBytes) {
            throw misuse(call, "takes messages of up to " + maxMessageBytes + " bytes, and not one of " + bytes
                    + ": make a queue of longer ones, or cut it into pieces");
        }
        return isHere;
    }

    private boolean offered(String call, MemorySegment source, long sourceOffset, long bytes) {
        long slot = tryPut(source, sourceOffset, bytes);
        if (slot == MessageSlots.BUSY) {
            PutWait wait = new PutWait(call, source, sourceOffset, bytes, true);
            wait.await(AnnouncedWait.FOREVER);
            slot = wait.slot;
        }
        return slot != MessageSlots.FULL;
    }

    private long tryPut(MemorySegment source, long sourceOffset, long bytes) {
        long slot = slots.claimFree();
        if (slot > 0) {
            fill(slot, source, sourceOffset, (int) bytes);
        }
        return slot;
    }

    private void fill(long slot, MemorySegment source, long sourceOffset, int bytes) {
        int length = MessageSlots.NO_MESSAGE;
        try {
            MessageSlots.claimer(slot, jobRank());
            SharedMemory.copyIn(source, sourceOffset, MessageSlots.payload(slot), bytes);
            length = bytes;
        } finally {
            MessageSlots.publish(slot, length);
            if (AnnouncedWait.isAnnounced(waitingConsumers)) {
                TeamCore.of(team()).ringAll();
            }
        }
    }

    /**
     * Takes the next message out and copies it to {@code targetOffset} of {@code target}; returns its length, or
     * {@link #NO_MESSAGE}. Error: the message does not fit, and stays.
     */
    public long poll(MemorySegment target, long targetOffset) {
        boolean isHere = isHere("MessageQueue.poll");
        long room = TeamCore.of(team()).local().target("MessageQueue.poll", target, targetOffset);
        return isHere ? polled(target, targetOffset, room) : polledElsewhere(target, targetOffset, room);
    }

    /** {@link #poll(MemorySegment, long)} to the beginning of an array. */
    public int poll(byte[] target) {
        return (int) poll(MemorySegment.ofArray(target), 0);
    }

    /** As {@link #take}, for about as long as {@code timeout} at most; {@link #NO_MESSAGE} when there was none. */
    public long poll(MemorySegment target, long targetOffset, Duration timeout) {
        long nanos = nanos(timeout);
        boolean isHere = isHere("MessageQueue.poll");
        long room = TeamCore.of(team()).local().target("MessageQueue.poll", target, targetOffset);
        if (!isHere) {
            return nanos <= 0 ? polledElsewhere(target, targetOffset, room)
                    : takenElsewhere("MessageQueue.poll", target, targetOffset, room, nanos);
        }
        return nanos <= 0 ? polled(target, targetOffset, room)
                : taken("MessageQueue.poll", target, targetOffset, room, nanos);
    }

    /** As {@link #poll(MemorySegment, long)}, as soon as there is a message. */
    public long take(MemorySegment target, long targetOffset) {
        boolean isHere = isHere("MessageQueue.take");
        long room = TeamCore.of(team()).local().target("MessageQueue.take", target, targetOffset);
        return isHere ? taken("MessageQueue.take", target, targetOffset, room, AnnouncedWait.FOREVER)
                : takenElsewhere("MessageQueue.take", target, targetOffset, room, AnnouncedWait.FOREVER);
    }

    /** {@link #take(MemorySegment, long)} to the beginning of an array. */
    public int take(byte[] target) {
        return (int) take(MemorySegment.ofArray(target), 0);
    }

    private long polled(MemorySegment target, long targetOffset, long room) {
        long result = tryTake(target, targetOffset, room);
        if (result == MessageSlots.BUSY) {
            TakeWait wait = new TakeWait("MessageQueue.poll", target, targetOffset, room, true);
            wait.await(AnnouncedWait.FOREVER);
            result = wait.result;
        }
        return result == MessageSlots.EMPTY ? NO_MESSAGE : fitting("MessageQueue.poll", result, room);
    }

    private long taken(String call, MemorySegment target, long targetOffset, long room, long nanos) {
        long result = tryTake(target, targetOffset, room);
        if (isToWait(result)) {
            TakeWait wait = new TakeWait(call, target, targetOffset, room, false);
            if (!wait.await(nanos)) {
                return NO_MESSAGE;
            }
            result = wait.result;
        }
        return fitting(call, result, room);
    }

    private long polledElsewhere(MemorySegment target, long targetOffset, long room) {
        long result = elsewhere.take("MessageQueue.poll", target, targetOffset, room, true, AnnouncedWait.FOREVER);
        return result == MessageSlots.EMPTY ? NO_MESSAGE : fitting("MessageQueue.poll", result, room);
    }

    private long takenElsewhere(String call, MemorySegment target, long targetOffset, long room, long nanos) {
        long result = elsewhere.take(call, target, targetOffset, room, false, nanos);
        return result == MessageSlots.EMPTY ? NO_MESSAGE : fitting(call, result, room);
    }

    private static boolean isToWait(long result) {
        return result == MessageSlots.EMPTY || result == MessageSlots.BUSY;
    }

    private long fitting(String call, long result, long room) {
        if (MessageSlots.isTooLong(result)) {
            throw misuse(call,
                    "has a next message of " + MessageSlots.tooLongBytes(result) + " bytes, and the target room for "
                            + room + ": give room for maxMessageBytes(), " + maxMessageBytes);
        }
        return result;
    }

    /** The length of the message, or an answer of {@link MessageSlots#claimPublished}. */
    private long tryTake(MemorySegment target, long targetOffset, long room) {
        for (;;) {
            long slot = slots.claimPublished(room);
            if (slot < 0) {
                return slot;
            }
            // whatever has been written there, no copy leaves the slot, nor the target
            int bytes = (int) Math.min(Math.min(MessageSlots.length(slot), maxMessageBytes), room);
            drain(slot, target, targetOffset, Math.max(bytes, 0));
            if (bytes >= 0) {
                return bytes;
            }
        }
    }

    private void drain(long slot, MemorySegment target, long targetOffset, int bytes) {
        try {
            MessageSlots.claimer(slot, jobRank());
            SharedMemory.copyOut(MessageSlots.payload(slot), target, targetOffset, bytes);
        } finally {
            slots.release(slot);
            if (AnnouncedWait.isAnnounced(waitingProducers)) {
                TeamCore.of(team()).ringAll();
            }
        }
    }

    /**
     * Ends the queue, with the messages in it. By one rank, when all others have made their last call; a thread that
     * still waits gets an error. The memory may be used for other things once the waiters have returned.
     */
    public void destroy() {
        if (!isHere("MessageQueue.destroy")) {
            elsewhere.destroy("MessageQueue.destroy");
            return;
        }
        retract();
        TeamCore.of(team()).ringAll();
    }

    static String lastAt(String work, int claimer) {
        return work + (claimer < 0 ? "" : "; the last there was rank " + claimer);
    }

    /** Waits for room, or only for the thread that is at work in the slot where the room is to be. */
    private final class PutWait extends AnnouncedWait {
        private final MemorySegment source;
        private final long sourceOffset;
        private final long bytes;
        private final boolean fullIsAnAnswer;
        private long slot;

        PutWait(String call, MemorySegment source, long sourceOffset, long bytes, boolean fullIsAnAnswer) {
            super(MessageQueue.this, call, waitingProducers);
            this.source = source;
            this.sourceOffset = sourceOffset;
            this.bytes = bytes;
            this.fullIsAnAnswer = fullIsAnAnswer;
        }

        @Override
        boolean attempt() {
            slot = tryPut(source, sourceOffset, bytes);
            return slot > 0 || fullIsAnAnswer && slot == MessageSlots.FULL;
        }

        @Override
        String missing() {
            return slot == MessageSlots.FULL ? " is full"
                    : lastAt(" has room only behind a message that is being taken out", slots.claimerAtTail());
        }
    }

    /** Waits for a message, or only for the thread that is at work in the slot where it is to be. */
    private final class TakeWait extends AnnouncedWait {
        private final MemorySegment target;
        private final long targetOffset;
        private final long room;
        private final boolean emptyIsAnAnswer;
        private long result;

        TakeWait(String call, MemorySegment target, long targetOffset, long room, boolean emptyIsAnAnswer) {
            super(MessageQueue.this, call, waitingConsumers);
            this.target = target;
            this.targetOffset = targetOffset;
            this.room = room;
            this.emptyIsAnAnswer = emptyIsAnAnswer;
        }

        @Override
        boolean attempt() {
            result = tryTake(target, targetOffset, room);
            return !isToWait(result) || emptyIsAnAnswer && result == MessageSlots.EMPTY;
        }

        @Override
        String missing() {
            return result == MessageSlots.EMPTY ? " is empty"
                    : lastAt(" has messages only behind one that is being put in", slots.claimerAtHead());
        }
    }
}
