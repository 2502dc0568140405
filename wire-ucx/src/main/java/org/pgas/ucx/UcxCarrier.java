package org.pgas.ucx;

import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.TimeUnit;

import org.pgas.hosts.stream.Carrier;
import org.pgas.hosts.stream.FrameBuffer;
import org.pgas.hosts.stream.StreamWire;
import org.pgas.memory.SharedMemory;

/**
 * One connection over UCX: bytes go out as messages, and those that come are put one behind the other until they are
 * read. Every field is used under the lock of {@link UcxCarriers}; so is every method but those of {@link Carrier},
 * which take it.
 */
final class UcxCarrier implements Carrier {
    /** Enough for greetings. */
    private static final int FIRST_BYTES = 1 << 10;

    /** Bytes keep their distance to multiples of 8 when they are moved. */
    private static final int MOST_BYTES = StreamWire.MOST_UNREAD_BYTES + Long.BYTES;

    /** How many messages UCX may hold of a connection: then writes take nothing. */
    private static final int POSTED_MOST = 8;

    /**
     * How long what the other end has sent may still come when nothing more goes there: longer than it takes TCP to
     * send a packet again that was lost.
     */
    private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final UcxCarriers place;
    private final long number;
    private final byte[] address;

    /** The number of the connection at the other end; 0 while that is not known. */
    private long peer;

    /** Null before the first message. */
    private UcxRoute route;

    /** What has come and is not read; null before that. */
    private FrameBuffer come;

    private int capacity;
    private Object watcher;
    private int nextSent;
    private int nextCome;
    private int posted;
    private boolean isFresh;
    private boolean hasEnded;
    private boolean isEndRead;
    private boolean isClosed;

    /** Why nothing more goes, or null; what the other end has sent may come until then, by the clock. */
    private String broken;

    private long lateNanos;

    /** Why nothing more comes or goes, or null. */
    private String failure;

    /**
     * @param number at this end
     * @param address of the worker at the other end, which nobody changes
     * @param peer the number at the other end, or 0 where this rank calls
     */
    UcxCarrier(UcxCarriers place, long number, byte[] address, long peer) {
        this.place = place;
        this.number = number;
        this.address = address;
        this.peer = peer;
    }

    long number() {
        return number;
    }

    long peer() {
        return peer;
    }

    Object watcher() {
        return watcher;
    }

    void watchBy(Object by) {
        watcher = by;
    }

    /** Opens the connection: tells the other end of it, and where this one is found. */
    void open(byte[] own) throws IOException {
        UcxRoute way = way();
        UcxMessage message = place.outstanding().take();
        message.begin(UcxMessage.OPEN, 0, UcxMessage.MAGIC, number);
        message.fill(ByteBuffer.wrap(own));
        place.outstanding().post(message, way.endpoint(), this);
    }

    private UcxRoute way() throws IOException {
        if (route == null) {
            route = place.routes().to(address);
            route.add(this);
        }
        if (route.failure() != null) {
            throw new IOException(route.failure());
        }
        return route;
    }

    /** Notes that UCX holds a message more. */
    void posted() {
        posted++;
    }

    /** Notes that UCX has sent one of them, or has given it up. */
    void sent(byte status) {
        posted--;
        if (status != Ucp.UCS_OK) {
            breaks(Ucp.text(status));
        }
    }

    /**
     * Nothing more goes. What the other end has sent before it went comes another way, and may still be under way: the
     * connection fails when none of it comes any more, and at once where nothing has come at all.
     */
    void breaks(String why) {
        if (nextCome == 0) {
            fail(why);
        } else if (broken == null && failure == null && !hasEnded && !isClosed) {
            broken = why;
            lateNanos = System.nanoTime() + LATE_NANOS;
            place.broken(this);
        }
    }

    /** Whether what the other end has sent may still come. Else it fails, where that has not sent an end. */
    boolean isAwaited() {
        if (!isClosed && lateNanos - System.nanoTime() <= 0) {
            fail(broken);
        }
        return !isClosed && !hasEnded && failure == null;
    }

    /** Nothing more comes or goes. What has come can be read. */
    private void fail(String why) {
        if (failure == null && !hasEnded) {
            failure = why;
            beFresh();
        }
    }

