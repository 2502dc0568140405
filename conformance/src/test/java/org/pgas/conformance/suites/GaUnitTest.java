package org.pgas.conformance.suites;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertRefused;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;

import org.pgas.ErrorCode;
import org.pgas.Job;
import org.pgas.conformance.AcrossNeighbourhoods;
import org.pgas.conformance.GaModel;
import org.pgas.ga.Ga;
import org.pgas.ga.GaArray;
import org.pgas.ga.GaPatch;
import org.pgas.ga.GaType;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/** The unit tests of the toolkit: each call on arrays of every type, of several shapes, distributed in any way. */
@RankDefaults(ranks = {1, 4}, segment = "0")
@AcrossNeighbourhoods
class GaUnitTest {
    private static final String SUITE = "GA";

    private static final long[][] SHAPES = {{30}, {7, 9}, {4, 3, 5}};

    private interface Case {
        void run(Ga ga, SplittableRandom random, GaType type, long[] dims);
    }

    private static void onEach(Job job, String name, Case each) {
        SplittableRandom random = Seed.of(name);
        Ga ga = Ga.initialize(job);
        for (GaType type : GaType.values()) {
            for (long[] dims : SHAPES) {
                each.run(ga, random, type, dims);
            }
        }
        ga.terminate();
    }

    /** An array and what it holds: whole numbers, of complex ones such that their moduli are whole, too. */
    private record Made(GaArray array, GaModel model) {
        static Made of(Ga ga, SplittableRandom random, GaType type, long... dims) {
            Made made = new Made(GaModel.create(ga, random, type, dims), new GaModel(type, dims));
            for (int i = 0; i < made.model.real.length; i++) {
                int number = random.nextInt(-20, 21);
                made.model.real[i] = type.isComplex() ? 3 * (21 + number) : number;
                made.model.imaginary[i] = type.isComplex() ? 4 * (21 + number) : 0;
            }
            made.put(ga);
            return made;
        }

        /** Stores the numbers of the model. Collective. */
        void put(Ga ga) {
            if (ga.nodeid() == 0) {
                array.put(new long[model.dims.length], model.last(), model.stored());
            }
            ga.sync();
        }

        GaPatch patch(long[][] patch) {
            return array.patch(patch[0], patch[1]);
        }

        double[] number(int place) {
            return new double[]{model.real[place], model.imaginary[place]};
        }

        void set(int place, double... number) {
            model.real[place] = number[0];
            model.imaginary[place] = number.length == 1 ? 0 : number[1];
        }

        /** The model's numbers in a patch become something else. */
        void apply(long[][] patch, Change change) {
            model.forEach(patch[0], patch[1], (place, _) -> set(place, change.of(number(place))));
        }
    }

    private interface Change {
        double[] of(double[] number);
    }

    private interface Pairing {
        double[] of(double[] first, double[] second);
    }

    private static long[][] whole(long[] dims) {
        return new long[][]{new long[dims.length], Arrays.stream(dims).map(each -> each - 1).toArray()};
    }

    /** All of an array, and a part that does not begin or end where it does. */
    private static long[][][] patches(long[] dims) {
        return new long[][][]{whole(dims), {Arrays.stream(dims).map(each -> each / 4).toArray(),
            Arrays.stream(dims).map(each -> each - 2).toArray()}};
    }

    @SuiteCase(suite = SUITE, programs = {"ga_nodeid", "ga_nnodes", "ga_intialize"})
    @RankTest
    void shouldKnowItsProcesses(Job job) {
        Ga ga = Ga.initialize(job);
        assertTrue(ga.isInitialized());
        assertEquals(job.rank(), ga.nodeid());
        assertEquals(job.size(), ga.nnodes());
        assertEquals(2, ga.create(GaType.C_INT, new long[]{5, 5}, "array_A", null).ndim());
        ga.terminate();
        assertFalse(ga.isInitialized());
    }

