package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;

import org.pgas.Job;
import org.pgas.atomics.Scale;
import org.pgas.conformance.suites.SuiteCase;
import org.pgas.ga.Ga;
import org.pgas.ga.GaArray;
import org.pgas.ga.GaNbHandle;
import org.pgas.ga.GaType;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/** Transfers of global arrays, against plain arrays. All processes draw the same random numbers. */
@RankDefaults(ranks = {1, 3}, segment = "0")
@AcrossNeighbourhoods
class GaTransferTest {
    private static final int ROUNDS = 12;

    /** Local memory of a patch, with gaps or without. */
    private record Local(GaType type, MemorySegment memory, long offset, long[] ld, long[] extents) {
        static Local of(SplittableRandom random, Arena arena, GaType type, long[] extents) {
            int ndim = extents.length;
            boolean isDense = random.nextBoolean();
            long[] ld = new long[ndim - 1];
            Arrays.setAll(ld, d -> extents[d + 1] + (isDense ? 0 : random.nextInt(3)));
            long offset = isDense ? 0 : random.nextInt(4) * 8L;
            long bytes = offset + type.bytes() * extents[0] * (ndim == 1 ? 1 : GaModel.elements(ld));
            MemorySegment memory = random.nextBoolean() ? arena.allocate(bytes, 8)
                    : MemorySegment.ofArray(new byte[(int) bytes]);
            return new Local(type, memory, offset, isDense && random.nextBoolean() ? null : ld, extents);
        }

        /** Where an element lies that is number {@code number} of the patch. */
        long at(int number) {
            long rest = number;
            long at = offset;
            long stride = type.bytes();
            for (int d = extents.length - 1; d >= 0; d--) {
                at += rest % extents[d] * stride;
                rest /= extents[d];
                stride *= d == 0 ? 1 : ld == null ? extents[d] : ld[d - 1];
            }
            return at;
        }
    }

    @SuiteCase(suite = "GA", programs = "random")
    @RankTest
    void shouldAgreeWithAModelUnderRandomTransfers(Job job) {
        SplittableRandom random = Seed.of("transfers of patches");
        Ga ga = Ga.initialize(job);
        try (Arena arena = Arena.ofConfined()) {
            for (GaType type : GaType.values()) {
                for (int ndim = 1; ndim <= 4; ndim++) {
                    GaModel model = new GaModel(type, GaModel.extents(random, ndim));
                    GaArray array = GaModel.create(ga, random, type, model.dims);
                    model.randomise(random);
                    if (ga.nodeid() == 0) {
                        array.put(new long[ndim], model.last(), model.stored());
                    }
                    ga.sync();
                    for (int round = 0; round < ROUNDS; round++) {
                        transfer(ga, array, model, random.split(), arena, round % ga.nnodes());
                    }
                    model.check(array, "at the end");
                    array.destroy();
                }
            }
        }
        ga.terminate();
    }

