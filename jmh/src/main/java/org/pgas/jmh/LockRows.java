package org.pgas.jmh;

import org.pgas.Job;
import org.pgas.Rma;
import org.pgas.atomics.FairMutex;
import org.pgas.meter.Meter;

/** Rows of a mutex in the segment of rank 1: alone, and handed to and fro between both ranks. */
final class LockRows {
    private static final int PEER = 1;

    private final Meter meter;
    private final Rma rma;
    private final int self;
    private final FairMutex mutex;

    LockRows(Job job, Meter meter) {
        this.meter = meter;
        this.rma = job.world().rma();
        this.self = job.rank();
        this.mutex = FairMutex.create(job.world(), PEER, Places.MUTEX);
    }

    void run() {
        meter.alone("mutex", 0, 1, this::lockAndUnlock);
        meter.togetherRate("mutex-handover", 0, this::takeOver);
    }

    private void lockAndUnlock(long times) {
        for (long i = 0; i < times; i++) {
            mutex.lock();
            mutex.unlock();
        }
    }

    /** How often this rank had the mutex after the other one. */
    private long takeOver(long times) {
        long changes = 0;
        for (long i = 0; i < times; i++) {
            mutex.lock();
            if (rma.getLong(PEER, Places.GUARDED) != self) {
                rma.putLong(PEER, Places.GUARDED, self);
                changes++;
            }
            mutex.unlock();
        }
        return changes;
    }
}
