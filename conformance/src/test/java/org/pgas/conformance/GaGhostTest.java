package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;

import org.pgas.Job;
import org.pgas.conformance.suites.SuiteCase;
import org.pgas.ga.Ga;
import org.pgas.ga.GaArray;
import org.pgas.ga.GaType;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/** Ghost cells of global arrays: they hold what lies there, round the edges too. */
@RankDefaults(ranks = {1, 4}, segment = "0")
@AcrossNeighbourhoods
class GaGhostTest {
    private static final double NOTHING = -99;

    @SuiteCase(suite = "GA", programs = {"g2test", "g3test"})
    @RankTest
    void shouldFillGhostCellsWithWhatLiesThere(Job job) {
        SplittableRandom random = Seed.of("ghosts");
        Ga ga = Ga.initialize(job);
        for (GaType type : GaType.values()) {
            for (int ndim = 1; ndim <= 4; ndim++) {
                GaModel model = new GaModel(type, GaModel.extents(random, ndim));
                long[] width = Arrays.stream(model.dims).map(each -> random.nextLong(Math.min(each, 3) + 1))
                        .toArray();
                GaArray array = ga.createGhosts(type, model.dims, width, "ghosts", null);
                assertArrayEquals(width, array.ghostWidths());
                assertEquals(Arrays.stream(width).anyMatch(each -> each > 0), array.hasGhosts());
                model.randomise(random);
                if (ga.nodeid() == 0) {
                    array.put(new long[ndim], model.last(), model.stored());
                }
                array.updateGhosts();
                check(ga, array, model, _ -> true);
                array.destroy();
            }
        }
        ga.terminate();
    }

    @SuiteCase(suite = "GA", programs = "d2test")
    @RankTest
    void shouldFillOneSideAloneWithCornersOrWithout(Job job) {
        SplittableRandom random = Seed.of("sides of ghosts");
        Ga ga = Ga.initialize(job);
        for (int round = 0; round < 8; round++) {
            GaModel model = new GaModel(GaType.C_DBL, 6, 7);
            GaArray array = ga.createGhosts(GaType.C_DBL, model.dims, new long[]{1, 2}, "ghosts", null);
            long[] ld = new long[1];
            MemorySegment own = array.accessGhosts(ld);
            for (long at = 0; own != null && at < own.byteSize(); at += 8) {
                GaModel.set(GaType.C_DBL, own, at, NOTHING, 0);
            }
            ga.sync();
            model.randomise(random);
            if (ga.nodeid() == 0) {
                array.put(new long[2], model.last(), model.stored());
            }
            int dimension = round % 2;
            int side = round / 2 % 2 == 0 ? -1 : 1;
            boolean corners = round >= 4;
            array.updateGhostDir(dimension, side, corners);
            check(ga, array, model, sides -> sides[0] == 0 && sides[1] == 0
                    || sides[dimension] == side && (corners || sides[1 - dimension] == 0));
            array.destroy();
        }
        ga.terminate();
    }

    private interface Filled {
        /** Whether the cells on these sides of the block (-1, 0, 1) are to be what lies there. */
        boolean on(int[] sides);
    }

    private static void check(Ga ga, GaArray array, GaModel model, Filled filled) {
        int ndim = model.dims.length;
        long[] lo = new long[ndim];
        long[] hi = new long[ndim];
        long[] ld = new long[ndim];
        boolean isThere = array.distribution(ga.nodeid(), lo, hi);
        MemorySegment own = array.accessGhosts(ld);
        if (!isThere) {
            assertNull(own);
            ga.sync();
            return;
        }
        long[] width = array.ghostWidths();
        long[] extents = new long[ndim];
        Arrays.setAll(extents, d -> hi[d] - lo[d] + 1 + 2 * width[d]);
        for (int d = 1; d < ndim; d++) {
            assertEquals(extents[d], ld[d - 1]);
        }
        GaModel cells = new GaModel(model.type, extents);
        cells.forEach(new long[ndim], cells.last(), (place, number) -> {
            long[] index = new long[ndim];
            int[] sides = new int[ndim];
            long rest = place;
            for (int d = ndim - 1; d >= 0; d--) {
                long at = rest % extents[d] - width[d];
                rest /= extents[d];
                index[d] = Math.floorMod(lo[d] + at, model.dims[d]);
                sides[d] = at < 0 ? -1 : at > hi[d] - lo[d] ? 1 : 0;
            }
            boolean isFilled = filled.on(sides);
            long at = (long) place * model.type.bytes();
            assertEquals(isFilled ? model.real[model.place(index)] : NOTHING, GaModel.real(model.type, own, at),
                    () -> array + ": cell " + place + " of process " + ga.nodeid());
            if (isFilled) {
                assertEquals(model.imaginary[model.place(index)], GaModel.imaginary(model.type, own, at));
            }
        });
        ga.sync();
    }

    @RankTest
    void shouldRefuseGhostCellsThatCannotBe(Job job) {
        Ga ga = Ga.initialize(job);
        assertIllegal("Ga.createGhosts",
                () -> ga.createGhosts(GaType.C_DBL, new long[]{4}, new long[]{5}, "wide", null), "wide",
                "width[0] is 5",
                "0..4");
        assertIllegal("GaHandle.allocate", () -> ga.createHandle().setData(GaType.C_DBL, 4).setGhosts(1)
                .setBlockCyclic(2).allocate(), "ghost cells");
        GaArray array = ga.createGhosts(GaType.C_DBL, new long[]{4}, new long[]{1}, "a", null);
        assertIllegal("GaArray.updateGhostDir", () -> array.updateGhostDir(1, 1, true), "dimension is 1", "0..0");
        assertIllegal("GaArray.updateGhostDir", () -> array.updateGhostDir(0, 2, true), "idir is 2");
        assertTrue(array.hasGhosts());
        assertFalse(ga.create(GaType.C_DBL, new long[]{4}, "b", null).hasGhosts());
        ga.terminate();
    }
}
