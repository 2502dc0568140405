package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;
import static org.pgas.conformance.Refusals.assertRefused;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;

import org.pgas.AttachException;
import org.pgas.Capabilities;
import org.pgas.DataType;
import org.pgas.Endpoint;
import org.pgas.ErrorCode;
import org.pgas.GlobalPointer;
import org.pgas.Job;
import org.pgas.MemoryKind;
import org.pgas.Opcode;
import org.pgas.PgasException;
import org.pgas.Segment;
import org.pgas.Team;
import org.pgas.TeamFlags;
import org.pgas.WaitCondition;
import org.pgas.atomics.Accumulator;
import org.pgas.atomics.LongAtomicDomain;
import org.pgas.testkit.Mode;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.vis.Shape;
import org.pgas.vis.Vis;

/** Segments that come and go: creation, destruction, and what late users of one find. */
@RankDefaults(segment = "4k")
@Optimised
@AcrossNeighbourhoodsAsThreads
class SegmentLifeTest {
    @RankTest
    void shouldBeZeroAndOfWholePages(Job job) {
        for (long bytes : new long[]{1, 4095, 4096, 4097, 1 << 20}) {
            Segment segment = job.segments().create(bytes);
            assertEquals((bytes + 4095) / 4096 * 4096, segment.size());
            assertEquals(segment.size(), segment.local().byteSize());
            assertEquals(-1, segment.local().mismatch(MemorySegment.ofArray(new byte[(int) segment.size()])));
            segment.local().fill((byte) 1);
            assertTrue(segment.isMapped());
            assertSame(MemoryKind.HOST, segment.kind());
            assertEquals(job.rank(), segment.owner());
            segment.sync();
            segment.destroy();
        }
        assertEquals(List.of(), job.segments().list());
    }

    @RankTest(ranks = 1)
    void shouldRefuseWhatNoSegmentCanBe(Job job) {
        assertIllegal("0 bytes", () -> job.segments().create(0), "rank 0: Segments.create", "0 bytes",
                "1.." + (1L << 40));
        assertIllegal("-1 bytes", () -> job.segments().create(-1), "-1 bytes");
        assertIllegal("too many", () -> job.segments().create(GlobalPointer.MAX_SEGMENT_BYTES + 1), "legal are");
        assertIllegal("no kind", () -> job.segments().create(4096, null), "MemoryKind.HOST");
        assertThrows(AttachException.class, () -> job.segments().create(GlobalPointer.MAX_SEGMENT_BYTES));
        assertIllegal("null", () -> job.segments().create((MemorySegment) null), "Segments.create(MemorySegment)",
                "null");
        assertIllegal("read-only", () -> job.segments().create(MemorySegment.ofArray(new byte[8]).asReadOnly()),
                "read-only");
        try (Arena confined = Arena.ofConfined()) {
            assertIllegal("confined", () -> job.segments().create(confined.allocate(8)), "confined");
        }
        assertIllegal("0 bytes", () -> job.segments().create(MemorySegment.ofArray(new byte[0])),
                "Segments.create(MemorySegment)", "0 bytes", "1..");
        Arena closed = Arena.ofShared();
        MemorySegment gone = closed.allocate(8);
        closed.close();
        assertIllegal("closed", () -> job.segments().create(gone), "closed");
        assertEquals(List.of(), job.segments().list());
    }

    @RankTest(ranks = 1)
    void shouldRefuseEveryIllegalDestruction(Job job) {
        assertIllegal("of attach", () -> job.endpoint().segment().destroy(), "Segment.destroy", "Job.attach");
        Segment segment = job.segments().create(4096);
        Endpoint endpoint = job.endpoints().create(Capabilities.RMA);
        endpoint.bind(segment);
        assertIllegal("bound", segment::destroy, "bound to [endpoint 1 of rank 0]");
        endpoint.unbind();
        segment.destroy();
        assertTrue(segment.isDestroyed());
        assertIllegal("twice", segment::destroy, "destroyed");
        assertIllegal("sync", segment::sync, "Segment.sync", "destroyed");
        assertThrows(IllegalStateException.class, () -> segment.local().get(ValueLayout.JAVA_LONG, 0));
        Segment client = job.segments().create(MemorySegment.ofArray(new byte[3]));
        client.destroy();
        assertIllegal("twice", client::destroy, "destroyed");
        assertEquals(0, client.local().get(ValueLayout.JAVA_BYTE, 0));
    }

    @RankTest(ranks = 1)
    void shouldHaveAsManySegmentsAsThereAreAndSayWhenThereAreNoMore(Job job) {
        List<Segment> made = new ArrayList<>();
        MemorySegment memory = MemorySegment.ofArray(new byte[8]);
        for (int i = 0; i < job.segments().most(); i++) {
            made.add(job.segments().create(memory));
        }
        assertRefused(ErrorCode.RESOURCE, "one more", () -> job.segments().create(memory), "4095", "destroy");
        assertRefused(ErrorCode.RESOURCE, "one more", () -> job.segments().create(4096), "4095");
        made.get(1000).destroy();
        Segment again = job.segments().create(4096);
        assertEquals(4095, job.segments().list().size());
        again.destroy();
    }

