package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;

import org.pgas.Job;
import org.pgas.conformance.suites.SuiteCase;
import org.pgas.ga.Ga;
import org.pgas.ga.GaArray;
import org.pgas.ga.GaPatch;
import org.pgas.ga.GaType;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/** Operations on whole arrays and patches, against loops over plain arrays. All processes draw the same numbers. */
@RankDefaults(ranks = {1, 3}, segment = "0")
@AcrossNeighbourhoods
class GaOperationTest {
    /** A global array, what it must hold, and a patch of it. */
    private record Operand(GaArray array, GaModel model, long[] lo, long[] hi) {
        static Operand of(Ga ga, SplittableRandom random, GaType type, long[] extents) {
            long[] dims = new long[extents.length];
            long[] lo = new long[dims.length];
            long[] hi = new long[dims.length];
            for (int d = 0; d < dims.length; d++) {
                lo[d] = random.nextInt(3);
                hi[d] = lo[d] + extents[d] - 1;
                dims[d] = hi[d] + 1 + random.nextInt(3);
            }
            GaModel model = new GaModel(type, dims);
            GaArray array = GaModel.create(ga, random, type, dims);
            model.randomise(random);
            if (ga.nodeid() == 0) {
                array.put(new long[dims.length], model.last(), model.stored());
            }
            ga.sync();
            return new Operand(array, model, lo, hi);
        }

        GaPatch patch() {
            return array.patch(lo, hi);
        }

        int[] places() {
            int[] places = new int[(int) patch().elements()];
            model.forEach(lo, hi, (place, number) -> places[number] = place);
            return places;
        }

        double real(int number) {
            return model.real[places()[number]];
        }

        double imaginary(int number) {
            return model.imaginary[places()[number]];
        }
    }

    @RankTest
    void shouldDoToPatchesWhatLoopsDo(Job job) {
        SplittableRandom random = Seed.of("operations");
        Ga ga = Ga.initialize(job);
        for (GaType type : GaType.values()) {
            for (int ndim = 1; ndim <= 4; ndim++) {
                long[] extents = GaModel.extents(random, ndim);
                Operand a = Operand.of(ga, random, type, extents);
                update(a, type);
                Operand b = Operand.of(ga, random, type, extents);
                Operand c = Operand.of(ga, random, type, extents);
                combine(ga, a, b, c, type);
                for (Operand each : new Operand[]{a, b, c}) {
                    each.array.destroy();
                }
            }
        }
        ga.terminate();
    }

    private static void update(Operand a, GaType type) {
        int[] places = a.places();
        a.array.scalePatch(a.lo, a.hi, type.number(-2));
        a.array.addConstantPatch(a.lo, a.hi, type.number(5));
        for (int place : places) {
            a.model.real[place] = a.model.real[place] * -2 + 5;
            a.model.imaginary[place] *= -2;
        }
        a.model.check(a.array, "scaled and increased");
        if (!type.isComplex()) {
            a.array.absValuePatch(a.lo, a.hi);
            for (int place : places) {
                a.model.real[place] = Math.abs(a.model.real[place]);
            }
            a.model.check(a.array, "absolute values");
        }
    }

    private static void combine(Ga ga, Operand a, Operand b, Operand c, GaType type) {
        int[] places = c.places();
        ga.addPatch(type.number(2), a.patch(), type.number(-3), b.patch(), c.patch());
        for (int i = 0; i < places.length; i++) {
            c.model.real[places[i]] = 2 * a.real(i) - 3 * b.real(i);
            c.model.imaginary[places[i]] = 2 * a.imaginary(i) - 3 * b.imaginary(i);
        }
        c.model.check(c.array, "sums");
        ga.elemMultiplyPatch(a.patch(), b.patch(), c.patch());
        for (int i = 0; i < places.length; i++) {
            c.model.real[places[i]] = a.real(i) * b.real(i) - a.imaginary(i) * b.imaginary(i);
            c.model.imaginary[places[i]] = a.real(i) * b.imaginary(i) + a.imaginary(i) * b.real(i);
        }
        c.model.check(c.array, "products");
        if (!type.isComplex()) {
            ga.elemMaximumPatch(a.patch(), b.patch(), c.patch());
            for (int i = 0; i < places.length; i++) {
                c.model.real[places[i]] = Math.max(a.real(i), b.real(i));
            }
            c.model.check(c.array, "maxima");
            ga.elemMinimumPatch(a.patch(), b.patch(), c.patch());
            for (int i = 0; i < places.length; i++) {
                c.model.real[places[i]] = Math.min(a.real(i), b.real(i));
            }
            c.model.check(c.array, "minima");
            ga.medianPatch(a.patch(), b.patch(), c.patch(), c.patch());
            for (int i = 0; i < places.length; i++) {
                double[] three = {a.real(i), b.real(i), c.real(i)};
                Arrays.sort(three);
                c.model.real[places[i]] = three[1];
            }
            c.model.check(c.array, "medians");
        }
        ga.copyPatch(false, a.patch(), c.patch());
        for (int i = 0; i < places.length; i++) {
            c.model.real[places[i]] = a.real(i);
            c.model.imaginary[places[i]] = a.imaginary(i);
        }
        c.model.check(c.array, "copies");
        checkDot(ga, a, b, type);
    }

