package org.pgas.conformance.suites;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

import org.pgas.Job;
import org.pgas.conformance.AcrossNeighbourhoods;
import org.pgas.conformance.GaModel;
import org.pgas.ga.Ga;
import org.pgas.ga.GaArray;
import org.pgas.ga.GaNbHandle;
import org.pgas.ga.GaPatch;
import org.pgas.ga.GaType;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.Op;
import org.pgas.mpi.comm.Buffer;
import org.pgas.mpi.comm.Comm;
import org.pgas.mpi.comm.Mpi;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/** The larger programs of the toolkit's tests. All processes draw the same numbers. */
@RankDefaults(ranks = {1, 4}, segment = "0")
@AcrossNeighbourhoods
class GaSuiteTest {
    private static final String SUITE = "GA";
    private static final GaType[] TYPES = {GaType.C_INT, GaType.C_DBL, GaType.C_DCPL};
    private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;

    private interface Case {
        void run(Ga ga, SplittableRandom random, GaType type, long[] dims);
    }

    /** Of 1 to 7 dimensions. */
    private static void onEach(Job job, String name, Case each) {
        SplittableRandom random = Seed.of(name);
        Ga ga = Ga.initialize(job);
        for (GaType type : TYPES) {
            for (int ndim = 1; ndim <= 7; ndim++) {
                long[] dims = new long[ndim];
                int most = ndim == 1 ? 60 : ndim == 2 ? 12 : ndim < 5 ? 5 : 3;
                Arrays.setAll(dims, _ -> 2 + random.nextInt(most));
                each.run(ga, random, type, dims);
            }
        }
        ga.terminate();
    }

    /** An array of any distribution, with the numbers of the model in it. Collective. */
    private static GaArray create(Ga ga, SplittableRandom random, GaModel model) {
        GaArray array = GaModel.create(ga, random, model.type, model.dims);
        model.randomise(random);
        put(ga, array, model);
        return array;
    }

    private static void put(Ga ga, GaArray array, GaModel model) {
        if (ga.nodeid() == 0) {
            array.put(new long[model.dims.length], model.last(), model.stored());
        }
        ga.sync();
    }

    /** The process whose turn it is does it, and all compare. */
    @SuiteCase(suite = SUITE, programs = {"ntestc", "ndim", "nga-onesided", "nga-util", "ngatest"})
    @RankTest
    void shouldTransferPatchesOfUpToSevenDimensions(Job job) {
        onEach(job, "patches of up to seven dimensions", (ga, random, type, dims) -> {
            GaModel model = new GaModel(type, dims);
            GaArray array = GaModel.create(ga, random, type, dims);
            array.fill(3);
            Arrays.fill(model.real, 3);
            model.check(array, "filled");
            ga.sync();
            for (int round = 0; round < 8; round++) {
                long[][] patch = GaModel.patch(random, dims);
                long[] extents = new long[dims.length];
                Arrays.setAll(extents, d -> patch[1][d] - patch[0][d] + 1);
                GaModel part = new GaModel(type, extents);
                part.randomise(random);
                boolean adds = round % 2 == 1;
                if (ga.nodeid() == round % ga.nnodes()) {
                    if (adds) {
                        array.acc(patch[0], patch[1], part.stored(), 2);
                    } else {
                        array.put(patch[0], patch[1], part.stored());
                    }
                }
                model.forEach(patch[0], patch[1], (place, number) -> {
                    model.real[place] = part.real[number] * (adds ? 2 : 1) + (adds ? model.real[place] : 0);
                    model.imaginary[place] = part.imaginary[number] * (adds ? 2 : 1)
                            + (adds ? model.imaginary[place] : 0);
                });
                ga.sync();
                MemorySegment found = MemorySegment.ofArray(new byte[part.real.length * type.bytes()]);
                array.get(patch[0], patch[1], found);
                model.forEach(patch[0], patch[1], (place, number) -> assertEquals(model.real[place],
                        GaModel.real(type, found, (long) number * type.bytes()), array::toString));
                ga.sync();
            }
            model.check(array, "at the end");
            array.destroy();
        });
    }

