package org.pgas.hosts.stream;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Consumer;

import org.pgas.hosts.wire.Channel;
import org.pgas.hosts.wire.RawPeer;
import org.pgas.hosts.wire.Wire;
import org.pgas.hosts.wire.WireSettings;

/** The other end of a stream, in the hands of a process that does what no wire of ours would. */
public final class RawStream implements RawPeer {
    private static final Consumer<Object> NOBODY = _ -> {};

    private final Carriers carriers;
    private final Carrier carrier;
    private final WireSettings as;

    /** Null when it was turned away. */
    private final Line line;

    /**
     * Connects to that rank's wire as the rank that {@code as} names, and greets, or is turned away. The wire is polled
     * by this thread meanwhile, and takes no frame.
     */
    public RawStream(Carriers carriers, Wire wire, int target, WireSettings as) {
        this.carriers = carriers;
        this.as = as;
        try {
            carrier = carriers.call(wire.address());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        line = greeted(wire, target);
    }

    private Line greeted(Wire wire, int target) {
        try {
            Greeting greeting = new Greeting(as, carriers.isSecure());
            Call call = new Call(target, carrier);
            while (!call.isOver(greeting, carriers, this)) {
                if (Thread.currentThread().isInterrupted()) {
                    throw new AssertionError("it waits for ever to be greeted");
                }
                carriers.look(NOBODY, true);
                wire.poll((_, _, _, _, _, _) -> false, 1);
                Thread.yield();
            }
            return call.line();
        } catch (IOException e) {
            return null;
        }
    }

    /** For what goes past the line. */
    public Carrier carrier() {
        return carrier;
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
                carriers.look(NOBODY, true);
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
            carrier.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
