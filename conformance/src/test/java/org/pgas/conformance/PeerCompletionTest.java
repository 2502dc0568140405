package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.Consumer;

import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.JobEndedException;
import org.pgas.LocalCompletion;
import org.pgas.Payload;
import org.pgas.PgasException;
import org.pgas.Token;
import org.pgas.far.FarRegions;
import org.pgas.regions.Regions;
import org.pgas.team.TeamCore;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** A handler of the peer's runs when what was put there before has arrived, as it would for a reply. */
@RankDefaults(segment = "64k")
@AcrossNeighbourhoods
class PeerCompletionTest {
    private static final int ROUNDS = 200;
    private static final int PART = 2048;

    /** Of 512 bytes, every second 8: so a rank's part has several runs and what lies between them. */
    private static final Regions COMB = Regions.nest(0, 8, new long[]{64}, new long[]{16});

    /** Words of the segments. */
    private static final long SENT = 0;
    private static final long MET = 8;

    private int handled;
    private String wrong;

    private void expect(boolean holds, String what) {
        if (!holds && wrong == null) {
            wrong = what;
        }
    }

    @RankTest(ranks = {1, 2, 3, 5}, memories = {Memory.MAPPED, Memory.ARRAY, Memory.NATIVE})
    void shouldRunBehindWhatWasPutBefore(Job job) {
        int rounds = Repetitions.of(job, ROUNDS, 15);
        MemorySegment own = job.endpoint().segment().local();
        int[] last = new int[job.size()];
        int handler = job.endpoint().handlers().register(HandlerEntry.ofMedium((token, payload) -> {
            int source = token.sourceRank();
            int round = payload.getInt(0);
            expect(round == last[source] + 1, "round " + round + " behind " + last[source] + " of rank " + source);
            expect(payload.bytes() == 4 + round % 7, "payload of " + payload.bytes() + " bytes in round " + round);
            last[source] = round;
            for (int at = 0; at < 1024; at += 16) {
                // a word may be of the next round already, but not of the one before
                int found = own.get(ValueLayout.JAVA_INT_UNALIGNED, PART * source + at);
                expect(found >= round, "byte " + at + " is of round " + found + " in round " + round);
            }
            handled++;
        }).reply().arguments(0));
        job.world().barrier();
        FarRegions remote = TeamCore.of(job.world()).farRegions();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment source = arena.allocate(512);
            MemorySegment payload = arena.allocate(32);
            for (int round = 1; round <= rounds; round++) {
                for (int at = 0; at < 512; at += 4) {
                    source.set(ValueLayout.JAVA_INT, at, round);
                }
                payload.set(ValueLayout.JAVA_INT_UNALIGNED, 5, round);
                for (int rank = 0; rank < job.size(); rank++) {
                    put(job, rank, source);
                    assertTrue(remote.notifyPeer(rank, handler, payload, 5, 4 + round % 7, false));
                    payload.set(ValueLayout.JAVA_INT_UNALIGNED, 5, round); // it is the sender's again
                }
            }
        }
        job.blockUntil(() -> handled == rounds * job.size());
        assertEquals(null, wrong);
        job.nbi().await();
        job.world().barrier();
    }

    private static void put(Job job, int rank, MemorySegment source) {
        long offset = (long) PART * job.rank();
        if (job.endpoint().segment().isMapped()) {
            for (int i = 0; i < 64; i++) {
                job.world().rma().put(rank, offset + 16L * i, source, 8L * i, 8);
            }
        } else {
            TeamCore.of(job.world()).farRegions().putNbi(rank, offset, COMB, source, 0, Regions.contiguous(0, 512),
                    false);
        }
    }

    /** Sends word to {@code rank}, and returns when its handler has run. */
    private void inHandler(Job job, int rank, Consumer<Token> body) {
        int handler = job.endpoint().handlers().register(HandlerEntry.ofMedium((token, _) -> {
            body.accept(token);
            handled++;
        }).name("told").reply().arguments(0));
        job.world().barrier();
        TeamCore.of(job.world()).farRegions().notifyPeer(rank, handler, null, 0, 0, false);
        job.blockUntil(() -> handled == 1);
        job.world().barrier();
    }

    @RankTest(ranks = {1, 2})
    void shouldBeAReplyInTheEyesOfItsHandler(Job job) {
        int peer = (job.rank() + 1) % job.size();
        inHandler(job, peer, token -> {
            assertFalse(token.isRequest() || token.isLong());
            assertEquals(0, token.argumentCount());
            assertEquals(peer, token.sourceRank());
            assertEquals("told", token.entry().name());
            assertIllegal("reply", () -> token.replyShort(200), "'told'", "reply handlers may not send");
            assertIllegal("argument", () -> token.argument(0), "'told'");
            assertIllegal("put", () -> job.world().rma().putLong(0, 0, 1), "Rma.putLong", "inside reply handler");
            assertIllegal("request", () -> job.world().am().requestShort(0, 200), "ActiveMessages.requestShort",
                    "inside reply handler");
            assertIllegal("poll", job::poll, "Job.poll", "inside");
        });
    }

    @RankTest(ranks = {1, 2})
    void shouldRefuseAKeptTokenAndPayload(Job job) {
        Object[] kept = new Object[2];
        int handler = job.endpoint().handlers().register(HandlerEntry.ofMedium((token, payload) -> {
            kept[0] = token;
            kept[1] = payload;
            handled++;
        }).reply().arguments(0));
        job.world().barrier();
        TeamCore.of(job.world()).farRegions().notifyPeer((job.rank() + 1) % job.size(), handler, null, 0, 0, false);
        job.blockUntil(() -> handled == 1);
        assertIllegal("token", ((Token) kept[0])::sourceRank, "after its handler returned");
        assertIllegal("payload", ((Payload) kept[1])::bytes, "after its handler returned");
        job.world().barrier();
    }

    @RankTest(ranks = {1, 2}, memories = {Memory.MAPPED, Memory.ARRAY})
    void shouldRefuseWhatThePeerDoesNotTake(Job job) {
        job.endpoint().handlers().register(
                HandlerEntry.ofMedium((_, _) -> handled++).index(200).request().arguments(0),
                HandlerEntry.ofMedium((_, _) -> handled++).index(201).reply().arguments(1),
                HandlerEntry.ofShort(_ -> handled++).index(202).reply().arguments(0),
                HandlerEntry.ofMedium((_, payload) -> handled += payload.bytes()).index(204));
        job.world().barrier();
        FarRegions remote = TeamCore.of(job.world()).farRegions();
        int peer = (job.rank() + 1) % job.size();
        int most = remote.maxNotification();
        assertEquals(job.world().am().maxRequestMedium(peer, LocalCompletion.NOW, 0, 1), most);
        MemorySegment payload = MemorySegment.ofArray(new byte[most + 1]);
        String rank = "rank " + job.rank() + ": ";
        for (boolean before : new boolean[]{true, false}) {
            refuse(remote, before, peer, 199, payload, 0, 8, rank, "handler 199 of rank " + peer, "not registered");
            refuse(remote, before, peer, 200, payload, 0, 8, rank, "medium reply", "serves requests only");
            refuse(remote, before, peer, 201, payload, 0, 8, rank, "takes 1 arguments, not 0");
            refuse(remote, before, peer, 202, payload, 0, 8, rank, "takes short messages");
            refuse(remote, before, peer, 127, payload, 0, 8, rank, "index 127", "128..255");
            refuse(remote, before, peer, 22, payload, 0, 8, rank, "index 22", "128..255");
            refuse(remote, before, peer, 256, payload, 0, 8, rank, "index 256", "128..255");
            refuse(remote, before, peer, 204, payload, 0, most + 1, rank, (most + 1) + " bytes", "0.." + most);
            refuse(remote, before, peer, 204, payload, 2, most, rank, "offset 2", "source of " + (most + 1));
            refuse(remote, before, peer, 204, payload, -1, 1, rank, "offset -1");
        }
        remote.checkNotification("put", peer, 204, payload, 1, most);
        assertTrue(remote.notifyPeer(peer, 204, payload, 1, most, false));
        job.blockUntil(() -> handled > 0);
        job.world().barrier();
        assertEquals(most, handled, "what is refused runs nothing");
        job.world().barrier();
    }

    private static void refuse(FarRegions remote, boolean before, int peer, int handler, MemorySegment payload,
            long offset, int bytes, Object... parts) {
        if (before) {
            PgasException thrown = assertThrows(PgasException.class,
                    () -> remote.checkNotification("Some.call", peer, handler, payload, offset, bytes));
            assertTrue(thrown.getMessage().contains("Some.call: "), thrown::getMessage);
        }
        assertIllegal("notifyPeer", () -> remote.notifyPeer(peer, handler, payload, offset, bytes, false), parts);
    }

    /** Rank 1 sends word to a handler that cannot take it; all ranks learn of the end. */
    private void ends(Job job, int handler, Object... parts) {
        JobEndedException e = assertThrows(JobEndedException.class, () -> {
            job.endpoint().handlers().register(
                    HandlerEntry.ofMedium((_, _) -> handled++).index(200).name("asked").request(),
                    HandlerEntry.ofMedium((_, payload) -> payload.getLong(1)).index(201).name("thrower").reply());
            job.world().barrier();
            if (job.rank() == 1) {
                TeamCore.of(job.world()).farRegions().notifyPeer(0, handler, MemorySegment.ofArray(new byte[8]), 0,
                        8, false);
            }
            job.blockUntil(() -> false);
        });
        for (Object part : parts) {
            assertTrue(e.getMessage().contains(part.toString()), e::getMessage);
        }
        assertEquals(0, handled);
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldEndTheJobAtAnIndexThatIsNotRegistered(Job job) {
        ends(job, 199, "rank 0: a medium reply from rank 1", "handler 199", "not registered");
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldEndTheJobAtAHandlerOfRequests(Job job) {
        ends(job, 200, "rank 0: a medium reply from rank 1", "'asked'", "requests only");
    }

    @RankTest
    void shouldEndTheJobWhenItsHandlerThrows(Job job) {
        ends(job, 201, "rank 0: ", "'thrower'", "a medium reply from rank 1", "outside the payload of 8 bytes");
    }

    @RankTest(settings = "pgas.am.ring=8k")
    void shouldDoNothingWhenItWouldHaveToWait(Job job) {
        int handler = job.endpoint().handlers().register(
                HandlerEntry.ofMedium((_, _) -> handled++).reply().arguments(0));
        job.world().barrier();
        // one that is still in the barrier would make room again
        Words.meet(job, MET);
        if (job.rank() == 0) {
            FarRegions remote = TeamCore.of(job.world()).farRegions();
            int sent = 0;
            MemorySegment payload = MemorySegment.ofArray(new byte[64]);
            while (remote.notifyPeer(1, handler, payload, 0, 64, true)) {
                sent++;
                assertTrue(sent < 10_000, "the way never was full");
            }
            assertTrue(sent > 0);
            Signals.raise(job, 1, SENT, sent);
        } else {
            Words.compute(job, SENT, 1);
        }
        job.world().barrier();
        if (job.rank() == 1) {
            long sent = job.world().rma().getLong(1, SENT);
            job.blockUntil(() -> handled >= sent);
            assertEquals(sent, handled);
        }
        job.world().barrier();
    }
}