    /** Elements are dealt out in turn: each process scatters its own, gathers them, and adds to them. */
    @SuiteCase(suite = SUITE, programs = {"gatscat", "mtest", "nga-scatter", "test: scatter-accumulate"})
    @RankTest
    void shouldScatterGatherAndAddElementsThatAreDealtOutInTurn(Job job) {
        onEach(job, "elements that are dealt out", (ga, random, type, dims) -> {
            GaModel model = new GaModel(type, dims);
            GaArray array = GaModel.create(ga, random, type, dims);
            array.zero();
            int ndim = dims.length;
            int n = (model.real.length - ga.nodeid() + ga.nnodes() - 1) / ga.nnodes();
            long[] subscripts = new long[n * ndim];
            GaModel own = new GaModel(type, Math.max(1, n));
            for (int i = 0; i < n; i++) {
                long rest = ga.nodeid() + (long) i * ga.nnodes();
                own.real[i] = rest;
                for (int d = ndim - 1; d >= 0; d--) {
                    subscripts[i * ndim + d] = rest % dims[d];
                    rest /= dims[d];
                }
            }
            array.scatter(own.stored(), 0, subscripts, n);
            ga.sync();
            Arrays.setAll(model.real, i -> i);
            model.check(array, "scattered");
            MemorySegment found = MemorySegment.ofArray(new byte[own.real.length * type.bytes()]);
            array.gather(found, 0, subscripts, n);
            assertEquals(-1, own.stored().mismatch(found), "gathered");
            ga.sync();
            for (int round = 1; round <= 2; round++) {
                array.scatterAcc(own.stored(), 0, subscripts, n, type.number(3));
                ga.sync();
                int times = 1 + 3 * round;
                Arrays.setAll(model.real, i -> times * i);
                model.check(array, "added to");
                ga.sync();
            }
            array.destroy();
        });
    }

    @SuiteCase(suite = SUITE, programs = {"nga-patch", "patch", "patch2"})
    @RankTest
    void shouldDoToPatchesOfUpToSevenDimensionsWhatLoopsDo(Job job) {
        onEach(job, "operations on patches", (ga, random, type, dims) -> {
            GaModel a = new GaModel(type, dims);
            GaModel b = new GaModel(type, dims);
            GaArray arrayA = create(ga, random, a);
            GaArray arrayB = create(ga, random, b);
            long[][] patch = GaModel.patch(random, dims);
            GaPatch patchA = arrayA.patch(patch[0], patch[1]);
            GaPatch patchB = arrayB.patch(patch[0], patch[1]);
            arrayA.scalePatch(patch[0], patch[1], type.number(3));
            ga.addPatch(type.number(2), patchA, type.number(-1), patchB, patchB);
            double[] dot = new double[2];
            a.forEach(patch[0], patch[1], (place, _) -> {
                a.real[place] *= 3;
                a.imaginary[place] *= 3;
                b.real[place] = 2 * a.real[place] - b.real[place];
                b.imaginary[place] = 2 * a.imaginary[place] - b.imaginary[place];
                dot[0] += a.real[place] * b.real[place] - a.imaginary[place] * b.imaginary[place];
                dot[1] += a.real[place] * b.imaginary[place] + a.imaginary[place] * b.real[place];
            });
            a.check(arrayA, "scaled");
            b.check(arrayB, "sums");
            switch (type) {
                case C_INT -> assertEquals((int) dot[0], ga.idot(patchA, patchB));
                case C_DBL -> assertEquals(dot[0], ga.ddot(patchA, patchB));
                default -> assertEquals(-1, Arrays.mismatch(dot, ga.zdot(patchA, patchB)));
            }
            ga.copyPatch(false, patchA, patchB);
            a.forEach(patch[0], patch[1], (place, _) -> {
                b.real[place] = a.real[place];
                b.imaginary[place] = a.imaginary[place];
            });
            b.check(arrayB, "copied");
            arrayB.fillPatch(patch[0], patch[1], type.number(8));
            b.forEach(patch[0], patch[1], (place, _) -> {
                b.real[place] = 8;
                b.imaginary[place] = 0;
            });
            b.check(arrayB, "filled");
            arrayA.destroy();
            arrayB.destroy();
        });
    }

