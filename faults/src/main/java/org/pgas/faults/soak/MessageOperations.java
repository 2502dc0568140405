package org.pgas.faults.soak;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.CRC32C;

import org.pgas.HandlerEntry;
import org.pgas.HandlerTable;
import org.pgas.Payload;
import org.pgas.PreparedMessage;
import org.pgas.Token;

/**
 * Active Messages of all categories, prepared ones too, with replies that echo: each is handled once, whole, at its
 * target.
 */
final class MessageOperations extends Operations {
    private static final int LONG_BYTES = 16 << 10;

    private final Stripes stripes;
    private final int shortRequest;
    private final int mediumRequest;
    private final int longRequest;

    /** Replies that a strand has got. */
    private final AtomicLongArray replies;

    /** Sent to each rank by each strand; its owner writes. */
    private final long[][] sent;

    /** Handled here, by rank of the sender. The handler that has this rank's turn writes it. */
    private final long[] handled;

    private final AtomicReference<String> wrong = new AtomicReference<>();

    MessageOperations(Stage stage) {
        super(stage, "messages");
        stripes = new Stripes(stage, LONG_BYTES);
        replies = new AtomicLongArray(stage.strands());
        sent = new long[stage.strands()][stage.ranks()];
        handled = new long[stage.ranks()];
        HandlerTable table = stage.job().endpoint().handlers();
        int shortReply = table.register(HandlerEntry.ofShort(token -> {
            expect("the argument of a reply", ~token.argument(1), token.argument(2));
            replies.incrementAndGet(token.argument(0));
        }).reply().arguments(3));
        int mediumReply = table.register(HandlerEntry.ofMedium((token, payload) -> {
            expect("the checksum of a reply", token.argument(1), checksum(payload));
            replies.incrementAndGet(token.argument(0));
        }).reply().arguments(2));
        shortRequest = table.register(HandlerEntry.ofShort(token -> {
            handled[token.sourceRank()]++;
            token.replyShort(shortReply, token.argument(0), token.argument(1), ~token.argument(1));
        }).request().arguments(2));
        mediumRequest = table.register(HandlerEntry.ofMedium((token, payload) -> {
            handled[token.sourceRank()]++;
            expect("the checksum of a payload", token.argument(1), checksum(payload));
            echo(token, payload, mediumReply);
        }).request().arguments(2));
        longRequest = table.register(HandlerEntry.ofLong((token, offset, bytes) -> {
            handled[token.sourceRank()]++;
            byte[] landed = stage.local().asSlice(offset, bytes).toArray(java.lang.foreign.ValueLayout.JAVA_BYTE);
            expect("the checksum of what a long message brought to " + offset, token.argument(1), checksum(landed));
            token.replyShort(shortReply, token.argument(0), token.argument(1), ~token.argument(1));
        }).request().arguments(2));
    }

    private static void echo(Token token, Payload payload, int handler) {
        if (token.argument(1) % 2 == 0) {
            token.replyMedium(handler, payload.segment(), 0, payload.bytes(), token.argument(0), token.argument(1));
        } else {
            PreparedMessage reply = token.prepareReplyMedium(null, payload.bytes(), payload.bytes(), null, 0, 2);
            reply.payload().copyFrom(payload, 0, 0, payload.bytes());
            reply.commit(handler, payload.bytes(), token.argument(0), token.argument(1));
        }
    }

    private void expect(String what, int expected, int found) {
        if (expected != found) {
            wrong.compareAndSet(null, what + ": expected " + expected + ", found " + found);
        }
    }

    private static int checksum(Payload payload) {
        return checksum(payload.toByteArray());
    }

    private static int checksum(byte[] bytes) {
        CRC32C sum = new CRC32C();
        sum.update(bytes);
        return (int) sum.getValue();
    }

    @Override
    void burst(Strand strand) {
        long before = replies.get(strand.index());
        int count = 1 + strand.below(24);
        for (int i = 0; i < count; i++) {
            strand.does(this);
            int rank = strand.below(stage().ranks());
            send(strand, rank);
            sent[strand.index()][rank]++;
        }
        job().blockUntil(() -> replies.get(strand.index()) >= before + count);
        strand.same("replies", stage().rank(), 0, before + count, replies.get(strand.index()));
        if (wrong.get() != null) {
            throw strand.mismatch("in a handler: " + wrong.get(), stage().rank(), 0, "", "");
        }
    }

    private void send(Strand strand, int rank) {
        int index = strand.index();
        byte[] data = new byte[strand.length(4000)];
        strand.random().nextBytes(data);
        switch (strand.below(4)) {
            case 0 -> world().am().requestShort(rank, shortRequest, index, strand.random().nextInt());
            case 1 -> world().am().requestMedium(rank, mediumRequest, MemorySegment.ofArray(data), 0, data.length,
                    index, checksum(data));
            case 2 -> {
                PreparedMessage message = world().am().prepareRequestMedium(rank, null, data.length,
                        data.length, null, 0, 2);
                message.payload().copyFrom(MemorySegment.ofArray(data), 0, 0, data.length);
                message.commit(mediumRequest, data.length, index, checksum(data));
            }
            default -> sendLong(strand, rank, data);
        }
    }

    /** One of a strand at a time, since its stripe is where it lands. */
    private void sendLong(Strand strand, int rank, byte[] data) {
        int offset = strand.below(LONG_BYTES - data.length + 1);
        long before = replies.get(strand.index());
        long outstanding = sent(strand) - before;
        job().blockUntil(() -> replies.get(strand.index()) >= before + outstanding);
        world().am().requestLong(rank, longRequest, MemorySegment.ofArray(data), 0, data.length,
                stripes.at(strand) + offset, strand.index(), checksum(data));
        System.arraycopy(data, 0, stripes.model(strand, rank), offset, data.length);
    }

    private long sent(Strand strand) {
        long all = 0;
        for (long each : sent[strand.index()]) {
            all += each;
        }
        return all;
    }

    @Override
    void verify(Strand main) {
        stripes.verify();
        int ranks = stage().ranks();
        long[] own = new long[ranks * ranks];
        for (int rank = 0; rank < ranks; rank++) {
            for (long[] each : sent) {
                own[rank * ranks + stage().rank()] += each[rank];
            }
        }
        long[] all = stage().sums(own);
        for (int rank = 0; rank < ranks; rank++) {
            main.same("messages handled from there", rank, 0, all[stage().rank() * ranks + rank], handled[rank]);
        }
    }
}
