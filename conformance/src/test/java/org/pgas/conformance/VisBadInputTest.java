package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;
import static org.pgas.conformance.Refusals.assertRefused;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.pgas.ErrorCode;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Stamp;
import org.pgas.testkit.Stamp.Space;
import org.pgas.vis.Section;
import org.pgas.vis.Shape;
import org.pgas.vis.Vis;

/** Bad input is an error that names the part that is wrong, and nothing is written. */
@RankDefaults(segment = "64k", memories = {Memory.MAPPED, Memory.ARRAY, Memory.NATIVE})
@AcrossNeighbourhoodsAsThreads
class VisBadInputTest {
    private static final long SIZE = 64 << 10;
    private static final long VAST = Long.MAX_VALUE;
    private static final int BYTES = 4096;
    private static final Shape EIGHT = Shape.contiguous(8);

    /**
     * 8 bytes each, apart, from a lowest offset of -100 up to a highest of 103, and the part that has the highest, and
     * the lowest.
     */
    private record Wide(Shape shape, String highest, String lowest) {}

    private static List<Wide> wide() {
        return List.of(
                new Wide(Shape.vector(new long[]{0, -100, 101, VAST}, new long[]{3, 3, 2, 0}), "entry 2", "entry 1"),
                new Wide(Shape.indexed(2, new long[]{101, 0, -100, 40}), "entry 0", "entry 2"),
                new Wide(Shape.strided(1, new long[]{2, 2, 2}, new long[]{102, -20, -80}), "level 0", "level "));
    }

    private static void stampAll(Job job) {
        Stamp.fill(job.endpoint().segment().local(), job.rank(), Space.SEGMENT, 0);
        job.world().barrier();
    }

    private static void checkAll(Job job) {
        job.world().barrier();
        Stamp.check("segment of rank " + job.rank(), job.endpoint().segment().local(), job.rank(), Space.SEGMENT, 0);
        job.world().barrier();
    }

    private static void refuseAll(Job job, Map<String, VisForms.Form> forms, int rank, long offset, Shape far,
            MemorySegment local, long localOffset, Shape near, Object... parts) {
        forms.forEach((call, form) -> {
            Object[] all = Arrays.copyOf(parts, parts.length + 1);
            all[parts.length] = "rank " + job.rank() + ": " + call.split(" ")[0];
            assertIllegal(call + " " + far + " from " + near,
                    () -> form.run(rank, offset, far, local, localOffset, near),
                    all);
        });
    }

    @RankTest
    void shouldRefuseVolumesThatDiffer(Job job) {
        stampAll(job);
        Vis vis = Vis.of(job.world());
        MemorySegment local = MemorySegment.ofArray(new byte[100]);
        int peer = 1 - job.rank();
        refuseAll(job, VisForms.all(vis), peer, 0, Shape.chunked(3, 3, 4), local, 0, EIGHT, "9 bytes", "8 bytes");
        refuseAll(job, VisForms.all(vis), peer, 0, EIGHT, local, 0, Shape.contiguous(0), "0 bytes", "8 bytes");
        refuseAll(job, VisForms.all(vis), peer, 0, Shape.contiguous(0), local, 0, EIGHT, "0 bytes", "8 bytes");
        refuseAll(job, VisForms.all(vis), job.rank(), 0, Shape.indexed(4, new long[]{0, 8}), local, 0,
                Shape.vector(new long[]{0, 20}, new long[]{4, 5}), "9 bytes", "8 bytes");
        checkAll(job);
        Stamp.checkUntouched("local", local);
    }

