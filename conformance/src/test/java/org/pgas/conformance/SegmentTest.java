package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;
import static org.pgas.conformance.Refusals.assertRefused;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.pgas.AttachException;
import org.pgas.BoundSegment;
import org.pgas.Endpoint;
import org.pgas.ErrorCode;
import org.pgas.Event;
import org.pgas.GlobalPointer;
import org.pgas.Job;
import org.pgas.Rma;
import org.pgas.Segment;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Ranks;
import org.pgas.testkit.Stamp;
import org.pgas.testkit.Stamp.Space;

/** Attaching segments, with room and without, and asking about them. */
@RankDefaults(ranks = {1, 3}, segment = "0")
@AcrossNeighbourhoods
class SegmentTest {
    private static final long PAGE = 4096;

    /** What a file has behind its segment. */
    private static final long TRAILER = 36 << 10;

    @RankTest
    void shouldGiveEachRankTheZeroedSegmentItAskedFor(Job job) {
        long[] sizes = {3 * PAGE, 0, 64 * PAGE};
        Segment own = job.attach(sizes[job.rank()]);
        assertSame(own, job.endpoint().segment());
        BoundSegment[] table = job.endpoint().boundSegments();
        assertEquals(job.size(), table.length);
        for (int rank = 0; rank < job.size(); rank++) {
            assertEquals(sizes[rank], table[rank].size());
            assertEquals(0, table[rank].ownerOffset());
            if (sizes[rank] == 0 || !Views.isNeighbour(job, rank)) {
                assertNull(table[rank].mapped());
            } else {
                assertEquals(sizes[rank], table[rank].mapped().byteSize());
                Stamp.checkUntouched("segment of rank " + rank, table[rank].mapped());
            }
        }
        if (sizes[job.rank()] == 0) {
            assertNull(own);
        } else {
            assertEquals(sizes[job.rank()], own.size());
            assertEquals(job.rank(), own.owner());
        }
        job.world().barrier();
    }

    @RankTest
    void shouldRefuseSizesThatAreNoSegments(Job job) {
        assertEquals(PAGE, job.pageBytes());
        for (long bytes : new long[]{-1, -PAGE, Long.MIN_VALUE, 1, PAGE - 1, PAGE + 1,
            GlobalPointer.MAX_SEGMENT_BYTES + PAGE, Long.MAX_VALUE}) {
            assertIllegal("attach(" + bytes + ")", () -> job.attach(bytes), "rank " + job.rank() + ":",
                    bytes + " bytes", "multiples of " + PAGE, "0 to " + GlobalPointer.MAX_SEGMENT_BYTES);
        }
        assertNull(job.endpoint().segment());
        assertNotNull(job.attach(PAGE));
    }

    @RankTest
    void shouldRefuseASecondAttach(Job job) {
        Segment segment = job.attach(job.rank() == 0 ? PAGE : 0);
        assertIllegal("attach", () -> job.attach(PAGE), "rank " + job.rank() + ":", "second time");
        assertIllegal("attach", () -> job.attach(0), "second time");
        assertIllegal("attach", job::attach, "second time");
        assertSame(segment, job.endpoint().segment());
    }

    @RankTest(settings = "pgas.segment=5000")
    void shouldAttachWhatTheSettingSaysInWholePages(Job job) {
        assertEquals(2 * PAGE, job.attach().size());
    }

    @RankTest(settings = "pgas.room=1m")
    void shouldAttachTheLargestSegmentOnEveryRank(Job job) {
        long largest = job.maxLocalSegmentSize();
        assertEquals(0, largest % PAGE);
        assertEquals((1 << 20) / job.host().size() / PAGE * PAGE - TRAILER, largest);
        assertEquals(largest, job.maxGlobalSegmentSize());
        job.world().barrier();
        Segment segment = job.attach(largest);
        assertEquals(largest, segment.size());
        for (int rank = 0; rank < job.size(); rank++) {
            long there = job.endpoint().boundSegment(job.world(), rank).size();
            job.world().rma().putByte(rank, there - 1 - job.rank(), (byte) 1);
        }
        job.world().barrier();
    }

