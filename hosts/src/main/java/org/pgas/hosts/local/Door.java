package org.pgas.hosts.local;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Set;

/**
 * Where peers come in: a socket in the job's directory. Who has connected says who it is, in a greeting, before it becomes a peer's
 * connection. Used by the thread that polls, but for closing.
 */
final class Door {
    /** How many may be between connecting and greeting. When there are more, the one that is silent for longest has to go. */
    private static final int ARRIVALS_MAX = 64;

    private static final Set<PosixFilePermission> OWNER_ONLY = Set.of(PosixFilePermission.OWNER_READ,
            PosixFilePermission.OWNER_WRITE);

    /** A connection whose greeting is not whole yet. */
    private record Arrival(SocketChannel socket, ByteBuffer text) {}

    private final Path path;
    private final ServerSocketChannel server;
    private final Selectors selectors;
    private final Deque<Arrival> arrivals = new ArrayDeque<>();

    /** @param waiting how many may wait to be let in before the system refuses more */
    Door(Path path, int waiting, Selectors selectors) throws IOException {
        this.path = path;
        this.selectors = selectors;
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        boolean isBound = false;
        try {
            server.bind(UnixDomainSocketAddress.of(path), waiting);
            isBound = true;
            Files.setPosixFilePermissions(path, OWNER_ONLY);
            server.configureBlocking(false);
            selectors.register(server, this);
        } catch (IOException e) {
            server.close();
            if (isBound) {
                Files.deleteIfExists(path);
            }
            throw e;
        }
    }

    /** What is done with who has greeted. */
    interface Host {
        /** Says whether it keeps the connection of who greets so. */
        boolean welcome(ByteBuffer greeting, SocketChannel socket) throws IOException;

        /** Notes that one was turned away. */
        void turnedAway();
    }

    /** Lets in who is there, and reads greetings. */
    void look(Host host) throws IOException {
        for (SocketChannel socket = server.accept(); socket != null; socket = server.accept()) {
            if (arrivals.size() == ARRIVALS_MAX) {
                turnAway(arrivals.removeFirst(), host);
            }
            socket.configureBlocking(false);
            selectors.register(socket, this);
            arrivals.addLast(new Arrival(socket, ByteBuffer.allocate(Greeting.BYTES).order(ByteOrder.nativeOrder())));
        }
        for (Iterator<Arrival> each = arrivals.iterator(); each.hasNext();) {
            Arrival arrival = each.next();
            if (!isStillComing(arrival, host)) {
                each.remove();
            }
        }
    }

    private boolean isStillComing(Arrival arrival, Host host) {
        try {
            int read = arrival.socket.read(arrival.text);
            if (read >= 0 && arrival.text.hasRemaining()) {
                return true;
            }
            if (read >= 0 && host.welcome(arrival.text.flip(), arrival.socket)) {
                return false;
            }
        } catch (IOException e) {
            // it broke before it was a peer's: turned away as any other
        }
        turnAway(arrival, host);
        return false;
    }

    private static void turnAway(Arrival arrival, Host host) {
        host.turnedAway();
        close(arrival);
    }

    private static void close(Arrival arrival) {
        try {
            arrival.socket.close();
        } catch (IOException e) {
            // nothing was said on it
        }
    }

    void close() throws IOException {
        arrivals.forEach(Door::close);
        try (server) {
            Files.deleteIfExists(path);
        }
    }
}
