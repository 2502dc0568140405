package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.SplittableRandom;

import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.MessageFlags;
import org.pgas.Payload;
import org.pgas.PreparedMessage;
import org.pgas.Token;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Stamp;
import org.pgas.testkit.Stamp.Space;

/**
 * Messages of negotiated payload: whatever least, most, buffer, size at commit and destination are, what was written is
 * what arrives, in order; what is cancelled does not; and every misuse is refused and leaves the message as it was.
 */
@RankDefaults(segment = "256k")
@AcrossNeighbourhoods
class PreparedMessageTest {
    private static final int ROUNDS = 400;
    private static final long REQUEST_LANDING = 4096;
    private static final long REPLY_LANDING = 131072;
    private static final int LARGEST = 100_000;

    private int round;
    private int handled;
    private int answered;
    private SplittableRandom random;
    private MemorySegment clientBuffer;

    @RankTest(ranks = {1, 2})
    void shouldSendWhatWasWrittenWhateverWasNegotiated(Job job) {
        exchange(job);
    }

    @RankTest(ranks = {1, 2}, settings = {"pgas.checks=off", "pgas.am.ring=16k"})
    void shouldSendWhatWasWrittenInSmallRingsWithoutChecks(Job job) {
        exchange(job);
    }

    /**
     * Round by round: a request, prepared any way, and its reply, prepared any other way. Arguments: round, bytes,
     * fillers.
     */
    private void exchange(Job job) {
        random = Seed.of("of rank " + job.rank());
        job.endpoint().handlers().register(HandlerEntry.ofMediumOrLong((token, payload) -> {
            check(token, payload.segment(), REQUEST_LANDING);
            answer(job, token);
        }, (token, destination, bytes) -> {
            check(token, landed(job, destination, bytes), destination);
            answer(job, token);
        }).index(200).request(), HandlerEntry.ofMediumOrLong((token, payload) -> {
            check(token, payload.segment(), REPLY_LANDING);
            answered++;
        }, (token, destination, bytes) -> {
            check(token, landed(job, destination, bytes), destination);
            answered++;
        }).index(201).reply());
        int peer = (job.rank() + 1) % job.size();
        try (Arena arena = Arena.ofConfined()) {
            clientBuffer = arena.allocate(LARGEST, 8);
            int rounds = Repetitions.of(job, ROUNDS, 200);
            for (round = 0; round < rounds; round++) {
                job.world().barrier();
                send(job, null, peer);
                int expected = round + 1;
                job.blockUntil(() -> answered == expected && handled == expected);
            }
            job.world().barrier();
        }
    }

    private void answer(Job job, Token token) {
        handled++;
        send(job, token, token.sourceRank());
    }

    private MemorySegment landed(Job job, long destination, long bytes) {
        return job.endpoint().segment().local().asSlice(destination, bytes);
    }

    private void check(Token token, MemorySegment data, long destination) {
        assertEquals(round, token.argument(0));
        assertEquals(token.argument(1), data.byteSize(), "round " + round + ": bytes");
        for (int i = 2; i < token.argumentCount(); i++) {
            assertEquals(~i, token.argument(i));
        }
        assertTrue(destination >= REQUEST_LANDING);
        Stamp.check("data of round " + round, data, token.sourceRank(), Space.PAYLOAD, round);
    }

