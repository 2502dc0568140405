package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;

import com.sun.management.ThreadMXBean;
import org.pgas.Job;
import org.pgas.mpi.Assertions;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.Op;
import org.pgas.mpi.Window;
import org.pgas.testkit.Mode;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/**
 * Transfers to and from a mapped part allocate nothing once they are compiled, with an offset in the origin and with
 * parts of arrays too. A message makes objects, so this is for one neighbourhood.
 */
@RankDefaults(ownProcesses = true, ranks = 1, modes = Mode.PROCESSES, neighbourhoods = 1, settings = "pgas.checks=off")
@Optimised
class WindowAllocationTest {
    private static final int CALLS = 1_000;

    /** Compiled code of the JDK's memory segments sometimes keeps an object of 16 bytes; a slice would have 40. */
    private static final long MOST_BYTES = 24 * CALLS;

    /** The compilers take their time: so many attempts until a round allocates less. */
    private static final int ATTEMPTS = 300;

    private static void assertAllocatesNothing(String what, Runnable call) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int attempt = 0; attempt < ATTEMPTS && least >= MOST_BYTES; attempt++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < CALLS; i++) {
                call.run();
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertTrue(least < MOST_BYTES, least + " bytes for " + CALLS + " calls of " + what);
    }

    @RankTest
    void shouldAllocateNothing(Job job) {
        Window window = Window.allocate(job.world(), 4096, 8);
        double[] array = new double[100];
        int[] ints = new int[100];
        window.fence(Assertions.NONE);
        for (MemorySegment origin : new MemorySegment[]{Arena.ofAuto().allocate(800, 8),
            MemorySegment.ofArray(array)}) {
            assertAllocatesNothing("put at an offset",
                    () -> window.put(origin, 80, 20, Datatype.DOUBLE, 0, 5));
            assertAllocatesNothing("get at an offset",
                    () -> window.get(origin, 80, 20, Datatype.DOUBLE, 0, 5));
            assertAllocatesNothing("accumulate at an offset",
                    () -> window.accumulate(origin, 80, 20, Datatype.DOUBLE, 0, 5, Op.SUM));
            assertAllocatesNothing("put of one long", () -> window.put(origin, 8, 1, Datatype.LONG, 0, 5));
        }
        assertAllocatesNothing("put of a part of an array", () -> window.put(array, 10, 20, 0, 5));
        assertAllocatesNothing("get of a part of an array", () -> window.get(array, 10, 20, 0, 5));
        assertAllocatesNothing("put of ints", () -> window.put(ints, 1, 99, 0, 5));
        window.fence(Assertions.NOSUCCEED);
        window.free();
    }
}
