package org.pgas.conformance;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.pgas.DataType;
import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.Opcode;
import org.pgas.coll.Collectives;
import org.pgas.coll.Reduction;

/** A program of two ranks that does a little of everything that a timeline shows. */
public final class TimelineProgram {
    static final int ROUNDS = 5;
    static final int BYTES = 4 << 20;
    private static final int LETTER = 200;
    private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private TimelineProgram() {}

    public static void main(String[] args) {
        try (Job job = Job.join()) {
            AtomicInteger handled = new AtomicInteger();
            job.endpoint().handlers().register(HandlerEntry.ofMedium((token, payload) -> {
                compute(LATE_NANOS / 100);
                handled.getAndIncrement();
            }).index(LETTER).name("letter"));
            job.attach(2L * BYTES);
            Collectives world = Collectives.of(job.world());
            int peer = 1 - job.rank();
            for (int round = 1; round <= ROUNDS; round++) {
                if (job.rank() == 1) {
                    compute(LATE_NANOS);
                }
                job.world().barrier();
                job.world().rma().put(peer, 0, new byte[BYTES], 0, BYTES);
                job.world().am().requestMedium(peer, LETTER, MemorySegment.ofArray(new byte[100]), 0, 100);
                int expected = round;
                job.blockUntil(() -> handled.get() == expected);
                world.broadcast(0, MemorySegment.ofArray(new byte[BYTES]), MemorySegment.ofArray(new byte[BYTES]));
                world.reduceToAll(1L, Reduction.of(DataType.I64, Opcode.ADD));
                var arrived = job.world().barrierNb();
                compute(LATE_NANOS / 100);
                arrived.await();
            }
        }
    }

    private static void compute(long nanos) {
        long deadline = System.nanoTime() + nanos;
        while (System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
    }
}
