package org.pgas.faults.work;

import java.lang.foreign.MemorySegment;

import org.pgas.Job;
import org.pgas.WaitMode;
import org.pgas.atomics.ByteFifo;
import org.pgas.atomics.FairMutex;
import org.pgas.atomics.FairReadWriteLock;
import org.pgas.atomics.MessageQueue;
import org.pgas.atomics.SequenceLock;

/** Stays in one phase of a rank's life. */
public final class Phases {
    private static final int BLOCK = 1 << 16;
    private static final int MESSAGE = 4096;

    private enum Phase {
        BLOCKED, MUTEX, QUEUES, PUTS, COMPUTING, LEAVING
    }

    private Phases() {}

    /** Argument: the phase. */
    public static void main(String[] arguments) {
        Phase phase = Phase.valueOf(arguments[0]);
        try (Job job = Job.join()) {
            job.attach(1 << 20);
            System.out.println(Workload.READY);
            switch (phase) {
                case BLOCKED -> block(job);
                case MUTEX -> contend(job);
                case QUEUES -> exchange(job);
                case PUTS -> put(job);
                case COMPUTING -> compute();
                case LEAVING -> job.world().barrier();
            }
        }
    }

    private static void block(Job job) {
        job.waitMode(WaitMode.BLOCK);
        if (job.rank() == 0) {
            compute();
        }
        job.world().barrier();
    }

    private static void contend(Job job) {
        job.waitMode(WaitMode.BLOCK);
        FairMutex mutex = FairMutex.create(job.world(), 0, 0);
        while (true) {
            try (FairMutex.Held _ = mutex.hold()) {
                Thread.onSpinWait();
            }
        }
    }

    private static void put(Job job) {
        byte[] block = new byte[BLOCK];
        while (true) {
            for (int peer = 0; peer < job.size(); peer++) {
                job.world().rma().put(peer, 0, block, 0, block.length);
            }
        }
    }

    private static void exchange(Job job) {
        job.waitMode(WaitMode.BLOCK);
        MessageQueue queue = MessageQueue.create(job.world(), 0, 0, 2, MESSAGE);
        ByteFifo fifo = ByteFifo.create(job.world(), 0, BLOCK, 2 * MESSAGE, 2 * MESSAGE);
        FairReadWriteLock lock = FairReadWriteLock.create(job.world(), 0, 2 * BLOCK);
        SequenceLock record = SequenceLock.create(job.world(), 0, 3 * BLOCK, MESSAGE);
        MemorySegment message = MemorySegment.ofArray(new byte[MESSAGE]);
        while (true) {
            queue.put(message, 0, MESSAGE);
            queue.take(message, 0);
            if (job.rank() != 0) {
                fifo.enqueue(message, 0, MESSAGE / 2, true);
            } else {
                for (int peer = 1; peer < job.size(); peer++) {
                    fifo.dequeue(MESSAGE / 2);
                    fifo.discard(MESSAGE / 2);
                }
            }
            try (FairReadWriteLock.Held _ = job.rank() == 0 ? lock.holdWrite() : lock.holdRead()) {
                Thread.onSpinWait();
            }
            record.write(message, 0);
            record.read(message, 0);
        }
    }

    private static void compute() {
        while (true) {
            Thread.onSpinWait();
        }
    }
}
