package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.Token;
import org.pgas.WaitMode;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Every kind of message arrives once, whole, where it was sent and with what it was sent. */
@RankDefaults(ranks = {1, 3})
@AcrossNeighbourhoods
@AcrossTheNetwork
class MessageTest {
    private static final int[] FOUR = {-1, -2, -3, -4};

    /** Whether handlers reply by the forms of fixed numbers of arguments. */
    private boolean fixed = true;

    @RankTest
    void shouldDeliverEveryKindOfRequestAndReply(Job job) {
        exchangeAll(job, LocalCompletion.NOW);
    }

    @RankTest
    void shouldDeliverEveryKindOfMessageBetweenSleepers(Job job) {
        job.waitMode(WaitMode.BLOCK);
        exchangeAll(job, LocalCompletion.GROUP);
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldDeliverEveryKindOfMessageWithoutChecks(Job job) {
        exchangeAll(job, LocalCompletion.event());
    }

    private static void exchangeAll(Job job, LocalCompletion completion) {
        MessageRig rig = new MessageRig(job, completion);
        for (int number = 0; number < MessageRig.ALL; number++) {
            for (int i = 1; i <= job.size(); i++) {
                rig.exchange((job.rank() + i) % job.size(), number);
            }
        }
        job.nbi().await();
        job.world().barrier();
    }

    @RankTest(segment = "0")
    void shouldPassTheDestinationOfALongMessageWithoutBytesVerbatim(Job job) {
        long[] destinations = {0, 1, -1, 4096, 1L << 40, Long.MIN_VALUE, Long.MAX_VALUE, 0x0123456789ABCDEFL};
        List<Long> requests = new ArrayList<>();
        List<Long> replies = new ArrayList<>();
        job.endpoint().handlers().register(HandlerEntry.ofLong((token, destination, bytes) -> {
            assertEquals(0, bytes);
            requests.add(destination);
            token.replyLong(201, null, 0, 0, ~destination);
        }).index(200), HandlerEntry.ofLong((token, destination, bytes) -> {
            assertEquals(0, bytes);
            replies.add(~destination);
        }).index(201));
        job.world().barrier();
        List<Long> sent = new ArrayList<>();
        int peer = (job.rank() + 1) % job.size();
        for (long destination : destinations) {
            job.world().am().requestLong(peer, 200, null, 0, 0, destination);
            sent.add(destination);
        }
        Mail.poll(job, "all are answered", () -> replies.size() == sent.size() && requests.size() == sent.size());
        assertEquals(sent, requests);
        assertEquals(sent, replies);
        job.world().barrier();
    }

    @RankTest
    void shouldIgnoreTheSourceOfAMediumMessageWithoutBytes(Job job) {
        int[] got = new int[2];
        job.endpoint().handlers().register(HandlerEntry.ofMedium((token, payload) -> {
            assertEquals(0, payload.bytes());
            assertEquals(0, payload.toByteArray().length);
            got[token.isRequest() ? 0 : 1]++;
            if (token.isRequest()) {
                token.replyMedium(200, null, 0, 0, 5);
            }
        }).index(200));
        job.world().barrier();
        job.world().am().requestMedium((job.rank() + 1) % job.size(), 200, null, 0, 0, 7);
        Mail.poll(job, "both arrived", () -> got[0] == 1 && got[1] == 1);
        job.world().barrier();
    }

    /** Arguments as the handlers saw them. */
    private static List<Integer> arguments(Token token) {
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < token.argumentCount(); i++) {
            all.add(token.argument(i));
        }
        return all;
    }

