package org.pgas;

/** The initiator's side of the replies to operations on memory that is not mapped here. */
final class FarReplies {
    private final Job job;
    private final FarOperations operations;

    /** Bytes of every piece of a get but the last. */
    private final int pieceBytes;

    FarReplies(Job job, FarOperations operations, HandlerTable handlers, int pieceBytes) {
        this.job = job;
        this.operations = operations;
        this.pieceBytes = pieceBytes;
        handlers.registerInternal(
                HandlerEntry.ofShort(this::done).name("end of a put or an accumulate").reply().arguments(2)
                        .internalIndex(FarMessages.DONE_INDEX));
        handlers.registerInternal(HandlerEntry.ofMedium(this::data).name("data of a get").reply().arguments(3)
                .internalIndex(FarMessages.DATA_INDEX));
        handlers.registerInternal(HandlerEntry.ofMedium(this::regionsData).name("data of a get of regions").reply()
                .arguments(4).internalIndex(FarMessages.REGIONS_DATA_INDEX));
        handlers.registerInternal(
                HandlerEntry.ofShort(this::value).name("value of a get or an atomic operation").reply().arguments(4)
                        .internalIndex(FarMessages.VALUE_INDEX));
    }

    private void done(Token token) {
        replied(find(token));
    }

    private void value(Token token) {
        FarOperation operation = find(token);
        try {
            operation.arrived(token.argumentLong(2));
        } catch (IllegalStateException e) {
            throw closed(token, "the result of an atomic operation on", e);
        }
        replied(operation);
    }

    private void data(Token token, Payload data) {
        arrived(token, (long) token.argument(2) * pieceBytes, data);
    }

    private void regionsData(Token token, Payload data) {
        arrived(token, token.argumentLong(2), data);
    }

    private void arrived(Token token, long position, Payload data) {
        FarOperation operation = find(token);
        try {
            operation.arrived(position, data);
        } catch (IllegalStateException e) {
            throw closed(token, "the target of a get from", e);
        }
        replied(operation);
    }

    private RuntimeException closed(Token token, String memory, IllegalStateException e) {
        return job.fail("rank " + job.rank() + ": " + memory + " rank " + token.sourceRank()
                + " was closed before the operation was synchronised (" + e.getMessage()
                + "): keep its arena open until then");
    }

    private void replied(FarOperation operation) {
        if (operation.isLastReply()) {
            operation.complete();
            operations.giveBack(operation);
        }
    }

    private FarOperation find(Token token) {
        long handle = token.argumentLong(0);
        FarOperation found = operations.find(handle, token.sourceRank());
        if (found == null) {
            throw job.fail("rank " + job.rank() + ": rank " + token.sourceRank() + " has answered operation "
                    + FarOperation.index(handle) + " (0x" + Long.toHexString(handle)
                    + "), which this rank has not under way: a message was damaged or came twice");
        }
        return found;
    }
}
