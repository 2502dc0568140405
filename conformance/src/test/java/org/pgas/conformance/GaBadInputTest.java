package org.pgas.conformance;

import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.pgas.Job;
import org.pgas.ga.Ga;
import org.pgas.ga.GaArray;
import org.pgas.ga.GaType;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** What transfers and operations of global arrays refuse, and that nothing has changed then. */
@RankDefaults(ranks = 2, segment = "0")
@AcrossNeighbourhoods
class GaBadInputTest {
    private static final long[] LO = {1, 2};
    private static final long[] HI = {3, 4};

    @RankTest
    void shouldRefusePatchesOutsideTheArray(Job job) {
        Ga ga = Ga.initialize(job);
        GaArray a = ga.create(GaType.C_DBL, new long[]{5, 6}, "forces", null);
        MemorySegment memory = MemorySegment.ofArray(new double[30]);
        assertIllegal("GaArray.put", () -> a.put(new long[]{-1, 0}, HI, memory), "rank " + job.rank(), "forces",
                "C_DBL 5 x 6", "lo[0] is -1", "0..4");
        assertIllegal("GaArray.get", () -> a.get(LO, new long[]{3, 6}, memory), "hi[1] is 6", "2..5");
        assertIllegal("GaArray.get", () -> a.get(LO, new long[]{0, 4}, memory), "hi[0] is 0", "1..4");
        assertIllegal("GaArray.acc", () -> a.acc(LO, new long[]{3}, memory, 1), "hi", "1 entries");
        assertIllegal("GaArray.put", () -> a.put(null, HI, memory), "lo", "null");
        assertIllegal("GaArray.patch", () -> a.patch(LO, new long[]{9, 9}), "hi[0] is 9");
        assertIllegal("GaArray.readInc", () -> a.readInc(LO, 1), "C_DBL", "C_LONG");
        assertIllegal("GaArray.scatter", () -> a.scatter(memory, 0, new long[]{1, 1, 1, 6}, 2), "subscript[3]",
                "dimension 1", "0..5");
        assertIllegal("GaArray.gather", () -> a.gather(memory, 0, new long[3], 2), "3 entries", "take 4");
        assertIllegal("GaArray.gather", () -> a.gather(memory, 0, new long[3], -1), "n is -1");
        ga.terminate();
    }

    @RankTest
    void shouldRefuseLocalMemoryThatDoesNotFit(Job job) {
        Ga ga = Ga.initialize(job);
        GaArray a = ga.create(GaType.C_DBL, new long[]{5, 6}, "forces", null);
        a.fill(7);
        MemorySegment memory = MemorySegment.ofArray(new double[9]);
        MemorySegment small = MemorySegment.ofArray(new double[8]);
        assertIllegal("GaArray.put", () -> a.put(LO, HI, null), "null");
        assertIllegal("GaArray.put", () -> a.put(LO, HI, small), "72 bytes", "64 bytes");
        assertIllegal("GaArray.get", () -> a.get(LO, HI, memory, 8, null), "72 bytes at offset 8");
        assertIllegal("GaArray.get", () -> a.get(LO, HI, memory, -8, null), "offset -8");
        assertIllegal("GaArray.put", () -> a.put(LO, HI, memory, 0, new long[]{2}), "ld[0] is 2", "3 and more");
        assertIllegal("GaArray.put", () -> a.put(LO, HI, memory, 0, new long[]{Long.MAX_VALUE / 4}), "outside");
        assertIllegal("GaArray.put", () -> a.put(LO, HI, memory, 0, new long[0]), "ld");
        assertIllegal("GaArray.get", () -> a.get(LO, HI, memory.asReadOnly()), "read-only");
        assertIllegal("GaArray.acc", () -> a.acc(LO, HI, memory, 0, null, GaType.C_FLT.number(1)), "alpha", "FLT",
                "C_DBL");
        assertIllegal("GaArray.stridedPut", () -> a.stridedPut(LO, HI, new long[]{1, 0}, memory, 0, null),
                "skip[1] is 0");
        assertIllegal("GaArray.nbPut", () -> a.nbPut(LO, HI, memory, 0, null, null), "handle is null");
        Arena arena = Arena.ofConfined();
        MemorySegment closed = arena.allocate(72, 8);
        arena.close();
        assertIllegal("GaArray.put", () -> a.put(LO, HI, closed));
        assertIllegal("GaArray.get", () -> a.get(LO, HI, closed));
        GaModel model = new GaModel(GaType.C_DBL, 5, 6);
        java.util.Arrays.fill(model.real, 7);
        model.check(a, "after all refusals");
        ga.terminate();
    }

    @RankTest
    void shouldRefuseArraysThatDoNotFitEachOther(Job job) {
        Ga ga = Ga.initialize(job);
        Ga another = Ga.initialize(job);
        GaArray a = ga.create(GaType.C_DBL, new long[]{4, 6}, "a", null);
        GaArray b = ga.create(GaType.C_DBL, new long[]{6, 4}, "b", null);
        GaArray c = ga.create(GaType.C_FLT, new long[]{4, 6}, "c", null);
        GaArray v = ga.create(GaType.C_DBL, new long[]{5}, "v", null);
        GaArray foreign = another.create(GaType.C_DBL, new long[]{4, 6}, "foreign", null);
        assertIllegal("Ga.copy", () -> ga.copy(a, c), "C_DBL", "C_FLT");
        assertIllegal("Ga.copy", () -> ga.copy(a, v), "as many elements");
        assertIllegal("Ga.copy", () -> ga.copy(a, null), "null");
        assertIllegal("Ga.copy", () -> ga.copy(a, foreign), "another Ga");
        assertIllegal("Ga.transpose", () -> ga.transpose(a, a), "reverse order");
        assertIllegal("Ga.add", () -> ga.add(1, a, 1, b, a), "other extents");
        assertIllegal("Ga.ddot", () -> ga.ddot(a, b), "other extents");
        assertIllegal("Ga.fdot", () -> ga.fdot(a.whole(), a.whole()), "C_FLT");
        assertIllegal("Ga.dgemm", () -> ga.dgemm(false, false, 1, a, a, 0, a), "4 x 6 times 4 x 6");
        assertIllegal("Ga.sgemm", () -> ga.sgemm(false, false, 1, a, b, 0, a), "C_FLT");
        assertIllegal("Ga.dgemm", () -> ga.dgemm(false, false, 1, a, v, 0, a), "dimensions");
        assertIllegal("GaArray.setDiagonal", () -> a.setDiagonal(v), "C_DBL 4");
        assertIllegal("GaArray.scaleCols", () -> a.scaleCols(v), "C_DBL 6");
        assertIllegal("GaArray.symmetrize", a::symmetrize, "square");
        assertIllegal("GaArray.selectElem",
                () -> a.selectElem("most", MemorySegment.ofArray(new double[1]), new long[2]), "most", "min and max");
        assertIllegal("GaArray.fill", () -> a.fill(GaType.C_INT.number(1)), "value");
        another.terminate();
        ga.terminate();
    }
}