    @SuiteCase(suite = SUITE, programs = {"ga_create", "ga_create1", "ga_create2", "ga_create3", "ga_inquire",
        "ga_ndim", "ga_ndim2"})
    @RankTest
    void shouldTellWhatAnArrayOfAnyDimensionsIs(Job job) {
        Ga ga = Ga.initialize(job);
        for (GaType type : GaType.values()) {
            for (int ndim = 1; ndim <= 7; ndim++) {
                long[] dims = new long[ndim];
                Arrays.fill(dims, ndim < 4 ? 5 : 3);
                GaArray array = ga.create(type, dims, "array_" + ndim, null);
                array.fill(5);
                assertEquals(type, array.type());
                assertEquals(ndim, array.ndim());
                assertArrayEquals(dims, array.dims());
                assertEquals("array_" + ndim, array.name());
                GaModel model = new GaModel(type, dims);
                Arrays.fill(model.real, 5);
                model.check(array, "filled");
                array.destroy();
            }
        }
        ga.terminate();
    }

    @SuiteCase(suite = SUITE, programs = {"ga_create_handle", "ga_set_data"})
    @RankTest
    void shouldMakeArraysOfHandles(Job job) {
        Ga ga = Ga.initialize(job);
        var first = ga.createHandle();
        var second = ga.createHandle().setData(GaType.C_INT, 4, 4);
        GaArray array = first.setData(GaType.C_DBL, 4, 6).setArrayName("made").setChunk(2, -1).allocate();
        assertEquals(GaType.C_DBL, array.type());
        assertArrayEquals(new long[]{4, 6}, array.dims());
        assertEquals("made", array.name());
        assertEquals(GaType.C_INT, second.allocate().type());
        ga.terminate();
    }

    /** Two rows of blocks, and a column or two of them. */
    @SuiteCase(suite = SUITE, programs = {"ga_create_irreg", "ga_create_irreg2", "ga_create_irreg3"})
    @RankTest(ranks = {2, 4})
    void shouldCutIrregularArraysWhereTheMapSays(Job job) {
        Ga ga = Ga.initialize(job);
        int columns = job.size() / 2;
        long[] map = columns == 1 ? new long[]{0, 2, 0} : new long[]{0, 2, 0, 4};
        long[] ends = columns == 1 ? new long[]{9} : new long[]{3, 9};
        for (int ndim = 2; ndim <= 7; ndim++) {
            long[] dims = new long[ndim];
            int[] blocks = new int[ndim];
            Arrays.fill(dims, 2);
            Arrays.fill(blocks, 1);
            dims[0] = 5;
            dims[1] = 10;
            blocks[0] = 2;
            blocks[1] = columns;
            GaArray array = ga.createIrreg(GaType.C_INT, dims, "array_B", blocks, Arrays.copyOf(map,
                    map.length + ndim - 2));
            array.fill(7);
            long[] lo = new long[ndim];
            long[] hi = new long[ndim];
            assertTrue(array.distribution(ga.nodeid(), lo, hi));
            int row = ga.nodeid() / columns;
            int column = ga.nodeid() % columns;
            assertEquals(row == 0 ? 0 : 2, lo[0]);
            assertEquals(row == 0 ? 1 : 4, hi[0]);
            assertEquals(map[2 + column], lo[1]);
            assertEquals(ends[column], hi[1]);
            assertArrayEquals(blocks, array.nblock());
            GaModel model = new GaModel(GaType.C_INT, dims);
            Arrays.fill(model.real, 7);
            model.check(array, "filled");
            array.destroy();
        }
        ga.terminate();
    }

    @SuiteCase(suite = SUITE, programs = {"ga_destroy", "ga_duplicate", "ga_sync"})
    @RankTest
    void shouldDuplicateArraysAndEndThem(Job job) {
        onEach(job, "duplicates", (ga, random, type, dims) -> {
            Made made = Made.of(ga, random, type, dims);
            GaArray other = made.array.duplicate("array_B");
            assertEquals(type, other.type());
            assertArrayEquals(dims, other.dims());
            assertTrue(made.array.compareDistr(other));
            other.fill(4);
            ga.sync();
            made.model.check(made.array, "as it was");
            made.array.destroy();
            assertFalse(made.array.isOpen());
            assertRefused(ErrorCode.NOT_INITIALIZED, "destroyed", made.array::zero, "destroyed");
            GaModel fours = new GaModel(type, dims);
            Arrays.fill(fours.real, 4);
            fours.check(other, "lives on");
            other.destroy();
        });
    }