    /** A request, or with a token its reply. */
    private void send(Job job, Token token, int peer) {
        boolean isLong = random.nextBoolean();
        boolean client = random.nextBoolean();
        int count = 2 + random.nextInt(15);
        boolean later = random.nextBoolean();
        long destination = (token == null ? REQUEST_LANDING : REPLY_LANDING) + random.nextInt(1000);
        // a client's buffer of a long message may be larger than anything that fits a ring
        long most = random.nextInt(1 + random.nextInt(client && isLong ? LARGEST : 3 * 16384));
        long limit = limit(job, token, peer, isLong, client, count);
        long least = random.nextInt(4) == 0 ? Math.min(most, limit) : random.nextLong(1 + Math.min(most, limit));
        int drafts = random.nextInt(3);
        for (int draft = 0;; draft++) {
            PreparedMessage message = prepare(job, token, peer, isLong, client ? clientBuffer : null, least, most,
                    later ? PreparedMessage.LATER : destination, count);
            assertTrue(least <= message.size() && message.size() <= most,
                    "size " + message.size() + " of " + least + ".." + most);
            MemorySegment buffer = client ? clientBuffer : message.payload().segment();
            assertTrue(client || buffer.address() % 8 == 0, "the buffer suits every type");
            if (draft < drafts) {
                buffer.asSlice(0, message.size()).fill((byte) 0xCC);
                message.cancel();
            } else {
                long bytes = random.nextBoolean() ? message.size() : random.nextLong(message.size() + 1);
                Stamp.fill(buffer.asSlice(0, bytes), job.rank(), Space.PAYLOAD, round);
                commit(message, isLong, token == null ? 200 : 201, bytes, destination, count);
                if (client) {
                    clientBuffer.asSlice(0, bytes).fill((byte) 0xCC);
                }
                return;
            }
        }
    }

    private static long limit(Job job, Token token, int peer, boolean isLong, boolean client, int count) {
        LocalCompletion completion = client ? LocalCompletion.NOW : null;
        int flags = client ? MessageFlags.PREPARE_LEAST_CLIENT : MessageFlags.PREPARE_LEAST_ALLOC;
        var am = job.world().am();
        if (token == null) {
            return isLong ? am.maxRequestLong(peer, completion, flags, count)
                    : am.maxRequestMedium(peer, completion, flags, count);
        }
        return isLong ? token.maxReplyLong(completion, flags, count) : token.maxReplyMedium(completion, flags, count);
    }

    private static PreparedMessage prepare(Job job, Token token, int peer, boolean isLong, MemorySegment buffer,
            long least, long most, long destination, int count) {
        LocalCompletion completion = buffer == null ? null : LocalCompletion.NOW;
        var am = job.world().am();
        if (token == null) {
            return isLong ? am.prepareRequestLong(peer, buffer, least, most, destination, completion, 0, count)
                    : am.prepareRequestMedium(peer, buffer, least, most, completion, 0, count);
        }
        return isLong ? token.prepareReplyLong(buffer, least, most, destination, completion, 0, count)
                : token.prepareReplyMedium(buffer, least, most, completion, 0, count);
    }

    private void commit(PreparedMessage message, boolean isLong, int handler, long bytes, long destination, int count) {
        int[] arguments = new int[count];
        java.util.Arrays.setAll(arguments, i -> ~i);
        arguments[0] = round;
        arguments[1] = (int) bytes;
        if (isLong && count == 2) {
            message.commitLong(handler, bytes, destination, arguments[0], arguments[1]);
        } else if (isLong) {
            message.commitLong(handler, bytes, destination, arguments, count);
        } else if (count == 2) {
            message.commit(handler, bytes, arguments[0], arguments[1]);
        } else {
            message.commit(handler, bytes, arguments, count);
        }
    }

    private void count(Job job) {
        job.endpoint().handlers().register(HandlerEntry.ofMediumOrLong((token, payload) -> handled++,
                (token, destination, bytes) -> handled++).index(200),
                HandlerEntry.ofShort(token -> handled++).index(201));
        job.world().barrier();
    }

