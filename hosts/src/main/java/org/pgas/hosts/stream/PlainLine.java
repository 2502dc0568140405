package org.pgas.hosts.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** A line whose bytes go over the socket as they are. */
public record PlainLine(SocketChannel socket) implements Line {
    private static final byte[] NOTHING = {};

    @Override
    public boolean secure() {
        return true;
    }

    @Override
    public byte[] binding() {
        return NOTHING;
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
    public boolean holdsUnread() {
        return false;
    }

    @Override
    public boolean holdsUnsent() {
        return false;
    }
}