    /** Every block has a handle; and one handle all blocks at once. */
    @SuiteCase(suite = SUITE, programs = {"nbtestc", "nbtest", "nbgetput", "nbgetput2"})
    @RankTest
    void shouldFillAndReadAnArrayWithoutWaitingForEachBlock(Job job) {
        Ga ga = Ga.initialize(job);
        int n = 64;
        GaArray array = ga.create(GaType.C_INT, new long[]{n, n}, "A", null);
        int[] numbers = SuiteWindows.ints(n * n, i -> i);
        MemorySegment source = MemorySegment.ofArray(numbers);
        for (boolean whole : new boolean[]{false, true}) {
            array.zero();
            int[] found = new int[n * n];
            MemorySegment target = MemorySegment.ofArray(found);
            if (ga.nodeid() == 0) {
                complete(ga, each(ga, array, whole, (lo, hi, offset, handle) -> array.nbPut(lo, hi, source, offset,
                        new long[]{n}, handle)));
                complete(ga, each(ga, array, whole, (lo, hi, offset, handle) -> array.nbAcc(lo, hi, source, offset,
                        new long[]{n}, GaType.C_INT.number(2), handle)));
                complete(ga, each(ga, array, whole, (lo, hi, offset, handle) -> array.nbGet(lo, hi, target, offset,
                        new long[]{n}, handle)));
                for (int i = 0; i < n * n; i++) {
                    assertEquals(3 * i, found[i], "element " + i);
                }
            }
            ga.sync();
            GaModel model = new GaModel(GaType.C_INT, n, n);
            Arrays.setAll(model.real, i -> 3 * i);
            model.check(array, "filled");
            ga.sync();
        }
        ga.terminate();
    }

    private interface Transfer {
        void run(long[] lo, long[] hi, long offset, GaNbHandle handle);
    }

    /** Runs it for the block of each process, or for all of the array. */
    private static List<GaNbHandle> each(Ga ga, GaArray array, boolean whole, Transfer transfer) {
        List<GaNbHandle> handles = new ArrayList<>();
        long[] dims = array.dims();
        for (int proc = 0; proc < (whole ? 1 : ga.nnodes()); proc++) {
            long[] lo = new long[2];
            long[] hi = {dims[0] - 1, dims[1] - 1};
            if (whole || array.distribution(proc, lo, hi)) {
                handles.add(new GaNbHandle());
                transfer.run(lo, hi, 4 * (lo[0] * dims[1] + lo[1]), handles.getLast());
            }
        }
        return handles;
    }

    /** Waits for one, and tests the others until they are done. */
    private static void complete(Ga ga, List<GaNbHandle> handles) {
        ga.nbWait(handles.getFirst());
        while (!handles.isEmpty()) {
            handles.removeIf(ga::nbTest);
        }
    }

