package org.pgas.far;

import java.lang.foreign.MemorySegment;

import org.pgas.PgasException;
import org.pgas.message.ArgumentPacking;
import org.pgas.message.Delivery;
import org.pgas.message.Handler;
import org.pgas.message.Handlers;
import org.pgas.message.LongPlaces;
import org.pgas.message.Messenger;
import org.pgas.message.PayloadCore;
import org.pgas.rank.ThisRank;

/** Data of long messages to and from ranks that do not map each other's memory. */
final class FarPlaces implements LongPlaces {
    /** At least what a transport needs for a message beside its payload. */
    private static final int OVERHEAD = 128;

    private final ThisRank self;
    private final Messenger messenger;
    private final FarOwner owner;
    private final Pieces pieces;

    FarPlaces(ThisRank self, Messenger messenger, Handlers handlers, FarOwner owner, Pieces pieces) {
        this.self = self;
        this.messenger = messenger;
        this.owner = owner;
        this.pieces = pieces;
        handlers.registerInternal(Handler.ofMedium(this::place).name("data of a long message").requestOrReply()
                .arguments(2).internalIndex(FarMessages.PLACE_INDEX));
    }

    @Override
    public int room(long bytes) {
        return (int) Math.min(bytes + (pieces.count(bytes) + 1L) * OVERHEAD, 2L * pieces.most());
    }

    @Override
    public void request(int peer, int endpoint, long offset, MemorySegment source, long sourceOffset, long bytes) {
        send(false, peer, FarMessages.at(endpoint, offset), source, sourceOffset, bytes);
    }

    @Override
    public void reply(int peer, int endpoint, long offset, MemorySegment source, long sourceOffset, long bytes) {
        send(true, peer, FarMessages.at(endpoint, offset), source, sourceOffset, bytes);
    }

    private void send(boolean isReply, int peer, long at, MemorySegment source, long sourceOffset, long bytes) {
        for (long done = 0; done < bytes; done += pieces.length(bytes, done)) {
            int piece = pieces.length(bytes, done);
            if (isReply) {
                messenger.replyMedium(peer, FarMessages.PLACE, at + done, 0, ArgumentPacking.NONE, source,
                        sourceOffset + done, piece, false);
            } else {
                messenger.requestMedium(peer, FarMessages.PLACE, at + done, 0, ArgumentPacking.NONE, source,
                        sourceOffset + done, piece, false);
            }
        }
    }

    private void place(Delivery message, PayloadCore data) {
        if (self.isClosed()) {
            return; // its memory is the program's again
        }
        long place = message.argumentLong(0);
        try {
            owner.memory(message, place).put(FarMessages.offset(place), data);
        } catch (PgasException e) {
            throw owner.failed(message, e);
        }
    }
}
