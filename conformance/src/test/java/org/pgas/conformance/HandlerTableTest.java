package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import org.pgas.ErrorCode;
import org.pgas.HandlerEntry;
import org.pgas.HandlerTable;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.testkit.Mode;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Registration of handlers: which index each gets, what is refused, and what an entry promises of its handler. */
@RankDefaults(ranks = {1}, modes = Mode.THREADS, segment = "4k")
@AcrossNeighbourhoodsAsThreads
class HandlerTableTest {
    private static HandlerEntry entry() {
        return HandlerEntry.ofShort(token -> {});
    }

    private static HandlerEntry[] entries(int count) {
        HandlerEntry[] table = new HandlerEntry[count];
        java.util.Arrays.setAll(table, i -> entry());
        return table;
    }

    @RankTest
    void shouldGiveTheHighestFreeIndexInOrderAfterTheChosenOnes(Job job) {
        HandlerTable handlers = job.endpoint().handlers();
        HandlerEntry[] table = {entry(), entry().index(254), entry(), entry().index(128), entry()};
        assertArrayEquals(new int[]{255, 254, 253, 128, 252}, handlers.register(table));
        assertEquals(HandlerEntry.DONT_CARE, table[0].index(), "the table given is left alone");
        assertEquals(253, handlers.entry(253).index(), "the entry registered knows its index");
        assertNull(handlers.entry(251));
    }

    @RankTest
    void shouldRegisterInAnyNumberOfCalls(Job job) {
        HandlerTable handlers = job.endpoint().handlers();
        assertEquals(255, handlers.register(entry()));
        assertArrayEquals(new int[]{253}, handlers.register(new HandlerEntry[]{entry().index(253)}));
        assertArrayEquals(new int[]{254, 252}, handlers.register(entry(), entry()));
        assertArrayEquals(new int[0], handlers.register());
        assertEquals(251, handlers.register(entry()));
    }

    @RankTest
    void shouldRegisterAllOrNone(Job job) {
        HandlerTable handlers = job.endpoint().handlers();
        handlers.register(entry().index(200).name("first"));
        Refusals.assertIllegal("an index that is taken",
                () -> handlers.register(entry().index(150), entry(), entry().index(200)), "200", "'first'");
        Refusals.assertIllegal("an index given twice",
                () -> handlers.register(entry().index(151), entry(), entry().index(151)), "151", "twice");
        assertThrows(NullPointerException.class, () -> handlers.register(entry().index(152), null));
        for (int index = 128; index <= 255; index++) {
            assertEquals(index == 200, handlers.entry(index) != null, "index " + index);
        }
        assertEquals(255, handlers.register(entry()));
    }

    @RankTest
    void shouldHaveRoomForAllIndicesAndNoMore(Job job) {
        HandlerTable handlers = job.endpoint().handlers();
        int[] first = handlers.register(entries(100));
        assertEquals(255, first[0]);
        assertEquals(156, first[99]);
        Refusals.assertRefused(ErrorCode.RESOURCE, "29 more", () -> handlers.register(entries(29)), "128");
        assertNull(handlers.entry(155));
        assertEquals(128, handlers.register(entries(28))[27]);
        Refusals.assertRefused(ErrorCode.RESOURCE, "one more", () -> handlers.register(entry()), "128");
        Refusals.assertIllegal("one at a taken index", () -> handlers.register(entry().index(255)), "255");
    }

