package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

import org.pgas.ActiveMessages;
import org.pgas.Aggregator;
import org.pgas.Capabilities;
import org.pgas.Endpoint;
import org.pgas.ErrorCode;
import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.JobEndedException;
import org.pgas.LocalCompletion;
import org.pgas.Payload;
import org.pgas.PreparedMessage;
import org.pgas.Team;
import org.pgas.Token;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/**
 * Messages to and from endpoints of every index: which handler runs, which endpoint is answered, where data lands, what
 * is refused. Each rank makes two endpoints more, so that it has those of index 0, 1 and 2; the handlers of each have
 * the same indices and are others.
 */
@RankDefaults(ranks = {1, 3})
@AcrossNeighbourhoodsAsThreads
class EndpointMessagesTest {
    private static final int ENDPOINTS = 3;
    private static final int BYTES = 16 << 10;
    private static final int SHORT = 200;
    private static final int MEDIUM = 201;
    private static final int LONG = 202;
    private static final int SHORT_REPLY = 210;
    private static final int MEDIUM_REPLY = 211;
    private static final int LONG_REPLY = 212;
    private static final int ITEMS = 220;

    /** What a handler saw. */
    private record Seen(int endpoint, int handler, int source, int sourceEndpoint, List<Integer> arguments,
            long number) {}

    private Job job;
    private final List<Endpoint> endpoints = new ArrayList<>();
    private final List<Seen> requests = new ArrayList<>();
    private final List<Seen> replies = new ArrayList<>();

    /** By receiving endpoint. */
    private final long[] sums = new long[ENDPOINTS];
    private final int[] batchedFrom = new int[ENDPOINTS];

    private void begin(Job newJob) {
        job = newJob;
        endpoints.add(job.endpoint());
        for (int index = 1; index < ENDPOINTS; index++) {
            Endpoint endpoint = job.endpoints().create(Capabilities.RMA | Capabilities.AM | Capabilities.COLL);
            assertEquals(index, endpoint.index());
            endpoint.bind(job.segments().create(BYTES));
            endpoints.add(endpoint);
        }
        endpoints.forEach(this::register);
        job.world().publish(endpoints.get(1), endpoints.get(2));
        job.world().barrier();
    }

    private void register(Endpoint endpoint) {
        endpoint.handlers().register(
                HandlerEntry.ofShort(token -> {
                    see(requests, endpoint, token, 0);
                    token.replyShort(SHORT_REPLY, new int[]{endpoint.index(), job.rank()}, 2);
                }).index(SHORT).request().clientData(endpoint),
                HandlerEntry.ofMedium((token, payload) -> {
                    see(requests, endpoint, token, first(payload));
                    answer(token, payload);
                }).index(MEDIUM).request().clientData(endpoint),
                HandlerEntry.ofLong((token, offset, bytes) -> {
                    MemorySegment landed = endpoint.segment().local().asSlice(offset, bytes);
                    see(requests, endpoint, token, landed.get(ValueLayout.JAVA_LONG_UNALIGNED, 0));
                    token.replyLong(LONG_REPLY, landed, 0, bytes, offset + 512, endpoint.index(), job.rank());
                }).index(LONG).request().clientData(endpoint),
                HandlerEntry.ofShort(token -> see(replies, endpoint, token, 0)).index(SHORT_REPLY).reply()
                        .clientData(endpoint),
                HandlerEntry.ofMedium((token, payload) -> see(replies, endpoint, token, first(payload)))
                        .index(MEDIUM_REPLY).reply().clientData(endpoint),
                HandlerEntry.ofLong((token, offset, bytes) -> see(replies, endpoint, token,
                        endpoint.segment().local().get(ValueLayout.JAVA_LONG_UNALIGNED, offset))).index(LONG_REPLY)
                        .reply().clientData(endpoint),
                HandlerEntry.ofMedium((token, items) -> {
                    assertSame(endpoint, token.endpoint());
                    assertEquals(0, token.argumentCount());
                    batchedFrom[endpoint.index()] |= 1 << token.sourceEndpoint();
                    for (int at = 0; at < items.bytes(); at += Long.BYTES) {
                        sums[endpoint.index()] += items.getLong(at);
                    }
                }).index(ITEMS).request());
    }

    private static long first(Payload payload) {
        return payload.bytes() == 0 ? 0 : payload.getLong(0);
    }