    /** The difference of a symmetric matrix and its transpose is 0; and what all accumulate is added up. */
    @SuiteCase(suite = SUITE, programs = "testc")
    @RankTest
    void shouldTransposeASymmetricMatrixToItself(Job job) {
        Ga ga = Ga.initialize(job);
        int n = 40;
        GaArray a = ga.create(GaType.C_DBL, new long[]{n, n}, "A", null);
        GaArray b = a.duplicate("B");
        a.zero();
        double[] row = new double[n];
        for (int i = ga.nodeid(); i < n; i += ga.nnodes()) {
            int of = i;
            Arrays.setAll(row, j -> of + 3 * j);
            a.put(new long[]{i, 0}, new long[]{i, n - 1}, MemorySegment.ofArray(row));
        }
        ga.sync();
        a.symmetrize();
        ga.transpose(a, b);
        ga.add(1, a, -1, b, b);
        assertEquals(0, ga.ddot(b, b));
        assertTrue(ga.ddot(a, a) > 0);
        a.zero();
        Arrays.setAll(row, j -> j);
        a.acc(new long[]{n / 2, 0}, new long[]{n / 2, n - 1}, MemorySegment.ofArray(row), 2);
        ga.sync();
        GaModel model = new GaModel(GaType.C_DBL, n, n);
        for (int j = 0; j < n; j++) {
            model.real[n / 2 * n + j] = 2 * j * ga.nnodes();
        }
        model.check(a, "added up");
        ga.terminate();
    }

    /** Of vectors and matrices of each type, whose elements their owners have stored in place. */
    @SuiteCase(suite = SUITE, programs = "normc")
    @RankTest
    void shouldFindTheNormsOfVectorsAndMatrices(Job job) {
        Ga ga = Ga.initialize(job);
        for (GaType type : GaType.values()) {
            for (long[] dims : new long[][]{{50}, {12, 9}}) {
                GaArray array = ga.createHandle().setData(type, dims).allocate();
                long columns = dims.length == 1 ? 1 : dims[1];
                long[] lo = new long[dims.length];
                long[] hi = new long[dims.length];
                if (array.distribution(ga.nodeid(), lo, hi)) {
                    long[] ld = new long[dims.length];
                    MemorySegment own = array.access(lo, hi, ld);
                    GaModel index = new GaModel(type, dims);
                    long step = dims.length == 1 ? 1 : ld[0];
                    index.forEach(lo, hi, (place, _) -> {
                        long i = place / columns;
                        long j = place % columns;
                        long at = (i - lo[0]) * step + (dims.length == 1 ? 0 : j - lo[1]);
                        GaModel.set(type, own, at * type.bytes(), 3 * (i - j), type.isComplex() ? 4 * (i - j) : 0);
                    });
                    array.releaseUpdate(lo, hi);
                }
                ga.sync();
                int factor = type.isComplex() ? 5 : 3;
                double most = 0;
                double[] sums = new double[(int) columns];
                for (int i = 0; i < dims[0]; i++) {
                    double row = 0;
                    for (int j = 0; j < columns; j++) {
                        row += factor * Math.abs(i - j);
                        sums[j] += factor * Math.abs(i - j);
                    }
                    most = Math.max(most, row);
                }
                assertEquals(most, array.normInfinity(), array.toString());
                assertEquals(Arrays.stream(sums).max().orElseThrow(), array.norm1(), array.toString());
                array.destroy();
            }
        }
        ga.terminate();
    }