    private static void checkDot(Ga ga, Operand a, Operand b, GaType type) {
        double real = 0;
        double imaginary = 0;
        for (int i = 0; i < a.places().length; i++) {
            real += a.real(i) * b.real(i) - a.imaginary(i) * b.imaginary(i);
            imaginary += a.real(i) * b.imaginary(i) + a.imaginary(i) * b.real(i);
        }
        switch (type) {
            case C_INT -> assertEquals(real, ga.idot(a.patch(), b.patch()));
            case C_LONG -> assertEquals(real, ga.ldot(a.patch(), b.patch()));
            case C_FLT -> assertEquals(real, ga.fdot(a.patch(), b.patch()));
            case C_DBL -> assertEquals(real, ga.ddot(a.patch(), b.patch()));
            case C_SCPL -> assertArrayEquals(new float[]{(float) real, (float) imaginary},
                    ga.cdot(a.patch(), b.patch()));
            case C_DCPL -> assertArrayEquals(new double[]{real, imaginary}, ga.zdot(a.patch(), b.patch()));
        }
    }

    @RankTest
    void shouldDivide(Job job) {
        Ga ga = Ga.initialize(job);
        for (GaType type : GaType.values()) {
            GaArray a = ga.create(type, new long[]{7}, "a", null);
            GaArray b = a.duplicate("b");
            a.fill(12);
            b.fill(type.isComplex() ? type.number(0, 4) : type.number(4));
            ga.elemDivide(a, b, a);
            GaModel model = new GaModel(type, 7);
            Arrays.fill(model.real, type.isComplex() ? 0 : 3);
            Arrays.fill(model.imaginary, type.isComplex() ? -3 : 0);
            model.check(a, "quotients");
            b.recip();
            Arrays.fill(model.real, type.isInteger() || type.isComplex() ? 0 : 0.25);
            Arrays.fill(model.imaginary, type.isComplex() ? -0.25 : 0);
            model.check(b, "reciprocals");
        }
        ga.terminate();
    }

    @RankTest
    void shouldCopyToPatchesOfOtherExtents(Job job) {
        SplittableRandom random = Seed.of("copies of other extents");
        Ga ga = Ga.initialize(job);
        for (GaType type : GaType.values()) {
            Operand a = Operand.of(ga, random, type, new long[]{4, 6});
            Operand b = Operand.of(ga, random, type, new long[]{3, 2, 4});
            ga.copyPatch(false, a.patch(), b.patch());
            int[] places = b.places();
            for (int i = 0; i < places.length; i++) {
                b.model.real[places[i]] = a.real(i);
                b.model.imaginary[places[i]] = a.imaginary(i);
            }
            b.model.check(b.array, "copied");
        }
        ga.terminate();
    }

    @RankTest
    void shouldTranspose(Job job) {
        SplittableRandom random = Seed.of("transposes");
        Ga ga = Ga.initialize(job);
        for (GaType type : GaType.values()) {
            Operand a = Operand.of(ga, random, type, new long[]{5, 9});
            Operand b = Operand.of(ga, random, type, new long[]{9, 5});
            ga.copyPatch(true, a.patch(), b.patch());
            int[] places = b.places();
            for (int i = 0; i < places.length; i++) {
                b.model.real[places[i]] = a.real(i % 5 * 9 + i / 5);
                b.model.imaginary[places[i]] = a.imaginary(i % 5 * 9 + i / 5);
            }
            b.model.check(b.array, "transposed");
        }
        Operand a = Operand.of(ga, random, GaType.C_DBL, new long[]{2, 3, 4});
        Operand b = Operand.of(ga, random, GaType.C_DBL, new long[]{4, 3, 2});
        ga.copyPatch(true, a.patch(), b.patch());
        int[] places = b.places();
        for (int i = 0; i < places.length; i++) {
            b.model.real[places[i]] = a.real(i % 2 * 12 + i / 2 % 3 * 4 + i / 6);
        }
        b.model.check(b.array, "in reverse order");
        ga.terminate();
    }

