package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.pgas.Event;
import org.pgas.EventCategory;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.RmaFlags;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Stamp;
import org.pgas.testkit.Stamp.Space;
import org.pgas.vis.Section;
import org.pgas.vis.Shape;
import org.pgas.vis.Vis;

/** What the documents say of single cases: those without bytes or levels, reuse of shapes, which side may overlap. */
@AcrossNeighbourhoods
@RankDefaults(segment = "64k", memories = {Memory.MAPPED, Memory.ARRAY, Memory.NATIVE})
class VisTest {
    private static final int BYTES = 4096;

    /** With no element bytes, no levels count, and nothing else does either; the same holds for lists without bytes. */
    private static final List<Shape> EMPTY = List.of(Shape.contiguous(0), Shape.strided(0, null, null),
            Shape.strided(0, new long[]{5, Long.MAX_VALUE}, new long[]{Long.MIN_VALUE, 1}),
            Shape.strided(8, new long[]{3, 0, Long.MAX_VALUE}, new long[]{Long.MIN_VALUE, 1, Long.MAX_VALUE}),
            Shape.vector(new long[0], new long[0]), Shape.vector(new long[]{Long.MIN_VALUE, 7}, new long[2]),
            Shape.indexed(0, new long[]{Long.MAX_VALUE}), Shape.indexed(Long.MAX_VALUE, new long[0]),
            Shape.chunked(16, 0, 3), Shape.chunked(0, 5, 0), Section.rowMajor(8, 4, 0, 4).shape(),
            Section.columnMajor(8, 4, 4).range(1, 4, 0).shape());

    private static MemorySegment peerMemory(Job job, int peer) {
        return Views.read(job, peer, 0, BYTES);
    }

    private static void fill(Job job, int peer) {
        byte[] stamp = new byte[BYTES];
        Stamp.fill(stamp, peer, Space.SEGMENT, 0);
        Views.write(job, peer, 0, MemorySegment.ofArray(stamp));
    }

    @RankTest
    void shouldIgnoreAllOtherArgumentsWhenThereIsNothingToMove(Job job) {
        Vis vis = Vis.of(job.world());
        Stamp.fill(job.endpoint().segment().local(), job.rank(), Space.SEGMENT, 0);
        MemorySegment closed;
        try (Arena arena = Arena.ofConfined()) {
            closed = arena.allocate(8);
        }
        for (int i = 0; i < EMPTY.size(); i++) {
            Shape one = EMPTY.get(i);
            Shape other = EMPTY.get((i + 1) % EMPTY.size());
            for (MemorySegment local : new MemorySegment[]{MemorySegment.ofArray(new byte[1]).asReadOnly(), closed,
                null}) {
                VisForms.all(vis).values().forEach(form -> {
                    form.run(-1, Long.MIN_VALUE, one, local, Long.MAX_VALUE, other);
                    form.run(job.size(), Long.MAX_VALUE, one, local, -1, other);
                    form.run(1, 1L << 40, one, local, 0, other);
                });
            }
        }
        job.world().barrier();
        Stamp.check("segment", job.endpoint().segment().local(), job.rank(), Space.SEGMENT, 0);
    }

    @RankTest
    void shouldHaveNothingOutstandingWhenThereIsNothingToMove(Job job) {
        Vis vis = Vis.of(job.world());
        Shape none = Shape.contiguous(0);
        LocalCompletion completion = LocalCompletion.event();
        int peer = 1 - job.rank();
        assertSame(Event.DONE, vis.putNb(peer, 0, none, null, 0, none, completion, RmaFlags.IMMEDIATE));
        assertTrue(completion.leaf().test());
        assertSame(Event.DONE, vis.getNb(null, 0, none, peer, 0, none));
        assertTrue(vis.put(peer, 0, none, null, 0, none, RmaFlags.IMMEDIATE));
        assertTrue(vis.get(null, 0, none, peer, 0, none, RmaFlags.IMMEDIATE));
        assertTrue(vis.putNbi(peer, 0, none, null, 0, none, LocalCompletion.GROUP, RmaFlags.IMMEDIATE));
        assertTrue(vis.getNbi(null, 0, none, peer, 0, none, RmaFlags.IMMEDIATE));
        assertTrue(job.nbi().test());
    }