    @SuiteCase(suite = SUITE, programs = "elempatch")
    @RankTest
    void shouldChangeAndCombineElementsOfPatches(Job job) {
        SplittableRandom random = Seed.of("elements of patches");
        Ga ga = Ga.initialize(job);
        for (int ndim = 1; ndim <= 4; ndim++) {
            GaModel[] models = new GaModel[3];
            GaArray[] arrays = new GaArray[3];
            long[] dims = GaModel.extents(random, ndim);
            for (int i = 0; i < 3; i++) {
                models[i] = new GaModel(GaType.C_DBL, dims);
                arrays[i] = create(ga, random, models[i]);
            }
            long[][] patch = GaModel.patch(random, dims);
            GaPatch a = arrays[0].patch(patch[0], patch[1]);
            GaPatch b = arrays[1].patch(patch[0], patch[1]);
            GaPatch c = arrays[2].patch(patch[0], patch[1]);
            arrays[0].absValuePatch(patch[0], patch[1]);
            arrays[0].addConstantPatch(patch[0], patch[1], GaType.C_DBL.number(1));
            change(models[0], patch, models, numbers -> Math.abs(numbers[0]) + 1);
            models[0].check(arrays[0], "absolute values, and one");
            ga.elemMultiplyPatch(a, b, c);
            change(models[2], patch, models, numbers -> numbers[0] * numbers[1]);
            models[2].check(arrays[2], "products");
            ga.elemDividePatch(b, a, c);
            change(models[2], patch, models, numbers -> numbers[1] / numbers[0]);
            models[2].check(arrays[2], "quotients");
            ga.elemMaximumPatch(a, b, c);
            change(models[2], patch, models, numbers -> Math.max(numbers[0], numbers[1]));
            models[2].check(arrays[2], "maxima");
            ga.elemMinimumPatch(a, b, c);
            change(models[2], patch, models, numbers -> Math.min(numbers[0], numbers[1]));
            models[2].check(arrays[2], "minima");
            arrays[0].recipPatch(patch[0], patch[1]);
            change(models[0], patch, models, numbers -> 1 / numbers[0]);
            models[0].check(arrays[0], "reciprocals");
            for (GaArray array : arrays) {
                array.destroy();
            }
        }
        ga.terminate();
    }

    private interface Combination {
        /** Of what all three arrays have at a place. */
        double of(double[] numbers);
    }

    private static void change(GaModel changed, long[][] patch, GaModel[] models, Combination combination) {
        changed.forEach(patch[0], patch[1], (place, _) -> changed.real[place] = combination.of(
                new double[]{models[0].real[place], models[1].real[place], models[2].real[place]}));
    }

    /** Process 0 puts under a mutex, with a fence before it lets go; the last process gets under it. */
    @SuiteCase(suite = SUITE, programs = "lock")
    @RankTest
    void shouldFindUnderAMutexWhatWasFencedBefore(Job job) {
        Ga ga = Ga.initialize(job);
        GaArray array = ga.createHandle().setArrayName("test array A").setData(GaType.C_DBL, 30).setChunk(-1)
                .allocate();
        array.zero();
        ga.createMutexes(17);
        long[] lo = {0};
        long[] hi = {9};
        for (int round = 1; round <= 20; round++) {
            double[] numbers = new double[10];
            Arrays.fill(numbers, round);
            if (ga.nodeid() == 0) {
                ga.lock(0);
                ga.initFence();
                array.put(lo, hi, MemorySegment.ofArray(numbers));
                ga.fence();
                ga.unlock(0);
            }
            double[] found = new double[10];
            while (ga.nodeid() == ga.nnodes() - 1 && found[9] < round) {
                ga.lock(0);
                array.get(lo, hi, MemorySegment.ofArray(found));
                ga.unlock(0);
                assertEquals(found[0], found[9], "half of what was put under the mutex");
            }
            ga.sync();
        }
        ga.destroyMutexes();
        ga.terminate();
    }

    /** Each puts its block where that of a process further on lies, and gets it from there. */
    @SuiteCase(suite = SUITE, programs = "ga_shift")
    @RankTest
    void shouldShiftBlocks(Job job) {
        Ga ga = Ga.initialize(job);
        for (int size = 2; size <= 64; size *= 2) {
            GaArray array = ga.createHandle().setData(GaType.C_DBL, (long) ga.nnodes() * size, size)
                    .setChunk(-1, size).allocate();
            array.zero();
            for (int shift = 0; shift < ga.nnodes(); shift++) {
                int to = (ga.nodeid() + shift) % ga.nnodes();
                long[] lo = {(long) to * size, 0};
                long[] hi = {lo[0] + size - 1, size - 1};
                double[] block = new double[size * size];
                int first = ga.nodeid() * size * size;
                Arrays.setAll(block, i -> first + i);
                array.put(lo, hi, MemorySegment.ofArray(block));
                ga.sync();
                double[] found = new double[size * size];
                array.get(lo, hi, MemorySegment.ofArray(found));
                assertEquals(-1, Arrays.mismatch(block, found));
                ga.sync();
            }
            array.destroy();
        }
        ga.terminate();
    }

