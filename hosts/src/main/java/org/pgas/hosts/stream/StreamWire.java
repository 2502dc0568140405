package org.pgas.hosts.stream;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

import org.pgas.ErrorCode;
import org.pgas.hosts.wire.Channel;
import org.pgas.hosts.wire.FrameReceiver;
import org.pgas.hosts.wire.Loss;
import org.pgas.hosts.wire.OneSided;
import org.pgas.hosts.wire.Wire;
import org.pgas.hosts.wire.WireCounter;
import org.pgas.hosts.wire.WireSettings;
import org.pgas.refusal.Refusals;

/** A wire over streams of bytes: for each pair of ranks a connection, which the higher rank makes. */
public final class StreamWire implements Wire {
    /** The most bytes that an honest peer has written and this rank has not read, of one connection. */
    public static final int MOST_UNREAD_BYTES = Outgoing.CAPACITY_BYTES;

    /** So many connections are read without asking the system first which of them has something. */
    private static final int FEW = 4;

    /**
     * Polls from one question whether somebody is at the door to the next, where connections are few. A power of two.
     */
    private static final int POLLS_BETWEEN_LOOKS = 64;

    private static final String CLOSED_HERE = "this rank has closed its wire";

    private final WireSettings settings;
    private final Refusals refusals;
    private final Carriers carriers;
    private final Door door;
    private final Calls calls;
    private final Peers peers = new Peers();
    private final Consumer<Object> forPolls = this::readyForPolls;
    private final Consumer<Object> forSleepers = this::readyForSleepers;
    private final AtomicLong strangers = new AtomicLong(); // polls | any | getAndAdd / volatile
    private final AtomicReferenceArray<Connection> connections; // connect, polls, once | any | volatile
    private final AtomicReferenceArray<Loss> losses; // connect, polls, close, once | any | volatile
    private volatile List<Connection> open = List.of(); // connect, polls, close, under the lock | polls | volatile
    private volatile boolean isSomebodyThere; // sleepers, polls, connect | polls | volatile: the door is worth a look
    private volatile boolean isMoreThere; // polls | threads that arm | volatile: the latest poll left some
    private boolean isPolledSoon; // pollsSoon | polls | under the lock
    private volatile boolean isClosed; // close, under the lock | any | volatile
    private int polls;

    private StreamWire(WireSettings settings, Carriers carriers) {
        this.settings = settings;
        this.carriers = carriers;
        refusals = Refusals.of(settings.rank());
        Greeting greeting = new Greeting(settings, carriers.isSecure());
        door = new Door(carriers, greeting);
        calls = new Calls(carriers, greeting, settings.size());
        connections = new AtomicReferenceArray<>(settings.size());
        losses = new AtomicReferenceArray<>(settings.size());
    }

    /**
     * Opens a rank's end over sockets of a kind, which it owns from now on.
     *
     * @throws org.pgas.PgasException with {@link ErrorCode#RESOURCE}; nothing is left then
     */
    public static Wire open(WireSettings settings, Sockets sockets) {
        return open(settings, new SocketCarriers(sockets));
    }

    /**
     * Opens a rank's end over carriers of a kind, which it owns from now on.
     *
     * @throws org.pgas.PgasException with {@link ErrorCode#RESOURCE}; nothing is left then
     */
    public static Wire open(WireSettings settings, Carriers carriers) {
        try {
            carriers.listen(settings.size() + FEW);
            return new StreamWire(settings, carriers);
        } catch (IOException e) {
            throw Refusals.of(settings.rank()).failure(ErrorCode.RESOURCE,
                    "cannot open the " + carriers + ": " + e.getMessage(), e);
        }
    }

    @Override
    public byte[] address() {
        return carriers.address();
    }

    @Override
    public int maxData() {
        return Frames.MAX_DATA;
    }

    @Override
    public int pieceData() {
        return Frames.PIECE_DATA;
    }