    @SuiteCase(suite = SUITE, programs = {"ga_put", "ga_put2", "ga_get", "ga_acc"})
    @RankTest
    void shouldPutGetAndAccumulate(Job job) {
        onEach(job, "transfers", (ga, random, type, dims) -> {
            Made made = Made.of(ga, random, type, dims);
            made.model.check(made.array, "put");
            for (long[][] patch : patches(dims)) {
                GaModel part = new GaModel(type, made.patch(patch).elements());
                made.model.forEach(patch[0], patch[1], (place, number) -> {
                    part.real[number] = made.model.real[place];
                    part.imaginary[number] = made.model.imaginary[place];
                });
                MemorySegment found = MemorySegment.ofArray(new byte[(int) part.dims[0] * type.bytes()]);
                made.array.get(patch[0], patch[1], found);
                assertEquals(-1, part.stored().mismatch(found), "got");
                ga.sync();
                made.array.acc(patch[0], patch[1], found, 2);
                ga.sync();
                int factor = 1 + 2 * ga.nnodes();
                made.apply(patch, number -> new double[]{factor * number[0], factor * number[1]});
                made.model.check(made.array, "accumulated");
                ga.sync();
            }
            made.array.destroy();
        });
    }

    @SuiteCase(suite = SUITE, programs = {"ga_zero", "ga_zeropatch", "ga_zeropatch2", "ga_fill", "ga_fillpatch",
        "ga_fillpatch1",
        "ga_scale", "ga_scale2", "ga_scale_patch", "ga_add_constant", "ga_add_constantpatch", "ga_abs_value"})
    @RankTest
    void shouldChangeWholeArraysAndPatches(Job job) {
        onEach(job, "changes", (ga, random, type, dims) -> {
            Made made = Made.of(ga, random, type, dims);
            GaArray array = made.array;
            array.absValue();
            made.apply(whole(dims), number -> new double[]{Math.hypot(number[0], number[1])});
            made.model.check(array, "absolute values");
            array.scale(type.number(-3));
            made.apply(whole(dims), number -> new double[]{-3 * number[0]});
            made.model.check(array, "scaled");
            array.addConstant(type.number(8));
            made.apply(whole(dims), number -> new double[]{number[0] + 8});
            made.model.check(array, "with a number added");
            long[][] patch = patches(dims)[1];
            array.scalePatch(patch[0], patch[1], type.number(2));
            array.addConstantPatch(patch[0], patch[1], type.number(-1));
            made.apply(patch, number -> new double[]{2 * number[0] - 1});
            made.model.check(array, "a patch, scaled and with a number added");
            array.fillPatch(patch[0], patch[1], type.number(6));
            made.apply(patch, _ -> new double[]{6});
            made.model.check(array, "a patch, filled");
            array.zeroPatch(patch[0], patch[1]);
            made.apply(patch, _ -> new double[]{0});
            made.model.check(array, "a patch of zeros");
            array.fill(type.number(9));
            made.apply(whole(dims), _ -> new double[]{9});
            made.model.check(array, "filled");
            array.zero();
            made.apply(whole(dims), _ -> new double[]{0});
            made.model.check(array, "zeros");
            array.destroy();
        });
    }

    @SuiteCase(suite = SUITE, programs = {"ga_copy", "ga_copy2", "ga_copy3", "ga_copypatch", "ga_copypatch2"})
    @RankTest
    void shouldCopyBetweenDistributions(Job job) {
        onEach(job, "copies", (ga, random, type, dims) -> {
            Made from = Made.of(ga, random, type, dims);
            Made to = Made.of(ga, random, type, dims);
            long[][] patch = patches(dims)[1];
            ga.copyPatch(false, from.patch(patch), to.patch(patch));
            to.model.forEach(patch[0], patch[1], (place, _) -> to.set(place, from.number(place)));
            to.model.check(to.array, "a patch");
            ga.copy(from.array, to.array);
            from.model.check(to.array, "all");
            from.model.check(from.array, "as it was");
            from.array.destroy();
            to.array.destroy();
        });
    }

