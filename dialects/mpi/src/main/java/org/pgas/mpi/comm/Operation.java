package org.pgas.mpi.comm;

import java.util.concurrent.atomic.AtomicBoolean;

import org.pgas.wait.Awaited;

/**
 * A send or a receive that is not over when its call has begun it. Handlers, and threads that poll, go on with it.
 *
 * <pre>
 * field    writer                                reader        order
 * over     its end, after all that it tells      a waiter      release / acquire
 * failure  its end                               a waiter      plain, before and after that
 * </pre>
 */
abstract class Operation extends MessageRequest implements Awaited {
    /** A thread that sleeps looks that often: what another thread of its rank has done may ring no bell. */
    static final long LONGEST_SLEEP_NANOS = 900_000;

    /** Of the communicator that it belongs to. A receive that is used again belongs to another one then. */
    Channel channel;

    private final AtomicBoolean over = new AtomicBoolean();

    private RuntimeException failure;

    /** Begins, for the first time or again. */
    final void begin(Channel of) {
        channel = of;
        failure = null;
        over.setPlain(false);
    }

    /** Nothing more happens to it. */
    final void complete() {
        // SYNC: end of an MPI operation
        over.setRelease(true);
    }

    /** As {@link #complete}, with an error for the thread that awaits it. */
    final void fail(RuntimeException problem) {
        failure = problem;
        complete();
    }

    /** Whether this thread may touch the memory. */
    abstract boolean isReachable();

    /**
     * Does what can be done without waiting, in a thread that reaches the memory, and may communicate; says whether
     * that was all. One thread at a time.
     */
    abstract boolean goOn();

    /** Ends it at once if no peer knows of it. */
    abstract void cancelOperation();

    /** Fills {@code status}, which may be null, and throws what is wrong. */
    abstract void tell(Status status);

    @Override
    final void end(Status status) {
        if (failure != null) {
            throw channel.raised(failure);
        }
        tell(status);
    }

    @Override
    final Engine engine() {
        return channel.engine;
    }

    @Override
    final Operation operation() {
        return this;
    }

    @Override
    final boolean isActive() {
        return true;
    }

    @Override
    public final boolean isMet() {
        // SYNC: end of an MPI operation
        return over.getAcquire();
    }

    @Override
    public final long longestSleepNanos() {
        return LONGEST_SLEEP_NANOS;
    }
}