    /** Peers that still use what is destroyed find zeros for a moment, then an error that says so. */
    @RankTest(settings = "pgas.checks=off")
    void shouldTellLateUsersThatItWasDestroyed(Job job) {
        beLate(job);
    }

    /** Often, as an access that is let pass is so until the next look only. */
    @RankTest
    void shouldTellLateUsersAtOnceInCheckedMode(Job job) {
        for (int round = 0; round < 10; round++) {
            beLate(job);
        }
    }

    private static void beLate(Job job) {
        late(job, job.segments().create(1 << 20), true, "was destroyed");
        late(job, job.segments().create(MemorySegment.ofArray(new long[8])), true, "was destroyed");
        late(job, job.segments().create(4096), false, "was unbound");
    }

    private static void late(Job job, Segment segment, boolean destroys, String what) {
        Endpoint endpoint = job.endpoints().create(Capabilities.ALL);
        endpoint.bind(segment);
        job.world().publish(endpoint);
        int peer = 1 - job.rank();
        Team pair = job.endpoint().pair(endpoint.index());
        pair.rma().putLong(peer, 0, 1);
        job.world().barrier();
        if (job.rank() == 1) {
            endpoint.unbind();
            if (destroys) {
                segment.destroy();
            }
        }
        job.world().barrier();
        if (job.rank() == 0) {
            boolean mapped = segment.isMapped();
            if (job.isChecked()) {
                refuseAtOnce(pair, peer, what);
            }
            PgasException[] refusal = new PgasException[1];
            Computing.until("the peer's segment is taken away", () -> {
                try {
                    long found = pair.rma().getLong(peer, 0);
                    assertTrue(mapped, "client memory is never stale");
                    assertTrue(found == 0 || found == 1);
                    pair.rma().putLong(peer, 8, 7);
                    return false;
                } catch (PgasException e) {
                    refusal[0] = e;
                    return true;
                }
            });
            assertEquals(ErrorCode.NOT_INITIALIZED, refusal[0].code());
            assertTrue(refusal[0].getMessage().contains("endpoint " + endpoint.index() + " of rank 1"),
                    refusal[0]::getMessage);
            assertTrue(refusal[0].getMessage().contains(what), refusal[0]::getMessage);
            assertEquals(0, job.endpoint().boundSegment(pair, peer).size());
        }
        job.world().barrier();
        if (job.rank() == 0) {
            endpoint.unbind();
        }
        endpoint.destroy();
        job.world().barrier();
    }

    /** Each by itself, as an access that is refused takes away the window that others would find. */
    private static void refuseAtOnce(Team pair, int peer, String what) {
        assertRefused(ErrorCode.NOT_INITIALIZED, "put", () -> pair.rma().putLong(peer, 8, 7), what);
        assertRefused(ErrorCode.NOT_INITIALIZED, "get", () -> pair.rma().getLongAcquire(peer, 8), what);
        assertRefused(ErrorCode.NOT_INITIALIZED, "bytes", () -> pair.rma().put(peer, 8, new byte[8], 0, 8), what);
    }

    /** A name that is used again is not taken for the segment that had it before. */
    @RankTest
    void shouldNotTakeANewSegmentForTheOneThatWasPublished(Job job) {
        Endpoint endpoint = job.endpoints().create(Capabilities.ALL);
        Segment old = job.segments().create(4096);
        endpoint.bind(old);
        job.world().publish(endpoint);
        job.world().barrier();
        // nobody has mapped it yet
        endpoint.unbind();
        old.destroy();
        Segment next = job.segments().create(4096);
        endpoint.bind(next);
        job.world().barrier();
        assertRefused(ErrorCode.NOT_INITIALIZED, "stale",
                () -> job.endpoint().pair(1).rma().putLong(1 - job.rank(), 0, 5),
                "was destroyed");
        job.world().barrier();
        assertEquals(0, next.local().get(ValueLayout.JAVA_LONG, 0));
    }

