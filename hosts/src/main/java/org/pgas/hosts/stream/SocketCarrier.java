package org.pgas.hosts.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** A socket in non-blocking mode as a carrier. */
final class SocketCarrier implements Carrier {
    private final SocketChannel socket;

    /** That of sleepers, or null while nobody watches. Set before the first write. */
    private SelectionKey awaited;

    SocketCarrier(SocketChannel socket) throws IOException {
        this.socket = socket;
        socket.configureBlocking(false);
    }

    SocketChannel socket() {
        return socket;
    }

    void watchBy(SelectionKey key) {
        awaited = key;
    }

    @Override
    public boolean isConnected() throws IOException {
        return socket.finishConnect();
    }

    @Override
    public boolean isOpen() {
        return socket.isOpen();
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
        return socket.read(to);
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        return socket.write(from);
    }

    @Override
    public void awaitRoom(boolean isAwaited) throws IOException {
        SelectionKey key = awaited;
        if (key != null) {
            try {
                key.interestOps(SelectionKey.OP_READ | (isAwaited ? SelectionKey.OP_WRITE : 0));
            } catch (CancelledKeyException e) {
                throw new ClosedChannelException();
            }
            if (isAwaited) {
                key.selector().wakeup();
            }
        }
    }

    /** A closed socket goes with the next look of both selectors only: its peer shall not wait for that. */
    @Override
    public void close() throws IOException {
        try (socket) {
            if (socket.isOpen() && socket.isConnected()) {
                socket.shutdownInput();
                socket.shutdownOutput();
            }
        }
    }

    @Override
    public String toString() {
        return socket.toString();
    }
}
