package org.pgas.upc;

import java.util.function.BooleanSupplier;

import org.pgas.Event;
import org.pgas.WaitTimeoutException;

/**
 * A non-blocking operation, or an access region, that a thread has begun: to be passed to one of {@link Upc}'s
 * synchronising calls, once, by the thread that has begun it. {@link #COMPLETE} may be passed any number of times by
 * any thread.
 *
 * <p>Source: upc_handle_t.
 */
public final class UpcHandle {
    /** The handle of an operation that was complete when its call returned. Source: UPC_COMPLETE_HANDLE. */
    public static final UpcHandle COMPLETE = new UpcHandle(null, Event.DONE);

    private final Synchronisation owner;
    private final Event event;
    private final Thread initiator = Thread.currentThread();
    private boolean dead;

    /** Where it was found in an array that is being checked. */
    private int position;

    private UpcHandle(Synchronisation owner, Event event) {
        this.owner = owner;
        this.event = event;
    }

    /** Allocates nothing for an operation that is complete. */
    static UpcHandle of(Synchronisation owner, Event event) {
        return event == Event.DONE ? COMPLETE : new UpcHandle(owner, event);
    }

    Event event() {
        return event;
    }

    /** Whether it was synchronised, with success or not: it may not be used again. */
    boolean isDead() {
        return dead;
    }

    /** Its event was synchronised with others. */
    void died() {
        dead = true;
    }

    void await() {
        isComplete(() -> {
            event.await();
            return true;
        });
    }

    /** After some progress. */
    boolean tryAwait() {
        return isComplete(event::tryAwait);
    }

    /** Without progress. */
    boolean test() {
        return isComplete(event::test);
    }

    /** What throws has consumed the event, unless it has only waited for too long. */
    private boolean isComplete(BooleanSupplier synchronisation) {
        try {
            dead = synchronisation.getAsBoolean();
            return dead;
        } catch (WaitTimeoutException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            dead = true;
            throw e;
        }
    }

    void found(int index) {
        position = index;
    }

    int foundAt() {
        return position;
    }

    /** Why {@code user} may not synchronise it on this thread; null if it may. Not of {@link #COMPLETE}. */
    String refusal(Synchronisation user) {
        if (owner != user) {
            return "belongs to another Upc than " + user + ": handles are synchronised where they come from";
        }
        if (initiator != Thread.currentThread()) {
            return "belongs to thread '" + initiator.getName() + "' and was passed by '"
                    + Thread.currentThread().getName() + "': handles belong to one thread";
        }
        return dead ? "was synchronised before: a handle is dead then" : null;
    }

    /** What is under way. */
    @Override
    public String toString() {
        return this == COMPLETE ? "UpcHandle.COMPLETE" : dead ? "UpcHandle(synchronised)" : "UpcHandle(" + event + ")";
    }
}
