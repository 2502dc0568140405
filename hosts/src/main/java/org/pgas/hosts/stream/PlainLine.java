package org.pgas.hosts.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;

/** A line whose bytes go over a socket, or any carrier, as they are. */
public record PlainLine(ByteChannel carrier) implements Line {
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
        return carrier.read(to);
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        return carrier.write(from);
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
