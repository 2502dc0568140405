package org.pgas.hosts.stream;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

import org.pgas.hosts.wire.WireCounter;
import org.pgas.memory.SharedMemory;

/**
 * The frames to one peer that the system has not taken yet, and what is known of the peer's room.
 *
 * <p>What the peer has not taken of a channel is never more than {@link #ROOM_BYTES} of frames, whether it lies here,
 * in the system, or at the peer: so the memory here is enough, and a channel finds no room for its own sake only.
 *
 * <p>Large data in memory outside the heap are given to the system from where they lie; what it does not take at
 * once is copied here. So they are the caller's again in any case.
 *
 * <p>Any thread; fields without a note are used under this object's lock.
 */
final class Outgoing {
    /**
     * Room of a channel to a peer, in bytes of frames: three of the largest. With two, what tells of room would often
     * have to go by itself.
     */
    static final int ROOM_BYTES = 3 * Frames.MAX_LENGTH;

    /**
     * For frames of the library's own, which need no room of the peer's; a peer that reads nothing gets no more than
     * these.
     */
    private static final int OWN_BYTES = 4 << 10;

    /** What the peer has not read is never more than this. */
    static final int CAPACITY_BYTES = Frames.CHANNELS * ROOM_BYTES + OWN_BYTES;

    /**
     * A frame that follows a call of the system within this time is kept back for the next call, and by polls one that
     * nobody needs before the next.
     */
    private static final long TOGETHER_NANOS = 50_000;

    /** The same of others by polls: less than the way to a peer and back takes, so that no answer waits for it. */
    private static final long POLLS_TOGETHER_NANOS = 5_000;

    /** So many bytes of frames are given to the system at once. */
    private static final int TOGETHER_BYTES = 8 << 10;

    /** So much of a program's memory is given to the system from where it lies: a view costs less than a copy then. */
    private static final int GATHERED_BYTES = 16 << 10;

    /** How much the receiver takes before it says so. With what is left, the largest frame has room in any case. */
    static final int GIVE_BACK_BYTES = ROOM_BYTES / 4;

    private final Line line;
    private final Carrier carrier;
    private final int rank;
    private final boolean checked;
    private final FrameBuffer buffer = new FrameBuffer(CAPACITY_BYTES);
    private final long[] sent = new long[Frames.CHANNELS];
    private final long[] taken = new long[Frames.CHANNELS];
    private final long[] counts = new long[WireCounter.values().length];
    private int index;
    private boolean isWriteAwaited;
    private boolean isPolledSoon;

    /** A frame has gone ahead of the next one that the peer needs. */
    private boolean isFollowed;

    /** Something waits that the peer may need. */
    private boolean isNeeded;

    /** What tells of room waits. */
    private boolean isRoomWaiting;

    private long written;
    private boolean isAnswer; // polls, senders | senders | plain: racy, only when the next frame goes depends on it
    private volatile boolean isWaiting; // senders, polls, under the lock | polls | volatile
    private volatile String failure; // senders, polls, close, under the lock | polls | volatile

    /** @param carrier that of the line, by which a sleeper waits for this connection */
    Outgoing(Line line, Carrier carrier, int rank, boolean checked) {
        this.line = line;
        this.carrier = carrier;
        this.rank = rank;
        this.checked = checked;
    }

    /** Why no more can be sent, or null. */
    String failure() {
        return failure;
    }

    synchronized long counted(WireCounter counter) {
        return counts[counter.ordinal()];
    }

    /** Bytes of frames that there is room for on a channel. */
    synchronized int room(int channel) {
        return failure == null ? ROOM_BYTES - (int) (sent[channel] - taken[channel]) : 0;
    }

    /**
     * As {@link org.pgas.hosts.wire.Wire#send}, or {@link org.pgas.hosts.wire.Wire#sendAhead}, with legal numbers.
     * Behind a frame ahead that has gone at once, as large ones do, the next one goes at once.
     */
    synchronized boolean send(int channel, long[] head, int longs, MemorySegment data, long offset, int bytes,
            boolean isAhead) {
        int length = Frames.length(longs, bytes);
        boolean fits = failure == null && sent[channel] + length - taken[channel] <= ROOM_BYTES;
        long frame = fits ? buffer.room(length) : 0;
        if (frame == 0) {
            counts[WireCounter.WITHOUT_ROOM.ordinal()]++;
            return false;
        }
        long at = frame + Frames.HEADER;
        for (int i = 0; i < longs; i++, at += Long.BYTES) {
            SharedMemory.putLong(at, head[i]);
        }
        long what = Frames.what(isAhead ? Frames.AHEAD : Frames.DATA, channel, longs, bytes);
        if (isGathered(data, bytes)) {
            gather(frame, what, data, offset);
            isFollowed = isAhead;
        } else {
            if (bytes > 0) {
                SharedMemory.copyIn(data, offset, at, bytes);
            }
            seal(frame, what);
            buffer.put(length);
            isNeeded |= !isAhead;
            isWaiting = isAhead ? isHeldForNext() : !isFollowed && !isAnswer && isKeptBack(TOGETHER_NANOS);
            isFollowed = isAhead && (isFollowed || !isWaiting);
            if (!isWaiting) {
                write();
            }
        }
        sent[channel] += length;
        counts[WireCounter.FRAMES_SENT.ordinal()]++;
        counts[WireCounter.BYTES_SENT.ordinal()] += bytes;
        return true;
    }

    /** Checksums that cover data are made where a frame lies in one piece. */
    private boolean isGathered(MemorySegment data, int bytes) {
        return bytes >= GATHERED_BYTES && line.gathers() && !checked && !isWriteAwaited && data.isNative()
                && (bytes & 7) == 0;
    }

