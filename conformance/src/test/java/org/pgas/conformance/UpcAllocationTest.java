package org.pgas.conformance;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.pgas.Job;
import org.pgas.testkit.Mode;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.upc.SharedArray;
import org.pgas.upc.SharedMemvec;
import org.pgas.upc.Upc;
import org.pgas.vis.Memvec;

/** Copies of contiguous memory, of strides and lists that came before, and of elements allocate nothing. */
@RankDefaults(ownProcesses = true, ranks = 1, modes = Mode.PROCESSES, segment = "64k", settings = "pgas.checks=off")
@Optimised
class UpcAllocationTest {
    private static final int CALLS = 20_000;

    private static void assertAllocatesNothing(String what, Runnable call) {
        StructureAllocationTest.assertAllocatesNothing(what, CALLS, call);
    }

    @RankTest
    void shouldAllocateNothingForContiguousCopiesAndElements(Job job) {
        Upc upc = Upc.init(job, 64 << 10, 0);
        SharedArray array = upc.allArray(100, 8, 7);
        long from = array.address(0);
        long to = array.address(50);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment local = arena.allocate(256, 8);
            assertAllocatesNothing("contiguous", () -> {
                upc.memput(to, local, 8, 64);
                upc.memget(local, 8, from, 64);
                upc.memcpy(to, from, 64);
                upc.memset(to, 5, 64);
            });
            assertAllocatesNothing("with handles", () -> {
                upc.waitsync(upc.memputAsync(to, local, 8, 64));
                upc.trysync(upc.memgetAsync(local, 8, from, 64));
                upc.memcpyAsynci(to, from, 64);
            });
            assertAllocatesNothing("elements", () -> array.putDouble(17, array.getDouble(80) + 1));
        }
        upc.finish();
    }

    @RankTest
    void shouldAllocateNothingForStridesThatCameBefore(Job job) {
        Upc upc = Upc.init(job, 64 << 10, 0);
        long from = upc.allAlloc(1, 2048);
        long to = from + 1024;
        long[] count = {8, 4, 2};
        long[] strides = {16, 128};
        long[] others = {32, 256};
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment local = arena.allocate(1024, 8);
            assertAllocatesNothing("strides", () -> {
                upc.memputStrided(to, strides, local, 0, others, count, 2);
                upc.memgetStrided(local, 8, others, from, strides, count, 2);
                upc.memcpyStrided(to, strides, from, others, count, 2);
                upc.memcpyFstrided(to, 8, 16, 4, from, 16, 32, 2);
            });
        }
        upc.finish();
    }

    @RankTest
    void shouldAllocateNothingForListsThatCameBefore(Job job) {
        Upc upc = Upc.init(job, 64 << 10, 0);
        long from = upc.allAlloc(1, 2048);
        long to = from + 1024;
        SharedMemvec[] targets = {new SharedMemvec(to, 64), new SharedMemvec(to + 200, 32)};
        SharedMemvec[] sources = {new SharedMemvec(from + 8, 32), new SharedMemvec(from + 100, 64)};
        Memvec[] regions = {new Memvec(300, 48), new Memvec(8, 48)};
        long[] places = {to + 400, to};
        long[] origins = {from, from + 128};
        long[] offsets = {64, 0};
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment local = arena.allocate(1024, 8);
            assertAllocatesNothing("vectors", () -> {
                upc.memputVlist(2, targets, 2, local, regions);
                upc.memgetVlist(2, local, regions, 2, sources);
                upc.memcpyVlist(2, targets, 2, sources);
            });
            assertAllocatesNothing("lists of one length", () -> {
                upc.memputIlist(2, places, 32, 2, local, offsets, 32);
                upc.memgetIlist(2, local, offsets, 64, 2, origins, 64);
                upc.memcpyIlist(2, places, 64, 2, origins, 64);
            });
        }
        upc.finish();
    }
}