    @RankTest
    void shouldRefuseARankOutsideTheTeam(Job job) {
        stampAll(job);
        Vis vis = Vis.of(job.world());
        Shape shape = Shape.chunked(4, 2, 8);
        for (int rank : new int[]{-1, job.size(), Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            refuseAll(job, VisForms.all(vis), rank, 0, shape, MemorySegment.ofArray(new byte[8]), 0, EIGHT,
                    "rank " + rank, "0..1");
        }
        checkAll(job);
    }

    @RankTest
    void shouldRefuseRangesOutsideTheSegmentAtEitherEnd(Job job) {
        stampAll(job);
        Vis vis = Vis.of(job.world());
        byte[] array = new byte[8];
        MemorySegment local = MemorySegment.ofArray(array);
        for (int rank = 0; rank < job.size(); rank++) {
            Object[] names = {"rank " + rank, SIZE};
            for (Wide wide : wide()) {
                for (long offset : new long[]{SIZE - 102, SIZE, VAST, VAST - 102, VAST - 103, 1L << 62, 1L << 61}) {
                    refuseAll(job, VisForms.all(vis), rank, offset, wide.shape, local, 0, EIGHT, names);
                }
                for (long offset : new long[]{99, 0, -1, Long.MIN_VALUE, Long.MIN_VALUE + 100, -(1L << 62)}) {
                    refuseAll(job, VisForms.all(vis), rank, offset, wide.shape, local, 0, EIGHT, names);
                }
                refuseAll(job, VisForms.all(vis), rank, SIZE - 102, wide.shape, local, 0, EIGHT, wide.highest);
                refuseAll(job, VisForms.all(vis), rank, 99, wide.shape, local, 0, EIGHT, wide.lowest);
            }
        }
        checkAll(job);
        Stamp.checkUntouched("local", local);
    }

    @RankTest
    void shouldAcceptRangesUpToEitherEnd(Job job) {
        Vis vis = Vis.of(job.world());
        byte[] source = new byte[8];
        Stamp.fill(source, job.rank(), Space.HEAP, 0);
        int peer = 1 - job.rank();
        for (Wide wide : wide()) {
            for (long offset : new long[]{100, SIZE - 103}) {
                VisForms.puts(vis).forEach((call, form) -> form.run(peer, offset, wide.shape,
                        MemorySegment.ofArray(source), 0, EIGHT));
                VisForms.gets(vis).forEach((call, form) -> {
                    byte[] back = new byte[8];
                    form.run(peer, offset, wide.shape, MemorySegment.ofArray(back), 0, EIGHT);
                    Stamp.check(call, back, job.rank(), Space.HEAP, 0);
                });
            }
        }
        job.world().barrier();
    }

    @RankTest
    void shouldRefuseRangesOutsideTheLocalMemory(Job job) {
        stampAll(job);
        Vis vis = Vis.of(job.world());
        int peer = 1 - job.rank();
        try (Arena arena = Arena.ofConfined()) {
            for (MemorySegment local : List.of(MemorySegment.ofArray(new byte[1000]), arena.allocate(1000),
                    MemorySegment.ofArray(new double[125]))) {
                for (Wide wide : wide()) {
                    for (long offset : new long[]{99, 0, -1, Long.MIN_VALUE, 898, 1000, VAST, VAST - 102, 1L << 62}) {
                        refuseAll(job, VisForms.puts(vis), peer, 0, EIGHT, local, offset, wide.shape, "source", 1000);
                        refuseAll(job, VisForms.gets(vis), peer, 0, EIGHT, local, offset, wide.shape, "target", 1000);
                    }
                    refuseAll(job, VisForms.all(vis), peer, 0, EIGHT, local, 898, wide.shape, wide.highest);
                    refuseAll(job, VisForms.all(vis), peer, 0, EIGHT, local, 99, wide.shape, wide.lowest);
                }
                Stamp.checkUntouched("local", local);
            }
        }
        checkAll(job);
    }

    @RankTest
    void shouldRefuseLocalMemoryThatCannotBeUsed(Job job) throws Exception {
        stampAll(job);
        Vis vis = Vis.of(job.world());
        int peer = 1 - job.rank();
        Shape near = Shape.chunked(2, 4, 4);
        byte[] array = new byte[16];
        MemorySegment readOnly = MemorySegment.ofArray(array).asReadOnly();
        refuseAll(job, VisForms.gets(vis), peer, 0, EIGHT, readOnly, 0, near, "read-only");
        MemorySegment closed;
        try (Arena arena = Arena.ofConfined()) {
            closed = arena.allocate(16);
        }
        refuseAll(job, VisForms.all(vis), peer, 0, EIGHT, closed, 0, near, "closed");
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment confined = arena.allocate(16);
            CompletableFuture.runAsync(() -> refuseAll(job, VisForms.all(vis), peer, 0, EIGHT, confined, 0, near,
                    "thread")).get();
        }
        Stamp.checkUntouched("array", MemorySegment.ofArray(array));
        checkAll(job);
    }