    @RankTest(ranks = {2, 3}, settings = "pgas.room=1m")
    void shouldFailOnEveryRankWhenThereIsNoRoomAndReserveNothing(Job job, Ranks ranks) throws IOException {
        long greedy = job.rank() == 1 ? 2 << 20 : PAGE;
        for (int repeat = 0; repeat < 3; repeat++) {
            AttachException thrown = assertThrowsExactly(AttachException.class, () -> job.attach(greedy));
            assertEquals(ErrorCode.RESOURCE, thrown.code());
            for (String part : partsOfRefusal(job)) {
                assertTrue(thrown.getMessage().contains(part), () -> "no '" + part + "' in " + thrown.getMessage());
            }
            job.world().barrier();
            assertEquals(List.of(), segmentFiles(ranks.jobDirectory()));
            assertNull(job.endpoint().segment());
            assertSame(0L, job.endpoint().boundSegment(job.world(), 0).size());
            assertRefused(ErrorCode.NOT_INITIALIZED, "put", () -> job.world().rma().putLong(0, 0, 1), "no segment");
            job.world().barrier();
        }
        Segment segment = job.attach(PAGE * (1 + job.rank()));
        assertEquals(PAGE * (1 + job.rank()), segment.size());
        job.world().rma().putLong(1, 8L * job.rank(), 1);
        job.world().barrier();
    }

    /** Rank 1 is the one that wants too much; what hosts other than its own lack they do not know. */
    private static List<String> partsOfRefusal(Job job) {
        String name = "rank " + job.rank() + ":";
        if (IntStream.of(job.host().toArray()).noneMatch(rank -> rank == 1)) {
            return List.of(name, "got no segment", "they say what failed");
        }
        return List.of(name, job.host().size() + " ranks", "2.0 MiB", job.host().size() == 1 ? "" : "4.0 KiB",
                "1.0 MiB is free", "ask for at most", "set pgas.room higher");
    }

