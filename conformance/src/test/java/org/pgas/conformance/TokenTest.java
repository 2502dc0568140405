package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.function.Executable;
import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.Payload;
import org.pgas.PreparedMessage;
import org.pgas.Token;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** What a token tells and allows: only the truth, only while its handler runs, and one reply to a request. */
@RankDefaults(segment = "4k")
@AcrossNeighbourhoods
class TokenTest {
    private static final String EXPIRED = "after its handler returned";

    private Token kept;
    private Payload keptPayload;
    private MemorySegment keptSegment;
    private int handled;
    private int answered;

    private static void assertExpired(Token token) {
        List<Executable> calls = new ArrayList<>();
        calls.add(token::sourceRank);
        calls.add(token::endpoint);
        calls.add(token::entry);
        calls.add(token::isRequest);
        calls.add(token::isLong);
        calls.add(token::argumentCount);
        calls.add(() -> token.argument(0));
        calls.add(() -> token.argumentLong(0));
        calls.add(() -> token.maxReplyMedium(null, 0, 0));
        calls.add(() -> token.maxReplyLong(null, 0, 0));
        calls.add(() -> token.replyShort(200));
        calls.add(() -> token.tryReplyShort(200, Mail.NONE, 0));
        calls.add(() -> token.replyMedium(200, null, 0, 0));
        calls.add(() -> token.replyLong(200, null, 0, 0, 0));
        calls.add(() -> token.prepareReplyMedium(null, 0, 8, null, 0, 0));
        calls.add(() -> token.prepareReplyLong(null, 0, 8, 0, null, 0, 0));
        for (int i = 0; i < calls.size(); i++) {
            Refusals.assertIllegal("call " + i, calls.get(i), EXPIRED);
        }
    }

    private void assertPayloadExpired() {
        for (Executable call : new Executable[]{keptPayload::bytes, () -> keptPayload.getByte(0), keptPayload::segment,
            () -> keptPayload.putLong(0, 1), keptPayload::toByteArray}) {
            Refusals.assertIllegal("payload", call, EXPIRED);
        }
        assertThrows(IllegalStateException.class,
                () -> keptSegment.get(ValueLayout.JAVA_BYTE, 0));
    }

    @RankTest(ranks = {1, 2})
    void shouldExpireWithItsHandler(Job job) {
        keepAndUseLate(job);
    }

    @RankTest(ranks = {1, 2}, settings = "pgas.checks=off")
    void shouldExpireWithItsHandlerWithoutChecksToo(Job job) {
        keepAndUseLate(job);
    }

    private void keepAndUseLate(Job job) {
        job.endpoint().handlers().register(HandlerEntry.ofMedium((token, payload) -> {
            kept = token;
            keptPayload = payload;
            keptSegment = payload.segment();
            assertEquals(7, keptSegment.get(ValueLayout.JAVA_BYTE, 0));
        }).index(200));
        job.world().barrier();
        job.world().am().requestMedium((job.rank() + 1) % job.size(), 200, MemorySegment.ofArray(new byte[]{7}), 0, 1,
                1, 2);
        job.blockUntil(() -> kept != null);
        assertExpired(kept);
        assertPayloadExpired();
        job.world().barrier();
    }

    @RankTest(ranks = {1, 2})
    void shouldBeRecognisedWhileAnotherHandlerRuns(Job job) {
        job.endpoint().handlers().register(HandlerEntry.ofMedium((token, payload) -> {
            if (kept == null) {
                kept = token;
                keptPayload = payload;
                keptSegment = payload.segment();
            } else {
                assertExpired(kept);
                assertPayloadExpired();
                assertEquals(4, token.argument(0));
            }
            handled++;
        }).index(200));
        job.world().barrier();
        int peer = (job.rank() + 1) % job.size();
        for (int i = 0; i < 2; i++) {
            job.world().am().requestMedium(peer, 200, MemorySegment.ofArray(new byte[]{7}), 0, 1, 3 + i);
        }
        job.blockUntil(() -> handled == 2);
        job.world().barrier();
    }

