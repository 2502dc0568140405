package org.pgas.hosts.local;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

import org.pgas.ErrorCode;
import org.pgas.hosts.wire.Channel;
import org.pgas.hosts.wire.FrameReceiver;
import org.pgas.hosts.wire.Loss;
import org.pgas.hosts.wire.Wire;
import org.pgas.hosts.wire.WireCounter;
import org.pgas.hosts.wire.WireSettings;
import org.pgas.refusal.Refusals;

/**
 * A wire between processes of one machine: for each pair of ranks a connection of Unix-domain sockets, which the higher
 * rank makes.
 */
final class LocalWire implements Wire, Door.Host {
    /** So many connections are read without asking the system first which of them has something. */
    private static final int FEW = 4;

    /** Polls from one question whether somebody is at the door to the next, where connections are few. A power of two. */
    private static final int POLLS_BETWEEN_LOOKS = 64;

    /** Bytes of a socket's name; systems take a few more, and not the same. */
    private static final int LONG_NAME = 100;

    private static final Set<PosixFilePermission> OTHERS = Set.of(PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE, PosixFilePermission.GROUP_EXECUTE, PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE, PosixFilePermission.OTHERS_EXECUTE);

    private final WireSettings settings;
    private final Refusals refusals;
    private final Greeting greeting;
    private final Selectors selectors;
    private final Path path;
    private final Door door;
    private final Consumer<SelectionKey> forPolls = this::readyForPolls;
    private final Consumer<SelectionKey> forSleepers = this::readyForSleepers;
    private final AtomicLong strangers = new AtomicLong(); // polls | any | getAndAdd / volatile
    private final AtomicReferenceArray<Connection> connections; // connect, polls, once | any | volatile
    private final AtomicReferenceArray<Loss> losses; // connect, polls, close, once | any | volatile
    private volatile List<Connection> open = List.of(); // connect, polls, close, under the lock | polls | volatile
    private volatile boolean isSomebodyThere; // sleepers, polls | polls | volatile: the door is worth a look
    private volatile boolean isMoreThere; // polls | whoever arms | volatile: the latest poll left some
    private boolean isPolledSoon; // pollsSoon | connect, polls | under the lock
    private volatile boolean isClosed; // close, under the lock | any | volatile
    private int polls;

    private LocalWire(WireSettings settings, Selectors selectors, Path path, Door door) {
        this.settings = settings;
        this.selectors = selectors;
        this.path = path;
        this.door = door;
        refusals = Refusals.of(settings.rank());
        greeting = new Greeting(settings);
        connections = new AtomicReferenceArray<>(settings.size());
        losses = new AtomicReferenceArray<>(settings.size());
    }

    static LocalWire open(WireSettings settings) {
        Refusals refusals = Refusals.of(settings.rank());
        Path path = settings.directory().resolve("wire-" + settings.rank());
        Selectors selectors = null;
        try {
            if (Files.getPosixFilePermissions(settings.directory()).stream().anyMatch(OTHERS::contains)) {
                throw refusals.failure(ErrorCode.RESOURCE,
                        "a wire needs a directory that only its owner may enter, and "
                                + settings.directory() + " is open to others");
            }
            selectors = new Selectors();
            Door door = new Door(path, settings.size() + FEW, selectors);
            return new LocalWire(settings, selectors, path, door);
        } catch (IOException e) {
            if (selectors != null) {
                selectors.close();
            }
            throw refusals.failure(ErrorCode.RESOURCE,
                    "cannot open the wire's socket " + path + ": " + e.getMessage() + remedy(path), e);
        }
    }

    /** Of what fails most often. */
    private static String remedy(Path path) {
        int bytes = path.toString().getBytes(StandardCharsets.UTF_8).length;
        return bytes <= LONG_NAME ? ""
                : ": the name has " + bytes + " bytes, and the system takes no more than about " + LONG_NAME
                        + " for a socket: choose a directory with a shorter name for the job's files (pgas.dir)";
    }