    @SuiteCase(suite = SUITE, programs = {"ga_transpose", "ga_transpose2", "ga_transpose3"})
    @RankTest
    void shouldTransposeMatrices(Job job) {
        onEach(job, "transposes", (ga, random, type, dims) -> {
            long rows = 3 + dims.length;
            Made from = Made.of(ga, random, type, rows, 8);
            Made to = Made.of(ga, random, type, 8, rows);
            ga.transpose(from.array, to.array);
            for (int i = 0; i < to.model.real.length; i++) {
                to.set(i, from.number((int) (i % rows * 8 + i / rows)));
            }
            to.model.check(to.array, "transposed");
            from.array.destroy();
            to.array.destroy();
        });
    }

    @SuiteCase(suite = SUITE, programs = {"ga_add", "ga_add_patch", "ga_dot"})
    @RankTest
    void shouldAddAndMultiplyArrays(Job job) {
        onEach(job, "sums", (ga, random, type, dims) -> {
            Made a = Made.of(ga, random, type, dims);
            Made b = Made.of(ga, random, type, dims);
            Made c = Made.of(ga, random, type, dims);
            long[][] patch = patches(dims)[1];
            Pairing sum = (first, second) -> new double[]{3 * first[0] + 2 * second[0], 3 * first[1] + 2 * second[1]};
            ga.addPatch(type.number(3), a.patch(patch), type.number(2), b.patch(patch), c.patch(patch));
            combine(a, b, c, patch, sum);
            c.model.check(c.array, "a patch");
            ga.add(type.number(3), a.array, type.number(2), b.array, c.array);
            combine(a, b, c, whole(dims), sum);
            c.model.check(c.array, "all");
            double[] dot = new double[2];
            a.model.forEach(whole(dims)[0], whole(dims)[1], (place, _) -> {
                double[] product = product(a.number(place), b.number(place));
                dot[0] += product[0];
                dot[1] += product[1];
            });
            checkDot(ga, a.array, b.array, dot);
            a.array.destroy();
            b.array.destroy();
            c.array.destroy();
        });
    }

    private static void checkDot(Ga ga, GaArray a, GaArray b, double[] dot) {
        switch (a.type()) {
            case C_INT -> assertEquals((int) dot[0], ga.idot(a.whole(), b.whole()));
            case C_LONG -> assertEquals((long) dot[0], ga.ldot(a.whole(), b.whole()));
            case C_FLT -> assertEquals((float) dot[0], ga.fdot(a.whole(), b.whole()));
            case C_DBL -> assertEquals(dot[0], ga.ddot(a.whole(), b.whole()));
            case C_SCPL -> assertArrayEquals(new float[]{(float) dot[0], (float) dot[1]},
                    ga.cdot(a.whole(), b.whole()));
            case C_DCPL -> assertArrayEquals(dot, ga.zdot(a.whole(), b.whole()));
        }
    }

    private static double[] product(double[] first, double[] second) {
        return new double[]{first[0] * second[0] - first[1] * second[1], first[0] * second[1] + first[1] * second[0]};
    }

    private static void combine(Made a, Made b, Made c, long[][] patch, Pairing pairing) {
        c.model.forEach(patch[0], patch[1], (place, _) -> c.set(place, pairing.of(a.number(place), b.number(place))));
    }

    private static double modulus(double[] number) {
        return number[1] == 0 ? number[0] : Math.hypot(number[0], number[1]);
    }