    /**
     * With as much of the payload as there may be; prepared at endpoints of even index, so that both ways to answer
     * occur.
     */
    private void answer(Token token, Payload payload) {
        int[] arguments = {token.endpoint().index(), job.rank()};
        long most = token.maxReplyMedium(null, 0, 2);
        assertEquals(most, limitBack(token));
        int bytes = (int) Math.min(payload.bytes(), most);
        if (token.endpoint().index() % 2 == 0) {
            PreparedMessage reply = token.prepareReplyMedium(null, bytes, bytes, null, 0, 2);
            reply.payload().copyFrom(payload, 0, 0, bytes);
            reply.commit(MEDIUM_REPLY, bytes, arguments, 2);
        } else {
            token.replyMedium(MEDIUM_REPLY, payload.segment(), 0, bytes, LocalCompletion.NOW, arguments, 2);
        }
    }

    private long limitBack(Token token) {
        return token.endpoint().pair(token.sourceEndpoint()).am().maxReplyMedium(token.sourceRank(), null, 0, 2);
    }

    private void see(List<Seen> list, Endpoint endpoint, Token token, long number) {
        assertSame(endpoint, token.endpoint());
        assertSame(endpoint, token.entry().clientData());
        List<Integer> arguments = new ArrayList<>();
        for (int i = 0; i < token.argumentCount(); i++) {
            arguments.add(token.argument(i));
        }
        list.add(new Seen(endpoint.index(), token.entry().index(), token.sourceRank(), token.sourceEndpoint(),
                arguments, number));
    }

    /** From each endpoint here to each of each rank, one message of each category with each number of arguments. */
    @RankTest
    void shouldRunTheHandlerOfTheTargetEndpointAndAnswerTheOneThatAsked(Job newJob) {
        begin(newJob);
        int number = 0;
        for (int peer = 0; peer < job.size(); peer++) {
            for (Endpoint from : endpoints) {
                for (int to = 0; to < ENDPOINTS; to++) {
                    for (int handler = SHORT; handler <= LONG; handler++) {
                        for (int count : new int[]{0, 1, 2, 3, 4, 5, 15, 16}) {
                            exchange(from, to, peer, handler, count, ++number);
                        }
                    }
                }
            }
        }
        job.world().barrier();
        assertEquals(number, requests.size());
        for (Seen seen : requests) {
            assertEquals(List.of(seen.source, seen.sourceEndpoint, job.rank(), seen.endpoint).stream()
                    .limit(seen.arguments.size()).toList(), seen.arguments.stream().limit(4).toList());
        }
    }

    private void exchange(Endpoint from, int to, int peer, int handler, int count, int number) {
        int[] arguments = new int[16];
        System.arraycopy(new int[]{job.rank(), from.index(), peer, to}, 0, arguments, 0, 4);
        MemorySegment data = MemorySegment.ofArray(new long[]{number, -number});
        ActiveMessages am = from.pair(to).am();
        replies.clear();
        // the ranks' messages land apart, and their answers 512 bytes behind
        long offset = 1024L * (job.rank() * ENDPOINTS + from.index());
        switch (handler) {
            case SHORT -> {
                if (count == 4) {
                    am.requestShort(peer, SHORT, arguments[0], arguments[1], arguments[2], arguments[3]);
                } else {
                    am.requestShort(peer, SHORT, arguments, count);
                }
            }
            case MEDIUM -> {
                if (number % 2 == 0) {
                    PreparedMessage message = am.prepareRequestMedium(peer, null, 16, 16, null, 0, count);
                    message.payload().segment().copyFrom(data);
                    message.commit(MEDIUM, 16, arguments, count);
                } else {
                    am.requestMedium(peer, MEDIUM, data, 0, 16, LocalCompletion.NOW, arguments, count);
                }
            }
            default -> {
                if (number % 2 == 0) {
                    am.prepareRequestLong(peer, data, 16, 16, PreparedMessage.LATER, LocalCompletion.NOW, 0, count)
                            .commitLong(LONG, 16, offset, arguments, count);
                } else {
                    am.requestLong(peer, LONG, data, 0, 16, offset, LocalCompletion.NOW, arguments, count);
                }
            }
        }
        job.blockUntil(() -> !replies.isEmpty());
        assertEquals(List.of(new Seen(from.index(), handler + 10, peer, to, List.of(to, peer),
                handler == SHORT ? 0 : number)), replies);
    }