    /** Everything that peers can do to client memory, on one of several that a rank has. */
    @RankTest
    void shouldServeClientMemoryOfEveryEndpoint(Job job) {
        int most = 300; // indices of more than seven bits
        while (job.endpoints().list().size() < most) {
            job.endpoints().create(Capabilities.ALL);
        }
        int[] indices = {1, 127, 128, most - 1};
        for (int index : indices) {
            job.endpoints().get(index).bind(job.segments().create(MemorySegment.ofArray(new long[32])));
            job.world().publish(job.endpoints().get(index));
        }
        int peer = 1 - job.rank();
        for (int index : indices) {
            Team pair = job.endpoint().pair(index);
            pair.rma().putLong(peer, 0, index);
            pair.rma().put(peer, 8, new long[]{index + 1, index + 2}, 0, 2);
            pair.rma().memset(peer, 24, (byte) 3, 8);
            long[] back = new long[2];
            pair.rma().get(back, 0, peer, 8, 2);
            assertEquals(index + 2, back[1]);
            assertEquals(index, pair.rma().getLong(peer, 0));
            Shape every = Shape.vector(new long[]{32, 48}, new long[]{8, 8});
            Vis.of(pair).put(peer, 0, every, MemorySegment.ofArray(new long[]{index, 9}), 0, Shape.contiguous(16));
            long[] got = new long[2];
            Vis.of(pair).get(MemorySegment.ofArray(got), 0, Shape.contiguous(16), peer, 0, every);
            assertEquals(index, got[0]);
            assertEquals(9, got[1]);
            for (int rank = 0; rank < 2; rank++) {
                Accumulator.of(pair).accumulateLongs(rank, 72, new long[]{index}, 0, 1, 1);
            }
            Team team = job.world().create(List.of(new Endpoint.Location(0, index), new Endpoint.Location(1, index)),
                    TeamFlags.RANK_IS_JOBRANK).get(0);
            LongAtomicDomain domain = LongAtomicDomain.create(team, DataType.I64, EnumSet.of(Opcode.ADD, Opcode.FADD),
                    0);
            domain.add(0, 64, index);
            domain.add(1, 64, index);
            team.barrier();
            assertEquals(2 * index, domain.fetchAdd(peer, 64, 0));
            team.barrier();
            domain.destroy();
            team.destroy();
        }
        job.world().barrier();
        for (int index : indices) {
            MemorySegment own = job.endpoints().get(index).segment().local();
            assertEquals(index, own.get(ValueLayout.JAVA_LONG, 0));
            assertEquals(index + 1, own.get(ValueLayout.JAVA_LONG, 8));
            assertEquals(0x0303_0303_0303_0303L, own.get(ValueLayout.JAVA_LONG, 24));
            assertEquals(index, own.get(ValueLayout.JAVA_LONG, 32));
            assertEquals(2 * index, own.get(ValueLayout.JAVA_LONG, 72));
        }
    }

    @RankTest
    void shouldWaitForWordsOfEveryEndpoint(Job job) {
        Endpoint endpoint = job.endpoints().create(Capabilities.RMA);
        assertRefused(ErrorCode.NOT_INITIALIZED, "nothing bound",
                () -> endpoint.words().testLong(0, WaitCondition.NE, 0),
                "endpoint 1", "no bound segment");
        endpoint.bind(job.segments().create(4096));
        job.world().publish(endpoint);
        job.endpoint().pair(1).rma().signal(1 - job.rank(), 8, 3, org.pgas.SignalOperation.SET);
        assertEquals(3, endpoint.words().waitUntilLong(8, WaitCondition.EQ, 3));
        job.world().barrier();
    }

    /**
     * Thousands of segments made, used by a peer and destroyed, and tens of thousands of endpoints and of client
     * memory: nothing stays.
     */
    @RankTest(modes = Mode.PROCESSES)
    void shouldLeaveNothingOfSegmentsThatCameAndWent(Job job) throws IOException {
        cycle(job, 20);
        settle(job);
        long files = count("/proc/self/fd");
        long mappings = mappings();
        cycle(job, Repetitions.of(job, 1_000, 200));
        MemorySegment memory = MemorySegment.ofArray(new long[4]);
        int many = Repetitions.of(job, 100_000, 2_000);
        for (int i = 0; i < many; i++) {
            Endpoint endpoint = job.endpoints().create(Capabilities.RMA);
            Segment segment = job.segments().create(memory);
            endpoint.bind(segment);
            endpoint.pair(endpoint.index()).rma().putLong(job.rank(), 0, i);
            endpoint.unbind();
            segment.destroy();
            endpoint.destroy();
        }
        settle(job);
        // ranges of addresses that were left rest for a while, as one or few mappings
        assertTrue(mappings() <= mappings + 64, mappings + " mappings, then " + mappings());
        assertTrue(count("/proc/self/fd") <= files + 4, "descriptors");
        assertEquals(List.of(), job.segments().list());
        assertEquals(1, job.endpoints().create(Capabilities.RMA).index());
        assertFalse(job.segments().create(memory).isMapped());
        job.world().barrier();
    }

    private static void cycle(Job job, int rounds) {
        Endpoint endpoint = job.endpoints().create(Capabilities.ALL);
        Team pair = job.endpoint().pair(endpoint.index());
        for (int i = 0; i < rounds; i++) {
            Segment segment = job.segments().create(4096);
            endpoint.bind(segment);
            job.world().publish(endpoint);
            pair.rma().putLong(1 - job.rank(), 0, i);
            job.world().unpublish(endpoint);
            assertEquals(i, segment.local().get(ValueLayout.JAVA_LONG, 0));
            endpoint.unbind();
            segment.destroy();
        }
        endpoint.destroy();
    }

    private static void settle(Job job) {
        job.world().barrier();
        job.world().barrier();
    }

    private static long count(String directory) throws IOException {
        try (Stream<Path> files = Files.list(Path.of(directory))) {
            return files.count();
        }
    }

    private static long mappings() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.count();
        }
    }
}
