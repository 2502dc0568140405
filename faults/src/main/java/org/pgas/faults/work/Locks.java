package org.pgas.faults.work;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.HandlerEntry;
import org.pgas.HandlerSafeLock;
import org.pgas.Job;
import org.pgas.Team;
import org.pgas.atomics.ByteFifo;
import org.pgas.atomics.FairMutex;
import org.pgas.atomics.FairReadWriteLock;
import org.pgas.atomics.LongAtomicDomain;
import org.pgas.atomics.MessageQueue;
import org.pgas.atomics.SequenceLock;

/**
 * Locks and queues in the segment of rank 0, which all ranks use as fast as they can; what they promise is checked
 * under each of them.
 */
public final class Locks {
    private static final int HANDLER = 200;
    private static final int MUTEX = 4096;
    private static final int READ_WRITE = 8192;
    private static final int QUEUE = 20_480;
    private static final int FIFO = 32_768;
    private static final int SEQUENCE = 49_152;
    private static final int SEGMENT = 65_536;
    private static final int RECORD = 64;
    private static final long UNDER_MUTEX = 0;
    private static final long UNDER_WRITE = 256;
    private static final long COUNTED = 512;

    private final Job job;
    private final Team world;
    private final FairMutex mutex;
    private final FairReadWriteLock readWrite;
    private final MessageQueue queue;
    private final ByteFifo fifo;
    private final SequenceLock sequence;
    private final LongAtomicDomain domain;
    private final HandlerSafeLock handlerSafe;
    private long underHandlerSafe;
    private long alsoUnderHandlerSafe;
    private final byte[] record = new byte[RECORD];

    private Locks(Job job) {
        this.job = job;
        world = job.world();
        job.attach(SEGMENT);
        handlerSafe = new HandlerSafeLock(job, "counters");
        job.endpoint().handlers().register(
                HandlerEntry.ofShort(_ -> countAlone()).index(HANDLER).request().arguments(0));
        mutex = FairMutex.create(world, 0, MUTEX);
        readWrite = FairReadWriteLock.create(world, 0, READ_WRITE);
        queue = MessageQueue.create(world, 0, QUEUE, 16, RECORD);
        fifo = ByteFifo.create(world, 0, FIFO, 1024, RECORD);
        sequence = SequenceLock.create(world, 0, SEQUENCE, RECORD);
        domain = LongAtomicDomain.create(world);
    }

    /** No arguments. */
    public static void main(String[] arguments) {
        try (Job job = Job.join()) {
            Locks locks = new Locks(job);
            job.world().barrier();
            System.out.println(Workload.READY);
            for (long round = 1;; round++) {
                locks.round(round);
            }
        }
    }

    private void round(long round) {
        try (FairMutex.Held _ = mutex.hold()) {
            bump(UNDER_MUTEX);
        }
        if (round % 4 == job.rank() % 4) {
            try (FairReadWriteLock.Held _ = readWrite.holdWrite()) {
                bump(UNDER_WRITE);
            }
            sequence.write(MemorySegment.ofArray(record(round)), 0);
        } else {
            try (FairReadWriteLock.Held _ = readWrite.holdRead()) {
                pair(UNDER_WRITE);
            }
            byte[] copy = new byte[RECORD];
            sequence.read(MemorySegment.ofArray(copy), 0);
            whole("record of a sequence lock", copy);
        }
        if (job.rank() == 0) {
            takeOut();
        } else {
            queue.put(record(round));
            fifo.enqueue(MemorySegment.ofArray(record(round)), 0, RECORD, true);
        }
        long counted = domain.fetchAdd(0, COUNTED, 1);
        if (counted < round - 1) {
            Check.wrong("counter: " + counted + " after " + (round - 1) + " rounds of this rank alone");
        }
        world.am().requestShort((job.rank() + 1) % job.size(), HANDLER);
        countAlone();
    }

    /** In handlers too, which a progress thread may run while the main one is here. */
    private void countAlone() {
        try (HandlerSafeLock.Held _ = handlerSafe.hold()) {
            count();
        }
    }

    private void count() {
        Check.equal("under a handler-safe lock", underHandlerSafe, alsoUnderHandlerSafe);
        underHandlerSafe++;
        Thread.onSpinWait();
        alsoUnderHandlerSafe++;
    }

    private void takeOut() {
        for (int i = 1; i < job.size(); i++) {
            if (queue.poll(record) >= 0) {
                whole("message of a queue", record);
            }
            MemorySegment view = fifo.tryDequeue(RECORD);
            if (view != null) {
                whole("bytes of a stream", view.toArray(ValueLayout.JAVA_BYTE));
                fifo.discard(RECORD);
            }
        }
    }

    private byte[] record(long round) {
        java.util.Arrays.fill(record, (byte) (round * job.size() + job.rank()));
        return record;
    }

    private static void whole(String what, byte[] bytes) {
        for (byte each : bytes) {
            Check.equal(what, bytes[0], each);
        }
    }

    /** Two words that are equal whenever nobody is in between. */
    private long pair(long offset) {
        long first = world.rma().getLong(0, offset);
        Check.equal("second word of a pair", first, world.rma().getLong(0, offset + 64));
        return first;
    }

    private void bump(long offset) {
        long next = pair(offset) + 1;
        world.rma().putLong(0, offset, next);
        world.rma().putLong(0, offset + 64, next);
    }
}
