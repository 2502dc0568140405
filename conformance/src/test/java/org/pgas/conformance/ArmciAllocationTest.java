package org.pgas.conformance;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.pgas.Job;
import org.pgas.armci.Armci;
import org.pgas.armci.Giov;
import org.pgas.armci.NbHandle;
import org.pgas.atomics.ArmciRmw.Operation;
import org.pgas.atomics.Scale;
import org.pgas.testkit.Mode;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Calls of ARMCI that are repeated with equal arguments allocate nothing. */
@RankDefaults(ownProcesses = true, ranks = 1, modes = Mode.PROCESSES, segment = "0", settings = "pgas.checks=off")
@Optimised
class ArmciAllocationTest {
    private static final int BYTES = 4096;
    private static final int CALLS = 2000;

    private static void assertAllocatesNothing(String what, Runnable call) {
        StructureAllocationTest.assertAllocatesNothing(what, CALLS, call);
    }

    @RankTest
    void shouldAllocateNothingForTransfers(Job job) {
        Armci armci = Armci.init(job, 1 << 20);
        long there = armci.malloc(BYTES)[0];
        MemorySegment local = Arena.ofAuto().allocate(BYTES);
        NbHandle handle = new NbHandle();
        Scale scale = Scale.ofDouble(2);
        int[] narrow = {64, 512};
        int[] wide = {128, 1024};
        int[] count = {64, 4, 2};
        Giov[] out = {new Giov(local, new long[]{0, 64, 128}, new long[]{there, there + 32, there + 1000}, 3, 16),
            new Giov(local, new long[]{8}, new long[]{there + 2000}, 1, 8)};
        Giov[] in = {new Giov(local, new long[]{there, there + 32, there + 1000}, new long[]{0, 64, 128}, 3, 16)};
        assertAllocatesNothing("contiguous", () -> {
            armci.put(local, 0, there, 64, 0);
            armci.get(there, local, 0, 64, 0);
            armci.acc(scale, local, 0, there, 64, 0);
            armci.putValueLong(armci.getValueLong(there, 0), there, 0);
            armci.putFlag(local, 0, there, 64, there + 64, 1, 0);
        });
        assertAllocatesNothing("strided", () -> {
            armci.putS(local, 0, narrow, there, wide, count, 2, 0);
            armci.getS(there, wide, local, 0, narrow, count, 2, 0);
            armci.accS(scale, local, 0, narrow, there, wide, count, 2, 0);
        });
        assertAllocatesNothing("lists", () -> {
            armci.putV(out, 2, 0);
            armci.getV(in, 1, 0);
            armci.accV(scale, out, 2, 0);
        });
        assertAllocatesNothing("non-blocking", () -> {
            armci.nbPut(local, 0, there, 64, 0, handle);
            armci.await(handle);
            armci.nbGetS(there, wide, local, 0, narrow, count, 2, 0, null);
            armci.nbPutV(out, 2, 0, handle);
            armci.test(handle);
            armci.awaitAll();
            armci.awaitProc(0);
        });
        armci.finish();
    }

    @RankTest
    void shouldAllocateNothingToSynchronise(Job job) {
        Armci armci = Armci.init(job, 1 << 20);
        long there = armci.malloc(64)[0];
        armci.createMutexes(2);
        MemorySegment local = Arena.ofAuto().allocate(8);
        assertAllocatesNothing("synchronisation", () -> {
            armci.fetchAndAdd(there, 1, 0);
            armci.rmw(Operation.SWAP_LONG, local, 0, there, 0, 0);
            armci.lock(1, 0);
            armci.unlock(1, 0);
            armci.fence(0);
            armci.barrier();
        });
        armci.destroyMutexes();
        armci.finish();
    }
}
