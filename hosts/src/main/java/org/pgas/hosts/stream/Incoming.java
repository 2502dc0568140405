package org.pgas.hosts.stream;

import java.io.IOException;

import org.pgas.hosts.wire.FrameReceiver;
import org.pgas.hosts.wire.Loss;
import org.pgas.hosts.wire.WireCounter;
import org.pgas.memory.SharedMemory;

/**
 * The frames from one peer. They are handed over where they were read to. What a receiver refuses is put aside, and so
 * is all that comes behind it on its channel: there is never more of that than the channel's room, and the other
 * channel goes on.
 *
 * <p>Used by the thread that polls.
 */
final class Incoming {
    /** At least the largest frame. */
    private static final int READ_BYTES = 2 * Frames.MAX_LENGTH;

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
        int handed = 0;
        for (int channel = Frames.CHANNELS - 1; channel >= 0; channel--) {
            handed += handAside(receiver, channel, limit - handed);
        }
        boolean isMore = true;
        while (handed < limit && !isOver && loss == null) {
            handed += handBuffered(receiver, limit - handed);
            if (handed >= limit || !isMore || isOver || loss != null) {
                break;
            }
            isMore = read();
        }
        if (isOver && loss == null && !isAside(0) && !isAside(1)) {
            lose(Loss.Cause.CLOSED, "has closed its wire");
        }
        giveBack();
        if (handed > 0) {
            out.came(handed);
        }
        return handed;
    }

    /** Whether there may be more: it filled the memory, or the line holds more, or what the line ended by. */
    private boolean read() {
        int free = READ_BYTES - buffer.bytes();
        try {
            int read = buffer.readFrom(line, READ_BYTES);
            if (read < 0) {
                loseConnection("");
            } else if (read == 0 && out.failure() != null) {
                lose(Loss.Cause.BROKEN, out.failure());
            }
            return read == free || read > 0 && line.holdsUnread();
        } catch (IOException e) {
            loseConnection(" (" + e.getMessage() + ")");
            return false;
        }
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
            index++;
            buffer.take(Frames.length(Frames.longs(what), Frames.bytes(what)));
            handed += take(receiver, frame, what);
        }
        return handed;
    }

    /** What is wrong with a frame that is there as a whole, or whose first word is not legal; else null. */
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
        if (Frames.kind(what) == Frames.DATA && received[channel] - givenBack[channel]
                + Frames.length(Frames.longs(what), Frames.bytes(what)) > Outgoing.ROOM_BYTES) {
            return "sent more than there is room for";
        }
        return null;
    }

    /** Takes in a frame that is right; 1 if it was handed over and taken. */
    private int take(FrameReceiver receiver, long frame, long what) {
        int kind = Frames.kind(what);
        if (kind == Frames.DATA) {
            int channel = Frames.channel(what);
            int length = Frames.length(Frames.longs(what), Frames.bytes(what));
            received[channel] += length;
            if (!isAside(channel) && hand(receiver, frame, what)) {
                return 1;
            }
            putAside(channel, frame, length);
        } else if (kind == Frames.GOODBYE) {
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
                taken[channel] += Frames.length(longs, bytes);
                counts[WireCounter.FRAMES_RECEIVED.ordinal()]++;
                counts[WireCounter.BYTES_RECEIVED.ordinal()] += bytes;
            } else {
                isRefused[channel] = true;
                counts[WireCounter.REFUSALS.ordinal()]++;
            }
        }
        return isTaken;
    }

    private void giveBack() {
        if ((taken[0] - givenBack[0] >= Outgoing.GIVE_BACK_BYTES || taken[1] - givenBack[1] >= Outgoing.GIVE_BACK_BYTES)
                && out.giveBack(taken[0], taken[1])) {
            givenBack[0] = taken[0];
            givenBack[1] = taken[1];
        }
    }

    private void lose(Loss.Cause cause, String what) {
        loss = new Loss(cause, "rank " + peer + " " + what);
    }
}
