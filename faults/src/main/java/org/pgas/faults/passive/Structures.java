package org.pgas.faults.passive;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Set;

import org.pgas.Job;
import org.pgas.Opcode;
import org.pgas.Team;
import org.pgas.atomics.AtomicFlags;
import org.pgas.atomics.ByteFifo;
import org.pgas.atomics.DoubleAtomicDomain;
import org.pgas.atomics.FairMutex;
import org.pgas.atomics.FairReadWriteLock;
import org.pgas.atomics.FloatAtomicDomain;
import org.pgas.atomics.IntAtomicDomain;
import org.pgas.atomics.LongAtomicDomain;
import org.pgas.atomics.MessageQueue;
import org.pgas.atomics.SequenceLock;
import org.pgas.atomics.WorkCounter;
import org.pgas.heap.SharedHeap;

/** Atomic operations, and structures in the memory of rank 1. */
final class Structures {
    private static final int PEER = 1;
    private static final long PART = 4096;
    private static final long HEAP = 192 << 10;
    private static final Set<Opcode> BITS = Set.of(Opcode.AND, Opcode.OR, Opcode.XOR, Opcode.FAND, Opcode.FOR,
            Opcode.FXOR);

    private Structures() {}

    /** Collective: domains are made. */
    static void addTo(List<Operation> all, Job job, long at) {
        Team world = job.world();
        LongAtomicDomain longs = LongAtomicDomain.create(world);
        IntAtomicDomain ints = IntAtomicDomain.create(world);
        DoubleAtomicDomain doubles = DoubleAtomicDomain.create(world);
        FloatAtomicDomain floats = FloatAtomicDomain.create(world);
        for (Opcode each : Opcode.values()) {
            all.add(new Operation("atomic " + each + " of long and int", 2, () -> {
                longs.apply(PEER, at, each, 1, 1, AtomicFlags.NONE);
                ints.apply(PEER, at + 8, each, 1, 1, AtomicFlags.NONE);
            }));
            if (!BITS.contains(each)) {
                all.add(new Operation("atomic " + each + " of double and float", 2, () -> {
                    doubles.apply(PEER, at + 16, each, 1, 1, AtomicFlags.NONE);
                    floats.apply(PEER, at + 24, each, 1, 1, AtomicFlags.NONE);
                }));
            }
        }
        MemorySegment before = MemorySegment.ofArray(new long[2]);
        all.add(new Operation("atomic operations with an event, and implicit", 2, () -> {
            longs.applyNb(before, 0, PEER, at, Opcode.FADD, 1, 0, AtomicFlags.ACQ).await();
            longs.applyNbi(before, 8, PEER, at, Opcode.GET, 0, 0, AtomicFlags.REL);
            job.nbi().await();
        }));
        if (job.rank() == 0) {
            locks(all, world, at + PART);
            queues(all, world, at + 4 * PART);
            heap(all, world, at + 8 * PART);
        }
    }

    private static void locks(List<Operation> all, Team world, long at) {
        FairMutex mutex = FairMutex.initialise(world, PEER, at);
        all.add(new Operation("FairMutex lock, tryLock, unlock", 4, () -> {
            mutex.lock();
            mutex.unlock();
            mutex.tryLock();
            mutex.unlock();
        }));
        FairReadWriteLock lock = FairReadWriteLock.initialise(world, PEER, at + PART);
        all.add(new Operation("FairReadWriteLock, reading and writing", 4, () -> {
            lock.lockRead();
            lock.unlockRead();
            lock.lockWrite();
            lock.unlockWrite();
        }));
        WorkCounter counter = WorkCounter.initialise(world, PEER, at + 2 * PART);
        all.add(new Operation("WorkCounter next", () -> counter.next(3)));
        MemorySegment record = MemorySegment.ofArray(new long[4]);
        SequenceLock sequence = SequenceLock.initialise(world, PEER, at + 2 * PART + 1024, 32);
        all.add(new Operation("SequenceLock write and read", 2, () -> {
            sequence.write(record, 0);
            sequence.read(record, 0);
        }));
    }

    private static void queues(List<Operation> all, Team world, long at) {
        byte[] message = new byte[16];
        MessageQueue queue = MessageQueue.initialise(world, PEER, at, 16, 16);
        all.add(new Operation("MessageQueue offer and poll", 2, () -> {
            queue.offer(message);
            queue.poll(message);
        }));
        ByteFifo fifo = ByteFifo.initialise(world, PEER, at + PART, 8192, 256);
        MemorySegment bytes = MemorySegment.ofArray(message);
        all.add(new Operation("ByteFifo enqueue", () -> {
            if (!fifo.tryEnqueue(bytes, 0, 8)) {
                throw new IllegalStateException("full");
            }
        }));
    }

    private static void heap(List<Operation> all, Team world, long at) {
        SharedHeap heap = SharedHeap.initialise(world, PEER, at, HEAP);
        all.add(new Operation("SharedHeap malloc, realloc, free", 3,
                () -> heap.free(heap.realloc(heap.malloc(100), 900))));
    }
}
