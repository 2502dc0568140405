package org.pgas.hosts;

import java.lang.foreign.MemorySegment;

import org.pgas.spi.MessageHead;
import org.pgas.spi.MessageOutbox;

/**
 * Messages of one network: to neighbours in the way that they have, to others over the wire. A long message carries its
 * numbers there; its data come before it, in medium ones.
 */
final class WireOutbox implements MessageOutbox {
    private static final int FIRST_ARGUMENT = 4;

    private final int network;

    private final MessageOutbox near;
    private final Ways ways;
    private final Claims claims;

    /** A bit for the index of each handler with requests that the wire's thread serves; set before anything is sent. */
    private long served;

    /** By endpoint of this rank, whether that thread serves all its requests. Racy: set before any of them is sent. */
    private final boolean[] servedFrom = new boolean[MessageHead.ENDPOINTS]; // makers of windows | senders | plain

    WireOutbox(int network, MessageOutbox near, Ways ways, Claims claims) {
        this.network = network;
        this.near = near;
        this.ways = ways;
        this.claims = claims;
    }

    void serve(long handlers) {
        served = handlers;
    }

    void serveFrom(int endpoint, boolean on) {
        servedFrom[endpoint] = on;
    }

    private int network(long head) {
        int index = MessageHead.handler(head);
        boolean isServed = index < Long.SIZE ? (served >>> index & 1) != 0
                : network == Frame.REQUESTS && servedFrom[MessageHead.sourceEndpoint(head)];
        return isServed ? Frame.SERVED : network;
    }

    @Override
    public boolean sendShort(int peer, long head, long first, long second) {
        Way way = ways.to(peer);
        return way == null ? near.sendShort(peer, head, first, second) : send(way, head, first, second, null);
    }

    @Override
    public boolean sendShort(int peer, long head, int[] arguments) {
        Way way = ways.to(peer);
        if (way == null) {
            return near.sendShort(peer, head, arguments);
        }
        int count = MessageHead.argumentCount(head);
        return send(way, head, pair(arguments, 0, count), pair(arguments, 2, count), arguments);
    }

    private boolean send(Way way, long head, long first, long second, int[] arguments) {
        boolean isSent;
        synchronized (way) {
            int longs = write(way.head(), head, first, second, arguments);
            isSent = way.sendMessage(network(head), longs, MemorySegment.NULL, 0, 0);
        }
        ways.tried();
        return isSent;
    }

    @Override
    public boolean sendMedium(int peer, long head, long first, long second, int[] arguments, MemorySegment payload,
            long offset, int bytes) {
        Way way = ways.to(peer);
        if (way == null) {
            return near.sendMedium(peer, head, first, second, arguments, payload, offset, bytes);
        }
        boolean isSent;
        synchronized (way) {
            int longs = write(way.head(), head, first, second, arguments);
            isSent = way.sendMessage(network(head), longs, payload, offset, bytes);
        }
        ways.tried();
        return isSent;
    }

    @Override
    public boolean sendLong(int peer, long head, long first, long second, int[] arguments, long targetOffset,
            long bytes) {
        Way way = ways.to(peer);
        if (way == null) {
            return near.sendLong(peer, head, first, second, arguments, targetOffset, bytes);
        }
        synchronized (way) {
            int longs = write(way.head(), head, first, second, arguments);
            way.head()[2] = targetOffset;
            way.head()[3] = bytes;
            return way.sendMessage(network(head), longs, MemorySegment.NULL, 0, 0);
        }
    }

    /** Writes a frame's head, but for its first long; answers its longs. */
    private static int write(long[] frame, long head, long first, long second, int[] arguments) {
        int count = MessageHead.argumentCount(head);
        frame[1] = head;
        frame[2] = 0;
        frame[3] = 0;
        frame[FIRST_ARGUMENT] = first;
        frame[FIRST_ARGUMENT + 1] = second;
        for (int i = 4; i < count; i += 2) {
            frame[FIRST_ARGUMENT + (i >> 1)] = pair(arguments, i, count);
        }
        return FIRST_ARGUMENT + (count + 1 >> 1);
    }

    /** Arguments {@code index} and the one behind it, as far as there are any. */
    private static long pair(int[] arguments, int index, int count) {
        long low = index < count ? arguments[index] & 0xFFFF_FFFFL : 0;
        return index + 1 < count ? low | (long) arguments[index + 1] << 32 : low;
    }

    @Override
    public long claim(int peer, int words, int bytes) {
        Way way = ways.to(peer);
        if (way == null) {
            return near.claim(peer, words, bytes);
        }
        return way.room(network).has(Room.length(bytes)) ? claims.take() : 0;
    }

    @Override
    public long payload(int peer, long claim) {
        return ways.to(peer) == null ? near.payload(peer, claim) : claim;
    }

    @Override
    public boolean commit(int peer, long claim, long head, long first, long second, int[] arguments, int bytes) {
        Way way = ways.to(peer);
        if (way == null) {
            return near.commit(peer, claim, head, first, second, arguments, bytes);
        }
        if (!sendMedium(peer, head, first, second, arguments, claims.memory(claim), 0, bytes)) {
            return false;
        }
        claims.giveBack(claim);
        return true;
    }

    @Override
    public void cancel(int peer, long claim) {
        if (ways.to(peer) == null) {
            near.cancel(peer, claim);
        } else {
            claims.giveBack(claim);
        }
    }

    @Override
    public boolean hasRoom(int peer, long head, int bytes) {
        Way way = ways.to(peer);
        if (way == null) {
            return near.hasRoom(peer, head, bytes);
        }
        // of a way that is lost there is none for ever: a thread that waits for it is told that the peer is gone
        return way.loss() == null && way.room(network(head)).has(Room.length(bytes));
    }

    /** Room elsewhere is told by a frame, and whatever comes wakes this rank. */
    @Override
    public void wantRoom(int peer, boolean on) {
        if (ways.to(peer) == null) {
            near.wantRoom(peer, on);
        }
    }
}
