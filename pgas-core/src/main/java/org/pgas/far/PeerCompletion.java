package org.pgas.far;

import java.lang.foreign.MemorySegment;

import org.pgas.message.ArgumentPacking;
import org.pgas.message.Delivery;
import org.pgas.message.Handler;
import org.pgas.message.Handlers;
import org.pgas.message.Messenger;
import org.pgas.message.PayloadCore;
import org.pgas.spi.MessageHead;

/**
 * Tells a peer of the end of a put: has a handler of the peer's run there, as for a reply, when everything has arrived
 * that the calling thread has put there before. What it put to mapped memory is there when the message is; what went by
 * messages was handled before it.
 */
final class PeerCompletion {
    private final Messenger messenger;

    PeerCompletion(Messenger messenger, Handlers handlers) {
        this.messenger = messenger;
        handlers.registerInternal(Handler.ofMedium(this::run).name("peer completion").request()
                .arguments(MessageHead.argumentCount(FarMessages.NOTIFY)).internalIndex(FarMessages.NOTIFY_INDEX));
    }

    /** Most bytes of payload. */
    int most() {
        return (int) messenger.checks().maxMedium("peer completion", 0, MessageHead.argumentCount(FarMessages.NOTIFY),
                0);
    }

    /**
     * Refuses what {@link #send} would; a handler that the peer has not got, or not for this, in checked mode only.
     * {@code between} as in a head: which endpoints the put goes between.
     */
    void check(String call, int peer, long between, int handler, MemorySegment payload, long payloadOffset, int bytes) {
        messenger.checks().checkNotification(call, peer, handler, between);
        messenger.checks().checkMedium(call, payload, payloadOffset, bytes, FarMessages.NOTIFY);
    }

    /** False, with nothing done, only if {@code immediate}. */
    boolean send(int peer, long between, int handler, MemorySegment payload, long payloadOffset, int bytes,
            boolean immediate) {
        return messenger.requestMedium(peer, FarMessages.NOTIFY,
                ArgumentPacking.pair(Handler.code(handler, between), 0), 0,
                ArgumentPacking.NONE, payload, payloadOffset, bytes, immediate);
    }

    private void run(Delivery request, PayloadCore payload) {
        messenger.runReply(request.sourceRank(), Handler.headOf(request.argument(0), 0), payload);
    }
}