    @RankTest
    void shouldRefuseTargetsThatOverlapAndNameWhere(Job job) {
        stampAll(job);
        Vis vis = Vis.of(job.world());
        MemorySegment local = MemorySegment.ofArray(new byte[1000]);
        Map<Shape, List<Object>> overlapping = Map.of(
                Shape.vector(new long[]{10, 40, 13}, new long[]{4, 4, 1}), List.of("entry 0", "entry 2", "overlap"),
                Shape.vector(new long[]{10, 10, 30}, new long[]{1, 1, 7}), List.of("entry 0", "entry 1", "overlap"),
                Shape.vector(new long[]{10, 30, 0}, new long[]{1, 1, 100}), List.of("entry 2", "overlap"),
                Shape.indexed(3, new long[]{50, 20, 10, 22}), List.of("entry 1", "entry 3", "overlap"),
                Shape.strided(4, new long[]{3}, new long[]{3}), List.of("level 0", "overlap"),
                Shape.strided(4, new long[]{3}, new long[]{-3}), List.of("level 0", "overlap"),
                Shape.strided(1, new long[]{2, 2, 4}, new long[]{100, 50, 0}), List.of("level 2", "overlap"),
                Shape.strided(8, new long[]{4, 3}, new long[]{8, 24}), List.of("level 1", "overlap"),
                Shape.strided(2, new long[]{5, 5}, new long[]{6, 8}), List.of("level", "overlap"),
                Shape.chunked(8, 2, 7), List.of("overlap"));
        for (int rank = 0; rank < job.size(); rank++) {
            for (Map.Entry<Shape, List<Object>> entry : overlapping.entrySet()) {
                Shape shape = entry.getKey();
                Object[] parts = entry.getValue().toArray();
                refuseAll(job, VisForms.puts(vis), rank, 200, shape, local, 0, Shape.contiguous(shape.bytes()), parts);
                refuseAll(job, VisForms.gets(vis), rank, 200, Shape.contiguous(shape.bytes()), local, 200, shape,
                        parts);
            }
        }
        Stamp.checkUntouched("local", local);
        checkAll(job);
    }

    /** Levels that interleave without meeting are legal, however they look. */
    @RankTest(memories = Memory.MAPPED)
    void shouldRefuseExactlyTheTargetsWhoseBytesOverlap(Job job) {
        Vis vis = Vis.of(job.world());
        SplittableRandom random = Seed.of("targets of rank " + job.rank());
        byte[] source = new byte[BYTES];
        Stamp.fill(source, job.rank(), Space.HEAP, 0);
        MemorySegment from = MemorySegment.ofArray(source);
        int[] seen = new int[2];
        for (int round = 0; round < 3000; round++) {
            ModelShape target = round % 3 == 0 ? anyList(random) : anyNest(random);
            ModelShape dense = ModelShape.contiguous(target.bytes());
            byte[] model = new byte[BYTES];
            byte[] found = new byte[BYTES];
            MemorySegment into = MemorySegment.ofArray(found);
            boolean isLegal = target.isDisjoint();
            seen[isLegal ? 1 : 0]++;
            if (isLegal) {
                target.move(dense, source, 0, model, 2000);
                vis.put(job.rank(), 2000, target.shape(), from, 0, dense.shape());
                vis.get(into, 0, Shape.contiguous(BYTES), job.rank(), 0, Shape.contiguous(BYTES));
                vis.put(job.rank(), 0, Shape.contiguous(BYTES), MemorySegment.ofArray(new byte[BYTES]), 0,
                        Shape.contiguous(BYTES));
            } else {
                assertIllegal("put to " + target, () -> vis.put(job.rank(), 2000, target.shape(), from, 0,
                        dense.shape()), "overlap");
                assertIllegal("get to " + target, () -> vis.get(into, 2000, target.shape(), job.rank(), 0,
                        dense.shape()), "overlap");
                vis.get(into, 0, Shape.contiguous(BYTES), job.rank(), 0, Shape.contiguous(BYTES));
            }
            assertArrayEquals(model, found, () -> "after a put to " + target);
        }
        assertTrue(seen[0] > 100 && seen[1] > 100, "both cases occur");
        job.world().barrier();
    }

