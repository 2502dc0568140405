package org.pgas.operation;

import org.pgas.Event;
import org.pgas.EventCategory;
import org.pgas.wait.Awaited;
import org.pgas.wait.Waiting;

/** An event of an operation that may still be under way. */
public abstract non-sealed class PendingEvent extends Event implements Awaited {
    private final UnawaitedOperations operations;
    private final Thread initiator = Thread.currentThread();
    private boolean consumed;

    /** Neighbours in the list of {@link OpenEvents}, and the list itself: null while the event is in none. */
    PendingEvent earlier;

    PendingEvent later;
    OpenEvents open;

    /** Whether it is to be awaited for itself; not so of a step of an operation, which is awaited with it. */
    private boolean counted;

    /** The event of a whole operation, which has begun. */
    @SuppressWarnings("this-escape") // listed for its own thread alone
    protected PendingEvent(UnawaitedOperations operations) {
        this(operations, true);
    }

    /** @param whole otherwise it is a step, or an operation yet to begin, or nothing that has to be awaited */
    @SuppressWarnings("this-escape")
    protected PendingEvent(UnawaitedOperations operations, boolean whole) {
        this.operations = operations;
        if (whole) {
            begun();
        }
    }

    /** Its operation has begun, and the caller gets it: it is to be awaited from now on. */
    public final Event begun() {
        counted = true;
        operations.begun(this);
        return this;
    }

    /** It is awaited, or has become a part of another event that will be. */
    public final void join() {
        if (counted) {
            counted = false;
            operations.ended(this);
        }
    }

    protected final UnawaitedOperations operations() {
        return operations;
    }

    /** What the caller gets: this, or {@link Event#NOT_SENT} when the operation could not begin at once. */
    public final Event ifSent(boolean sent) {
        return sent ? begun() : NOT_SENT;
    }

    @Override
    public final boolean isComplete() {
        operations.self().checkUnrestricted();
        if (operations.self().isChecked()) {
            checkUse();
        }
        return consumed || isMet();
    }

    private void checkUse() {
        if (Thread.currentThread() != initiator) {
            throw operations.self().refusal("the event of " + describe() + " was initiated by thread "
                    + initiator.getName()
                    + " and used by thread " + Thread.currentThread().getName()
                    + ": events belong to one thread");
        }
        if (consumed) {
            throw operations.self().refusal("the event of " + describe()
                    + " was used again after it had been synchronised: legal is once");
        }
    }

    @Override
    public final Event leafOf(EventCategory category) {
        if (operations.self().isChecked()) {
            checkUse();
        }
        return stepOf(category);
    }

    /** The event of one step; the same each time. */
    protected Event stepOf(EventCategory category) {
        return DONE;
    }

    @Override
    public final void consume() {
        if (!consumed) {
            consumed = true;
            join();
            synchronised();
        }
    }

    /** Called once, when the event is consumed. */
    protected abstract void synchronised();

    @Override
    public final void poll() {
        // reached from forms for several events before any of them is looked at
        operations.self().checkUnrestricted();
        operations.waiting().makeProgress();
    }

    @Override
    public final Awaited awaited() {
        return this;
    }

    @Override
    public final Waiting waiting() {
        return operations.waiting();
    }

    /** Does what the calling thread can do for it, before it waits. */
    @Override
    public void assist() {}

    @Override
    public final String toString() {
        return "Event(" + describe() + (consumed ? ", synchronised)" : ")");
    }
}
