package org.pgas.hosts.wire;

import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * A rank's end of the ways to ranks with memory that it does not reach: reliable frames, in order, on two channels
 * ({@link Channel}) to each peer. Frames of one thread to one peer on one channel arrive in the order in which they
 * were sent, once and whole, as long as the peer is not lost; nothing else has an order.
 *
 * <p><b>Room.</b> A sender has room for some bytes of frames on each channel to each peer, and gets it back when the
 * peer's receiver has taken them. So both sides need a bounded amount of memory for a pair of ranks, whatever the other
 * one does, and the two channels do not take each other's room.
 *
 * <p><b>Progress.</b> A wire may have no thread of its own. What {@link #send} has taken and the system could not yet
 * take goes out by {@link #poll}, and may by later calls of send to that peer; rooms come back, connections are made
 * and losses are found by poll alone. So each rank sees to it that a thread polls, or sleeps and then polls.
 *
 * <p><b>Small frames together.</b> A call of the system costs as much as hundreds of small frames. So a send may keep
 * back a frame that follows another one within microseconds, or that no rank needs before the next one, as long as
 * {@link #pollsSoon} has said that this is safe.
 *
 * <p><b>Threads.</b> Any thread may call, but for poll: one thread at a time, each of them after what the one before
 * did (happens before); and {@link #sleep}: one thread at a time. A thread may poll while another one sleeps.
 *
 * <p><b>Failures.</b> Whatever a peer does, or whatever becomes of it, is told by {@link #lost} and no exception, and
 * the frames of others go on. Exceptions are for callers' mistakes and for a system that gives this rank no means.
 */
public interface Wire extends AutoCloseable {
    /** The most longs of a frame's head: enough for a message's head, arguments, ends, and two numbers. */
    int MAX_HEAD = 16;

    /** Where peers find this rank, for their {@link #connect}. It holds no secret. */
    byte[] address();

    /**
     * Says where a peer is: both ranks of a pair call this, once, before they send to each other; one of them makes the
     * connection, now or later. Until it is there, sends find no room. That a peer cannot be reached is told by {@link
     * #lost}. May wait, where the system knows no other way to connect, until the peer lets in the processes that have
     * come before.
     *
     * @param peer another rank than this one
     */
    void connect(int peer, byte[] address);

    /**
     * The most bytes of data in a frame, at least 8 KiB; larger data is for callers to divide. The same on all ranks.
     */
    int maxData();

    /**
     * Bytes of data that a frame best has where many follow each other: 1..{@link #maxData()}, a multiple of 64. The
     * same on all ranks.
     */
    int pieceData();

    /**
     * Sends a frame, or says false and has done nothing: there is no room, or the peer is lost ({@link #lost} tells).
     * Head and data are the caller's again on return. True does not say that the peer will get it. Allocates nothing,
     * but what encryption may need, and a view of data of 16 KiB and more outside the heap; never waits for the peer.
     *
     * @param head numbers for the peer's receiver; {@code head[0..longs)} are sent
     * @param longs 0..{@link #MAX_HEAD}
     * @param data on heap or native; not looked at when {@code bytes} is 0
     * @param offset in data
     * @param bytes 0..{@link #maxData()}
     * @throws org.pgas.PgasException with {@link org.pgas.ErrorCode#BAD_ARGUMENT} when a number is not legal
     * @throws IndexOutOfBoundsException when head or data are shorter; nothing is sent
     * @throws IllegalStateException when the memory of the data is closed; nothing is sent
     * @throws WrongThreadException when it is confined to another thread; nothing is sent
     */
    boolean send(int peer, Channel channel, long[] head, int longs, MemorySegment data, long offset, int bytes);

    /**
     * As {@link #send}, of a frame that nobody needs before the next one to that peer: the two may go together. As long
     * as {@link #pollsSoon} has said that this is safe, it is kept back for that, or for a poll some 50 microseconds
     * later.
     */
    boolean sendAhead(int peer, Channel channel, long[] head, int longs, MemorySegment data, long offset, int bytes);

    /**
     * Hands over what has come, until there is no more or the receiver has taken {@code limit} frames; what comes
     * behind data that were read to a place of the receiver's may wait for the next poll. Takes in rooms, connections
     * and losses, and sends what waits. Peers take turns in being first. Not from inside a receiver. Allocates nothing
     * for a frame, but what encryption may need. Never waits, but where a connection has to be made a second time, as
     * {@link #connect} may.
     *
     * @param limit above 0
     * @return how many frames the receiver has taken
     */
    int poll(FrameReceiver receiver, int limit);

    /**
     * Says whether somebody polls again and again, with no more than about a millisecond between, until this says
     * otherwise. True lets sends keep frames back, which polls send within some 50 microseconds. False sends what was
     * kept back, and from then on nothing is. Nobody polls soon before the first call. One thread at a time; never
     * waits.
     */
    void pollsSoon(boolean isSo);

    /**
     * The step before {@link #sleep}: false says that there may be something to poll for at once. After true, the
     * caller looks once more at what it waits for, and sleeps or not: whatever comes behind this call ends that sleep,
     * and so does each {@link #wake}. A frame that a receiver has refused does not end the sleep: the thread that makes
     * it acceptable wakes.
     */
    boolean arm();

    /**
     * Blocks until something has come since {@link #arm}, {@link #wake} was called since the last sleep, or the time is
     * over; it may end earlier, and does at once when the wire is closed. The time is rounded up to the grain of the
     * system, at most milliseconds. An interrupt ends it and stays set.
     *
     * @param nanos above 0; {@link Long#MAX_VALUE} for no limit
     */
    void sleep(long nanos);

    /** Ends the sleep that is under way, or else the next one. A system call at most; allocates nothing. */
    void wake();

    /**
     * What has become of a peer, or null while nothing is known to have: once it says something it says that for ever,
     * nothing comes from that peer any more, and no send to it is taken. A few loads.
     */
    Loss lost(int peer);

    /**
     * How many bytes of frames, with what the wire puts in front of each, could be sent to a peer on a channel now: 0
     * when there is no connection yet, or the peer is lost; more than {@link #maxData()} when the peer has taken all.
     * Other threads may take that room at any moment.
     */
    int room(int peer, Channel channel);

    /** A count of this rank's end. It may lack what other threads are just doing. */
    long counted(WireCounter counter);

    /**
     * Transfers without the target's help, where they are wanted and the wire has them. They need polls as frames do,
     * and end with {@link #close}.
     */
    default Optional<OneSided> oneSided() {
        return Optional.empty();
    }

    /**
     * Tells peers, and gives back all that this end has: connections, memory, files. What they have not yet got may be
     * lost; where they have sent what this end has not read, so may be that it has closed ({@link Loss.Cause#BROKEN}).
     * After it sends are not taken, polls find nothing, and sleeps end at once. Nobody polls at that time; closing
     * again does nothing.
     */
    @Override
    void close();
}