    @Override
    public byte[] address() {
        return path.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public int maxData() {
        return Frames.MAX_DATA;
    }

    @Override
    public void connect(int peer, byte[] address) {
        checkPeer("Wire.connect", peer);
        if (peer > settings.rank() || connections.get(peer) != null || isClosed) {
            return;
        }
        String place = new String(address, StandardCharsets.UTF_8);
        boolean wasInterrupted = Thread.interrupted(); // or the system's call would end, and the channel with it
        SocketChannel socket = null;
        try {
            socket = SocketChannel.open(StandardProtocolFamily.UNIX);
            socket.connect(UnixDomainSocketAddress.of(place));
            socket.write(greeting.to(peer));
            add(new Connection(peer, socket, selectors, greeting, false));
        } catch (IOException e) {
            closeQuietly(socket);
            losses.compareAndSet(peer, null,
                    new Loss(Loss.Cause.REFUSED, "rank " + peer + " cannot be reached at " + place + " ("
                            + e.getMessage() + ")"));
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void closeQuietly(SocketChannel socket) {
        if (socket != null) {
            try {
                socket.close();
            } catch (IOException e) {
                // nobody was at its other end
            }
        }
    }

    private void checkPeer(String call, int peer) {
        if (peer < 0 || peer >= settings.size()) {
            throw refusals.outside(call, "peer", peer, settings.size());
        }
        if (peer == settings.rank()) {
            throw refusals.bad(call, "peer is this rank: a wire leads to others");
        }
    }

    /** False when the wire was closed meanwhile. */
    private synchronized boolean add(Connection connection) {
        if (isClosed) {
            connection.close("this rank has closed its wire");
            return false;
        }
        connection.out().pollsSoon(isPolledSoon);
        connections.set(connection.peer(), connection);
        List<Connection> now = new ArrayList<>(open);
        now.add(connection);
        open = now;
        return true;
    }

    private synchronized void remove(Connection connection) {
        List<Connection> now = new ArrayList<>(open);
        now.remove(connection);
        open = now;
    }

    @Override
    public boolean send(int peer, Channel channel, long[] head, int longs, MemorySegment data, long offset, int bytes) {
        if (longs < 0 || longs > MAX_HEAD || bytes < 0 || bytes > Frames.MAX_DATA || peer == settings.rank()
                || peer < 0 || peer >= settings.size()) {
            throw illegalSend(peer, longs, bytes);
        }
        Connection connection = connections.get(peer);
        return connection != null && losses.get(peer) == null
                && connection.out().send(channel.ordinal(), head, longs, data, offset, bytes);
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
        if (!areFew || (polls & POLLS_BETWEEN_LOOKS - 1) == 0) {
            selectors.look(forPolls);
        }
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

    private void lookAtTheDoor() {
        polls++;
        if (isSomebodyThere) {
            isSomebodyThere = false;
            try {
                door.look(this);
            } catch (IOException e) {
                throw refusals.failure(ErrorCode.RESOURCE, "no peer can connect any more: " + e.getMessage(), e);
            }
        }
    }

    @Override
    public boolean welcome(ByteBuffer text, SocketChannel socket) throws IOException {
        int peer = Greeting.source(text);
        if (peer <= settings.rank() || peer >= settings.size() || greeting.wrong(text, peer) != null
                || connections.get(peer) != null || losses.get(peer) != null) {
            return false;
        }
        try {
            socket.write(greeting.to(peer));
        } catch (IOException e) {
            // it has gone again: what it sent before is read, and then that
        }
        return add(new Connection(peer, socket, selectors, greeting, true));
    }

    @Override
    public void turnedAway() {
        strangers.getAndAdd(1);
    }

    private void lose(Connection connection) {
        losses.compareAndSet(connection.peer(), null, connection.in().loss());
        connection.close(connection.in().loss().text());
        remove(connection);
        selectors.look(forPolls); // lets go of the closed socket
        selectors.wake();
    }

    private void readyForPolls(SelectionKey key) {
        if (key.attachment() instanceof Connection connection) {
            connection.ready();
        } else {
            isSomebodyThere = true;
        }
    }

    private void readyForSleepers(SelectionKey key) {
        if (key.attachment() == door) {
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
        return !isMoreThere;
    }

    @Override
    public void sleep(long nanos) {
        selectors.sleep(forSleepers, nanos);
    }

    @Override
    public void wake() {
        selectors.wake();
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
            losses.compareAndSet(peer, null, new Loss(Loss.Cause.CLOSED, "this rank has closed its wire"));
        }
        for (Connection each : last) {
            each.out().sayGoodbye();
            each.close("this rank has closed its wire");
        }
        try {
            door.close();
        } catch (IOException e) {
            throw refusals.failure(ErrorCode.RESOURCE, "cannot remove the wire's socket " + path + ": "
                    + e.getMessage(), e);
        } finally {
            selectors.close();
        }
    }

    @Override
    public String toString() {
        return "local wire of rank " + settings.rank() + " at " + path + ", peers "
                + Arrays.toString(open.stream().mapToInt(Connection::peer).toArray());
    }
}