    /** Gives the system a frame with data in memory of the caller, and keeps a copy of what it does not take. */
    private void gather(long frame, long what, MemorySegment data, long offset) {
        int bytes = Frames.bytes(what);
        ByteBuffer view = data.asSlice(offset, bytes).asByteBuffer();
        int before = Frames.length(Frames.longs(what), 0);
        seal(frame, what);
        buffer.put(before);
        int gone;
        try {
            gone = buffer.writeTo(line, view);
        } catch (IOException e) {
            failed(e);
            return;
        } catch (RuntimeException | Error e) {
            // memory that this thread may not use, or not any more: nothing of it has gone
            buffer.unput(before);
            index--;
            throw e;
        }
        keep(data, offset + gone, bytes - gone);
        noteWritten();
    }

    private void keep(MemorySegment data, long offset, int bytes) {
        if (bytes == 0) {
            return;
        }
        try {
            SharedMemory.copyIn(data, offset, buffer.room(bytes), bytes);
        } catch (RuntimeException e) {
            // a part of the frame has gone
            end("takes nothing any more: the memory of a message was closed while it was sent");
            throw e;
        }
        buffer.put(bytes);
    }

    /**
     * A poll has taken in so many frames, at least one, and some that went ahead of these. For an answer to one that
     * came alone the peer may wait.
     */
    void came(int frames) {
        isAnswer = frames == 1;
    }

    /** Whether what there is waits for more: the system was called less than {@code nanos} ago, or takes nothing. */
    private boolean isKeptBack(long nanos) {
        return isPolledSoon
                && (isWriteAwaited || buffer.bytes() < TOGETHER_BYTES && System.nanoTime() - written < nanos);
    }

    /** Whether what nobody needs before the next frame waits for that. */
    private boolean isHeldForNext() {
        return isPolledSoon && (isWriteAwaited || buffer.bytes() < TOGETHER_BYTES);
    }

    /** As {@link org.pgas.hosts.wire.Wire#pollsSoon}. */
    synchronized void pollsSoon(boolean isSo) {
        isPolledSoon = isSo;
        if (!isSo && isWaiting && failure == null) {
            write();
        }
    }

    private void seal(long frame, long what) {
        Frames.seal(frame, what, rank, index++, checked);
    }

    /**
     * Notes how many bytes of frames the peer says to have taken in all.
     *
     * @return false when it cannot have
     */
    synchronized boolean taken(long requests, long replies) {
        if (requests < taken[0] || requests > sent[0] || replies < taken[1] || replies > sent[1]) {
            return false;
        }
        taken[0] = requests;
        taken[1] = replies;
        return true;
    }

    /**
     * Tells the peer how many bytes of its frames were taken in all; false when there is no room to say so.
     *
     * @param isUrgent whether it may wait for that; otherwise it goes with the next frame or the next poll
     */
    synchronized boolean giveBack(long requests, long replies, boolean isUrgent) {
        long frame = failure == null ? buffer.room(Frames.ROOM_LENGTH) : 0;
        if (frame == 0) {
            return false;
        }
        SharedMemory.putLong(frame + Frames.HEADER, requests);
        SharedMemory.putLong(frame + Frames.HEADER + Long.BYTES, replies);
        seal(frame, Frames.what(Frames.ROOM, 0, Frames.CHANNELS, 0));
        buffer.put(Frames.ROOM_LENGTH);
        isNeeded |= isUrgent;
        // the peer does not know what one that waits already would tell
        isWaiting = !isUrgent && !isRoomWaiting && isHeldForNext();
        isRoomWaiting = isWaiting;
        if (!isWaiting) {
            write();
        }
        return true;
    }

    /** Tells the peer that this is the end. */
    synchronized void sayGoodbye() {
        long frame = failure == null ? buffer.room(Frames.GOODBYE_LENGTH) : 0;
        if (frame != 0) {
            seal(frame, Frames.what(Frames.GOODBYE, 0, 0, 0));
            buffer.put(Frames.GOODBYE_LENGTH);
            write();
        }
    }

    /** Sends what waits, as far as the system takes it. */
    void flush() {
        if (isWaiting || line.holdsUnsent()) {
            flushLocked();
        }
    }

    private synchronized void flushLocked() {
        if (failure == null && (isWriteAwaited || !isKeptBack(isNeeded ? POLLS_TOGETHER_NANOS : TOGETHER_NANOS))) {
            write();
        }
    }

    /** Nothing is sent from now on. */
    synchronized void end(String why) {
        if (failure == null) {
            failure = why;
        }
        buffer.clear();
        isWaiting = false;
    }

    private void write() {
        try {
            buffer.writeTo(line);
        } catch (IOException e) {
            failed(e);
            return;
        }
        noteWritten();
    }

    private void noteWritten() {
        isWaiting = buffer.bytes() > 0 || line.holdsUnsent();
        isNeeded = isWaiting;
        isRoomWaiting = false;
        try {
            awaitWrite(isWaiting);
        } catch (IOException e) {
            failed(e);
        }
        written = System.nanoTime();
        isAnswer = false;
    }

    private void failed(IOException e) {
        end("takes nothing any more (" + e.getMessage() + ")");
    }

    /** A sleeper has to know of it too. */
    private void awaitWrite(boolean isNeeded) throws IOException {
        if (isNeeded != isWriteAwaited) {
            isWriteAwaited = isNeeded;
            carrier.awaitRoom(isNeeded);
        }
    }
}
