package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

import org.pgas.ActiveMessages;
import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.MessageFlags;
import org.pgas.PreparedMessage;
import org.pgas.Team;
import org.pgas.Token;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** What the limit queries promise, and that the limits they name are the ones that hold. */
@RankDefaults(ranks = {1, 3})
@AcrossNeighbourhoodsAsThreads
class MessageLimitsTest {
    private static final int[] FLAGS = {MessageFlags.NONE, MessageFlags.IMMEDIATE, MessageFlags.PREPARE_LEAST_CLIENT,
        MessageFlags.PREPARE_LEAST_ALLOC, MessageFlags.IMMEDIATE | MessageFlags.PREPARE_LEAST_ALLOC};
    private static final int KINDS = 4;

    private static long limit(ActiveMessages am, int kind, int rank, LocalCompletion completion, int flags, int count) {
        return switch (kind) {
            case 0 -> am.maxRequestMedium(rank, completion, flags, count);
            case 1 -> am.maxReplyMedium(rank, completion, flags, count);
            case 2 -> am.maxRequestLong(rank, completion, flags, count);
            default -> am.maxReplyLong(rank, completion, flags, count);
        };
    }

    private static long lowest(ActiveMessages am, int kind) {
        return switch (kind) {
            case 0 -> am.leastMaxRequestMedium();
            case 1 -> am.leastMaxReplyMedium();
            case 2 -> am.leastMaxRequestLong();
            default -> am.leastMaxReplyLong();
        };
    }

    private static List<LocalCompletion> completions(int kind, int flags) {
        List<LocalCompletion> all = new ArrayList<>();
        if ((flags & MessageFlags.PREPARE_LEAST_ALLOC) == 0) {
            all.add(LocalCompletion.NOW);
            all.add(LocalCompletion.event());
            if (kind % 2 == 0) {
                all.add(LocalCompletion.GROUP);
            }
        }
        all.add(null);
        return all;
    }

    @RankTest
    void limitsAreAtLeast512AndNeverGrowWithArguments(Job job) {
        check(job);
    }

    @RankTest(settings = "pgas.am.ring=16k")
    void limitsOfSmallRingsAreAtLeast512AndNeverGrowWithArguments(Job job) {
        check(job);
    }

    private static void check(Job job) {
        ActiveMessages am = job.world().am();
        assertEquals(16, ActiveMessages.maxArguments());
        for (int kind = 0; kind < KINDS; kind++) {
            long lowest = lowest(am, kind);
            assertTrue(lowest >= 512, "kind " + kind + ": " + lowest);
            for (int flags : FLAGS) {
                for (LocalCompletion completion : completions(kind, flags)) {
                    long smallest = Long.MAX_VALUE;
                    for (int rank = 0; rank < job.size(); rank++) {
                        long last = Long.MAX_VALUE;
                        for (int count = 0; count <= 16; count++) {
                            long limit = limit(am, kind, rank, completion, flags, count);
                            String what = "kind " + kind + ", flags " + flags + ", " + completion + ", rank " + rank
                                    + ", "
                                    + count + " arguments: " + limit;
                            assertTrue(limit >= 512, what);
                            assertTrue(limit <= last, what + " after " + last);
                            assertTrue(lowest <= limit || (flags & MessageFlags.PREPARE_LEAST_ALLOC) != 0, what);
                            assertEquals(limit, limit(am, kind, rank, completion, flags, count), "stable: " + what);
                            last = limit;
                        }
                        smallest = Math.min(smallest, last);
                    }
                    assertEquals(smallest, limit(am, kind, Team.INVALID_RANK, completion, flags, 16),
                            "of all: kind " + kind + ", flags " + flags);
                }
            }
        }
    }

    @RankTest
    void limitsAreTheSameFromBothSides(Job job) {
        ActiveMessages am = job.world().am();
        for (int peer = 0; peer < job.size(); peer++) {
            for (int i = 0; i < KINDS * 17; i++) {
                job.world().rma().putLong(job.rank(), word(peer, i),
                        limit(am, i / 17, peer, LocalCompletion.NOW, 0, i % 17));
            }
        }
        job.world().barrier();
        for (int peer = 0; peer < job.size(); peer++) {
            for (int i = 0; i < KINDS * 17; i++) {
                assertEquals(job.world().rma().getLong(job.rank(), word(peer, i)),
                        job.world().rma().getLong(peer, word(job.rank(), i)), "limit " + i + " with rank " + peer);
            }
        }
        job.world().barrier();
    }

    private static long word(int peer, int i) {
        return 8L * (peer * KINDS * 17 + i);
    }