    @SuiteCase(suite = SUITE, programs = {"ga_elem_multiply", "ga_elem_multiplypatch", "ga_elem_divide",
        "ga_elem_dividepatch",
        "ga_elem_maximum", "ga_elem_maximumpatch", "ga_elem_minimum", "ga_elem_minimumpatch"})
    @RankTest
    void shouldCombineElementsOneByOne(Job job) {
        onEach(job, "elements", (ga, random, type, dims) -> {
            Made a = Made.of(ga, random, type, dims);
            Made b = Made.of(ga, random, type, dims);
            Made c = Made.of(ga, random, type, dims);
            for (long[][] patch : patches(dims)) {
                ga.elemMultiplyPatch(a.patch(patch), b.patch(patch), c.patch(patch));
                combine(a, b, c, patch, GaUnitTest::product);
                c.model.check(c.array, "products");
                ga.elemMaximumPatch(a.patch(patch), b.patch(patch), c.patch(patch));
                combine(a, b, c, patch, (first, second) -> modulus(first) >= modulus(second) ? first : second);
                c.model.check(c.array, "maxima");
                ga.elemMinimumPatch(a.patch(patch), b.patch(patch), c.patch(patch));
                combine(a, b, c, patch, (first, second) -> modulus(first) <= modulus(second) ? first : second);
                c.model.check(c.array, "minima");
            }
            ga.elemMaximum(a.array, b.array, c.array);
            combine(a, b, c, whole(dims), (first, second) -> modulus(first) >= modulus(second) ? first : second);
            c.model.check(c.array, "all maxima");
            ga.elemMinimum(a.array, b.array, c.array);
            combine(a, b, c, whole(dims), (first, second) -> modulus(first) <= modulus(second) ? first : second);
            c.model.check(c.array, "all minima");
            ga.elemMultiply(a.array, b.array, c.array);
            combine(a, b, c, whole(dims), GaUnitTest::product);
            c.model.check(c.array, "all products");
            divide(ga, a, b, c);
            a.array.destroy();
            b.array.destroy();
            c.array.destroy();
        });
    }

    /** By powers of two, so that quotients are exact. */
    private static void divide(Ga ga, Made a, Made b, Made c) {
        long[] dims = a.model.dims;
        a.array.scale(8);
        a.apply(whole(dims), number -> new double[]{8 * number[0], 8 * number[1]});
        for (int i = 0; i < b.model.real.length; i++) {
            b.set(i, 1 << i % 4);
        }
        b.put(ga);
        Pairing quotient = (first, second) -> new double[]{first[0] / second[0], first[1] / second[0]};
        long[][] patch = patches(dims)[1];
        ga.elemDividePatch(a.patch(patch), b.patch(patch), c.patch(patch));
        combine(a, b, c, patch, quotient);
        c.model.check(c.array, "quotients of a patch");
        ga.elemDivide(a.array, b.array, c.array);
        combine(a, b, c, whole(dims), quotient);
        c.model.check(c.array, "quotients");
    }

    @SuiteCase(suite = SUITE, programs = "ga_median")
    @RankTest
    void shouldFindMedians(Job job) {
        onEach(job, "medians", (ga, random, type, dims) -> {
            Made a = Made.of(ga, random, type, dims);
            Made b = Made.of(ga, random, type, dims);
            Made c = Made.of(ga, random, type, dims);
            Made m = Made.of(ga, random, type, dims);
            ga.median(a.array, b.array, c.array, m.array);
            for (int i = 0; i < m.model.real.length; i++) {
                double[][] three = {a.number(i), b.number(i), c.number(i)};
                Arrays.sort(three, (x, y) -> Double.compare(modulus(x), modulus(y)));
                m.set(i, three[1]);
            }
            m.model.check(m.array, "medians");
            for (Made each : new Made[]{a, b, c, m}) {
                each.array.destroy();
            }
        });
    }

    @SuiteCase(suite = SUITE, programs = {"ga_get_diagonal", "ga_set_diagonal", "ga_add_diagonal", "ga_zerodiagonal",
        "ga_scale_rows",
        "ga_scale_cols"})
    @RankTest
    void shouldChangeDiagonalsRowsAndColumns(Job job) {
        onEach(job, "diagonals", (ga, random, type, dims) -> {
            int n = 4 + dims.length;
            Made a = Made.of(ga, random, type, n, n);
            Made v = Made.of(ga, random, type, n);
            a.array.setDiagonal(v.array);
            a.array.addDiagonal(v.array);
            for (int i = 0; i < n; i++) {
                a.set(i * n + i, 2 * v.model.real[i], 2 * v.model.imaginary[i]);
            }
            a.model.check(a.array, "set and added to");
            GaArray diagonal = v.array.duplicate("diagonal");
            a.array.getDiag(diagonal);
            GaModel doubled = new GaModel(type, n);
            Arrays.setAll(doubled.real, i -> 2 * v.model.real[i]);
            Arrays.setAll(doubled.imaginary, i -> 2 * v.model.imaginary[i]);
            doubled.check(diagonal, "got");
            a.array.scaleRows(v.array);
            for (int i = 0; i < n * n; i++) {
                a.set(i, product(a.number(i), v.number(i / n)));
            }
            a.model.check(a.array, "rows");
            a.array.zeroDiagonal();
            for (int i = 0; i < n; i++) {
                a.set(i * n + i, 0);
            }
            a.model.check(a.array, "zeros");
            Made b = Made.of(ga, random, type, n, n);
            b.array.scaleCols(v.array);
            for (int i = 0; i < n * n; i++) {
                b.set(i, product(b.number(i), v.number(i % n)));
            }
            b.model.check(b.array, "columns");
            for (GaArray each : new GaArray[]{a.array, b.array, v.array, diagonal}) {
                each.destroy();
            }
        });
    }