    @SuiteCase(suite = "GA", programs = {"gemmtest", "mulmatpatchc", "mulmatpatch"})
    @RankTest
    void shouldMultiplyMatrices(Job job) {
        SplittableRandom random = Seed.of("products");
        Ga ga = Ga.initialize(job);
        for (GaType type : new GaType[]{GaType.C_FLT, GaType.C_DBL, GaType.C_SCPL, GaType.C_DCPL}) {
            for (int round = 0; round < 6; round++) {
                boolean isLeft = random.nextBoolean();
                boolean isRight = random.nextBoolean();
                long m = 1 + random.nextInt(20);
                long n = 1 + random.nextInt(20);
                long k = 1 + random.nextInt(30);
                Operand a = Operand.of(ga, random, type, isLeft ? new long[]{k, m} : new long[]{m, k});
                Operand b = Operand.of(ga, random, type, isRight ? new long[]{n, k} : new long[]{k, n});
                Operand c = Operand.of(ga, random, type, new long[]{m, n});
                multiply(ga, new Operand[]{a, b, c}, isLeft, isRight, (int) k);
                for (Operand each : new Operand[]{a, b, c}) {
                    each.array.destroy();
                }
            }
        }
        ga.terminate();
    }

    private static void multiply(Ga ga, Operand[] all, boolean isLeft, boolean isRight, int depth) {
        Operand a = all[0];
        Operand b = all[1];
        Operand c = all[2];
        GaType type = c.model.type;
        int columns = (int) (c.hi[1] - c.lo[1] + 1);
        int rows = (int) (c.hi[0] - c.lo[0] + 1);
        int[] places = c.places();
        double[] found = new double[2];
        ga.matmulPatch(isLeft, isRight, type.number(2), type.number(-1), a.patch(), b.patch(), c.patch());
        for (int i = 0; i < places.length; i++) {
            int row = i / columns;
            int column = i % columns;
            Arrays.fill(found, 0);
            for (int k = 0; k < depth; k++) {
                int left = isLeft ? k * rows + row : row * depth + k;
                int right = isRight ? column * depth + k : k * columns + column;
                found[0] += a.real(left) * b.real(right) - a.imaginary(left) * b.imaginary(right);
                found[1] += a.real(left) * b.imaginary(right) + a.imaginary(left) * b.real(right);
            }
            c.model.real[places[i]] = 2 * found[0] - c.model.real[places[i]];
            c.model.imaginary[places[i]] = 2 * found[1] - c.model.imaginary[places[i]];
        }
        c.model.check(c.array, "product");
    }

    /** Larger than a tile and a panel, with remainders, so that all loops go round. */
    @RankTest(ranks = 2)
    void shouldMultiplyMatricesOfSeveralTiles(Job job) {
        SplittableRandom random = Seed.of("products of tiles");
        int n = 531;
        int k = 263;
        Ga ga = Ga.initialize(job);
        GaArray a = ga.create(GaType.C_DBL, new long[]{n, k}, "a", new long[]{n, k});
        GaArray b = ga.create(GaType.C_DBL, new long[]{k, n}, "b", null);
        GaArray c = ga.create(GaType.C_DBL, new long[]{n, n}, "c", new long[]{n, n});
        double[] left = random.doubles((long) n * k).map(each -> Math.rint(each * 9)).toArray();
        double[] right = random.doubles((long) n * k).map(each -> Math.rint(each * 9)).toArray();
        if (ga.nodeid() == 0) {
            a.put(new long[2], new long[]{n - 1, k - 1}, MemorySegment.ofArray(left));
            b.put(new long[2], new long[]{k - 1, n - 1}, MemorySegment.ofArray(right));
        }
        c.fill(Double.NaN);
        ga.dgemm(false, false, 1, a, b, 0, c);
        double[] found = new double[n * n];
        c.get(new long[2], new long[]{n - 1, n - 1}, MemorySegment.ofArray(found));
        for (int i = 0; i < n * n; i += 97) {
            double sum = 0;
            for (int j = 0; j < k; j++) {
                sum += left[i / n * k + j] * right[j * n + i % n];
            }
            assertEquals(sum, found[i]);
        }
        ga.terminate();
    }