    @RankTest
    void shouldPrepareNothingWhenItIsImmediateAndTheRingIsFull(Job job) {
        count(job);
        // one that is still in the barrier would make room again
        Words.meet(job, 16);
        var am = job.world().am();
        if (job.rank() == 0) {
            int sent = 0;
            PreparedMessage message = am.prepareRequestMedium(1, null, 512, 512, null, MessageFlags.IMMEDIATE, 0);
            while (message != null) {
                message.commit(200, 512);
                sent++;
                message = am.prepareRequestMedium(1, null, 512, 512, null, MessageFlags.IMMEDIATE, 0);
            }
            assertTrue(sent > 0);
            assertNull(am.prepareRequestMedium(1, null, 0, 100_000, null, MessageFlags.IMMEDIATE, 16));
            // nothing is prepared, so this is legal
            job.world().rma().putLong(1, 8, sent);
            Signals.raise(job, 1, 0, 1);
            PreparedMessage waited = am.prepareRequestMedium(1, null, 512, 512, null, 0, 0);
            assertNotNull(waited);
            waited.commit(200, 512);
        } else {
            Mail.compute(job, 0, 1);
            int sent = (int) job.world().rma().getLong(1, 8);
            job.blockUntil(() -> handled == sent + 1);
        }
        job.world().barrier();
    }

    @RankTest(ranks = {1, 2})
    void shouldDeliverInOrderAroundACancelledMessage(Job job) {
        int[] next = new int[1];
        job.endpoint().handlers().register(
                HandlerEntry.ofMedium((token, payload) -> assertEquals(next[0]++, token.argument(0))).index(200),
                HandlerEntry.ofShort(token -> assertEquals(next[0]++, token.argument(0))).index(201));
        job.world().barrier();
        var am = job.world().am();
        int peer = (job.rank() + 1) % job.size();
        for (int i = 0; i < 3000; i += 3) {
            PreparedMessage message = am.prepareRequestMedium(peer, null, 64, 64, null, 0, 1);
            message.payload().putLong(0, 5);
            message.commit(200, 8, i);
            am.requestShort(peer, 201, i + 1);
            am.prepareRequestMedium(peer, null, 64, 64, null, 0, 1).cancel();
            am.requestShort(peer, 201, i + 2);
        }
        job.blockUntil(() -> next[0] == 3000);
        job.world().barrier();
    }

    @RankTest(ranks = {1, 2})
    void shouldRefuseACommitThatIsNotWhatWasPrepared(Job job) {
        count(job);
        var am = job.world().am();
        int peer = (job.rank() + 1) % job.size();
        PreparedMessage medium = am.prepareRequestMedium(peer, null, 16, 32, null, 0, 1);
        int size = (int) medium.size();
        Refusals.assertIllegal("count", () -> medium.commit(200, 8), "0 arguments", "1");
        Refusals.assertIllegal("count", () -> medium.commit(200, 8, 1, 2), "2 arguments", "1");
        Refusals.assertIllegal("size", () -> medium.commit(200, size + 1, 7), size + 1, "0.." + size);
        Refusals.assertIllegal("size", () -> medium.commit(200, -1, 7), -1);
        Refusals.assertIllegal("category", () -> medium.commitLong(200, 8, 0, 7), "medium");
        Refusals.assertIllegal("index", () -> medium.commit(3, 8, 7), 3, "128..255");
        Refusals.assertIllegal("handler", () -> medium.commit(201, 8, 7), 201, "takes short");
        Payload payload = medium.payload();
        payload.putLong(0, 1);
        medium.commit(200, 8, 7);
        Refusals.assertIllegal("twice", () -> medium.commit(200, 8, 7), "committed");
        Refusals.assertIllegal("cancel", medium::cancel, "committed");
        Refusals.assertIllegal("size", medium::size, "committed");
        Refusals.assertIllegal("payload", medium::payload, "committed");
        Refusals.assertIllegal("expired", () -> payload.putLong(0, 1), "committed");

        MemorySegment buffer = MemorySegment.ofArray(new byte[64]);
        PreparedMessage longOne = am.prepareRequestLong(peer, buffer, 0, 64, 8192, LocalCompletion.NOW, 0, 0);
        Refusals.assertIllegal("destination", () -> longOne.commitLong(200, 8, 8200), 8200, 8192);
        Refusals.assertIllegal("category", () -> longOne.commit(200, 8), "long");
        Refusals.assertIllegal("payload", longOne::payload, "buffer of the program's");
        longOne.cancel();
        Refusals.assertIllegal("commit", () -> longOne.commitLong(200, 8, 8192), "cancelled");

        PreparedMessage late = am.prepareRequestLong(peer, null, 8, 8, PreparedMessage.LATER, null, 0, 0);
        Refusals.assertIllegal("destination", () -> late.commitLong(200, 8, 256 * 1024), 256 * 1024, "rank " + peer);
        late.commitLong(200, 8, 256 * 1024 - 8);
        job.blockUntil(() -> handled == 2);
        job.world().barrier();
        assertEquals(2, handled);
    }

