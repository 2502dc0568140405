package org.pgas;

import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/** The rank's progress thread: takes in messages while the program's threads compute. */
final class ProgressLoop implements Runnable {
    private static final long CLOSE_PATIENCE_MILLIS = 1_000;

    private final Job job;
    private final Runnable wake;
    private final AtomicBoolean started = new AtomicBoolean();
    private volatile boolean stopped;
    private Thread own;

    /** {@code wake} wakes the threads of this rank that sleep. */
    ProgressLoop(Job job, Runnable wake) {
        this.job = job;
        this.wake = wake;
    }

    void start() {
        own = new Thread(this, "pgas-progress-" + job.rank());
        own.setDaemon(true);
        own.start();
    }

    ProgressThread deferred(String devices) {
        return new ProgressThread(devices, Set.of(ProgressThread.Role.RECEIVE), this);
    }

    @Override
    public void run() {
        if (!started.compareAndSet(false, true)) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT,
                    "rank " + job.rank() + ": the body of a progress thread was run twice: start it once");
        }
        try {
            job.waiting().serve(() -> stopped);
        } catch (JobEndedException e) {
            // whoever waits in the library is told; this thread has nobody to tell
            return;
        }
    }

    void stop() {
        stopped = true;
        wake.run();
        if (own == null || own == Thread.currentThread()) {
            return;
        }
        boolean interrupted = false;
        try {
            own.join(CLOSE_PATIENCE_MILLIS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