    @SuiteCase(suite = "GA", programs = "matrixc")
    @RankTest
    void shouldChangeDiagonalsRowsAndColumns(Job job) {
        SplittableRandom random = Seed.of("diagonals");
        Ga ga = Ga.initialize(job);
        for (GaType type : GaType.values()) {
            int n = 8;
            int m = 11;
            GaModel model = new GaModel(type, n, m);
            GaArray array = GaModel.create(ga, random, type, model.dims);
            model.randomise(random);
            GaModel vector = new GaModel(type, n);
            vector.randomise(random);
            GaArray v = GaModel.create(ga, random, type, vector.dims);
            if (ga.nodeid() == 0) {
                array.put(new long[2], model.last(), model.stored());
                v.put(new long[1], vector.last(), vector.stored());
            }
            array.setDiagonal(v);
            array.shiftDiagonal(type.number(4));
            array.addDiagonal(v);
            for (int i = 0; i < n; i++) {
                model.real[i * m + i] = 2 * vector.real[i] + 4;
                model.imaginary[i * m + i] = 2 * vector.imaginary[i];
            }
            model.check(array, "set, shifted and added to");
            array.getDiag(v);
            for (int i = 0; i < n; i++) {
                vector.real[i] = model.real[i * m + i];
                vector.imaginary[i] = model.imaginary[i * m + i];
            }
            vector.check(v, "the diagonal");
            array.scaleRows(v);
            for (int i = 0; i < n * m; i++) {
                multiply(model, i, vector, i / m);
            }
            model.check(array, "rows scaled");
            array.zeroDiagonal();
            for (int i = 0; i < n; i++) {
                model.real[i * m + i] = 0;
                model.imaginary[i * m + i] = 0;
            }
            model.check(array, "without diagonal");
            GaModel other = new GaModel(type, m);
            other.randomise(random);
            GaArray w = GaModel.create(ga, random, type, other.dims);
            if (ga.nodeid() == 0) {
                w.put(new long[1], other.last(), other.stored());
            }
            array.scaleCols(w);
            for (int i = 0; i < n * m; i++) {
                multiply(model, i, other, i % m);
            }
            model.check(array, "columns scaled");
        }
        ga.terminate();
    }

    private static void multiply(GaModel model, int i, GaModel factors, int j) {
        double real = model.real[i] * factors.real[j] - model.imaginary[i] * factors.imaginary[j];
        model.imaginary[i] = model.real[i] * factors.imaginary[j] + model.imaginary[i] * factors.real[j];
        model.real[i] = real;
    }

    @RankTest
    void shouldSymmetrize(Job job) {
        SplittableRandom random = Seed.of("symmetrize");
        Ga ga = Ga.initialize(job);
        int n = 9;
        for (GaType type : new GaType[]{GaType.C_FLT, GaType.C_DBL, GaType.C_SCPL, GaType.C_DCPL}) {
            GaModel model = new GaModel(type, n, n);
            GaArray array = GaModel.create(ga, random, type, model.dims);
            model.randomise(random);
            if (ga.nodeid() == 0) {
                array.put(new long[2], model.last(), model.stored());
            }
            array.symmetrize();
            double[] real = model.real.clone();
            double[] imaginary = model.imaginary.clone();
            for (int i = 0; i < n * n; i++) {
                model.real[i] = (real[i] + real[i % n * n + i / n]) / 2;
                model.imaginary[i] = (imaginary[i] + imaginary[i % n * n + i / n]) / 2;
            }
            model.check(array, "symmetric");
        }
        ga.terminate();
    }