    private static ModelShape anyNest(SplittableRandom random) {
        int levels = 1 + random.nextInt(4);
        long widest = 1 + random.nextInt(60);
        return ModelShape.strided(1 + random.nextInt(3), random.longs(levels, 1, 5).toArray(),
                random.longs(levels, -widest, widest + 1).toArray());
    }

    private static ModelShape anyList(SplittableRandom random) {
        int entries = 1 + random.nextInt(6);
        long widest = 10 + random.nextInt(200);
        long[] offsets = random.longs(entries, -widest, widest).toArray();
        return random.nextBoolean()
                ? ModelShape.indexed(1 + random.nextInt(8), offsets)
                : ModelShape.vector(offsets, random.longs(entries, 0, 12).toArray());
    }

    @Test
    void shouldRefuseShapesThatCannotBe() {
        long[] two = {1, 2};
        long[] three = {1, 2, 3};
        assertIllegal("contiguous", () -> Shape.contiguous(-1), "Shape.contiguous", -1);
        assertIllegal("vector", () -> Shape.vector(three, new long[]{0, -4, 1}), "Shape.vector", "entry 1", -4);
        assertIllegal("vector", () -> Shape.vector(two, three), "Shape.vector", "2 offsets", "3 lengths");
        assertIllegal("indexed", () -> Shape.indexed(-8, two), "Shape.indexed", -8);
        assertIllegal("strided", () -> Shape.strided(-8, two, two), "Shape.strided", -8);
        assertIllegal("strided", () -> Shape.strided(8, new long[]{2, 2, -7}, three), "Shape.strided", "level 2", -7);
        assertIllegal("strided", () -> Shape.strided(8, two, three), "Shape.strided", "2 counts", "3 strides");
        assertIllegal("chunked", () -> Shape.chunked(-1, 1, 1), "Shape.chunked", -1);
        assertIllegal("chunked", () -> Shape.chunked(1, -3, 1), "Shape.chunked", -3);
    }

    @Test
    void shouldRefuseShapesWhoseSizesOverflow() {
        long half = 1L << 62;
        assertIllegal("contiguous", () -> Shape.contiguous(VAST), "Shape.contiguous");
        assertIllegal("vector", () -> Shape.vector(new long[]{0, VAST - 1}, new long[]{4, 4}), "Shape.vector",
                "entry 1");
        assertIllegal("vector", () -> Shape.vector(new long[]{0, Long.MIN_VALUE}, new long[]{4, 4}), "entry 1");
        long[] many = new long[9];
        long[] lengths = new long[9];
        Arrays.fill(lengths, 1L << 60);
        assertIllegal("vector", () -> Shape.vector(many, lengths), "Shape.vector", "entry");
        assertIllegal("indexed", () -> Shape.indexed(1L << 60, many), "Shape.indexed", "entry");
        assertIllegal("indexed", () -> Shape.indexed(8, new long[]{0, 1, VAST - 7}), "Shape.indexed", "entry 2");
        assertIllegal("strided", () -> Shape.strided(8, new long[]{2, half, half}, new long[3]), "Shape.strided",
                "level");
        assertIllegal("strided", () -> Shape.strided(8, new long[]{2, 3}, new long[]{1, half}), "level 1");
        assertIllegal("strided", () -> Shape.strided(8, new long[]{2, 3}, new long[]{1, -half}), "level 1");
        assertIllegal("strided", () -> Shape.strided(1, new long[]{2, 2}, new long[]{Long.MIN_VALUE, 1}), "level 0");
        assertIllegal("strided", () -> Shape.strided(1, new long[]{1L << 32}, new long[]{1L << 32}), "level 0");
        assertIllegal("chunked", () -> Shape.chunked(half, 4, 0), "Shape.chunked");
        assertIllegal("rowMajor", () -> Section.rowMajor(8, half, half), "Section.rowMajor");
        assertIllegal("columnMajor", () -> Section.columnMajor(8, 2, half, half), "Section.columnMajor");
    }