    @RankTest(ranks = {1, 2})
    void shouldRefuseToPrepareWhatCannotBeSent(Job job) {
        var am = job.world().am();
        int peer = (job.rank() + 1) % job.size();
        MemorySegment buffer = MemorySegment.ofArray(new byte[64]);
        LocalCompletion now = LocalCompletion.NOW;
        Refusals.assertIllegal("least", () -> am.prepareRequestMedium(peer, null, -1, 8, null, 0, 0), -1);
        Refusals.assertIllegal("most", () -> am.prepareRequestMedium(peer, null, 8, 7, null, 0, 0), 7, 8);
        Refusals.assertIllegal("buffer", () -> am.prepareRequestMedium(peer, buffer, 8, 65, now, 0, 0), 65, 64);
        Refusals.assertIllegal("buffer", () -> am.prepareRequestLong(peer, buffer, 8, 65, 0, now, 0, 0), 65, 64);
        Refusals.assertIllegal("count", () -> am.prepareRequestMedium(peer, null, 8, 8, null, 0, 17), 17, "0..16");
        Refusals.assertIllegal("count", () -> am.prepareRequestMedium(peer, null, 8, 8, null, 0, -1), -1, "0..16");
        Refusals.assertIllegal("flags", () -> am.prepareRequestMedium(peer, null, 8, 8, null, 1 << 20, 0),
                "flags 0x100000", "legal are the bits 0x");
        Refusals.assertIllegal("rank", () -> am.prepareRequestMedium(-1, null, 8, 8, null, 0, 0), -1);
        Refusals.assertIllegal("rank", () -> am.prepareRequestLong(job.size(), null, 8, 8, 0, null, 0, 0), job.size());
        // after all that, nothing is prepared
        am.prepareRequestMedium(peer, null, 8, 8, null, 0, 0).cancel();
        job.world().barrier();
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldRefuseASecondPreparedMessageUncheckedToo(Job job) {
        var am = job.world().am();
        int peer = 1 - job.rank();
        PreparedMessage message = am.prepareRequestMedium(peer, null, 8, 8, null, 0, 0);
        Refusals.assertIllegal("second", () -> am.prepareRequestMedium(peer, null, 8, 8, null, 0, 0),
                "rank " + job.rank() + ": ActiveMessages.prepareRequestMedium: ",
                "a medium request to rank " + peer, "commit or cancel that message first");
        message.cancel();
        job.world().barrier();
    }

    @RankTest
    void shouldAllowOnePreparedMessageAThreadAndNoCommunicationMeanwhile(Job job) throws InterruptedException {
        count(job);
        var am = job.world().am();
        int peer = 1 - job.rank();
        MemorySegment data = MemorySegment.ofArray(new byte[8]);
        PreparedMessage message = am.prepareRequestMedium(peer, null, 8, 8, null, 0, 0);
        Refusals.assertIllegal("second", () -> am.prepareRequestMedium(peer, null, 8, 8, null, 0, 0),
                "rank " + job.rank() + ": ActiveMessages.prepareRequestMedium ", "commit or cancel");
        Refusals.assertIllegal("second", () -> am.prepareRequestLong(peer, null, 8, 8, 0, null, 0, 0));
        Refusals.assertIllegal("request", () -> am.requestShort(peer, 201), "requestShort", "prepare");
        Refusals.assertIllegal("try", () -> am.tryRequestShort(peer, 201, Mail.NONE, 0), "prepare");
        Refusals.assertIllegal("medium", () -> am.requestMedium(peer, 200, data, 0, 8), "prepare");
        Refusals.assertIllegal("long", () -> am.requestLong(peer, 200, data, 0, 8, 0), "prepare");
        Refusals.assertIllegal("poll", job::poll, "prepare");
        Refusals.assertIllegal("wait", () -> job.blockUntil(() -> true), "prepare");
        Refusals.assertIllegal("barrier", () -> job.world().barrier(), "prepare");
        Throwable[] failure = new Throwable[1];
        Thread other = Thread.ofPlatform().start(() -> {
            try {
                Refusals.assertIllegal("commit of another thread's", () -> message.commit(200, 8), "thread");
                Refusals.assertIllegal("cancel of another thread's", message::cancel, "thread");
                // a thread of its own may have one of its own, to whomever
                am.prepareRequestMedium(job.rank(), null, 8, 8, null, 0, 0).cancel();
            } catch (Throwable e) {
                failure[0] = e;
            }
        });
        other.join();
        assertNull(failure[0], () -> "other thread: " + failure[0]);
        message.payload().putLong(0, 1);
        message.commit(200, 8);
        job.blockUntil(() -> handled == 1);
        job.world().barrier();
    }

    /** With rings of pairs nobody else is behind it; with shared ones nobody may be held up by it. */
    @RankTest(ranks = 3, settings = "pgas.am.rings=pair")
    void shouldNotHoldUpOthersBetweenPrepareAndCommit(Job job) {
        stopBetweenPrepareAndCommit(job);
    }

    @RankTest(ranks = 3, settings = "pgas.am.rings=shared")
    void shouldNotHoldUpOthersInASharedRingBetweenPrepareAndCommit(Job job) {
        stopBetweenPrepareAndCommit(job);
    }

    private void stopBetweenPrepareAndCommit(Job job) {
        int[] shorts = new int[3];
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> {
            shorts[token.sourceRank()]++;
            if (token.isRequest()) {
                token.replyShort(201);
            }
        }).index(201), HandlerEntry.ofMedium((token, payload) -> {
            assertEquals(77, payload.getLong(0));
            handled++;
        }).index(200));
        job.world().barrier();
        var am = job.world().am();
        switch (job.rank()) {
            case 0 -> {
                PreparedMessage message = am.prepareRequestMedium(1, null, 8, 512, null, 0, 0);
                // stopped: until the others have done all they have to do, without a call
                Mail.compute(job, 0, 1);
                message.payload().putLong(0, 77);
                message.commit(200, 8);
            }
            case 1 -> job.blockUntil(() -> shorts[2] == 20_000 && handled == 1);
            default -> {
                for (int i = 0; i < 20_000; i++) {
                    am.requestShort(1, 201);
                }
                job.blockUntil(() -> shorts[1] == 20_000);
                Signals.raise(job, 0, 0, 1);
            }
        }
        job.world().barrier();
    }

    @RankTest(settings = "pgas.verbose.errors=on")
    void shouldReportAMessageThatIsHeldForLong(Job job) {
        count(job);
        if (job.rank() == 0) {
            List<String> told = LoggedWarnings.during(() -> {
                PreparedMessage message = job.world().am().prepareRequestMedium(1, null, 8, 8, null, 0, 0);
                long start = System.nanoTime();
                while (System.nanoTime() - start < 2_000_000) {
                    Thread.onSpinWait();
                }
                message.commit(200, 8);
            });
            assertTrue(told.stream().anyMatch(
                    text -> text.contains("to rank 1") && text.contains("between prepare and commit")), told::toString);
        } else {
            job.blockUntil(() -> handled == 1);
        }
        job.world().barrier();
    }
}
