package org.pgas.bulk;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.pgas.PgasException;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.Bells;
import org.pgas.spi.Conduit;
import org.pgas.spi.Diagnosis;
import org.pgas.spi.JobEnd;
import org.pgas.spi.Member;
import org.pgas.spi.Processes;

/**
 * The thread of a rank that does large copies while the program computes. It begins with the first copy, parks while
 * there is none, and ends with the membership. It runs no handler.
 *
 * <p>It takes the copies in the order in which they were handed over; so those of one thread begin in their order. A
 * thread that waits for one of them takes pieces of it as well, and it does not matter which thread is first.
 *
 * <p>{@link BulkQueue} has the hand-over. The end is a handshake of the same kind. The thread that hands over puts the
 * copy into the queue and then looks whether the copier is to end; in that case it does the copy itself. The copier
 * sees that it is to end, and then looks at the queue once more.
 *
 * <pre>
 * field    writer                      readers                     order
 * begun    the thread that hands over  all                         volatile; written with the monitor
 * stopped  the closer, or the others   all                         volatile; only ever set
 * atWork   this thread                 the thread that hands over  volatile; a guess depends on it
 * copiers  copy threads                all ranks                   getAndAdd / opaque; a guess depends on it
 * </pre>
 */
public final class BulkCopier {
    /** So often a resting thread looks whether its job has ended. */
    private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final JobEnd jobEnd;
    private final Bells bells;
    private final Processes processes;
    private final Member membership;
    private final Diagnosis diagnosis;
    private final BulkQueue queue = new BulkQueue();
    private final Thread thread;
    private volatile boolean begun;
    private volatile boolean stopped;
    private volatile boolean atWork;

    public BulkCopier(Conduit conduit) {
        this(conduit, Thread.ofPlatform().daemon().name("pgas-copier-" + conduit.member().rank()).factory());
    }

    public BulkCopier(Conduit conduit, ThreadFactory threads) {
        jobEnd = conduit.end();
        bells = conduit.bells();
        processes = conduit.processes();
        membership = conduit.member();
        diagnosis = conduit.diagnosis();
        thread = threads.newThread(this::runOrFail);
    }

    public Thread thread() {
        return thread;
    }

    public boolean isStopped() {
        return stopped;
    }

    /** Whether it has a processor already. A guess. */
    boolean isAtWork() {
        return atWork;
    }

    public void handOver(BulkCopy copy) {
        if (queue.add(copy)) {
            LockSupport.unpark(thread);
        } else if (!begun) {
            begin();
        }
        if (stopped) {
            complete(copy);
        }
    }

    /**
     * Starts the thread, once. With the monitor: the thread that stops it meets it running or never. A thread that
     * hands over meanwhile waits, and then sees whether the copy is its own to do.
     */
    private synchronized void begin() {
        if (begun || stopped) {
            return;
        }
        try {
            thread.start();
            begun = true;
        } catch (OutOfMemoryError e) {
            // the system gives no more threads: callers go on without this one
            System.getLogger(BulkCopier.class.getName()).log(System.Logger.Level.WARNING, "no thread for copies", e);
            stopped = true;
        }
    }

    private void complete(BulkCopy copy) {
        if (copy.work()) {
            // its thread may sleep for it, and nobody else knows
            bells.ring(membership.rank());
        }
    }

    private void runOrFail() {
        try {
            run();
        } catch (RuntimeException | Error e) {
            // the thread that synchronises a copy gets the copy's error; this one is of the library's own memory
            String fault = diagnosis.describeFault(e);
            throw jobEnd.fail("rank " + membership.rank() + ": the thread " + thread.getName() + " cannot go on: " + e
                    + (fault.isEmpty() ? "" : ": " + fault));
        }
    }

    private void run() {
        while (true) {
            // in this order: finds each copy that a thread handed over without seeing the end
            boolean last = stopped;
            BulkCopy copy = queue.poll();
            if (copy != null) {
                atWork(true);
                complete(copy);
            } else if (last) {
                break;
            } else {
                rest();
            }
        }
        atWork(false);
    }

    private void rest() {
        if (queue.rest() && !stopped) {
            atWork(false);
            LockSupport.parkNanos(this, REST_NANOS);
            // an interrupt is nobody's business here, and would end every rest at once
            Thread.interrupted();
            lookForTheEnd();
        }
        queue.wake();
    }

    /** Where the process does not end with its job, this thread does. */
    private void lookForTheEnd() {
        try {
            jobEnd.checkRunning();
        } catch (PgasException e) {
            stopped = true;
        }
    }

    private void atWork(boolean now) {
        if (now != atWork) {
            atWork = now;
            SharedMemory.getAndAddInt(processes.copiersAddress(), now ? 1 : -1);
        }
    }

    /** Returns when all that was handed over is done, and the thread has ended. */
    public void stop() {
        stopped = true;
        for (BulkCopy copy = queue.poll(); copy != null; copy = queue.poll()) {
            complete(copy);
        }
        synchronized (this) {
            if (!begun) {
                return; // and now it never begins
            }
        }
        LockSupport.unpark(thread);
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
