package org.pgas.hosts.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.GatheringByteChannel;

/** A line that carries bytes over a socket, or any carrier, as they are. */
public final class PlainLine implements Line {
    private static final byte[] NOTHING = {};

    private final ByteChannel carrier;

    /** Used by writers, one at a time; holds nothing between two calls. */
    private final ByteBuffer[] two = new ByteBuffer[2];

    public PlainLine(ByteChannel carrier) {
        this.carrier = carrier;
    }

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
    public boolean gathers() {
        return carrier instanceof GatheringByteChannel;
    }

    @Override
    public int write(ByteBuffer from, ByteBuffer behind) throws IOException {
        two[0] = from;
        two[1] = behind;
        try {
            return (int) ((GatheringByteChannel) carrier).write(two);
        } finally {
            two[0] = null;
            two[1] = null;
        }
    }

    @Override
    public boolean holdsUnread() {
        return false;
    }

    @Override
    public boolean holdsUnsent() {
        return false;
    }

    @Override
    public String toString() {
        return carrier.toString();
    }
}