    @Override
    public void connect(int peer, byte[] address) {
        checkPeer("Wire.connect", peer);
        if (peer > settings.rank() || connections.get(peer) != null || isClosed) {
            return;
        }
        calls.begin(peer, address, peers);
        isSomebodyThere = true;
        carriers.wake();
    }

    private void checkPeer(String call, int peer) {
        if (peer < 0 || peer >= settings.size()) {
            throw refusals.outside(call, "peer", peer, settings.size());
        }
        if (peer == settings.rank()) {
            throw refusals.bad(call, "peer is this rank: a wire leads to others");
        }
    }

    private synchronized void add(Connection connection) {
        if (isClosed) {
            connection.close(CLOSED_HERE);
            return;
        }
        connection.out().pollsSoon(isPolledSoon);
        connections.set(connection.peer(), connection);
        List<Connection> now = new ArrayList<>(open);
        now.add(connection);
        open = now;
    }

    private synchronized void remove(Connection connection) {
        List<Connection> now = new ArrayList<>(open);
        now.remove(connection);
        open = now;
    }

    @Override
    public boolean send(int peer, Channel channel, long[] head, int longs, MemorySegment data, long offset, int bytes) {
        Outgoing out = out(peer, longs, bytes);
        return out != null && out.send(channel.ordinal(), head, longs, data, offset, bytes, false);
    }

    @Override
    public boolean sendAhead(int peer, Channel channel, long[] head, int longs, MemorySegment data, long offset,
            int bytes) {
        Outgoing out = out(peer, longs, bytes);
        return out != null && out.send(channel.ordinal(), head, longs, data, offset, bytes, true);
    }

    /** What takes a frame for a peer, after a check of the sizes; null while there is none. */
    private Outgoing out(int peer, int longs, int bytes) {
        if (longs < 0 || longs > MAX_HEAD || bytes < 0 || bytes > Frames.MAX_DATA || peer == settings.rank()
                || peer < 0 || peer >= settings.size()) {
            throw illegalSend(peer, longs, bytes);
        }
        Connection connection = connections.get(peer);
        return connection != null && losses.get(peer) == null ? connection.out() : null;
    }

    private RuntimeException illegalSend(int peer, int longs, int bytes) {
        checkPeer("Wire.send", peer);
        return longs < 0 || longs > MAX_HEAD
                ? refusals.illegal("Wire.send", "longs", longs, "0.." + MAX_HEAD)
                : refusals.illegal("Wire.send", "bytes", bytes, "0.." + Frames.MAX_DATA);
    }

    @Override
    public int poll(FrameReceiver receiver, int limit) {
        if (limit <= 0) {
            throw refusals.illegal("Wire.poll", "limit", limit, "those above 0");
        }
        int handed = 0;
        boolean isAllSeen = false;
        try {
            handed = pollConnections(receiver, limit);
            isAllSeen = handed < limit;
        } finally {
            isMoreThere = !isAllSeen;
        }
        return handed;
    }

    private int pollConnections(FrameReceiver receiver, int limit) {
        if (isClosed) {
            return 0;
        }
        boolean areFew = open.size() <= FEW;
        look(!areFew || (polls & POLLS_BETWEEN_LOOKS - 1) == 0);
        lookAtTheDoor();
        List<Connection> now = open;
        int count = now.size();
        int first = count == 0 ? 0 : Math.floorMod(polls, count);
        int handed = 0;
        for (int i = 0; i < count && handed < limit; i++) {
            Connection each = now.get(first + i < count ? first + i : first + i - count);
            each.out().flush();
            if (areFew || each.isWorthALook()) {
                handed += each.in().poll(receiver, limit - handed);
                if (each.in().loss() != null) {
                    lose(each);
                }
            }
        }
        return handed;
    }

