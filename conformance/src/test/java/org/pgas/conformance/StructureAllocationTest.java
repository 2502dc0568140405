package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;

import com.sun.management.ThreadMXBean;
import org.pgas.Job;
import org.pgas.atomics.ByteFifo;
import org.pgas.atomics.MessageQueue;
import org.pgas.atomics.SequenceLock;
import org.pgas.atomics.SharedDoubles;
import org.pgas.atomics.SharedLong;
import org.pgas.testkit.Mode;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Calls that need not wait allocate nothing, once they are compiled; only a dequeue makes its view. */
@RankDefaults(ownProcesses = true, ranks = 1, modes = Mode.PROCESSES, segment = "128k", settings = "pgas.checks=off")
@Optimised
class StructureAllocationTest {
    private static final int CALLS = 20_000;

    /** The compilers take their time: so many attempts until a round allocates less than a byte a call. */
    private static final int ATTEMPTS = 100;

    /** Long enough that the few views do not count. */
    private static final int VIEW = 32 << 10;

    private static void assertAllocatesNothing(Runnable call) {
        assertAllocatesNothing("", CALLS, call);
    }

    /** Calls so often in each attempt. */
    static void assertAllocatesNothing(int calls, Runnable call) {
        assertAllocatesNothing("", calls, call);
    }

    static void assertAllocatesNothing(String what, int calls, Runnable call) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int attempt = 0; attempt < ATTEMPTS && least >= calls; attempt++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < calls; i++) {
                call.run();
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertTrue(least < calls, least + " bytes for " + calls + " calls " + what);
    }

    @RankTest
    void shouldAllocateNothingForMessages(Job job) {
        MessageQueue queue = MessageQueue.create(job.world(), 0, 0, 4, 64);
        MemorySegment local = MemorySegment.ofArray(new byte[64]);
        assertAllocatesNothing(() -> {
            queue.put(local, 0, 40);
            assertTrue(queue.offer(local, 8, 8));
            assertEquals(40, queue.take(local, 0));
            assertEquals(8, queue.poll(local, 0));
            assertEquals(-1, queue.poll(local, 0));
        });
    }

    @RankTest
    void shouldAllocateNothingForVariables(Job job) {
        SharedLong variable = SharedLong.create(job.world());
        SharedDoubles row = SharedDoubles.create(job.world(), 10);
        double[] some = new double[4];
        assertAllocatesNothing(() -> {
            variable.put(0, variable.get(0) + 1);
            variable.add(0, 1);
            assertTrue(variable.fetchAdd(0, 1) > 0);
            row.put(0, 9, row.getAcquire(0, 8));
            row.add(0, 3, 0.5);
            row.put(0, 2, some);
            row.get(0, 0, some);
        });
    }

    @RankTest
    void shouldAllocateTheViewsOfAStreamOnly(Job job) {
        ByteFifo fifo = ByteFifo.create(job.world(), 0, 0, VIEW, VIEW);
        MemorySegment local = MemorySegment.ofArray(new byte[64]);
        int[] held = new int[1];
        assertAllocatesNothing(() -> {
            if (held[0] == VIEW) {
                fifo.dequeue(VIEW);
                fifo.discard(VIEW);
                held[0] = 0;
            }
            fifo.enqueue(local, 0, 32, true);
            assertTrue(fifo.tryEnqueue(local, 0, 32));
            held[0] += 64;
        });
    }

    @RankTest
    void shouldAllocateNothingForRecords(Job job) {
        SequenceLock lock = SequenceLock.create(job.world(), 0, 0, 48);
        MemorySegment local = MemorySegment.ofArray(new byte[64]);
        assertAllocatesNothing(() -> {
            lock.write(local, 0);
            lock.read(local, 8);
            assertTrue(lock.tryRead(local, 8));
            assertTrue(lock.validate(lock.beginRead()));
        });
    }
}
