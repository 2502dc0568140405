package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;

import org.pgas.EventCategory;
import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.Token;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Stamp;
import org.pgas.testkit.Stamp.Space;

/**
 * Sources of messages are overwritten at the first moment that is allowed, and the target still gets the original: of
 * requests on the heap, in private memory and in the sender's own segment, and of the replies to them.
 */
@RankDefaults(segment = "64k")
@AcrossNeighbourhoodsAsThreads
class MessageCompletionTest {
    private static final int ROUNDS = 300;
    private static final int MAX_BYTES = 8192;
    private static final long REQUEST_LANDING = 0;
    private static final long REPLY_LANDING = 16384;

    /** Part of this rank's own segment that only it uses, as a source. */
    private static final long OWN = 32768;

    private int round;
    private int handled;
    private MemorySegment[] replySources;

    private enum Way {
        NOW, GROUP, GROUP_BY_LC, EVENT, ASYNC
    }

    @RankTest(ranks = {1, 2})
    void shouldKeepTheOriginalOfARequestAfterNow(Job job) {
        exchange(job, Way.NOW);
    }

    @RankTest(ranks = {1, 2})
    void shouldKeepTheOriginalOfARequestAfterTheGroup(Job job) {
        exchange(job, Way.GROUP);
    }

    @RankTest(ranks = {1, 2})
    void shouldKeepTheOriginalOfARequestAfterTheGroupOfLocalCompletions(Job job) {
        exchange(job, Way.GROUP_BY_LC);
    }

    @RankTest(ranks = {1, 2})
    void shouldKeepTheOriginalOfARequestAfterItsEvent(Job job) {
        exchange(job, Way.EVENT);
    }

    @RankTest(ranks = {1, 2})
    void shouldKeepTheOriginalOfAnAsynchronousRequestUntilItsReply(Job job) {
        exchange(job, Way.ASYNC);
    }