    private static List<String> segmentFiles(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).filter(name -> name.startsWith("seg")).toList();
        }
    }

    /**
     * The law holds on hosts large and small: there is room and all of it can be touched, or every rank is told that
     * there is not.
     */
    @RankTest(ranks = 2, settings = "pgas.room=2200m")
    void shouldGiveMoreThan2GiBOrSayOnEveryRankThatThereIsNoRoom(Job job) {
        long big = (1L << 31) + (1 << 20);
        boolean room = job.maxLocalSegmentSize() * job.size() >= big + 2 * PAGE;
        // the host may have had room when one rank looked and none when the other did
        job.namedBarrier().notify(room ? 1 : 0);
        boolean agreed = job.namedBarrier().await(room ? 1 : 0);
        if (room && agreed) {
            job.attach(job.rank() == 1 ? big : PAGE);
            Rma rma = job.world().rma();
            assertEquals(big, job.endpoint().boundSegment(job.world(), 1).size());
            if (job.rank() == 0) {
                for (long offset : new long[]{0, (1L << 31) - 4, (1L << 31) + 8, big - 8}) {
                    assertEquals(0, rma.getLong(1, offset));
                    rma.putLong(1, offset, offset + 1);
                }
                assertIllegal("putLong", () -> rma.putLong(1, big - 7, 0), big + " bytes", "0.." + (big - 8));
            }
            job.world().barrier();
            if (job.rank() == 1) {
                MemorySegment own = job.endpoint().segment().local();
                for (long offset : new long[]{0, (1L << 31) - 4, (1L << 31) + 8, big - 8}) {
                    assertEquals(offset + 1, own.get(ValueLayout.JAVA_LONG_UNALIGNED, offset));
                }
            }
        } else {
            assertThrowsExactly(AttachException.class, () -> job.attach(job.rank() == 1 ? 64 * big : PAGE));
        }
    }

    @RankTest
    void shouldShowPeersTheLocalMemory(Job job) {
        MemorySegment own = job.attach(PAGE).local();
        assertEquals(PAGE, own.byteSize());
        Stamp.fill(own, job.rank(), Space.SEGMENT, 0);
        job.world().barrier();
        byte[] got = new byte[(int) PAGE];
        for (int rank = 0; rank < job.size(); rank++) {
            job.world().rma().get(got, 0, rank, 0, got.length);
            Stamp.check("got", got, rank, Space.SEGMENT, 0);
            if (Views.isNeighbour(job, rank)) {
                Stamp.check("mapped", job.endpoint().boundSegment(job.world(), rank).mapped(), rank, Space.SEGMENT, 0);
            }
        }
        job.world().barrier();
        int next = (job.rank() + 1) % job.size();
        if (Views.isNeighbour(job, next)) {
            Stamp.fill(job.endpoint().boundSegment(job.world(), next).mapped(), job.rank(), Space.NATIVE, 0);
        } else {
            Stamp.fill(MemorySegment.ofArray(got), job.rank(), Space.NATIVE, 0);
            job.world().rma().put(next, 0, got, 0, got.length);
        }
        job.world().barrier();
        Stamp.check("own", own, (job.rank() + job.size() - 1) % job.size(), Space.NATIVE, 0);
    }

    @RankTest
    void shouldAnswerTheSameInAllFormsOfTheQuery(Job job) {
        Endpoint endpoint = job.endpoint();
        for (int rank = 0; rank < job.size(); rank++) {
            assertEquals(0, endpoint.boundSegment(job.world(), rank).size(), "before attach");
        }
        job.world().barrier();
        job.attach(PAGE * job.rank());
        for (int rank = 0; rank < job.size(); rank++) {
            BoundSegment blocking = endpoint.boundSegment(job.world(), rank);
            assertEquals(PAGE * rank, blocking.size());
            BoundSegment[] found = new BoundSegment[2];
            endpoint.boundSegmentNb(job.world(), rank, answer -> found[0] = answer).await();
            assertEquals(blocking, found[0]);
            Event immediate = endpoint.boundSegmentImmediate(job.world(), rank, answer -> found[1] = answer);
            assertSame(Event.DONE, immediate, "on one host the answer is always known");
            assertEquals(blocking, found[1]);
            assertEquals(blocking, endpoint.boundSegments()[rank]);
        }
        for (int rank : new int[]{-1, job.size()}) {
            boolean[] called = new boolean[1];
            assertIllegal("boundSegmentNb",
                    () -> endpoint.boundSegmentNb(job.world(), rank, answer -> called[0] = true),
                    "rank " + rank + " ", "0.." + (job.size() - 1));
            assertIllegal("boundSegmentImmediate",
                    () -> endpoint.boundSegmentImmediate(job.world(), rank, answer -> called[0] = true));
            assertFalse(called[0]);
        }
    }

    @RankTest
    void shouldRefuseEveryViewAfterClose(Job job) throws InterruptedException {
        MemorySegment own = job.attach(PAGE).local();
        List<MemorySegment> views = IntStream.of(job.neighbourhood().toArray())
                .mapToObj(rank -> job.endpoint().boundSegment(job.world(), rank).mapped()).toList();
        MemorySegment slice = own.asSlice(8, 8);
        job.close();
        job.close();
        Thread[] threads = {Thread.ofPlatform().unstarted(() -> refuse(own, slice, views)), Thread.currentThread()};
        Throwable[] failure = new Throwable[1];
        threads[0].setUncaughtExceptionHandler((thread, e) -> failure[0] = e);
        threads[0].start();
        threads[0].join();
        assertNull(failure[0]);
        refuse(own, slice, views);
        assertNull(job.endpoint().segment());
        assertRefused(ErrorCode.NOT_INITIALIZED, "attach", () -> job.attach(PAGE), "closed");
        assertRefused(ErrorCode.NOT_INITIALIZED, "barrier", () -> job.world().barrier(), "closed");
        assertRefused(ErrorCode.NOT_INITIALIZED, "size", job::maxLocalSegmentSize, "closed");
    }

    private static void refuse(MemorySegment own, MemorySegment slice, List<MemorySegment> views) {
        assertThrows(IllegalStateException.class, () -> own.get(ValueLayout.JAVA_BYTE, 0));
        assertThrows(IllegalStateException.class, () -> slice.set(ValueLayout.JAVA_BYTE, 0, (byte) 1));
        for (MemorySegment view : views) {
            assertThrows(IllegalStateException.class, () -> view.get(ValueLayout.JAVA_BYTE, 0));
        }
    }

    /** Of a neighbour: a rank elsewhere that has left answers no more. */
    @RankTest(ranks = 3, neighbourhoods = 1)
    void shouldKeepTheSegmentOfARankThatHasLeft(Job job) {
        job.attach(PAGE);
        Stamp.fill(job.endpoint().segment().local(), job.rank(), Space.SEGMENT, 0);
        job.world().barrier();
        if (job.rank() == 2) {
            job.close();
            return;
        }
        // its barrier fails once it has left, which is how the others know
        assertThrows(org.pgas.PeerLostException.class, () -> job.world().barrier());
        byte[] got = new byte[(int) PAGE];
        job.world().rma().get(got, 0, 2, 0, got.length);
        Stamp.check("segment of a rank that left", MemorySegment.ofArray(got).asSlice(16), 2, Space.SEGMENT, 16);
        job.world().rma().putLong(2, 8L * job.rank(), 77);
        assertEquals(77, job.world().rma().getLong(2, 8L * job.rank()));
    }
}
