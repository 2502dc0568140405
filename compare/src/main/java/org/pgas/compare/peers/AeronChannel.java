package org.pgas.compare.peers;

import java.nio.ByteBuffer;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.FragmentAssembler;
import io.aeron.Image;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.pgas.meter.Cohort;

/**
 * An IPC stream in each direction. A message is copied into the log itself where it fits into a frame (tryClaim), which
 * at the largest MTU all do but those of 64 KiB: these are offered, and assembled by the receiver.
 */
final class AeronChannel implements Channel, FragmentHandler {
    private static final int TERM_BYTES = 2 << 20;
    private static final int LARGEST_MTU = 65_504;
    private static final int MOST_BYTES = 64 << 10;
    private static final int FRAGMENTS = 64;

    private final Idle idle;
    private final ExclusivePublication out;
    private final Subscription subscription;
    private final Image in;
    private final BufferClaim claim = new BufferClaim();
    private final UnsafeBuffer source = new UnsafeBuffer(ByteBuffer.allocateDirect(MOST_BYTES));
    private final FragmentHandler handler;
    private boolean echoes;
    private int taken;
    private long seen;

    /** @param stream of the messages of rank 0; those of rank 1 are in the next */
    AeronChannel(Aeron aeron, Cohort cohort, Idle idle, int stream, int bytes) {
        this.idle = idle;
        String channel = "aeron:ipc?term-length=" + TERM_BYTES + "|mtu=" + LARGEST_MTU;
        out = aeron.addExclusivePublication(channel, stream + cohort.rank());
        subscription = aeron.addSubscription(channel, stream + 1 - cohort.rank());
        while (!out.isConnected() || !subscription.isConnected()) {
            Thread.yield();
        }
        in = subscription.imageAtIndex(0);
        handler = bytes > out.maxPayloadLength() ? new FragmentAssembler(this) : this;
    }

    @Override
    public void send(int bytes) {
        send(source, 0, bytes);
    }

    private void send(DirectBuffer from, int offset, int bytes) {
        if (bytes > out.maxPayloadLength()) {
            for (int refused = 1; isRefused(out.offer(from, offset, bytes)); refused++) {
                idle.idle(refused);
            }
            return;
        }
        for (int refused = 1; isRefused(out.tryClaim(bytes, claim)); refused++) {
            idle.idle(refused);
        }
        if (bytes == Long.BYTES) {
            claim.buffer().putLong(claim.offset(), from.getLong(offset));
        } else {
            claim.buffer().putBytes(claim.offset(), from, offset, bytes);
        }
        claim.commit();
    }

    private static boolean isRefused(long position) {
        if (position == Publication.CLOSED || position == Publication.MAX_POSITION_EXCEEDED
                || position == Publication.NOT_CONNECTED) {
            throw new IllegalStateException("Aeron refuses messages: " + Publication.errorString(position));
        }
        return position < 0;
    }

    @Override
    public int take(boolean echo) {
        echoes = echo;
        taken = 0;
        in.poll(handler, FRAGMENTS);
        return taken;
    }

    @Override
    public void onFragment(DirectBuffer buffer, int offset, int length, Header header) {
        if (length >= Long.BYTES) {
            seen += buffer.getLong(offset);
        }
        if (echoes) {
            send(buffer, offset, length);
        }
        taken++;
    }

    @Override
    public void close() {
        out.close();
        subscription.close();
        if (seen != 0) {
            throw new IllegalStateException("messages of zeros have arrived as others: " + seen);
        }
    }
}
