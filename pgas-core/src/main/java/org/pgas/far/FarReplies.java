package org.pgas.far;

import org.pgas.message.Delivery;
import org.pgas.message.Handler;
import org.pgas.message.Handlers;
import org.pgas.message.PayloadCore;
import org.pgas.rank.ThisRank;

/** The initiator's side of the replies to operations on memory that is not mapped here. */
final class FarReplies {
    private final ThisRank self;
    private final FarOperations operations;

    /** The pieces of gets. */
    private final Pieces pieces;

    FarReplies(ThisRank self, FarOperations operations, Handlers handlers, Pieces pieces) {
        this.self = self;
        this.operations = operations;
        this.pieces = pieces;
        handlers.registerInternal(
                Handler.ofShort(this::done).name("end of a put or an accumulate").reply().arguments(2)
                        .internalIndex(FarMessages.DONE_INDEX));
        handlers.registerInternal(Handler.ofMedium(this::data).name("data of a get").reply().arguments(3)
                .internalIndex(FarMessages.DATA_INDEX));
        handlers.registerInternal(Handler.ofMedium(this::regionsData).name("data of a get of regions").reply()
                .arguments(4).internalIndex(FarMessages.REGIONS_DATA_INDEX));
        handlers.registerInternal(
                Handler.ofShort(this::value).name("value of a get or an atomic operation").reply().arguments(4)
                        .internalIndex(FarMessages.VALUE_INDEX));
        handlers.registerInternal(Handler.ofMedium(this::stepped).name("answer to a step").reply().arguments(4)
                .internalIndex(FarMessages.STEPPED_INDEX));
    }

    private void done(Delivery reply) {
        replied(find(reply));
    }

    private void value(Delivery reply) {
        FarOperation operation = find(reply);
        try {
            operation.arrived(reply.argumentLong(2));
        } catch (IllegalStateException e) {
            throw closed(reply, "the result of an atomic operation on", e);
        }
        replied(operation);
    }

    private void data(Delivery reply, PayloadCore data) {
        arrived(reply, pieces.begin(reply.argument(2)), data);
    }

    private void stepped(Delivery reply, PayloadCore data) {
        FarOperation operation = find(reply);
        try {
            operation.stepped(reply.argumentLong(2), data);
        } catch (IllegalStateException e) {
            throw closed(reply, "the memory for what is taken from a structure of", e);
        }
        replied(operation);
    }

    private void regionsData(Delivery reply, PayloadCore data) {
        arrived(reply, reply.argumentLong(2), data);
    }

    private void arrived(Delivery reply, long position, PayloadCore data) {
        FarOperation operation = find(reply);
        try {
            operation.arrived(position, data);
        } catch (IllegalStateException e) {
            throw closed(reply, "the target of a get from", e);
        }
        replied(operation);
    }

    private RuntimeException closed(Delivery reply, String memory, IllegalStateException e) {
        return self.fail("rank " + self.rank() + ": " + memory + " rank " + reply.sourceRank()
                + " was closed before the operation was synchronised (" + e.getMessage()
                + "): keep its arena open until then");
    }

    private void replied(FarOperation operation) {
        if (operation.isLastReply()) {
            operation.complete();
            operations.giveBack(operation);
        }
    }

    private FarOperation find(Delivery reply) {
        long handle = reply.argumentLong(0);
        FarOperation found = operations.find(handle, reply.sourceRank());
        if (found == null) {
            throw self.fail("rank " + self.rank() + ": rank " + reply.sourceRank() + " has answered operation "
                    + FarOperation.index(handle) + " (0x" + Long.toHexString(handle)
                    + "), which this rank has not under way: a message was damaged or came twice");
        }
        return found;
    }
}