    private void exchange(Job job, Way way) {
        job.endpoint().handlers().register(
                HandlerEntry.ofMediumOrLong((token, payload) -> {
                    check("medium request", payload.segment(), token);
                    reply(job, token);
                }, (token, destination, bytes) -> {
                    check("long request", job.endpoint().segment().local().asSlice(destination, bytes), token);
                    reply(job, token);
                }).index(200).request(),
                HandlerEntry.ofMediumOrLong((token, payload) -> {
                    check("medium reply", payload.segment(), token);
                    handled++;
                }, (token, destination, bytes) -> {
                    check("long reply", job.endpoint().segment().local().asSlice(destination, bytes), token);
                    handled++;
                }).index(201).reply());
        int peer = (job.rank() + 1) % job.size();
        SplittableRandom lengths = Seed.of("lengths");
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment own = job.endpoint().segment().local();
            MemorySegment[] sources = {MemorySegment.ofArray(new byte[MAX_BYTES]), arena.allocate(MAX_BYTES),
                own.asSlice(OWN, MAX_BYTES)};
            replySources = new MemorySegment[]{MemorySegment.ofArray(new long[MAX_BYTES / 8]),
                arena.allocate(MAX_BYTES, 8), own.asSlice(OWN + MAX_BYTES, MAX_BYTES)};
            // a peer that leaves the barrier first asks at once
            job.world().barrier();
            for (round = 0; round < ROUNDS; round++) {
                int bytes = round % 50 == 0 ? MAX_BYTES : 1 + lengths.nextInt(1 + lengths.nextInt(MAX_BYTES));
                MemorySegment source = sources[round % 3];
                Stamp.fill(source, job.rank(), Space.PAYLOAD, round);
                send(job, way, peer, source, bytes);
                source.fill((byte) 0xAA);
                int expected = round + 1;
                job.blockUntil(() -> handled == expected);
            }
            // the peer may still be asking
            job.world().barrier();
        }
    }

    private void send(Job job, Way way, int peer, MemorySegment source, int bytes) {
        var am = job.world().am();
        LocalCompletion completion = switch (way) {
            case NOW, ASYNC -> LocalCompletion.NOW;
            case GROUP, GROUP_BY_LC -> LocalCompletion.GROUP;
            case EVENT -> LocalCompletion.event();
        };
        int[] arguments = {bytes, round};
        if (way == Way.ASYNC) {
            // its source belongs to the message until the reply, whatever happens here
            int before = handled;
            am.requestLongAsync(peer, 200, source, 0, bytes, REQUEST_LANDING, arguments, 2);
            job.blockUntil(() -> handled > before);
            return;
        }
        if (round % 2 == 0) {
            am.requestMedium(peer, 200, source, 0, bytes, completion, arguments, 2);
        } else {
            am.requestLong(peer, 200, source, 0, bytes, REQUEST_LANDING, completion, arguments, 2);
        }
        switch (way) {
            case GROUP -> job.nbi().await(EventCategory.AM);
            case GROUP_BY_LC -> {
                while (!job.nbi().tryAwait(EventCategory.LC)) {
                    Thread.onSpinWait();
                }
            }
            case EVENT -> completion.leaf().await();
            default -> {
                return;
            }
        }
    }

    private static void check(String name, MemorySegment data, Token token) {
        int number = token.argument(1);
        Stamp.check(name + " of round " + number, data.asSlice(0, token.argument(0)), token.sourceRank(), Space.PAYLOAD,
                number);
        assertEquals(token.argument(0), data.byteSize());
    }

    /** Overwrites its source at once: both completions that a reply may have are met when it returns. */
    private void reply(Job job, Token token) {
        int bytes = token.argument(0);
        int number = token.argument(1);
        int[] arguments = {bytes, number};
        MemorySegment source = replySources[number / 2 % 3];
        Stamp.fill(source, job.rank(), Space.PAYLOAD, number);
        LocalCompletion completion = number / 6 % 2 == 0 ? LocalCompletion.NOW : LocalCompletion.event();
        if (number % 4 < 2) {
            token.replyMedium(201, source, 0, bytes, completion, arguments, 2);
        } else {
            token.replyLong(201, source, 0, bytes, REPLY_LANDING, completion, arguments, 2);
        }
        source.fill((byte) 0xBB);
        assertTrue(completion == LocalCompletion.NOW || completion.leaf() != null);
    }

    @RankTest(ranks = {1, 2})
    void shouldRefuseCompletionsThatARequestMayNotHave(Job job) {
        var am = job.world().am();
        int peer = (job.rank() + 1) % job.size();
        job.endpoint().handlers().register(HandlerEntry.ofMediumOrLong((token, payload) -> handled++,
                (token, destination, bytes) -> handled++).index(200));
        job.world().barrier();
        MemorySegment data = MemorySegment.ofArray(new byte[8]);
        LocalCompletion defer = LocalCompletion.DEFER;
        Refusals.assertIllegal("medium", () -> am.requestMedium(peer, 200, data, 0, 8, defer, Mail.NONE, 0), "DEFER",
                "a request", "NOW, GROUP or event()");
        Refusals.assertIllegal("long", () -> am.requestLong(peer, 200, data, 0, 8, 0, defer, Mail.NONE, 0), "DEFER");
        Refusals.assertIllegal("try", () -> am.tryRequestMedium(peer, 200, data, 0, 8, defer, Mail.NONE, 0), "DEFER");
        Refusals.assertIllegal("try", () -> am.tryRequestLong(peer, 200, data, 0, 8, 0, defer, Mail.NONE, 0), "DEFER");
        Refusals.assertIllegal("prepare", () -> am.prepareRequestMedium(peer, data, 0, 8, defer, 0, 0), "DEFER");
        Refusals.assertIllegal("prepare", () -> am.prepareRequestLong(peer, data, 0, 8, 0, defer, 0, 0), "DEFER");
        Refusals.assertIllegal("a buffer without", () -> am.prepareRequestMedium(peer, data, 0, 8, null, 0, 0), "NOW");
        Refusals.assertIllegal("no buffer with",
                () -> am.prepareRequestMedium(peer, null, 0, 8, LocalCompletion.NOW, 0, 0), "give null");
        job.world().barrier();
        job.poll();
        assertTrue(handled == 0, "what was refused was not sent");
    }
}