    @SuiteCase(suite = SUITE, programs = {"ga_scatter", "ga_gather", "ga_gather2", "ga_gather3"})
    @RankTest
    void shouldScatterAndGather(Job job) {
        onEach(job, "scattered elements", (ga, random, type, dims) -> {
            Made made = Made.of(ga, random, type, dims);
            int ndim = dims.length;
            int each = made.model.real.length / ga.nnodes() / 2;
            int first = ga.nodeid() * each * 2;
            // every other element of a part of its own
            long[] subscripts = new long[each * ndim];
            GaModel values = new GaModel(type, each);
            for (int i = 0; i < each; i++) {
                long rest = first + 2 * i;
                for (int d = ndim - 1; d >= 0; d--) {
                    subscripts[i * ndim + d] = rest % dims[d];
                    rest /= dims[d];
                }
                values.real[i] = 1000 + first + i;
            }
            made.array.scatter(values.stored(), 0, subscripts, each);
            ga.sync();
            int of = each;
            for (int i = 0; i < ga.nnodes() * each; i++) {
                made.set(i / of * of * 2 + i % of * 2, 1000 + i / of * of * 2 + i % of);
            }
            made.model.check(made.array, "scattered");
            MemorySegment found = MemorySegment.ofArray(new byte[each * type.bytes()]);
            made.array.gather(found, 0, subscripts, each);
            assertEquals(-1, values.stored().mismatch(found), "gathered");
            made.array.destroy();
        });
    }

    @SuiteCase(suite = SUITE, programs = {"ga_igop", "ga_igop2", "ga_lgop", "ga_dgop"})
    @RankTest
    void shouldCombineNumbersOfAllProcesses(Job job) {
        Ga ga = Ga.initialize(job);
        int count = 10;
        for (String op : new String[]{"+", "*", "max", "min", "absmax", "absmin"}) {
            double[] expected = new double[count];
            for (int i = 0; i < count; i++) {
                expected[i] = op.startsWith("abs") ? Math.abs(number(0, i)) : number(0, i);
                for (int proc = 1; proc < ga.nnodes(); proc++) {
                    expected[i] = combined(op, expected[i], number(proc, i));
                }
            }
            int[] ints = new int[count];
            long[] longs = new long[count];
            double[] doubles = new double[count];
            Arrays.setAll(ints, i -> number(ga.nodeid(), i));
            Arrays.setAll(longs, i -> number(ga.nodeid(), i));
            Arrays.setAll(doubles, i -> number(ga.nodeid(), i));
            ga.igop(ints, op);
            ga.lgop(longs, op);
            ga.dgop(doubles, op);
            for (int i = 0; i < count; i++) {
                assertEquals((int) expected[i], ints[i], op);
                assertEquals((long) expected[i], longs[i], op);
                assertEquals(expected[i], doubles[i], op);
            }
        }
        ga.terminate();
    }

    private static int number(int proc, int i) {
        return (proc * 7 + i * 3) % 11 - 4;
    }

    private static double combined(String op, double x, double y) {
        return switch (op) {
            case "+" -> x + y;
            case "*" -> x * y;
            case "max" -> Math.max(x, y);
            case "min" -> Math.min(x, y);
            case "absmax" -> Math.max(Math.abs(x), Math.abs(y));
            default -> Math.min(Math.abs(x), Math.abs(y));
        };
    }
}
