package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

import org.pgas.Job;
import org.pgas.conformance.suites.SuiteCase;
import org.pgas.ga.Ga;
import org.pgas.ga.GaArray;
import org.pgas.ga.GaNbHandle;
import org.pgas.ga.GaType;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/**
 * The cases that the toolkit's own test program goes through, by their names there: on an array a(i, j) = i + j * 1000
 * of each type, as far as the type has it.
 */
@RankDefaults(ranks = {1, 4}, segment = "0")
@AcrossNeighbourhoods
class GaToolkitTest {
    private static final int N = 32;
    private static final long[] ALL = {N - 1, N - 1};
    private static final long[] ZERO = {0, 0};

    private static double value(long i, long j) {
        return i + j * 1000;
    }

    private static GaModel model(GaType type) {
        GaModel model = new GaModel(type, N, N);
        for (int i = 0; i < N * N; i++) {
            model.real[i] = value(i / N, i % N);
            model.imaginary[i] = type.isComplex() ? value(i % N, i / N) : 0;
        }
        return model;
    }

    private interface Case {
        void run(Ga ga, GaArray array, GaModel model);
    }

    private static void forEachType(Job job, Case each) {
        Ga ga = Ga.initialize(job);
        for (GaType type : GaType.values()) {
            GaArray array = ga.create(type, new long[]{N, N}, "a", null);
            each.run(ga, array, model(type));
            array.destroy();
        }
        ga.terminate();
    }

    /** Each process puts, column by column, what it is in turn for. */
    private static void put(Ga ga, GaArray array, GaModel model) {
        MemorySegment all = model.stored();
        int bytes = model.type.bytes();
        for (long row = ga.nodeid(); row < N; row += ga.nnodes()) {
            array.put(new long[]{row, 0}, new long[]{row, N - 1}, all, row * N * bytes, null);
        }
        ga.sync();
    }

    @SuiteCase(suite = "GA", programs = "test: put")
    @RankTest
    void checkingGaPutDisjoint(Job job) {
        forEachType(job, (ga, array, model) -> {
            put(ga, array, model);
            model.check(array, "ga_put");
        });
    }

    @SuiteCase(suite = "GA", programs = "test: get")
    @RankTest
    void checkingGaGet(Job job) {
        forEachType(job, (ga, array, model) -> {
            put(ga, array, model);
            int bytes = model.type.bytes();
            MemorySegment found = MemorySegment.ofArray(new byte[N * N * bytes]);
            for (long row = 0; row < N; row++) {
                array.get(new long[]{row, 3}, new long[]{row, 20}, found, row * N * bytes, null);
                for (long column = 3; column <= 20; column++) {
                    assertEquals(value(row, column),
                            GaModel.real(model.type, found, (row * N + column - 3) * bytes));
                }
            }
        });
    }

    @SuiteCase(suite = "GA", programs = "test: accumulate")
    @RankTest
    void checkingGaAccumulateOverlapping(Job job) {
        forEachType(job, (ga, array, model) -> {
            put(ga, array, model);
            array.acc(ZERO, ALL, model.stored(), 2);
            ga.sync();
            for (int i = 0; i < N * N; i++) {
                model.real[i] *= 1 + 2 * ga.nnodes();
                model.imaginary[i] *= 1 + 2 * ga.nnodes();
            }
            model.check(array, "overlapping ga_acc");
        });
    }

    @RankTest
    void checkingGaAccumulateDisjoint(Job job) {
        forEachType(job, (ga, array, model) -> {
            put(ga, array, model);
            int bytes = model.type.bytes();
            for (long row = ga.nodeid(); row < N; row += ga.nnodes()) {
                array.acc(new long[]{row, 0}, new long[]{row, N - 1}, model.stored(), row * N * bytes, null,
                        model.type.number(1));
            }
            ga.sync();
            for (int i = 0; i < N * N; i++) {
                model.real[i] *= 2;
                model.imaginary[i] *= 2;
            }
            model.check(array, "disjoint ga_acc");
        });
    }

    @SuiteCase(suite = "GA", programs = "test: copy")
    @RankTest
    void checkingGaCopy(Job job) {
        forEachType(job, (ga, array, model) -> {
            put(ga, array, model);
            GaArray b = ga.create(model.type, new long[]{N, N}, "b", new long[]{N, 0});
            ga.copy(array, b);
            model.check(b, "ga_copy");
            b.destroy();
        });
    }