    @RankTest
    void shouldGiveEveryThreadItsOwnIndices(Job job) throws InterruptedException {
        Set<Integer> indices = Collections.synchronizedSet(new TreeSet<>());
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                for (int round = 0; round < 16; round++) {
                    for (int index : job.endpoint().handlers().register(entries(2))) {
                        indices.add(index);
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(128, indices.size());
    }

    @RankTest
    void shouldRefuseIndicesAndCountsThatNoHandlerCanHave(Job job) {
        for (int index : new int[]{-1, 1, 127, 256, Integer.MAX_VALUE}) {
            Refusals.assertIllegal("index " + index, () -> entry().index(index), index, "128..255");
            Refusals.assertIllegal("entry of " + index, () -> job.endpoint().handlers().entry(index), index,
                    "128..255");
        }
        for (int count : new int[]{-1, 17}) {
            Refusals.assertIllegal(count + " arguments", () -> entry().arguments(count), count, "0..16");
        }
        assertThrows(NullPointerException.class, () -> HandlerEntry.ofShort(null));
        assertThrows(NullPointerException.class, () -> HandlerEntry.ofMedium(null));
        assertThrows(NullPointerException.class, () -> HandlerEntry.ofLong(null));
        assertThrows(NullPointerException.class, () -> HandlerEntry.ofMediumOrLong(null, (token, to, bytes) -> {}));
        assertThrows(NullPointerException.class, () -> HandlerEntry.ofMediumOrLong((token, payload) -> {}, null));
    }

    @RankTest
    void shouldDescribeAnEntry(Job job) {
        HandlerEntry plain = entry();
        assertTrue(plain.servesRequests() && plain.servesReplies());
        assertNull(plain.name());
        assertNull(plain.clientData());
        HandlerEntry request = plain.request().name("hit").clientData(job);
        assertTrue(request.servesRequests());
        assertFalse(request.servesReplies());
        assertEquals("hit", request.name());
        assertSame(job, request.clientData());
        assertTrue(plain.reply().servesReplies());
        assertFalse(plain.reply().servesRequests());
        assertTrue(plain.reply().requestOrReply().servesRequests());
        assertTrue(request.index(200).toString().contains("200") && request.toString().contains("hit"));
    }

    @RankTest(ranks = 2, modes = {Mode.THREADS, Mode.PROCESSES})
    void shouldHandItsEntryToTheHandler(Job job) {
        Object data = new Object();
        HandlerEntry[] seen = new HandlerEntry[1];
        int index = job.endpoint().handlers().register(
                HandlerEntry.ofShort(token -> seen[0] = token.entry()).name("mine").clientData(data));
        job.world().barrier();
        job.world().am().requestShort(1 - job.rank(), index);
        job.blockUntil(() -> seen[0] != null);
        assertSame(data, seen[0].clientData());
        assertEquals("mine", seen[0].name());
        assertEquals(index, seen[0].index());
        assertSame(job.endpoint().handlers().entry(index), seen[0]);
        job.world().barrier();
    }

    @RankTest(ranks = 2, modes = {Mode.THREADS, Mode.PROCESSES})
    void shouldServeMediumAndLongMessagesByOneEntry(Job job) {
        List<String> seen = new ArrayList<>();
        job.endpoint().handlers().register(HandlerEntry.ofMediumOrLong(
                (token, payload) -> seen.add("medium " + payload.bytes() + token.isLong()),
                (token, destination, bytes) -> seen.add("long " + bytes + " at " + destination + token.isLong()))
                .index(222));
        job.world().barrier();
        MemorySegment data = MemorySegment.ofArray(new byte[24]);
        job.world().am().requestMedium(1 - job.rank(), 222, data, 0, 24);
        job.world().am().requestLong(1 - job.rank(), 222, data, 1, 23, 40);
        job.blockUntil(() -> seen.size() == 2);
        assertEquals(List.of("medium 24false", "long 23 at 40true"), seen);
        Refusals.assertIllegal("a short one", () -> job.world().am().requestShort(1 - job.rank(), 222), "short", "222",
                "medium and long");
        job.world().barrier();
    }

    /** In checked mode the sender learns what the target would end the job for. */
    @RankTest(ranks = 2, modes = {Mode.THREADS, Mode.PROCESSES})
    void shouldTellTheSenderWhatTheHandlerDoesNotTake(Job job) {
        int[] replied = new int[1];
        job.endpoint().handlers().register(
                HandlerEntry.ofShort(token -> {
                    // to itself, the reply is refused before anything was sent, so another may follow
                    Refusals.assertIllegal("reply to a request handler", () -> token.replyShort(200), "200",
                            "requests");
                    Refusals.assertIllegal("reply of a wrong count", () -> token.replyShort(201, 1), "201", "3", "1");
                    token.replyShort(201, 1, 2, 3);
                }).index(200).request(),
                HandlerEntry.ofShort(token -> replied[0]++).index(201).reply().arguments(3),
                HandlerEntry.ofMedium((token, payload) -> {}).index(202),
                HandlerEntry.ofLong((token, destination, bytes) -> {}).index(203),
                HandlerEntry.ofShort(token -> {}).index(204).arguments(0));
        job.world().barrier();
        var am = job.world().am();
        MemorySegment data = MemorySegment.ofArray(new byte[8]);
        int[] two = {1, 2};
        for (int peer = 0; peer < 2; peer++) {
            int to = peer;
            Refusals.assertIllegal("not registered", () -> am.requestShort(to, 199), "199", "rank " + to, "register");
            Refusals.assertIllegal("a reply's", () -> am.requestShort(to, 201, 1, 2, 3), "201", "replies only");
            Refusals.assertIllegal("medium to short", () -> am.requestMedium(to, 200, data, 0, 8), "200", "medium",
                    "takes short");
            Refusals.assertIllegal("short to medium", () -> am.requestShort(to, 202), "202", "takes medium");
            Refusals.assertIllegal("medium to long", () -> am.requestMedium(to, 203, data, 0, 8), "203", "takes long");
            Refusals.assertIllegal("long to medium", () -> am.requestLong(to, 202, data, 0, 8, 0), "202");
            Refusals.assertIllegal("2 arguments", () -> am.requestShort(to, 204, two, 2), "204", "0 arguments");
            Refusals.assertIllegal("try", () -> am.tryRequestShort(to, 204, two, 1), "204", "0 arguments");
            am.requestShort(peer, 200);
        }
        job.blockUntil(() -> replied[0] == 2);
        job.world().barrier();
    }

    @RankTest(ranks = 2, modes = {Mode.THREADS, Mode.PROCESSES})
    void shouldRefuseArgumentsThatNoMessageCanHave(Job job) {
        int[] got = new int[1];
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> got[0]++).index(200),
                HandlerEntry.ofMediumOrLong((token, payload) -> got[0]++, (token, to, bytes) -> got[0]++).index(201));
        job.world().barrier();
        var am = job.world().am();
        int peer = 1 - job.rank();
        MemorySegment data = MemorySegment.ofArray(new byte[8]);
        for (int index : new int[]{-1, 0, 127, 256}) {
            Refusals.assertIllegal("index " + index, () -> am.requestShort(peer, index), index, "128..255");
        }
        for (int rank : new int[]{-1, 2, Integer.MIN_VALUE}) {
            Refusals.assertIllegal("rank " + rank, () -> am.requestShort(rank, 200), rank);
            Refusals.assertIllegal("rank " + rank, () -> am.requestMedium(rank, 201, data, 0, 8), rank);
            Refusals.assertIllegal("rank " + rank, () -> am.requestLong(rank, 201, data, 0, 8, 0), rank);
        }
        for (int count : new int[]{-1, 17, 4}) {
            int[] three = new int[count == 17 ? 20 : 3];
            Refusals.assertIllegal(count + " arguments", () -> am.requestShort(peer, 200, three, count), count);
            Refusals.assertIllegal(count + " arguments",
                    () -> am.requestMedium(peer, 201, data, 0, 8, LocalCompletion.NOW, three, count), count);
            Refusals.assertIllegal(count + " arguments",
                    () -> am.requestLong(peer, 201, data, 0, 8, 0, LocalCompletion.NOW, three, count), count);
        }
        for (long[] range : new long[][]{{-1, 4}, {0, 9}, {8, 1}, {0, -1}, {Long.MAX_VALUE, 1}, {5, 4}}) {
            Refusals.assertIllegal("source", () -> am.requestMedium(peer, 201, data, range[0], range[1]), range[1]);
            Refusals.assertIllegal("source", () -> am.requestLong(peer, 201, data, range[0], range[1], 0), range[1]);
        }
        for (long destination : new long[]{-1, 4096, 4089, Long.MAX_VALUE, Long.MIN_VALUE}) {
            Refusals.assertIllegal("destination", () -> am.requestLong(peer, 201, data, 0, 8, destination),
                    destination, "rank " + peer);
        }
        assertEquals(0, got[0]);
        // the peer may be ahead, and this rank may take its message in at any call
        job.world().barrier();
        am.requestShort(peer, 200);
        job.blockUntil(() -> got[0] == 1);
        job.world().barrier();
        assertEquals(1, got[0], "what was refused was not sent");
    }
}