    /** A square goes, element by element, to one column after another of a tall array. */
    @SuiteCase(suite = SUITE, programs = "stride")
    @RankTest
    void shouldCopySquaresToColumns(Job job) {
        SplittableRandom random = Seed.of("squares and columns");
        Ga ga = Ga.initialize(job);
        int side = 12;
        int bands = 5;
        GaModel square = new GaModel(GaType.C_DBL, side, side);
        GaModel tall = new GaModel(GaType.C_DBL, side * side, bands);
        GaArray from = create(ga, random, square);
        GaArray to = create(ga, random, tall);
        for (int band = 0; band < bands; band++) {
            ga.copyPatch(false, from.whole(), to.patch(new long[]{0, band}, new long[]{side * side - 1, band}));
            for (int i = 0; i < side * side; i++) {
                tall.real[i * bands + band] = square.real[i];
            }
        }
        tall.check(to, "columns of squares");
        ga.terminate();
    }

    /** Each process sweeps over its block, after it has got the borders of others. */
    @SuiteCase(suite = SUITE, programs = "jacobi")
    @RankTest
    void shouldIterateAsOneProcessDoes(Job job) {
        Ga ga = Ga.initialize(job);
        int n = 20;
        double[] serial = new double[n * n];
        double[] found = new double[n * n];
        GaArray u = ga.create(GaType.C_DBL, new long[]{n, n}, "u", null);
        u.zero();
        long[] lo = new long[2];
        long[] hi = new long[2];
        boolean has = u.distribution(ga.nodeid(), lo, hi);
        for (int sweep = 0; sweep < 10; sweep++) {
            serial = swept(serial, n, new long[2], new long[]{n - 1, n - 1});
            u.get(new long[2], new long[]{n - 1, n - 1}, MemorySegment.ofArray(found));
            ga.sync();
            double[] next = swept(found, n, lo, hi);
            if (has) {
                long[] ld = new long[1];
                MemorySegment own = u.access(lo, hi, ld);
                for (long i = lo[0]; i <= hi[0]; i++) {
                    for (long j = lo[1]; j <= hi[1]; j++) {
                        own.setAtIndex(DOUBLE, (i - lo[0]) * ld[0] + j - lo[1], next[(int) (i * n + j)]);
                    }
                }
                u.releaseUpdate(lo, hi);
            }
            ga.sync();
        }
        u.get(new long[2], new long[]{n - 1, n - 1}, MemorySegment.ofArray(found));
        assertEquals(-1, Arrays.mismatch(serial, found), "the same bits");
        ga.terminate();
    }

    /** Solves u_xx + u_yy = 1 a little further, inside the edges and within bounds. */
    private static double[] swept(double[] u, int n, long[] lo, long[] hi) {
        double[] next = u.clone();
        for (int i = (int) Math.max(1, lo[0]); i <= Math.min(n - 2, hi[0]); i++) {
            for (int j = (int) Math.max(1, lo[1]); j <= Math.min(n - 2, hi[1]); j++) {
                int at = i * n + j;
                next[at] = (u[at - 1] + u[at + 1] + u[at - n] + u[at + n] - 1.0 / (n * n)) / 4;
            }
        }
        return next;
    }