    /** One transfer of the process whose turn it is; then all compare. */
    private static void transfer(Ga ga, GaArray array, GaModel model, SplittableRandom random, Arena arena,
            int turn) {
        int ndim = model.dims.length;
        long[][] patch = GaModel.patch(random, model.dims);
        boolean isStrided = random.nextInt(3) == 0;
        long[] skip = new long[ndim];
        Arrays.setAll(skip, _ -> isStrided ? 1 + random.nextInt(3) : 1);
        long[] extents = new long[ndim];
        Arrays.setAll(extents, d -> (patch[1][d] - patch[0][d]) / skip[d] + 1);
        Local local = Local.of(random, arena, model.type, extents);
        int way = random.nextInt(3);
        boolean isNb = !isStrided && random.nextBoolean();
        int alpha = random.nextInt(-2, 3);
        GaModel source = new GaModel(model.type, extents);
        source.randomise(random);
        if (ga.nodeid() == turn) {
            if (way != 1) {
                for (int i = 0; i < source.real.length; i++) {
                    GaModel.set(model.type, local.memory, local.at(i), source.real[i], source.imaginary[i]);
                }
            }
            run(ga, array, patch, isStrided ? skip : null, local, new Form(way, isNb, model.type.number(alpha)));
            if (way == 1) {
                model.forEach(patch[0], patch[1], skip, (place, i) -> {
                    assertEquals(model.real[place], GaModel.real(model.type, local.memory, local.at(i)),
                            array::toString);
                    assertEquals(model.imaginary[place], GaModel.imaginary(model.type, local.memory, local.at(i)),
                            array::toString);
                });
            }
        }
        if (way != 1) {
            model.forEach(patch[0], patch[1], skip, (place, i) -> {
                model.real[place] = source.real[i] * (way == 0 ? 1 : alpha) + (way == 0 ? 0 : model.real[place]);
                model.imaginary[place] = source.imaginary[i] * (way == 0 ? 1 : alpha)
                        + (way == 0 ? 0 : model.imaginary[place]);
            });
        }
        ga.sync();
        if (random.nextInt(4) == 0) {
            model.check(array, "after " + Arrays.deepToString(patch));
            ga.sync();
        }
    }

    /** {@code way}: 0 puts, 1 gets, 2 adds. */
    private record Form(int way, boolean isNb, Scale alpha) {}

    private static void run(Ga ga, GaArray array, long[][] patch, long[] skip, Local local, Form form) {
        long[] lo = patch[0];
        long[] hi = patch[1];
        if (skip != null) {
            switch (form.way) {
                case 0 -> array.stridedPut(lo, hi, skip, local.memory, local.offset, local.ld);
                case 1 -> array.stridedGet(lo, hi, skip, local.memory, local.offset, local.ld);
                default -> array.stridedAcc(lo, hi, skip, local.memory, local.offset, local.ld, form.alpha);
            }
        } else if (form.isNb) {
            GaNbHandle handle = new GaNbHandle();
            switch (form.way) {
                case 0 -> array.nbPut(lo, hi, local.memory, local.offset, local.ld, handle);
                case 1 -> array.nbGet(lo, hi, local.memory, local.offset, local.ld, handle);
                default -> array.nbAcc(lo, hi, local.memory, local.offset, local.ld, form.alpha, handle);
            }
            ga.nbWait(handle);
            assertTrue(ga.nbTest(handle), "a handle that was waited for is clear");
        } else {
            switch (form.way) {
                case 0 -> array.put(lo, hi, local.memory, local.offset, local.ld);
                case 1 -> array.get(lo, hi, local.memory, local.offset, local.ld);
                default -> array.acc(lo, hi, local.memory, local.offset, local.ld, form.alpha);
            }
        }
    }

    @RankTest
    void shouldAddUpWhatAllProcessesAccumulateAtOnce(Job job) {
        SplittableRandom random = Seed.of("accumulates of all");
        Ga ga = Ga.initialize(job);
        for (GaType type : GaType.values()) {
            GaModel model = new GaModel(type, 9, 11);
            GaArray array = GaModel.create(ga, random, type, model.dims);
            array.zero();
            for (int proc = 0; proc < ga.nnodes(); proc++) {
                for (int round = 0; round < ROUNDS; round++) {
                    long[][] patch = GaModel.patch(random, model.dims);
                    GaModel source = new GaModel(type, patch[1][0] - patch[0][0] + 1, patch[1][1] - patch[0][1] + 1);
                    source.randomise(random);
                    model.forEach(patch[0], patch[1], (place, i) -> {
                        model.real[place] += 2 * source.real[i];
                        model.imaginary[place] += 2 * source.imaginary[i];
                    });
                    if (proc == ga.nodeid()) {
                        array.acc(patch[0], patch[1], source.stored(), 2);
                    }
                }
            }
            ga.sync();
            model.check(array, "sums of " + type);
            array.destroy();
        }
        ga.terminate();
    }

