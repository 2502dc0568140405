package org.pgas.hosts.stream;

import java.io.IOException;
import java.nio.ByteBuffer;

import org.pgas.hosts.wire.FrameReceiver;
import org.pgas.hosts.wire.Loss;
import org.pgas.hosts.wire.WireCounter;
import org.pgas.memory.SharedMemory;

/**
 * The frames from one peer. They are handed over where they were read to; the data of a large one are read to where the
 * receiver wants them, unless checksums cover them. What a receiver refuses is put aside, and so
 * is all that comes behind it on its channel: there is never more of that than the channel's room, and the other
 * channel goes on.
 *
 * <p>Used by the thread that polls.
 */
final class Incoming {
    /** At least the largest frame. */
    private static final int READ_BYTES = 2 * Frames.MAX_LENGTH;

    /** So much data may be read to where the receiver wants it: another call of the system costs less than a copy. */
    private static final int LARGE_BYTES = 32 << 10;

    /** Behind a large frame come frames that tell of room, and another large one: so many are waited for. */
    private static final int FEW_FRAMES = 8;

    /** What is read at once where a large frame may come: its head, and little of its data. */
    private static final int FIRST_BYTES = 4 << 10;

    private final int peer;
    private final Line line;
    private final boolean isChecked;
    private final Outgoing out;
    private final FrameBuffer buffer = new FrameBuffer(READ_BYTES);
    private final FrameBuffer[] aside = new FrameBuffer[Frames.CHANNELS];
    private final boolean[] isRefused = new boolean[Frames.CHANNELS];
    private final long[] received = new long[Frames.CHANNELS];
    private final long[] taken = new long[Frames.CHANNELS];
    private final long[] givenBack = new long[Frames.CHANNELS];
    private final long[] counts = new long[WireCounter.values().length];
    private int index;

    /** Where the data of the first frame are read to, when the buffer has only that frame's head; or null. */
    private ByteBuffer place;

    /** The last frame was read to its place, and nothing was read behind it yet. */
    private boolean isBehindPlaced;

    /** Something had come already when the wire first looked behind the last frame that was read to its place. */
    private boolean areMany;

    /** How many frames have come behind the last large one. */
    private int behindLarge = FEW_FRAMES;

    /** Frames of the poll that is under way but those that went ahead of others. */
    private int needed;

    private boolean isOver;
    private Loss loss;

    /** @param isChecked whether checksums cover the data too */
    Incoming(int peer, Line line, boolean isChecked, Outgoing out) {
        this.peer = peer;
        this.line = line;
        this.isChecked = isChecked;
        this.out = out;
    }

    /** What has become of the peer, or null. */
    Loss loss() {
        return loss;
    }

    /** Whether there may be frames that were read and not handed over. */
    boolean holdsSome() {
        return buffer.bytes() > 0 || isAside(0) || isAside(1) || isOver || line.holdsUnread();
    }

    private boolean isAside(int channel) {
        return aside[channel] != null && aside[channel].bytes() > 0;
    }

    long counted(WireCounter counter) {
        return counts[counter.ordinal()];
    }

    /** Hands over what there is, at most {@code limit} frames; how many. */
    int poll(FrameReceiver receiver, int limit) {
        isRefused[0] = false;
        isRefused[1] = false;
        needed = 0;
        int handed = 0;
        for (int channel = Frames.CHANNELS - 1; channel >= 0; channel--) {
            handed += handAside(receiver, channel, limit - handed);
        }
        boolean isMore = true;
        while (handed < limit && !isOver && loss == null) {
            handed += place == null ? handBuffered(receiver, limit - handed) : handPlaced(receiver);
            if (handed >= limit || !isMore || isOver || loss != null) {
                break;
            }
            if (place == null) {
                place(receiver);
            }
            isMore = place == null ? read() : readPlaced();
        }
        if (isOver && loss == null && !isAside(0) && !isAside(1)) {
            lose(Loss.Cause.CLOSED, "has closed its wire");
        }
        giveBack();
        if (needed > 0) {
            out.came(needed);
        }
        return handed;
    }

    /** Whether there may be more: it filled the memory, or the line holds more, or what the line ended by. */
    private boolean read() {
        int most = behindLarge < FEW_FRAMES && buffer.bytes() == 0 ? FIRST_BYTES : READ_BYTES;
        int free = most - buffer.bytes();
        try {
            int read = buffer.readFrom(line, most);
            if (isBehindPlaced) {
                isBehindPlaced = false;
                areMany = read > 0;
            }
            noteRead(read);
            return read == free || read > 0 && line.holdsUnread();
        } catch (IOException e) {
            loseConnection(" (" + e.getMessage() + ")");
            return false;
        }
    }

