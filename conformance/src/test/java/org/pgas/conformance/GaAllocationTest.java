package org.pgas.conformance;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.pgas.Job;
import org.pgas.atomics.Scale;
import org.pgas.ga.Ga;
import org.pgas.ga.GaArray;
import org.pgas.ga.GaNbHandle;
import org.pgas.ga.GaType;
import org.pgas.testkit.Mode;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Transfers of patches that are repeated with equal arguments allocate nothing. */
@RankDefaults(ownProcesses = true, ranks = 1, modes = Mode.PROCESSES, segment = "0", settings = "pgas.checks=off")
@Optimised
class GaAllocationTest {
    private static final int CALLS = 2000;

    @RankTest
    void shouldAllocateNothingForPatches(Job job) {
        Ga ga = Ga.initializeLtd(job, 1 << 22);
        GaArray a = ga.create(GaType.C_DBL, new long[]{100, 100}, "a", null);
        GaArray b = ga.createHandle().setData(GaType.C_DBL, 100, 100).setBlockCyclic(16, 16).allocate();
        a.zero();
        b.zero();
        MemorySegment local = Arena.ofAuto().allocate(100 * 100 * 8, 8);
        long[] lo = {10, 20};
        long[] hi = {49, 69};
        long[] row = {10, 99};
        long[] ld = {64};
        long[] skip = {2, 3};
        Scale alpha = Scale.ofDouble(2);
        GaNbHandle handle = new GaNbHandle();
        StructureAllocationTest.assertAllocatesNothing("patches of one owner", CALLS, () -> {
            a.put(lo, hi, local, 0, ld);
            a.get(lo, hi, local, 0, ld);
            a.acc(lo, hi, local, 0, ld, alpha);
            a.acc(lo, row, local, 2);
            a.put(lo, row, local);
            a.stridedGet(lo, hi, skip, local, 0, ld);
            a.nbPut(lo, hi, local, 0, ld, handle);
            ga.nbWait(handle);
        });
        StructureAllocationTest.assertAllocatesNothing("patches of many blocks", CALLS, () -> {
            b.put(lo, hi, local, 0, ld);
            b.get(lo, hi, local, 0, ld);
        });
        GaArray counter = ga.create(GaType.C_LONG, new long[]{1}, "counter", null);
        long[] zero = {0};
        StructureAllocationTest.assertAllocatesNothing("read-increment", CALLS, () -> counter.readInc(zero, 1));
        ga.terminate();
    }
}
