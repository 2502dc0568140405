package org.pgas.compare.peers;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;

/**
 * One connection between two ranks, for one thread of each. A rank that waits looks again at once, and never sleeps in
 * the kernel. Buffers are direct ones, which the JDK does not copy first.
 */
final class TcpStream implements AutoCloseable {
    /** So many bytes are asked for at least where parts are asked for in turn: blocks go straight to their place. */
    static final int LITTLE = 4 << 10;

    /** The same where small parts follow each other; and how many of them leave together at most. */
    static final int MUCH = 64 << 10;

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long RETRY_MILLIS = 10;

    private final SocketChannel connection;

    /** What has come and nobody has asked for. */
    private final ByteBuffer ahead = ByteBuffer.allocateDirect(MUCH).limit(0);

    /** What leaves with the next flush. */
    private final ByteBuffer waiting = ByteBuffer.allocateDirect(MUCH);

    private int wanted = LITTLE;

    private TcpStream(SocketChannel connection) throws IOException {
        this.connection = connection;
        connection.setOption(StandardSocketOptions.TCP_NODELAY, true);
        connection.configureBlocking(false);
    }

    /**
     * Rank 1 waits at the place, rank 0 connects to it; half a minute at most.
     *
     * @throws UncheckedIOException when the other does not come
     */
    static TcpStream meet(int rank, InetSocketAddress place) {
        try {
            return new TcpStream(rank == 1 ? accept(place) : connect(place));
        } catch (IOException e) {
            throw new UncheckedIOException("rank " + rank + " does not meet the other at " + place, e);
        }
    }

    private static SocketChannel accept(InetSocketAddress place) throws IOException {
        try (ServerSocketChannel door = ServerSocketChannel.open()) {
            door.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            door.bind(place, 1);
            door.configureBlocking(false);
            long begin = System.nanoTime();
            while (true) {
                SocketChannel made = door.accept();
                if (made != null) {
                    return made;
                }
                sleep(begin, null);
            }
        }
    }

    private static SocketChannel connect(InetSocketAddress place) throws IOException {
        long begin = System.nanoTime();
        while (true) {
            try {
                return SocketChannel.open(place);
            } catch (IOException e) {
                sleep(begin, e);
            }
        }
    }

    private static void sleep(long begin, IOException problem) throws IOException {
        if (System.nanoTime() - begin > PATIENCE_NANOS) {
            throw new IOException("nobody came in " + TimeUnit.NANOSECONDS.toSeconds(PATIENCE_NANOS) + " s", problem);
        }
        try {
            Thread.sleep(RETRY_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the other was waited for", e);
        }
    }

    /** Sends what both have left, by one system call if the kernel has room. */
    void send(ByteBuffer head, ByteBuffer data) {
        ByteBuffer[] parts = {head, data};
        try {
            while (head.hasRemaining() || data.hasRemaining()) {
                if (connection.write(parts) == 0) {
                    Thread.onSpinWait();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same, but small parts leave with what follows them, at the latest by {@link #flush}. */
    void queue(ByteBuffer head, ByteBuffer data) {
        int bytes = head.remaining() + data.remaining();
        if (bytes > waiting.remaining()) {
            flush();
        }
        if (bytes > MUCH / 4) {
            flush();
            send(head, data);
        } else {
            waiting.put(head).put(data);
        }
    }

    void flush() {
        waiting.flip();
        try {
            while (waiting.hasRemaining()) {
                sendSome(waiting);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        waiting.clear();
    }

    private void sendSome(ByteBuffer from) throws IOException {
        if (connection.write(from) == 0) {
            Thread.onSpinWait();
        }
    }

    private void receiveSome(ByteBuffer to) throws IOException {
        int received = connection.read(to);
        if (received < 0) {
            throw new EOFException("the other rank has gone");
        }
        if (received == 0) {
            Thread.onSpinWait();
        }
    }

    /** @param bytes {@link #LITTLE} or {@link #MUCH} */
    void readAhead(int bytes) {
        wanted = bytes;
    }

    /** Fills what the buffer has left, and waits for that. */
    void receive(ByteBuffer to) {
        try {
            while (to.hasRemaining()) {
                if (ahead.hasRemaining()) {
                    take(to);
                } else if (to.remaining() >= wanted) {
                    receiveSome(to);
                } else {
                    ahead.clear().limit(wanted);
                    receiveSome(ahead);
                    ahead.flip();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void take(ByteBuffer to) {
        int part = Math.min(to.remaining(), ahead.remaining());
        to.put(to.position(), ahead, ahead.position(), part);
        to.position(to.position() + part);
        ahead.position(ahead.position() + part);
    }

    /** Sends and receives as much as the buffers have left, both at once: so both ranks may call it with any size. */
    void exchange(ByteBuffer from, ByteBuffer to) {
        take(to);
        try {
            while (from.hasRemaining() || to.hasRemaining()) {
                if (from.hasRemaining()) {
                    sendSome(from);
                }
                if (to.hasRemaining()) {
                    receiveSome(to);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