    /** Each member of the team is one endpoint, also where one process has several. */
    @AcrossThreeNeighbourhoods
    @RankTest
    void shouldReachEachMemberOfATeamOfSeveralEndpointsOfAProcess(Job newJob) {
        begin(newJob);
        List<Endpoint.Location> members = new ArrayList<>();
        for (int index = ENDPOINTS - 1; index >= 0; index--) {
            for (int rank = 0; rank < job.size(); rank++) {
                members.add(new Endpoint.Location(rank, index));
            }
        }
        List<Team> teams = job.world().create(members, 0);
        assertEquals(ENDPOINTS, teams.size());
        for (Team team : teams) {
            for (int rank = 0; rank < members.size(); rank++) {
                replies.clear();
                team.am().requestShort(rank, SHORT, job.rank(), team.endpoint().index());
                job.blockUntil(() -> !replies.isEmpty());
                Endpoint.Location location = members.get(rank);
                assertEquals(List.of(new Seen(team.endpoint().index(), SHORT_REPLY, location.jobRank(),
                        location.endpointIndex(), List.of(location.endpointIndex(), location.jobRank()), 0)), replies);
            }
        }
        job.world().barrier();
        assertEquals(ENDPOINTS * members.size(), requests.size());
        aggregate(teams, members);
        job.world().barrier();
    }

    private void aggregate(List<Team> teams, List<Endpoint.Location> members) {
        for (Team team : teams) {
            try (Aggregator aggregator = team.am().aggregator(ITEMS, Long.BYTES)) {
                for (int round = 0; round < 1000; round++) {
                    for (int rank = 0; rank < members.size(); rank++) {
                        aggregator.add(rank, members.get(rank).endpointIndex() + 1L);
                    }
                }
                aggregator.complete();
            }
        }
        job.world().barrier();
        for (int index = 0; index < ENDPOINTS; index++) {
            assertEquals(1000L * (index + 1) * members.size(), sums[index], "endpoint " + index);
            assertEquals(7, batchedFrom[index], "endpoint " + index);
        }
    }

    @RankTest
    void shouldAggregateForEndpointsOfATmPair(Job newJob) {
        begin(newJob);
        try (Aggregator aggregator = endpoints.get(2).pair(1).am().aggregator(ITEMS, Long.BYTES)) {
            for (int rank = 0; rank < job.size(); rank++) {
                aggregator.add(rank, 7L);
            }
        }
        job.world().barrier();
        assertEquals(7L * job.size(), sums[1]);
        assertEquals(4, batchedFrom[1]);
    }

    /**
     * The limits are those that hold, the same from both ends, and what may always be sent is no more than any of them.
     */
    @RankTest
    void shouldTakePayloadsUpToTheLimitsOfTwoEndpoints(Job newJob) {
        begin(newJob);
        int peer = (job.rank() + 1) % job.size();
        for (Endpoint from : endpoints) {
            for (int to = 0; to < ENDPOINTS; to++) {
                ActiveMessages am = from.pair(to).am();
                for (int count = 0; count <= 16; count++) {
                    long most = am.maxRequestMedium(peer, null, 0, count);
                    assertEquals(most,
                            endpoints.get(to).pair(from.index()).am().maxRequestMedium(peer, null, 0, count));
                    assertEquals(most, am.maxRequestMedium(Team.INVALID_RANK, null, 0, count));
                    assertEquals(most, am.maxReplyMedium(peer, null, 0, count));
                    assertTrue(most >= am.leastMaxRequestMedium());
                    MemorySegment data = MemorySegment.ofArray(new byte[(int) most + 1]);
                    int arguments = count;
                    Refusals.assertRefused(ErrorCode.BAD_ARGUMENT, "ActiveMessages.requestMedium",
                            () -> am.requestMedium(peer, MEDIUM, data, 0, most + 1, LocalCompletion.NOW, new int[16],
                                    arguments),
                            most + 1, most);
                    replies.clear();
                    am.requestMedium(peer, MEDIUM, data, 0, most, LocalCompletion.NOW, new int[16], count);
                    job.blockUntil(() -> !replies.isEmpty());
                }
            }
        }
        job.world().barrier();
    }