    @Test
    void shouldSayOfAShapeWithoutBytesThatItIsOneRegionOrNone() {
        for (Shape shape : EMPTY) {
            assertEquals(0, shape.bytes(), shape::toString);
            assertEquals(0, shape.low(), shape::toString);
            assertEquals(0, shape.high(), shape::toString);
            assertEquals(0, shape.regionCount(), shape::toString);
            assertTrue(shape.isContiguous(), shape::toString);
        }
    }

    @RankTest
    void shouldCopyContiguouslyWithoutLevels(Job job) {
        Vis vis = Vis.of(job.world());
        int peer = 1 - job.rank();
        long[] none = {};
        byte[] source = new byte[200];
        Stamp.fill(source, job.rank(), Space.HEAP, 0);
        fill(job, peer);
        job.world().barrier();
        vis.put(peer, 64, Shape.strided(100, none, none), MemorySegment.ofArray(source), 9,
                Shape.strided(100, none, none));
        job.world().barrier();
        MemorySegment found = peerMemory(job, peer);
        Stamp.check("before", found.asSlice(0, 64), peer, Space.SEGMENT, 0);
        Stamp.check("target", found.asSlice(64, 100), job.rank(), Space.HEAP, 9);
        Stamp.check("after", found.asSlice(164), peer, Space.SEGMENT, 164);
        job.world().barrier();
    }

    @RankTest
    void shouldTreatRoundsOfOneAsIfTheyWereNotThere(Job job) {
        Vis vis = Vis.of(job.world());
        long far = Long.MAX_VALUE;
        Shape all = Shape.strided(4, new long[]{1, 1, 1}, new long[]{far, -far, Long.MIN_VALUE});
        assertTrue(all.isContiguous());
        long[] counts = new long[21];
        java.util.Arrays.fill(counts, 1);
        counts[7] = 2;
        counts[19] = 3;
        long[] strides = new long[21];
        java.util.Arrays.fill(strides, far);
        strides[7] = 20;
        strides[19] = -50;
        Shape deep = Shape.strided(4, counts, strides);
        Shape flat = Shape.strided(4, new long[]{2, 3}, new long[]{20, -50});
        int peer = 1 - job.rank();
        byte[] source = new byte[24];
        Stamp.fill(source, job.rank(), Space.HEAP, 0);
        byte[] back = new byte[24];
        vis.put(peer, 200, deep, MemorySegment.ofArray(source), 0, Shape.contiguous(24));
        vis.get(MemorySegment.ofArray(back), 0, Shape.contiguous(24), peer, 200, flat);
        Stamp.check("back", back, job.rank(), Space.HEAP, 0);
        vis.get(MemorySegment.ofArray(back), 20, all, peer, 200, all);
        Stamp.check("first element", MemorySegment.ofArray(back).asSlice(20), job.rank(), Space.HEAP, 0);
        job.world().barrier();
    }

    @RankTest
    void shouldTakeAByteOfASourceAnyNumberOfTimes(Job job) {
        Vis vis = Vis.of(job.world());
        int peer = 1 - job.rank();
        job.endpoint().segment().local().set(ValueLayout.JAVA_BYTE, 100, (byte) (40 + job.rank()));
        job.world().barrier();
        byte[] target = new byte[66];
        MemorySegment local = MemorySegment.ofArray(target);
        vis.get(local, 1, Shape.contiguous(64), peer, 100, Shape.strided(1, new long[]{8, 8}, new long[]{0, 0}));
        for (int i = 0; i < target.length; i++) {
            assertEquals(i == 0 || i == 65 ? 0 : 40 + peer, target[i]);
        }
        long[] offsets = new long[64];
        vis.put(peer, 1000, Shape.chunked(2, 32, 5), local, 1, Shape.indexed(1, offsets));
        job.world().barrier();
        MemorySegment own = job.endpoint().segment().local();
        for (int i = 0; i < 32 * 5; i++) {
            assertEquals(i % 5 < 2 ? 40 + job.rank() : 0, own.get(ValueLayout.JAVA_BYTE, 1000 + i), "byte " + i);
        }
        job.world().barrier();
    }