    @RankTest
    void shouldSendTheSameByFormsOfFixedAndOfAnyNumberOfArguments(Job job) {
        List<Object> requests = new ArrayList<>();
        List<Object> replies = new ArrayList<>();
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> {
            requests.add(arguments(token));
            shortReply(token, fixed);
        }).index(200).request(), HandlerEntry.ofMedium((token, payload) -> {
            requests.add(List.of(arguments(token), payload.getLong(0)));
            mediumReply(token, payload.segment(), fixed);
        }).index(201).request(), HandlerEntry.ofLong((token, destination, bytes) -> {
            requests.add(List.of(arguments(token), destination, bytes));
            longReply(token, fixed);
        }).index(202).request(), HandlerEntry.ofShort(token -> replies.add(arguments(token))).index(210).reply(),
                HandlerEntry.ofMedium((token, payload) -> replies.add(List.of(arguments(token), payload.getLong(0))))
                        .index(211).reply(),
                HandlerEntry.ofLong((token, to, bytes) -> replies.add(List.of(arguments(token), to, bytes)))
                        .index(212).reply());
        job.world().barrier();
        int peer = (job.rank() + 1) % job.size();
        sendFixed(job, peer);
        Mail.poll(job, "15 fixed ones", () -> requests.size() == 15 && replies.size() == 15);
        List<Object> fixedRequests = List.copyOf(requests);
        List<Object> fixedReplies = List.copyOf(replies);
        assertTrue(fixedRequests.contains(List.of(-1, -2, -3, -4)) && fixedReplies.contains(List.of(-1, -2, -3, -4)));
        job.world().barrier();
        requests.clear();
        replies.clear();
        fixed = false;
        job.world().barrier();
        sendArrays(job, peer);
        Mail.poll(job, "15 of arrays", () -> requests.size() == 15 && replies.size() == 15);
        assertEquals(fixedRequests, requests);
        assertEquals(fixedReplies, replies);
        job.world().barrier();
    }

    private static MemorySegment word() {
        return MemorySegment.ofArray(new long[]{0x1122334455667788L});
    }

    private static void sendFixed(Job job, int peer) {
        var am = job.world().am();
        am.requestShort(peer, 200);
        am.requestShort(peer, 200, -1);
        am.requestShort(peer, 200, -1, -2);
        am.requestShort(peer, 200, -1, -2, -3);
        am.requestShort(peer, 200, -1, -2, -3, -4);
        am.requestMedium(peer, 201, word(), 0, 8);
        am.requestMedium(peer, 201, word(), 0, 8, -1);
        am.requestMedium(peer, 201, word(), 0, 8, -1, -2);
        am.requestMedium(peer, 201, word(), 0, 8, -1, -2, -3);
        am.requestMedium(peer, 201, word(), 0, 8, -1, -2, -3, -4);
        am.requestLong(peer, 202, word(), 0, 8, 64);
        am.requestLong(peer, 202, word(), 0, 8, 64, -1);
        am.requestLong(peer, 202, word(), 0, 8, 64, -1, -2);
        am.requestLong(peer, 202, word(), 0, 8, 64, -1, -2, -3);
        am.requestLong(peer, 202, word(), 0, 8, 64, -1, -2, -3, -4);
    }

    private static void sendArrays(Job job, int peer) {
        var am = job.world().am();
        for (int count = 0; count <= 4; count++) {
            am.requestShort(peer, 200, FOUR, count);
        }
        for (int count = 0; count <= 4; count++) {
            am.requestMedium(peer, 201, word(), 0, 8, LocalCompletion.NOW, FOUR, count);
        }
        for (int count = 0; count <= 4; count++) {
            am.requestLong(peer, 202, word(), 0, 8, 64, LocalCompletion.NOW, FOUR, count);
        }
    }

    private static void shortReply(Token token, boolean fixed) {
        switch (fixed ? token.argumentCount() : 5) {
            case 0 -> token.replyShort(210);
            case 1 -> token.replyShort(210, -1);
            case 2 -> token.replyShort(210, -1, -2);
            case 3 -> token.replyShort(210, -1, -2, -3);
            case 4 -> token.replyShort(210, -1, -2, -3, -4);
            default -> token.replyShort(210, FOUR, token.argumentCount());
        }
    }

    private static void mediumReply(Token token, MemorySegment data, boolean fixed) {
        switch (fixed ? token.argumentCount() : 5) {
            case 0 -> token.replyMedium(211, data, 0, 8);
            case 1 -> token.replyMedium(211, data, 0, 8, -1);
            case 2 -> token.replyMedium(211, data, 0, 8, -1, -2);
            case 3 -> token.replyMedium(211, data, 0, 8, -1, -2, -3);
            case 4 -> token.replyMedium(211, data, 0, 8, -1, -2, -3, -4);
            default -> token.replyMedium(211, data, 0, 8, LocalCompletion.NOW, FOUR, token.argumentCount());
        }
    }

    private static void longReply(Token token, boolean fixed) {
        MemorySegment data = word();
        switch (fixed ? token.argumentCount() : 5) {
            case 0 -> token.replyLong(212, data, 0, 8, 128);
            case 1 -> token.replyLong(212, data, 0, 8, 128, -1);
            case 2 -> token.replyLong(212, data, 0, 8, 128, -1, -2);
            case 3 -> token.replyLong(212, data, 0, 8, 128, -1, -2, -3);
            case 4 -> token.replyLong(212, data, 0, 8, 128, -1, -2, -3, -4);
            default -> token.replyLong(212, data, 0, 8, 128, LocalCompletion.NOW, FOUR, token.argumentCount());
        }
    }
}