    @RankTest
    void shouldScatterAndGatherElementsAnywhere(Job job) {
        SplittableRandom random = Seed.of("elements");
        Ga ga = Ga.initialize(job);
        for (GaType type : GaType.values()) {
            for (int ndim = 1; ndim <= 4; ndim++) {
                GaModel model = new GaModel(type, GaModel.extents(random, ndim));
                GaArray array = GaModel.create(ga, random, type, model.dims);
                array.zero();
                for (int turn = 0; turn < ga.nnodes(); turn++) {
                    scatter(ga, array, model, random.split(), turn);
                }
                model.check(array, "scattered");
                array.destroy();
            }
        }
        ga.terminate();
    }

    private static void scatter(Ga ga, GaArray array, GaModel model, SplittableRandom random, int turn) {
        int ndim = model.dims.length;
        int n = random.nextInt(20);
        long[] subscripts = new long[n * ndim];
        int[] places = new int[n];
        for (int i = 0; i < n; i++) {
            long[] index = new long[ndim];
            Arrays.setAll(index, d -> random.nextLong(model.dims[d]));
            System.arraycopy(index, 0, subscripts, i * ndim, ndim);
            places[i] = model.place(index);
        }
        boolean isAcc = random.nextBoolean() || Arrays.stream(places).distinct().count() < n;
        GaModel source = new GaModel(model.type, Math.max(1, n));
        source.randomise(random);
        for (int i = 0; i < n; i++) {
            model.real[places[i]] = isAcc ? model.real[places[i]] + 3 * source.real[i] : source.real[i];
            model.imaginary[places[i]] = isAcc ? model.imaginary[places[i]] + 3 * source.imaginary[i]
                    : source.imaginary[i];
        }
        if (ga.nodeid() == turn) {
            if (isAcc) {
                array.scatterAcc(source.stored(), 0, subscripts, n, model.type.number(3));
            } else {
                array.scatter(source.stored(), 0, subscripts, n);
            }
            int bytes = model.type.bytes();
            MemorySegment found = MemorySegment.ofArray(new byte[bytes * n + 8]);
            array.gather(found, 8, subscripts, n);
            for (int i = 0; i < n; i++) {
                assertEquals(model.real[places[i]], GaModel.real(model.type, found, 8 + (long) i * bytes));
                assertEquals(model.imaginary[places[i]], GaModel.imaginary(model.type, found, 8 + (long) i * bytes));
            }
        }
        ga.sync();
    }

    @RankTest
    void shouldKeepOneOfTheValuesThatAreScatteredToOneElement(Job job) {
        Ga ga = Ga.initialize(job);
        GaArray array = ga.create(GaType.C_INT, new long[]{ga.nnodes()}, "twice", null);
        long[] there = {ga.nnodes() - 1};
        array.scatter(MemorySegment.ofArray(new int[]{5, 5, 5}), 0, new long[]{there[0], there[0], there[0]}, 3);
        ga.sync();
        int[] found = new int[1];
        array.get(there, there, MemorySegment.ofArray(found));
        assertEquals(5, found[0]);
        ga.terminate();
    }

    @RankTest
    void shouldDrawEachNumberOnce(Job job) {
        int draws = 200;
        Ga ga = Ga.initialize(job);
        for (GaType type : new GaType[]{GaType.C_INT, GaType.C_LONG}) {
            GaArray counter = ga.create(type, new long[]{2, 5}, "counter", null);
            counter.zero();
            long[] drawn = new long[draws * ga.nnodes()];
            for (int i = 0; i < draws; i++) {
                long number = counter.readInc(new long[]{1, 4}, 3);
                assertEquals(0, number % 3);
                drawn[(int) number / 3]++;
            }
            ga.lgop(drawn, "+");
            assertTrue(Arrays.stream(drawn).allMatch(each -> each == 1), () -> Arrays.toString(drawn));
            counter.destroy();
        }
        ga.terminate();
    }
}
