package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;

import com.sun.management.ThreadMXBean;
import org.pgas.Job;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.comm.Comm;
import org.pgas.mpi.comm.Mpi;
import org.pgas.mpi.comm.Status;
import org.pgas.testkit.Mode;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Short messages of contiguous data allocate nothing, whichever of the two ends comes first. */
@RankDefaults(ownProcesses = true, modes = Mode.PROCESSES, segment = "64k", settings = "pgas.checks=off")
@Optimised
class MpiAllocationTest {
    private static final int CALLS = 20_000;
    private static final int ATTEMPTS = 10;

    // a wire makes objects of its own
    @RankTest(neighbourhoods = 1)
    void shouldAllocateNothingToAndFro(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        int other = 1 - world.rank();
        Status status = new Status();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(64, 8);
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long least = Long.MAX_VALUE;
            // as many attempts on both ranks
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                long before = threads.getCurrentThreadAllocatedBytes();
                for (int i = 0; i < CALLS; i++) {
                    if (world.rank() == 0) {
                        world.send(memory, 0, 8, Datatype.LONG, other, 3);
                        world.recv(memory, 0, 8, Datatype.LONG, Mpi.ANY_SOURCE, 4, status);
                    } else {
                        world.recv(memory, 0, 8, Datatype.LONG, other, Mpi.ANY_TAG, status);
                        world.send(memory, 0, 8, Datatype.LONG, other, 4);
                    }
                }
                least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
            }
            assertTrue(least < CALLS, least + " bytes for " + CALLS + " messages to and fro");
        }
        mpi.finish();
    }

    @RankTest(ranks = 1)
    void shouldAllocateNothingForMessagesThatComeEarly(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm self = mpi.self();
        Status status = new Status();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(4096, 8);
            StructureAllocationTest.assertAllocatesNothing("early", CALLS, () -> {
                for (int tag = 0; tag < 4; tag++) {
                    self.send(memory, 0, 1000, Datatype.INT, 0, tag);
                }
                self.iprobe(0, 2, status);
                for (int tag = 3; tag >= 0; tag--) {
                    self.recv(memory, 0, 1000, Datatype.INT, 0, tag, status);
                }
                self.isend(memory, 0, 3, Datatype.LONG, Mpi.PROC_NULL, 0);
            });
        }
        mpi.finish();
    }
}