    /** The greatest elements of rows: of the blocks in one row of blocks by a communicator of their processes. */
    @SuiteCase(suite = SUITE, programs = "ga-mpi")
    @RankTest
    void shouldServeProgramsOfMpi(Job job) {
        Ga ga = Ga.initialize(job);
        Mpi mpi = Mpi.of(job);
        SplittableRandom random = Seed.of("greatest of rows");
        int n = 24;
        GaModel model = new GaModel(GaType.C_DBL, n, n);
        GaArray array = ga.create(GaType.C_DBL, new long[]{n, n}, "a", null);
        GaArray greatest = ga.create(GaType.C_DBL, new long[]{n}, "max", null);
        model.randomise(random);
        put(ga, array, model);
        long[] lo = new long[2];
        long[] hi = new long[2];
        assertTrue(array.distribution(ga.nodeid(), lo, hi));
        int rows = (int) (hi[0] - lo[0] + 1);
        long[] ld = new long[1];
        MemorySegment own = array.access(lo, hi, ld);
        double[] most = new double[rows];
        for (int i = 0; i < rows; i++) {
            most[i] = Double.NEGATIVE_INFINITY;
            for (long j = 0; j <= hi[1] - lo[1]; j++) {
                most[i] = Math.max(most[i], own.getAtIndex(DOUBLE, i * ld[0] + j));
            }
        }
        array.release(lo, hi);
        Comm row = mpi.world().split((int) lo[0], ga.nodeid());
        row.collectives().allreduce(Buffer.IN_PLACE, Buffer.of(MemorySegment.ofArray(most), rows, Datatype.DOUBLE),
                Op.MAX);
        if (row.rank() == 0) {
            greatest.put(new long[]{lo[0]}, new long[]{hi[0]}, MemorySegment.ofArray(most));
        }
        ga.sync();
        double[] found = new double[n];
        greatest.get(new long[]{0}, new long[]{n - 1}, MemorySegment.ofArray(found));
        for (int i = 0; i < n; i++) {
            assertEquals(Arrays.stream(model.real, i * n, i * n + n).max().orElseThrow(), found[i], "row " + i);
        }
        row.free();
        mpi.finish();
        ga.terminate();
    }

