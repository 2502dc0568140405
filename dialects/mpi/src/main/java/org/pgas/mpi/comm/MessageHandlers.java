package org.pgas.mpi.comm;

import org.pgas.Endpoint;
import org.pgas.HandlerEntry;
import org.pgas.HandlerSafeLock;
import org.pgas.Payload;
import org.pgas.PgasException;
import org.pgas.Token;

/** What a rank does with the messages of {@link Protocol}: one at a time, in whatever thread polls. */
final class MessageHandlers {
    private final Engine engine;

    /** An offer that has met its receive at once, and the arguments of the answer. Of one handler at a time. */
    private final Early offer = new Early();
    private final int[] answer = new int[Protocol.WISH_ARGUMENTS];

    MessageHandlers(Engine engine, Endpoint endpoint) {
        this.engine = engine;
        endpoint.handlers().register(
                HandlerEntry.ofMedium(this::eager).index(Protocol.EAGER).name("MPI message").request()
                        .arguments(Protocol.EAGER_ARGUMENTS),
                HandlerEntry.ofShort(this::offer).index(Protocol.OFFER).name("MPI offer").request()
                        .arguments(Protocol.OFFER_ARGUMENTS),
                HandlerEntry.ofShort(this::wish).index(Protocol.WISH).name("MPI wish").requestOrReply()
                        .arguments(Protocol.WISH_ARGUMENTS),
                HandlerEntry.ofMedium(this::piece).index(Protocol.PIECE).name("MPI piece").request()
                        .arguments(Protocol.PIECE_ARGUMENTS),
                HandlerEntry.ofShort(this::landed).index(Protocol.LANDED).name("MPI landed").request()
                        .arguments(Protocol.LANDED_ARGUMENTS),
                HandlerEntry.ofShort(this::taken).index(Protocol.TAKEN).name("MPI taken").requestOrReply()
                        .arguments(Protocol.TAKEN_ARGUMENTS),
                HandlerEntry.ofShort(this::credit).index(Protocol.CREDIT).name("MPI credit").requestOrReply()
                        .arguments(Protocol.CREDIT_ARGUMENTS));
    }

    private Matching context(Token token) {
        return engine.contexts.of(Contexts.key(token.argument(0), token.argument(1)));
    }

    private void eager(Token token, Payload data) {
        int source = token.argument(2);
        int tag = token.argument(3);
        int peer = token.sourceRank();
        int bytes = data.bytes();
        Receive receive;
        int credit;
        try (HandlerSafeLock.Held _ = engine.lock.hold()) {
            Matching context = context(token);
            receive = context.posted.take(source, tag);
            if (receive == null) {
                Early early = engine.pool.take();
                early.set(source, tag, peer, bytes);
                early.data = engine.pool.memory(bytes);
                data.copyTo(0, early.data, 0, bytes);
                context.unexpected.add(early);
                return;
            }
            credit = engine.credits.owe(peer, bytes);
        }
        receive.deliver(source, tag, data);
        if (credit > 0) {
            token.replyShort(Protocol.CREDIT, credit);
        }
    }

    private void offer(Token token) {
        offer.set(token.argument(2), token.argument(3), token.sourceRank(), token.argumentLong(6));
        offer.send = token.argumentLong(4);
        offer.place = token.argumentLong(8);
        Receive receive;
        try (HandlerSafeLock.Held _ = engine.lock.hold()) {
            Matching context = context(token);
            receive = context.posted.take(offer.source, offer.tag);
            if (receive == null) {
                Early early = engine.pool.take();
                early.set(offer.source, offer.tag, offer.peer, offer.bytes);
                early.send = offer.send;
                early.place = offer.place;
                context.unexpected.add(early);
                return;
            }
        }
        int handler = receive.meet(offer, answer);
        if (handler != Protocol.NOTHING) {
            token.replyShort(handler, answer, Protocol.arguments(handler));
        }
    }

    private void wish(Token token) {
        if (!engine.wished(token.argumentLong(0), token.argumentLong(2), token.argumentLong(4))) {
            throw unknown(token, "a send");
        }
    }

    private void piece(Token token, Payload data) {
        Receive receive = engine.receive(token.argumentLong(0));
        if (receive == null || !receive.piece(token.argumentLong(2), data)) {
            throw unknown(token, "a receive, or " + data.bytes() + " bytes of it from " + token.argumentLong(2)
                    + " on,");
        }
    }

    private void landed(Token token) {
        Receive receive = engine.receive(token.argumentLong(0));
        if (receive == null) {
            throw unknown(token, "a receive");
        }
        receive.landed();
    }

    private void taken(Token token) {
        if (!engine.taken(token.argumentLong(0))) {
            throw unknown(token, "a send");
        }
    }

    private void credit(Token token) {
        engine.credits.give(token.sourceRank(), token.argument(0));
    }

    private PgasException unknown(Token token, String what) {
        return engine.refusals.bad("handler of '" + token.entry().name() + "'", "rank " + token.sourceRank()
                + " names " + what + " that is not under way here");
    }
}