    @SuiteCase(suite = "GA", programs = {"test: scale", "test: add"})
    @RankTest
    void checkingGaScaleAndAdd(Job job) {
        forEachType(job, (ga, array, model) -> {
            put(ga, array, model);
            array.scale(2);
            GaArray b = array.duplicate("b");
            b.fill(1);
            ga.add(3, array, -1, b, b);
            for (int i = 0; i < N * N; i++) {
                model.real[i] = 6 * model.real[i] - 1;
                model.imaginary[i] *= 6;
            }
            model.check(b, "ga_scale, ga_add");
            b.destroy();
        });
    }

    @SuiteCase(suite = "GA", programs = "test: dot")
    @RankTest
    void checkingGaDot(Job job) {
        Ga ga = Ga.initialize(job);
        GaArray array = ga.create(GaType.C_DBL, new long[]{N, N}, "a", null);
        GaModel model = model(GaType.C_DBL);
        put(ga, array, model);
        assertEquals(Arrays.stream(model.real).map(each -> each * each).sum(), ga.ddot(array, array));
        ga.terminate();
    }

    @SuiteCase(suite = "GA", programs = "test: zero")
    @RankTest
    void checkingGaZeroAndFill(Job job) {
        forEachType(job, (ga, array, model) -> {
            put(ga, array, model);
            array.zero();
            Arrays.fill(model.real, 0);
            Arrays.fill(model.imaginary, 0);
            model.check(array, "ga_zero");
            array.fillPatch(new long[]{2, 3}, new long[]{20, 30}, model.type.number(7));
            model.forEach(new long[]{2, 3}, new long[]{20, 30}, (place, _) -> model.real[place] = 7);
            model.check(array, "ga_fill_patch");
        });
    }

    @RankTest
    void checkingGaTransposeAndCopyPatch(Job job) {
        forEachType(job, (ga, array, model) -> {
            put(ga, array, model);
            GaArray b = array.duplicate("b");
            ga.transpose(array, b);
            GaModel other = new GaModel(model.type, N, N);
            for (int i = 0; i < N * N; i++) {
                other.real[i] = model.real[i % N * N + i / N];
                other.imaginary[i] = model.imaginary[i % N * N + i / N];
            }
            other.check(b, "ga_transpose");
            ga.copyPatch(false, array.patch(new long[]{1, 2}, new long[]{9, 8}),
                    b.patch(new long[]{20, 10}, new long[]{28, 16}));
            model.forEach(new long[]{1, 2}, new long[]{9, 8}, (place, _) -> {
                int target = (place / N + 19) * N + place % N + 8;
                other.real[target] = model.real[place];
                other.imaginary[target] = model.imaginary[place];
            });
            other.check(b, "ga_copy_patch");
            b.destroy();
        });
    }

    @SuiteCase(suite = "GA", programs = "test: scatter/gather")
    @RankTest
    void checkingGaScatterAndGather(Job job) {
        forEachType(job, (ga, array, model) -> {
            array.zero();
            int bytes = model.type.bytes();
            int mine = (N - ga.nodeid() + ga.nnodes() - 1) / ga.nnodes();
            MemorySegment values = MemorySegment.ofArray(new byte[mine * bytes]);
            long[] subscripts = new long[2 * mine];
            for (int i = 0; i < mine; i++) {
                int at = ga.nodeid() + i * ga.nnodes();
                subscripts[2 * i] = at;
                subscripts[2 * i + 1] = N - 1 - at;
                GaModel.set(model.type, values, (long) i * bytes, at, model.type.isComplex() ? -at : 0);
            }
            array.scatter(values, 0, subscripts, mine);
            ga.sync();
            Arrays.fill(model.real, 0);
            Arrays.fill(model.imaginary, 0);
            for (int i = 0; i < N; i++) {
                model.real[i * N + N - 1 - i] = i;
                model.imaginary[i * N + N - 1 - i] = model.type.isComplex() ? -i : 0;
            }
            model.check(array, "ga_scatter");
            MemorySegment found = MemorySegment.ofArray(new byte[mine * bytes]);
            array.gather(found, 0, subscripts, mine);
            assertEquals(-1, values.mismatch(found), "ga_gather");
        });
    }

    @SuiteCase(suite = "GA", programs = "test: read_inc")
    @RankTest
    void checkingGaReadIncrement(Job job) {
        Ga ga = Ga.initialize(job);
        GaArray array = ga.create(GaType.C_INT, new long[]{N, N}, "a", null);
        array.zero();
        int[] drawn = new int[100 * ga.nnodes()];
        for (int i = 0; i < 100; i++) {
            drawn[(int) array.readInc(new long[]{N / 2, N / 3}, 1)]++;
        }
        ga.igop(drawn, "+");
        assertTrue(Arrays.stream(drawn).allMatch(each -> each == 1));
        ga.terminate();
    }