    private void noteRead(int read) {
        if (read < 0) {
            loseConnection("");
        } else if (read == 0 && out.failure() != null) {
            lose(Loss.Cause.BROKEN, out.failure());
        }
    }

    /**
     * As {@link #read}, to the place of the data of the frame that is coming. Mostly nothing has come behind a frame
     * that somebody waits for, and to find that out is a call of the system. So this looks for more only behind data
     * that go ahead of a word, and while large frames follow each other.
     */
    private boolean readPlaced() {
        try {
            int read = line.read(place);
            noteRead(read);
            return read > 0 && (line.holdsUnread() || !place.hasRemaining() && (areMany || isAhead()));
        } catch (IOException e) {
            loseConnection(" (" + e.getMessage() + ")");
        } catch (IllegalStateException e) {
            loseForClosedMemory();
        }
        return false;
    }

    /** Whether the first frame in the buffer has gone ahead of one that is needed. */
    private boolean isAhead() {
        return Frames.kind(SharedMemory.getLong(buffer.first())) == Frames.AHEAD;
    }

    /**
     * Finds out whether the data of the first frame in the buffer, which is not here as a whole, are wanted elsewhere.
     * Data that checksums cover stay where they are read, and so do frames that may be refused.
     */
    private void place(FrameReceiver receiver) {
        int there = buffer.bytes();
        long frame = buffer.first();
        long what = there < Frames.HEADER ? 0 : SharedMemory.getLong(frame);
        if (isChecked || Frames.bytes(what) < LARGE_BYTES || (Frames.bytes(what) & 7) != 0
                || there < Frames.length(Frames.longs(what), 0) || isAside(Frames.channel(what))
                || wrong(frame, what) != null) {
            return;
        }
        int longs = Frames.longs(what);
        place = receiver.place(peer, Frames.byNumber(Frames.channel(what)), frame + Frames.HEADER, longs,
                Frames.bytes(what));
        if (place == null) {
            return;
        }
        try {
            buffer.moveBehind(Frames.length(longs, 0), place);
        } catch (IllegalStateException e) {
            loseForClosedMemory();
        }
    }

    private void loseForClosedMemory() {
        lose(Loss.Cause.BROKEN,
                "has sent data for memory that was closed before they had come: keep its arena open until "
                        + "the operation is synchronised");
    }

    /** Hands over the frame when all of its data are at their place. */
    private int handPlaced(FrameReceiver receiver) {
        if (place.hasRemaining()) {
            return 0;
        }
        place = null;
        isBehindPlaced = true;
        long frame = buffer.first();
        long what = SharedMemory.getLong(frame);
        int channel = Frames.channel(what);
        int longs = Frames.longs(what);
        int bytes = Frames.bytes(what);
        next(what);
        buffer.take(Frames.length(longs, 0));
        received[channel] += Frames.length(longs, bytes);
        try {
            receiver.placed(peer, Frames.byNumber(channel), frame + Frames.HEADER, longs, bytes);
        } finally {
            noteTaken(what);
        }
        return 1;
    }

    private void next(long what) {
        index++;
        behindLarge = Frames.bytes(what) >= LARGE_BYTES ? 0 : Math.min(FEW_FRAMES, behindLarge + 1);
    }

    private void loseConnection(String why) {
        String where = buffer.bytes() > 0 ? "in the middle of a frame" : "without a goodbye";
        lose(Loss.Cause.BROKEN, "ended the connection " + where + why);
    }

    private int handAside(FrameReceiver receiver, int channel, int limit) {
        int handed = 0;
        while (handed < limit && !isRefused[channel] && isAside(channel)) {
            FrameBuffer frames = aside[channel];
            long frame = frames.first();
            long what = SharedMemory.getLong(frame);
            boolean isTaken = true;
            try {
                isTaken = hand(receiver, frame, what);
            } finally {
                if (isTaken) {
                    frames.take(Frames.length(Frames.longs(what), Frames.bytes(what)));
                }
            }
            handed += isTaken ? 1 : 0;
        }
        return handed;
    }