    @Test
    void shouldRefuseSectionsOutsideTheirArray() {
        Section array = Section.rowMajor(8, 5, 6);
        assertIllegal("rowMajor", () -> Section.rowMajor(-8, 5, 6), "Section.rowMajor", -8);
        assertIllegal("rowMajor", () -> Section.rowMajor(8, 5, -6), "Section.rowMajor", "dimension 1", -6);
        assertIllegal("columnMajor", () -> Section.columnMajor(8, -5, 6), "Section.columnMajor", "dimension 0", -5);
        for (int dimension : new int[]{-1, 2, Integer.MAX_VALUE}) {
            assertIllegal("range", () -> array.range(dimension, 0, 1), "Section.range", dimension);
            assertIllegal("index", () -> array.index(dimension, 0), "Section.index", dimension);
            assertIllegal("reflected", () -> array.reflected(dimension), "Section.reflected", dimension);
            assertIllegal("extent", () -> array.extent(dimension), "Section.extent", dimension);
        }
        long[][] ranges = {{0, 7, 1}, {-1, 2, 1}, {5, 2, 1}, {6, 1, 1}, {0, 4, 2}, {5, 4, -2}, {0, 2, -1}, {0, -1, 1},
            {0, 2, VAST}, {1, VAST, 1}, {VAST, 1, 1}, {Long.MIN_VALUE, 2, 1}, {0, 3, Long.MIN_VALUE}, {7, 0, 1},
            {3, 1L << 62, 4}};
        for (long[] range : ranges) {
            assertIllegal("range " + Arrays.toString(range), () -> array.range(1, range[0], range[1], range[2]),
                    "Section.range", "dimension 1");
        }
        assertIllegal("step 0", () -> array.range(0, 0, 2, 0), "Section.range", "dimension 0");
        assertIllegal("index", () -> array.index(0, 5), "Section.index", "dimension 0", 5);
        assertIllegal("index", () -> array.index(1, -1), "Section.index", "dimension 1", -1);
        assertIllegal("index", () -> array.index(1, VAST), "Section.index", "dimension 1");
        for (int[] order : new int[][]{{0}, {0, 0}, {1, 2}, {0, 1, 2}, {-1, 0}, {}}) {
            assertIllegal("permuted " + Arrays.toString(order), () -> array.permuted(order), "Section.permuted");
        }
        assertEquals(2, array.dimensions());
        assertEquals(6, array.extent(1));
    }

    @RankTest(memories = Memory.MAPPED)
    void shouldRefuseFlagsAndCompletionsThatAreNotLegal(Job job) {
        stampAll(job);
        Vis vis = Vis.of(job.world());
        int peer = 1 - job.rank();
        MemorySegment local = MemorySegment.ofArray(new byte[8]);
        Shape far = Shape.chunked(2, 4, 4);
        int unknown = 1 << 30;
        assertIllegal("flags", () -> vis.put(peer, 0, far, local, 0, EIGHT, unknown), "Vis.put", "0x40000000",
                "legal are the bits 0x");
        assertIllegal("flags", () -> vis.putNb(peer, 0, far, local, 0, EIGHT, LocalCompletion.NOW, unknown), "0x4");
        assertIllegal("flags", () -> vis.putNbi(peer, 0, far, local, 0, EIGHT, LocalCompletion.NOW, unknown), "0x4");
        assertIllegal("flags", () -> vis.get(local, 0, EIGHT, peer, 0, far, unknown), "Vis.get", "0x40000000");
        assertIllegal("flags", () -> vis.getNb(local, 0, EIGHT, peer, 0, far, unknown), "0x4");
        assertIllegal("flags", () -> vis.getNbi(local, 0, EIGHT, peer, 0, far, unknown), "0x4");
        assertIllegal("GROUP", () -> vis.putNb(peer, 0, far, local, 0, EIGHT, LocalCompletion.GROUP), "GROUP");
        assertIllegal("event", () -> vis.putNbi(peer, 0, far, local, 0, EIGHT, LocalCompletion.event()), "event");
        checkAll(job);
    }

    @RankTest
    void shouldRefuseEverythingAfterTheEndOfTheJob(Job job) {
        Vis vis = Vis.of(job.world());
        job.world().barrier();
        job.close();
        VisForms.all(vis).forEach((call, form) -> assertRefused(ErrorCode.NOT_INITIALIZED, call, () -> form.run(0, 0,
                EIGHT, MemorySegment.ofArray(new byte[8]), 0, EIGHT), "closed"));
    }
}