    /** Takes in a message of kind data or end. The caller has looked at its source, and at nothing else. */
    void came(long message, int bytes) {
        if (isClosed || hasEnded || failure != null) {
            return;
        }
        if (UcxMessage.index(message) != nextCome) {
            fail("UCX has not kept the order of messages: " + nextCome + " was to come, and "
                    + UcxMessage.index(message) + " did");
            return;
        }
        nextCome++;
        if (UcxMessage.kind(message) == UcxMessage.END) {
            hasEnded = true;
        } else {
            put(message + UcxMessage.HEAD_BYTES, bytes - UcxMessage.HEAD_BYTES);
        }
        beFresh();
    }

    /** Learns the number of the other end, or says whether it is that. */
    boolean isPeer(long source) {
        if (peer == 0) {
            peer = source;
        }
        return peer == source;
    }

    private void put(long data, int bytes) {
        if (unread() + bytes > StreamWire.MOST_UNREAD_BYTES) {
            fail("the other end has sent more than there is room for");
            return;
        }
        long at = come == null ? 0 : come.room(bytes);
        if (at == 0) {
            grow(bytes);
            at = come.room(bytes);
        }
        SharedMemory.copy(data, at, bytes);
        come.put(bytes);
    }

    private int unread() {
        return come == null ? 0 : come.bytes();
    }

    private void grow(int bytes) {
        FrameBuffer former = come;
        int needed = Math.max(unread() + bytes + Long.BYTES, FIRST_BYTES);
        capacity = Math.min(MOST_BYTES, Math.max(needed, 2 * capacity));
        come = new FrameBuffer(capacity);
        if (former != null) {
            int kept = former.bytes();
            SharedMemory.copy(former.first(), come.room(kept), kept);
            Reference.reachabilityFence(former); // its memory goes with it
            come.put(kept);
        }
    }

    private void beFresh() {
        if (!isFresh) {
            isFresh = true;
            place.fresh(this);
        }
    }

    void beOld() {
        isFresh = false;
    }

    /** Whether a read would say something. */
    boolean isWorthALook() {
        return !isClosed && (unread() > 0 || (hasEnded || failure != null) && !isEndRead);
    }

    /** That nobody is there shows itself later: by a failure. */
    @Override
    public boolean isConnected() throws IOException {
        place.lock();
        try {
            if (failure != null) {
                throw new IOException(failure);
            }
            return true;
        } finally {
            place.unlock();
        }
    }

    @Override
    public boolean isOpen() {
        place.lock();
        try {
            return !isClosed;
        } finally {
            place.unlock();
        }
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
        place.lock();
        try {
            if (isClosed) {
                throw new ClosedChannelException();
            }
            if (unread() > 0) {
                return come.giveTo(to);
            }
            isEndRead |= hasEnded || failure != null;
            if (failure != null) {
                throw new IOException(failure);
            }
            return hasEnded ? -1 : 0;
        } finally {
            place.unlock();
        }
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        place.lock();
        try {
            checkWritable();
            return broken == null ? post(from) : 0;
        } finally {
            place.unlock();
        }
    }

    private int post(ByteBuffer from) throws IOException {
        UcxRoute way = way();
        int taken = 0;
        while (from.hasRemaining() && posted < POSTED_MOST && broken == null) {
            UcxMessage message = place.outstanding().take();
            message.begin(UcxMessage.DATA, nextSent++, peer, number);
            taken += message.fill(from);
            try {
                place.outstanding().post(message, way.endpoint(), this);
            } catch (IOException e) {
                breaks(e.getMessage());
            }
        }
        return taken;
    }

    private void checkWritable() throws IOException {
        if (isClosed || !place.isOpen()) {
            throw new ClosedChannelException();
        }
        if (failure != null) {
            throw new IOException(failure);
        }
        if (hasEnded) {
            throw new IOException("the other end has ended the connection");
        }
    }

    /** What UCX sends later wakes sleepers as what comes does. */
    @Override
    public void awaitRoom(boolean isAwaited) {}

    @Override
    public void close() {
        place.lock();
        try {
            if (!isClosed) {
                isClosed = true;
                if (failure == null && !hasEnded && place.isOpen()) {
                    end();
                }
                if (route != null) {
                    route.remove(this);
                }
                come = null;
                place.forget(this);
            }
        } finally {
            place.unlock();
        }
    }

    private void end() {
        try {
            UcxRoute way = way();
            UcxMessage message = place.outstanding().take();
            message.begin(UcxMessage.END, nextSent++, peer, number);
            place.outstanding().post(message, way.endpoint(), this);
        } catch (IOException e) {
            // nobody can be told
        }
    }
}
