package org.pgas.wait;

import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.pgas.JobEndedException;
import org.pgas.PgasException;
import org.pgas.ProgressThread;
import org.pgas.rank.ThisRank;
import org.pgas.rank.Threads;

/**
 * The rank's progress thread: takes in messages while the program's threads compute.
 *
 * <pre>
 * field    writer                     reader              order
 * started  thread that runs the body  the same            CAS
 * stopped  thread that closes         the body            volatile
 * thread   the body                   thread that closes  volatile
 * </pre>
 */
final class ProgressLoop implements Runnable {
    private static final long CLOSE_PATIENCE_MILLIS = 1_000;

    private final ThisRank self;
    private final Waiting waiting;
    private final Runnable wake;
    private final AtomicBoolean started = new AtomicBoolean();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean stopped;

    /** A thread of the library's or of the program's; null before it runs. */
    private volatile Thread thread;

    /** Whether the library has started the thread. */
    private boolean own;

    /** {@code wake} wakes the threads of this rank that sleep. */
    ProgressLoop(ThisRank self, Waiting waiting, Runnable wake) {
        this.self = self;
        this.waiting = waiting;
        this.wake = wake;
    }

    void start() {
        own = true;
        thread = Thread.ofPlatform().daemon().name("pgas-progress-" + self.rank()).unstarted(this);
        Threads.start(thread, self.rank());
    }

    ProgressThread deferred(String devices) {
        return new ProgressThread(devices, Set.of(ProgressThread.Role.RECEIVE), this);
    }

    @Override
    public void run() {
        if (!started.compareAndSet(false, true)) {
            throw self.refusal("the body of a progress thread was run twice: start it once");
        }
        thread = Thread.currentThread();
        try {
            waiting.serve(() -> stopped);
        } catch (PgasException e) {
            // the end of the job is told to threads that wait in the library, and this thread has nobody to tell; and
            // one that the close did not wait for finds the job closed
            if (!stopped && !(e instanceof JobEndedException)) {
                throw e;
            }
        } catch (RuntimeException | Error e) {
            // this rank takes in no message any more, and a peer that waits for that would wait for ever
            throw self.fail("rank " + self.rank() + ": the thread " + thread.getName()
                    + ", which takes in messages, cannot go on: " + e, e);
        } finally {
            ended.countDown();
        }
    }

    /** Returns when the thread has ended, or a thread of the program's the body, unless a handler takes long. */
    void stop() {
        stopped = true;
        wake.run();
        Thread running = thread;
        if (running == null || running == Thread.currentThread()) {
            return;
        }
        try {
            if (own) {
                running.join(CLOSE_PATIENCE_MILLIS);
            } else {
                ended.await(CLOSE_PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