    private int handBuffered(FrameReceiver receiver, int limit) {
        int handed = 0;
        while (handed < limit && loss == null && !isOver) {
            int there = buffer.bytes();
            long frame = buffer.first();
            long what = there < Frames.HEADER ? 0 : SharedMemory.getLong(frame);
            if (there < Frames.HEADER || Frames.isLegal(what)
                    && there < Frames.length(Frames.longs(what), Frames.bytes(what))) {
                break;
            }
            String wrong = wrong(frame, what);
            if (wrong != null) {
                lose(Loss.Cause.HOSTILE, wrong);
                break;
            }
            next(what);
            buffer.take(Frames.length(Frames.longs(what), Frames.bytes(what)));
            handed += take(receiver, frame, what);
        }
        return handed;
    }

    /** What is wrong with a frame that is there as a whole, or has an illegal first word; else null. */
    private String wrong(long frame, long what) {
        if (!Frames.isLegal(what)) {
            return "sent a frame that begins with 0x" + Long.toHexString(what) + ", which this library never writes";
        }
        if (Frames.source(frame) != peer || Frames.index(frame) != index) {
            return "sent a frame as rank " + Frames.source(frame) + " with index "
                    + Integer.toUnsignedString(Frames.index(frame)) + ", where index "
                    + Integer.toUnsignedString(index) + " comes next";
        }
        if (!Frames.isWhole(frame, isChecked)) {
            return "sent a frame with a wrong checksum, index " + Integer.toUnsignedString(index);
        }
        int channel = Frames.channel(what);
        if (Frames.isData(what) && received[channel] - givenBack[channel]
                + Frames.length(Frames.longs(what), Frames.bytes(what)) > Outgoing.ROOM_BYTES) {
            return "sent more than there is room for";
        }
        return null;
    }

    /** Takes in a frame that is right; 1 if it was handed over and taken. */
    private int take(FrameReceiver receiver, long frame, long what) {
        if (Frames.isData(what)) {
            int channel = Frames.channel(what);
            int length = Frames.length(Frames.longs(what), Frames.bytes(what));
            received[channel] += length;
            if (!isAside(channel) && hand(receiver, frame, what)) {
                return 1;
            }
            putAside(channel, frame, length);
        } else if (Frames.kind(what) == Frames.GOODBYE) {
            isOver = true;
            out.end("has closed its wire");
        } else if (!out.taken(SharedMemory.getLong(frame + Frames.HEADER),
                SharedMemory.getLong(frame + Frames.HEADER + Long.BYTES))) {
            lose(Loss.Cause.HOSTILE, "says that it has taken what was never sent");
        }
        return 0;
    }

    private void putAside(int channel, long frame, int length) {
        if (aside[channel] == null) {
            aside[channel] = new FrameBuffer(Outgoing.ROOM_BYTES);
        }
        SharedMemory.copy(frame, aside[channel].room(length), length);
        aside[channel].put(length);
    }

    private boolean hand(FrameReceiver receiver, long frame, long what) {
        int channel = Frames.channel(what);
        int longs = Frames.longs(what);
        int bytes = Frames.bytes(what);
        long head = frame + Frames.HEADER;
        boolean isTaken = true;
        try {
            isTaken = receiver.received(peer, Frames.byNumber(channel), head, longs,
                    head + (long) longs * Long.BYTES, bytes);
        } finally {
            if (isTaken) {
                noteTaken(what);
            } else {
                isRefused[channel] = true;
                counts[WireCounter.REFUSALS.ordinal()]++;
            }
        }
        return isTaken;
    }

    private void noteTaken(long what) {
        taken[Frames.channel(what)] += Frames.length(Frames.longs(what), Frames.bytes(what));
        needed += Frames.kind(what) == Frames.AHEAD ? 0 : 1;
        counts[WireCounter.FRAMES_RECEIVED.ordinal()]++;
        counts[WireCounter.BYTES_RECEIVED.ordinal()] += Frames.bytes(what);
    }

    private void giveBack() {
        if ((taken[0] - givenBack[0] >= Outgoing.GIVE_BACK_BYTES || taken[1] - givenBack[1] >= Outgoing.GIVE_BACK_BYTES)
                && out.giveBack(taken[0], taken[1], isShort(0) || isShort(1))) {
            givenBack[0] = taken[0];
            givenBack[1] = taken[1];
        }
    }

    /** Whether the peer lacks room for the largest frame, as far as it was told. */
    private boolean isShort(int channel) {
        return Outgoing.ROOM_BYTES - (received[channel] - givenBack[channel]) < Frames.MAX_LENGTH;
    }

    private void lose(Loss.Cause cause, String what) {
        loss = new Loss(cause, "rank " + peer + " " + what);
    }
}
