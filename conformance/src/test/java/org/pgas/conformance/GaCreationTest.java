package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;
import static org.pgas.conformance.Refusals.assertRefused;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

import org.pgas.ErrorCode;
import org.pgas.Job;
import org.pgas.conformance.suites.SuiteCase;
import org.pgas.ga.Ga;
import org.pgas.ga.GaArray;
import org.pgas.ga.GaRegion;
import org.pgas.ga.GaType;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/** How global arrays are made and dealt to processes, and what they tell of it. */
@RankDefaults(ranks = {1, 4}, segment = "0")
@AcrossNeighbourhoods
class GaCreationTest {
    @RankTest
    void shouldSayWhatItIs(Job job) {
        Ga ga = Ga.initialize(job);
        assertTrue(ga.isInitialized());
        assertEquals(job.rank(), ga.nodeid());
        assertEquals(job.size(), ga.nnodes());
        GaArray a = ga.create(GaType.C_SCPL, new long[]{3, 5}, "spins", null);
        assertEquals("spins", a.name());
        assertEquals(GaType.C_SCPL, a.type());
        assertEquals(2, a.ndim());
        assertArrayEquals(new long[]{3, 5}, a.dims());
        assertEquals("global array spins (C_SCPL 3 x 5)", a.toString());
        assertTrue(a.isOpen());
        a.destroy();
        assertFalse(a.isOpen());
        ga.terminate();
        assertFalse(ga.isInitialized());
    }

    /** What processes have are all elements, each once; and all queries tell the same of them. */
    @SuiteCase(suite = "GA", programs = "test: ga_locate_region")
    @RankTest
    void shouldDealEachElementToOneProcess(Job job) {
        SplittableRandom random = Seed.of("distributions");
        Ga ga = Ga.initialize(job);
        for (int round = 0; round < 40; round++) {
            long[] dims = GaModel.extents(random, 1 + round % 4);
            GaArray a = GaModel.create(ga, random, GaType.C_INT, dims);
            GaModel owners = new GaModel(GaType.C_INT, dims);
            Arrays.fill(owners.real, -1);
            List<GaRegion> regions = a.locateRegion(new long[dims.length], owners.last());
            for (GaRegion each : regions) {
                owners.forEach(each.lo(), each.hi(), (place, _) -> {
                    assertEquals(-1, owners.real[place], () -> "two have one element: " + regions);
                    owners.real[place] = each.proc();
                });
                assertEquals(each.proc(), a.locate(each.lo()));
                assertEquals(each.proc(), a.locate(each.hi()));
            }
            assertTrue(Arrays.stream(owners.real).noneMatch(each -> each < 0), () -> "nobody has one: " + regions);
            assertEquals(regions.size(), a.totalBlocks());
            assertEquals(Arrays.stream(a.nblock()).asLongStream().reduce(1, (x, y) -> x * y), a.totalBlocks());
            checkBlocks(ga, a, regions);
            a.destroy();
        }
        ga.terminate();
    }

    private static void checkBlocks(Ga ga, GaArray a, List<GaRegion> regions) {
        long[] lo = new long[a.ndim()];
        long[] hi = new long[a.ndim()];
        long[] ld = new long[a.ndim()];
        long own = 0;
        for (int i = 0; i < regions.size(); i++) {
            assertTrue(a.distribution(i, lo, hi));
            GaRegion region = regions.get(i);
            assertEquals(region, new GaRegion(region.proc(), lo, hi));
            if (region.proc() == ga.nodeid()) {
                own++;
                assertTrue(a.accessBlock(i, ld).byteSize() > 0);
            } else {
                int block = i;
                assertIllegal("GaArray.accessBlock", () -> a.accessBlock(block, ld), "process");
            }
        }
        assertEquals(own > 0, a.accessBlockSegment().byteSize() > 0);
        if (!a.isBlockCyclic() && regions.size() < ga.nnodes()) {
            assertFalse(a.distribution(ga.nnodes() - 1, lo, hi));
            assertArrayEquals(new long[a.ndim()], lo);
            assertEquals(-1, hi[0]);
        }
        int[] at = new int[a.ndim()];
        int[] grid = a.procGrid();
        assertEquals(grid != null && ga.nodeid() < Arrays.stream(grid).reduce(1, (x, y) -> x * y),
                a.procTopology(ga.nodeid(), at));
    }

    @RankTest(ranks = 4)
    void shouldCutRegularArraysInBlocksLikeCubes(Job job) {
        Ga ga = Ga.initialize(job);
        assertArrayEquals(new int[]{2, 2}, ga.create(GaType.C_DBL, new long[]{100, 100}, "a", null).nblock());
        assertArrayEquals(new int[]{4, 1},
                ga.create(GaType.C_DBL, new long[]{100, 100}, "b", new long[]{0, 100}).nblock());
        assertArrayEquals(new int[]{1, 2},
                ga.create(GaType.C_DBL, new long[]{100, 100}, "c", new long[]{100, 40}).nblock());
        assertArrayEquals(new int[]{4, 1}, ga.create(GaType.C_DBL, new long[]{100, 2}, "d", null).nblock());
        GaArray small = ga.create(GaType.C_DBL, new long[]{5}, "e", null);
        assertArrayEquals(new int[]{3}, small.nblock());
        ga.terminate();
    }