    @RankTest
    void shouldFindNormsAndExtremes(Job job) {
        SplittableRandom random = Seed.of("norms");
        Ga ga = Ga.initialize(job);
        for (GaType type : GaType.values()) {
            GaModel model = new GaModel(type, 6, 10);
            GaArray array = GaModel.create(ga, random, type, model.dims);
            model.randomise(random);
            // moduli are whole
            for (int i = 0; type.isComplex() && i < model.real.length; i++) {
                model.real[i] *= 3;
                model.imaginary[i] = model.real[i] / 3 * 4;
            }
            int most = random.nextInt(model.real.length);
            int least = (most + 7) % model.real.length;
            model.real[most] = 3000;
            model.imaginary[most] = 0;
            model.real[least] = type.isComplex() ? 0 : -5000;
            model.imaginary[least] = 0;
            for (int i = 0; type.isComplex() && i < model.real.length; i++) {
                model.real[i] += i != most && i != least && model.real[i] == 0 ? 1 : 0;
            }
            if (ga.nodeid() == 0) {
                array.put(new long[2], model.last(), model.stored());
            }
            double[] rows = new double[6];
            double[] columns = new double[10];
            for (int i = 0; i < model.real.length; i++) {
                double modulus = Math.hypot(model.real[i], model.imaginary[i]);
                rows[i / 10] += modulus;
                columns[i % 10] += modulus;
            }
            assertEquals(Arrays.stream(columns).max().orElseThrow(), array.norm1());
            assertEquals(Arrays.stream(rows).max().orElseThrow(), array.normInfinity());
            check(array, "max", model, most);
            check(array, "min", model, least);
        }
        ga.terminate();
    }

    @RankTest
    void shouldFindNormsOfVectors(Job job) {
        Ga ga = Ga.initialize(job);
        int n = 10_000;
        for (GaType type : GaType.values()) {
            GaArray v = ga.create(type, new long[]{n}, "v", null);
            v.fill(type.isComplex() ? type.number(3, -4) : type.number(-5));
            v.fillPatch(new long[]{n - 2}, new long[]{n - 2}, type.number(-7));
            assertEquals(5 * (n - 1) + 7, v.norm1());
            assertEquals(7, v.normInfinity());
            v.destroy();
        }
        ga.terminate();
    }

    private static void check(GaArray array, String op, GaModel model, int place) {
        MemorySegment value = MemorySegment.ofArray(new long[2]);
        long[] index = new long[2];
        array.selectElem(op, value, index);
        assertArrayEquals(new long[]{place / 10, place % 10}, index, op);
        assertEquals(model.real[place], GaModel.real(model.type, value, 0));
        assertEquals(model.imaginary[place], GaModel.imaginary(model.type, value, 0));
    }

    @SuiteCase(suite = "GA", programs = {"test: ga_gop", "test: ga_brdcst"})
    @RankTest
    void shouldCombineLocalNumbersOfAllProcesses(Job job) {
        Ga ga = Ga.initialize(job);
        int n = ga.nnodes();
        double[] sums = {ga.nodeid(), 1};
        ga.dgop(sums, "+");
        assertArrayEquals(new double[]{n * (n - 1) / 2.0, n}, sums);
        int[] most = {-ga.nodeid(), ga.nodeid()};
        ga.igop(most, "absmax");
        assertArrayEquals(new int[]{n - 1, n - 1}, most);
        long[] least = {5 - ga.nodeid()};
        ga.lgop(least, "min");
        assertArrayEquals(new long[]{5 - (n - 1)}, least);
        float[] product = {2};
        ga.fgop(product, "*");
        assertArrayEquals(new float[]{(float) Math.pow(2, n)}, product);
        double[] complex = {1, -1};
        ga.gop(GaType.C_DCPL, MemorySegment.ofArray(complex), "+");
        assertArrayEquals(new double[]{n, -n}, complex);
        long[] told = {ga.nodeid()};
        ga.brdcst(MemorySegment.ofArray(told), n - 1);
        assertArrayEquals(new long[]{n - 1}, told);
        assertIllegal("Ga.dgop", () -> ga.dgop(sums, "xor"), "op is xor", "absmin");
        ga.terminate();
    }

    @RankTest
    void shouldRefuseOnAllProcessesADivisionByZeroOnOne(Job job) {
        Ga ga = Ga.initialize(job);
        GaArray a = ga.create(GaType.C_INT, new long[]{2 * ga.nnodes()}, "divisors", null);
        a.fill(1);
        if (ga.nodeid() == 0) {
            a.put(new long[]{0}, new long[]{0}, MemorySegment.ofArray(new int[1]));
        }
        try {
            a.recip();
            throw new AssertionError("divided by zero");
        } catch (ArithmeticException e) {
            assertEquals(0, ga.nodeid());
        } catch (org.pgas.PgasException e) {
            assertEquals(true, e.getMessage().contains("process 0"), e.getMessage());
        }
        ga.terminate();
    }
}