    @RankTest
    void shouldUseOneShapeForManyTransfersAndPlaces(Job job) {
        Vis vis = Vis.of(job.world());
        int peer = 1 - job.rank();
        Shape scattered = Shape.strided(8, new long[]{4}, new long[]{-16});
        Shape dense = Shape.contiguous(32);
        byte[] values = new byte[32];
        byte[] back = new byte[32];
        for (int round = 0; round < 3000; round++) {
            Stamp.fill(values, job.rank(), Space.HEAP, round);
            long place = 48 + 8L * (round % 50);
            vis.put(peer, place, scattered, MemorySegment.ofArray(values), 0, dense);
            vis.get(MemorySegment.ofArray(back), 0, dense, peer, place, scattered);
            Stamp.check("round " + round, back, job.rank(), Space.HEAP, round);
        }
        job.world().barrier();
    }

    /**
     * The i-th byte of the one order becomes the i-th of the other, whatever regions there are: other chunks at either
     * end, say.
     */
    @RankTest
    void shouldJoinDifferentChunksAtBothEnds(Job job) {
        Vis vis = Vis.of(job.world());
        int peer = 1 - job.rank();
        for (int[] chunks : new int[][]{{12, 8}, {8, 12}, {1, 96}, {96, 1}, {5, 7}, {16, 24}, {3, 64}}) {
            int bytes = chunks[0] * chunks[1] * 4;
            ModelShape source = ModelShape.chunked(chunks[0], bytes / chunks[0], chunks[0] + 3);
            ModelShape target = ModelShape.chunked(chunks[1], bytes / chunks[1], chunks[1] + 1);
            byte[] from = new byte[source.high()];
            Stamp.fill(from, job.rank(), Space.HEAP, 0);
            byte[] model = new byte[BYTES];
            target.move(source, from, 0, model, 5);
            Views.write(job, peer, 0, MemorySegment.ofArray(new byte[BYTES]));
            vis.put(peer, 5, target.shape(), MemorySegment.ofArray(from), 0, source.shape());
            assertEquals(-1, MemorySegment.ofArray(model).mismatch(peerMemory(job, peer)), source + " to " + target);
            byte[] back = new byte[from.length];
            byte[] expected = new byte[from.length];
            source.move(source, from, 0, expected, 0);
            vis.get(MemorySegment.ofArray(back), 0, source.shape(), peer, 5, target.shape());
            assertEquals(-1, MemorySegment.ofArray(expected).mismatch(MemorySegment.ofArray(back)), source.toString());
            job.world().barrier();
        }
    }

    @RankTest
    void shouldCountPutsAndGetsByTheirCategories(Job job) {
        Vis vis = Vis.of(job.world());
        int peer = 1 - job.rank();
        Shape shape = Shape.chunked(8, 4, 24);
        MemorySegment local = MemorySegment.ofArray(new byte[BYTES]);
        vis.putNbi(peer, 0, shape, local, 0, shape, LocalCompletion.GROUP);
        assertTrue(job.nbi().test(EventCategory.GET, EventCategory.RMW, EventCategory.AM));
        job.nbi().await(EventCategory.LC);
        job.nbi().await(EventCategory.PUT);
        assertTrue(job.nbi().test());
        vis.getNbi(local, 0, shape, peer, 0, shape);
        assertTrue(job.nbi().test(EventCategory.PUT, EventCategory.LC, EventCategory.RMW, EventCategory.AM));
        job.nbi().await(EventCategory.GET);
        assertTrue(job.nbi().test());
        var region = job.nbi().beginAccessRegion();
        vis.putNbi(peer, 0, shape, local, 0, shape, LocalCompletion.NOW);
        vis.getNbi(local, 200, shape, peer, 1000, shape);
        Event event = region.end();
        assertTrue(job.nbi().test(), "what is in a region is in no other set");
        event.await();
        job.world().barrier();
    }
}