    @RankTest(ranks = 4)
    void shouldCutIrregularArraysWhereTheyAreTold(Job job) {
        Ga ga = Ga.initialize(job);
        GaArray a = ga.createIrreg(GaType.C_LONG, new long[]{10, 7}, "a", new int[]{2, 2}, new long[]{0, 9, 0, 3});
        long[] lo = new long[2];
        long[] hi = new long[2];
        assertTrue(a.distribution(1, lo, hi));
        assertArrayEquals(new long[]{0, 3}, lo);
        assertArrayEquals(new long[]{8, 6}, hi);
        assertTrue(a.distribution(2, lo, hi));
        assertArrayEquals(new long[]{9, 0}, lo);
        assertArrayEquals(new long[]{9, 2}, hi);
        assertTrue(a.compareDistr(ga.createIrreg(GaType.C_INT, new long[]{10, 7}, "b", new int[]{2, 2},
                new long[]{0, 9, 0, 3})));
        assertFalse(a.compareDistr(ga.create(GaType.C_LONG, new long[]{10, 7}, "c", null)));
        assertTrue(a.compareDistr(a.duplicate("d")));
        ga.terminate();
    }

    @RankTest(ranks = 4)
    void shouldDealBlocksInTurn(Job job) {
        Ga ga = Ga.initialize(job);
        GaArray turn = ga.createHandle().setData(GaType.C_INT, 5, 5).setBlockCyclic(2, 2).allocate();
        assertEquals(9, turn.totalBlocks());
        assertEquals(0, turn.locate(new long[]{0, 0}));
        assertEquals(1, turn.locate(new long[]{1, 2}));
        assertEquals(3, turn.locate(new long[]{2, 1}));
        assertEquals(0, turn.locate(new long[]{4, 4}));
        assertNull(turn.procGrid());
        GaArray grid = ga.createHandle().setData(GaType.C_INT, 5, 5)
                .setBlockCyclicProcGrid(new long[]{2, 2}, new int[]{2, 2}).allocate();
        assertEquals(0, grid.locate(new long[]{4, 4}));
        assertEquals(1, grid.locate(new long[]{1, 2}));
        assertEquals(2, grid.locate(new long[]{2, 1}));
        assertEquals(-1, grid.locate(new long[]{5, 0}));
        int[] at = new int[2];
        assertTrue(grid.procTopology(2, at));
        assertArrayEquals(new int[]{1, 0}, at);
        ga.terminate();
    }

    @RankTest
    void shouldShowOwnPatchesInPlace(Job job) {
        SplittableRandom random = Seed.of("access");
        Ga ga = Ga.initialize(job);
        for (int round = 0; round < 12; round++) {
            GaModel model = new GaModel(GaType.C_LONG, GaModel.extents(random, 3));
            GaArray a = GaModel.create(ga, random, GaType.C_LONG, model.dims);
            model.randomise(random);
            for (GaRegion each : a.locateRegion(new long[3], model.last())) {
                if (each.proc() == ga.nodeid()) {
                    long[] ld = new long[2];
                    MemorySegment memory = a.access(each.lo(), each.hi(), ld);
                    model.forEach(each.lo(), each.hi(), (place, _) -> {
                        long rest = place;
                        long i = rest % model.dims[2] - each.lo()[2];
                        long j = rest / model.dims[2] % model.dims[1] - each.lo()[1];
                        long k = rest / model.dims[2] / model.dims[1] - each.lo()[0];
                        memory.setAtIndex(java.lang.foreign.ValueLayout.JAVA_LONG, (k * ld[0] + j) * ld[1] + i,
                                (long) model.real[place]);
                    });
                    a.releaseUpdate(each.lo(), each.hi());
                } else {
                    assertIllegal("GaArray.access", () -> a.access(each.lo(), each.hi(), new long[2]),
                            "not in one block");
                    assertIllegal("GaArray.release", () -> a.release(each.lo(), each.hi()), "not in one block");
                }
            }
            ga.sync();
            model.check(a, "stored in place");
            a.destroy();
        }
        ga.terminate();
    }