    private void look(boolean isThorough) {
        try {
            carriers.look(forPolls, isThorough);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** Carriers were closed; sleepers learn of it. */
    private void letGo() {
        try {
            carriers.letGo(forPolls);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private RuntimeException failed(IOException e) {
        return refusals.failure(ErrorCode.RESOURCE, "the system does not tell what comes: " + e.getMessage(), e);
    }

    private void lookAtTheDoor() {
        polls++;
        if (isSomebodyThere || calls.isDue()) {
            isSomebodyThere = false;
            long before = strangers.get();
            boolean haveClosed = calls.look(peers);
            door.look(peers);
            if (haveClosed || strangers.get() != before) {
                letGo();
            }
        }
    }

    /** What becomes of the processes that come, and of the peers that are called. */
    private final class Peers implements Door.Host, Calls.Host {
        @Override
        public boolean awaits(int peer) {
            return peer > settings.rank() && peer < settings.size() && connections.get(peer) == null
                    && losses.get(peer) == null;
        }

        @Override
        public int awaited() {
            int count = 0;
            for (int peer = settings.rank() + 1; peer < settings.size(); peer++) {
                count += awaits(peer) ? 1 : 0;
            }
            return count;
        }

        @Override
        public void welcome(int peer, Carrier carrier, Line line) throws IOException {
            Connection connection = new Connection(peer, carrier, line, settings);
            carriers.watch(carrier, connection);
            add(connection);
        }

        @Override
        public void turnedAway() {
            strangers.getAndAdd(1);
        }

        @Override
        public void unanswered(int peer, String why) {
            losses.compareAndSet(peer, null, new Loss(Loss.Cause.REFUSED, "rank " + peer + " " + why));
            carriers.wake();
        }
    }

    private void lose(Connection connection) {
        losses.compareAndSet(connection.peer(), null, connection.in().loss());
        connection.close(connection.in().loss().text());
        remove(connection);
        letGo();
    }

    private void readyForPolls(Object watcher) {
        if (watcher instanceof Connection connection) {
            connection.ready();
        } else {
            isSomebodyThere = true;
        }
    }

    private void readyForSleepers(Object watcher) {
        if (!(watcher instanceof Connection)) {
            isSomebodyThere = true;
        }
    }

    @Override
    public synchronized void pollsSoon(boolean isSo) {
        isPolledSoon = isSo;
        for (Connection each : open) {
            each.out().pollsSoon(isSo);
        }
    }

    @Override
    public boolean arm() {
        try {
            return !isMoreThere && carriers.arm();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public void sleep(long nanos) {
        try {
            carriers.sleep(forSleepers, Math.min(nanos, calls.nanosUntilDue()));
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public void wake() {
        carriers.wake();
    }

    @Override
    public Loss lost(int peer) {
        return losses.get(peer);
    }

    @Override
    public int room(int peer, Channel channel) {
        checkPeer("Wire.room", peer);
        Connection connection = connections.get(peer);
        return connection == null || losses.get(peer) != null ? 0 : connection.out().room(channel.ordinal());
    }

    @Override
    public Optional<OneSided> oneSided() {
        return carriers.oneSided();
    }

    @Override
    public long counted(WireCounter counter) {
        if (counter == WireCounter.STRANGERS) {
            return strangers.get();
        }
        long sum = 0;
        for (int peer = 0; peer < settings.size(); peer++) {
            Connection connection = connections.get(peer);
            sum += connection == null ? 0 : connection.out().counted(counter) + connection.in().counted(counter);
        }
        return sum;
    }

    @Override
    public void close() {
        List<Connection> last;
        synchronized (this) {
            if (isClosed) {
                return;
            }
            isClosed = true;
            last = open;
            open = List.of();
        }
        for (int peer = 0; peer < settings.size(); peer++) {
            losses.compareAndSet(peer, null, new Loss(Loss.Cause.CLOSED, CLOSED_HERE));
        }
        for (Connection each : last) {
            each.out().sayGoodbye();
            each.close(CLOSED_HERE);
        }
        calls.close();
        door.close();
        try {
            carriers.close();
        } catch (IOException e) {
            throw refusals.failure(ErrorCode.RESOURCE, "cannot close the " + carriers + ": " + e.getMessage(), e);
        }
    }

    @Override
    public String toString() {
        return carriers + " of rank " + settings.rank() + ", peers "
                + Arrays.toString(open.stream().mapToInt(Connection::peer).toArray());
    }
}
