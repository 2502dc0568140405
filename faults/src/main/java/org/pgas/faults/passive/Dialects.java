package org.pgas.faults.passive;

import java.lang.foreign.MemorySegment;
import java.util.List;

import org.pgas.Job;
import org.pgas.armci.Armci;
import org.pgas.armci.NbHandle;
import org.pgas.arrays.Distribution;
import org.pgas.arrays.DoubleArray;
import org.pgas.atomics.Scale;
import org.pgas.mpi.Assertions;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.LockType;
import org.pgas.mpi.Op;
import org.pgas.mpi.Window;
import org.pgas.mppa.Mppa;
import org.pgas.mppa.MppaSegment;
import org.pgas.upc.Upc;

/** The same through the dialects, and arrays. */
final class Dialects {
    private static final int PEER = 1;
    private static final int BYTES = 4096;

    /** In the attached segment, where nothing else is. */
    private static final long PLACE = 16 << 10;

    private Dialects() {}

    /** Collective. */
    static void addTo(List<Operation> all, Job job) {
        MemorySegment here = MemorySegment.ofArray(new long[BYTES / 8]);
        arrays(all, job);
        mpi(all, Window.allocate(job.world(), BYTES, 1), here);
        Armci armci = Armci.init(job);
        armci(all, armci, armci.malloc(BYTES)[PEER], here);
        mppa(all, Mppa.init(job), here);
        Upc upc = Upc.init(job, 64 << 10, 0);
        upc(all, upc, upc.allAlloc(upc.threads(), BYTES), here);
    }

    private static void arrays(List<Operation> all, Job job) {
        DoubleArray array = DoubleArray.create(job.world(), Distribution.block(1024));
        double[] values = new double[256];
        all.add(new Operation("arrays: put, get, fetchAdd of an element", 3, () -> {
            array.put(1000, array.get(999));
            array.fetchAdd(1000, 1);
        }));
        all.add(new Operation("arrays: putRange and getRange of 2 KiB", 2, () -> {
            array.putRange(700, values);
            array.getRange(700, values);
        }));
    }

    private static void mpi(List<Operation> all, Window window, MemorySegment here) {
        Datatype type = Datatype.LONG;
        long count = BYTES / 8;
        locked(all, window, "put", () -> window.put(here, count, type, PEER, 0, count, type));
        locked(all, window, "get", () -> window.get(here, count, type, PEER, 0, count, type));
        locked(all, window, "accumulate", () -> window.accumulate(here, count, type, PEER, 0, count, type, Op.SUM));
        locked(all, window, "fetchAndOp", () -> window.fetchAndOp(1, PEER, 0, Op.SUM));
        locked(all, window, "compareAndSwap", () -> window.compareAndSwap(1, 2, PEER, 0));
    }

    private static void locked(List<Operation> all, Window window, String kind, Runnable call) {
        all.add(new Operation("MPI: lock, " + kind + ", flush, unlock; then shared", 7, () -> {
            window.lock(LockType.EXCLUSIVE, PEER, Assertions.NONE);
            call.run();
            window.flush(PEER);
            window.unlock(PEER);
            window.lock(LockType.SHARED, PEER, Assertions.NONE);
            call.run();
            window.unlock(PEER);
        }));
    }

    private static void armci(List<Operation> all, Armci armci, long there, MemorySegment here) {
        all.add(new Operation("ARMCI: put, get of 4 KiB, fence", 3, () -> {
            armci.put(here, 0, there, BYTES, PEER);
            armci.get(there, here, 0, BYTES, PEER);
            armci.fence(PEER);
        }));
        all.add(new Operation("ARMCI: acc of 4 KiB", () -> armci.acc(Scale.ofInt(2), here, 0, there, BYTES, PEER)));
        all.add(new Operation("ARMCI: putS, getS of 1 KiB", 2, () -> {
            armci.putS(here, 0, new int[]{64}, there, new int[]{128}, new int[]{64, 16}, 1, PEER);
            armci.getS(there, new int[]{128}, here, 0, new int[]{64}, new int[]{64, 16}, 1, PEER);
        }));
        all.add(new Operation("ARMCI: nbPut, nbGet, await", 2, () -> {
            NbHandle handle = new NbHandle();
            armci.nbPut(here, 0, there, BYTES, PEER, handle);
            armci.await(handle);
            armci.nbGet(there, here, 0, BYTES, PEER, handle);
            armci.await(handle);
        }));
        all.add(new Operation("ARMCI: fetchAndAdd", () -> armci.fetchAndAdd(there, 1, PEER)));
    }

    private static void mppa(List<Operation> all, Mppa mppa, MemorySegment here) {
        MppaSegment there = mppa.defaultSegment(PEER);
        all.add(new Operation("MPPA: put, get of 1 KiB", 2, () -> {
            mppa.put(here, 0, there, PLACE, 1024, null);
            mppa.get(here, 0, there, PLACE, 1024, null);
        }));
        all.add(new Operation("MPPA: poke, peek, postAdd, fetchAdd, fetchClear", 5, () -> {
            mppa.poke(there, PLACE, 1);
            mppa.peek(there, PLACE);
            mppa.postAdd(there, PLACE, 1);
            mppa.fetchAdd(there, PLACE, 1);
            mppa.fetchClear(there, PLACE);
        }));
    }

    private static void upc(List<Operation> all, Upc upc, long blocks, MemorySegment here) {
        long there = Upc.threadOf(blocks) == PEER ? blocks : upc.array(blocks, 2L * BYTES, 1, BYTES).address(BYTES);
        all.add(new Operation("UPC: memput, memget, memset of 4 KiB", 3, () -> {
            upc.memput(there, here, 0, BYTES);
            upc.memget(here, 0, there, BYTES);
            upc.memset(there, 1, BYTES);
        }));
        all.add(new Operation("UPC: memputAsync, memgetAsync, waitsync", 2, () -> {
            upc.waitsync(upc.memputAsync(there, here, 0, BYTES));
            upc.waitsync(upc.memgetAsync(here, 0, there, BYTES));
        }));
        all.add(new Operation("UPC: memcpy within the other's memory", () -> upc.memcpy(there, there + 2048, 1024)));
    }
}
