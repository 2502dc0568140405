package org.pgas.hosts.stream;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;

import org.pgas.hosts.wire.Channel;
import org.pgas.hosts.wire.RawPeer;
import org.pgas.hosts.wire.Wire;
import org.pgas.hosts.wire.WireSettings;

/** The other end of a stream, in the hands of somebody that does what no wire of ours would. */
public final class RawStream implements RawPeer {
    private final SocketChannel socket;
    private final WireSettings as;

    /** Null when it was turned away. */
    private final Line line;

    /**
     * Connects to that rank's wire as the rank that {@code as} names, and greets, or is turned away. The wire is polled
     * by this thread meanwhile, and takes no frame.
     */
    public RawStream(Sockets sockets, Wire wire, int target, WireSettings as) {
        this.as = as;
        try {
            socket = sockets.call(wire.address());
            socket.configureBlocking(false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        line = greeted(sockets, wire, target);
    }

    private Line greeted(Sockets sockets, Wire wire, int target) {
        Selectors selectors = null;
        try {
            selectors = new Selectors();
            Greeting greeting = new Greeting(as, sockets.isSecure());
            Call call = new Call(target, socket);
            while (!call.isOver(greeting, sockets, selectors, this)) {
                if (Thread.currentThread().isInterrupted()) {
                    throw new AssertionError("it waits for ever to be greeted");
                }
                wire.poll((_, _, _, _, _, _) -> false, 1);
                Thread.yield();
            }
            return call.line();
        } catch (IOException e) {
            return null;
        } finally {
            if (selectors != null) {
                selectors.close();
            }
        }
    }

    /** For what goes past the line. */
    public SocketChannel socket() {
        return socket;
    }

    @Override
    public boolean write(byte[] bytes) {
        if (line == null) {
            return false;
        }
        ByteBuffer text = ByteBuffer.wrap(bytes);
        try {
            while (text.hasRemaining() || line.holdsUnsent()) {
                if (Thread.currentThread().isInterrupted()) {
                    throw new AssertionError("it waits for ever to write");
                }
                line.write(text);
                Thread.yield();
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public byte[] frame(Channel channel, int index, int longs, int bytes) {
        return sealed(Frames.what(Frames.DATA, channel.ordinal(), longs, bytes), index);
    }

    @Override
    public byte[] room(int index, long requests, long replies) {
        return sealed(Frames.what(Frames.ROOM, 0, 2, 0), index, requests, replies);
    }

    private byte[] sealed(long what, int index, long... head) {
        ByteBuffer frame = ByteBuffer.allocateDirect(Frames.length(Frames.longs(what), Frames.bytes(what)))
                .order(ByteOrder.nativeOrder());
        for (int i = 0; i < head.length; i++) {
            frame.putLong(Frames.HEADER + 8 * i, head[i]);
        }
        Frames.seal(MemorySegment.ofBuffer(frame).address(), what, as.rank(), index, as.checked());
        byte[] bytes = new byte[frame.capacity()];
        frame.get(0, bytes);
        return bytes;
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
