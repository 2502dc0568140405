package org.pgas.conformance;

import org.pgas.Job;
import org.pgas.heap.SharedHeap;
import org.pgas.testkit.Mode;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Calls of a shared heap that need not wait make no Java objects, once they are compiled. */
@RankDefaults(ownProcesses = true, ranks = 1, modes = Mode.PROCESSES, segment = "256k", settings = "pgas.checks=off")
@Optimised
class HeapAllocationTest {
    @RankTest
    void shouldMakeNoObjects(Job job) {
        SharedHeap heap = SharedHeap.create(job.world(), 0, 0, 256 << 10);
        StructureAllocationTest.assertAllocatesNothing(20_000, () -> {
            heap.free(heap.malloc(40));
            heap.free(heap.malloc(5_000));
            heap.free(heap.realloc(heap.realloc(heap.memalign(256, 10), 700), 9_000));
        });
    }
}