    @SuiteCase(suite = "GA", programs = "test: ga_fence and ga_lock")
    @RankTest
    void checkingGaFenceAndLocks(Job job) {
        Ga ga = Ga.initialize(job);
        GaArray array = ga.create(GaType.C_DBL, new long[]{N, N}, "a", null);
        array.zero();
        ga.createMutexes(ga.nnodes());
        double[] values = new double[N * N];
        for (int turn = 0; turn < ga.nnodes(); turn++) {
            int mutex = (ga.nodeid() + turn) % ga.nnodes();
            long[] lo = {(long) mutex * N / ga.nnodes(), 0};
            long[] hi = {(mutex + 1L) * N / ga.nnodes() - 1, N - 1};
            ga.lock(mutex);
            array.get(lo, hi, MemorySegment.ofArray(values));
            Arrays.setAll(values, i -> values[i] + 1);
            ga.initFence();
            GaNbHandle handle = new GaNbHandle();
            array.nbPut(lo, hi, MemorySegment.ofArray(values), 0, null, handle);
            ga.nbWait(handle);
            ga.fence();
            ga.unlock(mutex);
        }
        ga.sync();
        array.get(ZERO, ALL, MemorySegment.ofArray(values));
        double[] expected = new double[N * N];
        Arrays.fill(expected, ga.nnodes());
        assertArrayEquals(expected, values);
        ga.destroyMutexes();
        ga.terminate();
    }

    @RankTest
    void checkingGaDgopAndBroadcast(Job job) {
        Ga ga = Ga.initialize(job);
        double[] sums = new double[N];
        Arrays.setAll(sums, i -> i * (ga.nodeid() + 1.0));
        ga.dgop(sums, "+");
        double all = ga.nnodes() * (ga.nnodes() + 1) / 2.0;
        for (int i = 0; i < N; i++) {
            assertEquals(i * all, sums[i]);
        }
        double[] told = new double[N];
        Arrays.fill(told, ga.nodeid());
        ga.brdcst(MemorySegment.ofArray(told), ga.nnodes() - 1);
        assertTrue(Arrays.stream(told).allMatch(each -> each == ga.nnodes() - 1));
        ga.terminate();
    }

    @SuiteCase(suite = "GA", programs = {"testmatmultc", "testmatmult"})
    @RankTest
    void checkingGaDgemm(Job job) {
        Ga ga = Ga.initialize(job);
        GaArray a = ga.create(GaType.C_DBL, new long[]{N, N}, "a", null);
        GaArray b = a.duplicate("b");
        GaArray c = a.duplicate("c");
        GaModel model = model(GaType.C_DBL);
        put(ga, a, model);
        put(ga, b, model);
        for (int form = 0; form < 4; form++) {
            boolean transa = form % 2 == 1;
            boolean transb = form / 2 == 1;
            c.fill(1);
            ga.dgemm(transa, transb, 2, a, b, 3, c);
            GaModel product = new GaModel(GaType.C_DBL, N, N);
            for (int i = 0; i < N * N; i++) {
                double sum = 0;
                for (int k = 0; k < N; k++) {
                    sum += model.real[transa ? k * N + i / N : i / N * N + k]
                            * model.real[transb ? i % N * N + k : k * N + i % N];
                }
                product.real[i] = 2 * sum + 3;
            }
            product.check(c, "ga_dgemm, form " + form);
        }
        ga.terminate();
    }

    @RankTest
    void checkingNgaAccess(Job job) {
        Ga ga = Ga.initialize(job);
        GaArray array = ga.create(GaType.C_DBL, new long[]{N, N}, "a", null);
        GaModel model = model(GaType.C_DBL);
        long[] lo = new long[2];
        long[] hi = new long[2];
        if (array.distribution(ga.nodeid(), lo, hi)) {
            long[] ld = new long[1];
            MemorySegment own = array.access(lo, hi, ld);
            for (long i = lo[0]; i <= hi[0]; i++) {
                for (long j = lo[1]; j <= hi[1]; j++) {
                    own.setAtIndex(ValueLayout.JAVA_DOUBLE, (i - lo[0]) * ld[0] + j - lo[1], value(i, j));
                }
            }
            array.releaseUpdate(lo, hi);
        }
        ga.sync();
        model.check(array, "nga_access");
        ga.terminate();
    }
}