    /** Client memory bound to an endpoint hinders no message without data, and none whose data is a payload. */
    @RankTest
    void shouldReachAnEndpointWithClientMemoryByAllButLongMessages(Job newJob) {
        begin(newJob);
        Endpoint endpoint = job.endpoints().create(Capabilities.AM);
        endpoint.bind(job.segments().create(MemorySegment.ofArray(new byte[100])));
        register(endpoint);
        job.world().publish(endpoint);
        job.world().barrier();
        int peer = (job.rank() + 1) % job.size();
        ActiveMessages am = endpoints.get(1).pair(endpoint.index()).am();
        MemorySegment data = MemorySegment.ofArray(new long[]{4711});
        am.requestShort(peer, SHORT);
        am.requestMedium(peer, MEDIUM, data, 0, 8);
        job.blockUntil(() -> replies.size() == 2);
        assertEquals(4711, replies.get(1).number);
        assertEquals(endpoint.index(), replies.get(1).sourceEndpoint);
        if (Views.isNeighbour(job, peer)) {
            Refusals.assertRefused(ErrorCode.BAD_ARGUMENT, "ActiveMessages.requestLong",
                    () -> am.requestLong(peer, LONG, data, 0, 8, 0), "client memory");
        }
        job.world().barrier();
    }

    @RankTest
    void shouldRefuseEndpointsThatCannotTakeMessages(Job newJob) {
        begin(newJob);
        Endpoint mute = job.endpoints().create(Capabilities.RMA);
        job.world().barrier();
        int peer = (job.rank() + 1) % job.size();
        MemorySegment data = MemorySegment.ofArray(new byte[8]);
        for (Endpoint from : List.of(mute, endpoints.get(0), endpoints.get(1))) {
            for (int to : from == mute ? new int[]{0, 1} : new int[]{mute.index(), 4000}) {
                ActiveMessages am = from.pair(to).am();
                Object[] parts = from == mute ? new Object[]{"endpoint 3 of this rank", "Capabilities.AM", "RMA"}
                        : to == 4000 ? new Object[]{"endpoint 4000 of rank " + peer, "does not exist"}
                                : new Object[]{"endpoint 3 of rank " + peer, "Capabilities.AM", "RMA"};
                refused("requestShort", () -> am.requestShort(peer, SHORT, 1), parts);
                refused("requestShort", () -> am.requestShort(peer, SHORT, new int[9], 9), parts);
                refused("tryRequestShort", () -> am.tryRequestShort(peer, SHORT, new int[9], 9), parts);
                refused("requestMedium", () -> am.requestMedium(peer, MEDIUM, data, 0, 8), parts);
                refused("requestLong", () -> am.requestLong(peer, LONG, data, 0, 8, 0), parts);
                refused("prepareRequestMedium", () -> am.prepareRequestMedium(peer, null, 0, 8, null, 0, 0), parts);
                refused("prepareRequestLong",
                        () -> am.prepareRequestLong(peer, null, 0, 8, PreparedMessage.LATER, null, 0, 0), parts);
                refused("maxRequestMedium", () -> am.maxRequestMedium(peer, null, 0, 0), parts);
                refused("maxReplyLong", () -> am.maxReplyLong(peer, null, 0, 0), parts);
                String all = from == mute ? "endpoint 3 of this rank" : "no member of this team can be sent messages";
                refused("maxRequestLong", () -> am.maxRequestLong(Team.INVALID_RANK, null, 0, 0), all);
                try (Aggregator aggregator = am.aggregator(ITEMS, Long.BYTES)) {
                    Refusals.assertRefused(ErrorCode.BAD_ARGUMENT, "Aggregator.add", () -> aggregator.add(peer, 1L),
                            parts);
                }
            }
        }
        job.world().barrier();
        assertEquals(0, requests.size());
    }

    private static void refused(String call, org.junit.jupiter.api.function.Executable executable, Object... parts) {
        Refusals.assertRefused(ErrorCode.BAD_ARGUMENT, "ActiveMessages." + call, executable, parts);
    }

    /** What handlers an endpoint has is known in its own process; a message that comes from another ends the job. */
    @RankTest(ranks = 2)
    void shouldRefuseAHandlerThatAnEndpointOfThisProcessHasNot(Job newJob) {
        begin(newJob);
        refused("requestShort", () -> endpoints.get(0).pair(2).am().requestShort(job.rank(), 199), "199", "endpoint 2",
                "not registered");
        refused("requestShort", () -> endpoints.get(0).pair(2).am().requestShort(job.rank(), MEDIUM), "endpoint 2",
                "takes medium");
        job.world().barrier();
    }