    @RankTest(ranks = {1, 2})
    void shouldRefuseArgumentsAndBytesThatTheMessageDoesNotHave(Job job) {
        job.endpoint().handlers().register(HandlerEntry.ofMedium((token, payload) -> {
            for (int index : new int[]{-1, 3, 16, Integer.MIN_VALUE}) {
                Refusals.assertIllegal("argument " + index, () -> token.argument(index), index, "0..2");
            }
            assertEquals(0x1_FFFF_FFFEL, token.argumentLong(0));
            Refusals.assertIllegal("half outside", () -> token.argumentLong(2), "3");
            for (long[] range : new long[][]{{-1, 1}, {4, 1}, {0, 5}, {0, -1}, {Long.MAX_VALUE, 2}}) {
                Refusals.assertIllegal("range", () -> payload.copyTo(range[0], MemorySegment.ofArray(new byte[8]), 0,
                        range[1]), range[0], range[1], "4 bytes");
            }
            Refusals.assertIllegal("long", () -> payload.getLong(0), ": Payload.getLong: ", "4 bytes");
            handled++;
        }).index(200));
        job.world().barrier();
        job.world().am().requestMedium((job.rank() + 1) % job.size(), 200, MemorySegment.ofArray(new byte[4]), 0, 4, -2,
                1, 9);
        job.blockUntil(() -> handled == 1);
        job.world().barrier();
    }

    @RankTest(ranks = {1, 2})
    void shouldAllowOneReply(Job job) {
        allowOneReply(job);
    }

    @RankTest(ranks = {1, 2}, settings = "pgas.checks=off")
    void shouldAllowOneReplyWithoutChecksToo(Job job) {
        allowOneReply(job);
    }