    @RankTest
    void limitsAreWhatIsAccepted(Job job) {
        int[] got = new int[1];
        job.endpoint().handlers().register(HandlerEntry.ofMediumOrLong((token, payload) -> {
            Mail.checkPayload("largest", payload, token.sourceRank(), token.argumentCount(), payload.bytes());
            got[0]++;
        }, (token, destination, bytes) -> {}).index(200));
        job.world().barrier();
        ActiveMessages am = job.world().am();
        int peer = (job.rank() + 1) % job.size();
        int[] arguments = new int[16];
        for (int count = 0; count <= 16; count++) {
            int n = count;
            long limit = am.maxRequestMedium(peer, LocalCompletion.NOW, 0, count);
            MemorySegment data = Mail.payload(job.rank(), count, limit + 1);
            am.requestMedium(peer, 200, data, 0, limit, LocalCompletion.NOW, arguments, count);
            Refusals.assertIllegal("over the limit",
                    () -> am.requestMedium(peer, 200, data, 0, limit + 1, LocalCompletion.NOW, arguments, n),
                    limit + 1, "0.." + limit, "pgas.am.ring");
        }
        job.blockUntil(() -> got[0] == 17);
        job.world().barrier();
    }

    @RankTest
    void limitsOfPrepareAreWhatIsAccepted(Job job) {
        ActiveMessages am = job.world().am();
        MemorySegment buffer = MemorySegment.ofArray(new byte[1 << 20]);
        for (int count = 0; count <= 16; count += 8) {
            int n = count;
            for (int peer = 0; peer < job.size(); peer++) {
                int to = peer;
                long alloc = am.maxRequestMedium(peer, null, MessageFlags.PREPARE_LEAST_ALLOC, count);
                PreparedMessage message = am.prepareRequestMedium(peer, null, alloc, Long.MAX_VALUE, null, 0, count);
                assertTrue(message.size() >= alloc);
                message.cancel();
                Refusals.assertIllegal("least",
                        () -> am.prepareRequestMedium(to, null, alloc + 1, Long.MAX_VALUE, null, 0, n), alloc + 1,
                        "0.." + alloc);
                long client = am.maxRequestMedium(peer, LocalCompletion.NOW, MessageFlags.PREPARE_LEAST_CLIENT, count);
                am.prepareRequestMedium(peer, buffer, client, client + 8, LocalCompletion.NOW, 0, count).cancel();
                Refusals.assertIllegal("least", () -> am.prepareRequestMedium(to, buffer, client + 1, client + 8,
                        LocalCompletion.NOW, 0, n), client + 1, "0.." + client);
                long allocLong = am.maxRequestLong(peer, null, MessageFlags.PREPARE_LEAST_ALLOC, count);
                message = am.prepareRequestLong(peer, null, allocLong, Long.MAX_VALUE, PreparedMessage.LATER, null, 0,
                        count);
                assertTrue(message.size() >= allocLong);
                message.cancel();
                Refusals.assertIllegal("least", () -> am.prepareRequestLong(to, null, allocLong + 1, Long.MAX_VALUE,
                        PreparedMessage.LATER, null, 0, n), allocLong + 1, "0.." + allocLong);
            }
        }
        job.world().barrier();
    }

    @RankTest
    void limitsOfATokenAreThoseOfItsSender(Job job) {
        int[] done = new int[2];
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> {
            checkToken(job, token);
            done[0]++;
            token.replyShort(201);
        }).index(200), HandlerEntry.ofShort(token -> {
            Refusals.assertIllegal("in a reply handler", () -> token.maxReplyMedium(null, 0, 0), "reply");
            Refusals.assertIllegal("in a reply handler", () -> token.maxReplyLong(null, 0, 0), "reply");
            done[1]++;
        }).index(201));
        job.world().barrier();
        job.world().am().requestShort((job.rank() + 1) % job.size(), 200);
        job.blockUntil(() -> done[0] == 1 && done[1] == 1);
        job.world().barrier();
    }

    private static void checkToken(Job job, Token token) {
        ActiveMessages am = job.world().am();
        for (int flags : FLAGS) {
            for (int count = 0; count <= 16; count++) {
                assertEquals(am.maxReplyMedium(token.sourceRank(), null, flags, count),
                        token.maxReplyMedium(null, flags, count));
                assertEquals(am.maxReplyLong(token.sourceRank(), null, flags, count),
                        token.maxReplyLong(null, flags, count));
            }
        }
        Refusals.assertIllegal("17 arguments", () -> token.maxReplyMedium(null, 0, 17), "17", "0..16");
        Refusals.assertIllegal("GROUP of a reply", () -> token.maxReplyMedium(LocalCompletion.GROUP, 0, 0),
                "Token.maxReplyMedium: ", "GROUP", "legal are NOW or event()");
    }

    @RankTest
    void limitQueriesRefuseWhatNoMessageCanHave(Job job) {
        ActiveMessages am = job.world().am();
        for (int kind = 0; kind < KINDS; kind++) {
            int k = kind;
            for (int rank : new int[]{job.size(), -2, Integer.MIN_VALUE}) {
                Refusals.assertIllegal("rank " + rank, () -> limit(am, k, rank, null, 0, 0), rank);
            }
            for (int count : new int[]{-1, 17}) {
                Refusals.assertIllegal(count + " arguments", () -> limit(am, k, 0, null, 0, count), count, "0..16");
            }
            Refusals.assertIllegal("flags", () -> limit(am, k, 0, null, 1 << 20, 0), "flags 0x100000",
                    "legal are the bits 0x");
            Refusals.assertIllegal("DEFER", () -> limit(am, k, 0, LocalCompletion.DEFER, 0, 0), "DEFER");
        }
    }
}