    @RankTest(ranks = 2)
    void shouldNameTheEndpointOfAMessageThatItsHandlersDoNotTake(Job newJob) {
        JobEndedException e = assertThrows(JobEndedException.class, () -> {
            begin(newJob);
            if (job.rank() == 1) {
                endpoints.get(1).pair(2).am().requestShort(0, 199);
            }
            job.blockUntil(() -> false);
        });
        for (String part : List.of("rank 0", "from rank 1", "handler 199 of endpoint 2", "not registered")) {
            assertTrue(e.getMessage().contains(part), e.getMessage());
        }
    }

    @RankTest
    void shouldRefuseADestroyedEndpointAtBothEnds(Job newJob) {
        begin(newJob);
        Endpoint brief = job.endpoints().create(Capabilities.AM);
        register(brief);
        int peer = (job.rank() + 1) % job.size();
        job.world().barrier();
        ActiveMessages there = endpoints.get(1).pair(brief.index()).am();
        ActiveMessages here = brief.pair(1).am();
        there.requestShort(peer, SHORT);
        here.requestShort(peer, SHORT);
        job.blockUntil(() -> replies.size() == 2);
        job.world().barrier();
        brief.destroy();
        job.world().barrier();
        refused("requestShort", () -> there.requestShort(peer, SHORT), "endpoint 3 of rank " + peer, "does not exist");
        refused("requestShort", () -> here.requestShort(peer, SHORT), "endpoint 3 of this rank", "destroyed");
        job.world().barrier();
        assertEquals(2, requests.size());
    }

    /** Sent while the endpoint was there, and taken in when it is gone. */
    @RankTest(ranks = 2, settings = "pgas.progress.thread=off")
    void shouldEndTheJobForAMessageToAnEndpointThatIsGone(Job newJob) {
        JobEndedException e = assertThrows(JobEndedException.class, () -> {
            begin(newJob);
            Endpoint brief = job.endpoints().create(Capabilities.AM);
            register(brief);
            job.world().barrier();
            if (job.rank() == 1) {
                // until rank 0 has left the barrier, which takes in what comes
                while (job.world().rma().getLongAcquire(0, 8) == 0) {
                    Thread.onSpinWait();
                }
                brief.pair(brief.index()).am().requestShort(0, SHORT);
                job.world().rma().putLong(0, 0, 1);
            } else {
                // without taking in what has come
                MemorySegment own = job.endpoint().segment().local();
                ValueLayout.JAVA_LONG.varHandle().setRelease(own, 8L, 1L);
                long patience = System.nanoTime() + Patience.NANOS;
                while ((long) ValueLayout.JAVA_LONG.varHandle().getAcquire(own, 0L) == 0) {
                    assertTrue(System.nanoTime() < patience, "nothing was sent");
                    Thread.onSpinWait();
                }
                brief.destroy();
            }
            job.blockUntil(() -> false);
        });
        for (String part : List.of("rank 0", "from rank 1", "endpoint 3", "does not exist here")) {
            assertTrue(e.getMessage().contains(part), e.getMessage());
        }
    }

    /** In checked mode or not, in the other kind of rings, with the order of one thread kept over endpoints. */
    @RankTest(settings = {"pgas.checks=off", "pgas.am.rings=shared", "pgas.am.ring=8k"})
    void shouldKeepTheOrderOfOneThreadOverAllEndpointsOfAPeer(Job newJob) {
        begin(newJob);
        int peer = (job.rank() + 1) % job.size();
        MemorySegment data = MemorySegment.ofArray(new byte[64]);
        int messages = 3_000;
        for (int number = 0; number < messages; number++) {
            ActiveMessages am = endpoints.get(number % ENDPOINTS).pair(number / ENDPOINTS % ENDPOINTS).am();
            int[] arguments = {number};
            if (number % 5 == 0) {
                am.requestMedium(peer, MEDIUM, data, 0, 64, LocalCompletion.NOW, arguments, 1);
            } else {
                am.requestShort(peer, SHORT, number);
            }
        }
        job.blockUntil(() -> replies.size() == messages);
        job.world().barrier();
        assertEquals(messages, requests.size());
        int[] next = new int[1];
        requests.forEach(seen -> assertEquals(next[0]++, seen.arguments.getFirst()));
        assertEquals(ENDPOINTS, requests.stream().mapToInt(Seen::endpoint).distinct().count());
    }
}
