package org.pgas;

import java.util.concurrent.atomic.AtomicLong;

import org.pgas.message.Turn;
import org.pgas.rank.ThisRank;
import org.pgas.spi.Activity;
import org.pgas.wait.Awaited;
import org.pgas.wait.Waiting;

/**
 * A lock between the handlers and the other threads of one rank; the only kind of lock that a handler may wait for.
 *
 * <pre>{@code
 * HandlerSafeLock lock = new HandlerSafeLock(job, "work list");
 * try (HandlerSafeLock.Held _ = lock.hold()) {
 *     workList.add(item); // no communication here
 * }
 * }</pre>
 *
 * <p>For any thread, virtual ones too, in a handler or not. Local to the process: other ranks have locks of their own.
 * What a thread did before it unlocks is seen by the next one that locks. Not fair, not reentrant, and meant to be held
 * for microseconds: a thread that waits spins, yields and then parks for 50 microseconds at a time. It runs no handlers
 * meanwhile. The wait ends with an error when the job ends or the {@code pgas.wait.timeout} passes.
 *
 * <p>While it holds a lock a thread is in a restricted context: it may not communicate, poll, or wait for anything but
 * another handler-safe lock; see {@link Job}. Locks are unlocked in the reverse order of locking, by the thread that
 * locked them, and by a handler before it replies or returns.
 *
 * <p>Errors: locking what the thread holds, unlocking what it does not hold. In checked mode also: unlocking in another
 * order, communicating while holding a lock, and a handler that returns with one.
 *
 * <p>Source: GASNet-1 2.4.4-2.4.5; GASNet-EX gex_HSL_*. It needs no destruction.
 */
public final class HandlerSafeLock {
    // field   writer                       reader               order
    // holder  a thread that locks/unlocks  threads of the rank  CAS from free / release; a thread finds itself plainly

    private static final long FREE = 0;

    private final ThisRank self;
    private final Waiting waiting;
    private final String name;
    private final boolean checked;
    private final Held held = new Held(this);
    private final Turn turn = new Turn(this);

    /**
     * The number of the thread that holds the lock, which no other thread of the process ever has, or {@link #FREE}.
     * Written by the thread that locks, with a compare-and-swap, and by the thread that unlocks, with a release. A
     * thread finds its own number there by a plain read.
     */
    private final AtomicLong holder = new AtomicLong(FREE);

    /** A lock that nobody holds; {@code name} is for messages, and need not be unique. */
    public HandlerSafeLock(Job job, String name) {
        self = job.self();
        waiting = job.rooms().waiting;
        this.name = name;
        this.checked = self.isChecked();
    }

    /** Blocks until the calling thread holds the lock. */
    public void lock() {
        // SYNC: handler-safe lock
        if (!holder.compareAndSet(FREE, self())) {
            refuseHolder("lock");
            waiting.awaitLocal(turn);
        }
        if (checked) {
            self.restrictedContext().locked(this);
        }
    }

    /**
     * Takes the lock if it is free, and answers whether it did; never waits. A handler may not call it in a loop: it
     * waits with {@link #lock}.
     */
    public boolean tryLock() {
        // SYNC: handler-safe lock
        if (!holder.compareAndSet(FREE, self())) {
            refuseHolder("tryLock");
            return false;
        }
        if (checked) {
            self.restrictedContext().locked(this);
        }
        return true;
    }

    /** Gives the lock back. */
    public void unlock() {
        if (holder.getPlain() != self()) {
            throw unheld();
        }
        if (checked) {
            self.restrictedContext().unlocked(this);
        }
        // SYNC: handler-safe lock; the next holder sees what was done under it
        holder.setRelease(FREE);
    }

    /** {@link #lock}, with an {@link #unlock} at the end of a try block. */
    public Held hold() {
        lock();
        return held;
    }

    private static long self() {
        return Thread.currentThread().threadId();
    }

    private void refuseHolder(String call) {
        if (holder.getPlain() == self()) {
            throw misuse(call, "this thread holds " + this + " already: it cannot be locked twice");
        }
    }

    private PgasException unheld() {
        long other = holder.get();
        return misuse("unlock", this + (other == FREE ? " is not locked" : " is held by " + thread(other))
                + ": the thread that locked it unlocks it, once");
    }

    private PgasException misuse(String call, String message) {
        return self.refusals().bad("HandlerSafeLock." + call, message);
    }

    /** By number, as thread dumps do: a name would have to be stored with every lock. */
    private static String thread(long number) {
        return "thread #" + number;
    }

    @Override
    public String toString() {
        return "handler-safe lock '" + name + "'";
    }

    /** Ends the holding of a lock at the end of a try block; one for all uses of the lock. */
    public static final class Held implements AutoCloseable {
        private final HandlerSafeLock lock;

        private Held(HandlerSafeLock lock) {
            this.lock = lock;
        }

        /** {@link HandlerSafeLock#unlock}. */
        @Override
        public void close() {
            lock.unlock();
        }
    }

    /** That the waiting thread holds the lock: it takes it as it looks, and finds it taken when it looks again. */
    private record Turn(HandlerSafeLock lock) implements Awaited {
        @Override
        public boolean isMet() {
            AtomicLong holder = lock.holder;
            long seen = holder.getOpaque();
            // SYNC: handler-safe lock
            return seen == FREE ? holder.compareAndSet(FREE, self()) : seen == self();
        }

        @Override
        public Activity activity() {
            return Activity.COMPUTING;
        }

        @Override
        public int[] missing() {
            return NOBODY;
        }

        @Override
        public String describe() {
            return "HandlerSafeLock.lock: " + lock + ", held by " + thread(lock.holder.get());
        }
    }
}
