package org.pgas.bench.rows;

import org.pgas.Job;
import org.pgas.Rma;
import org.pgas.atomics.FairMutex;

/** {@link Suite#LOCKS}. */
final class LockRows {
    private final Job job;
    private final Rma rma;
    private final Meter meter;
    private final int owner;
    private final FairMutex mutex;

    LockRows(Job job, Meter meter) {
        this.job = job;
        this.rma = job.world().rma();
        this.meter = meter;
        this.owner = Math.min(1, job.size() - 1);
        this.mutex = FairMutex.create(job.world(), owner, Places.MUTEX);
    }

    void run() {
        meter.alone(Kind.MUTEX, 0, this::lockAndUnlock);
        if (job.size() > 1) {
            meter.everybody(Kind.MUTEX_HANDOVER, 0, this::takeOver);
        }
    }

    private long lockAndUnlock(long times) {
        for (long i = 0; i < times; i++) {
            mutex.lock();
            mutex.unlock();
        }
        return times;
    }

    /** How often this rank had the mutex after another one. */
    private long takeOver(long times) {
        long changes = 0;
        int self = job.rank() + 1;
        for (long i = 0; i < times; i++) {
            mutex.lock();
            if (rma.getLong(owner, Places.GUARDED) != self) {
                rma.putLong(owner, Places.GUARDED, self);
                changes++;
            }
            mutex.unlock();
        }
        return changes;
    }
}
