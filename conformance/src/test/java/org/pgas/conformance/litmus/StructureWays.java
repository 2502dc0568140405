package org.pgas.conformance.litmus;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.Job;
import org.pgas.Rma;
import org.pgas.arrays.Distribution;
import org.pgas.arrays.LongArray;
import org.pgas.atomics.Accumulator;
import org.pgas.atomics.ByteFifo;
import org.pgas.atomics.FairMutex;
import org.pgas.atomics.FairReadWriteLock;
import org.pgas.atomics.LongAtomicDomain;
import org.pgas.atomics.MessageQueue;
import org.pgas.atomics.SequenceLock;
import org.pgas.atomics.WorkCounter;
import org.pgas.vis.Shape;
import org.pgas.vis.Vis;

/** The promises of atomic operations, of the structures in segments, of arrays and shapes. */
final class StructureWays {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    private StructureWays() {}

    /** Every other pair of operations is in AtomicLitmusTest. */
    static Way atomicAdd(Job job) {
        int host = Way.host(job);
        LongAtomicDomain domain = LongAtomicDomain.create(job.world());
        return new CoreWays.Spinning(job, round -> domain.fetchAdd(host, Way.OWN, round - domain.get(host, Way.OWN)),
                () -> domain.get(host, Way.OWN));
    }

    /** Seen by an operation with another order than the one it was told by. */
    static Way atomicSetSeenByAnOrderedGet(Job job) {
        int host = Way.host(job);
        LongAtomicDomain domain = LongAtomicDomain.create(job.world());
        Rma rma = job.world().rma();
        return new CoreWays.Spinning(job, round -> domain.set(host, Way.OWN, round),
                () -> rma.getLongAcquire(host, Way.OWN));
    }

    /** Words are sums; they are ready when that is told. */
    static Way accumulate(Job job) {
        Accumulator accumulator = Accumulator.of(job.world());
        Rma rma = job.world().rma();
        Way.Words plain = Way.plain(job);
        return new CoreWays.Spinning(job, round -> rma.putLongRelease(Way.peer(job), Way.OWN, round),
                () -> rma.getLongAcquire(job.rank(), Way.OWN)).words(new Way.Words() {
                    @Override
                    public void write(int place, long value) {
                        // each round adds one to what the last one has left
                        accumulator.accumulateLongs(Way.home(job, place), Way.offset(place), new long[]{1}, 0, 1, 1);
                    }

                    @Override
                    public long read(int place) {
                        return plain.read(place);
                    }
                });
    }

    /** A word of whose turn it is, written and read plainly under the lock. */
    static Way mutex(Job job) {
        int host = Way.host(job);
        FairMutex mutex = FairMutex.create(job.world(), host, Way.STRUCTURE);
        Rma rma = job.world().rma();
        return new CoreWays.Spinning(job, round -> {
            mutex.lock();
            rma.putLong(host, Way.OWN, round);
            mutex.unlock();
        }, () -> {
            mutex.lock();
            long turn = rma.getLong(host, Way.OWN);
            mutex.unlock();
            return turn;
        });
    }

    static Way writeLockThenReadLock(Job job) {
        int host = Way.host(job);
        FairReadWriteLock lock = FairReadWriteLock.create(job.world(), host, Way.STRUCTURE);
        Rma rma = job.world().rma();
        return new CoreWays.Spinning(job, round -> {
            lock.lockWrite();
            rma.putLong(host, Way.OWN, round);
            lock.unlockWrite();
        }, () -> {
            lock.lockRead();
            long turn = rma.getLong(host, Way.OWN);
            lock.unlockRead();
            return turn;
        });
    }

    /** What was done under a read lock is seen by the next writer. */
    static Way readLockThenWriteLock(Job job) {
        int host = Way.host(job);
        FairReadWriteLock lock = FairReadWriteLock.create(job.world(), host, Way.STRUCTURE);
        Rma rma = job.world().rma();
        return new CoreWays.Spinning(job, round -> {
            lock.lockRead();
            rma.putLong(host, Way.OWN, round);
            lock.unlockRead();
        }, () -> {
            lock.lockWrite();
            long turn = rma.getLong(host, Way.OWN);
            lock.unlockWrite();
            return turn;
        });
    }

    /** Each rank puts into the queue of the other. */
    static Way queue(Job job) {
        MessageQueue[] queues = new MessageQueue[2];
        for (int rank = 0; rank < 2; rank++) {
            queues[rank] = MessageQueue.create(job.world(), rank, Way.STRUCTURE, 4, 8);
        }
        byte[] message = new byte[8];
        return new Way(job, _ -> queues[Way.peer(job)].put(message), _ -> queues[job.rank()].take(message));
    }

    static Way fifo(Job job) {
        ByteFifo[] fifos = new ByteFifo[2];
        for (int rank = 0; rank < 2; rank++) {
            fifos[rank] = ByteFifo.create(job.world(), rank, Way.STRUCTURE, 64, 8);
        }
        MemorySegment bytes = MemorySegment.ofArray(new byte[8]);
        return new Way(job, _ -> fifos[Way.peer(job)].enqueue(bytes, 0, 8, true), _ -> {
            fifos[job.rank()].dequeue(8);
            fifos[job.rank()].discard(8);
        });
    }

    static Way sequenceLock(Job job) {
        int host = Way.host(job);
        SequenceLock lock = SequenceLock.create(job.world(), host, Way.STRUCTURE, 8);
        MemorySegment written = MemorySegment.ofArray(new long[1]);
        MemorySegment read = MemorySegment.ofArray(new long[1]);
        return new CoreWays.Spinning(job, round -> {
            written.set(LONG, 0, round);
            lock.write(written, 0);
        }, () -> {
            lock.read(read, 0);
            return read.get(LONG, 0);
        });
    }

    static Way workCounter(Job job) {
        int host = Way.host(job);
        WorkCounter counter = WorkCounter.create(job.world(), host, Way.STRUCTURE);
        counter.reset(0);
        job.world().barrier();
        return new CoreWays.Spinning(job, round -> counter.next(round - counter.get()), counter::get);
    }

    static Way arrayElement(Job job) {
        LongArray array = LongArray.create(job.world(), Distribution.cyclic(2));
        return new CoreWays.Spinning(job, round -> array.putRelease(Way.peer(job), round),
                () -> array.getAcquire(job.rank()));
    }

    /** Words are put by shapes of two runs, of which the second repeats the first. */
    static Way shapes(Job job) {
        Vis vis = Vis.of(job.world());
        Rma rma = job.world().rma();
        Shape target = Shape.indexed(4, new long[]{0, 4});
        Shape source = Shape.indexed(4, new long[]{0, 4});
        Way.Words plain = Way.plain(job);
        return new CoreWays.Spinning(job, round -> rma.putLongRelease(Way.peer(job), Way.OWN, round),
                () -> rma.getLongAcquire(job.rank(), Way.OWN)).words(new Way.Words() {
                    @Override
                    public void write(int place, long value) {
                        vis.put(Way.home(job, place), Way.offset(place), target,
                                MemorySegment.ofArray(new long[]{value}), 0,
                                source);
                    }

                    @Override
                    public long read(int place) {
                        return plain.read(place);
                    }
                });
    }
}