    /** Tiles are drawn by the threads of all processes, which add to them, and read others meanwhile. */
    @SuiteCase(suite = SUITE, programs = "threadsafec")
    @RankTest
    void shouldServeSeveralThreadsOfAProcess(Job job) throws InterruptedException {
        Ga ga = Ga.initialize(job);
        int side = 8;
        int tiles = 6;
        int rounds = 5;
        GaArray array = ga.create(GaType.C_LONG, new long[]{side * tiles, side * tiles}, "a", null);
        GaArray counter = ga.create(GaType.C_LONG, new long[]{1}, "next", null);
        array.zero();
        counter.zero();
        List<Throwable> failures = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                try {
                    draw(ga, array, counter, tiles, rounds);
                } catch (RuntimeException | Error e) {
                    synchronized (failures) {
                        failures.add(e);
                    }
                }
            }));
        }
        for (Thread each : threads) {
            each.join();
        }
        assertEquals(List.of(), failures);
        ga.sync();
        GaModel model = new GaModel(GaType.C_LONG, side * tiles, side * tiles);
        Arrays.fill(model.real, rounds);
        model.check(array, "added to by all threads");
        ga.terminate();
    }

    private static void draw(Ga ga, GaArray array, GaArray counter, int tiles, int rounds) {
        int side = (int) (array.dims()[0] / tiles);
        long[] ones = new long[side * side];
        Arrays.fill(ones, 1);
        long[] found = new long[side * side];
        long[] first = {0};
        for (long task = counter.readInc(first, 1); task < (long) rounds * tiles * tiles; task = counter.readInc(first,
                1)) {
            long[] lo = {task / tiles % tiles * side, task % tiles * side};
            long[] hi = {lo[0] + side - 1, lo[1] + side - 1};
            if (task % 2 == 0) {
                array.acc(lo, hi, MemorySegment.ofArray(ones), 1);
            } else {
                GaNbHandle handle = new GaNbHandle();
                array.nbAcc(lo, hi, MemorySegment.ofArray(ones), 0, null, GaType.C_LONG.number(1), handle);
                ga.nbWait(handle);
            }
            array.get(lo, hi, MemorySegment.ofArray(found));
            for (long each : found) {
                assertTrue(each > 0 && each <= rounds, "after the own update there are " + each);
            }
        }
    }

    @SuiteCase(suite = SUITE, programs = "testmultrect")
    @RankTest
    void shouldMultiplySmallRectangles(Job job) {
        Ga ga = Ga.initialize(job);
        GaArray a = ga.createHandle().setArrayName("A").setData(GaType.C_DBL, 2, 3).allocate();
        GaArray b = ga.createHandle().setArrayName("B").setData(GaType.C_DBL, 3, 4).allocate();
        GaArray c = ga.createHandle().setArrayName("C").setData(GaType.C_DBL, 2, 4).allocate();
        a.fill(5);
        b.fill(10);
        c.zero();
        ga.dgemm(false, false, 1, a, b, 0, c);
        GaModel model = new GaModel(GaType.C_DBL, 2, 4);
        Arrays.fill(model.real, 150);
        model.check(c, "the product");
        ga.terminate();
    }

    /** Blocks that are dealt out in turn, in a row or over a grid of processes. */
    @SuiteCase(suite = SUITE, programs = "blktest")
    @RankTest
    void shouldTreatBlockCyclicArraysAsAnyOther(Job job) {
        SplittableRandom random = Seed.of("blocks in turn");
        Ga ga = Ga.initialize(job);
        int n = 23;
        int[] grid = ga.nnodes() == 4 ? new int[]{2, 2} : new int[]{1, 1};
        for (boolean onGrid : new boolean[]{false, true}) {
            GaModel[] models = new GaModel[3];
            GaArray[] arrays = new GaArray[3];
            for (int i = 0; i < 3; i++) {
                models[i] = new GaModel(GaType.C_INT, n, n);
                models[i].randomise(random);
                var handle = ga.createHandle().setData(GaType.C_INT, n, n);
                arrays[i] = (onGrid ? handle.setBlockCyclicProcGrid(new long[]{4, 3}, grid)
                        : handle.setBlockCyclic(4, 3)).allocate();
                assertTrue(arrays[i].isBlockCyclic());
                put(ga, arrays[i], models[i]);
                models[i].check(arrays[i], "put");
            }
            ga.add(2, arrays[0], 3, arrays[1], arrays[2]);
            Arrays.setAll(models[2].real, i -> 2 * models[0].real[i] + 3 * models[1].real[i]);
            models[2].check(arrays[2], "sums");
            double dot = 0;
            for (int i = 0; i < n * n; i++) {
                dot += models[0].real[i] * models[1].real[i];
            }
            assertEquals((int) dot, ga.idot(arrays[0].whole(), arrays[1].whole()));
            arrays[0].scale(4);
            ga.copy(arrays[0], arrays[1]);
            Arrays.setAll(models[1].real, i -> 4 * models[0].real[i]);
            models[1].check(arrays[1], "scaled and copied");
            ga.sync();
            arrays[1].acc(new long[]{3, 2}, new long[]{20, 19}, models[2].stored(), 1);
            ga.sync();
            models[1].forEach(new long[]{3, 2}, new long[]{20, 19},
                    (place, number) -> models[1].real[place] += ga.nnodes() * models[2].real[number]);
            models[1].check(arrays[1], "accumulated");
            ga.sync();
            arrays[1].stridedPut(new long[]{1, 1}, new long[]{19, 19}, new long[]{2, 3}, models[2].stored(), 0,
                    new long[]{7});
            ga.sync();
            models[1].forEach(new long[]{1, 1}, new long[]{19, 19}, new long[]{2, 3},
                    (place, number) -> models[1].real[place] = models[2].real[number]);
            models[1].check(arrays[1], "every other row, every third column");
            for (GaArray array : arrays) {
                array.destroy();
            }
        }
        ga.terminate();
    }
}
