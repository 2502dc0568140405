package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;

import com.sun.management.ThreadMXBean;
import org.pgas.DataType;
import org.pgas.Job;
import org.pgas.Opcode;
import org.pgas.coll.Collectives;
import org.pgas.coll.Reduction;
import org.pgas.testkit.Mode;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/**
 * Blocking collectives of small data allocate nothing, once they are compiled. In one neighbourhood: those that cross
 * several may make an object a call, a hundred bytes, and nothing else is promised.
 */
@RankDefaults(ownProcesses = true, ranks = {1,
    2}, modes = Mode.PROCESSES, segment = "64k", neighbourhoods = 1, settings = "pgas.checks=off")
@Optimised
class CollectiveAllocationTest {
    private static final Reduction SUM = Reduction.of(DataType.DBL, Opcode.ADD);
    private static final Reduction MOST = Reduction.of(DataType.I64, Opcode.MAX);
    private static final Reduction LEAST = Reduction.of(DataType.I32, Opcode.MIN);
    private static final int CALLS = 1_000;

    /**
     * For so many calls. What a call could make, an operation or an event, has a hundred bytes and more. Where ranks
     * share a core, their long waits make some, and compiled code of the JDK's memory segments sometimes keeps an
     * object of 16.
     */
    private static final long MOST_BYTES = 24 * CALLS;

    /** The compilers take their time: so many attempts until a round of every rank allocates less. */
    private static final int ATTEMPTS = 200;

    /** All ranks agree on when it is enough, so that each finds its peers. */
    private static void assertAllocatesNothing(Collectives on, String what, Runnable call) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        long worst = Long.MAX_VALUE;
        for (int attempt = 0; attempt < ATTEMPTS && worst >= MOST_BYTES; attempt++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < CALLS; i++) {
                call.run();
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
            worst = on.reduceToAll(least, MOST);
        }
        assertTrue(least < MOST_BYTES, least + " bytes for " + CALLS + " calls of " + what);
    }

    private static void assertAllAllocateNothing(Job job, MemorySegment memory) {
        Collectives on = Collectives.of(job.world());
        int size = job.size();
        for (int bytes : new int[]{8, 512}) {
            MemorySegment one = memory.asSlice(0, bytes);
            MemorySegment other = memory.asSlice(1024, bytes);
            MemorySegment many = memory.asSlice(4096, (long) size * bytes);
            MemorySegment results = memory.asSlice(8192, (long) size * bytes);
            assertAllocatesNothing(on, "broadcast", () -> on.broadcast(0, one, one));
            assertAllocatesNothing(on, "gather", () -> on.gather(0, many, one));
            assertAllocatesNothing(on, "scatter", () -> on.scatter(0, one, many));
            assertAllocatesNothing(on, "allGather", () -> on.allGather(many, one));
            assertAllocatesNothing(on, "exchange", () -> on.exchange(results, many));
            assertAllocatesNothing(on, "reduceToOne", () -> on.reduceToOne(0, other, one, SUM));
            assertAllocatesNothing(on, "reduceToAll", () -> on.reduceToAll(other, one, SUM));
            assertAllocatesNothing(on, "reduceToAll of ints", () -> on.reduceToAll(other, one, LEAST));
            assertAllocatesNothing(on, "scan", () -> on.scan(other, one, SUM));
            assertAllocatesNothing(on, "exscan", () -> on.exscan(other, one, SUM));
        }
    }

    @RankTest
    void shouldAllocateNothingWithTheOwnSegment(Job job) {
        assertAllAllocateNothing(job, job.endpoint().segment().local());
    }

    @RankTest
    void shouldAllocateNothingWithNativeMemory(Job job) {
        assertAllAllocateNothing(job, Arena.ofAuto().allocate(32 << 10, 8));
    }

    @RankTest
    void shouldAllocateNothingWithAnArray(Job job) {
        assertAllAllocateNothing(job, MemorySegment.ofArray(new double[4096]));
    }

    @RankTest
    void shouldAllocateNothingForNumbers(Job job) {
        Collectives on = Collectives.of(job.world());
        double[] sink = new double[1];
        assertAllocatesNothing(on, "reduceToAll of a double", () -> sink[0] += on.reduceToAll(sink[0], SUM));
        assertAllocatesNothing(on, "broadcast of a long", () -> sink[0] += on.broadcast(0, 7L));
    }
}
