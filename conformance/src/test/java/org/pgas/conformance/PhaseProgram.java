package org.pgas.conformance;

import java.lang.foreign.MemorySegment;

import org.pgas.Job;
import org.pgas.atomics.ByteFifo;
import org.pgas.atomics.FairMutex;
import org.pgas.atomics.FairReadWriteLock;
import org.pgas.atomics.MessageQueue;
import org.pgas.atomics.SequenceLock;

/**
 * A program that stays in one phase of a rank's life, so that it can be killed there. Arguments: the phase, and a token by which
 * its processes are found.
 */
public final class PhaseProgram {
    static final String READY = "ready";

    /** Where a rank can be when something happens to it. */
    enum Phase {
        /** Before and while it joins. */
        STARTING,
        /** In barriers, one after the other. */
        BARRIER,
        /** In a barrier that does not complete, asleep. */
        BLOCKED,
        /** Contending for a mutex and holding it, sleeping while they wait. */
        LOCKING,
        /** Writing to a queue, a stream and records under locks, and reading there, sleeping while they wait. */
        EXCHANGING,
        /** Transferring and computing. */
        COMPUTING,
        /** In a loop that never calls the library. */
        SPINNING,
        /** Attaching segments, closing, and joining no more. */
        EXITING
    }

    private static volatile long sink;

    private PhaseProgram() {}

    public static void main(String[] arguments) {
        Phase phase = Phase.valueOf(arguments[0]);
        if (phase == Phase.STARTING) {
            System.out.println(READY);
        }
        try (Job job = Job.join()) {
            job.attach(1 << 20);
            if (phase != Phase.STARTING) {
                System.out.println(READY);
            }
            stay(job, phase);
        }
    }

    private static void stay(Job job, Phase phase) {
        switch (phase) {
            case BARRIER -> {
                while (true) {
                    job.world().barrier();
                }
            }
            case BLOCKED -> {
                job.waitMode(org.pgas.WaitMode.BLOCK);
                if (job.rank() == 0) {
                    spin();
                }
                job.world().barrier();
            }
            case LOCKING -> {
                job.waitMode(org.pgas.WaitMode.BLOCK);
                FairMutex mutex = FairMutex.create(job.world(), 0, 0);
                while (true) {
                    try (FairMutex.Held _ = mutex.hold()) {
                        sink++;
                    }
                }
            }
            case EXCHANGING -> {
                job.waitMode(org.pgas.WaitMode.BLOCK);
                exchange(job);
            }
            case STARTING, COMPUTING -> {
                byte[] block = new byte[1 << 16];
                while (true) {
                    for (int peer = 0; peer < job.size(); peer++) {
                        job.world().rma().put(peer, 0, block, 0, block.length);
                        sink++;
                    }
                }
            }
            case SPINNING -> spin();
            case EXITING -> job.world().barrier();
        }
    }

    private static void exchange(Job job) {
        MessageQueue queue = MessageQueue.create(job.world(), 0, 0, 2, 4096);
        ByteFifo fifo = ByteFifo.create(job.world(), 0, 1 << 16, 8192, 8192);
        FairReadWriteLock lock = FairReadWriteLock.create(job.world(), 0, 2 << 16);
        SequenceLock record = SequenceLock.create(job.world(), 0, 3 << 16, 4096);
        MemorySegment message = MemorySegment.ofArray(new byte[4096]);
        while (true) {
            queue.put(message, 0, 4096);
            queue.take(message, 0);
            if (job.rank() != 0) {
                fifo.enqueue(message, 0, 2048, true);
            } else {
                for (int peer = 1; peer < job.size(); peer++) {
                    fifo.dequeue(2048);
                    fifo.discard(2048);
                }
            }
            try (FairReadWriteLock.Held _ = job.rank() == 0 ? lock.holdWrite() : lock.holdRead()) {
                sink++;
            }
            record.write(message, 0);
            record.read(message, 0);
        }
    }

    private static void spin() {
        while (true) {
            sink++;
        }
    }
}