    @RankTest
    void shouldRefuseOnAllWhatIsRefusedOnOne(Job job) {
        Ga ga = Ga.initializeLtd(job, 1 << 20);
        int last = ga.nnodes() - 1;
        GaType type = ga.nodeid() == last && last > 0 ? null : GaType.C_INT;
        if (last > 0) {
            assertIllegal("Ga.create", () -> ga.create(type, new long[]{4}, "a", null),
                    ga.nodeid() == last ? "the type is null" : "process " + last);
            assertIllegal("Ga.create", () -> ga.create(GaType.C_INT, new long[]{4 + ga.nodeid()}, "a", null),
                    "all give the same");
        }
        assertRefused(ErrorCode.RESOURCE, "Ga.create",
                () -> ga.create(GaType.C_DBL, new long[]{ga.nnodes() * (1L << 20)}, "large", null), "Ga.create");
        GaArray a = ga.create(GaType.C_DBL, new long[]{4}, "small", null);
        a.zero();
        ga.terminate();
    }

    @RankTest
    void shouldRefuseArraysThatCannotBe(Job job) {
        Ga ga = Ga.initialize(job);
        long[] four = {4};
        assertIllegal("Ga.create", () -> ga.create(null, four, "a", null), "the type is null");
        assertIllegal("Ga.create", () -> ga.create(GaType.C_INT, null, "a", null), "dims is null");
        assertIllegal("Ga.create", () -> ga.create(GaType.C_INT, new long[8], "a", null), "8 entries", "1..7");
        assertIllegal("Ga.create", () -> ga.create(GaType.C_INT, new long[]{3, 0}, "a", null), "dims[1] is 0");
        assertIllegal("Ga.create", () -> ga.create(GaType.C_INT, four, null, null), "name is null");
        assertIllegal("Ga.create", () -> ga.create(GaType.C_INT, four, "a", new long[2]), "chunk has 2");
        assertIllegal("Ga.createIrreg", () -> ga.createIrreg(GaType.C_INT, four, "a", new int[]{1}, new long[]{1}),
                "map[0]", "0..0");
        assertIllegal("Ga.createIrreg", () -> ga.createIrreg(GaType.C_INT, new long[]{90}, "a",
                new int[]{ga.nnodes() + 1}, new long[ga.nnodes() + 1]), "blocks");
        assertIllegal("GaHandle.allocate", () -> ga.createHandle().setData(GaType.C_INT, 4)
                .setBlockCyclicProcGrid(new long[]{1}, new int[]{ga.nnodes() + 1}).allocate(), "grid");
        assertIllegal("GaHandle.allocate", () -> ga.createHandle().setData(GaType.C_INT, 4).setBlockCyclic(0)
                .allocate(), "block dims[0] is 0");
        assertIllegal("GaHandle.allocate", () -> ga.createHandle().setData(GaType.C_INT, 4).setBlockCyclic(2)
                .setChunk(2).allocate(), "chunk");
        assertIllegal("GaType.number", () -> GaType.C_INT.number(0.5), "0.5", "C_INT");
        assertIllegal("GaType.number", () -> GaType.C_INT.number(1L << 40), "C_INT");
        assertIllegal("GaType.number", () -> GaType.C_DBL.number(1, 2), "real");
        ga.terminate();
    }

    @RankTest
    void shouldRefuseEverythingAfterTheEnd(Job job) {
        Ga ga = Ga.initialize(job);
        GaArray a = ga.create(GaType.C_DBL, new long[]{4}, "ended", null);
        GaArray b = ga.create(GaType.C_DBL, new long[]{4}, "other", null);
        a.destroy();
        long[] zero = {0};
        MemorySegment memory = MemorySegment.ofArray(new double[4]);
        assertRefused(ErrorCode.NOT_INITIALIZED, "GaArray.put", () -> a.put(zero, zero, memory), "ended", "destroyed");
        assertRefused(ErrorCode.NOT_INITIALIZED, "GaArray.zero", a::zero, "destroyed");
        assertRefused(ErrorCode.NOT_INITIALIZED, "GaArray.destroy", a::destroy, "destroyed");
        assertRefused(ErrorCode.NOT_INITIALIZED, "Ga.copy", () -> ga.copy(a, b), "destroyed");
        ga.terminate();
        assertRefused(ErrorCode.NOT_INITIALIZED, "GaArray.get", () -> b.get(zero, zero, memory), "terminated");
        assertRefused(ErrorCode.NOT_INITIALIZED, "Ga.sync", ga::sync, "terminated");
        assertRefused(ErrorCode.NOT_INITIALIZED, "Ga.create", () -> ga.create(GaType.C_INT, new long[]{1}, "c", null),
                "terminated");
    }

    @RankTest
    void shouldStartAndEndAgainAndAgain(Job job) {
        for (int round = 0; round < 20; round++) {
            Ga ga = Ga.initializeLtd(job, 1 << 16);
            for (int i = 0; i < 20; i++) {
                GaArray a = ga.create(GaType.C_DBL, new long[]{40, 40}, "a", null);
                a.fill(i);
                assertEquals(1600.0 * i * i, ga.ddot(a, a));
                a.destroy();
            }
            ga.terminate();
        }
    }
}