    private void allowOneReply(Job job) {
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> {
            switch (token.argument(0)) {
                case 0 -> token.replyShort(201);
                case 1 -> assertTrue(token.tryReplyShort(201, Mail.NONE, 0));
                case 2 -> token.replyMedium(202, null, 0, 0);
                case 3 -> token.replyLong(202, null, 0, 0, 0);
                case 4 -> prepared(token).commit(202, 0);
                default -> {
                    // a refused reply and a cancelled one are none
                    Refusals.assertIllegal("index", () -> token.replyShort(1), 1);
                    Refusals.assertIllegal("size", () -> token.replyMedium(202, MemorySegment.NULL, 0, 1));
                    Refusals.assertIllegal("destination",
                            () -> token.replyLong(202, MemorySegment.ofArray(new byte[8]), 0, 8, -1));
                    prepared(token).cancel();
                    token.replyShort(201);
                }
            }
            assertOver("a second reply", token, "at most once");
            handled++;
        }).index(200), HandlerEntry.ofShort(this::answered).index(201), HandlerEntry.ofMediumOrLong(
                (token, payload) -> answered(token), (token, destination, bytes) -> answered(token)).index(202));
        job.world().barrier();
        for (int way = 0; way < 6; way++) {
            job.world().am().requestShort((job.rank() + 1) % job.size(), 200, way);
        }
        job.blockUntil(() -> handled == 6 && answered == 6);
        job.world().barrier();
        assertEquals(6, answered);
    }

    private void answered(Token token) {
        assertOver("a reply to a reply", token, "reply handlers may not send");
        answered++;
    }

    private static PreparedMessage prepared(Token token) {
        PreparedMessage message = token.prepareReplyMedium(null, 0, 8, null, 0, 0);
        assertNotNull(message);
        return message;
    }

    private static void assertOver(String what, Token token, String why) {
        Refusals.assertIllegal(what, () -> token.replyShort(201), why, "rank ");
        Refusals.assertIllegal(what, () -> token.tryReplyShort(201, Mail.NONE, 0), why);
        Refusals.assertIllegal(what, () -> token.replyMedium(202, null, 0, 0), why);
        Refusals.assertIllegal(what, () -> token.replyLong(202, null, 0, 0, 0), why);
        Refusals.assertIllegal(what, () -> token.prepareReplyMedium(null, 0, 8, null, 0, 0), why);
        Refusals.assertIllegal(what, () -> token.prepareReplyLong(null, 0, 8, 0, null, 0, 0), why);
    }

    @RankTest(ranks = {1, 2})
    void shouldRefuseRequestsAndWaitsInHandlers(Job job) {
        MemorySegment data = MemorySegment.ofArray(new byte[8]);
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> {
            var am = job.world().am();
            for (int rank = 0; rank < job.size(); rank++) {
                int to = rank;
                Refusals.assertIllegal("request", () -> am.requestShort(to, 200), "handler");
                Refusals.assertIllegal("try", () -> am.tryRequestShort(to, 200, Mail.NONE, 0), "handler");
                Refusals.assertIllegal("medium", () -> am.requestMedium(to, 202, data, 0, 8), "handler");
                Refusals.assertIllegal("long", () -> am.requestLong(to, 202, data, 0, 8, 0), "handler");
                Refusals.assertIllegal("prepare", () -> am.prepareRequestMedium(to, null, 0, 8, null, 0, 0), "handler");
            }
            Refusals.assertIllegal("poll", job::poll, "Job.poll", "handler");
            Refusals.assertIllegal("wait", () -> job.blockUntil(() -> true), "Job.blockUntil", "handler");
            Refusals.assertIllegal("barrier", () -> job.world().barrier(), "handler");
            if (token.isRequest()) {
                token.replyShort(200);
            }
            handled++;
        }).index(200), HandlerEntry.ofMediumOrLong((token, payload) -> {}, (token, to, bytes) -> {}).index(202));
        job.world().barrier();
        job.world().am().requestShort((job.rank() + 1) % job.size(), 200);
        job.blockUntil(() -> handled == 2);
        job.world().barrier();
    }

    @RankTest(ranks = {1, 2})
    void shouldRefuseCompletionsThatAReplyMayNotHave(Job job) {
        MemorySegment data = MemorySegment.ofArray(new byte[8]);
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> {
            for (LocalCompletion illegal : new LocalCompletion[]{LocalCompletion.GROUP, LocalCompletion.DEFER}) {
                Refusals.assertIllegal("medium", () -> token.replyMedium(202, data, 0, 8, illegal, Mail.NONE, 0),
                        illegal, "a reply", "NOW or event()");
                Refusals.assertIllegal("long", () -> token.replyLong(202, data, 0, 8, 0, illegal, Mail.NONE, 0),
                        illegal);
                Refusals.assertIllegal("try", () -> token.tryReplyMedium(202, data, 0, 8, illegal, Mail.NONE, 0),
                        illegal);
                Refusals.assertIllegal("try", () -> token.tryReplyLong(202, data, 0, 8, 0, illegal, Mail.NONE, 0),
                        illegal);
                Refusals.assertIllegal("prepare", () -> token.prepareReplyMedium(data, 0, 8, illegal, 0, 0), illegal);
                Refusals.assertIllegal("prepare", () -> token.prepareReplyLong(data, 0, 8, 0, illegal, 0, 0), illegal);
            }
            LocalCompletion event = LocalCompletion.event();
            token.replyMedium(202, data, 0, 8, event, Mail.NONE, 0);
            assertTrue(event.leaf() != null);
        }).index(200),
                HandlerEntry.ofMediumOrLong((token, payload) -> answered++, (token, to, bytes) -> {}).index(202));
        job.world().barrier();
        job.world().am().requestShort((job.rank() + 1) % job.size(), 200);
        job.blockUntil(() -> answered == 1);
        job.world().barrier();
    }
}
