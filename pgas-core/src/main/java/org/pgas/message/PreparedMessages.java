package org.pgas.message;

import java.util.function.BooleanSupplier;

import org.pgas.memory.AddressMap;
import org.pgas.rank.ThisRank;
import org.pgas.spi.Conduit;
import org.pgas.spi.MessageHead;
import org.pgas.spi.MessageOutbox;
import org.pgas.spi.MessageTransport;

/** Messages with negotiated payload of a rank: those that its threads have prepared, and their claims in the rings. */
public final class PreparedMessages {
    private final ThisRank self;
    private final Sending messenger;
    private final MessageOutbox requestOutbox;
    private final MessageOutbox replyOutbox;
    private final RoomWait room;
    private final PreparedRequests requests = new PreparedRequests();

    /**
     * The one reply that can be prepared at a time; touched by the holder of the turn. Not one with the requests: a
     * thread that waits for room in prepare or commit runs handlers, which prepare replies.
     */
    private Prepared reply;

    PreparedMessages(ThisRank self, Sending messenger, Conduit conduit, RoomWait room) {
        this.self = self;
        this.messenger = messenger;
        this.room = room;
        MessageTransport transport = conduit.messages();
        requestOutbox = transport.requestOutbox();
        replyOutbox = transport.replyOutbox();
        conduit.member().everyTick(requests::reclaim);
    }

    /** The request that this thread prepares next, to that member of a team, or of what stands for one. */
    public Prepared request(String call, AddressMap destinations, int rank, int peer, long between) {
        PreparedRequests.Slot own = requests.own();
        if (isUsedUp(own.message)) {
            own.message = new Prepared(self, messenger, false);
        }
        return own.message.closed(call).to(destinations, rank, peer, between);
    }

    /** The reply that the holder of the turn prepares next, to that rank. */
    Prepared reply(String call, AddressMap destinations, int peer, long between) {
        if (isUsedUp(reply)) {
            reply = new Prepared(self, messenger, true);
        }
        return reply.closed(call).to(destinations, peer, peer, between);
    }

    /** Checked mode recognises a message that is used after its end: it does not use the object again. */
    private boolean isUsedUp(Prepared message) {
        return message == null || self.isChecked() && !message.isOpen();
    }

    /**
     * A claim in the ring to that peer, or 0 when there is no room and {@code immediate}, or it is a reply that
     * {@linkplain #isDropped is dropped}; of the head, its handler is not known yet.
     */
    long claim(boolean asReply, int peer, long head, int bytes, boolean immediate) {
        MessageOutbox outbox = outbox(asReply);
        int words = MessageHead.words(head);
        long claim = outbox.claim(peer, words, bytes);
        if (claim != 0) {
            return claim;
        }
        if (immediate) {
            if (!asReply) {
                room.refuse(outbox, peer, head, bytes);
            }
            return 0;
        }
        // with room, what is missing is a free claim: other threads of this rank hold all there are, perhaps for good
        long[] found = new long[1];
        try {
            await(() -> (found[0] = outbox.claim(peer, words, bytes)) != 0, asReply, peer, head, bytes);
        } catch (RuntimeException e) {
            if (found[0] != 0) {
                outbox.cancel(peer, found[0]);
            }
            throw e;
        }
        return found[0];
    }

    /** Waits for room, and for what is tried then; false when it is a reply that is dropped. */
    private boolean await(BooleanSupplier attempt, boolean asReply, int peer, long head, int bytes) {
        if (asReply) {
            return room.awaitForReply(attempt, replyOutbox, peer, head, bytes);
        }
        room.await(attempt, requestOutbox, peer, head, bytes);
        return true;
    }

    /** Whether a reply that got no claim is for nobody: the rank that asked has left. */
    boolean isDropped(int peer, long head, int bytes) {
        return room.isDropped(replyOutbox, peer, head, bytes);
    }

    long payload(boolean asReply, int peer, long claim) {
        return outbox(asReply).payload(peer, claim);
    }

    void commit(boolean asReply, int peer, long claim, long head, long first, long second, int[] arguments, int bytes) {
        MessageOutbox outbox = outbox(asReply);
        if (!outbox.commit(peer, claim, head, first, second, arguments, bytes)) {
            try {
                if (!await(() -> outbox.commit(peer, claim, head, first, second, arguments, bytes), asReply, peer, head,
                        bytes)) {
                    outbox.cancel(peer, claim);
                    return;
                }
            } catch (RuntimeException e) {
                // the program has no hold on it any more
                outbox.cancel(peer, claim);
                throw e;
            }
        }
        if (asReply) {
            self.rankCounters().reply(bytes);
        } else {
            self.rankCounters().request(bytes);
        }
    }

    void cancel(boolean asReply, int peer, long claim) {
        outbox(asReply).cancel(peer, claim);
    }

    private MessageOutbox outbox(boolean asReply) {
        return asReply ? replyOutbox : requestOutbox;
    }
}
